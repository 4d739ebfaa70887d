#include "engine/why/heap_reason.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/closed_form/wording.h"
#include "engine/method/solvers/heap_solver.h"
#include "engine/position/integer.h"
#include "engine/study/sequence/heap_run.h"

namespace bouton {
namespace {

/// Values that are listed, of small heaps; moves whose values make a mex.
constexpr Coordinate kListed = 40;
constexpr std::size_t kMostOptions = 400, kShownValues = 20;

std::string period_sentence(const Period& period, const TakeAndBreak& code) {
  const std::optional<PeriodTheorem> theorem = period_theorem(code);
  return fmt::format("From {} on the values repeat every {} heaps{}: they do up to heap {}, and by {} they then do for ever.",
                     period.preperiod, period.period,
                     period.saltus == 0 ? "" : fmt::format(", greater by {} each time", period.saltus), period.checked_to,
                     theorem ? theorem->source() : period.theorem);
}

/// "The Grundy value is 2, the least number that no option has: they have 0, 1, 3."
void add_mex(const Sum& sum, const Nimber& value, Solver& solver, Reason& reason) {
  if (sum[0].position[0] > widen_unsigned(kMostOptions) || !value.is_finite()) return;
  const std::vector<MoveValue> moves = solver.moves(sum);
  if (moves.size() > kMostOptions) return;
  std::set<Integer> values;
  for (const MoveValue& move : moves) {
    if (!move.value.grundy || !move.value.grundy->is_finite()) return;
    values.insert(move.value.grundy->value());
  }
  std::vector<std::string> listed;
  for (const Integer& one : values)
    if (listed.size() < kShownValues) listed.push_back(one.get_str());
  reason.paragraphs.push_back(
      {values.empty() ? "No move is left, so the Grundy value is 0."
                      : fmt::format("The Grundy value is {}, the least number that no option has: they have {}{}", value.text(),
                                    fmt::join(listed, ", "), values.size() > listed.size() ? ", ..." : ".")});
}

/// "The move one to 5 + 6 leaves heaps of the values 4 and 4, whose nim-sum is 0: whoever moves there loses."
std::string move_sentence(const Games& games, const Sum& sum, const Move& move, Solver& solver) {
  std::vector<std::string> values;
  for (const BigPosition& part : move.to)
    if (const std::optional<Nimber> value = solver.grundy({{sum[0].game, part}})) values.push_back(value->text());
  const std::string what = line_of(games, sum, move);
  if (values.empty()) return fmt::format("The move {} leaves no heap, and whoever cannot move loses.", what);
  const std::string left = values.size() == 1 ? fmt::format("a heap of the value {}", values[0])
                                              : fmt::format("heaps of the values {}, whose nim-sum is 0", joined(values));
  return fmt::format("The move {} leaves {}: whoever moves there loses.", what, left);
}

}  // namespace

void add_heap_reason(const Games& games, const Sum& sum, const Answer& answer, Solver& solver, const Budget& budget,
                     Reason& reason) {
  if (answer.value.remoteness == Remoteness{0}) {
    reason.paragraphs.push_back({"No move is left, and whoever cannot move loses."});
    return;
  }
  const Game& game = *games[sum[0].game];
  const std::string name = game.rules->domain().coordinate_name(0);
  const Integer& heap = sum[0].position[0];
  const Coordinate last = heap > widen(kListed) ? kListed : *narrow(heap);
  const HeapRun run = run_heaps(game, {.last = last, .period = true, .checkpoint = {}}, budget);
  reason.paragraphs.push_back({fmt::format(
      "Theorem: Sprague (1935), Grundy (1939): every heap has a Grundy value, 0 where whoever moves loses, and several heaps "
      "have the nim-sum of theirs, as in Nim. From {} = {} on the values are {}{}",
      name, run.values.box.low()[0], fmt::join(run.values.cells, ", "), heap > widen(kListed) ? ", ..." : ".")});
  if (run.period && run.period->proved)
    reason.paragraphs.push_back({period_sentence(*run.period, *heap_description(*game.rules, budget))});
  if (heap > widen(kListed) && run.period && run.period->proved && run.period->saltus == 0 &&
      heap >= widen_unsigned(run.period->preperiod)) {
    const Integer start = widen_unsigned(run.period->preperiod), period = widen_unsigned(run.period->period);
    const Integer times = (heap - start) / period;
    if (times > 0)
      reason.paragraphs.push_back(
          {fmt::format("{} = {} is {} + {} * {}, so its value is that of heap {}.", name, brief(heap),
                       brief(heap - times * period), brief(times), brief(period), brief(heap - times * period))});
  }
  const std::size_t before = reason.paragraphs.size();
  if (answer.value.grundy) add_mex(sum, *answer.value.grundy, solver, reason);
  if (answer.value.grundy && reason.paragraphs.size() == before)
    reason.paragraphs.push_back(
        {fmt::format("The Grundy value of {} = {} is {}.", name, brief(heap), answer.value.grundy->text())});
  reason.paragraphs.push_back({reason.move ? move_sentence(games, sum, *reason.move, solver)
                                           : "So every move leaves another value than 0, and the answer makes it 0 again."});
}

}  // namespace bouton
