// P-positions and Grundy values by plain recursion on the options that a rule names.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "engine/position/box.h"
#include "engine/rules/rules.h"
#include "engine/theorem/learning/theorem_search.h"

namespace bouton::test {

/// The values of all positions from `low` (0 where that is not given) to the bounds, in an order in which every option comes
/// before: rules may only decrease the sum of the coordinates. Under normal play Grundy values; else 0 for P-positions and 1
/// for others.
class PlainPositions {
 public:
  PlainPositions(const Rules& rules, const Position& high)
      : PlainPositions(rules, Position(std::vector<Coordinate>(high.size(), 0)), high) {}
  PlainPositions(const Rules& rules, const Position& low, const Position& high) : box_(low, high) {
    values_.assign(box_.size(), -1);
    std::vector<std::vector<std::uint64_t>> by_sum;
    Position position = box_.low();
    for (std::uint64_t index = 0; index < box_.size(); ++index, box_.next(position)) {
      std::size_t sum = 0;
      for (std::size_t i = 0; i < position.size(); ++i) sum += static_cast<std::size_t>(position[i] - low[i]);
      if (by_sum.size() <= sum) by_sum.resize(sum + 1);
      by_sum[sum].push_back(index);
    }
    Options options;
    for (const auto& layer : by_sum)
      for (const std::uint64_t index : layer) {
        const Position at = box_.position(index);
        if (!rules.domain().contains(at) || !rules.valid(at)) continue;
        options.clear();
        rules.options(at, options);
        values_[index] = value(rules, at, options);
      }
  }

  const Box& box() const { return box_; }
  /// -1 where there is no such position.
  int value(PositionView position) const { return values_[box_.index(position)]; }

  ValueTable table() const {
    return [this](const Box& box, std::size_t value, const std::function<void(PositionView)>& visit) {
      Position position = box.low();
      for (std::uint64_t index = 0; index < box.size(); ++index, box.next(position))
        if (this->value(position) == static_cast<int>(value)) visit(position);
    };
  }

 private:
  int value(const Rules& rules, const Position& at, const Options& options) const {
    if (options.empty() && rules.play() != Play::normal)
      return (rules.play() == Play::misere ? Outcome::N : rules.terminal_outcome(at)) == Outcome::P ? 0 : 1;
    std::vector<bool> seen(options.size() + 2, false);
    for (std::size_t i = 0; i < options.size(); ++i) {
      const int found = values_[box_.index(options[i][0])];
      if (found < static_cast<int>(seen.size())) seen[static_cast<std::size_t>(found)] = true;
    }
    if (rules.play() != Play::normal) return seen[0] ? 1 : 0;
    return static_cast<int>(std::ranges::find(seen, false) - seen.begin());
  }

  Box box_;
  std::vector<int> values_;
};

}  // namespace bouton::test
