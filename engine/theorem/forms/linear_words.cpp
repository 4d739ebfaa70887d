#include "engine/theorem/forms/linear_words.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/automata/semilinear/components.h"
#include "engine/position/box.h"
#include "engine/theorem/forms/form.h"
#include "engine/theorem/predicate/predicate_automaton.h"
#include "engine/theorem/statement/clause.h"

namespace bouton {
namespace {

using Coefficients = std::vector<std::int64_t>;

/// A sum of multiples of the numbers: its value is compared with constants, or its remainder has to be one of some.
struct LinearForm {
  Coefficients coefficients;
  std::int64_t modulus = 0;  ///< 0 where it is compared
  double cost = 1;           ///< how little plain it is
};

/// What a case asks of one form: a least and a greatest value, or some remainders.
struct Bounds {
  std::optional<std::int64_t> least, greatest;
  std::vector<bool> remainders;  ///< by remainder; empty where all are allowed

  bool is_open() const { return !least && !greatest && remainders.empty(); }
  bool admits(std::int64_t value) const {
    if (!remainders.empty()) return remainders[static_cast<std::size_t>(value)];
    return (!least || value >= *least) && (!greatest || value <= *greatest);
  }
};
/// By form.
using BoundsByForm = std::map<std::size_t, Bounds>;

// Forms -------------------------------------------------------------------------------------------------------------------

constexpr std::int64_t kMostModulus = 360, kMostModulusOfOne = 5000, kMostCoefficient = 1000;

double cost_of_form(const Coefficients& coefficients) {
  double cost = 0;
  for (const std::int64_t coefficient : coefficients)
    if (coefficient != 0) cost += 0.5 + 0.5 * static_cast<double>(std::abs(coefficient)) + (coefficient < 0 ? 0.1 : 0);
  return cost;
}

/// The forms with coefficients from -greatest to greatest, without a common divisor, the first that is not 0 above 0; the
/// plainest first.
std::vector<Coefficients> small_forms(std::size_t dimensions, std::int64_t greatest) {
  std::vector<Coefficients> forms;
  const Box box(Position(std::vector<Coordinate>(dimensions, -greatest)),
                Position(std::vector<Coordinate>(dimensions, greatest)));
  Position form = box.low();
  do {
    const auto first = std::ranges::find_if(form, [](Coordinate number) { return number != 0; });
    std::int64_t common = 0;
    for (const Coordinate number : form) common = std::gcd(common, number);
    if (common == 1 && *first > 0) forms.emplace_back(form.begin(), form.end());
  } while (box.next(form));
  std::ranges::stable_sort(forms, {}, cost_of_form);
  return forms;
}

Integer value_at(const Coefficients& form, const BigPosition& vector) {
  Integer value = 0;
  for (std::size_t i = 0; i < form.size(); ++i) value += widen(form[i]) * vector[i];
  return value;
}

/// The forms that are 0 on a flat, as many as they are independent, and perhaps more where these are not unique.
std::vector<Coefficients> normals_of(const IntegerLattice& flat) {
  const std::size_t dimensions = flat.dimensions(), rank = flat.rank();
  std::vector<Coefficients> normals;
  if (rank + 1 == dimensions) {
    // By minors, of which there are at most three.
    const std::vector<BigPosition>& rows = flat.basis();
    BigPosition normal;
    if (dimensions == 2) normal = {rows[0][1], -rows[0][0]};
    else
      for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
        normal.push_back(rows[0][j] * rows[1][k] - rows[0][k] * rows[1][j]);
      }
    Integer common = 0;
    for (const Integer& number : normal) common = gcd(common, number);
    Coefficients form;
    for (Integer& number : normal) {
      number /= common;
      const std::optional<Coordinate> narrowed = narrow(number);
      if (!narrowed || std::abs(*narrowed) > kMostCoefficient) return {};
      form.push_back(*narrowed);
    }
    const auto first = std::ranges::find_if(form, [](std::int64_t number) { return number != 0; });
    if (*first < 0)
      for (std::int64_t& number : form) number = -number;
    return {form};
  }
  constexpr std::size_t kMostNormals = 4;
  for (Coefficients& form : small_forms(dimensions, 4)) {
    if (normals.size() == kMostNormals) break;
    const bool is_normal = std::ranges::all_of(flat.basis(), [&](const BigPosition& row) { return value_at(form, row) == 0; });
    if (is_normal) normals.push_back(std::move(form));
  }
  return normals;
}

/// How many tuples of remainders the forms have, as far as a few thousand.
std::size_t remainders_of(const std::vector<LinearForm>& forms, std::size_t dimensions) {
  constexpr std::size_t kMost = 5000;
  std::set<Coefficients> met = {Coefficients(forms.size(), 0)};
  std::vector<Coefficients> open(met.begin(), met.end());
  while (!open.empty() && met.size() < kMost) {
    const Coefficients from = std::move(open.back());
    open.pop_back();
    for (std::size_t i = 0; i < dimensions; ++i) {
      Coefficients to = from;
      for (std::size_t f = 0; f < forms.size(); ++f) {
        const std::int64_t modulus = forms[f].modulus;
        to[f] = (to[f] + forms[f].coefficients[i] % modulus + modulus) % modulus;
      }
      if (met.insert(to).second) open.push_back(std::move(to));
    }
  }
  return met.size();
}

/// Forms with moduli that are 0 on all periods: where these have all dimensions, together on nothing else.
std::vector<LinearForm> remainder_forms(const IntegerLattice& periods, const std::vector<Coefficients>& candidates) {
  constexpr std::size_t kMostAlongFlat = 2;
  std::vector<LinearForm> forms;
  const std::optional<Integer> index = periods.index();
  std::size_t told = 1;
  for (const Coefficients& form : candidates) {
    if (index ? widen_unsigned(told) == *index : forms.size() == kMostAlongFlat) break;
    Integer common = 0;
    for (const BigPosition& row : periods.basis()) common = gcd(common, value_at(form, row));
    if (common <= 1 || common > widen(periods.dimensions() == 1 ? kMostModulusOfOne : kMostModulus)) continue;
    std::vector<LinearForm> more = forms;
    more.push_back({form, *narrow(common), cost_of_form(form) + 0.25 * std::log2(common.get_d())});
    const std::size_t now = remainders_of(more, periods.dimensions());
    if (now == told) continue;
    told = now;
    forms = std::move(more);
  }
  return forms;
}

std::vector<LinearForm> forms_of(const SemilinearComponents& components, std::size_t dimensions) {
  constexpr std::size_t kMostForms = 24;
  std::vector<LinearForm> forms;
  const auto add = [&](const LinearForm& form) {
    const auto same = std::ranges::find_if(forms, [&](const LinearForm& other) {
      return other.coefficients == form.coefficients && other.modulus == form.modulus;
    });
    if (same == forms.end()) forms.push_back(form);
    else same->cost = std::min(same->cost, form.cost);
  };
  for (const IntegerLattice& flat : components.flats)
    for (const Coefficients& normal : normals_of(flat)) add({normal, 0, cost_of_form(normal)});
  const std::vector<Coefficients> candidates = small_forms(dimensions, dimensions == 3 ? 3 : 8);
  for (const IntegerLattice& periods : components.periods)
    for (const LinearForm& form : remainder_forms(periods, candidates)) add(form);
  // What may tell exceptions: single numbers, and sums and differences, which are less plain.
  for (const Coefficients& form : small_forms(dimensions, dimensions == 2 ? 3 : 1)) {
    const auto terms = dimensions - static_cast<std::size_t>(std::ranges::count(form, 0));
    if (terms <= 2 || std::ranges::count(form, 1) == static_cast<std::ptrdiff_t>(dimensions))
      add({form, 0, terms == 1 ? 1 : 3 * cost_of_form(form)});
  }
  std::ranges::stable_sort(forms, {}, &LinearForm::cost);
  if (forms.size() > kMostForms) forms.resize(kMostForms);
  return forms;
}

std::int64_t value_of_form(const LinearForm& form, PositionView tuple) {
  std::int64_t value = 0;
  for (std::size_t i = 0; i < tuple.size(); ++i) value += form.coefficients[i] * tuple[i];
  if (form.modulus == 0) return value;
  return (value % form.modulus + form.modulus) % form.modulus;
}

// Words -------------------------------------------------------------------------------------------------------------------

/// A condition in words, with the same as a predicate.
struct Said {
  std::string words;
  Predicate predicate;
};

class Words {
 public:
  explicit Words(const std::vector<std::string>& names) : names_(names) {}

  Said of(const std::vector<LinearForm>& forms, const BoundsByForm& one) const {
    std::vector<std::string> words;
    std::vector<Predicate> parts;
    for (const bool remainders : {true, false})
      for (const auto& [number, bounds] : one) {
        if (bounds.is_open() || bounds.remainders.empty() == remainders) continue;
        Said said = remainders ? of_remainders(forms[number], bounds.remainders) : of_bounds(forms[number], bounds);
        words.push_back(std::move(said.words));
        parts.push_back(std::move(said.predicate));
      }
    if (parts.empty()) return {"all", Predicate::of(true)};
    return {fmt::format("{}", fmt::join(words, " and ")), parts.size() == 1 ? parts[0] : Predicate::both(std::move(parts))};
  }

 private:
  std::string words_of(const Coefficients& coefficients, int sign, std::int64_t constant) const {
    std::string text;
    for (std::size_t i = 0; i < coefficients.size(); ++i) {
      const std::int64_t multiple = sign * coefficients[i];
      if (multiple <= 0) continue;
      text += text.empty() ? "" : " + ";
      text += multiple == 1 ? names_[i] : fmt::format("{} {}", multiple, names_[i]);
    }
    if (text.empty()) return std::to_string(constant);
    if (constant != 0) text += fmt::format(" {} {}", constant > 0 ? '+' : '-', std::abs(constant));
    return text;
  }
  static Term term_of(const Coefficients& coefficients, int sign, std::int64_t constant) {
    std::optional<Term> sum;
    for (std::size_t i = 0; i < coefficients.size(); ++i) {
      const std::int64_t multiple = sign * coefficients[i];
      if (multiple <= 0) continue;
      Term term = multiple == 1 ? Term::variable(i) : Term::times(multiple, Term::variable(i));
      sum = sum ? *std::move(sum) + std::move(term) : std::move(term);
    }
    if (!sum) return Term::of(constant);
    return constant == 0 ? *sum : *std::move(sum) + Term::of(constant);
  }
  static Term whole_term(const Coefficients& coefficients) {
    Term sum = term_of(coefficients, 1, 0);
    for (std::size_t i = 0; i < coefficients.size(); ++i)
      if (coefficients[i] < 0) sum = std::move(sum) + Term::times(coefficients[i], Term::variable(i));
    return sum;
  }

  Said of_remainders(const LinearForm& form, std::vector<bool> allowed) const {
    // The least modulus that tells them.
    std::int64_t modulus = form.modulus;
    for (std::int64_t less = 1; less < modulus; ++less) {
      if (form.modulus % less != 0) continue;
      bool tells = true;
      for (std::int64_t r = 0; r < form.modulus; ++r)
        tells = tells && allowed[static_cast<std::size_t>(r)] == allowed[static_cast<std::size_t>(r % less)];
      if (tells) modulus = less;
    }
    std::vector<std::int64_t> in, out;
    for (std::int64_t r = 0; r < modulus; ++r) (allowed[static_cast<std::size_t>(r)] ? in : out).push_back(r);
    const auto size = static_cast<std::int64_t>(in.size());
    const bool is_below = in.back() + 1 == size && size > 1, is_from = !is_below && in.front() + size == modulus && size > 1,
               is_not = !is_below && !is_from && out.size() == 1 && modulus > 2;
    const auto negatives = std::ranges::count_if(form.coefficients, [](std::int64_t number) { return number < 0; });
    const auto terms = static_cast<std::ptrdiff_t>(form.coefficients.size()) - std::ranges::count(form.coefficients, 0);
    const Term term = Term::remainder(whole_term(form.coefficients), modulus);
    Predicate predicate = Predicate::of(true);
    if (is_below) {
      predicate = Predicate::compared(term, ComparisonSign::less, Term::of(size));
    } else if (is_from) {
      predicate = Predicate::compared(term, ComparisonSign::at_least, Term::of(in[0]));
    } else if (is_not) {
      predicate = Predicate::compared(term, ComparisonSign::not_equal, Term::of(out[0]));
    } else {
      std::vector<Predicate> each;
      for (const std::int64_t r : in) each.push_back(Predicate::equal(term, Term::of(r)));
      predicate = each.size() == 1 ? each[0] : Predicate::either(std::move(each));
    }
    if (negatives > 0 && size == 1)
      return {fmt::format("{} = {} mod {}", words_of(form.coefficients, 1, 0), words_of(form.coefficients, -1, in[0]), modulus),
              std::move(predicate)};
    std::string sum = words_of(form.coefficients, 1, 0);
    for (std::size_t i = 0; i < form.coefficients.size(); ++i)
      if (const std::int64_t multiple = -form.coefficients[i]; multiple > 0)
        sum += multiple == 1 ? fmt::format(" - {}", names_[i]) : fmt::format(" - {} {}", multiple, names_[i]);
    if (modulus == 2) return {fmt::format("{} is {}", sum, in[0] == 0 ? "even" : "odd"), std::move(predicate)};
    if (terms > 1) sum = fmt::format("({})", sum);
    std::string words = is_below  ? fmt::format("{} mod {} < {}", sum, modulus, size)
                        : is_from ? fmt::format("{} mod {} >= {}", sum, modulus, in[0])
                        : is_not  ? fmt::format("{} mod {} is not {}", sum, modulus, out[0])
                                  : fmt::format("{} mod {} is {}", sum, modulus, with_or(in));
    return {std::move(words), std::move(predicate)};
  }

  static Coefficients negated(Coefficients coefficients) {
    for (std::int64_t& number : coefficients) number = -number;
    return coefficients;
  }
  /// sum <= constant, with no number taken off on either side.
  Said at_most(const Coefficients& a, std::int64_t constant) const {
    const bool is_sum = std::ranges::none_of(a, [](std::int64_t number) { return number < 0; });
    const bool is_taken_off = std::ranges::none_of(a, [](std::int64_t number) { return number > 0; });
    const auto terms = static_cast<std::ptrdiff_t>(a.size()) - std::ranges::count(a, 0);
    if (is_sum && terms == 1 && constant == 0)
      return {words_of(a, 1, 0) + " = 0", Predicate::equal(term_of(a, 1, 0), Term::of(0))};
    if (is_taken_off)
      return {fmt::format("{} >= {}", words_of(a, -1, 0), -constant),
              Predicate::compared(term_of(a, -1, 0), ComparisonSign::at_least, Term::of(-constant))};
    if (!is_sum && constant == -1)
      return {fmt::format("{} < {}", words_of(a, 1, 0), words_of(a, -1, 0)),
              Predicate::compared(term_of(a, 1, 0), ComparisonSign::less, term_of(a, -1, 0))};
    const std::int64_t left = constant < 0 ? -constant : 0, right = constant > 0 ? constant : 0;
    return {fmt::format("{} <= {}", words_of(a, 1, left), words_of(a, -1, right)),
            Predicate::compared(term_of(a, 1, left), ComparisonSign::at_most, term_of(a, -1, right))};
  }
  Said of_bounds(const LinearForm& form, const Bounds& bounds) const {
    const Coefficients& a = form.coefficients;
    if (!bounds.least) return at_most(a, *bounds.greatest);
    if (!bounds.greatest) return at_most(negated(a), -*bounds.least);
    if (bounds.least == bounds.greatest) {
      // On the left a number alone, on the right nothing taken off.
      const auto is_number = [&](int side) {
        return std::ranges::count_if(a, [&](std::int64_t number) { return number * side > 0; }) == 1 &&
               std::ranges::count(a, side) == 1;
      };
      const int sign = *bounds.least < 0 || (*bounds.least == 0 && !is_number(1) && is_number(-1)) ? -1 : 1;
      const std::int64_t constant = std::abs(*bounds.least);
      return {fmt::format("{} = {}", words_of(a, sign, 0), words_of(a, -sign, constant)),
              Predicate::equal(term_of(a, sign, 0), term_of(a, -sign, constant))};
    }
    // Rather "2 x + 1 <= y <= 2 x + 2" than "y - 2 <= 2 x <= y - 1".
    if (*bounds.greatest <= 0 && std::ranges::any_of(a, [](std::int64_t number) { return number < 0; }))
      return of_bounds({negated(a), 0, form.cost}, {-*bounds.greatest, -*bounds.least, {}});
    const Predicate both =
        Predicate::both({at_most(negated(a), -*bounds.least).predicate, at_most(a, *bounds.greatest).predicate});
    if (*bounds.least == -*bounds.greatest && std::ranges::count(a, 1) == 1 && std::ranges::count(a, -1) == 1 &&
        std::ranges::count(a, 0) + 2 == static_cast<std::ptrdiff_t>(a.size()))
      return {fmt::format("{} and {} differ by at most {}", words_of(a, 1, 0), words_of(a, -1, 0), *bounds.greatest), both};
    return {fmt::format("{} <= {} <= {}", words_of(a, -1, *bounds.least), words_of(a, 1, 0), words_of(a, -1, *bounds.greatest)),
            both};
  }

  const std::vector<std::string>& names_;
};

// Cases -------------------------------------------------------------------------------------------------------------------

/// Tuples of which it is known whether they are members.
struct SeenTuples {
  std::vector<Position> tuples;
  std::vector<char> member;
};

/// Cases that tell the members of a sample.
class CaseSearch {
 public:
  /// With `opposite`, cases of those that are not members.
  CaseSearch(const std::vector<LinearForm>& forms, const SeenTuples& sample, bool opposite, AutomataWorkspace& workspace)
      : forms_(forms), workspace_(workspace) {
    for (std::size_t i = 0; i < sample.tuples.size(); ++i) {
      std::vector<std::int64_t> values;
      for (const LinearForm& form : forms_) values.push_back(value_of_form(form, sample.tuples[i]));
      ((sample.member[i] != 0) != opposite ? in_ : out_).push_back(std::move(values));
    }
  }

  /// Nothing where eight cases are not enough.
  std::optional<std::vector<BoundsByForm>> find() {
    constexpr std::size_t kMostCases = 8, kSeeds = 5;
    std::vector<BoundsByForm> cases;
    std::vector<std::size_t> left(in_.size());
    std::iota(left.begin(), left.end(), std::size_t{0});
    while (!left.empty()) {
      if (cases.size() == kMostCases) return std::nullopt;
      std::optional<BoundsByForm> best;
      double most = 0;
      const std::size_t step = std::max<std::size_t>(1, left.size() / kSeeds);
      for (std::size_t i = 0; i < left.size(); i += step)
        for (BoundsByForm& one : cases_with(in_[left[i]])) {
          const auto covered = std::ranges::count_if(left, [&](std::size_t at) { return admits(one, in_[at]); });
          const double gain = static_cast<double>(covered) / (cost_of_case(one) + 4);
          if (gain > most) {
            most = gain;
            best = std::move(one);
          }
        }
      if (!best) return std::nullopt;
      std::erase_if(left, [&](std::size_t at) { return admits(*best, in_[at]); });
      cases.push_back(*std::move(best));
    }
    // What later cases hold of, too, need not be a case.
    for (std::size_t i = cases.size(); i-- > 0;) {
      const bool is_needed = std::ranges::any_of(in_, [&](const Values& values) {
        for (std::size_t j = 0; j < cases.size(); ++j)
          if (j != i && admits(cases[j], values)) return false;
        return admits(cases[i], values);
      });
      if (!is_needed && cases.size() > 1) cases.erase(cases.begin() + static_cast<std::ptrdiff_t>(i));
    }
    for (BoundsByForm& one : cases) make_plain(one);
    return cases;
  }

 private:
  using Values = std::vector<std::int64_t>;  ///< of the forms
  using Bits = std::vector<std::uint64_t>;

  static Bits all(std::size_t size) {
    Bits bits((size + 63) / 64, 0);
    for (std::size_t i = 0; i < size; ++i) bits[i / 64] |= std::uint64_t{1} << i % 64;
    return bits;
  }
  static Bits intersection(Bits a, const Bits& b) {
    for (std::size_t i = 0; i < a.size(); ++i) a[i] &= b[i];
    return a;
  }
  static bool is_empty(const Bits& bits) {
    return std::ranges::all_of(bits, [](std::uint64_t word) { return word == 0; });
  }
  static std::size_t size_of(const Bits& bits) {
    std::size_t size = 0;
    for (const std::uint64_t word : bits) size += static_cast<std::size_t>(std::popcount(word));
    return size;
  }

  /// One bound that a tuple has.
  struct Bound {
    std::size_t form;
    int side;             ///< -1 at least, 1 at most, 0 equal, or its remainder
    Bits admitted, left;  ///< of the members, and of the others
    double cost;
  };

  static bool admits(const BoundsByForm& one, const Values& values) {
    return std::ranges::all_of(one, [&](const auto& entry) { return entry.second.admits(values[entry.first]); });
  }
  double cost_of_case(const BoundsByForm& one) const {
    double cost = 0;
    for (const auto& [form, bounds] : one) {
      cost += forms_[form].cost;
      if (!bounds.remainders.empty())
        cost += 0.3 * static_cast<double>(
                          std::min(std::ranges::count(bounds.remainders, true), std::ranges::count(bounds.remainders, false)));
    }
    return cost;
  }

  static bool meets(std::int64_t value, std::int64_t seed, int side) {
    return side == 0 ? value == seed : side < 0 ? value >= seed : value <= seed;
  }
  static Bits meeting(const std::vector<Values>& tuples, const Values& seed, std::size_t form, int side) {
    Bits bits((tuples.size() + 63) / 64, 0);
    for (std::size_t i = 0; i < tuples.size(); ++i)
      if (meets(tuples[i][form], seed[form], side)) bits[i / 64] |= std::uint64_t{1} << i % 64;
    return bits;
  }

  /// The plainest first.
  std::vector<Bound> bounds_of(const Values& seed) const {
    std::vector<Bound> bounds;
    for (std::size_t form = 0; form < forms_.size(); ++form)
      for (const int side : {-1, 1, 0}) {
        const bool is_remainder = forms_[form].modulus > 0;
        if (is_remainder && side != 0) continue;
        const double cost = forms_[form].cost + (side == 0 && !is_remainder ? 0.5 : 0);
        Bound bound{form, side, meeting(in_, seed, form, side), meeting(out_, seed, form, side), cost};
        if (size_of(bound.left) < out_.size()) bounds.push_back(std::move(bound));
      }
    std::ranges::stable_sort(bounds, {}, &Bound::cost);
    return bounds;
  }

  /// Bounds of a seed that together leave no tuple that is no member.
  struct Choice {
    std::vector<const Bound*> bounds;
    double gain;
  };

  /// The best choices of up to three bounds, by how many members they admit for what they cost.
  std::vector<Choice> choices(const std::vector<Bound>& bounds) {
    constexpr std::size_t kMostChoices = 10, kMostOfThree = 30;
    std::vector<Choice> found;
    std::vector<const Bound*> chosen;
    const auto choose = [&](const auto& self, std::size_t from, const Bits& admitted, const Bits& left, double cost) -> void {
      if (is_empty(left)) {
        found.push_back({chosen, static_cast<double>(size_of(admitted)) / (cost + 4)});
        return;
      }
      if (chosen.size() == 3) return;
      const std::size_t end = chosen.size() < 2 ? bounds.size() : std::min(bounds.size(), kMostOfThree);
      workspace_.spend((end - std::min(from, end)) * left.size() / 4 + 1);
      for (std::size_t i = from; i < end; ++i) {
        const Bits less = intersection(left, bounds[i].left);
        if (less == left || (chosen.size() == 2 && !is_empty(less))) continue;
        chosen.push_back(&bounds[i]);
        self(self, i + 1, intersection(admitted, bounds[i].admitted), less, cost + bounds[i].cost);
        chosen.pop_back();
      }
    };
    choose(choose, 0, all(in_.size()), all(out_.size()), 0);
    std::ranges::stable_sort(found, std::greater<>(), &Choice::gain);
    if (found.size() > kMostChoices) found.resize(kMostChoices);
    return found;
  }
  /// Bounds one after the other, each the one that takes off the most for its cost. Empty where some tuple is left.
  std::vector<const Bound*> many(const std::vector<Bound>& bounds) const {
    constexpr std::size_t kMostBounds = 12;
    std::vector<const Bound*> chosen;
    for (Bits left = all(out_.size()); !is_empty(left);) {
      const Bound* best = nullptr;
      double most = 0;
      const std::size_t before = size_of(left);
      for (const Bound& bound : bounds)
        if (const double gain = static_cast<double>(before - size_of(intersection(left, bound.left))) / (bound.cost + 1);
            gain > most) {
          most = gain;
          best = &bound;
        }
      if (best == nullptr || chosen.size() == kMostBounds) return {};
      chosen.push_back(best);
      left = intersection(std::move(left), best->left);
    }
    return chosen;
  }

  /// Some cases that hold of the seed and of no tuple that is none: by up to three bounds, or else by more.
  std::vector<BoundsByForm> cases_with(const Values& seed) {
    workspace_.spend((in_.size() + out_.size()) * forms_.size() / 4 + 1);
    const std::vector<Bound> bounds = bounds_of(seed);
    std::vector<BoundsByForm> cases;
    for (const Choice& choice : choices(bounds)) cases.push_back(widened(choice.bounds, seed));
    if (!cases.empty()) return cases;
    const std::vector<const Bound*> chosen = many(bounds);
    if (!chosen.empty()) cases.push_back(widened(chosen, seed));
    return cases;
  }

  /// The case of these bounds of the seed, each as wide as it can be, one after the other.
  BoundsByForm widened(const std::vector<const Bound*>& chosen, const Values& seed) const {
    BoundsByForm one;
    for (const Bound* const bound : chosen) {
      Bounds& bounds = one[bound->form];
      const std::int64_t value = seed[bound->form];
      if (forms_[bound->form].modulus > 0) {
        bounds.remainders.assign(static_cast<std::size_t>(forms_[bound->form].modulus), false);
        bounds.remainders[static_cast<std::size_t>(value)] = true;
        continue;
      }
      if (bound->side <= 0) bounds.least = value;
      if (bound->side >= 0) bounds.greatest = value;
    }
    for (const Bound* const bound : chosen) {
      if (forms_[bound->form].modulus > 0) {
        widen_remainders(one, bound->form);
        continue;
      }
      for (const int side : {-1, 1})
        if (bound->side == side || bound->side == 0) widen_bound(one, bound->form, side);
    }
    std::erase_if(one, [](const auto& entry) { return entry.second.is_open(); });
    return one;
  }
  void widen_remainders(BoundsByForm& one, std::size_t form) const {
    std::vector<bool> allowed(one[form].remainders.size(), false);
    one[form] = {};
    for (const Values& values : in_)
      if (admits(one, values)) allowed[static_cast<std::size_t>(values[form])] = true;
    for (const Values& values : out_)
      if (admits(one, values)) allowed[static_cast<std::size_t>(values[form])] = false;
    if (std::ranges::find(allowed, false) == allowed.end()) allowed.clear();
    one[form].remainders = std::move(allowed);
  }
  void widen_bound(BoundsByForm& one, std::size_t form, int side) const {
    std::optional<std::int64_t>& its = side < 0 ? one[form].least : one[form].greatest;
    its.reset();
    std::optional<std::int64_t> nearest;  // of those that must stay out
    for (const Values& values : out_)
      if (admits(one, values) && (!nearest || (side < 0 ? values[form] > *nearest : values[form] < *nearest)))
        nearest = values[form];
    if (nearest) its = *nearest - side;
  }

  /// Of the constants that make no difference in the sample, the least; and of remainders, those that are there.
  void make_plain(BoundsByForm& one) const {
    for (auto& [form, bounds] : one) {
      if (!bounds.remainders.empty()) continue;
      std::optional<std::int64_t> least, greatest;
      for (const Values& values : in_) {
        if (!admits(one, values)) continue;
        least = std::min(least.value_or(values[form]), values[form]);
        greatest = std::max(greatest.value_or(values[form]), values[form]);
      }
      if (!least) return;
      const auto plainest = [](std::int64_t from, std::int64_t to) {  // from 0 on, whichever side it is
        return from > 0 ? from : to < 0 ? to : std::int64_t{0};
      };
      if (bounds.least && bounds.greatest && least == greatest) bounds.least = bounds.greatest = least;
      else {
        if (bounds.least) bounds.least = plainest(*bounds.least, *least);
        if (bounds.greatest) bounds.greatest = plainest(*greatest, *bounds.greatest);
      }
    }
  }

  const std::vector<LinearForm>& forms_;
  AutomataWorkspace& workspace_;
  std::vector<Values> in_, out_;
};

// The search --------------------------------------------------------------------------------------------------------------

class LinearSearch {
 public:
  LinearSearch(const Automaton& set, const std::vector<std::string>& names, AutomataWorkspace& workspace)
      : set_(set), names_(names), workspace_(workspace) {}

  std::optional<PlainStatement> find(const SemilinearComponents& components) {
    forms_ = forms_of(components, names_.size());
    fill_sample(components);
    std::optional<PlainStatement> best;
    // Exceptions are plainer than cases, where these are told apart from few small tuples.
    for (const Coordinate from : {0, 3})
      for (const bool opposite : {false, true}) {
        if (best && best->sentence.size() < kPlain) return best;
        const std::optional<PlainStatement> found = found_by_cases(opposite, from);
        if (found && (!best || found->sentence.size() < best->sentence.size())) best = found;
      }
    return best;
  }

 private:
  static constexpr std::size_t kPlain = 60, kMostCharacters = 400;
  static constexpr Coordinate kGreatestSeen = Coordinate{1} << 28, kFar = 300;

  void add(const Position& tuple) {
    if (std::ranges::any_of(tuple, [](Coordinate number) { return number < 0 || number > kGreatestSeen; })) return;
    if (!seen_.insert(std::vector<Coordinate>(tuple.begin(), tuple.end())).second) return;
    sample_.tuples.push_back(tuple);
    sample_.member.push_back(set_.contains(widen(tuple)) ? 1 : 0);
  }

  /// The tuples of a box, and those that lead to each state and one letter further.
  void fill_sample(const SemilinearComponents& components) {
    constexpr std::array<Coordinate, 4> kBounds = {0, 300, 13, 5};
    constexpr int kAnywhere = 250;
    constexpr Coordinate kMostOfLine = 6000;
    constexpr std::size_t kMostWords = 500;
    Coordinate bound = kBounds[names_.size()];
    if (names_.size() == 1)
      for (const IntegerLattice& periods : components.periods)
        if (const std::optional<Coordinate> period = narrow(*periods.index()); period && *period < kMostOfLine)
          bound = std::max(bound, std::min(kMostOfLine, 3 * *period));
    const Box box(Position(std::vector<Coordinate>(names_.size(), 0)), Position(std::vector<Coordinate>(names_.size(), bound)));
    Position tuple = box.low();
    do add(tuple);
    while (box.next(tuple));
    if (names_.size() > 1) {
      for (const IntegerLattice& flat : components.flats) add_along(flat);
      for (int i = 0; i < kAnywhere; ++i) {
        for (Coordinate& number : tuple) number = random_below(kFar);
        add(tuple);
      }
    }
    std::vector<char> is_met(set_.states(), 0);
    std::vector<std::pair<State, Position>> walk = {{0, box.low()}};
    is_met[0] = 1;
    std::size_t words = 0;
    for (std::size_t i = 0; i < walk.size() && words < kMostWords; ++i)
      for (Letter letter = 0; letter < set_.letters() && words < kMostWords; ++letter) {
        Position longer = walk[i].second;
        for (std::size_t track = 0; track < longer.size(); ++track)
          longer[track] = longer[track] * set_.system().parameter() + set_.digit(letter, track);
        if (std::ranges::any_of(longer, [](Coordinate number) { return number > kGreatestSeen; })) continue;
        add(longer);
        ++words;
        const State next = set_.next(walk[i].first, letter);
        if (next != kNoState && std::exchange(is_met[static_cast<std::size_t>(next)], 1) == 0) walk.emplace_back(next, longer);
      }
    workspace_.spend(sample_.tuples.size() * 16);
  }

  /// Tuples near a flat, further out than the box: what happens there is not for a few small tuples.
  void add_along(const IntegerLattice& flat) {
    constexpr int kPoints = 40;
    constexpr Coordinate kNear = 5;
    for (int i = 0; i < kPoints; ++i) {
      Position point(std::vector<Coordinate>(names_.size(), 0));
      for (const BigPosition& row : flat.basis()) {
        // A run along a line, and points anywhere on a plane.
        const Coordinate multiple = flat.rank() == 1 ? kFar / 8 + i : random_below(kFar);
        for (std::size_t axis = 0; axis < point.size(); ++axis) {
          const std::optional<Coordinate> step = narrow(row[axis]);
          if (!step || std::abs(*step) > kMostCoefficient) return;
          point[axis] += multiple * *step;
        }
      }
      for (std::size_t axis = 0; axis + flat.rank() < point.size() + 1 && axis < point.size(); ++axis)
        for (Coordinate apart = -kNear; apart <= kNear; ++apart) {
          Position near = point;
          near[axis] += apart;
          add(near);
          if (flat.rank() + 2 == point.size()) {  // a line in space has two directions beside it
            near[(axis + 1) % point.size()] += random_below(2 * kNear + 1) - kNear;
            add(near);
          }
        }
    }
  }
  /// The same numbers in every run.
  Coordinate random_below(Coordinate bound) {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return static_cast<Coordinate>((state_ >> 33U) % static_cast<std::uint64_t>(bound));
  }

  static bool is_beyond(PositionView tuple, Coordinate from) {
    return std::ranges::any_of(tuple, [&](Coordinate number) { return number >= from; });
  }

  /// What all cases say together; the tuples without a number of at least `from` may be exceptions.
  std::optional<PlainStatement> found_by_cases(bool opposite, Coordinate from) {
    constexpr int kMostRounds = 12;
    for (int round = 0; round < kMostRounds; ++round) {
      SeenTuples sample;
      for (std::size_t i = 0; i < sample_.tuples.size(); ++i)
        if (is_beyond(sample_.tuples[i], from)) {
          sample.tuples.push_back(sample_.tuples[i]);
          sample.member.push_back(sample_.member[i]);
        }
      const std::optional<std::vector<BoundsByForm>> cases = CaseSearch(forms_, sample, opposite, workspace_).find();
      if (!cases || cases->empty()) return std::nullopt;
      const Form form = said(*cases, opposite);
      if (form.sentence.size() > kMostCharacters) return std::nullopt;
      const Automaton it = automaton_of(*form.formula, names_.size(), set_.system(), workspace_);
      const Automaton more = combined(set_, it, SetOperation::first_only, workspace_);
      const Automaton fewer = combined(it, set_, SetOperation::first_only, workspace_);
      if (more.empty() && fewer.empty()) return with_exceptions(form, {}, {}, names_);
      if (from > 0) {
        const std::optional<std::vector<BigPosition>> fewer_tuples = few_tuples(fewer), more_tuples = few_tuples(more);
        if (fewer_tuples && more_tuples) return with_exceptions(form, *more_tuples, *fewer_tuples, names_);
      }
      const std::size_t before = sample_.tuples.size();
      for (const Automaton* const wrong : {&more, &fewer}) add_first(*wrong, from);
      if (sample_.tuples.size() == before) return std::nullopt;
    }
    return std::nullopt;
  }

  /// The first tuples of a difference, and what is next to them.
  void add_first(const Automaton& wrong, Coordinate from) {
    constexpr std::size_t kFirst = 60, kAdded = 16;
    std::size_t added = 0;
    for (const BigPosition& tuple : first_tuples(wrong, kFirst)) {
      const std::optional<Position> narrowed = narrow(tuple);
      if (!narrowed || !is_beyond(*narrowed, from)) continue;
      if (++added > kAdded) return;
      add(*narrowed);
      for (std::size_t i = 0; i < narrowed->size(); ++i)
        for (const Coordinate step : {-1, 1}) {
          Position next = *narrowed;
          next[i] += step;
          add(next);
        }
    }
  }

  Form said(const std::vector<BoundsByForm>& cases, bool opposite) const {
    std::string sentence;
    std::vector<Predicate> parts;
    for (const BoundsByForm& one : cases) {
      Said said = Words(names_).of(forms_, one);
      sentence += fmt::format("{}{}", sentence.empty() ? "" : ", or ", said.words);
      parts.push_back(std::move(said.predicate));
    }
    Predicate formula = parts.size() == 1 ? parts[0] : Predicate::either(std::move(parts));
    if (!opposite) return {std::move(sentence), std::move(formula)};
    return {"not: " + sentence, Predicate::negation(std::move(formula))};
  }

  const Automaton& set_;
  const std::vector<std::string>& names_;
  AutomataWorkspace& workspace_;
  std::vector<LinearForm> forms_;
  SeenTuples sample_;
  std::set<std::vector<Coordinate>> seen_;
  std::uint64_t state_ = 1;
};

bool is_looked_at(const Automaton& set) {
  return set.system().is_base() && set.tracks() >= 1 && set.tracks() <= 3 && set.states() <= kMostStatesOfLinearWords;
}

}  // namespace

std::optional<PlainStatement> linear_statement(const Automaton& set, const std::vector<std::string>& names,
                                               AutomataWorkspace& workspace) {
  if (!is_looked_at(set)) return std::nullopt;
  const SemilinearComponents components = semilinear_components(set, workspace);
  if (!components.not_semilinear.empty()) return std::nullopt;
  return LinearSearch(set, names, workspace).find(components);
}

std::optional<std::string> why_not_linear(const Automaton& set, const std::vector<std::string>& names,
                                          AutomataWorkspace& workspace) {
  if (!is_looked_at(set)) return std::nullopt;
  const SemilinearComponents components = semilinear_components(set, workspace);
  if (!components.not_semilinear.empty()) return components.not_semilinear;
  if (set.tracks() == 1) {
    const std::optional<UltimatePeriod> period = ultimate_period(set, workspace);
    if (period && !period->is_periodic) return fmt::format("{} has no period", names[0]);
    return std::nullopt;
  }
  if (const std::optional<std::string> line = line_without_period(set, workspace))
    return fmt::format("on the line {} = {} its members have no period", fmt::format("({})", fmt::join(names, ", ")), *line);
  return std::nullopt;
}

}  // namespace bouton
