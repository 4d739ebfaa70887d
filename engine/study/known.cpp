#include "engine/study/known.h"

#include "engine/base/errors.h"
#include "engine/method/solvers/formulas.h"
#include "engine/method/solvers/heap_solver.h"

namespace bouton {
namespace {

constexpr Coordinate kFarHeap = 1'000'000;

/// `find` as far as it goes.
template <class Find>
void as_far_as_possible(Find find) {
  try {
    find();
  } catch (const RuleError&) {
  } catch (const LimitError&) {
  } catch (const RequestError&) {}
}

}  // namespace

KnownOfAll known_of_all(const Game& game, const Budget& budget) {
  KnownOfAll known;
  as_far_as_possible([&] {
    Formulas formulas({game.rules}, budget);
    if (const Result<ClosedForm*> form = formulas.form(0)) known.theorem = (*form)->theorem();
  });
  as_far_as_possible([&] {
    HeapSolver heaps({game.rules}, budget);
    if (!heaps.applies(0)) return;
    (void)heaps.cost(0, widen(kFarHeap));  // looks for a period where small heaps may prove it
    known.period = heaps.period(0);
  });
  return known;
}

}  // namespace bouton
