// Where a MoveProgram traps: whether the kernels of a table may leave out what it evaluates to no effect.
//
// A kernel computes values from the options alone. It never comes to a division whose result nothing reads, to a loop
// without an option in it whose step is 0, or to a row that cannot change what was asked. The rule as it is written raises an
// error there. So before a kernel runs, the part of the program that could trap is cut out of it and run at every position of
// the region: mostly there is no such part, since the ranges of the region show that nothing traps.
#pragma once

#include <optional>

#include "engine/base/budget.h"
#include "engine/base/refusal.h"
#include "engine/position/box.h"
#include "engine/program/analysis/ranges.h"
#include "engine/program/move_program.h"

namespace bouton {

/// What decides whether a program traps.
struct TrapProgram {
  /// It traps exactly where the program does, at positions for which the ranges hold. It names only those options that may
  /// lead out of `inside`.
  MoveProgram program;
  /// Whether the ranges leave open that it traps or names an option; else `program` is empty.
  bool may_trap = false;
};

/// Whether the program traps nowhere, whatever the position: it divides by constants other than 0 and reads no list at a
/// place that is computed, and its loops have constant steps.
bool never_traps(const MoveProgram& program);

/// `ranges` are those of the program, for positions of a region. With `inside`, options that the ranges do not show to lead
/// into that box count as traps too. O(size of the program times the depth of its dependencies).
TrapProgram trap_program(const MoveProgram& program, const Ranges& ranges, const Box* inside = nullptr);

/// Runs the traps at every position of the box: nothing if there are none, else why the kernels must not be used. Positions
/// where `valid` (null: none) yields 0 are left out. With `inside`, options that lead out of that box count as traps. Throws
/// Interrupted.
std::optional<Refusal> find_trap(const TrapProgram& traps, const Box& box, const MoveProgram* valid, const Box* inside,
                                 const Budget& budget);

}  // namespace bouton
