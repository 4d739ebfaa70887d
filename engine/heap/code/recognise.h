// Take-and-break games among rules that were not written as codes.
#pragma once

#include "engine/base/budget.h"
#include "engine/base/result.h"
#include "engine/heap/code/take_and_break.h"
#include "engine/position/domain.h"
#include "engine/program/move_program.h"

namespace bouton {

/// The take-and-break game whose moves the program names, for heaps n of `axis`; a refusal if it is none, or if that
/// cannot be told.
///
/// Programs are read whose loops, guards and parts are piecewise linear with small coefficients, in n and in loop
/// variables: `for a = 1, (n - k) // 2 do split(a, n - k - a) end`. The moves are listed and compared for all heaps up
/// to the horizon of the program (horizon.h), which proves that they are the same for all heaps: for those up to 2^60,
/// for which no number that the program computes may leave the 64 bits, and for greater ones as integers of any size. Cost:
/// the options of the heaps up to a few times the greatest constant; where they are those of a game, of all up to the horizon:
/// some milliseconds for constants below ten, at most a second or so.
Result<TakeAndBreak> recognise(const MoveProgram& program, const Axis& axis, const Budget& budget);

}  // namespace bouton
