// Answers about games of one heap, from the sequence of its Grundy values.
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "engine/base/costs.h"
#include "engine/base/memory_account.h"
#include "engine/heap/code/moves.h"
#include "engine/method/entailing_methods.h"
#include "engine/method/method.h"
#include "engine/method/method_parts.h"
#include "engine/method/solvers/heap_solver.h"
#include "engine/method/solvers/listed_options.h"
#include "engine/rules/rules.h"

namespace bouton {
namespace {

class HeapMethod final : public AnsweringMethod {
 public:
  explicit HeapMethod(const MethodParts& parts)
      : AnsweringMethod(parts, Method::heap, Preparation::none), heaps_(parts.heaps) {}

  Result<Proposal> propose(const Question& question, const ProposedSoFar& known) override;
  bool run(const Question& question, const Effort& allowance) override;
  Outcome outcome(const Component& component) override;
  Nimber nimber(const Component& component) override;
  std::optional<Nimber> nimber_beside(const Component& component) override { return nimber(component); }
  std::optional<MovesToValue> moves_to_value(const Component& component, const Integer& value, std::size_t at_most) override;
  std::string theorem(std::size_t game) override;
  std::optional<Table> table(const Box& box, ValueKind kind) override;

 private:
  HeapSolver& heaps_;
};

/// Heaps up to this have their options listed one by one.
constexpr std::int64_t kListedHeap = 1'000'000;

}  // namespace

Result<Proposal> HeapMethod::propose(const Question& question, const ProposedSoFar&) {
  if (question.of == Question::Of::sum) return Refusal{"the sequence tells of one heap"};
  if (question.of == Question::Of::remoteness || (question.of == Question::Of::table && question.kind == ValueKind::remoteness))
    return Refusal{"the sequence of values does not tell the remoteness"};
  if (question.of == Question::Of::table && question.striping == Striping::always)
    return Refusal{"the sequence of values is handed out as a whole"};
  const std::size_t game = question.of_box() ? 0 : question.component->game;
  if (!heaps_.applies(game)) return Refusal{heaps_.refusal(game)};
  const TakeAndBreak& code = heaps_.description(game);
  std::string reason = fmt::format("the take-and-break game {}, {}", code.code(),
                                   rules(game).heap_code().empty() ? "recognised from the moves" : "as the rule says");
  if (const std::optional<PeriodTheorem> theorem = period_theorem(code))
    reason += fmt::format("; a period is proved by {}: {}", theorem->name(), theorem->statement());
  const bool bounded = bounded_moves(code).has_value();
  const Integer last = question.of_box() ? widen(question.box->high()[0]) : question.component->position[0];
  Cost cost = heaps_.cost(game, last);
  if (question.of_box()) cost.seconds += costs::kHeapCell * static_cast<double>(question.box->size());
  else if (last <= widen_unsigned(kListedHeap) && heaps_.grundy_at_hand(game, last.get_ui()).value_or(1) != 0)
    cost.seconds += seconds_of_winning_moves(question, rules(game));
  return Proposal{
      .method = Method::heap,
      .reason = std::move(reason),
      .work = bounded ? "the values of all smaller heaps once, 1 to 4 bytes each, some million heaps a second where rare heaps "
                        "are few; no more than the period where one is proved"
                      : "the values of all smaller heaps once, 1 to 4 bytes each",
      .cost = cost};
}

/// The values are counted up to the heap when they are asked for.
bool HeapMethod::run(const Question& question, const Effort&) {
  if (question.component != nullptr) heaps_.grundy(question.component->game, question.component->position[0]);
  return true;
}

Outcome HeapMethod::outcome(const Component& component) { return nimber(component).outcome(); }

Nimber HeapMethod::nimber(const Component& component) { return Nimber(heaps_.grundy(component.game, component.position[0])); }

std::optional<Table> HeapMethod::table(const Box& box, ValueKind kind) {
  const Reservation cells(account(), bytes_of_cells(box));
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

void add_heap(const MethodParts& parts, MethodList& methods) {
  if (!parts.allowed.heap) return;
  methods.push_back(std::make_unique<HeapMethod>(parts));
  methods.push_back(make_entailing_heap_method(parts));
}

}  // namespace bouton
