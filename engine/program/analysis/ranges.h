// What a MoveProgram can compute when its position lies in a given region: a range for every expression and for every
// coordinate of every option.
#pragma once

#include <vector>

#include "engine/program/analysis/interval.h"
#include "engine/program/move_program.h"

namespace bouton {

/// One position that an option leads to.
struct OptionRange {
  const Statement* statement = nullptr;  ///< in the program that was analysed
  std::size_t part = 0;                  ///< of a split
  std::vector<Interval> to;              ///< each coordinate of the option
  std::vector<Interval> change;          ///< each coordinate of the option minus that of the position
};

struct Ranges {
  std::vector<OptionRange> options;   ///< of every option statement that can be reached
  std::vector<Interval> expressions;  ///< by ExpressionId; empty where never evaluated
  std::vector<Interval> slots;        ///< every value that a slot takes
};

/// Ranges that hold for all positions with `coordinates` in the given ranges. Uses the bounds of loops and the guards,
/// also where they relate coordinates to each other: S - t >= 0 for t in 1..min(S, L). Sound where no expression wraps
/// around, which is so where its range does not reach kUnbounded.
Ranges ranges(const MoveProgram& program, const std::vector<Interval>& coordinates);

/// Whether the operation of an expression itself may trap, as far as the ranges tell.
bool may_trap(const MoveProgram& program, ExpressionId id, const Ranges& ranges);

}  // namespace bouton
