#include "engine/conjecture/slope_laws.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "engine/position/powers_and_roots.h"

namespace bouton {
namespace {

constexpr int kGreatestCoefficient = 4;
constexpr std::size_t kFewestSlopes = 3;
/// Of wider intervals too many laws are true.
constexpr double kWidest = 0.05;

/// c[0] + c[1] m + c[2] m^2 as text, the highest power first, unless that would begin with a minus; "" of 0.
std::string polynomial(const std::array<int, 3>& c, const std::string& name) {
  std::string text;
  const bool rising = c[0] > 0 && c[2] <= 0 && (c[2] < 0 || c[1] < 0);
  for (int i = 0; i <= 2; ++i) {
    const int power = rising ? i : 2 - i;
    const int multiple = c[static_cast<std::size_t>(power)];
    if (multiple == 0) continue;
    text += multiple < 0 ? (text.empty() ? "-" : " - ") : (text.empty() ? "" : " + ");
    const int size = std::abs(multiple);
    if (power == 0) text += std::to_string(size);
    else text += fmt::format("{}{}{}", size == 1 ? "" : std::to_string(size) + " ", name, power == 2 ? "^2" : "");
  }
  return text;
}

/// The greater root of x^2 + (a + b m) x + (c + d m); of a linear law x + (a + b m) alone.
struct SlopeLaw {
  bool linear = true;
  int a = 0, b = 0, c = 0, d = 0;

  double at(double m) const {
    const double p = a + b * m, q = c + d * m;
    return linear ? -p : (-p + std::sqrt(p * p - 4 * q)) / 2;  // not a number where there is no root, and then it fits nowhere
  }
  std::array<int, 3> discriminant() const { return {a * a - 4 * c, 2 * a * b - 4 * d, b * b}; }
  /// Whether its root is a linear function, which is a law of its own; or it is not a root of anything that varies with m.
  bool is_linear_function() const {
    const auto [e, f, g] = discriminant();
    return f * f == 4 * e * g && is_square(e);
  }
  int size() const { return std::abs(a) + std::abs(b) + std::abs(c) + std::abs(d); }
  std::string words(const std::string& name) const {
    const std::string front = polynomial({-a, -b, 0}, name);
    if (linear) return front.empty() ? "0" : front;
    const std::string root = fmt::format("sqrt({})", polynomial(discriminant(), name));
    return front.empty() ? root + "/2" : fmt::format("({} + {})/2", front, root);
  }
};

/// In the order of how simple they are.
std::vector<SlopeLaw> slope_laws() {
  std::vector<SlopeLaw> all;
  for (int a = -kGreatestCoefficient; a <= kGreatestCoefficient; ++a)
    for (int b = -kGreatestCoefficient; b <= kGreatestCoefficient; ++b) {
      all.push_back({true, a, b, 0, 0});
      for (int c = -kGreatestCoefficient; c <= kGreatestCoefficient; ++c)
        for (int d = -kGreatestCoefficient; d <= kGreatestCoefficient; ++d)
          if (const SlopeLaw law{false, a, b, c, d}; !law.is_linear_function()) all.push_back(law);
    }
  std::ranges::stable_sort(all, [](const SlopeLaw& x, const SlopeLaw& y) {
    return std::pair(!x.linear, x.size()) < std::pair(!y.linear, y.size());
  });
  return all;
}

}  // namespace

std::optional<FamilyLaw> slope_law(const FamilyEvidence& evidence, const FamilySlope& slope) {
  std::vector<std::size_t> found, checked;
  for (std::size_t i = 0; i < evidence.numbers.size(); ++i) {
    if (!slope.ranges[i]) continue;
    if (slope.ranges[i]->greatest - slope.ranges[i]->least > kWidest) return std::nullopt;
    (2 * i < evidence.numbers.size() ? found : checked).push_back(i);
  }
  if (found.size() < kFewestSlopes || checked.size() < kFewestSlopes) return std::nullopt;
  const auto holds = [&](const SlopeLaw& law, const std::vector<std::size_t>& members) {
    return std::ranges::all_of(members, [&](std::size_t i) {
      const double value = law.at(static_cast<double>(evidence.numbers[i]));
      return value >= slope.ranges[i]->least && value <= slope.ranges[i]->greatest;
    });
  };
  for (const SlopeLaw& law : slope_laws()) {
    if (!holds(law, found) || !holds(law, checked)) continue;
    return FamilyLaw{.quantity = slope.name,
                     .formula = law.words(evidence.parameter),
                     .where = "",
                     .exactly = false,
                     .from = evidence.numbers[found.front()],
                     .found_to = evidence.numbers[found.back()],
                     .holds_to = evidence.numbers[checked.back()],
                     .found = found.size(),
                     .checked = checked.size(),
                     .members = found.size() + checked.size()};
  }
  return std::nullopt;
}

}  // namespace bouton
