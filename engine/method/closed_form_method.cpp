// Answers by the closed forms that rule files name: arithmetic on numbers of any size.
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "engine/base/costs.h"
#include "engine/base/memory_account.h"
#include "engine/closed_form/splitting_form.h"
#include "engine/method/method.h"
#include "engine/method/method_parts.h"
#include "engine/method/solvers/formulas.h"
#include "engine/rules/rules.h"

namespace bouton {
namespace {

class ClosedFormMethod final : public AnsweringMethod {
 public:
  explicit ClosedFormMethod(const MethodParts& parts)
      : AnsweringMethod(parts, Method::closed_form, Preparation::none), formulas_(parts.formulas) {}

  /// What is asked of the formula to know that it answers is kept for the answer.
  Result<Proposal> propose(const Question& question, const ProposedSoFar& known) override;
  bool run(const Question& question, const Effort& allowance) override;
  Outcome outcome(const Component& component) override;
  Nimber nimber(const Component& component) override;
  std::optional<Nimber> nimber_beside(const Component& component) override;
  std::optional<std::vector<Outcome>> outcomes(std::size_t game, const Options& options) override;
  std::optional<MovesToValue> moves_to_value(const Component& component, const Integer& value, std::size_t at_most) override;
  std::string theorem(std::size_t game) override;
  std::optional<Table> table(const Box& box, ValueKind kind) override;
  std::optional<std::uint64_t> positions(const Box& box, const std::function<void(PositionView)>& visit,
                                         ResumableRun* resumable) override;

 private:
  /// The last position that was asked about, and what the formula said.
  struct Last {
    Component component;
    Outcome outcome;
    std::optional<WinningMoves> winning;
  };

  Result<Proposal> propose_box(const Question& question);
  std::optional<Refusal> objection(const Question& question, ClosedForm& form);
  bool is_last(const Component& component) const {
    return last_ && last_->component.game == component.game && last_->component.position == component.position;
  }

  Formulas& formulas_;
  std::optional<Last> last_;
};

/// So many winning moves are kept.
constexpr std::size_t kKeptMoves = 1000;

/// Whether it tells all Grundy values, and moves that leave sums.
bool is_splitting(const ClosedForm& form) { return dynamic_cast<const SplittingForm*>(&form) != nullptr; }

double digits_of(const Integer& number) { return static_cast<double>(mpz_sizeinbase(number.get_mpz_t(), 10)); }

}  // namespace

Result<Proposal> ClosedFormMethod::propose(const Question& question, const ProposedSoFar&) {
  if (question.of == Question::Of::sum) return Refusal{"a formula speaks of one position"};
  if (question.of == Question::Of::remoteness) return Refusal{"formulas do not tell the remoteness"};
  const Result<ClosedForm*> form = formulas_.form(question.of_box() ? 0 : question.component->game);
  if (!form) return form.refusal();
  if (question.of_box()) return propose_box(question);
  if (std::optional<Refusal> refusal = objection(question, **form)) return *std::move(refusal);
  double seconds = costs::kFormula;
  for (const Integer& number : question.component->position) seconds += costs::kFormulaDigit * digits_of(number);
  return Proposal{.method = Method::closed_form,
                  .reason = theorem(question.component->game),
                  .work = "arithmetic on numbers as long as the position's",
                  .cost = {.seconds = seconds, .bytes = 0}};
}

/// Why the formula does not answer about a position, if that is so.
std::optional<Refusal> ClosedFormMethod::objection(const Question& question, ClosedForm& form) {
  const Component& component = *question.component;
  budget().check_stop();  // each question to a formula is some operations on numbers of any length
  if (question.of == Question::Of::grundy) {
    if (rules(component.game).play() != Play::normal) return Refusal{"play is not normal"};
    const Result<Integer> value = ask_formula([&] { return form.grundy(component.position); });
    if (!value) return value.refusal();
    return std::nullopt;
  }
  const Result<Outcome> outcome = ask_formula([&] { return form.outcome(component.position); });
  if (!outcome) return outcome.refusal();
  last_ = Last{component, *outcome, {}};
  if (question.of != Question::Of::winning_moves || is_splitting(form)) return std::nullopt;
  budget().check_stop();
  Result<WinningMoves> winning = ask_formula([&] { return form.winning_moves(component.position, kKeptMoves); });
  if (!winning) return winning.refusal();
  last_->winning = *std::move(winning);
  return std::nullopt;
}

/// A box is answered for position by position.
Result<Proposal> ClosedFormMethod::propose_box(const Question& question) {
  const Result<ClosedForm*> form = formulas_.form(0);
  const bool grundy = question.of == Question::Of::table && question.kind == ValueKind::grundy && is_splitting(**form);
  if (question.of == Question::Of::table && question.kind != ValueKind::outcome && !grundy)
    return Refusal{"formulas are asked for the outcomes of a box only"};
  if (question.of == Question::Of::table && question.striping == Striping::always)
    return Refusal{"a formula hands out no stripes"};
  for (const Position& corner : {question.box->low(), question.box->high()}) {
    if (!rules(0).valid(corner)) continue;
    const Result<Outcome> outcome = ask_formula([&] { return (*form)->outcome(widen(corner)); });
    if (!outcome) return outcome.refusal();
  }
  return Proposal{.method = Method::closed_form,
                  .reason = "the formula, position by position",
                  .work = fmt::format("arithmetic on small numbers, {} times", question.box->size()),
                  .cost = {.seconds = costs::kFormulaInBox * static_cast<double>(question.box->size()),
                           .bytes = bytes_of_cells(*question.box)}};
}

bool ClosedFormMethod::run(const Question&, const Effort&) { return true; }

Outcome ClosedFormMethod::outcome(const Component& component) {
  if (is_last(component)) return last_->outcome;
  return *ask_formula([&] { return (*formulas_.form(component.game))->outcome(component.position); });
}

Nimber ClosedFormMethod::nimber(const Component& component) { return *nimber_beside(component); }

std::optional<Nimber> ClosedFormMethod::nimber_beside(const Component& component) {
  if (rules(component.game).play() != Play::normal) return std::nullopt;
  budget().check_stop();
  const Result<Integer> value = ask_formula([&] { return (*formulas_.form(component.game))->grundy(component.position); });
  if (!value) return std::nullopt;
  return Nimber(*value);
}

std::optional<std::vector<Outcome>> ClosedFormMethod::outcomes(std::size_t game, const Options& options) {
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

std::optional<Table> ClosedFormMethod::table(const Box& box, ValueKind kind) {
  constexpr std::uint64_t kReportEvery = std::uint64_t{1} << 16;
  const Reservation cells(account(), bytes_of_cells(box));
  Table table = empty_table(box, kind, budget());
  ClosedForm& form = **formulas_.form(0);
  Position position = box.low();
  for (std::uint64_t index = 0; index < box.size(); ++index, box.next(position)) {
    budget().check_stop();
    if (index % kReportEvery == 0) budget().report("positions", index, box.size());
    if (!rules(0).valid(position)) continue;
    if (kind == ValueKind::grundy) {
      const Result<Integer> value = ask_formula([&] { return form.grundy(widen(position)); });
      const std::optional<std::uint64_t> narrowed = value ? narrow_unsigned(*value) : std::nullopt;
      if (!narrowed || *narrowed >= Table::kInfinite) return std::nullopt;
      table.cells[index] = static_cast<std::uint32_t>(*narrowed);
      continue;
    }
    const Result<Outcome> outcome = ask_formula([&] { return form.outcome(widen(position)); });
    if (!outcome) return std::nullopt;
    table.cells[index] = static_cast<std::uint32_t>(*outcome);
  }
  return table;
}

/// One after the other, so that a run can go on with another.
std::optional<std::uint64_t> ClosedFormMethod::positions(const Box& box, const std::function<void(PositionView)>& visit,
                                                         ResumableRun* resumable) {
  if (resumable == nullptr || !resumable->may_be_continued()) return AnsweringMethod::positions(box, visit, resumable);
  ClosedForm& form = **formulas_.form(0);
  std::uint64_t count = 0, index = resumable->begun().done;
  if (index >= box.size()) return count;
  Position position = box.position(index);
  for (; index < box.size(); ++index, box.next(position)) {
    budget().check_stop();
    if (rules(0).valid(position)) {
      const Result<Outcome> outcome = ask_formula([&] { return form.outcome(widen(position)); });
      if (!outcome && count == 0 && resumable->begun().done == 0) return std::nullopt;
      if (!outcome)
        throw LimitError(fmt::format("the formula tells nothing more at {}: {}", to_string(position), outcome.reason()));
      if (*outcome == Outcome::P) {
        visit(position);
        ++count;
      }
    }
    resumable->reached(index + 1, [] { return std::string(); });
  }
  return count;
}

std::optional<MovesToValue> ClosedFormMethod::moves_to_value(const Component& component, const Integer& value,
                                                             std::size_t at_most) {
  ClosedForm& form = **formulas_.form(component.game);
  if (auto* const splitting = dynamic_cast<SplittingForm*>(&form)) {
    const std::size_t most_positions =
        (account()->limit() - account()->used()) / bytes_of_position_in_move(component.position.size());
    Result<SplittingMoves> found =
        ask_formula([&] { return splitting->splitting_moves(component.position, value, at_most, most_positions); });
    if (!found) return std::nullopt;
    MovesToValue moves{.moves = {}, .complete = found->complete, .lacks_memory = found->too_long};
    for (SplittingMoves::To& to : found->moves) moves.moves.push_back({std::move(to.label), std::move(to.positions)});
    return moves;
  }
  const bool winning = value == 0;
  if (winning && is_last(component) && last_->winning && last_->winning->complete && last_->winning->moves.size() <= at_most)
    return moves_of(*last_->winning);
  Result<WinningMoves> found = ask_formula([&] {
    return winning ? form.winning_moves(component.position, at_most) : form.moves_to_value(component.position, value, at_most);
  });
  if (!found) return std::nullopt;
  return moves_of(*std::move(found));
}

std::string ClosedFormMethod::theorem(std::size_t game) {
  ClosedForm& form = **formulas_.form(game);
  const std::string assumption = form.assumption();
  return assumption.empty() ? form.theorem() : form.theorem() + "; " + assumption;
}

void add_closed_form(const MethodParts& parts, MethodList& methods) {
  if (parts.allowed.closed_form) methods.push_back(std::make_unique<ClosedFormMethod>(parts));
}

}  // namespace bouton
