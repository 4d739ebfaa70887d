// The outcomes of rules of row shifts, handed to a sink in the order of the box.
//
// Rows are found side by side, a stretch along their axis after the other. Where that is the first axis, this is the order of
// the box; else the bits of all positions are kept.
#pragma once

#include <cstddef>

#include "engine/base/budget.h"
#include "engine/base/result.h"
#include "engine/table/row_shifts/row_shifts.h"
#include "engine/values/value_sink.h"

namespace bouton {

/// Refused, and throws, as row_shift_outcomes.
Result<bool> shift_values(const RowShiftProblem& problem, const Budget& budget, ValueSink& sink);
/// What it takes beside what row_shift_outcomes does.
std::size_t bytes_of_shift_values(const Box& asked, std::size_t axis);

}  // namespace bouton
