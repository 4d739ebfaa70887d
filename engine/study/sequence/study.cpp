#include "engine/study/sequence/study.h"

#include "engine/method/solvers/heap_solver.h"
#include "engine/plan/claims.h"
#include "engine/study/sequence/formula_period.h"
#include "engine/study/sequence/sequence.h"

namespace bouton {

bool are_heap_values(const Game& game, ValueKind kind, const Budget& budget) {
  return kind == ValueKind::grundy && heap_description(*game.rules, budget);
}

bool is_heap_run(const Game& game, const SequenceRequest& request, const Budget& budget) {
  if (request.row) return false;
  return request.checkpoint || request.certificate || (request.period && are_heap_values(game, request.kind, budget));
}

HeapRun find_sequence(const Game& game, Solver& solver, const SequenceRequest& request, const Budget& budget) {
  look_at_claims(game.rules, budget);
  HeapRun found;
  if (request.row) {
    found.values = row_sequence(game, solver, *request.row, request.last, request.kind);
    if (request.period) found.period = row_period(game, *request.row, found.values, budget);
    return found;
  }
  if (is_heap_run(game, request, budget))
    return run_heaps(game,
                     {.last = request.last,
                      .period = request.period || request.certificate,
                      .only_period = request.only_period,
                      .checkpoint = request.checkpoint},
                     budget);
  found.values = heap_sequence(game, solver, request.last, request.kind, budget);
  if (request.period) found.period = period_of(game, found.values, budget);
  return found;
}

}  // namespace bouton
