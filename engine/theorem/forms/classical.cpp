#include "engine/theorem/forms/classical.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/theorem/statement/clause.h"

namespace bouton {
namespace {

/// Exceptions to a sentence: at most so many.
constexpr std::size_t kMostExceptions = 12;

struct Form {
  std::string sentence;
  Automaton set;
};

/// All numbers are equal.
Form equal_numbers(const Automaton& set, const std::vector<std::string>& names, AutomataWorkspace& workspace) {
  LinearSet equal{names.size(), {}};
  for (std::size_t i = 1; i < names.size(); ++i)
    add_condition(equal.conditions, {Affine::of_variable(i - 1) - Affine::of_variable(i), Relation::equal});
  return {fmt::format("{}", fmt::join(names, " = ")), union_of({equal}, names.size(), set.system(), workspace)};
}

/// Binary digits without carry add up to 0.
Form nim_sum_zero(const Automaton& set, const std::vector<std::string>& names, AutomataWorkspace& workspace) {
  Automaton zero(set.system(), set.tracks());
  zero.set_accepting(0, true);
  for (Letter letter = 0; letter < zero.letters(); ++letter) {
    unsigned sum = 0;
    for (std::size_t track = 0; track < zero.tracks(); ++track) sum ^= zero.digit(letter, track);
    if (sum == 0) zero.set_next(0, letter, 0);
  }
  return {fmt::format("the nim-sum of {} is 0", fmt::join(names, ", ")), minimised(zero, workspace)};
}

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

Form quadratic_pairs(const Automaton& set, const std::vector<std::string>& names, AutomataWorkspace& workspace) {
  const int k = set.system().parameter();
  Automaton pairs = combined(shifted_pairs(set.system(), 0, workspace), shifted_pairs(set.system(), 1, workspace),
                             SetOperation::either, workspace);
  if (const int l = set.system().second(); l > 1) {
    const int t = k - l + 1;
    return {fmt::format("{} and {} are, in some order, a(n) and {} a(n) + {} for some n >= 0, where a(n) is the least number "
                        "that is in no pair of a lesser n",
                        names[0], names[1], l, t == 1 ? "n" : fmt::format("{}n", t)),
            std::move(pairs)};
  }
  const std::string slope = k == 1 ? "phi" : k == 2 ? "sqrt 2" : "alpha";
  const std::string difference = k == 1 ? "n" : fmt::format("{}n", k);
  const std::string what = k == 1   ? std::string(", where phi = (1 + sqrt 5)/2")
                           : k == 2 ? std::string()
                                    : fmt::format(", where alpha = (sqrt {} - {})/2", k * k + 4, k - 2);
  return {fmt::format("{} and {} are, in some order, floor(n {}) and floor(n {}) + {} for some n >= 0{}", names[0], names[1],
                      slope, slope, difference, what),
          std::move(pairs)};
}

std::string alternatives(const std::vector<Coordinate>& numbers) {
  std::string text;
  for (std::size_t i = 0; i < numbers.size(); ++i)
    text += fmt::format("{}{}", i == 0 ? "" : i + 1 == numbers.size() ? " or " : ", ", numbers[i]);
  return text;
}

/// The numbers from `least` to `last`.
Automaton numbers_between(Coordinate least, std::optional<Coordinate> last, const Numeration& system,
                          AutomataWorkspace& workspace) {
  LinearSet numbers{1, {}};
  add_condition(numbers.conditions, {Affine::of_constant(least) - Affine::of_variable(0), Relation::at_most});
  if (last) add_condition(numbers.conditions, {plus_constant(Affine::of_variable(0), -*last), Relation::at_most});
  return union_of({numbers}, 1, system, workspace);
}

/// The greatest number of a set that has some, if it has one. O(that number), which is what a comparison with it takes.
std::optional<Coordinate> greatest_number(const Automaton& set, AutomataWorkspace& workspace) {
  const auto has_from = [&](Coordinate n) {
    return !combined(set, numbers_between(n, std::nullopt, set.system(), workspace), SetOperation::both, workspace).empty();
  };
  if (!is_finite(set)) return std::nullopt;
  Coordinate greatest = 0, above = 1;  // there are numbers from the one on, and none from the other
  while (above < kGreatestLinearNumber && has_from(above)) greatest = std::exchange(above, 2 * above);
  while (greatest + 1 < above) {
    const Coordinate middle = greatest + (above - greatest) / 2;
    (has_from(middle) ? greatest : above) = middle;
  }
  return greatest;
}

/// The numbers that are in the set by their remainders, from some number on, up to its greatest if it has one; nothing where no
/// short period is seen.
std::optional<Form> periodic(const Automaton& set, const std::string& name, AutomataWorkspace& workspace) {
  const std::optional<Coordinate> last = greatest_number(set, workspace);
  const Coordinate seen = std::min<Coordinate>(3000, last.value_or(kGreatestLinearNumber) + 1);
  std::vector<bool> in;
  for (Coordinate n = 0; n < seen; ++n) in.push_back(set.contains({widen(n)}));
  for (Coordinate period = 1; period <= seen / 4; ++period) {
    Coordinate first = seen - period;
    while (first > 0 && in[static_cast<std::size_t>(first - 1)] == in[static_cast<std::size_t>(first - 1 + period)]) --first;
    if (first > seen / 4) continue;
    std::vector<Coordinate> remainders;
    std::vector<LinearSet> sets;
    for (Coordinate n = first; n < first + period; ++n)
      if (in[static_cast<std::size_t>(n)]) {
        remainders.push_back(n % period);
        LinearSet progression{2, {}};  // name = n + period * x1
        add_condition(progression.conditions,
                      {Affine::of_variable(0) - add(Affine::of_constant(n), Affine::of_variable(1), period), Relation::equal});
        sets.push_back(std::move(progression));
      }
    std::ranges::sort(remainders);
    Automaton whole = union_of(sets, 1, set.system(), workspace);
    std::string sentence = period == 1          ? fmt::format("{} is any number", name)
                           : remainders.empty() ? std::string("none")
                                                : fmt::format("{} mod {} is {}", name, period, alternatives(remainders));
    if (first > 0) sentence += fmt::format(", for {} >= {}", name, first);
    if (last) {
      sentence += fmt::format("{} {} <= {}", first > 0 ? " and" : ", for", name, *last);
      whole = combined(whole, numbers_between(0, last, set.system(), workspace), SetOperation::both, workspace);
    }
    return Form{std::move(sentence), std::move(whole)};
  }
  return std::nullopt;
}

std::string listed(const Automaton& set) {
  std::string text;
  for (const BigPosition& tuple : first_tuples(set, kMostExceptions + 1))
    text += fmt::format("{}{}", text.empty() ? "" : "; ", to_string(tuple));
  return text;
}

bool is_short(const Automaton& set) {
  return is_finite(set) && first_tuples(set, kMostExceptions + 1).size() <= kMostExceptions;
}

/// The sentence of a form that differs from the set in a few tuples, if it does.
std::optional<std::string> sentence_of(const Automaton& set, const Form& form, AutomataWorkspace& workspace) {
  const Automaton more = combined(set, form.set, SetOperation::first_only, workspace);
  const Automaton fewer = combined(form.set, set, SetOperation::first_only, workspace);
  if (!is_short(more) || !is_short(fewer)) return std::nullopt;
  std::string sentence = form.sentence;
  if (!fewer.empty()) sentence += fmt::format(", but not {}", listed(fewer));
  if (!more.empty()) sentence += fmt::format(", and {}", listed(more));
  return sentence;
}

}  // namespace

std::optional<std::string> classical_form(const Automaton& set, const std::vector<std::string>& names,
                                          AutomataWorkspace& workspace) {
  if (set.empty()) return "none";
  if (is_short(set)) return listed(set);
  std::vector<Form> forms;
  if (names.size() == 1) {
    if (std::optional<Form> form = periodic(set, names[0], workspace)) forms.push_back(*std::move(form));
  } else {
    forms.push_back(equal_numbers(set, names, workspace));
    if (set.system() == Numeration::base(2)) forms.push_back(nim_sum_zero(set, names, workspace));
    const Numeration& system = set.system();
    if (names.size() == 2 && (system.is_quadratic() || (system.is_ostrowski() && system.period() == 1)))
      forms.push_back(quadratic_pairs(set, names, workspace));
  }
  for (const Form& form : forms)
    if (std::optional<std::string> sentence = sentence_of(set, form, workspace)) return sentence;
  return std::nullopt;
}

namespace {

/// The value is the nim-sum of the other numbers divided by h and rounded down, times h, and the sum of the other numbers
/// modulo h: the cyclic Nimhoff of two heaps, and nim where h is 1.
Form nim_sum_of_parts(const Automaton& function, std::int64_t h, const std::vector<std::string>& names,
                      AutomataWorkspace& workspace) {
  // Numbers: a, b, the value; the quotients of a and b, and their nim-sum.
  constexpr std::size_t kA = 0, kB = 1, kValue = 2, kOfA = 3, kOfB = 4, kSum = 5, kNumbers = 6;
  const auto rest = [&](std::size_t number, std::size_t quotient) {
    return add(Affine::of_variable(number), Affine::of_variable(quotient), -h);
  };
  std::vector<LinearSet> sets;
  for (const std::int64_t wrapped : {std::int64_t{0}, h}) {
    LinearSet set{kNumbers, {}, {{kOfA, kOfB, kSum, 6}}};
    for (const Affine& remainder : {rest(kA, kOfA), rest(kB, kOfB), rest(kValue, kSum)}) {
      set.conditions.push_back({negated(remainder), Relation::at_most});
      set.conditions.push_back({plus_constant(remainder, 1 - h), Relation::at_most});
    }
    Affine whole = rest(kA, kOfA) + rest(kB, kOfB) - rest(kValue, kSum);
    set.conditions.push_back({plus_constant(whole, -wrapped), Relation::equal});
    sets.push_back(std::move(set));
  }
  const std::string &a = names[0], &b = names[1], &value = names[2];
  return {h == 1 ? fmt::format("{} is the nim-sum of {} and {}", value, a, b)
                 : fmt::format("{0} is {1} times the nim-sum of floor({2}/{1}) and floor({3}/{1}), plus ({2} + {3}) mod {1}",
                               value, h, a, b),
          union_of(sets, 3, function.system(), workspace)};
}

/// Of one number n: the values n mod p that recur, or grow by a saltus.
std::optional<Form> recurring_values(const Automaton& function, const std::vector<std::string>& names,
                                     AutomataWorkspace& workspace) {
  constexpr Coordinate kSeen = 400;
  std::vector<Coordinate> values(kSeen, -1);
  for_each_tuple(function, kSeen - 1, [&](PositionView tuple) { values[static_cast<std::size_t>(tuple[0])] = tuple[1]; });
  const auto at = [&](Coordinate n) { return values[static_cast<std::size_t>(n)]; };
  for (Coordinate period = 1; period <= kSeen / 8; ++period) {
    const Coordinate saltus = at(kSeen / 2 + period) - at(kSeen / 2);
    Coordinate first = kSeen - period;
    const auto fits = [&](Coordinate n) { return at(n) >= 0 && at(n + period) == at(n) + saltus; };
    // Values beyond what was looked at are not known.
    const Coordinate end = saltus > 0 ? kSeen / 2 : kSeen - period;
    for (first = end; first > 0 && fits(first - 1);) --first;
    if (saltus < 0 || first > kSeen / 8) continue;
    std::vector<LinearSet> sets;
    std::vector<Coordinate> beginning;
    for (Coordinate n = 0; n < first + period; ++n) {
      if (at(n) < 0) return std::nullopt;
      beginning.push_back(at(n));
      LinearSet set{3, {}};  // n, the value, and how many periods later
      const std::int64_t later = n < first ? 0 : 1;
      const auto is = [&](std::size_t number, Coordinate start, Coordinate growth) {
        set.conditions.push_back(
            {add(plus_constant(Affine::of_variable(number), -start), Affine::of_variable(2), -later * growth),
             Relation::equal});
      };
      is(0, n, period);
      is(1, at(n), saltus);
      sets.push_back(std::move(set));
    }
    std::string sentence = fmt::format("{} for {} = 0, 1, ... is {}, and from {} = {} on ", names[1], names[0],
                                       fmt::join(beginning, ", "), names[0], first);
    sentence +=
        saltus == 0 ? fmt::format("the same again {} later", period) : fmt::format("{} greater {} later", saltus, period);
    return Form{std::move(sentence), union_of(sets, 2, function.system(), workspace)};
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> classical_function(const Automaton& function, const std::vector<std::string>& names,
                                              AutomataWorkspace& workspace) {
  constexpr std::int64_t kGreatestPart = 9;
  std::vector<Form> forms;
  if (names.size() == 2)
    if (std::optional<Form> form = recurring_values(function, names, workspace)) forms.push_back(*std::move(form));
  if (names.size() == 3 && function.system() == Numeration::base(2))
    for (std::int64_t h = 1; h <= kGreatestPart; ++h) forms.push_back(nim_sum_of_parts(function, h, names, workspace));
  if (names.size() == 3) {
    LinearSet sum{3, {{Affine::of_variable(0) + Affine::of_variable(1) - Affine::of_variable(2), Relation::equal}}};
    forms.push_back(
        {fmt::format("{} is {} + {}", names[2], names[0], names[1]), union_of({sum}, 3, function.system(), workspace)});
  }
  if (names.size() == 4 && function.system() == Numeration::base(2)) {
    forms.push_back(nim_sum_zero(function, names, workspace));
    forms.back().sentence = fmt::format("{} is the nim-sum of {}, {} and {}", names[3], names[0], names[1], names[2]);
  }
  for (const Form& form : forms)
    if (form.set == function) return form.sentence;
  return std::nullopt;
}

}  // namespace bouton
