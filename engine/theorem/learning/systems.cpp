#include "engine/theorem/learning/systems.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include "engine/position/powers_and_roots.h"
#include "engine/program/integer_arithmetic.h"

namespace bouton {
namespace {

/// Fewer digits say little of a set.
constexpr std::size_t kDigits = 5;
/// Members that are looked at.
constexpr std::size_t kMostMembers = 20'000;
/// Systems that ratios speak for, of each ratio.
constexpr std::size_t kMostOfRatio = 3;
/// Coefficients of the quadratic equations that a ratio is compared with.
constexpr std::int64_t kGreatestCoefficient = 24;
/// How far the ratio of a few records is from that of all, relatively.
constexpr double kErrorOfRecords = 0.02;

std::vector<Numeration> systems_of_any_table(std::size_t tracks) {
  std::vector<Numeration> systems = {Numeration::base(2), Numeration::recurrence(1), Numeration::recurrence(2)};
  if (tracks == 1) systems.push_back(Numeration::base(10));
  systems.push_back(Numeration::base(3));
  if (tracks <= 2)
    for (const int k : {3, 4, 5, 6, 7, 8}) systems.push_back(Numeration::recurrence(k));
  if (tracks == 3) systems.push_back(Numeration::tribonacci());
  return systems;
}

/// Members with all numbers far from 0, each sorted.
std::vector<Position> far_members(const std::vector<Sample>& samples) {
  std::vector<Position> far;
  for (const Sample& sample : samples)
    for (const Position& member : sample.members()) {
      if (far.size() >= kMostMembers) return far;
      if (*std::ranges::max_element(member) < sample.bound() / 2) continue;
      if (*std::ranges::min_element(member) < sample.bound() / 16) continue;
      far.push_back(member);
      std::ranges::sort(far.back());
    }
  return far;
}

/// The bases of which the period of a set of single numbers is a power; nothing where no period is seen.
std::vector<Numeration> bases_of_period(const Sample& sample) {
  std::vector<Numeration> bases;
  const auto in = [&](Coordinate n) { return *sample.contains(Position{n}); };
  for (Coordinate period = 2; period <= sample.bound() / 4; ++period) {
    bool repeats = true;
    for (Coordinate n = sample.bound() / 2; n + period <= sample.bound() && repeats; ++n) repeats = in(n) == in(n + period);
    if (!repeats) continue;
    for (int b = 2; b <= 10; ++b) {
      Coordinate power = b;
      while (power < period) power *= b;
      if (power == period) bases.push_back(Numeration::base(b));
    }
    return bases;
  }
  return bases;
}

bool most_nim_sums_are_zero(const std::vector<Position>& members) {
  const auto zeros = std::ranges::count_if(members, [](const Position& member) {
    return std::accumulate(member.begin(), member.end(), Coordinate{0}, std::bit_xor<>()) == 0;
  });
  return !members.empty() && 10 * static_cast<std::size_t>(zeros) >= 9 * members.size();
}

/// The ratios of the greater to the smaller number, about: the means of those that are near each other.
std::vector<double> ratios(const std::vector<Position>& pairs) {
  constexpr double kNear = 1.02;
  std::vector<double> all, means;
  // What was rounded down was half larger on average.
  for (const Position& pair : pairs) all.push_back((static_cast<double>(pair[1]) + 0.5) / (static_cast<double>(pair[0]) + 0.5));
  std::ranges::sort(all);
  for (std::size_t begin = 0, end = 0; begin < all.size(); begin = end) {
    double sum = 0;
    for (end = begin; end < all.size() && (end == begin || all[end] < all[end - 1] * kNear); ++end) sum += all[end];
    const std::size_t size = end - begin;
    // A ray that the members lie along is narrow, and one of few.
    if (all[end - 1] < all[begin] * 1.2 && size * 20 >= all.size()) means.push_back(sum / static_cast<double>(size));
  }
  return means;
}

/// The quadratic systems of x^2 = k x + l, l >= 2, whose roots are of the field of the root of this discriminant: the least
/// few.
std::vector<Numeration> quadratic_systems_of_field(std::int64_t discriminant) {
  constexpr std::size_t kMost = 2;
  constexpr int kGreatest = 6;
  std::vector<Numeration> systems;
  for (int k = 2; k <= kGreatest; ++k)
    for (int l = 2; l <= k && systems.size() < kMost; ++l)
      if (is_square(discriminant * (k * k + 4 * l)) && !is_square(k * k + 4 * l))
        systems.push_back(Numeration::recurrence(k, l));
  return systems;
}

/// The quadratic systems of x^2 = k x + l, l >= 2, whose root is near the ratio: the nearest. Pairs of a number and that with
/// one zero more behind its digits are further from their ratio than those of an Ostrowski system, since l is not a unit.
std::vector<Numeration> quadratic_systems_of_ratio(double ratio, double error) {
  constexpr double kFurther = 8;
  double nearest = kFurther * error;
  std::vector<Numeration> systems;
  for (int k = 2; k <= Numeration::kGreatestQuotient; ++k)
    for (int l = 2; l <= k; ++l) {
      const double distance = std::abs((k + std::sqrt(static_cast<double>(k * k + 4 * l))) / 2 - ratio);
      if (distance >= nearest || is_square(k * k + 4 * l)) continue;
      nearest = distance;
      systems = {Numeration::recurrence(k, l)};
    }
  return systems;
}

/// The systems for numbers that are in a ratio; the ratio is known up to `error`.
std::vector<Numeration> systems_of_ratio(double ratio, double error) {
  for (std::int64_t denominator = 1; denominator <= 4; ++denominator)
    if (std::abs(ratio * static_cast<double>(denominator) - std::round(ratio * static_cast<double>(denominator))) < error)
      return {Numeration::base(2)};
  struct Equation {
    std::int64_t height;
    std::int64_t a, b, c;
  };
  std::vector<Equation> equations;
  for (std::int64_t a = 1; a <= kGreatestCoefficient / 2; ++a)
    for (std::int64_t b = -kGreatestCoefficient; b <= kGreatestCoefficient; ++b) {
      // a x^2 + b x + c has its root within the error for few c alone.
      const double rest = -(static_cast<double>(a) * ratio + static_cast<double>(b)) * ratio;
      const auto c = static_cast<std::int64_t>(std::lround(rest));
      const double slope = std::abs(2 * static_cast<double>(a) * ratio + static_cast<double>(b));
      if (std::abs(c) > kGreatestCoefficient || std::abs(rest - static_cast<double>(c)) > error * slope) continue;
      if (2 * static_cast<double>(a) * ratio + static_cast<double>(b) <= 0) continue;  // the other root
      if (!is_square(b * b - 4 * a * c)) equations.push_back({a + std::abs(b) + std::abs(c), a, b, c});
    }
  std::ranges::stable_sort(equations, {}, &Equation::height);
  std::vector<Numeration> systems = quadratic_systems_of_ratio(ratio, error), of_fields;
  const std::size_t most = systems.size() + kMostOfRatio;
  const auto note = [](std::vector<Numeration>& list, const Numeration& system) {
    if (std::ranges::find(list, system) == list.end()) list.push_back(system);
  };
  for (const Equation& of : equations) {
    if (systems.size() >= most) break;
    const std::vector<int> quotients = repeating_quotients(of.a, of.b, of.c);
    if (!quotients.empty()) note(systems, Numeration::ostrowski(quotients));
    for (const Numeration& system : quadratic_systems_of_field(of.b * of.b - 4 * of.a * of.c)) note(of_fields, system);
  }
  if (of_fields.size() > kMostOfRatio) of_fields.erase(of_fields.begin() + kMostOfRatio, of_fields.end());
  for (const Numeration& system : of_fields) note(systems, system);
  return systems;
}

/// A system, and the root that its weights grow by.
struct RootedSystem {
  Numeration system;
  double root;
};

double root_of(const Numeration& system) {
  constexpr std::int64_t kExact = std::int64_t{1} << 50;
  std::int64_t before = 1, now = 1;
  for (std::size_t places = 1; now < kExact; ++places) before = std::exchange(now, *system.weight(places));
  return static_cast<double>(now) / static_cast<double>(before);
}

/// The systems of recurrences of three and four terms with small coefficients, by their roots.
const std::vector<RootedSystem>& systems_of_longer_recurrences() {
  constexpr int kGreatest = 3;
  static const std::vector<RootedSystem> all = [] {
    std::vector<RootedSystem> systems;
    for (std::size_t order = 3; order <= Numeration::kMostOrder; ++order)
      for (std::vector<int> coefficients(order, 0); coefficients[0] <= kGreatest;) {
        if (const auto system = Numeration::recurrence(coefficients)) systems.push_back({*system, root_of(*system)});
        std::size_t at = order - 1;
        for (++coefficients[at]; at > 0 && coefficients[at] > kGreatest; ++coefficients[--at]) coefficients[at] = 0;
      }
    std::ranges::stable_sort(systems, {}, &RootedSystem::root);
    return systems;
  }();
  return all;
}

/// The system of a recurrence of at most so many terms, three or more, whose root is nearest to the ratio, and nearer than
/// `error` times it; nothing where that of a shorter recurrence or a base is as near.
std::optional<Numeration> longer_recurrence_of_ratio(double ratio, double error, std::size_t most_order) {
  double nearest = std::min(error * ratio, std::abs(ratio - std::round(ratio)));
  for (int k = 1; k <= Numeration::kGreatestQuotient; ++k)
    for (int l = 1; l <= k; ++l)
      nearest = std::min(nearest, std::abs((k + std::sqrt(static_cast<double>(k * k + 4 * l))) / 2 - ratio));
  std::optional<Numeration> found;
  for (const RootedSystem& system : systems_of_longer_recurrences()) {
    if (system.system.order() > most_order || std::abs(system.root - ratio) >= nearest) continue;
    nearest = std::abs(system.root - ratio);
    found = system.system;
  }
  return found;
}

/// The ratio in which the numbers of one track grow for which there is a member with a greater other number than any before:
/// nothing where these are many, or grow by different ratios. Of single numbers, that of all members.
std::optional<double> ratio_of_records(const Sample& sample, std::size_t track) {
  constexpr std::size_t kMostRecords = 64, kFewest = 5;
  const Coordinate bound = sample.bound();
  std::vector<Coordinate> greatest(static_cast<std::size_t>(bound) + 1, -1);
  for (const Position& member : sample.members()) {
    Coordinate& here = greatest[static_cast<std::size_t>(member[track])];
    here = std::max(here, member[sample.tracks() - 1 - track]);
  }
  std::vector<double> records;
  Coordinate record = 0;
  for (std::size_t number = 1; number < greatest.size(); ++number) {  // 0 may come with all
    if (greatest[number] <= record) continue;
    record = greatest[number];
    records.push_back(static_cast<double>(number));
    if (records.size() > kMostRecords) return std::nullopt;
  }
  if (records.size() < kFewest) return std::nullopt;
  const std::span<const double> last = std::span<const double>(records).last(kFewest);
  const double ratio = std::pow(last.back() / last.front(), 1.0 / static_cast<double>(kFewest - 1));
  for (std::size_t i = 1; i < last.size(); ++i)
    if (std::abs(last[i] / last[i - 1] - ratio) > 0.05 * ratio) return std::nullopt;
  return ratio;
}

/// The system of three terms whose root t most triples are in the ratios 1 : t : t^2 of.
std::optional<Numeration> system_of_triples(const std::vector<Position>& triples) {
  constexpr double kNear = 0.15;
  std::vector<double> roots;
  for (const Position& t : triples)
    roots.push_back(std::sqrt(static_cast<double>(t[2]) / static_cast<double>(std::max<Coordinate>(t[0], 1))));
  if (roots.empty()) return std::nullopt;
  const auto middle = roots.begin() + static_cast<std::ptrdiff_t>(roots.size() / 2);
  std::nth_element(roots.begin(), middle, roots.end());
  const double root = *middle;
  const auto near_root = [&](Coordinate a, Coordinate b) {
    return std::abs(static_cast<double>(b) / static_cast<double>(std::max<Coordinate>(a, 1)) - root) < kNear;
  };
  const auto number =
      std::ranges::count_if(triples, [&](const Position& t) { return near_root(t[0], t[1]) && near_root(t[1], t[2]); });
  if (2 * static_cast<std::size_t>(number) < triples.size()) return std::nullopt;
  return longer_recurrence_of_ratio(root, kNear / root, 3);
}

}  // namespace

std::vector<int> repeating_quotients(std::int64_t a, std::int64_t b, std::int64_t c) {
  const std::int64_t discriminant = b * b - 4 * a * c;
  if (discriminant <= 0) return {};
  const std::int64_t root = whole_root(discriminant);
  if (root * root == discriminant) return {};
  // x = (p + sqrt discriminant) / q, where q divides discriminant - p^2; the next is 1 / (x - floor x).
  std::int64_t p = -b, q = 2 * a;
  std::map<std::pair<std::int64_t, std::int64_t>, std::size_t> met;
  std::vector<int> quotients;
  for (;;) {
    const auto [at, is_new] = met.try_emplace({p, q}, quotients.size());
    if (!is_new) {
      quotients.erase(quotients.begin(), quotients.begin() + static_cast<std::ptrdiff_t>(at->second));
      const bool fits = quotients.size() <= Numeration::kMostPeriod &&
                        std::ranges::all_of(quotients, [](int k) { return k >= 1 && k <= Numeration::kGreatestQuotient; });
      return fits ? quotients : std::vector<int>{};
    }
    if (quotients.size() > 64) return {};
    const std::int64_t quotient = floor_div(q > 0 ? p + root : p + root + 1, q);
    quotients.push_back(static_cast<int>(quotient));
    p = quotient * q - p;
    q = (discriminant - p * p) / q;
  }
}

std::vector<Numeration> promising_systems(const std::vector<Sample>& samples, bool suggested_alone) {
  const std::size_t tracks = samples[0].tracks();
  const Coordinate bound = samples[0].bound();
  const std::vector<Position> far = far_members(samples);
  std::vector<Numeration> systems;
  const auto add = [&](const std::vector<Numeration>& more) {
    for (const Numeration& system : more)
      if (std::ranges::find(systems, system) == systems.end()) systems.push_back(system);
  };
  if (tracks == 1)
    for (const Sample& sample : samples) add(bases_of_period(sample));
  else if (most_nim_sums_are_zero(far)) add({Numeration::base(2)});
  if (tracks == 2)
    for (const double ratio : ratios(far)) add(systems_of_ratio(ratio, 2.0 / static_cast<double>(bound)));
  if (tracks == 3)
    if (const auto system = system_of_triples(far)) add({*system});
  if (tracks <= 2)
    for (const Sample& sample : samples)
      for (std::size_t track = 0; track < tracks; ++track)
        if (const auto ratio = ratio_of_records(sample, track))
          if (const auto system = longer_recurrence_of_ratio(*ratio, kErrorOfRecords, Numeration::kMostOrder)) add({*system});
  if (!suggested_alone) add(systems_of_any_table(tracks));
  std::erase_if(systems, [&](const Numeration& system) { return system.weight(kDigits - 1).value_or(bound + 1) > bound; });
  return systems;
}

}  // namespace bouton
