#include "engine/theorem/forms/theorem_form.h"

#include <algorithm>

#include <fmt/format.h>

namespace bouton {
namespace {

/// What one question may take.
constexpr std::size_t kMostStates = 400'000;
constexpr std::uint64_t kMostSteps = 2'000'000'000;
/// Coordinates of options have words no longer than those of the position by more than this.
constexpr std::size_t kMoreDigits = 64;

Integer value_of(const Affine& form, const BigPosition& variables) {
  Integer value = widen(form.constant);
  for (const auto& [variable, coefficient] : form.terms) value += widen(coefficient) * variables[variable];
  return value;
}

class TheoremForm final : public ClosedForm {
 public:
  TheoremForm(Domain domain, GameFormula formula, Theorem theorem, std::vector<std::string> labels, const Budget& budget)
      : ClosedForm(std::move(domain)),
        formula_(std::move(formula)),
        theorem_(std::move(theorem)),
        labels_(std::move(labels)),
        budget_(budget) {
    AutomataWorkspace workspace(budget_, kMostStates, kMostSteps);
    for (std::size_t sheet = 0; sheet < formula_.sheets(); ++sheet)
      valid_.push_back(union_of(formula_.valid(sheet), formula_.tracks().size(), theorem_.system, workspace));
  }

  Play play() const override { return formula_.play(); }
  std::string theorem() const override {
    std::size_t states = 0;
    for (const Automaton& automaton : theorem_.p_positions()) states += automaton.states();
    return fmt::format("proved from the rule: an automaton of {} states that reads {} tells the P-positions", states,
                       theorem_.system.text());
  }

 private:
  /// An option that wins, with its place in the rule's order.
  struct Found {
    std::vector<Integer> order;
    Label label;
    BigPosition to;
  };

  std::optional<std::string> invalid(const BigPosition& position) const override {
    const std::optional<GameFormula::Place> place = formula_.place_of(position);
    if (place && valid_[place->sheet].accepts(word_of(*place))) return std::nullopt;
    return "is not valid";
  }
  Result<Outcome> find_outcome(const BigPosition& position) override {
    const GameFormula::Place place = *formula_.place_of(position);
    return theorem_.p_positions()[place.sheet].accepts(word_of(place)) ? Outcome::P : Outcome::N;
  }
  Result<WinningMoves> find_winning_moves(const BigPosition& position, std::size_t at_most) override;
  /// The digits of the numbers, which take the longest to find: those of the last place are kept.
  const Word& word_of(const GameFormula::Place& place) const {
    if (last_numbers_ != place.numbers || last_sheet_ != place.sheet) {
      last_word_ = theorem_.p_positions()[place.sheet].word_of(place.numbers);
      last_numbers_ = place.numbers;
      last_sheet_ = place.sheet;
    }
    return last_word_;
  }
  /// The winning options that a clause names, and whether these are all of them.
  void add_winning(const Clause& clause, const BigPosition& from, std::size_t at_most, AutomataWorkspace& workspace,
                   std::vector<Found>& found, bool& complete) const;

  GameFormula formula_;
  Theorem theorem_;
  std::vector<std::string> labels_;
  std::vector<Automaton> valid_;
  const Budget& budget_;
  mutable Word last_word_;
  mutable BigPosition last_numbers_;
  mutable std::size_t last_sheet_ = SIZE_MAX;
};

void TheoremForm::add_winning(const Clause& clause, const BigPosition& from, std::size_t at_most, AutomataWorkspace& workspace,
                              std::vector<Found>& found, bool& complete) const {
  Conjunction moves = conjunction_of(clause.moves, theorem_.system, clause.moves.variables);
  moves.add(theorem_.p_positions()[clause.to], clause.target);
  const Conjunction::Solutions solutions = moves.solutions(from, kMoreDigits, at_most + 1, workspace);
  complete = complete && solutions.complete;
  for (const BigPosition& variables : solutions.values) {
    GameFormula::Place to{clause.to, {}};
    for (const std::size_t variable : clause.target) to.numbers.push_back(variables[variable]);
    found.push_back({{}, clause.label, formula_.position_of(to)});
    for (const Affine& form : clause.order) found.back().order.push_back(value_of(form, variables));
  }
}

Result<WinningMoves> TheoremForm::find_winning_moves(const BigPosition& position, std::size_t at_most) {
  const GameFormula::Place place = *formula_.place_of(position);
  std::vector<Found> found;
  bool complete = true;
  AutomataWorkspace workspace(budget_, kMostStates, kMostSteps);
  const bool within = within_limits([&] {
    for (const Clause& clause : formula_.clauses())
      if (clause.from == place.sheet) add_winning(clause, place.numbers, at_most, workspace, found, complete);
  });
  if (!within) return Refusal{"the winning moves take automata that are too large"};
  std::ranges::stable_sort(found, [](const Found& a, const Found& b) {
    return std::ranges::lexicographical_compare(a.order, b.order, [](const Integer& x, const Integer& y) { return x < y; });
  });
  WinningMoveList list(at_most);
  std::vector<const BigPosition*> listed;
  for (Found& option : found) {
    if (std::ranges::any_of(listed, [&](const BigPosition* other) { return *other == option.to; })) continue;
    listed.push_back(&option.to);
    list.add(option.label < labels_.size() ? labels_[option.label] : "", option.to);
  }
  WinningMoves moves = list.take();
  moves.complete = moves.complete && complete;
  return moves;
}

}  // namespace

std::unique_ptr<ClosedForm> theorem_form(Domain domain, GameFormula formula, Theorem theorem, std::vector<std::string> labels,
                                         const Budget& budget) {
  return std::make_unique<TheoremForm>(std::move(domain), std::move(formula), std::move(theorem), std::move(labels), budget);
}

}  // namespace bouton
