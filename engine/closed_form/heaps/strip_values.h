// The values of the heads of one strip of coins, and how moves change them.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/budget.h"
#include "engine/base/result.h"
#include "engine/closed_form/closed_form.h"
#include "engine/closed_form/heaps/run_values.h"
#include "engine/position/integer.h"
#include "engine/rules/rules.h"

namespace bouton {

/// How often a move changes the value of what it turns, by the name of its kind and the change; no change is 0, since no move
/// keeps the value.
using ChangeCounts = std::map<std::string, std::map<std::uint64_t, Integer>, std::less<>>;

class StripValues {
 public:
  /// Of a strip of one coordinate (engine/rules/coin_turning.h), under normal play. `form` tells the values of places of any
  /// size; null: they are counted from the least place on, once, by the strip's own moves, up to 2^24 places. `budget` bounds
  /// the memory for them.
  StripValues(std::shared_ptr<const Rules> rules, std::unique_ptr<ClosedForm> form, Budget budget);

  bool has_form() const { return form_ != nullptr; }
  /// The Grundy value of a head at `place`; refused where the form does, and beyond the places that are counted.
  Result<Integer> value(const Integer& place);

  struct Moves {
    Options options;                     ///< each once
    std::vector<std::uint64_t> changes;  ///< by which each changes the value
  };
  /// The moves from a head at `place`; nothing where it is no place of 64 bits, or a value does not fit.
  std::optional<Moves> moves(const Integer& place);

  /// Heads at all places of a range.
  struct Heads {
    std::uint64_t value = 0;  ///< the nim-sum of their values
    ChangeCounts changes;     ///< of all moves from any of them, each once
  };
  /// Of the heads at the places `low` .. `high`. Refused where their values are. Cost: all moves from these places are listed,
  /// unless a move turns neighbours.
  Result<Heads> heads(const Integer& low, const Integer& high);

 private:
  std::uint64_t counted(Coordinate place) const { return values_[static_cast<std::size_t>(place - least())]; }
  Coordinate least() const { return rules_->domain().axis(0).least; }
  void count_next();

  std::shared_ptr<const Rules> rules_;
  std::unique_ptr<ClosedForm> form_;
  std::unique_ptr<RunValues> runs_;  ///< where a move turns neighbours; else null
  Budget budget_;
  std::vector<std::uint64_t> values_;  ///< from the least place on
  std::vector<bool> seen_;
  Options options_;
};

}  // namespace bouton
