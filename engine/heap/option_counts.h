// How many options of a heap have a Grundy value, where they are too many to be listed.
//
// A move of a take-and-break game that removes k tokens and leaves two heaps names a pair a + b = n - k. Where the values
// repeat with period p from N on, both heaps of a pair with a, b >= N do, so that the pairs with the same remainder of a modulo
// p are all alike: there are p kinds of them, and fewer than 2 N other pairs. So a heap of 10^30 in Kayles has its options
// counted in some hundred steps. Without a period all pairs are gone through.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "engine/base/budget.h"
#include "engine/base/result.h"
#include "engine/heap/code/take_and_break.h"
#include "engine/heap/period/period.h"
#include "engine/position/integer.h"
#include "engine/values/mex.h"

namespace bouton {

class HeapOptionCounts {
 public:
  /// What a move does: how many tokens it removes, and how many heaps it leaves.
  struct Kind {
    std::uint64_t removed = 0, heaps = 0;
    friend auto operator<=>(const Kind&, const Kind&) = default;
  };

  /// How long a list of values is needed for a period: from there on no value is looked up but by it.
  static std::uint64_t values_needed(const Period& period);

  /// `values` are those of the heaps 0, 1, 2, ...: with a period, which is proved, at least values_needed() of them, and all
  /// others follow. Refused where moves leave more than two heaps or remove any number of tokens, and where the saltus is not
  /// 0.
  static Result<HeapOptionCounts> of(TakeAndBreak game, std::vector<std::uint32_t> values, std::optional<Period> period,
                                     const Budget& budget);

  /// The value of a heap >= 0: with a period of any size, else of one of the list.
  std::uint32_t value(const Integer& heap) const;
  /// How many options of a heap have this value, by what the move does; kinds without such an option are left out. Of heaps
  /// without a period, the heap is one of the list. Two heaps that differ in their order alone are one option.
  std::map<Kind, Integer> with_value(const Integer& heap, std::uint64_t wanted) const;

 private:
  HeapOptionCounts(TakeAndBreak game, std::vector<std::uint32_t> values, std::optional<Period> period, const Budget& budget)
      : game_(std::move(game)), values_(std::move(values)), period_(std::move(period)), budget_(budget) {}

  std::size_t index_of(const Integer& heap) const;
  Integer pairs(const Integer& tokens, std::uint64_t wanted) const;
  Integer ordered_pairs(const Integer& tokens, std::uint64_t wanted) const;

  TakeAndBreak game_;
  std::vector<std::uint32_t> values_;
  std::optional<Period> period_;
  Budget budget_;
};

}  // namespace bouton
