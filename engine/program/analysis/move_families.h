// A MoveProgram as a list of families of options: each option statement with the loops and guards around it.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/base/result.h"
#include "engine/program/analysis/affine.h"
#include "engine/program/move_program.h"

namespace bouton {

/// One loop around an option: slot runs from `first` by `step` while it has not passed `last`.
struct CountedLoop {
  Slot slot = 0;
  ExpressionId variable = 0;  ///< the slot as an expression
  ExpressionId first = 0, last = 0;
  std::int64_t step = 1;                 ///< not 0
  const Statement* statement = nullptr;  ///< in the program that was taken apart
};

/// A condition under which an option exists.
struct Guard {
  ExpressionId condition = 0;
  bool wanted = true;
  std::size_t depth = 0;  ///< how many of the family's loops are outside of it
  /// The same as sums of coordinates and variables that are <= 0; only if `exact`.
  std::vector<Affine> constraints;
  bool exact = false;
};

/// All options that one option statement names.
struct Family {
  const Statement* statement = nullptr;  ///< in the program that was taken apart
  int line = 0;
  Label label = kNoLabel;
  std::vector<CountedLoop> loops;  ///< outermost first
  std::vector<Guard> guards;       ///< outermost first
  std::vector<ExpressionId> to;
  /// Of a name that is made of values, as in Statement.
  std::vector<ExpressionId> label_arguments = {};
  std::uint32_t label_pattern = 0;
};

/// The program as families, in the order of its option statements; together they name the same options. Expressions
/// are those of `program`, which is copied because loop variables that it never reads are added to it.
struct MoveFamilies {
  MoveProgram program;
  std::vector<Family> families;
};

/// Refused: assigned variables, `leave` and early returns inside loops, splits, steps that are not constant, and moves that
/// have more than 32768 parts together, each move counted with the loops and guards around it.
Result<MoveFamilies> move_families(const MoveProgram& program);

}  // namespace bouton
