#include "engine/conjecture/pairs.h"

#include <algorithm>
#include <cmath>

namespace bouton {

Pairs pairs_of(const TableEvidence& evidence) {
  constexpr double kMargin = 1.25;  // for ratios beyond the greatest that is seen
  Pairs found;
  double ratio = 1;
  for (const Position& position : evidence.p_positions) {
    if (!std::ranges::binary_search(evidence.p_positions, Position{position[1], position[0]})) return {};
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

FittedStrip line_through(const std::vector<Pair>& pairs, std::size_t end, Coordinate Pair::*number) {
  const auto count = static_cast<double>(end);
  double sum_n = 0, sum = 0, products = 0, squares = 0;
  for (std::size_t i = 0; i < end; ++i) {
    const auto n = static_cast<double>(i + 1), value = static_cast<double>(pairs[i].*number);
    sum_n += n;
    sum += value;
    products += n * value;
    squares += n * n;
  }
  FittedStrip line{(count * products - sum_n * sum) / (count * squares - sum_n * sum_n), 0, 0};
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

bool is_wide(const FittedStrip& line, Coordinate number) {
  return line.greatest - line.least > 0.1 * static_cast<double>(number);
}

}  // namespace bouton
