#include "engine/study/sequence/study.h"

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/method/solvers/heap_solver.h"
#include "engine/plan/claims.h"
#include "engine/study/sequence/formula_period.h"
#include "engine/study/sequence/sequence.h"

namespace bouton {

bool are_heap_values(const Game& game, ValueKind kind, const Budget& budget) {
  return kind == ValueKind::grundy && !has_numbered_starts(game) && heap_description(*game.rules, budget);
}

bool is_heap_run(const Game& game, const SequenceRequest& request, const Budget& budget) {
  if (request.row) return false;
  return request.checkpoint || request.certificate || (request.period && are_heap_values(game, request.kind, budget));
}

namespace {

/// The values of a row, and their period where it is asked for: proved by the moves, or by a formula, else observed.
HeapRun find_row(const Game& game, Solver& solver, const SequenceRequest& request, const Budget& budget) {
  HeapRun found;
  const bool may_be_proved = request.kind == ValueKind::grundy && (request.period || request.certificate);
  if (may_be_proved && request.row->size() == 1 && game.rules->domain().dimensions() == 2) {
    const Coordinate low = game.rules->domain().axis(request.row->contains(0) ? 1 : 0).least;
    const std::uint64_t columns =
        request.last < low ? 0 : static_cast<std::uint64_t>(request.last) - static_cast<std::uint64_t>(low) + 1;
    const Result<PeriodicRow> proved = prove_row(*game.rules, *request.row, columns, budget);
    if (!proved) {
      found.row_refusal = proved.refusal();
    } else if (columns > 0) {
      if (request.only_period) found.values = Table{Box({low}, {request.last}), ValueKind::grundy, {}, {}};
      else found.values = proved->table(low, request.last, budget);
      found.period = proved->period();
      found.row_proof = proved->proof;
      return found;
    }
  }
  found.values = row_sequence(game, solver, *request.row, request.last, request.kind);
  if (request.period) found.period = row_period(game, *request.row, found.values, budget);
  return found;
}

}  // namespace

HeapRun find_sequence(const Game& game, Solver& solver, const SequenceRequest& request, const Budget& budget) {
  look_at_claims(game.rules, budget);
  if (game.rules->obliges() && (request.period || request.certificate))
    throw RequestError(
        "no theorem tells the period of values where moves oblige (again, entail); leave out --period to see the values");
  if (request.kind == ValueKind::grundy && game.rules->play() == Play::misere)
    throw RequestError(
        fmt::format("Grundy values exist under normal play only; ask for outcomes, or for the genus of one position, "
                    "which has its misère Grundy value (bouton genus {} {})",
                    game.name, request.last));
  if (request.row) return find_row(game, solver, request, budget);
  if (is_heap_run(game, request, budget))
    return run_heaps(game,
                     {.last = request.last,
                      .period = request.period || request.certificate,
                      .only_period = request.only_period,
                      .checkpoint = request.checkpoint},
                     budget);
  HeapRun found;
  found.values = heap_sequence(game, solver, request.last, request.kind, budget);
  if (request.period) found.period = period_of(game, found.values, budget);
  return found;
}

}  // namespace bouton
