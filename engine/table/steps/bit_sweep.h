// The outcomes of all positions of a StepLayout as bits.
//
// As in step_sweep.cpp, with 64 lanes a word: a step is a shift of an earlier slot by any number of bits, the P-positions of a
// slot are those that no step leads to a P-position from. Where there is no position the bit is 0. Under misère play a position
// without options is N: from which lanes some step leads to a position is known from where slots begin and end.
//
// Cost: two loads and two shifts for each step and 256 positions.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/base/budget.h"
#include "engine/rules/rules.h"
#include "engine/table/steps/step_layout.h"

namespace bouton {

/// Outcomes of a region, row by row along its last axis, each from the beginning of a word on: 1 for P.
struct OutcomeRows {
  explicit OutcomeRows(const Box& region);
  /// The row that holds the position with this number, a multiple of the rows' length.
  std::uint64_t* row(std::uint64_t number) { return bits.data() + number / length * words; }
  const std::uint64_t* row(std::uint64_t number) const { return bits.data() + number / length * words; }
  static std::size_t bytes(const Box& region);

  std::uint64_t length;  ///< of a row
  std::uint64_t words;
  std::vector<std::uint64_t> bits;
};

/// `rows` are those of the layout's region, which has two axes or more, and hold 0. `play` is normal or misère. Throws
/// Interrupted.
void sweep_outcomes(const StepLayout& layout, Play play, const Budget& budget, OutcomeRows& rows);
/// What it takes beside the rows.
std::size_t bytes_of_outcome_sweep(const StepLayout& layout);

}  // namespace bouton
