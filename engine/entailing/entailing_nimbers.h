// The search by nimbers where moves oblige: it looks at no more of a large position than its value takes.
//
// The question is whether n is in A(X) (entailing_search.h), which one move may decide: for an ordinary move to Y, whether the
// value of Y is n; for an `again` to Y, whether it is not; for an `entail`, whether n is not in A(Y). Y may be a sum of
// components; all but the largest are given their values first. The value of Y is n iff n is not in A(Y) and 0, .., n - 1 are.
// The value of X is
//
//   where A(X) is finite        the first n = 0, 1, 2, ... that is not in A(X)
//   where X has an `again`      the value v of where it leads, or loony: A(X) has all numbers but perhaps v
//   else                        the first n up to the greatest that A(X) can lack, or loony
//
// Whether A(X) is finite is seen from its moves alone: it is not iff X has an `again`, or an `entail` to some Y with A(Y)
// finite.
//
// Example, nimstring: a coin on one string. Cutting it is an `again` to the rest R, so the value is that of R or loony; it is
// loony iff some other move wins X + *value(R).
//
// Source: J. Lemoine, S. Viennot, Nimbers are inevitable (2012), for games without obligations.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "engine/base/budget.h"
#include "engine/base/memory_account.h"
#include "engine/position/move_kind.h"
#include "engine/position/position_index.h"
#include "engine/rules/rules.h"
#include "engine/values/mex.h"
#include "engine/values/nimber.h"

namespace bouton {

/// Remembers what it found. Positions are known up to Rules::normalize, and taken apart where the rules say that they are sums.
/// Everything may throw what the rules throw, LimitError (memory; play of more than kMostDepth moves, or without end) and
/// Interrupted.
class EntailingNimbers {
 public:
  static constexpr unsigned kMostDepth = 2000;

  /// `rules` and `budget` must outlive this object.
  EntailingNimbers(const Rules& rules, const Budget& budget, const std::shared_ptr<MemoryAccount>& account);

  /// The value; nothing where the options of so many positions more were listed before it was found.
  std::optional<Nimber> value(PositionView position, std::uint64_t most_positions = ~std::uint64_t{0});
  /// Whether the player who must move here wins beside components of the value `rest`.
  bool obliged_wins(PositionView position, const Nimber& rest);
  /// How many positions had their options listed.
  std::uint64_t positions() const { return listed_; }

 private:
  using Number = PositionIndex::Number;
  static constexpr std::uint32_t kUnknown = 0xFFFFFFFF, kLoony = 0xFFFFFFFE;

  /// A position: its value, and what is known of its set.
  struct Node {
    std::uint32_t value = kUnknown;
    std::int8_t cofinite = -1;  ///< of its set; -1: not known
    bool listed = false;
    std::uint64_t first = 0, end = 0;         ///< of its options in options_
    std::vector<std::pair<Grundy, bool>> in;  ///< whether a number is in the set
  };
  /// An option: where its parts stand in parts_, whose values are added up.
  struct Option {
    std::uint64_t first, end;
    MoveKind kind;
  };
  struct Ended {};
  class Deeper;

  Number number_of(PositionView position);
  void list(Number x);
  void append_parts(PositionView position);
  std::uint32_t value_of(Number x);
  std::uint32_t find_value(Number x);
  std::optional<std::uint32_t> sum_of(const Option& option);
  bool is_in(Number x, Grundy n);
  bool wins_by(const Option& option, Grundy n);
  bool has_value(Number x, Grundy n);
  bool sum_is(const Option& option, Grundy n);
  bool is_cofinite(Number x);
  Grundy greatest_lacking(Number x);

  const Rules& rules_;
  const Budget& budget_;
  PositionIndex index_;
  ChargedVector<Node> nodes_;
  ChargedVector<Option> options_;
  ChargedVector<Number> parts_;
  Options scratch_options_, components_;
  Position scratch_;
  Reservation memory_;  ///< of what the nodes keep
  unsigned depth_ = 0;
  std::uint64_t listed_ = 0, most_listed_ = 0;
};

}  // namespace bouton
