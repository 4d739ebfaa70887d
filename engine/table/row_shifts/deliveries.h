// Rows whose bits are put where they will be read.
//
// A row that others read at one distance only, as in games where what was taken is part of the position, needs to be shifted
// once: its words are *delivered* by that distance ahead, and whoever *collects* them ORs whole words.
//
// Where they win: rows that do not go into lanes (row_lanes.h). With find_lanes() refusing, `bouton positions nimrod 1:10000000
// 1:1 --count --threads 1` takes 0.35 s, and 0.57 s without deliveries, too.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/table/row_shifts/row_steps.h"

namespace bouton {

/// Decides which rows of a machine whose taps are known collect, which deliver, and which are in the buffer: those that are
/// asked for, and those that rows which do not collect read. No shift is greater than `deepest`. Linear in the taps.
void find_deliveries(RowMachine& machine, const std::vector<bool>& asked, std::int64_t deepest);

/// The lines of each delivery; a number that is odd, so that neighbouring rows do not fall into the same sets of a cache.
std::uint32_t lines_of_delivery(const RowMachine& machine);

/// Makes those who collect from a row find nothing certainly P and everything possibly P there.
void forget_row(RowMachine& machine, std::uint32_t row);

/// Puts together the fast steps of collecting rows that compute the same bits.
void group_collectors(RowMachine& machine);

}  // namespace bouton
