// What a few positions show of a FlowProgram over a box: where its options lie, how many there are, how long a table takes.
//
// All of it is a guess. Whoever solves the table notices what it got wrong: then the table takes longer, and is right all the
// same.
#pragma once

#include <optional>

#include "engine/base/result.h"
#include "engine/flow/flow_program.h"
#include "engine/position/box.h"
#include "engine/position/domain.h"
#include "engine/program/move_program.h"
#include "engine/rules/rules.h"
#include "engine/table/shape/region.h"
#include "engine/values/table.h"

namespace bouton {

/// What the program and the domain are of must outlive whatever is done with it.
struct NativeProblem {
  const FlowProgram* program = nullptr;
  const Domain* domain = nullptr;
  const MoveProgram* valid = nullptr;  ///< which positions exist; null: all in the domain
  Play play = Play::normal;            ///< not by_position
  Box box;
  ValueKind kind = ValueKind::grundy;
  /// A box that holds all positions that those of `box` lead to, where it is known.
  std::optional<Box> region = {};
  bool interpreted = false;  ///< without machine code
};

struct NativeProbe {
  Box region;          ///< the box, and what its positions seem to lead to: the box alone where that seems to have no end
  SolveOrder order;    ///< in which options mostly come before their positions
  double options = 0;  ///< of a position, on average
  double ticks = 0;    ///< rounds of its loops
  double seconds = 0;  ///< an estimate of the table by one thread
  bool is_native = false;
};

/// Runs the program at some tens of positions; some milliseconds. Refused where the kernel does not apply, or one of them
/// traps.
Result<NativeProbe> probe_native(const NativeProblem& problem);

/// Why the native kernel does not apply to the problem, whatever its options.
std::optional<Refusal> objection_to_native(const NativeProblem& problem);

}  // namespace bouton
