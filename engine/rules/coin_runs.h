// A strip of coins on which a move turns neighbours, as many as one of some numbers: the runs of a rule file.
//
// The coins lie at the places of the axis, from its least on. A move from a head at place n turns the run of k coins that ends
// there, for a length k that has room: what is left is a head at each of the k - 1 places before n. Since all moves look alike
// wherever they are made, the values of all places are found without a list of the coins (closed_form/heaps/run_values.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/errors.h"
#include "engine/rules/rules.h"
#include "engine/rules/stated.h"

namespace bouton {

/// What is said of such a strip.
struct CoinRunsWords {
  Domain domain;  ///< one coordinate
  /// The k-th length for k = 1, 2, ..., each at least 1 and more than the one before; nothing after the last. May throw
  /// RuleError, LimitError and Interrupted.
  std::function<std::optional<Coordinate>(Coordinate k)> length;
  std::string where = {};  ///< of that, "rules/my_coins.lua:7: "
  std::optional<std::uint64_t> checksum = {};
  std::optional<Position> example = {};
  /// What the options of one position may take, and the limit that this is part of.
  std::size_t option_bytes = SIZE_MAX;
  Limit option_limit = Limit::fixed;
};

/// Under normal play. Options are in the order of the lengths; the coins that are left, from left to right.
class CoinRuns final : public Rules, public StatedRules {
 public:
  explicit CoinRuns(CoinRunsWords words) : words_(std::move(words)) {}

  /// The lengths that are at most `most`, ascending; valid until the next call. Throws RuleError where one is not more than
  /// that before, and what CoinRunsWords::length throws.
  std::span<const Coordinate> lengths_up_to(Coordinate most) const;

  const Domain& domain() const override { return words_.domain; }
  void options(PositionView position, Options& out) const override;
  std::optional<double> size_of_options(PositionView position) const override;
  bool heads_cancel() const override { return true; }
  std::vector<Position> examples() const override;
  std::optional<std::uint64_t> checksum() const override { return words_.checksum; }
  std::string_view label_name(Label /*label*/) const override;

 private:
  Coordinate coins_up_to(PositionView position) const;

  CoinRunsWords words_;
  mutable std::vector<Coordinate> lengths_;  ///< the first of them
  mutable bool has_all_lengths_ = false;
};

}  // namespace bouton
