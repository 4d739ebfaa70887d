// Grundy values of the places of a strip on which a move turns neighbours (engine/rules/coin_runs.h), without a list of coins.
//
// A move that turns the k coins which end at place p leaves the coins p - k + 1 .. p - 1: the nim-sum of their values is
// S(p - 1) ^ S(p - k), where S(q) is the nim-sum of the values of the first q places. So an option costs two looks at S,
// however many coins it turns. Lengths 1, 4, 9, ... make the values 1, 1, 1, 2, ...: at the fourth place the lengths 1 and 4
// leave the values 0 and 1 ^ 1 ^ 1 = 1.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/base/budget.h"
#include "engine/base/result.h"
#include "engine/rules/coin_runs.h"

namespace bouton {

class RunValues {
 public:
  /// Places from the least on, so many at most.
  static constexpr std::uint64_t kMostPlaces = std::uint64_t{1} << 24;

  /// `runs` must outlive this.
  RunValues(const CoinRuns& runs, Budget budget) : runs_(runs), budget_(std::move(budget)) {}

  /// The value of the place at `index`, counted from 0, below kMostPlaces. Cost: those of all places before it, each a step of
  /// a nanosecond or two for each length that has room there; once.
  std::uint32_t value(std::uint64_t index);
  /// How often a move from a head at one of the places `first` .. `last` changes the value by some number, by that number,
  /// which is below the size of the list. Cost likewise, for these places.
  std::vector<std::uint64_t> changes(std::uint64_t first, std::uint64_t last);

 private:
  void count_up_to(std::uint64_t index);
  std::size_t next_power_of_two(std::uint32_t above) const;

  const CoinRuns& runs_;
  Budget budget_;
  std::vector<std::uint32_t> sums_ = {0};  ///< of the values of so many places
  std::uint32_t all_sums_ = 0;             ///< or'ed: each bit that is set in one of them
};

}  // namespace bouton
