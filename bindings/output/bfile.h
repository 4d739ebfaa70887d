// Results as an OEIS b-file: lines of an index and a value.
#pragma once

#include "bindings/output/output.h"
#include "engine/values/table.h"

namespace bouton {

/// One dimension: the index is the coordinate. More: positions are counted from 0 in row-major order.
/// Throws RequestError as require_numbers does.
void write_bfile(Sink& out, const Table& table);

}  // namespace bouton
