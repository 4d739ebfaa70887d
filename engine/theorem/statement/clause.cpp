#include "engine/theorem/statement/clause.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <utility>

#include "engine/automata/bits.h"

namespace bouton {
namespace {

/// A clause while it is made simpler.
class Simplification {
 public:
  Simplification(const LinearOption& option, std::size_t tracks, const std::vector<Affine>& to)
      : tracks_(tracks),
        variables_(option.variables),
        conditions_(option.conditions),
        bits_(option.bits),
        order_(option.order) {
    for (const Affine& coordinate : to) target_.push_back(variable_of(coordinate));
  }

  /// False where the conditions are seen not to hold together.
  bool run() {
    for (std::size_t variable = tracks_; variable < variables_ && possible_; ++variable)
      if (std::ranges::find(target_, variable) == target_.end() && !has_bit_condition(variable)) eliminate(variable);
    if (possible_) reduce();
    return possible_;
  }

  Clause clause(const LinearOption& option) const {
    Clause clause;
    clause.line = option.line;
    clause.label = option.label;
    const std::vector<std::size_t> numbers = new_numbers();
    clause.moves.variables =
        static_cast<std::size_t>(std::ranges::count_if(numbers, [](std::size_t number) { return number != kUnused; }));
    for (const LinearCondition& condition : conditions_)
      clause.moves.conditions.push_back({renumbered(condition.form, numbers), condition.relation});
    for (const BitCondition& bits : bits_)
      clause.moves.bits.push_back({numbers[bits.a], numbers[bits.b], numbers[bits.result], bits.truth});
    for (const std::size_t variable : target_) clause.target.push_back(numbers[variable]);
    for (const Affine& form : order_) clause.order.push_back(renumbered(form, numbers));
    return clause;
  }

 private:
  static constexpr std::size_t kUnused = std::numeric_limits<std::size_t>::max();

  static Affine checked(Affine form) {
    if (!is_small(form)) throw AutomatonTooLarge{};
    return form;
  }

  /// The variable that the sum is, perhaps a new one.
  std::size_t variable_of(const Affine& form) {
    if (form.constant == 0 && form.terms.size() == 1 && form.terms[0].second == 1) return form.terms[0].first;
    const std::size_t variable = variables_++;
    possible_ = possible_ && add_condition(conditions_, {Affine::of_variable(variable) - form, Relation::equal});
    return variable;
  }

  bool has_bit_condition(std::size_t variable) const {
    return std::ranges::any_of(
        bits_, [&](const BitCondition& bits) { return bits.a == variable || bits.b == variable || bits.result == variable; });
  }

  /// Replaces the variable by the sum that it is equal to, if a condition says so.
  void eliminate(std::size_t variable) {
    const auto atom = static_cast<ExpressionId>(variable);
    const auto equation = std::ranges::find_if(conditions_, [&](const LinearCondition& condition) {
      return condition.relation == Relation::equal && std::abs(condition.form.coefficient(atom)) == 1;
    });
    if (equation == conditions_.end()) return;
    // c v + rest = 0, so v = -c rest for c = 1 or -1.
    const std::int64_t coefficient = equation->form.coefficient(atom);
    const Affine rest = substituted(equation->form, atom, {});
    const Affine value = scaled(rest, -coefficient);
    conditions_.erase(equation);
    const std::vector<LinearCondition> before = std::exchange(conditions_, {});
    possible_ = add_condition(conditions_, {checked(negated(value)), Relation::at_most});
    for (const LinearCondition& condition : before)
      possible_ =
          possible_ && add_condition(conditions_, {checked(substituted(condition.form, atom, value)), condition.relation});
    for (Affine& form : order_) form = checked(substituted(form, atom, value));
  }

  /// Inequalities that say less, or are shorter, once an equation is added to them or taken off.
  void reduce() {
    std::vector<LinearCondition> reduced;
    for (const LinearCondition& condition : conditions_)
      if (condition.relation == Relation::equal) possible_ = possible_ && add_condition(reduced, condition);
    const std::vector<LinearCondition> equations = reduced;
    for (LinearCondition condition : conditions_) {
      if (condition.relation == Relation::equal) continue;
      for (const LinearCondition& equation : equations)
        for (const std::int64_t sign : {1, -1})
          if (const Affine other = add(condition.form, equation.form, sign); is_simpler(other, condition.form))
            condition.form = other;
      possible_ = possible_ && add_condition(reduced, condition);
    }
    conditions_ = std::move(reduced);
  }

  /// Whether "at most 0" is easier to say of a than of b.
  static bool is_simpler(const Affine& a, const Affine& b) {
    const bool holds = a.constant <= 0 && std::ranges::all_of(a.terms, [](const auto& term) { return term.second < 0; });
    return holds || a.terms.size() < b.terms.size();
  }

  std::vector<std::size_t> new_numbers() const {
    std::vector<bool> used(variables_, false);
    std::fill_n(used.begin(), tracks_, true);
    for (const LinearCondition& condition : conditions_)
      for (const auto& term : condition.form.terms) used[term.first] = true;
    for (const Affine& form : order_)
      for (const auto& term : form.terms) used[term.first] = true;
    for (const BitCondition& bits : bits_) used[bits.a] = used[bits.b] = used[bits.result] = true;
    for (const std::size_t variable : target_) used[variable] = true;
    std::vector<std::size_t> numbers(variables_, kUnused);
    std::size_t next = 0;
    for (std::size_t variable = 0; variable < variables_; ++variable)
      if (used[variable]) numbers[variable] = next++;
    return numbers;
  }
  static Affine renumbered(const Affine& form, const std::vector<std::size_t>& numbers) {
    Affine result = Affine::of_constant(form.constant);
    for (const auto& [atom, coefficient] : form.terms) result = add(result, Affine::of_variable(numbers[atom]), coefficient);
    return result;
  }

  std::size_t tracks_, variables_;
  std::vector<LinearCondition> conditions_;
  std::vector<BitCondition> bits_;
  std::vector<Affine> order_;
  std::vector<std::size_t> target_;
  bool possible_ = true;
};

}  // namespace

std::optional<Clause> clause_of(const LinearOption& option, std::size_t tracks, const std::vector<Affine>& to) {
  Simplification simplification(option, tracks, to);
  if (!simplification.run()) return std::nullopt;
  return simplification.clause(option);
}

Conjunction conjunction_of(const LinearSet& set, const Numeration& system, std::size_t variables) {
  Conjunction conjunction(system, variables);
  for (const LinearCondition& condition : set.conditions) {
    LinearRelation relation{std::vector<std::int64_t>(variables, 0), condition.form.constant, condition.relation};
    for (const auto& [variable, coefficient] : condition.form.terms) relation.coefficients[variable] = coefficient;
    conjunction.add(std::move(relation));
  }
  for (const BitCondition& bits : set.bits) conjunction.add(bit_relation(bits.truth), {bits.a, bits.b, bits.result});
  return conjunction;
}

Automaton union_of(const std::vector<LinearSet>& sets, std::size_t tracks, const Numeration& system,
                   AutomataWorkspace& workspace) {
  std::vector<std::size_t> seen(tracks);
  for (std::size_t i = 0; i < tracks; ++i) seen[i] = i;
  Automaton result(system, tracks);
  for (const LinearSet& set : sets)
    result = combined(result, conjunction_of(set, system, set.variables).projection(seen, workspace), SetOperation::either,
                      workspace);
  return result;
}

}  // namespace bouton
