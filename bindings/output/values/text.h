// Tables and sequences for people.
#pragma once

#include <cstddef>

#include "bindings/output/sink/output.h"
#include "bindings/output/values/page.h"
#include "engine/position/domain.h"
#include "engine/values/table.h"

namespace bouton {

/// One dimension: a line for each position. Two: a grid, rows the first coordinate, columns the last. More: a grid of the
/// last two coordinates that vary, for each value of the others. Lines are at most as wide as the page where the cells allow
/// it: grids are then cut into blocks of columns.
void write_text(Sink& out, const Table& table, const Domain& domain, const Page& page);

/// The cells of a table of one dimension, separated by blanks, in lines of at most `width`.
void write_sequence_text(Sink& out, const Table& table, std::size_t width);

}  // namespace bouton
