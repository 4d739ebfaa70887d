#include "engine/theorem/forms/beatty.h"

#include <array>
#include <utility>

#include <fmt/format.h>

namespace bouton {
namespace {

/// The pairs (a, b) in which the word of a ends in an even number of zeros, and that of b is the same with one zero more, in
/// the system of U(n+1) = k U(n) + l U(n-1); and (0, 0). Where l is 1 they are those with a = floor(n alpha), b = a + k n,
/// alpha = (2 - k + sqrt(k^2 + 4)) / 2 (Fraenkel 1982); else those with a(n) the least number that is in no pair before and
/// b(n) = l a(n) + (k - l + 1) n (Fraenkel 1998).
Automaton shifted_pairs(const Numeration& system, std::size_t of_a, AutomataWorkspace& workspace) {
  // States: the digit that a must have next, which is the one that b had last; the zeros at the end of a so far: no digit but
  // zeros, an even number, an odd one.
  enum Zeros { none, even, odd };
  const int digits = system.digits();
  Automaton pairs(system, 2);
  const auto state_of = [&](int expected, Zeros zeros) { return static_cast<Automaton::State>(3 * expected + zeros); };
  while (pairs.states() < 3 * static_cast<std::size_t>(digits)) pairs.add_state(false);
  for (int expected = 0; expected < digits; ++expected)
    for (const Zeros zeros : {none, even, odd}) {
      pairs.set_accepting(state_of(expected, zeros), expected == 0 && zeros != odd);
      for (Letter letter = 0; letter < pairs.letters(); ++letter) {
        if (pairs.digit(letter, of_a) != expected) continue;
        const Zeros next = expected != 0 ? even : zeros == none ? none : zeros == even ? odd : even;
        pairs.set_next(state_of(expected, zeros), letter, state_of(pairs.digit(letter, 1 - of_a), next));
      }
    }
  return combined(pairs, all_tuples(system, 2), SetOperation::both, workspace);
}

/// That a is floor(n alpha) and b is floor(n alpha) + k n: in terms of n = (b - a) / k.
Predicate is_pair(const Term& a, const Term& difference, int k) {
  const Term n = k == 1 ? difference : Term::quotient(difference, k);
  const auto even_root = static_cast<std::int64_t>(k / 2) * (k / 2) + 1;
  Term floor = k == 1   ? Term::floor_phi(n)
               : k == 2 ? Term::floor_sqrt(2, n)
               : k % 2 == 0
                   ? Term::floor_sqrt(even_root, n) - Term::times(k / 2 - 1, n)
                   : Term::quotient(Term::floor_sqrt(static_cast<std::int64_t>(k) * k + 4, n) - Term::times(k - 2, n), 2);
  Predicate is = Predicate::equal(a, std::move(floor));
  if (k == 1) return is;
  return Predicate::both({Predicate::equal(Term::remainder(difference, k), Term::of(0)), std::move(is)});
}

void add_pairs(const Numeration& system, const std::vector<std::string>& names, AutomataWorkspace& workspace,
               std::vector<BeattyForm>& forms) {
  const int k = system.parameter();
  const std::array<Automaton, 2> ordered = {shifted_pairs(system, 0, workspace), shifted_pairs(system, 1, workspace)};
  Automaton both = combined(ordered[0], ordered[1], SetOperation::either, workspace);
  if (const int l = system.second(); l > 1) {
    const int t = k - l + 1;
    forms.push_back({fmt::format("{} and {} are, in some order, a(n) and {} a(n) + {} for some n >= 0, where a(n) is the least "
                                 "number that is in no pair of a lesser n",
                                 names[0], names[1], l, t == 1 ? "n" : fmt::format("{}n", t)),
                     {},
                     std::move(both)});
    return;
  }
  const std::string slope = k == 1 ? "phi" : k == 2 ? "sqrt 2" : "alpha";
  const std::string difference = k == 1 ? "n" : fmt::format("{}n", k);
  const std::string what = k <= 2 ? "" : fmt::format(", where alpha = (sqrt {} - {})/2", k * k + 4, k - 2);
  const Term a = Term::variable(0), b = Term::variable(1);
  forms.push_back({fmt::format("{} and {} are, in some order, floor(n {}) and floor(n {}) + {} for some n >= 0{}", names[0],
                               names[1], slope, slope, difference, what),
                   is_pair(Term::least(a, b), Term::distance(a - b), k), std::move(both)});
  for (const std::size_t lesser : {std::size_t{0}, std::size_t{1}})
    forms.push_back({fmt::format("{} = floor(n {}) and {} = floor(n {}) + {} for some n >= 0{}", names[lesser], slope,
                                 names[1 - lesser], slope, difference, what),
                     is_pair(Term::variable(lesser), Term::variable(1 - lesser) - Term::variable(lesser), k), ordered[lesser]});
}

/// The pairs in which one number is less than every term of the sum of weights that is the word of the other.
Automaton below_least_term(const Numeration& system, std::size_t of_sum, AutomataWorkspace& workspace) {
  enum : State { above, below };  // the other number has had no digit but zeros; it has, and the sum has no term any more
  Automaton pairs(system, 2);
  pairs.add_state(true);
  pairs.set_accepting(above, true);
  for (Letter letter = 0; letter < pairs.letters(); ++letter) {
    const bool term = pairs.digit(letter, of_sum) != 0, digit = pairs.digit(letter, 1 - of_sum) != 0;
    if (!digit) pairs.set_next(above, letter, above);
    else if (!term) pairs.set_next(above, letter, below);
    if (!term) pairs.set_next(below, letter, below);
  }
  return combined(pairs, all_tuples(system, 2), SetOperation::both, workspace);
}

void add_least_terms(const Numeration& system, const std::vector<std::string>& names, AutomataWorkspace& workspace,
                     std::vector<BeattyForm>& forms) {
  const std::string terms = system.is_base()                      ? fmt::format("power of {}", system.parameter())
                            : system == Numeration::recurrence(1) ? "Fibonacci number"
                                                                  : "term";
  for (const std::size_t of_sum : {std::size_t{0}, std::size_t{1}}) {
    std::optional<Predicate> formula;
    if (system == Numeration::base(2)) {
      const Term p = Term::variable(2), n = Term::variable(of_sum);
      formula = Predicate::either(
          {Predicate::equal(n, Term::of(0)),
           Predicate::exists("p", Predicate::both({Predicate::compared(p, ComparisonSign::greater, Term::variable(1 - of_sum)),
                                                   Predicate::equal(Term::bits(8, p, p - Term::of(1)), Term::of(0)),
                                                   Predicate::equal(Term::bits(8, n, Term::times(2, p) - Term::of(1)), p)}))});
    }
    forms.push_back(
        {fmt::format("{} is 0, or the least {} in its sum is greater than {}", names[of_sum], terms, names[1 - of_sum]),
         std::move(formula), below_least_term(system, of_sum, workspace)});
  }
}

}  // namespace

std::vector<BeattyForm> beatty_forms(const Numeration& system, const std::vector<std::string>& names,
                                     AutomataWorkspace& workspace) {
  std::vector<BeattyForm> forms;
  if (system.is_quadratic() || (system.is_ostrowski() && system.period() == 1)) add_pairs(system, names, workspace, forms);
  if (system == Numeration::base(2) || system == Numeration::recurrence(1)) add_least_terms(system, names, workspace, forms);
  return forms;
}

}  // namespace bouton
