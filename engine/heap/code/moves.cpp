#include "engine/heap/code/moves.h"

#include <algorithm>

namespace bouton {

std::optional<BoundedMoves> bounded_moves(const TakeAndBreak& game) {
  const std::optional<unsigned> most_heaps = game.most_heaps();
  if (game.repeat() > 0 || !most_heaps || *most_heaps > 2 || game.constraint() == HeapConstraint::all_equal)
    return std::nullopt;
  BoundedMoves moves;
  moves.unequal = game.constraint() != HeapConstraint::none;
  moves.most_removed = *game.most_removed();
  for (std::uint64_t k = 0; k <= moves.most_removed; ++k) {
    const HeapCounts counts = game.digit(k);
    if (counts.contains(0)) moves.none.push_back(k);
    if (counts.contains(1)) moves.one.push_back(k);
    if (counts.contains(2)) moves.two.push_back(k);
  }
  return moves;
}

namespace {

/// About how many partitions of a number into so many heaps there are: n^(h - 1) / (h! (h - 1)!).
double partitions(double number, const HeapCounts& counts) {
  if (counts.empty()) return 0;
  constexpr unsigned kMany = 8;  // where any number of heaps may be left
  const unsigned heaps = counts.bounded() ? std::min(counts.greatest().value_or(0), kMany) : kMany;
  double ways = 1;
  for (unsigned h = 2; h <= heaps; ++h) ways *= std::max(number, 1.0) / (h * (h - 1.0));
  return std::max(ways, 1.0);
}

}  // namespace

double estimated_options(const TakeAndBreak& game, Coordinate heap) {
  const auto number = static_cast<double>(heap);
  const std::span<const HeapCounts> digits = game.digits();
  double options = 0, repeated = 0;
  for (std::size_t removed = 0; removed < digits.size(); ++removed) {
    const double ways = partitions(number, digits[removed]);
    if (static_cast<double>(removed) <= number) options += ways;
    if (removed + game.repeat() >= digits.size()) repeated += ways;
  }
  if (game.repeat() == 0) return options;
  return options + repeated / static_cast<double>(game.repeat()) * std::max(0.0, number - static_cast<double>(digits.size()));
}

}  // namespace bouton
