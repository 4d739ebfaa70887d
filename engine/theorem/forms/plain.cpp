#include "engine/theorem/forms/plain.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/closed_form/wording.h"
#include "engine/position/box.h"
#include "engine/theorem/forms/beatty.h"
#include "engine/theorem/forms/form.h"
#include "engine/theorem/forms/linear_words.h"
#include "engine/theorem/predicate/predicate.h"
#include "engine/theorem/predicate/predicate_automaton.h"
#include "engine/theorem/statement/clause.h"

namespace bouton {
namespace {

// One number --------------------------------------------------------------------------------------------------------------

Predicate compared(std::size_t variable, ComparisonSign comparison, std::int64_t number) {
  return Predicate::compared(Term::variable(variable), comparison, Term::of(number));
}
Predicate has_remainder(Term term, std::int64_t modulus, std::int64_t remainder) {
  return Predicate::equal(Term::remainder(std::move(term), modulus), Term::of(remainder));
}

/// The greatest number of a set that has some, if it has one. O(that number), which is what a comparison with it takes.
std::optional<Coordinate> greatest_number(const Automaton& set, AutomataWorkspace& workspace) {
  const auto has_from = [&](Coordinate n) {
    const Automaton from = automaton_of(compared(0, ComparisonSign::at_least, n), 1, set.system(), workspace);
    return !combined(set, from, SetOperation::both, workspace).empty();
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
    if (first > 0)  // the first member is said to be it
      for (Coordinate more = 0; more + 1 < period && !in[static_cast<std::size_t>(first)]; ++more) ++first;
    std::vector<Coordinate> remainders;
    for (Coordinate n = first; n < first + period; ++n)
      if (in[static_cast<std::size_t>(n)]) remainders.push_back(n % period);
    std::ranges::sort(remainders);
    std::vector<Predicate> each;
    for (const Coordinate remainder : remainders) each.push_back(has_remainder(Term::variable(0), period, remainder));
    std::string sentence = period == 1          ? fmt::format("{} is any number", name)
                           : remainders.empty() ? std::string("none")
                           : period == 2        ? fmt::format("{} is {}", name, remainders[0] == 0 ? "even" : "odd")
                                                : fmt::format("{} mod {} is {}", name, period, with_or(remainders));
    std::vector<Predicate> formula;
    formula.push_back(period == 1 ? Predicate::of(!remainders.empty()) : Predicate::either(std::move(each)));
    if (first > 0) {
      sentence += fmt::format(", for {} >= {}", name, first);
      formula.push_back(compared(0, ComparisonSign::at_least, first));
    }
    if (last) {
      sentence += fmt::format("{} {} <= {}", first > 0 ? " and" : ", for", name, *last);
      formula.push_back(compared(0, ComparisonSign::at_most, *last));
    }
    return Form{std::move(sentence), Predicate::both(std::move(formula))};
  }
  return std::nullopt;
}

/// Numbers by how many zeros end their word: in base 2, and in sums of Fibonacci numbers, where they are floor(n phi).
std::vector<Form> by_last_zeros(const Automaton& set, const std::string& name) {
  std::vector<Form> forms;
  if (set.system() == Numeration::base(2))
    for (const std::int64_t parity : {0, 1}) {
      // Of powers of 2, those of an even exponent are 1 modulo 3.
      const Term p = Term::variable(1), mask = Term::times(2, p) - Term::of(1);
      Predicate ends = Predicate::exists("p", Predicate::both({Predicate::equal(Term::bits(8, p, p - Term::of(1)), Term::of(0)),
                                                               has_remainder(p, 3, parity == 0 ? 1 : 2),
                                                               Predicate::equal(Term::bits(8, Term::variable(0), mask), p)}));
      forms.push_back({fmt::format("the binary form of {} ends in an {} number of zeros", name, parity == 0 ? "even" : "odd"),
                       std::move(ends)});
    }
  if (set.system() == Numeration::recurrence(1))
    for (const bool upper : {false, true}) {
      const Term n = Term::variable(1), lower = Term::floor_phi(n);
      forms.push_back(
          {fmt::format("{} = floor(n phi){} for some n >= 1", name, upper ? " + n" : ""),
           Predicate::exists("n", Predicate::both({compared(1, ComparisonSign::at_least, 1),
                                                   Predicate::equal(Term::variable(0), upper ? lower + n : lower)}))});
    }
  return forms;
}

// Several numbers: what is looked among -----------------------------------------------------------------------------------

using Bits = std::vector<std::uint64_t>;

bool is_within(const Bits& inner, const Bits& outer) {
  for (std::size_t i = 0; i < inner.size(); ++i)
    if ((inner[i] & ~outer[i]) != 0) return false;
  return true;
}
Bits intersection(Bits a, const Bits& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] &= b[i];
  return a;
}
Bits difference(Bits a, const Bits& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] &= ~b[i];
  return a;
}
std::size_t size_of(const Bits& bits) {
  std::size_t size = 0;
  for (const std::uint64_t word : bits) size += static_cast<std::size_t>(std::popcount(word));
  return size;
}

/// A simple condition, with what it says of the box.
struct Simple {
  std::string words;
  Predicate predicate;
  Bits bits = {};
};

/// The simple conditions on numbers of these names, the plainest first.
class SimpleConditions {
 public:
  SimpleConditions(const std::vector<std::string>& names, bool binary) : names_(names) {
    of_all();
    for (std::size_t i = 0; i < names.size(); ++i) of_number(names[i], Term::variable(i));
    for (std::size_t i = 0; i < names.size(); ++i)
      for (std::size_t j = i + 1; j < names.size(); ++j) of_pair(i, j);
    if (names.size() == 2) {
      const Term a = Term::variable(0), b = Term::variable(1);
      of_number("the lesser", Term::least(a, b));
      of_number("the greater", Term::greatest(a, b));
    }
    if (names.size() == 3) of_three();
    if (binary) of_digits();
  }
  std::vector<Simple> take() { return std::move(found_); }

 private:
  static constexpr std::int64_t kGreatestModulus = 8, kGreatestConstant = 4;

  void add(std::string words, Predicate predicate) { found_.push_back({std::move(words), std::move(predicate)}); }

  std::vector<Predicate> of_each(const std::function<Predicate(Term)>& condition) const {
    std::vector<Predicate> each;
    for (std::size_t i = 0; i < names_.size(); ++i) each.push_back(condition(Term::variable(i)));
    return each;
  }
  Term sum_of_all() const {
    Term sum = Term::variable(0);
    for (std::size_t i = 1; i < names_.size(); ++i) sum = std::move(sum) + Term::variable(i);
    return sum;
  }

  void of_all() {
    const std::string all = joined(names_);
    std::vector<Predicate> equal;
    for (std::size_t i = 1; i < names_.size(); ++i) equal.push_back(Predicate::equal(Term::variable(i - 1), Term::variable(i)));
    add(fmt::format("{}", fmt::join(names_, " = ")), Predicate::both(equal));
    const auto even = [](const Term& term) { return has_remainder(term, 2, 0); };
    const auto odd = [](const Term& term) { return has_remainder(term, 2, 1); };
    add(all + " are even", Predicate::both(of_each(even)));
    add(all + " are odd", Predicate::both(of_each(odd)));
    add(all + (names_.size() == 2 ? " are both even or both odd" : " are all even or all odd"),
        Predicate::either({Predicate::both(of_each(even)), Predicate::both(of_each(odd))}));
    for (std::int64_t m = 3; m <= 12; ++m) {
      add(fmt::format("{} are multiples of {}", all, m),
          Predicate::both(of_each([&](const Term& term) { return has_remainder(term, m, 0); })));
      std::vector<Predicate> alike;
      for (std::size_t i = 1; i < names_.size(); ++i)
        alike.push_back(Predicate::equal(Term::remainder(Term::variable(i - 1), m), Term::remainder(Term::variable(i), m)));
      add(fmt::format("{} mod {}", fmt::join(names_, " = "), m), Predicate::both(std::move(alike)));
    }
    for (std::int64_t m = 2; m <= kGreatestModulus; ++m)
      for (std::int64_t remainder = 0; remainder < m; ++remainder)
        add(m == 2 ? fmt::format("{} is {}", fmt::join(names_, " + "), remainder == 0 ? "even" : "odd")
                   : fmt::format("({}) mod {} is {}", fmt::join(names_, " + "), m, remainder),
            has_remainder(sum_of_all(), m, remainder));
    for (std::int64_t c = 1; c <= kGreatestConstant; ++c)
      add(fmt::format("{} <= {}", fmt::join(names_, " + "), c),
          Predicate::compared(sum_of_all(), ComparisonSign::at_most, Term::of(c)));
    if (names_.size() < 3) return;
    std::vector<Predicate> others_zero;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      std::vector<Predicate> zero;
      for (std::size_t j = 0; j < names_.size(); ++j)
        if (j != i) zero.push_back(compared(j, ComparisonSign::equal, 0));
      others_zero.push_back(Predicate::both(std::move(zero)));
    }
    add(fmt::format("at most one of {} is not 0", joined(names_)), Predicate::either(std::move(others_zero)));
  }

  void of_number(const std::string& name, const Term& term) {
    for (std::int64_t c = 0; c <= kGreatestConstant; ++c) {
      if (c > 0 || term.kind == Term::Kind::variable) add(fmt::format("{} = {}", name, c), Predicate::equal(term, Term::of(c)));
      if (c > 0) add(fmt::format("{} >= {}", name, c), Predicate::compared(term, ComparisonSign::at_least, Term::of(c)));
      if (c > 0) add(fmt::format("{} <= {}", name, c), Predicate::compared(term, ComparisonSign::at_most, Term::of(c)));
    }
    for (std::int64_t m = 2; m <= kGreatestModulus; ++m)
      for (std::int64_t remainder = 0; remainder < m; ++remainder)
        add(m == 2 ? fmt::format("{} is {}", name, remainder == 0 ? "even" : "odd")
                   : fmt::format("{} mod {} is {}", name, m, remainder),
            has_remainder(term, m, remainder));
    for (std::int64_t m = 3; m <= kGreatestModulus; ++m)
      for (std::int64_t below = 2; below < m; ++below)
        add(fmt::format("{} mod {} < {}", name, m, below),
            Predicate::compared(Term::remainder(term, m), ComparisonSign::less, Term::of(below)));
  }

  void of_pair(std::size_t i, std::size_t j) {
    const Term a = Term::variable(i), b = Term::variable(j);
    const std::string &x = names_[i], &y = names_[j];
    if (names_.size() > 2) add(fmt::format("{} = {}", x, y), Predicate::equal(a, b));
    add(fmt::format("{} <= {}", x, y), Predicate::compared(a, ComparisonSign::at_most, b));
    add(fmt::format("{} <= {}", y, x), Predicate::compared(b, ComparisonSign::at_most, a));
    add(fmt::format("{} < {}", x, y), Predicate::compared(a, ComparisonSign::less, b));
    add(fmt::format("{} < {}", y, x), Predicate::compared(b, ComparisonSign::less, a));
    for (std::int64_t c = 1; c <= kGreatestConstant; ++c) {
      const Term apart = Term::distance(a - b);
      add(fmt::format("{} and {} differ by {}", x, y, c), Predicate::equal(apart, Term::of(c)));
      add(fmt::format("{} and {} differ by at most {}", x, y, c),
          Predicate::compared(apart, ComparisonSign::at_most, Term::of(c)));
      add(fmt::format("{} = {} + {}", x, y, c), Predicate::equal(a, b + Term::of(c)));
      add(fmt::format("{} = {} + {}", y, x, c), Predicate::equal(b, a + Term::of(c)));
      add(fmt::format("{} <= {} + {}", x, y, c), Predicate::compared(a, ComparisonSign::at_most, b + Term::of(c)));
      add(fmt::format("{} <= {} + {}", y, x, c), Predicate::compared(b, ComparisonSign::at_most, a + Term::of(c)));
    }
    for (std::int64_t c = 2; c <= 3; ++c) {
      add(fmt::format("{} = {} {}", x, c, y), Predicate::equal(a, Term::times(c, b)));
      add(fmt::format("{} = {} {}", y, c, x), Predicate::equal(b, Term::times(c, a)));
      add(fmt::format("{} <= {} {}", x, c, y), Predicate::compared(a, ComparisonSign::at_most, Term::times(c, b)));
      add(fmt::format("{} <= {} {}", y, c, x), Predicate::compared(b, ComparisonSign::at_most, Term::times(c, a)));
      add(fmt::format("{} < {} {}", x, c, y), Predicate::compared(a, ComparisonSign::less, Term::times(c, b)));
      add(fmt::format("{} < {} {}", y, c, x), Predicate::compared(b, ComparisonSign::less, Term::times(c, a)));
    }
    for (std::int64_t m = 2; m <= 6; ++m) {
      add(fmt::format("floor({}/{}) = floor({}/{})", x, m, y, m), Predicate::equal(Term::quotient(a, m), Term::quotient(b, m)));
      if (names_.size() > 2)
        add(fmt::format("{} = {} mod {}", x, y, m), Predicate::equal(Term::remainder(a, m), Term::remainder(b, m)));
      for (std::int64_t remainder = 1; remainder < m && m > 2; ++remainder)
        add(fmt::format("{} = {} + {} mod {}", x, y, remainder, m), has_remainder(a - b, m, remainder));
    }
    for (std::int64_t m = 2; m <= 4; ++m)
      for (std::int64_t remainder = 0; remainder < m; ++remainder)
        add(fmt::format("|{} - {}| mod {} is {}", x, y, m, remainder), has_remainder(Term::distance(a - b), m, remainder));
  }

  void of_three() {
    const Term a = Term::variable(0), b = Term::variable(1), c = Term::variable(2);
    const auto two_equal = [](const Term& x, const Term& y, const Term& other, ComparisonSign comparison) {
      return Predicate::both({Predicate::equal(x, y), Predicate::compared(other, comparison, x)});
    };
    const auto any = [&](ComparisonSign comparison) {
      return Predicate::either(
          {two_equal(a, b, c, comparison), two_equal(a, c, b, comparison), two_equal(b, c, a, comparison)});
    };
    add("the two greatest are equal", any(ComparisonSign::at_most));
    add("the greatest number is there exactly twice", any(ComparisonSign::less));
    add("the two least are equal", any(ComparisonSign::at_least));
    add(fmt::format("two of {} are equal", joined(names_)),
        Predicate::either({Predicate::equal(a, b), Predicate::equal(a, c), Predicate::equal(b, c)}));
    add("one is the sum of the other two",
        Predicate::either({Predicate::equal(a, b + c), Predicate::equal(b, a + c), Predicate::equal(c, a + b)}));
    for (const auto& [x, y, z] : {std::array<std::size_t, 3>{0, 1, 2}, {1, 0, 2}, {2, 0, 1}}) {
      const Term one = Term::variable(x), sum = Term::variable(y) + Term::variable(z);
      const std::string text = fmt::format("{} + {}", names_[y], names_[z]);
      add(fmt::format("{} = {}", names_[x], text), Predicate::equal(one, sum));
      add(fmt::format("{} <= {}", names_[x], text), Predicate::compared(one, ComparisonSign::at_most, sum));
      add(fmt::format("{} < {}", names_[x], text), Predicate::compared(one, ComparisonSign::less, sum));
    }
  }

  void of_digits() {
    const auto nim_sum = [&](const std::vector<Term>& terms) {
      Term sum = terms[0];
      for (std::size_t i = 1; i < terms.size(); ++i) sum = Term::bits(6, std::move(sum), terms[i]);
      return sum;
    };
    const std::size_t n = names_.size();
    // Every choice of at least two of the numbers.
    for (std::size_t chosen = 1; chosen < (std::size_t{1} << n); ++chosen) {
      if (std::popcount(chosen) < 2) continue;
      std::vector<Term> terms, raised;
      std::vector<std::string> names, raised_names;
      for (std::size_t i = 0; i < n; ++i)
        if ((chosen >> i & 1) != 0) {
          terms.push_back(Term::variable(i));
          names.push_back(names_[i]);
          raised.push_back(Term::variable(i) + Term::of(1));
          raised_names.push_back(names_[i] + " + 1");
        }
      for (std::int64_t c = 0; c <= 3; ++c)
        add(fmt::format("the nim-sum of {} is {}", joined(names), c), Predicate::equal(nim_sum(terms), Term::of(c)));
      add(fmt::format("the nim-sum of {} is 0", joined(raised_names)), Predicate::equal(nim_sum(raised), Term::of(0)));
      for (std::int64_t m = 2; m <= 4; ++m) {
        std::vector<Term> quotients, remainders;
        for (const Term& term : terms) {
          quotients.push_back(Term::quotient(term, m));
          remainders.push_back(Term::remainder(term, m));
        }
        std::vector<std::string> floors;
        for (const std::string& name : names) floors.push_back(fmt::format("floor({}/{})", name, m));
        add(fmt::format("the nim-sum of {} is 0", joined(floors)), Predicate::equal(nim_sum(quotients), Term::of(0)));
        if (m == 3 || m == 4)
          add(fmt::format("the nim-sum of {} mod {} is 0", joined(names), m),
              Predicate::equal(nim_sum(remainders), Term::of(0)));
      }
      std::vector<Predicate> apart;
      for (std::size_t i = 0; i < terms.size(); ++i)
        for (std::size_t j = i + 1; j < terms.size(); ++j)
          apart.push_back(Predicate::equal(Term::bits(8, terms[i], terms[j]), Term::of(0)));
      add(fmt::format("no two of the binary forms of {} have a 1 at the same place", joined(names)),
          Predicate::both(std::move(apart)));
    }
    if (n == 4)
      add(fmt::format("the nim-sum of {1} - {0} - 1 and {3} - {2} - 1 is 0", names_[0], names_[1], names_[2], names_[3]),
          Predicate::equal(Term::bits(6, Term::variable(1) - Term::variable(0) - Term::of(1),
                                      Term::variable(3) - Term::variable(2) - Term::of(1)),
                           Term::of(0)));
    if (n == 3) {
      add(fmt::format("{0} = {2} - {1} - 1", names_[0], names_[1], names_[2]),
          Predicate::equal(Term::variable(0), Term::variable(2) - Term::variable(1) - Term::of(1)));
      for (const auto& [x, y, z] : {std::array<std::size_t, 3>{0, 1, 2}, {0, 2, 1}, {1, 2, 0}})
        add(fmt::format("{} is the nim-sum of {} and {}, plus 1", names_[z], names_[x], names_[y]),
            Predicate::equal(Term::variable(z), Term::bits(6, Term::variable(x), Term::variable(y)) + Term::of(1)));
    }
  }

  const std::vector<std::string>& names_;
  std::vector<Simple> found_;
};

// Grundy functions --------------------------------------------------------------------------------------------------------

/// Of one number n: the values n mod p that recur, or grow by a saltus.
std::optional<Form> recurring_values(const Automaton& function, const std::vector<std::string>& names) {
  constexpr Coordinate kSeen = 400;
  std::vector<Coordinate> values(kSeen, -1);
  for_each_tuple(function, kSeen - 1, [&](PositionView tuple) { values[static_cast<std::size_t>(tuple[0])] = tuple[1]; });
  const auto at = [&](Coordinate n) { return values[static_cast<std::size_t>(n)]; };
  for (Coordinate period = 1; period <= kSeen / 8; ++period) {
    const Coordinate saltus = at(kSeen / 2 + period) - at(kSeen / 2);
    const auto fits = [&](Coordinate n) { return at(n) >= 0 && at(n + period) == at(n) + saltus; };
    // Values beyond what was looked at are not known.
    Coordinate first = saltus > 0 ? kSeen / 2 : kSeen - period;
    while (first > 0 && fits(first - 1)) --first;
    if (saltus < 0 || first > kSeen / 8) continue;
    const Term n = Term::variable(0), value = Term::variable(1);
    std::vector<Coordinate> beginning;
    std::vector<Predicate> cases;
    for (Coordinate at_n = 0; at_n < first + period; ++at_n) {
      if (at(at_n) < 0) return std::nullopt;
      beginning.push_back(at(at_n));
      if (at_n < first) {
        cases.push_back(Predicate::both({Predicate::equal(n, Term::of(at_n)), Predicate::equal(value, Term::of(at(at_n)))}));
        continue;
      }
      const Term later = Term::quotient(n - Term::of(at_n), period);
      const Term grown = saltus == 0 ? Term::of(at(at_n)) : Term::of(at(at_n)) + Term::times(saltus, later);
      std::vector<Predicate> all = {has_remainder(n, period, at_n % period), Predicate::equal(value, grown)};
      if (first > 0) all.insert(all.begin(), Predicate::compared(n, ComparisonSign::at_least, Term::of(first)));
      cases.push_back(Predicate::both(std::move(all)));
    }
    std::string sentence = fmt::format("{} for {} = 0, 1, ... is {}, and from {} = {} on ", names[1], names[0],
                                       fmt::join(beginning, ", "), names[0], first);
    sentence +=
        saltus == 0 ? fmt::format("the same again {} later", period) : fmt::format("{} greater {} later", saltus, period);
    return Form{std::move(sentence), Predicate::either(std::move(cases))};
  }
  return std::nullopt;
}

/// A value that the other numbers may have.
struct ValueForm {
  std::string words;
  Term term;
};

/// Those of two numbers and more.
std::vector<ValueForm> value_forms(const std::vector<std::string>& names, bool binary) {
  constexpr std::int64_t kGreatestPart = 9;
  const std::size_t n = names.size() - 1;
  const std::vector<std::string> numbers(names.begin(), names.end() - 1);
  std::vector<ValueForm> forms;
  const auto total = [&](const std::function<Term(std::size_t)>& part, bool nim) {
    Term sum = part(0);
    for (std::size_t i = 1; i < n; ++i) sum = nim ? Term::bits(6, std::move(sum), part(i)) : std::move(sum) + part(i);
    return sum;
  };
  const auto itself = [](std::size_t i) { return Term::variable(i); };
  const std::string plus = fmt::format("{}", fmt::join(numbers, " + "));
  if (n == 1) {
    for (std::int64_t m = 2; m <= 12; ++m) {
      forms.push_back({fmt::format("{} mod {}", numbers[0], m), Term::remainder(Term::variable(0), m)});
      forms.push_back({fmt::format("floor({}/{})", numbers[0], m), Term::quotient(Term::variable(0), m)});
    }
    forms.push_back({numbers[0], Term::variable(0)});
    return forms;
  }
  if (binary) forms.push_back({"the nim-sum of " + joined(numbers), total(itself, true)});
  forms.push_back({plus, total(itself, false)});
  for (std::int64_t m = 2; m <= 12; ++m)
    forms.push_back({fmt::format("({}) mod {}", plus, m), Term::remainder(total(itself, false), m)});
  for (std::size_t i = 0; i < n; ++i) forms.push_back({numbers[i], Term::variable(i)});
  if (n == 2) {
    const Term a = Term::variable(0), b = Term::variable(1);
    forms.push_back({fmt::format("|{} - {}|", numbers[0], numbers[1]), Term::distance(a - b)});
    forms.push_back({"the lesser of " + joined(numbers), Term::least(a, b)});
    forms.push_back({"the greater of " + joined(numbers), Term::greatest(a, b)});
  }
  for (std::int64_t h = 2; h <= kGreatestPart && binary; ++h) {
    const auto quotient = [&](std::size_t i) { return Term::quotient(Term::variable(i), h); };
    const auto remainder = [&](std::size_t i) { return Term::remainder(Term::variable(i), h); };
    std::vector<std::string> floors;
    for (const std::string& name : numbers) floors.push_back(fmt::format("floor({}/{})", name, h));
    const std::string nim = "the nim-sum of " + joined(floors);
    forms.push_back({fmt::format("{} times {}, plus ({}) mod {}", h, nim, plus, h),
                     Term::times(h, total(quotient, true)) + Term::remainder(total(itself, false), h)});
    forms.push_back({nim, total(quotient, true)});
    forms.push_back({fmt::format("the nim-sum of {} mod {}", joined(numbers), h), total(remainder, true)});
  }
  for (std::int64_t h = 2; h <= kGreatestPart; ++h) {
    const auto quotient = [&](std::size_t i) { return Term::quotient(Term::variable(i), h); };
    forms.push_back({fmt::format("floor(({})/{})", plus, h), Term::quotient(total(itself, false), h)});
    forms.push_back({fmt::format("the sum of the quotients of {} by {}", joined(numbers), h), total(quotient, false)});
  }
  return forms;
}

}  // namespace

// The search --------------------------------------------------------------------------------------------------------------

class PlainWords::Impl {
 public:
  explicit Impl(std::vector<std::string> names) : names_(std::move(names)) {}

  std::optional<PlainStatement> about(const Automaton& set, AutomataWorkspace& workspace) {
    if (set.empty()) return PlainStatement{"none", "false"};
    if (set == all_tuples(set.system(), set.tracks())) return PlainStatement{"all", "true"};
    if (const std::optional<std::vector<BigPosition>> tuples = few_tuples(set))
      return PlainStatement{listed(*tuples), lua_text(is_one_of(*tuples), names_)};
    for (const Form& form : known_forms(set, workspace))
      if (std::optional<PlainStatement> statement = statement_of(set, form, names_, workspace)) return statement;
    if (names_.size() >= 2 && names_.size() < kBounds.size())
      if (std::optional<PlainStatement> statement = searched(set, workspace)) return statement;
    // What the automaton itself tells has its own limits: beyond them nothing is said, either.
    AutomataWorkspace linear(workspace, kMostStatesOfWords, kMostStepsOfLinearWords);
    std::optional<PlainStatement> statement;
    within_limits([&] { statement = linear_statement(set, names_, linear); });
    return statement;
  }

  /// Of a function of the numbers: the values by up to four cases, "G is 0 where a and b are even, 1 where a <= b, else 2".
  std::optional<PlainStatement> values_by_cases(const Automaton& function, const std::string& value,
                                                AutomataWorkspace& workspace) {
    if (names_.size() < 2 || names_.size() >= kBounds.size()) return std::nullopt;
    const bool binary = function.system() == Numeration::base(2);
    std::vector<std::string> all_names = names_;
    all_names.push_back(value);
    const CaseList start{{}, {}, beyond(0), 0};
    std::vector<CaseList> found;
    const std::vector<SeenValue> values = values_looked_at(function, all_names);
    if (!is_complete(start, values, found)) find_cases(start, conditions(binary), values, found);
    // Fewer cases are plainer than shorter words.
    std::ranges::stable_sort(found, {}, [](const CaseList& cases) { return std::pair(cases.values.size(), cases.length); });
    if (found.size() > kMostTried) found.resize(kMostTried);
    for (const CaseList& cases : found) {
      const Form form = form_of(cases, value);
      if (automaton_of(*form.formula, all_names.size(), function.system(), workspace) == function)
        return PlainStatement{form.sentence, lua_text(*form.formula, all_names)};
    }
    return std::nullopt;
  }

 private:
  /// A value that the function may have, with where in the box it has it.
  struct SeenValue {
    ValueForm form;
    Bits bits;
  };
  /// Values where conditions hold, each where none of those before does, and the last where none holds.
  struct CaseList {
    std::vector<const Simple*> conditions;
    std::vector<const SeenValue*> values;
    Bits left;  ///< where none of the conditions holds
    std::size_t length = 0;
  };

  std::vector<SeenValue> values_looked_at(const Automaton& function, const std::vector<std::string>& all_names) const {
    constexpr Coordinate kMostConstants = 8;
    const Box box = looked_at();
    std::vector<Coordinate> table(static_cast<std::size_t>(box.size()), -1);
    for_each_tuple(function, 2 * kBounds[names_.size()], [&](PositionView tuple) {
      const PositionView numbers = tuple.first(names_.size());
      if (box.contains(numbers)) table[static_cast<std::size_t>(box.index(numbers))] = tuple.back();
    });
    std::vector<ValueForm> forms;
    for (Coordinate constant = 0; constant < kMostConstants; ++constant)
      forms.push_back({std::to_string(constant), Term::of(constant)});
    for (ValueForm& form : value_forms(all_names, function.system() == Numeration::base(2))) forms.push_back(std::move(form));
    std::vector<SeenValue> values;
    for (ValueForm& form : forms) {
      Bits bits = no_bits();
      Position position = box.low();
      for (std::size_t index = 0; index < box.size(); ++index, box.next(position))
        if (value_of(form.term, position) == table[index]) add(bits, index);
      if (size_of(bits) > 0) values.push_back({std::move(form), std::move(bits)});
    }
    return values;
  }

  /// Adds the cases so far with one value for all that is left, if there is one.
  static bool is_complete(const CaseList& so_far, const std::vector<SeenValue>& values, std::vector<CaseList>& found) {
    const auto last = std::ranges::find_if(values, [&](const SeenValue& value) { return is_within(so_far.left, value.bits); });
    if (last == values.end()) return false;
    found.push_back(so_far);
    found.back().values.push_back(&*last);
    found.back().length += last->form.words.size();
    return true;
  }

  /// Goes on from cases that are not complete with those that complete them, and with those that leave the least, for the
  /// length of their words.
  static void find_cases(const CaseList& so_far, const std::vector<Simple>& all, const std::vector<SeenValue>& values,
                         std::vector<CaseList>& found) {
    constexpr std::size_t kMostBranches = 6;
    if (so_far.conditions.size() + 1 == kMostCases) return;
    std::vector<std::pair<double, CaseList>> branches;
    for (const Simple& simple : all) {
      const Bits there = intersection(simple.bits, so_far.left);
      const std::size_t size = size_of(there);
      if (size == 0) continue;
      const auto value = std::ranges::find_if(values, [&](const SeenValue& one) { return is_within(there, one.bits); });
      if (value == values.end()) continue;
      CaseList more = so_far;
      more.conditions.push_back(&simple);
      more.values.push_back(&*value);
      more.left = difference(std::move(more.left), there);
      const std::size_t length = simple.words.size() + value->form.words.size();
      more.length += length;
      if (is_complete(more, values, found)) continue;
      branches.emplace_back(-static_cast<double>(size) / static_cast<double>(length + 20), std::move(more));
    }
    std::ranges::stable_sort(branches, {}, &std::pair<double, CaseList>::first);
    if (branches.size() > kMostBranches) branches.resize(kMostBranches);
    for (const auto& [gain, more] : branches) find_cases(more, all, values, found);
  }

  Form form_of(const CaseList& cases, const std::string& value) const {
    const Term g = Term::variable(names_.size());
    std::string sentence = value + " is ";
    std::vector<Predicate> each, before;
    for (std::size_t i = 0; i < cases.values.size(); ++i) {
      const bool is_last = i == cases.conditions.size();
      sentence += is_last ? (i == 0 ? "" : "else ") + cases.values[i]->form.words
                          : fmt::format("{} where {}, ", cases.values[i]->form.words, cases.conditions[i]->words);
      std::vector<Predicate> both = before;
      if (!is_last) {
        both.push_back(cases.conditions[i]->predicate);
        before.push_back(Predicate::negation(cases.conditions[i]->predicate));
      }
      both.push_back(Predicate::equal(g, cases.values[i]->form.term));
      each.push_back(Predicate::both(std::move(both)));
    }
    return {std::move(sentence), Predicate::either(std::move(each))};
  }

  /// What was looked at goes from 0 to this, by how many numbers there are.
  static constexpr std::array<Coordinate, 6> kBounds = {0, 0, 31, 11, 6, 3};

  std::vector<Form> known_forms(const Automaton& set, AutomataWorkspace& workspace) const {
    std::vector<Form> forms;
    if (names_.size() == 1) {
      if (std::optional<Form> form = periodic(set, names_[0], workspace)) forms.push_back(*std::move(form));
      for (Form& form : by_last_zeros(set, names_[0])) forms.push_back(std::move(form));
    }
    if (names_.size() == 2)
      for (BeattyForm& form : beatty_forms(set.system(), names_, workspace))
        forms.push_back({std::move(form.sentence), std::move(form.formula), std::move(form.set)});
    return forms;
  }

  /// The simple conditions that can be said in the system, with what they say of the box.
  const std::vector<Simple>& conditions(bool binary) {
    std::vector<Simple>& conditions = conditions_[binary ? 1 : 0];
    if (!conditions.empty()) return conditions;
    std::vector<Simple> all = SimpleConditions(names_, binary).take();
    const Box box = looked_at();
    for (Simple& simple : all) {
      simple.bits = no_bits();
      Position position = box.low();
      for (std::size_t index = 0; index < box.size(); ++index, box.next(position))
        if (*holds(simple.predicate, position)) add(simple.bits, index);
      // Of two that say the same in the box, the first is the plainer.
      const bool is_new = std::ranges::none_of(conditions, [&](const Simple& other) { return other.bits == simple.bits; });
      if (is_new) conditions.push_back(std::move(simple));
    }
    return conditions;
  }

  Box looked_at() const {
    return Box(Position(std::vector<Coordinate>(names_.size(), 0)),
               Position(std::vector<Coordinate>(names_.size(), kBounds[names_.size()])));
  }
  Bits no_bits() const { return Bits((static_cast<std::size_t>(looked_at().size()) + 63) / 64, 0); }
  static void add(Bits& bits, std::uint64_t index) { bits[index / 64] |= std::uint64_t{1} << index % 64; }

  Bits bits_of(const Automaton& set) const {
    const Box box = looked_at();
    Bits bits = no_bits();
    for_each_tuple(set, kBounds[names_.size()], [&](PositionView tuple) { add(bits, box.index(tuple)); });
    return bits;
  }
  /// The tuples of the box that have a number of at least `from`; those below may be exceptions.
  Bits beyond(Coordinate from) const {
    const Box box = looked_at();
    Bits bits = no_bits();
    Position position = box.low();
    for (std::size_t index = 0; index < box.size(); ++index, box.next(position))
      if (std::ranges::any_of(position, [&](Coordinate number) { return number >= from; })) add(bits, index);
    return bits;
  }

  std::optional<PlainStatement> searched(const Automaton& set, AutomataWorkspace& workspace) {
    const std::vector<Simple>& all = conditions(set.system() == Numeration::base(2));
    const Bits wanted = bits_of(set);
    const auto length = [](const auto& one) { return one.sentence.size(); };
    // One condition or two, perhaps with exceptions, are plainer than cases.
    for (const bool by_cases : {false, true}) {
      std::vector<PlainStatement> found;
      for (const Coordinate from : {Coordinate{0}, Coordinate{2}, kBounds[names_.size()] / 4 + 1}) {
        const Bits mask = beyond(from), wanted_there = intersection(wanted, mask);
        std::vector<Form> forms = by_cases ? of_cases(all, wanted_there, mask) : of_one_or_two(all, wanted_there, mask);
        std::ranges::stable_sort(forms, {}, length);
        if (forms.size() > kMostTried) forms.resize(kMostTried);
        for (const Form& form : forms)
          if (std::optional<PlainStatement> statement = statement_of(set, form, names_, workspace)) {
            found.push_back(*std::move(statement));
            break;
          }
      }
      if (!found.empty()) return *std::ranges::min_element(found, {}, length);
    }
    return std::nullopt;
  }

  static constexpr std::size_t kMostTried = 8, kMostBeside = 80, kMostCases = 4;

  static Form joined(const std::vector<const Simple*>& parts, bool all) {
    std::string words;
    std::vector<Predicate> predicates;
    for (const Simple* const part : parts) {
      words += fmt::format("{}{}", words.empty() ? "" : all ? " and " : ", or ", part->words);
      predicates.push_back(part->predicate);
    }
    Predicate formula = parts.size() == 1 ? predicates[0]
                        : all             ? Predicate::both(std::move(predicates))
                                          : Predicate::either(std::move(predicates));
    return {std::move(words), std::move(formula)};
  }

  /// The conditions that hold of all that is wanted, and of some other tuples of the mask.
  struct Wider {
    std::vector<const Simple*> conditions;
    std::vector<Bits> bits;
  };
  static Wider wider_than(const Bits& wanted, const std::vector<Simple>& all, const Bits& mask) {
    Wider wider;
    for (const Simple& simple : all) {
      Bits bits = intersection(simple.bits, mask);
      if (bits == wanted || bits == mask || !is_within(wanted, bits) || wider.bits.size() == kMostBeside) continue;
      wider.conditions.push_back(&simple);
      wider.bits.push_back(std::move(bits));
    }
    return wider;
  }

  /// What says of the tuples of the mask which are wanted: one condition, or else two at once.
  static std::vector<Form> of_one_or_two(const std::vector<Simple>& all, const Bits& wanted, const Bits& mask) {
    std::vector<Form> forms;
    for (const Simple& simple : all)
      if (intersection(simple.bits, mask) == wanted) forms.push_back(joined({&simple}, true));
    if (!forms.empty()) return forms;
    const Wider wider = wider_than(wanted, all, mask);
    for (std::size_t i = 0; i < wider.bits.size(); ++i)
      for (std::size_t j = i + 1; j < wider.bits.size(); ++j)
        if (intersection(wider.bits[i], wider.bits[j]) == wanted)
          forms.push_back(joined({wider.conditions[i], wider.conditions[j]}, true));
    return forms;
  }

  /// The same: several conditions at once, or cases.
  static std::vector<Form> of_cases(const std::vector<Simple>& all, const Bits& wanted, const Bits& mask) {
    std::vector<Form> forms;
    if (std::optional<Form> form = several_at_once(wider_than(wanted, all, mask), wanted, mask))
      forms.push_back(*std::move(form));
    if (std::optional<Form> form = cases(all, wanted, mask)) forms.push_back(*std::move(form));
    if (forms.empty())
      if (std::optional<Form> form = cases(all, difference(mask, wanted), mask)) {
        form->sentence = fmt::format("not: {}", form->sentence);
        form->formula = Predicate::negation(*std::move(form->formula));
        forms.push_back(*std::move(form));
      }
    return forms;
  }

  /// Conditions that hold of all that is wanted, and together of nothing else: each takes off the most that is left.
  static std::optional<Form> several_at_once(const Wider& wider, const Bits& wanted, const Bits& mask) {
    std::vector<const Simple*> chosen;
    Bits left = difference(mask, wanted);
    while (size_of(left) > 0 && chosen.size() < kMostCases) {
      std::size_t best = 0, least = size_of(left);
      for (std::size_t i = 0; i < wider.bits.size(); ++i)
        if (const std::size_t size = size_of(intersection(left, wider.bits[i])); size < least) {
          least = size;
          best = i + 1;
        }
      if (best == 0) return std::nullopt;
      chosen.push_back(wider.conditions[best - 1]);
      left = intersection(left, wider.bits[best - 1]);
    }
    if (size_of(left) > 0) return std::nullopt;
    return joined(chosen, true);
  }

  /// Cases that hold of nothing else, and together of all that is wanted; a case is a condition, or two.
  static std::optional<Form> cases(const std::vector<Simple>& all, const Bits& wanted, const Bits& mask) {
    struct Case {
      std::vector<const Simple*> parts;
      Bits bits;
      std::size_t length;
    };
    std::vector<Case> found;
    std::vector<Bits> bits;
    for (const Simple& simple : all) {
      bits.push_back(intersection(simple.bits, mask));
      if (is_within(bits.back(), wanted) && size_of(bits.back()) > 0)
        found.push_back({{&simple}, bits.back(), simple.words.size()});
    }
    const std::size_t some = size_of(wanted) / (2 * kMostCases);
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (size_of(intersection(bits[i], wanted)) <= some) continue;
      for (std::size_t j = i + 1; j < all.size(); ++j) {
        Bits both = intersection(bits[i], bits[j]);
        if (is_within(both, wanted) && size_of(both) > some)
          found.push_back({{&all[i], &all[j]}, std::move(both), all[i].words.size() + all[j].words.size() + 5});
      }
    }
    std::string words;
    std::vector<Predicate> predicates;
    Bits left = wanted;
    while (size_of(left) > 0) {
      if (predicates.size() == kMostCases) return std::nullopt;
      const Case* best = nullptr;
      double most = 0;
      for (const Case& one : found)
        if (const double more =
                static_cast<double>(size_of(intersection(one.bits, left))) / static_cast<double>(one.length + 20);
            more > most) {
          most = more;
          best = &one;
        }
      if (best == nullptr) return std::nullopt;
      const Form form = joined(best->parts, true);
      words += fmt::format("{}{}", words.empty() ? "" : ", or ", form.sentence);
      predicates.push_back(*form.formula);
      left = difference(std::move(left), best->bits);
    }
    return Form{std::move(words), predicates.size() == 1 ? predicates[0] : Predicate::either(std::move(predicates))};
  }

  std::vector<std::string> names_;
  std::array<std::vector<Simple>, 2> conditions_;  ///< without binary digits, and with them
};

PlainWords::PlainWords(std::vector<std::string> names) : impl_(std::make_unique<Impl>(std::move(names))) {}
PlainWords::~PlainWords() = default;
std::optional<PlainStatement> PlainWords::about(const Automaton& set, AutomataWorkspace& workspace) {
  return impl_->about(set, workspace);
}
std::optional<PlainStatement> PlainWords::values_by_cases(const Automaton& function, const std::string& value,
                                                          AutomataWorkspace& workspace) {
  return impl_->values_by_cases(function, value, workspace);
}

std::optional<PlainStatement> plain_function(const Automaton& function, const std::vector<std::string>& names,
                                             AutomataWorkspace& workspace) {
  constexpr std::array<Coordinate, 5> kSeen = {0, 0, 60, 24, 9};
  if (names.size() >= kSeen.size()) return std::nullopt;
  std::vector<Position> tuples;
  for_each_tuple(function, kSeen[names.size()], [&](PositionView tuple) { tuples.emplace_back(tuple); });
  const std::string& value = names.back();
  std::vector<Form> forms;
  for (const ValueForm& form : value_forms(names, function.system() == Numeration::base(2))) {
    const bool fits = std::ranges::all_of(tuples, [&](const Position& tuple) {
      return value_of(form.term, PositionView(tuple).first(names.size() - 1)) == tuple[names.size() - 1];
    });
    if (fits)
      forms.push_back(
          {fmt::format("{} is {}", value, form.words), Predicate::equal(Term::variable(names.size() - 1), form.term)});
  }
  if (names.size() == 2)
    if (std::optional<Form> form = recurring_values(function, names)) forms.push_back(*std::move(form));
  for (const Form& form : forms)
    if (automaton_of(*form.formula, names.size(), function.system(), workspace) == function)
      return PlainStatement{form.sentence, lua_text(*form.formula, names)};
  return PlainWords({names.begin(), names.end() - 1}).values_by_cases(function, value, workspace);
}

}  // namespace bouton
