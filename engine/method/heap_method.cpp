#include "engine/method/heap_method.h"

#include <fmt/format.h>

#include "engine/heap/code/moves.h"

namespace bouton {
namespace {

/// Heaps up to this have their options listed one by one.
constexpr std::int64_t kListedHeap = 1'000'000;

}  // namespace

HeapMethod::HeapMethod(std::vector<std::shared_ptr<const Rules>> games, HeapSolver& heaps, const Budget& budget,
                       std::shared_ptr<MemoryAccount> account)
    : AnsweringMethod(budget), games_(std::move(games)), heaps_(heaps), account_(std::move(account)) {}

Result<Proposal> HeapMethod::propose(const Question& question, const Known&) {
  if (question.of == Question::Of::sum) return Refusal{"the sequence tells of one heap"};
  if (question.of == Question::Of::remoteness || (question.of == Question::Of::table && question.kind == ValueKind::remoteness))
    return Refusal{"the sequence of values does not tell the remoteness"};
  if (question.of == Question::Of::table && question.striping == Striping::always)
    return Refusal{"the sequence of values is handed out as a whole"};
  const std::size_t game = question.of_box() ? 0 : question.component->game;
  if (!heaps_.applies(game)) return Refusal{heaps_.refusal(game)};
  const TakeAndBreak& code = heaps_.description(game);
  std::string reason = fmt::format("the take-and-break game {}, {}", code.code(),
                                   games_[game]->heap_code().empty() ? "recognised from the moves" : "as the rule says");
  if (const std::optional<PeriodTheorem> theorem = period_theorem(code))
    reason += fmt::format("; a period is proved by {}: {}", theorem->name(), theorem->statement());
  const bool bounded = bounded_moves(code).has_value();
  const Integer last = question.of_box() ? widen(question.box->high()[0]) : question.component->position[0];
  return Proposal{
      .method = Method::heap,
      .reason = std::move(reason),
      .work = bounded ? "the values of all smaller heaps once, 1 to 4 bytes each, some million heaps a second where rare heaps "
                        "are few; no more than the period where one is proved"
                      : "the values of all smaller heaps once, 1 to 4 bytes each",
      .cost = heaps_.cost(game, last)};
}

/// The values are counted up to the heap when they are asked for.
bool HeapMethod::run(const Question& question, const Effort&) {
  if (question.component != nullptr) heaps_.grundy(question.component->game, question.component->position[0]);
  return true;
}

Outcome HeapMethod::outcome(const Component& component) { return nimber(component).outcome(); }

Nimber HeapMethod::nimber(const Component& component) { return Nimber(heaps_.grundy(component.game, component.position[0])); }

std::optional<Table> HeapMethod::table(const Box& box, ValueKind kind) {
  const Reservation cells(account_, bytes_of_cells(box));
  Table table = empty_table(box, kind, budget());
  heaps_.fill(0, table);
  if (kind == ValueKind::outcome)
    for (std::uint32_t& cell : table.cells) cell = static_cast<std::uint32_t>(cell == 0 ? Outcome::P : Outcome::N);
  return table;
}

std::optional<MovesToValue> HeapMethod::moves_to_value(const Component& component, const Integer& value, std::size_t at_most) {
  if (component.position[0] <= widen_unsigned(kListedHeap)) return std::nullopt;
  return heaps_.moves_to_value(component.game, component.position[0], value, at_most);
}

std::string HeapMethod::theorem(std::size_t game) { return heaps_.theorem(game); }

}  // namespace bouton
