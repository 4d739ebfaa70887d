// Any MoveProgram over a region, by the batch interpreter: what does not depend on the innermost coordinate is
// computed once a row, the rest for many positions, or many options of one position, at once.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "engine/base/budget.h"
#include "engine/base/result.h"
#include "engine/rules/rules.h"
#include "engine/table/batch/solved_region.h"
#include "engine/table/shape/region.h"

namespace bouton {

struct BatchProblem {
  const MoveProgram* program = nullptr;
  const Region* region = nullptr;
  const SolveOrder* order = nullptr;
  Play play = Play::normal;
  /// Of a position without options, where play is by_position. Must not be a draw.
  std::function<Outcome(PositionView)> terminal;
  /// Which positions exist; null: all. Its result is not 0 for those that do.
  const MoveProgram* valid = nullptr;
  ValueKind kind = ValueKind::grundy;
};

/// Whether the interpreter applies; the reason if not. Grundy values need normal play.
std::optional<Refusal> check_batch(const BatchProblem& problem);

/// The values of all positions of the region: 4 bytes a position and some buffers, on one thread. Refused where the
/// rule traps (an option outside the domain, a division by 0), so that the interpreter can report it.
Result<SolvedRegion> solve_batch(const BatchProblem& problem, const Budget& budget);

/// For each position of one row after another (rows in the order of the box), 1 where the predicate holds, else 0:
/// `visit(row, values)`, `row` the row's first position. The predicate's result is that of its `finish`.
/// Returns false if it trapped.
bool evaluate_rows(const MoveProgram& predicate, const Box& box,
                   const std::function<void(PositionView row, const std::uint8_t* values)>& visit);

}  // namespace bouton
