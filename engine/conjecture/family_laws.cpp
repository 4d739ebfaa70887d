#include "engine/conjecture/family_laws.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <gmpxx.h>

#include "engine/conjecture/family_classes.h"
#include "engine/conjecture/rational_equations.h"
#include "engine/conjecture/sequence_words.h"
#include "engine/conjecture/slope_laws.h"
#include "engine/position/integer.h"

namespace bouton {
namespace {

/// Members beyond those that give the coefficients, in the part that a law is found from; and in the other.
constexpr std::size_t kFewestToSpare = 2;
constexpr std::size_t kFewestChecked = 3;
constexpr double kAccident = 0.001;
constexpr int kGreatestDenominator = 64;

std::int64_t two_to(int exponent) { return std::int64_t{1} << exponent; }

/// A power of 2 that goes with the parameter.
struct Power {
  std::string_view words;  ///< {} is the parameter
  std::optional<std::int64_t> (*of)(std::int64_t number);
};

constexpr Power kPowers[] = {
    {"(the greatest power of 2 up to {})",
     [](std::int64_t m) -> std::optional<std::int64_t> {
       if (m < 1) return std::nullopt;
       return static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(m)));
     }},
    {"(the least power of 2 from {} on)",
     [](std::int64_t m) -> std::optional<std::int64_t> {
       if (m < 1) return std::nullopt;
       return static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(m)));
     }},
    {"(the greatest power of 2 that divides {})",
     [](std::int64_t m) -> std::optional<std::int64_t> {
       if (m == 0) return std::nullopt;
       return two_to(exponent_of_two(m));
     }},
    {"(the greatest power of 2 that divides {} + 1)",
     [](std::int64_t m) -> std::optional<std::int64_t> {
       if (m == -1) return std::nullopt;
       return two_to(exponent_of_two(m + 1));
     }},
    {"(the greatest power of 2 that divides {} - 1)",
     [](std::int64_t m) -> std::optional<std::int64_t> {
       if (m == 1) return std::nullopt;
       return two_to(exponent_of_two(m - 1));
     }},
};

/// Which of 1, the parameter and a power of 2 a formula is a sum of multiples of.
struct Form {
  bool linear = false;
  const Power* power = nullptr;

  std::size_t unknowns() const { return 1U + (linear ? 1U : 0U) + (power != nullptr ? 1U : 0U); }
  /// What each of them is for a member; empty where it has no such power.
  std::vector<mpq_class> at(std::int64_t number) const {
    std::vector<mpq_class> row;
    if (linear) row.emplace_back(widen(number));
    if (power != nullptr) {
      const std::optional<std::int64_t> value = power->of(number);
      if (!value) return {};
      row.emplace_back(widen(*value));
    }
    row.emplace_back(1);
    return row;
  }
};

/// In the order of how simple they are.
std::vector<Form> forms() {
  std::vector<Form> all = {{false, nullptr}, {true, nullptr}};
  for (const bool linear : {false, true})
    for (const Power& power : kPowers) all.push_back({linear, &power});
  return all;
}

struct Formula {
  Form form;
  std::vector<mpq_class> coefficients;

  bool fits(std::int64_t number, std::int64_t value) const {
    const std::vector<mpq_class> row = form.at(number);
    if (row.empty()) return false;
    mpq_class sum = 0;
    for (std::size_t i = 0; i < row.size(); ++i) sum += coefficients[i] * row[i];
    return sum == mpq_class(widen(value));
  }
  std::string words(const std::string& parameter) const {
    mpz_class denominator = 1;
    for (const mpq_class& c : coefficients) denominator = lcm(denominator, mpz_class(c.get_den()));
    std::vector<std::string> names;
    if (form.linear) names.push_back(parameter);
    if (form.power != nullptr) names.push_back(fmt::format(fmt::runtime(form.power->words), parameter));
    names.emplace_back("");
    std::string text;
    std::size_t terms = 0;
    for (std::size_t i = 0; i < names.size(); ++i) {
      const mpq_class multiple = coefficients[i] * denominator;
      if (multiple == 0) continue;
      const mpz_class size = abs(multiple.get_num());
      text += multiple < 0 ? (terms == 0 ? "-" : " - ") : (terms == 0 ? "" : " + ");
      if (names[i].empty()) text += size.get_str();
      else text += (size == 1 ? "" : size.get_str() + " ") + names[i];
      ++terms;
    }
    if (terms == 0) return "0";
    if (denominator == 1) return text;
    return fmt::format("{}/{}", terms == 1 ? text : "(" + text + ")", denominator.get_str());
  }
};

/// The laws of one quantity.
class QuantityLaws {
 public:
  QuantityLaws(const FamilyEvidence& evidence, const FamilyQuantity& quantity) : evidence_(evidence), quantity_(quantity) {
    for (std::size_t i = 0; i < evidence.numbers.size(); ++i)
      if (quantity.values[i]) {
        numbers_.push_back(evidence.numbers[i]);
        values_.push_back(*quantity.values[i]);
      }
    // By what all members are, so that members without a value do not move the border.
    if (!evidence.numbers.empty()) border_ = evidence.numbers[(evidence.numbers.size() - 1) / 2];
    explained_.resize(numbers_.size());
  }

  std::vector<FamilyLaw> find() {
    if (std::ranges::all_of(values_, [](std::int64_t value) { return value == 0; })) return {};
    const std::vector<FamilyClass> classes = family_classes(evidence_.parameter, numbers_, 1 + kFewestToSpare + kFewestChecked);
    const std::vector<Form> all = forms();
    tries_ = static_cast<double>(classes.size() * all.size());
    std::vector<FamilyLaw> laws;
    for (const FamilyClass& one : classes)
      for (const Form& form : all) {
        if (form.power != nullptr && one.by_exponent) continue;  // powers of 2 twice
        if (std::optional<FamilyLaw> law = law_of(one, form)) {
          laws.push_back(*std::move(law));
          break;
        }
      }
    return laws;
  }

 private:
  /// The formula that the last members of the first part give; nothing where they give none, or one of odd fractions.
  std::optional<Formula> formula_of(const std::vector<std::size_t>& found, const Form& form) const {
    RationalEquations equations(form.unknowns());
    for (std::size_t i = found.size(); i-- > 0 && !equations.complete();) {
      std::vector<mpq_class> row = form.at(numbers_[found[i]]);
      if (row.empty()) return std::nullopt;
      row.emplace_back(widen(values_[found[i]]));
      equations.add(std::move(row));
    }
    if (!equations.complete()) return std::nullopt;
    Formula formula{form, equations.solution()};
    for (const mpq_class& c : formula.coefficients)
      if (c.get_den() > kGreatestDenominator) return std::nullopt;
    // A part that counts for nothing makes it another form.
    for (std::size_t i = 0; i + 1 < formula.coefficients.size(); ++i)
      if (formula.coefficients[i] == 0) return std::nullopt;
    return formula;
  }

  bool fits(const Formula& formula, std::size_t i) const { return formula.fits(numbers_[i], values_[i]); }

  std::optional<FamilyLaw> law_of(const FamilyClass& one, const Form& form) {
    std::vector<std::size_t> found, checked;
    for (const std::size_t i : one.members) (numbers_[i] <= border_ ? found : checked).push_back(i);
    if (found.size() < form.unknowns() + kFewestToSpare || checked.size() < kFewestChecked) return std::nullopt;
    if (form.power != nullptr && !varies(form, checked)) return std::nullopt;
    const std::optional<Formula> formula = formula_of(found, form);
    if (!formula) return std::nullopt;
    std::size_t first = found.size();
    while (first > 0 && fits(*formula, found[first - 1])) --first;
    const std::size_t used = found.size() - first;
    if (used < form.unknowns() + kFewestToSpare || used * 2 < found.size()) return std::nullopt;
    if (!std::ranges::all_of(checked, [&](std::size_t i) { return fits(*formula, i); })) return std::nullopt;

    FamilyLaw law{.quantity = quantity_.name, .formula = formula->words(evidence_.parameter), .where = one.where};
    law.from = numbers_[found[first]];
    law.found_to = numbers_[found.back()];
    law.holds_to = numbers_[checked.back()];
    law.found = used;
    law.checked = checked.size();
    std::size_t others = 0, hits = 0, fresh = 0;
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
      if (numbers_[i] < law.from) continue;
      ++law.members;
      if (std::ranges::binary_search(one.members, i)) {
        fresh += explained_[i] ? 0 : 1;
        continue;
      }
      ++others;
      hits += fits(*formula, i) ? 1 : 0;
    }
    for (std::size_t i = 0; i < evidence_.numbers.size(); ++i)
      law.unknown += evidence_.numbers[i] >= law.from && !quantity_.values[i] ? 1 : 0;
    law.exactly = others > 0 && hits == 0;
    if (!is_no_accident(fresh, form.unknowns(), others, hits)) return std::nullopt;
    for (const std::size_t i : one.members)
      if (numbers_[i] >= law.from) explained_[i] = true;
    return law;
  }

  bool is_no_accident(std::size_t fresh, std::size_t unknowns, std::size_t others, std::size_t hits) const {
    if (fresh < unknowns + kFewestToSpare + kFewestChecked) return false;
    if (others == 0) return true;
    const double share = static_cast<double>(hits + 1) / static_cast<double>(others + 2);
    return std::pow(share, static_cast<double>(fresh - unknowns)) * tries_ < kAccident;
  }

  /// Whether the power has more values than one among these members.
  bool varies(const Form& form, const std::vector<std::size_t>& members) const {
    const std::optional<std::int64_t> first = form.power->of(numbers_[members[0]]);
    return std::ranges::any_of(members, [&](std::size_t i) { return form.power->of(numbers_[i]) != first; });
  }

  const FamilyEvidence& evidence_;
  const FamilyQuantity& quantity_;
  std::vector<std::int64_t> numbers_, values_;  ///< of the members that have one
  std::int64_t border_ = 0;                     ///< laws are found from numbers up to this one
  std::vector<bool> explained_;
  double tries_ = 0;
};

}  // namespace

std::string FamilyLaw::statement(const std::string& parameter) const {
  std::string text = fmt::format("{} is {}", quantity, formula);
  if (where.empty()) text += fmt::format(" for all {}{}", parameter, unknown == 0 ? "" : " for which it is known");
  else text += fmt::format("{} where {}", exactly ? " exactly" : "", where);
  return text + fmt::format(", from {} = {} on", parameter, from);
}

std::vector<FamilyLaw> family_laws(const FamilyEvidence& evidence) {
  std::vector<FamilyLaw> all;
  for (const FamilyQuantity& quantity : evidence.quantities)
    for (FamilyLaw& law : QuantityLaws(evidence, quantity).find()) all.push_back(std::move(law));
  for (const FamilySlope& slope : evidence.slopes)
    if (std::optional<FamilyLaw> law = slope_law(evidence, slope)) all.push_back(*std::move(law));
  return all;
}

}  // namespace bouton
