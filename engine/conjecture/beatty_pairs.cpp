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
#include "engine/conjecture/sequence_words.h"

namespace bouton {
namespace {

constexpr double kMargin = 1.25;  ///< for ratios beyond the greatest that is seen
constexpr std::size_t kFewestPairs = 24;

struct Pair {
  Coordinate a, b;
};

struct Pairs {
  std::vector<Pair> pairs;
  Coordinate last = 0;  ///< all pairs with a up to this are there
};

/// The pairs with a < b of a set that has with (a, b) also (b, a), one for each a; empty where it is not such a set.
Pairs pairs_of(const TableEvidence& evidence) {
  const std::set<Position> all(evidence.p_positions.begin(), evidence.p_positions.end());
  Pairs found;
  double ratio = 1;
  for (const Position& position : evidence.p_positions) {
    if (!all.contains(Position{position[1], position[0]})) return {};
    if (position[0] >= position[1]) continue;
    if (!found.pairs.empty() && found.pairs.back().a == position[0]) return {};
    // Small ones lie off their line by as much as they are; in the upper half of the table pairs are missing.
    if (position[0] > evidence.p_bound / 16 && position[0] <= evidence.p_bound / 8)
      ratio = std::max(ratio, static_cast<double>(position[1]) / static_cast<double>(position[0]));
    found.pairs.push_back({position[0], position[1]});
  }
  found.last = static_cast<Coordinate>(static_cast<double>(evidence.p_bound) / (kMargin * ratio));
  std::erase_if(found.pairs, [&](const Pair& pair) { return pair.a > found.last; });
  return found;
}

/// Numbers near a line: their distance from slope * n lies between these.
struct Line {
  double slope = 0, least = 0, greatest = 0;
};

/// By least squares; the strip is one that holds them all, a little wider.
Line line_through(const std::vector<Pair>& pairs, std::size_t end, Coordinate Pair::*number) {
  const auto count = static_cast<double>(end);
  double sum_n = 0, sum = 0, products = 0, squares = 0;
  for (std::size_t i = 0; i < end; ++i) {
    const auto n = static_cast<double>(i + 1), value = static_cast<double>(pairs[i].*number);
    sum_n += n;
    sum += value;
    products += n * value;
    squares += n * n;
  }
  Line line{(count * products - sum_n * sum) / (count * squares - sum_n * sum_n), 0, 0};
  for (std::size_t i = 0; i < end; ++i) {
    const double off = static_cast<double>(pairs[i].*number) - line.slope * static_cast<double>(i + 1);
    line.least = std::min(line.least, off);
    line.greatest = std::max(line.greatest, off);
  }
  const double wider = 0.5 + 0.25 * (line.greatest - line.least);
  line.least = std::floor(line.least - wider);
  line.greatest = std::ceil(line.greatest + wider);
  return line;
}

bool is_near(const Line& line, std::size_t n, Coordinate number) {
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

  const Line a = line_through(pairs, end, &Pair::a), b = line_through(pairs, end, &Pair::b);
  // A strip that is wide beside the numbers says nothing.
  const auto longest = static_cast<double>(pairs[end - 1].a);
  if (std::max(a.greatest - a.least, b.greatest - b.least) > 0.1 * longest) return found;
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
