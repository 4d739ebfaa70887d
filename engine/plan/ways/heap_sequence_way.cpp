#include "engine/plan/ways/heap_sequence_way.h"

#include <fmt/format.h>

#include "engine/heap/code/moves.h"

namespace bouton {
namespace {

/// Heaps up to this have their options listed one by one.
constexpr std::int64_t kListedHeap = 1'000'000;

}  // namespace

HeapSequenceWay::HeapSequenceWay(std::vector<std::shared_ptr<const Rules>> games, HeapSolver& heaps, const Budget& budget,
                                 std::shared_ptr<MemoryAccount> account)
    : AnsweringWay(budget), games_(std::move(games)), heaps_(heaps), account_(std::move(account)) {}

Result<Offer> HeapSequenceWay::offer(const Question& question) {
  if (question.of == Question::Of::sum) return Refusal{"the sequence tells of one heap"};
  if (question.of == Question::Of::remoteness || (question.of == Question::Of::table && question.kind == ValueKind::remoteness))
    return Refusal{"the sequence of values does not tell the remoteness"};
  const std::size_t game = question.of_box() ? 0 : question.component->game;
  if (heaps_.applies(game)) return Offer{Way::heap};
  return Refusal{heaps_.refusal(game)};
}

Description HeapSequenceWay::describe(const Question& question) {
  const std::size_t game = question.of_box() ? 0 : question.component->game;
  const TakeAndBreak& code = heaps_.description(game);
  std::string reason = fmt::format("the take-and-break game {}, {}", code.code(),
                                   games_[game]->heap_code().empty() ? "recognised from the moves" : "as the rule says");
  if (const std::optional<PeriodTheorem> theorem = period_theorem(code))
    reason += fmt::format("; a period is proved by {}: {}", theorem->name(), theorem->statement());
  return {{},
          std::move(reason),
          bounded_moves(code)
              ? "the values of all smaller heaps once, 1 to 4 bytes each, some million heaps a second where rare heaps "
                "are few; no more than the period where one is proved"
              : "the values of all smaller heaps once, 1 to 4 bytes each"};
}

std::optional<Outcome> HeapSequenceWay::outcome(const Component& component) { return nimber(component)->outcome(); }

std::optional<Nimber> HeapSequenceWay::nimber(const Component& component) {
  return Nimber(heaps_.grundy(component.game, component.position[0]));
}

std::optional<Table> HeapSequenceWay::table(const Box& box, ValueKind kind) {
  const Reservation cells(account_, bytes_of_cells(box));
  Table table = empty_table(box, kind, budget());
  heaps_.fill(0, table);
  if (kind == ValueKind::outcome)
    for (std::uint32_t& cell : table.cells) cell = static_cast<std::uint32_t>(cell == 0 ? Outcome::P : Outcome::N);
  return table;
}

std::optional<MovesToValue> HeapSequenceWay::moves_to_value(const Component& component, const Integer& value,
                                                            std::size_t at_most) {
  if (component.position[0] <= widen_unsigned(kListedHeap)) return std::nullopt;
  return heaps_.moves_to_value(component.game, component.position[0], value, at_most);
}

std::string HeapSequenceWay::theorem(std::size_t game) { return heaps_.theorem(game); }

}  // namespace bouton
