#include "engine/plan/ways/closed_form_way.h"

#include <fmt/format.h>

namespace bouton {
namespace {

/// What a formula takes for one small position.
constexpr double kSeconds = 2e-6;

/// So many winning moves are kept.
constexpr std::size_t kKeptMoves = 1000;

template <class T>
std::optional<T> answer_of(Result<T> covered) {
  if (!covered) return std::nullopt;
  return *std::move(covered);
}

}  // namespace

ClosedFormWay::ClosedFormWay(std::vector<std::shared_ptr<const Rules>> games, Formulas& formulas, Kernels* kernels,
                             const Budget& budget, std::shared_ptr<MemoryAccount> account)
    : AnsweringWay(budget), games_(std::move(games)), formulas_(formulas), kernels_(kernels), account_(std::move(account)) {}

Result<Offer> ClosedFormWay::offer(const Question& question) {
  if (question.of == Question::Of::sum) return Refusal{"a formula speaks of one position"};
  if (question.of == Question::Of::remoteness) return Refusal{"formulas do not tell the remoteness"};
  const Result<ClosedForm*> form = formulas_.form(question.of_box() ? 0 : question.component->game);
  if (!form) return form.refusal();
  if (question.of_box()) return offer_box(question);
  const Component& component = *question.component;
  if (question.of == Question::Of::grundy) {
    if (games_[component.game]->play() != Play::normal) return Refusal{"play is not normal"};
    const Result<Integer> value = ask_formula([&] { return (*form)->grundy(component.position); });
    if (!value) return value.refusal();
    return Offer{Way::closed_form};
  }
  return offer_outcome(component, **form, question.of == Question::Of::winning_moves);
}

/// What is asked of the formula to know that it answers is kept for the answer.
Result<Offer> ClosedFormWay::offer_outcome(const Component& component, ClosedForm& form, bool with_moves) {
  const Result<Outcome> outcome = ask_formula([&] { return form.outcome(component.position); });
  if (!outcome) return outcome.refusal();
  last_ = Last{component, *outcome, {}};
  if (!with_moves) return Offer{Way::closed_form};
  Result<WinningMoves> winning = ask_formula([&] { return form.winning_moves(component.position, kKeptMoves); });
  if (!winning) return winning.refusal();
  last_->winning = *std::move(winning);
  return Offer{Way::closed_form};
}

/// A box is answered for position by position: where the kernels do not take less.
Result<Offer> ClosedFormWay::offer_box(const Question& question) {
  if (question.of == Question::Of::table && question.kind != ValueKind::outcome)
    return Refusal{"formulas are asked for the outcomes of a box only"};
  const Result<ClosedForm*> form = formulas_.form(0);
  for (const Position& corner : {question.box->low(), question.box->high()}) {
    if (!games_[0]->valid(corner)) continue;
    const Result<Outcome> outcome = ask_formula([&] { return (*form)->outcome(widen(corner)); });
    if (!outcome) return outcome.refusal();
  }
  if (kernels_ == nullptr) return Offer{Way::closed_form};
  const double seconds = kSeconds * static_cast<double>(question.box->size());
  if (const Result<TablePlan> stripes = kernels_->plan_stripes(*question.box, question.kind, question.striping);
      stripes && (question.striping == Striping::always || stripes->seconds <= seconds))
    return Refusal{"stripes of a table cost less than the formula, position by position"};
  const Result<TablePlan> plan = kernels_->plan(*question.box, ValueKind::outcome, question.of == Question::Of::positions);
  if (!plan || plan->seconds > seconds) return Offer{Way::closed_form};
  return Refusal{"a table costs less than the formula, position by position"};
}

Description ClosedFormWay::describe(const Question& question) {
  if (question.of_box())
    return {{}, "the formula, position by position, costs less than a table", "arithmetic on small numbers"};
  std::string reason = theorem(question.component->game);
  return {{}, std::move(reason), "arithmetic on numbers as long as the position's"};
}

std::optional<Outcome> ClosedFormWay::outcome(const Component& component) {
  if (last_ && is_last(component)) return last_->outcome;
  return answer_of(ask_formula([&] { return (*formulas_.form(component.game))->outcome(component.position); }));
}

std::optional<Nimber> ClosedFormWay::nimber(const Component& component) {
  const Result<Integer> value = ask_formula([&] { return (*formulas_.form(component.game))->grundy(component.position); });
  if (!value) return std::nullopt;
  return Nimber(*value);
}

std::optional<std::vector<Outcome>> ClosedFormWay::outcomes(std::size_t game, const Options& options) {
  ClosedForm& form = **formulas_.form(game);
  std::vector<Outcome> found;
  for (std::size_t i = 0; i < options.size(); ++i) {
    budget().check_stop();
    if (options[i].size() != 1) return std::nullopt;
    const Result<Outcome> outcome = ask_formula([&] { return form.outcome(widen(options[i][0])); });
    if (!outcome) return std::nullopt;
    found.push_back(*outcome);
  }
  return found;
}

std::optional<Table> ClosedFormWay::table(const Box& box, ValueKind kind) {
  constexpr std::uint64_t kReportEvery = std::uint64_t{1} << 16;
  const Reservation cells(account_, bytes_of_cells(box));
  Table table = empty_table(box, kind, budget());
  ClosedForm& form = **formulas_.form(0);
  Position position = box.low();
  for (std::uint64_t index = 0; index < box.size(); ++index, box.next(position)) {
    budget().check_stop();
    if (index % kReportEvery == 0) budget().report("positions", index, box.size());
    if (!games_[0]->valid(position)) continue;
    const Result<Outcome> outcome = ask_formula([&] { return form.outcome(widen(position)); });
    if (!outcome) return std::nullopt;
    table.cells[index] = static_cast<std::uint32_t>(*outcome);
  }
  return table;
}

std::optional<MovesToValue> ClosedFormWay::moves_to_value(const Component& component, const Integer& value,
                                                          std::size_t at_most) {
  ClosedForm& form = **formulas_.form(component.game);
  const bool winning = value == 0;
  if (winning && last_ && last_->winning && is_last(component) && last_->winning->complete &&
      last_->winning->moves.size() <= at_most)
    return moves_of(*last_->winning);
  Result<WinningMoves> found = ask_formula([&] {
    return winning ? form.winning_moves(component.position, at_most) : form.moves_to_value(component.position, value, at_most);
  });
  if (!found) return std::nullopt;
  return moves_of(*std::move(found));
}

std::string ClosedFormWay::theorem(std::size_t game) {
  ClosedForm& form = **formulas_.form(game);
  const std::string assumption = form.assumption();
  return assumption.empty() ? form.theorem() : form.theorem() + "; " + assumption;
}

}  // namespace bouton
