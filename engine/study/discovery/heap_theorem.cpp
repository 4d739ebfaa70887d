#include "engine/study/discovery/heap_theorem.h"

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
    const HeapRun run = run_heaps(game, {.last = kProvedHeaps, .period = true, .checkpoint = {}}, budget);
    if (run.period && run.period->proved) return HeapTheorem{*run.period, 0};
  } catch (const RequestError&) {  // no game of heaps that end
  } catch (const LimitError&) {}
  return std::nullopt;
}

}  // namespace bouton
