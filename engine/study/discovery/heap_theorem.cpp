#include "engine/study/discovery/heap_theorem.h"

#include <atomic>
#include <cstdint>

#include "engine/base/errors.h"
#include "engine/method/solvers/heap_solver.h"
#include "engine/misere/game_quotient.h"
#include "engine/study/sequence/heap_run.h"

namespace bouton {
namespace {

/// Heaps whose Grundy values are computed for a proof of their period.
constexpr Coordinate kProvedHeaps = 20'000;
/// The last heap of a misère quotient, and its most elements.
constexpr Coordinate kLastHeap = 384;
constexpr std::size_t kMostElements = 200;

/// Work for a period, as the budget counts it: a second or two, of games that leave many heaps.
constexpr std::int64_t kPeriodPolls = 100'000;

std::optional<HeapTheorem> theorem_of_period(const Game& game, const Budget& budget) {
  std::atomic<std::int64_t> polls_left{kPeriodPolls};
  Budget counted = budget;
  counted.polls_left = &polls_left;
  try {
    const HeapRun run = run_heaps(game, {.last = kProvedHeaps, .period = true, .checkpoint = {}}, counted);
    if (run.period && run.period->proved) return HeapTheorem{*run.period, 0};
  } catch (const Interrupted&) {
    budget.check_stop();  // whoever asked wants it to stop
  }
  return std::nullopt;
}

std::optional<HeapTheorem> theorem_of_quotient(const Game& game, const Budget& budget) {
  const std::optional<WholeQuotient> whole = whole_quotient(game, kLastHeap, kMostElements, budget);
  if (!whole) return std::nullopt;
  return HeapTheorem{{.preperiod = whole->period.preperiod,
                      .period = whole->period.period,
                      .saltus = 0,
                      .proved = true,
                      .theorem = "Plambeck-Siegel",
                      .checked_to = whole->period.checked - 1},
                     whole->elements};
}

}  // namespace

std::optional<HeapTheorem> theorem_of_heaps(const Game& game, const Budget& budget) {
  const Domain& domain = game.rules->domain();
  if (domain.is_piles() || domain.is_terms() || domain.dimensions() != 1) return std::nullopt;
  try {
    if (game.rules->play() == Play::misere) return theorem_of_quotient(game, budget);
    if (game.rules->play() != Play::normal || !heap_description(*game.rules, budget)) return std::nullopt;
    return theorem_of_period(game, budget);
  } catch (const RequestError&) {  // no game of heaps that end
  } catch (const LimitError&) {}
  return std::nullopt;
}

}  // namespace bouton
