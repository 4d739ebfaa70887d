// Any MoveProgram over a region, by the batch interpreter: what does not depend on the innermost coordinate is
// computed once a row, the rest for many positions, or many options of one position, at once.
//
// Where it wins: loops of which few rounds pass their guards, and options that are pushed along a row (pushed_loops.h).
// `scripts/bench --kernels 500` takes 0.001 s for the outcomes of dim to 20,000, 0.018 s for its remoteness, and 0.3 s by
// `table:native`; 0.004 and 0.033 s for the remoteness of halves, 0.03 and 0.10 s for that of quotients, 0.036 and 0.066 s for
// that of same-parity. It alone fills the tables of moore, circular-nim and simplicial-nim, and needs no code generator.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
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
  /// Past so much work, in the seconds of seconds_of_batch, and so many rounds of the loops of one row or position, the table
  /// is refused.
  double most_seconds = std::numeric_limits<double>::infinity();
  std::uint64_t most_rounds = std::numeric_limits<std::uint64_t>::max();
};

/// What the interpreter does, counted.
struct BatchWork {
  double ticks = 0;      ///< the work in lanes; a tick is a vector's share of one lane, a quarter of an operation
  double row_runs = 0;   ///< operations, each for all lanes of a row's chunk
  double cell_runs = 0;  ///< operations, each for one position, or all lanes of rounds of a loop
};
/// In the seconds of costs.h, for a table of so many positions.
double seconds_of_batch(double positions, const BatchWork& work);

/// Whether the interpreter applies; the reason if not. Grundy values need normal play.
std::optional<Refusal> check_batch(const BatchProblem& problem);

/// The values of all positions of the region: 4 bytes a position and some buffers, on one thread. Refused where the
/// rule traps (an option outside the domain, a division by 0), so that the interpreter can report it. `work`, unless null, is
/// set to what was done.
Result<SolvedRegion> solve_batch(const BatchProblem& problem, const Budget& budget, BatchWork* work = nullptr);

/// For each position of one row after another (rows in the order of the box), 1 where the predicate holds, else 0:
/// `visit(row, values)`, `row` the row's first position. The predicate's result is that of its `finish`.
/// Returns false if it trapped.
bool evaluate_rows(const MoveProgram& predicate, const Box& box,
                   const std::function<void(PositionView row, const std::uint8_t* values)>& visit);

}  // namespace bouton
