#include "engine/theorem/predicate/predicate_automaton.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "engine/position/powers_and_roots.h"
#include "engine/theorem/learning/systems.h"
#include "engine/theorem/statement/clause.h"

namespace bouton {
namespace {

// What a condition speaks of --------------------------------------------------------------------------------------------

/// The numbers under roots, the golden section as 5; and whether it speaks of binary digits.
struct Spoken {
  std::set<std::int64_t> roots;
  bool bits = false;
};

void listen(const Term& term, Spoken& spoken) {
  if (term.kind == Term::Kind::bits) spoken.bits = true;
  if (term.kind == Term::Kind::floor_phi) spoken.roots.insert(5);
  if (term.kind == Term::Kind::floor_sqrt) spoken.roots.insert(term.number);
  for (const Term& part : term.parts) listen(part, spoken);
}
void listen(const Predicate& predicate, Spoken& spoken) {
  for (const Term& term : predicate.terms) listen(term, spoken);
  for (const Predicate& part : predicate.parts) listen(part, spoken);
}

/// sqrt(d) = (multiple alpha - constant) / divisor for the alpha of an Ostrowski system.
struct RootByAlpha {
  std::int64_t multiple = 0, constant = 0, divisor = 1;
};

/// Nothing where sqrt(d) is not in the field, or numbers get too large.
std::optional<RootByAlpha> root_by_alpha(const Numeration& system, std::int64_t d) {
  if (!system.is_ostrowski()) return std::nullopt;
  // theta = [c(0); c(1), ..., c(p - 1), theta] = (a theta + b) / (c theta + e).
  std::int64_t a = 1, b = 0, c = 0, e = 1;
  for (std::size_t place = 0; place < system.period(); ++place) {
    const std::int64_t quotient = system.quotient(place);
    b = std::exchange(a, a * quotient + b);
    e = std::exchange(c, c * quotient + e);
    if (a > kGreatestLinearNumber) return std::nullopt;
  }
  // A theta^2 + B theta + C = 0, and alpha = theta / (theta + 1).
  const std::int64_t common = std::gcd(std::gcd(c, e - a), b);
  const std::int64_t A = c / common, B = (e - a) / common, C = -b / common;
  const std::int64_t discriminant = B * B - 4 * A * C;
  if (discriminant % d != 0) return std::nullopt;
  const std::int64_t factor = whole_root(discriminant / d);
  if (factor == 0 || factor * factor * d != discriminant) return std::nullopt;
  return RootByAlpha{2 * (A - B + C), 2 * C - B, factor};
}

// Sets of whole parts ---------------------------------------------------------------------------------------------------

/// The pairs (n, s) where the word of s is that of n with so many zeros behind it, a multiple of the system's period.
Automaton shifted_words(const Numeration& system, std::size_t by, AutomataWorkspace& workspace) {
  // What was read last of s, the oldest digit first, which n must have next; and how many digits follow, modulo the period.
  using Read = std::pair<std::size_t, std::vector<Digit>>;
  Automaton pairs(system, 2);
  std::map<Read, State> numbers;
  std::vector<Read> reads;
  const auto state_of = [&](const Read& read) {
    const auto [at, is_new] = numbers.try_emplace(read, static_cast<State>(reads.size()));
    if (is_new) {
      workspace.check_states(reads.size() + 1);
      if (!reads.empty()) pairs.add_state(false);
      reads.push_back(read);
    }
    return at->second;
  };
  const std::vector<Digit> zeros(by, 0);
  state_of({0, zeros});
  pairs.set_accepting(0, true);
  for (std::size_t from = 0; from < reads.size(); ++from) {
    workspace.spend(pairs.letters());
    const Read read = reads[from];
    const std::size_t place = (read.first == 0 ? system.period() : read.first) - 1;
    for (Letter letter = 0; letter < pairs.letters(); ++letter) {
      const Digit digit = pairs.digit(letter, 1);
      // Digits of s alone are looked at here, without what stood before: all pairs are made of words below.
      const bool follows = digit <= system.quotient(place) && (read.second.back() < system.quotient(place + 1) || digit == 0);
      if (pairs.digit(letter, 0) != read.second.front() || !follows) continue;
      Read next{place, {read.second.begin() + 1, read.second.end()}};
      next.second.push_back(digit);
      pairs.set_next(static_cast<State>(from), letter, state_of(next));
    }
  }
  return combined(pairs, all_tuples(system, 2), SetOperation::both, workspace);
}

/// The numbers above 0 whose last digit that is not 0 has an even place.
Automaton last_place_even(const Numeration& system, AutomataWorkspace& workspace) {
  enum : State { none, even, odd };
  Automaton numbers(system, 1);
  numbers.add_state(true);
  numbers.add_state(false);
  for (Letter letter = 0; letter < numbers.letters(); ++letter)
    for (const State from : {State{none}, State{even}, State{odd}})
      numbers.set_next(from, letter, numbers.digit(letter, 0) != 0 ? even : from == none ? none : from == even ? odd : even);
  return combined(numbers, all_tuples(system, 1), SetOperation::both, workspace);
}

/// The pairs (n, floor(n alpha)).
Automaton whole_parts(const Numeration& system, AutomataWorkspace& workspace) {
  constexpr std::size_t kNumber = 0, kFloor = 1, kShifted = 2, kVariables = 4;  // the last is F
  const std::size_t period = system.period();
  const std::int64_t before = *system.weight(period - 1), now = *system.weight(period);
  const Automaton shifted = shifted_words(system, period, workspace);
  const Automaton even = last_place_even(system, workspace);
  const Automaton other = complement(even, workspace);
  Automaton result(system, 2);
  for (const bool is_even : {true, false}) {
    Conjunction whole(system, kVariables);
    whole.add(shifted, {kNumber, kShifted});
    whole.add({{before, 0, -1, now - before}, 0, Relation::equal});
    whole.add({{0, 1, 0, -1}, is_even ? 1 : 0, Relation::equal});
    whole.add(is_even ? even : other, {kNumber});
    result = combined(result, whole.projection({kNumber, kFloor}, workspace), SetOperation::either, workspace);
  }
  return result;
}

// Conditions --------------------------------------------------------------------------------------------------------------

class Compiler {
 public:
  Compiler(const Numeration& system, AutomataWorkspace& workspace) : system_(system), workspace_(workspace) {}

  Automaton of(const Predicate& predicate, std::size_t variables) {
    switch (predicate.kind) {
      case Predicate::Kind::constant: return constant(predicate.holds, variables);
      case Predicate::Kind::compared: return compared(predicate, variables);
      case Predicate::Kind::both: return joined(predicate, SetOperation::both, variables);
      case Predicate::Kind::either: return joined(predicate, SetOperation::either, variables);
      case Predicate::Kind::negation: return complement(of(predicate.parts[0], variables), workspace_);
      case Predicate::Kind::exists: {
        Conjunction inside(system_, variables + 1);
        inside.add(of(predicate.parts[0], variables + 1), first(variables + 1));
        return inside.projection(first(variables), workspace_);
      }
    }
    return Automaton(system_, variables);
  }

 private:
  /// A value in one case: conditions on the variables and further numbers under which it is that sum.
  struct Case {
    Affine value;
    LinearSet set;
    std::vector<std::array<std::size_t, 2>> whole_parts = {};  ///< pairs of numbers n, floor(n alpha)
  };
  static constexpr std::size_t kMostCases = 256;

  static std::vector<std::size_t> first(std::size_t count) {
    std::vector<std::size_t> variables(count);
    std::iota(variables.begin(), variables.end(), std::size_t{0});
    return variables;
  }
  Automaton constant(bool holds, std::size_t variables) const {
    return holds ? all_tuples(system_, variables) : Automaton(system_, variables);
  }
  Automaton joined(const Predicate& predicate, SetOperation operation, std::size_t variables) {
    Automaton result = constant(operation == SetOperation::both, variables);
    for (const Predicate& part : predicate.parts) result = combined(result, of(part, variables), operation, workspace_);
    return result;
  }

  Automaton compared(const Predicate& predicate, std::size_t variables) {
    Automaton result(system_, variables);
    for (const Case& both :
         pairs(predicate.terms[0], predicate.terms[1], variables, [](const Affine&a, const Affine&b) { return a - b; }))
      for (const LinearCondition& condition : conditions_of(both.value, predicate.comparison)) {
        Case one = both;
        one.set.conditions.push_back(condition);
        result = combined(result, tuples_of(one, variables), SetOperation::either, workspace_);
      }
    return result;
  }
  /// Of which one has to hold so that the difference compares with 0 in that way.
  static std::vector<LinearCondition> conditions_of(const Affine& difference, ComparisonSign comparison) {
    const LinearCondition less{plus_constant(difference, 1), Relation::at_most};
    const LinearCondition greater{plus_constant(negated(difference), 1), Relation::at_most};
    switch (comparison) {
      case ComparisonSign::equal: return {{difference, Relation::equal}};
      case ComparisonSign::not_equal: return {less, greater};
      case ComparisonSign::less: return {less};
      case ComparisonSign::at_most: return {{difference, Relation::at_most}};
      case ComparisonSign::greater: return {greater};
      case ComparisonSign::at_least: return {{negated(difference), Relation::at_most}};
    }
    return {};
  }
  Automaton tuples_of(const Case& one, std::size_t variables) {
    for (const LinearCondition& condition : one.set.conditions)
      if (!is_small(condition.form)) throw AutomatonTooLarge{};
    Conjunction conjunction = conjunction_of(one.set, system_, one.set.variables);
    for (const std::array<std::size_t, 2>& pair : one.whole_parts) {
      if (!whole_parts_) whole_parts_ = whole_parts(system_, workspace_);
      conjunction.add(*whole_parts_, {pair[0], pair[1]});
    }
    return conjunction.projection(first(variables), workspace_);
  }

  /// The cases of a term, whose further numbers come behind those of `before`, a case of what is beside it.
  std::vector<Case> cases(const Term& term, const Case& before) {
    std::vector<Case> found = cases_of(term, before);
    if (found.size() > kMostCases) throw AutomatonTooLarge{};
    return found;
  }
  template <class Join>
  std::vector<Case> pairs(const Term& a, const Term& b, const Case& before, Join join) {
    std::vector<Case> found;
    for (const Case& of_a : cases(a, before))
      for (Case& of_b : cases(b, of_a)) {
        of_b.value = join(of_a.value, of_b.value);
        found.push_back(std::move(of_b));
      }
    return found;
  }
  template <class Join>
  std::vector<Case> pairs(const Term& a, const Term& b, std::size_t variables, Join join) {
    return pairs(a, b, Case{{}, {variables, {}}}, join);
  }

  static std::size_t new_number(Case& one) { return one.set.variables++; }
  static void require(Case& one, Affine form, Relation relation) { one.set.conditions.push_back({std::move(form), relation}); }
  /// A number of its own for the value, which has to be at least 0.
  static std::size_t number_of(Case& one, const Affine& value) {
    if (value.constant == 0 && value.terms.size() == 1 && value.terms[0].second == 1) return value.terms[0].first;
    const std::size_t number = new_number(one);
    require(one, Affine::of_variable(number) - value, Relation::equal);
    return number;
  }
  static bool is_never_negative(const Affine& value) {
    return value.constant >= 0 && std::ranges::all_of(value.terms, [](const auto& term) { return term.second >= 0; });
  }
  /// floor(value / divisor), where it is negative and where it is not.
  static std::vector<Case> divided(const Case& one, std::int64_t divisor) {
    std::vector<Case> found;
    for (const std::int64_t sign : {1, -1}) {
      if (sign < 0 && is_never_negative(one.value)) continue;
      Case divided = one;
      const Affine quotient = scaled(Affine::of_variable(new_number(divided)), sign);
      const Affine rest = add(one.value, quotient, -divisor);
      require(divided, negated(rest), Relation::at_most);
      require(divided, plus_constant(rest, 1 - divisor), Relation::at_most);
      if (sign < 0) require(divided, plus_constant(quotient, 1), Relation::at_most);
      divided.value = quotient;
      found.push_back(std::move(divided));
    }
    return found;
  }
  /// floor(value sqrt(d)).
  std::vector<Case> whole_part_of_root(const Case& one, std::int64_t d) {
    const std::optional<RootByAlpha> root = root_by_alpha(system_, d);
    if (!root) throw AutomatonTooLarge{};
    Case floor = one;
    const std::size_t n = number_of(floor, one.value);
    const std::size_t multiple = number_of(floor, scaled(Affine::of_variable(n), root->multiple));
    const std::size_t whole = new_number(floor);
    floor.whole_parts.push_back({multiple, whole});
    floor.value = add(Affine::of_variable(whole), Affine::of_variable(n), -root->constant);
    return divided(floor, root->divisor);
  }

  std::vector<Case> digits(const Term& term, const Case& before) {
    std::vector<Case> found;
    for (const Case& of_a : cases(term.parts[0], before))
      for (Case& both : cases(term.parts[1], of_a)) {
        const std::size_t a = number_of(both, of_a.value), b = number_of(both, both.value), result = new_number(both);
        both.set.bits.push_back({a, b, result, static_cast<std::uint8_t>(term.number)});
        both.value = Affine::of_variable(result);
        found.push_back(std::move(both));
      }
    return found;
  }
  /// The least or the greatest: where it is the first, and where it is the second.
  std::vector<Case> one_of_two(const Term& term, const Case& before) {
    const std::int64_t sign = term.kind == Term::Kind::least ? 1 : -1;
    std::vector<Case> found;
    for (const Case& of_a : cases(term.parts[0], before))
      for (const Case& both : cases(term.parts[1], of_a)) {
        const Affine difference = scaled(of_a.value - both.value, sign);  // at most 0 where it is the first
        Case is_a = both, is_b = both;
        is_a.value = of_a.value;
        require(is_a, difference, Relation::at_most);
        require(is_b, plus_constant(negated(difference), 1), Relation::at_most);
        found.push_back(std::move(is_a));
        found.push_back(std::move(is_b));
      }
    return found;
  }

  std::vector<Case> cases_of(const Term& term, const Case& before) {
    const auto with_value = [&](Affine value) {
      Case one = before;
      one.value = std::move(value);
      return std::vector<Case>{std::move(one)};
    };
    const auto each = [&](auto change) {
      std::vector<Case> found;
      for (Case& one : cases(term.parts[0], before))
        for (Case& changed : change(std::move(one))) found.push_back(std::move(changed));
      return found;
    };
    switch (term.kind) {
      case Term::Kind::number: return with_value(Affine::of_constant(term.number));
      case Term::Kind::variable: return with_value(Affine::of_variable(static_cast<std::size_t>(term.number)));
      case Term::Kind::sum: {
        std::vector<Case> found = with_value({});
        for (const Term& part : term.parts) {
          std::vector<Case> longer;
          for (const Case& sum : found)
            for (Case& more : cases(part, sum)) {
              more.value = sum.value + more.value;
              longer.push_back(std::move(more));
            }
          found = std::move(longer);
          if (found.size() > kMostCases) throw AutomatonTooLarge{};
        }
        return found;
      }
      case Term::Kind::multiple:
        return each([&](Case one) {
          one.value = scaled(one.value, term.number);
          return std::vector<Case>{std::move(one)};
        });
      case Term::Kind::quotient: return each([&](const Case& one) { return divided(one, term.number); });
      case Term::Kind::remainder:
        return each([&](const Case& one) {
          std::vector<Case> found = divided(one, term.number);
          for (Case& divided : found) divided.value = add(one.value, divided.value, -term.number);
          return found;
        });
      case Term::Kind::bits: return digits(term, before);
      case Term::Kind::floor_phi:
        // floor(n phi) = floor((n + floor(n sqrt 5)) / 2)
        return each([&](const Case& one) {
          std::vector<Case> found;
          for (Case& root : whole_part_of_root(one, 5)) {
            root.value = one.value + root.value;
            for (Case& half : divided(root, 2)) found.push_back(std::move(half));
          }
          return found;
        });
      case Term::Kind::floor_sqrt: return each([&](const Case& one) { return whole_part_of_root(one, term.number); });
      case Term::Kind::least:
      case Term::Kind::greatest: return one_of_two(term, before);
    }
    return {};
  }

  const Numeration system_;
  AutomataWorkspace& workspace_;
  std::optional<Automaton> whole_parts_;
};

}  // namespace

bool can_speak_of(const Numeration& system, const Predicate& predicate) {
  Spoken spoken;
  listen(predicate, spoken);
  if (spoken.bits && system != Numeration::base(2)) return false;
  return std::ranges::all_of(spoken.roots, [&](std::int64_t d) { return root_by_alpha(system, d).has_value(); });
}

Result<Numeration> system_of(const Predicate& predicate) {
  Spoken spoken;
  listen(predicate, spoken);
  if (spoken.roots.empty()) return Numeration::base(2);
  if (spoken.bits)
    return Refusal{"no numeration system is known that speaks of binary digits and of multiples of an irrational number"};
  const std::int64_t d = *spoken.roots.begin();
  const std::vector<int> quotients = repeating_quotients(1, 0, -d);
  if (d == 5)
    return can_speak_of(Numeration::recurrence(1), predicate)
               ? Result<Numeration>(Numeration::recurrence(1))
               : Refusal{"no numeration system is known that speaks of two irrational numbers"};
  if (quotients.empty())
    return Refusal{
        fmt::format("the continued fraction of sqrt({}) has a longer period or greater numbers than automata are made for", d)};
  const Numeration system = Numeration::ostrowski(quotients);
  if (!can_speak_of(system, predicate)) return Refusal{"no numeration system is known that speaks of two irrational numbers"};
  return system;
}

Predicate on_sheet(const Predicate& predicate, const GameFormula& formula, std::size_t sheet) {
  const std::vector<std::size_t>& tracks = formula.tracks();
  const BigPosition zero = formula.position_of({sheet, BigPosition(tracks.size(), Integer(0))});
  std::vector<Term> terms;
  for (std::size_t i = 0; i < formula.dimensions(); ++i) {
    const auto track = std::ranges::find(tracks, i);
    terms.push_back(track != tracks.end() ? Term::variable(static_cast<std::size_t>(track - tracks.begin()))
                                          : Term::of(*narrow(zero[i])));
  }
  return substituted(predicate, terms, tracks.size());
}

Automaton automaton_of(const Predicate& predicate, std::size_t variables, const Numeration& system,
                       AutomataWorkspace& workspace) {
  return Compiler(system, workspace).of(predicate, variables);
}

}  // namespace bouton
