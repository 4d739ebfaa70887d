// How the number of P-positions below a bound grows: like a multiple of a power of the bound, as far as half of it, and how
// well that tells the number below the whole bound.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "engine/conjecture/kinds.h"
#include "engine/conjecture/recurring.h"

namespace bouton {
namespace {

constexpr std::uint64_t kFewestCounted = 20;  ///< P-positions below a quarter of the bound
constexpr double kNearWhole = 0.08;           ///< of an exponent
constexpr double kNear = 0.03;                ///< of a number, as a share of it

/// The P-positions by their greatest number; a heap is one.
std::vector<Coordinate> greatest_numbers(const TableEvidence& evidence, Coordinate& bound) {
  std::vector<Coordinate> numbers;
  if (!evidence.p_positions.empty()) {
    bound = evidence.p_bound;
    for (const Position& position : evidence.p_positions) numbers.push_back(*std::ranges::max_element(position));
  } else {
    bound = static_cast<Coordinate>(evidence.line.size()) - 1;
    for (std::size_t n = 0; n < evidence.line.size(); ++n)
      if (evidence.line[n] == 0) numbers.push_back(static_cast<Coordinate>(n));
  }
  std::ranges::sort(numbers);
  return numbers;
}

}  // namespace

std::vector<Conjecture> density_of_p(const TableEvidence& evidence) {
  if (recurrence_of(evidence.line)) return {};  // it says how many there are
  Coordinate bound = 0;
  const std::vector<Coordinate> numbers = greatest_numbers(evidence, bound);
  const auto count_to = [&](Coordinate n) {
    return static_cast<std::uint64_t>(std::ranges::upper_bound(numbers, n) - numbers.begin());
  };
  const Coordinate half = bound / 2;
  const std::uint64_t quarter_count = count_to(bound / 4), half_count = count_to(half);
  if (quarter_count < kFewestCounted || half_count == quarter_count) return {};
  const double exponent = std::log2(static_cast<double>(half_count) / static_cast<double>(quarter_count));
  const double power = std::round(exponent);
  if (power < 1 || std::abs(exponent - power) > kNearWhole) return {};
  const double factor = static_cast<double>(half_count) / std::pow(static_cast<double>(half), power);
  Conjecture conjecture;
  const std::string growth = power == 1 ? "n" : fmt::format("n^{}", static_cast<int>(power));
  conjecture.statement = fmt::format("there are about {:.4f} {} P-positions with no number beyond n, within {} %", factor,
                                     growth, static_cast<int>(100 * kNear));
  conjecture.found_to = half;
  conjecture.check.holds_to = bound;
  for (Coordinate n = half; n <= bound; ++n) {
    const double expected = factor * std::pow(static_cast<double>(n), power);
    if (std::abs(static_cast<double>(count_to(n)) - expected) <= kNear * expected) continue;
    conjecture.check.holds_to = n - 1;
    conjecture.check.failure = Position{n};
    break;
  }
  conjecture.check.positions = count_to(bound) - half_count;
  return {std::move(conjecture)};
}

}  // namespace bouton
