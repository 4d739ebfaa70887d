#include "engine/rules/coin_runs.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "engine/base/budget.h"
#include "engine/rules/coin_turning.h"

namespace bouton {

std::span<const Coordinate> CoinRuns::lengths_up_to(Coordinate most) const {
  while (!has_all_lengths_ && (lengths_.empty() || lengths_.back() <= most)) {
    const auto k = static_cast<Coordinate>(lengths_.size()) + 1;
    const std::optional<Coordinate> length = words_.length(k);
    has_all_lengths_ = !length.has_value();
    if (!length) break;
    const Coordinate before = lengths_.empty() ? 0 : lengths_.back();
    if (*length <= before)
      throw RuleError(fmt::format("{}runs: length {} is {}, but it must be more than {}", words_.where, k, *length, before));
    lengths_.push_back(*length);
  }
  const auto end = std::ranges::upper_bound(lengths_, most);
  return {lengths_.data(), static_cast<std::size_t>(end - lengths_.begin())};
}

/// How many coins lie at the places up to this one.
Coordinate CoinRuns::coins_up_to(PositionView position) const {
  const Coordinate least = words_.domain.axis(0).least;
  return position[0] < kGreatestCoordinate ? position[0] - least + 1 : kGreatestCoordinate;
}

void CoinRuns::options(PositionView position, Options& out) const {
  const std::size_t before = out.memory();
  for (const Coordinate length : lengths_up_to(coins_up_to(position))) {
    for (Coordinate coin = position[0] - length + 1; coin < position[0]; ++coin) {
      out.add_part(Position{coin});
      if (out.memory() - before > words_.option_bytes)
        throw LimitError(fmt::format("the options of one position need more than {}", format_bytes(words_.option_bytes)),
                         words_.option_limit);
    }
    out.end_split();
  }
}

std::optional<double> CoinRuns::size_of_options(PositionView position) const {
  double all = 0;
  for (const Coordinate length : lengths_up_to(coins_up_to(position))) all += static_cast<double>(length);
  return all;
}

std::vector<Position> CoinRuns::examples() const {
  if (!words_.example) return {};
  return {*words_.example};
}

std::string_view CoinRuns::label_name(Label /*label*/) const { return kTurn; }

}  // namespace bouton
