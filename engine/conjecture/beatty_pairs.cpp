// The P-positions of two heaps as pairs (a(n), b(n)), a(n) < b(n), n = 1, 2, ..., in the order of a.
//
// Wythoff's are those with a(n) the least number that is in no earlier pair and b(n) = a(n) + n; they are floor(n phi) and
// floor(n phi^2), Beatty's complementary sequences. Of other games it may be that the difference is another function of n, that
// a(n) and b(n) stay within a strip about lines through the origin (pairs with drift), or both. Pairs are looked at as far as
// the other number of each can be in the table, by the ratios of those that are.
#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "engine/conjecture/kinds.h"
#include "engine/conjecture/pairs.h"
#include "engine/conjecture/sequence_words.h"

namespace bouton {
namespace {

constexpr std::size_t kFewestPairs = 24;

bool is_near(const FittedStrip& line, std::size_t n, Coordinate number) {
  const double off = static_cast<double>(number) - line.slope * static_cast<double>(n);
  return off >= line.least && off <= line.greatest;
}

/// The slope and, where one (w + sqrt d)/2 with a small d is very near, that.
std::string slope_text(double slope) {
  constexpr double kVeryNear = 0.004;
  constexpr int kGreatestRoot = 40;
  std::optional<std::string> best;
  double least = kVeryNear;
  for (int root = 2; root <= kGreatestRoot; ++root) {
    const double square_root = std::sqrt(root);
    if (square_root == std::floor(square_root)) continue;
    const double rest = 2 * slope - square_root;
    const double off = std::abs(rest - std::round(rest));
    if (off >= least) continue;
    least = off;
    const int whole = static_cast<int>(std::round(rest));
    best = whole == 0 ? fmt::format("sqrt({})/2", root) : fmt::format("({} + sqrt({}))/2", whole, root);
  }
  return best ? fmt::format("{:.4f}, near {}", slope, *best) : fmt::format("{:.4f}", slope);
}

void check_pairs(Conjecture& conjecture, const std::vector<Pair>& pairs, std::size_t end, Coordinate last,
                 const std::function<bool(std::size_t)>& fits) {
  conjecture.found_to = pairs[end - 1].b;
  conjecture.check.holds_to = last;
  conjecture.check.positions = pairs.size() - end;
  for (std::size_t i = end; i < pairs.size(); ++i) {
    if (fits(i)) continue;
    conjecture.check.holds_to = pairs[i].a - 1;
    conjecture.check.failure = Position{pairs[i].a, pairs[i].b};
    return;
  }
}

/// For each pair, whether its first number is the least that is in no earlier pair nor on the diagonal of P-positions.
std::vector<bool> least_unused(const std::vector<Pair>& pairs, const TableEvidence& evidence) {
  std::set<Coordinate> used;
  for (const Position& position : evidence.p_positions)
    if (position[0] == position[1]) used.insert(position[0]);
  std::vector<bool> least;
  Coordinate next = *std::ranges::min_element(evidence.low);
  for (const Pair& pair : pairs) {
    while (used.contains(next)) ++next;
    least.push_back(pair.a == next);
    used.insert(pair.a);
    used.insert(pair.b);
  }
  return least;
}

}  // namespace

std::vector<Conjecture> beatty_pairs(const TableEvidence& evidence) {
  if (evidence.names.size() != 2 || evidence.p_positions.empty()) return {};
  const Pairs all = pairs_of(evidence);
  const std::vector<Pair>& pairs = all.pairs;
  if (pairs.size() < kFewestPairs) return {};
  const std::size_t end = pairs.size() / 2;
  std::vector<Conjecture> found;

  const std::vector<bool> least = least_unused(pairs, evidence);
  const Coordinate step = pairs[1].b - pairs[1].a - (pairs[0].b - pairs[0].a);
  const Coordinate offset = pairs[0].b - pairs[0].a - step;
  const auto fits = [&](std::size_t i) {
    return least[i] && pairs[i].b - pairs[i].a == step * static_cast<Coordinate>(i + 1) + offset;
  };
  bool exact = step > 0;
  for (std::size_t i = 0; exact && i < end; ++i) exact = fits(i);
  if (exact) {
    Conjecture conjecture;
    conjecture.statement = fmt::format(
        "the P-positions off the diagonal are the pairs a(n), b(n) in either order, n >= 1, with a(n) the least number that is "
        "in no P-position before and b(n) = a(n) + {}",
        shifted_name(step == 1 ? "n" : fmt::format("{} n", step), offset));
    check_pairs(conjecture, pairs, end, all.last, fits);
    found.push_back(std::move(conjecture));
  }

  const FittedStrip a = line_through(pairs, end, &Pair::a), b = line_through(pairs, end, &Pair::b);
  if (is_wide(a, pairs[end - 1].a) || is_wide(b, pairs[end - 1].a)) return found;
  Conjecture conjecture;
  conjecture.statement = fmt::format(
      "the P-positions off the diagonal are pairs a(n) < b(n) near lines: a(n) - n alpha is from {} to {} for alpha = {}, "
      "b(n) - n beta from {} to {} for beta = {}",
      a.least, a.greatest, slope_text(a.slope), b.least, b.greatest, slope_text(b.slope));
  check_pairs(conjecture, pairs, end, all.last,
              [&](std::size_t i) { return is_near(a, i + 1, pairs[i].a) && is_near(b, i + 1, pairs[i].b); });
  found.push_back(std::move(conjecture));
  return found;
}

}  // namespace bouton
