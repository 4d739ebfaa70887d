// Answers by theorems about the P-positions of all sizes: those that are kept, and those that are looked for where everything
// else is estimated to take long.
#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "engine/base/costs.h"
#include "engine/closed_form/closed_form.h"
#include "engine/closed_form/registry/registry.h"
#include "engine/method/method.h"
#include "engine/method/method_parts.h"
#include "engine/method/theorem_source.h"

namespace bouton {
namespace {

class TheoremMethod final : public AnsweringMethod {
 public:
  explicit TheoremMethod(const MethodParts& parts)
      : AnsweringMethod(parts, Method::theorem, Preparation::proof), source_(parts.theorems), last_(games().size()) {}

  /// One that is kept is proposed where everything else takes more than some milliseconds; one is looked for where everything
  /// else takes a third of a second, for positions with a coordinate beyond 2^31, and if the rules say closed_form = "theorem".
  Result<Proposal> propose(const Question& question, const ProposedSoFar& known) override;
  bool run(const Question& question, const Effort& allowance) override;
  Outcome outcome(const Component& component) override;
  Nimber nimber(const Component& component) override { return *nimber_beside(component); }
  std::optional<Nimber> nimber_beside(const Component& component) override;
  std::optional<std::vector<Outcome>> outcomes(std::size_t game, const Options& options) override;
  std::optional<MovesToValue> moves_to_value(const Component& component, const Integer& value, std::size_t at_most) override;
  std::string theorem(std::size_t game) override;
  std::optional<Table> table(const Box& box, ValueKind kind) override;
  std::optional<std::uint64_t> positions(const Box& box, const std::function<void(PositionView)>& visit,
                                         ResumableRun* resumable) override;

 private:
  /// What is known of a game, for the number of coordinates that was asked about last.
  struct Last {
    std::size_t dimensions = 0;
    std::unique_ptr<FoundTheorem> found = nullptr;
    std::optional<Refusal> refusal = {};  ///< there is none
    double looked_for = -1;               ///< with so many seconds' worth of work, in vain
  };

  Last& last(std::size_t game, std::size_t dimensions);
  bool is_wanted(std::size_t game) const;
  std::optional<Refusal> objection(const Question& question, std::size_t game) const;
  Proposal proposal_of(const Question& question, const Last& last);

  TheoremSource source_;
  std::vector<std::optional<Last>> last_;
};

/// Tables, searches and sequences do not reach positions with such a coordinate.
const Integer kBeyondTables = Integer(1) << 31;

/// What everything else must take, in the seconds of costs.h, before a theorem that is kept is read and proved again, and
/// before one is looked for.
constexpr double kWorthReading = 0.008, kWorthLooking = 0.3;

std::size_t dimensions_of(const Question& question) {
  return question.of_box() ? question.box->dimensions() : question.component->position.size();
}

/// What a theorem that is still to be found takes at least for a box: of P-positions a row of positions at a time, else a pass
/// for each of them.
double least_of_box(const Question& question) {
  double passes = static_cast<double>(question.box->size());
  if (question.of == Question::Of::positions) {
    std::uint64_t longest = 1;
    for (std::size_t i = 0; i < question.box->dimensions(); ++i) longest = std::max(longest, question.box->length(i));
    passes /= static_cast<double>(longest);
  }
  return costs::kPass * passes;
}

bool beyond_tables(const Question& question) {
  return !question.of_box() &&
         std::ranges::any_of(question.component->position, [](const Integer& number) { return number >= kBeyondTables; });
}

}  // namespace

TheoremMethod::Last& TheoremMethod::last(std::size_t game, std::size_t dimensions) {
  std::optional<Last>& last = last_[game];
  if (!last || last->dimensions != dimensions) last.emplace(Last{.dimensions = dimensions});
  return *last;
}

/// Whether the rules say that a theorem answers.
bool TheoremMethod::is_wanted(std::size_t game) const {
  const ClosedFormBinding* const binding = rules(game).closed_form();
  return binding != nullptr && binding->name == kTheoremForm;
}

/// Why a theorem does not answer such a question, if that is so.
std::optional<Refusal> TheoremMethod::objection(const Question& question, std::size_t game) const {
  if (question.of == Question::Of::remoteness || (question.of == Question::Of::table && question.kind != ValueKind::outcome))
    return Refusal{"a theorem tells outcomes"};
  if (question.of == Question::Of::table && question.striping == Striping::always)
    return Refusal{"a theorem hands out no stripes"};
  if (rules(game).domain().shape() != nullptr) return Refusal{"the positions are cells, not numbers"};
  if (rules(game).domain().is_terms()) return Refusal{"the positions are values of any form, not numbers"};
  return std::nullopt;
}

Result<Proposal> TheoremMethod::propose(const Question& question, const ProposedSoFar& known) {
  if (question.of == Question::Of::sum) return Refusal{"a theorem speaks of one position"};
  const std::size_t game = question.of_box() ? 0 : question.component->game;
  if (std::optional<Refusal> refusal = objection(question, game)) return *std::move(refusal);
  // A pass over the digits would tell the same again, and take its time where there are a million of them.
  if (question.of == Question::Of::grundy && question.outcome == Outcome::N)
    return Refusal{"the theorem tells the P-positions, not the values of others"};
  Last& last = this->last(game, dimensions_of(question));
  if (last.refusal) return *last.refusal;
  const bool needed = is_wanted(game) || (beyond_tables(question) && known.certain >= kWorthReading);
  if (!last.found) {
    if (!needed && known.least() < kWorthReading) return Refusal{"the position is within quick reach of other methods"};
    if (question.of == Question::Of::grundy) return Refusal{"a theorem of the P-positions does not tell the values of others"};
    if (last.looked_for < 0) {
      Result<std::unique_ptr<FoundTheorem>> kept = source_.kept(rules(game), last.dimensions);
      if (!kept) return *(last.refusal = kept.refusal());
      last.found = *std::move(kept);
      last.looked_for = 0;
    }
  }
  if (last.found) {
    if (question.of == Question::Of::grundy && !nimber_beside(*question.component))
      return Refusal{"the theorem tells the P-positions, not the values of others"};
    return proposal_of(question, last);
  }
  if (question.of_box() && least_of_box(question) > known.least() / 2)
    return Refusal{"a pass for every position takes about as long as other methods"};
  if (!needed && known.least() < kWorthLooking)
    return Refusal{"no theorem is kept, and other methods take less than its search"};
  return Proposal{.method = Method::theorem,
                  .reason = "the rules are a linear statement: a theorem about the P-positions is looked for",
                  .work = "guesses of automata from tables, and their proofs",
                  .cost = {.seconds = Cost::kUnknown, .bytes = 0},
                  .open_ended = true};
}

/// Of a theorem that is there.
Proposal TheoremMethod::proposal_of(const Question& question, const Last& last) {
  std::string work = "a pass over the digits; for the moves, one with the moves beside";
  if (last.found->kept) work += "; the theorem was kept from an earlier run, and proved again";
  if (question.of == Question::Of::positions) {
    if (const std::optional<double> steps = last.found->form->steps_to_positions(*question.box))
      return Proposal{.method = Method::theorem,
                      .reason = last.found->form->theorem(),
                      .work = fmt::format("{:.0f} steps of automata, a row of positions at a time", *steps),
                      .cost = {.seconds = costs::kAutomatonStep * *steps, .bytes = 0}};
  }
  double seconds = question.of_box() ? costs::kPass * static_cast<double>(question.box->size()) : costs::kPass + costs::kProof;
  if (!question.of_box())
    for (const Integer& number : question.component->position)
      seconds += costs::kDigit * static_cast<double>(mpz_sizeinbase(number.get_mpz_t(), 10));
  return Proposal{.method = Method::theorem,
                  .reason = last.found->form->theorem(),
                  .work = std::move(work),
                  .cost = {.seconds = seconds, .bytes = question.of_box() ? bytes_of_cells(*question.box) : 0}};
}

bool TheoremMethod::run(const Question& question, const Effort& allowance) {
  const std::size_t game = question.of_box() ? 0 : question.component->game;
  Last& last = this->last(game, dimensions_of(question));
  if (!last.found && allowance.seconds() > last.looked_for) {
    Result<std::unique_ptr<FoundTheorem>> found = source_.find(rules(game), last.dimensions, allowance.seconds());
    last.looked_for = allowance.seconds();
    if (found) last.found = *std::move(found);
    else if (allowance.unlimited()) last.refusal = found.refusal();
  }
  return last.found && (question.of_box() || last.found->form->outcome(question.component->position));
}

Outcome TheoremMethod::outcome(const Component& component) {
  return *last_[component.game]->found->form->outcome(component.position);
}

std::optional<Nimber> TheoremMethod::nimber_beside(const Component& component) {
  const Result<Integer> value = last_[component.game]->found->form->grundy(component.position);
  return value ? std::optional(Nimber(*value)) : std::nullopt;
}

std::optional<std::vector<Outcome>> TheoremMethod::outcomes(std::size_t game, const Options& options) {
  std::vector<Outcome> found;
  for (std::size_t i = 0; i < options.size(); ++i) {
    budget().check_stop_at(i);
    if (options[i].size() != 1) return std::nullopt;
    const Result<Outcome> outcome = last_[game]->found->form->outcome(widen(options[i][0]));
    if (!outcome) return std::nullopt;
    found.push_back(*outcome);
  }
  return found;
}

std::optional<MovesToValue> TheoremMethod::moves_to_value(const Component& component, const Integer& value,
                                                          std::size_t at_most) {
  if (value != 0) return std::nullopt;
  Result<WinningMoves> found = last_[component.game]->found->form->winning_moves(component.position, at_most);
  if (!found) return std::nullopt;
  return moves_of(*std::move(found));
}

std::string TheoremMethod::theorem(std::size_t game) {
  const std::optional<Last>& last = last_[game];
  return last && last->found ? last->found->form->theorem() : std::string();
}

std::optional<Table> TheoremMethod::table(const Box& box, ValueKind kind) {
  Table table = empty_table(box, kind, budget());
  std::uint64_t index = 0;
  ClosedForm& form = *last_[0]->found->form;
  Position position = box.low();
  do {
    budget().check_stop_at(index);
    if (rules(0).valid(position)) {
      const Result<Outcome> outcome = form.outcome(widen(position));
      if (!outcome) return std::nullopt;
      table.cells[index] = static_cast<std::uint32_t>(*outcome);
    }
    ++index;
  } while (box.next(position));
  return table;
}

std::optional<std::uint64_t> TheoremMethod::positions(const Box& box, const std::function<void(PositionView)>& visit,
                                                      ResumableRun* resumable) {
  if (!last_[0] || !last_[0]->found) return std::nullopt;
  ClosedForm& form = *last_[0]->found->form;
  if (!form.steps_to_positions(box)) return AnsweringMethod::positions(box, visit, resumable);
  const std::uint64_t done = resumable != nullptr ? resumable->begun().done : 0;
  if (done >= box.size()) return 0;
  // An earlier run came as far as somewhere within these values of the first coordinate.
  Position low = box.low();
  low[0] = box.position(done)[0];
  std::uint64_t count = 0;
  form.find_positions(Box(std::move(low), box.high()), [&](PositionView position) {
    const std::uint64_t number = box.index(position);
    if (number < done) return;
    ++count;
    visit(position);
    if (resumable != nullptr) resumable->reached(number + 1, [] { return std::string(); });
  });
  return count;
}

void add_theorem(const MethodParts& parts, MethodList& methods) {
  if (parts.allowed.closed_form) methods.push_back(std::make_unique<TheoremMethod>(parts));
}

}  // namespace bouton
