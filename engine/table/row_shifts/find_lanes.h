// Which rows of a machine are computed side by side.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/table/row_shifts/row_steps.h"

namespace bouton {

/// Puts the rows of a machine whose taps are known into lanes, all from one on, where nearly all rows are of that kind: each
/// reads at least 64 places away, no further than a group of rows off, and is read at one distance by those in lanes. Of rows
/// in lanes those that others read are in the buffer. No shift is greater than `deepest`. False, and nothing is changed, if the
/// rows do not allow it. Linear in the taps.
bool find_lanes(RowMachine& machine, const std::vector<bool>& asked, std::int64_t deepest);

}  // namespace bouton
