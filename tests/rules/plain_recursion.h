// The values of positions by their definition, for tests to compare with, and positions that are few enough for that.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "engine/rules/game.h"
#include "engine/values/value.h"

namespace bouton {

/// Values by the definition, for play that ends. Moves that split are for normal play only.
class PlainRecursion {
 public:
  PlainRecursion(const Rules& rules, Play play) : rules_(rules), play_(play) {}

  /// What kept the last answer from being one: loops, or splits where play is not normal.
  bool gave_up() const { return gave_up_; }

  const Value& value(const Position& position);

  /// Whether the move to this option wins. Under any play but the normal one it is one position.
  bool wins(const Options::Option& option);

 private:
  Value of_options(const Position& position, const Options& options);

  /// Where options are forbidden: the outcome alone, by each choice of what may be forbidden.
  Value of_options_but_some(const Options& options);

  // Where moves oblige: of each position the numbers n < 63 for which whoever moves there, and in it, wins beside a heap of n,
  // as bits; bit 63 stands for all greater ones.

  static constexpr std::uint64_t kBeyond = std::uint64_t{1} << 63;

  std::uint64_t winning_numbers(const Options::Option& option);

  Value of_obliging_options(const Position& position, const Options& options);

  const Rules& rules_;
  Play play_;
  std::map<Position, std::uint64_t> winning_numbers_;
  std::map<Position, Value> values_;
  std::set<Position> under_way_;
  Value nothing_;
  bool gave_up_ = false;
};

/// Small positions; fewer where moves split the game, since the remoteness of each takes the search of many sums.
Box box_of(const Game& game, std::uint64_t most);

/// Adds a position and all that follow it by moves as the rule lists them. False, and adds nothing, where these are more than
/// `most`.
bool add_all_below(const Rules& rules, const Position& position, std::size_t most, std::set<Position>& all);

/// What answers are compared at: a box of small positions; of a game of terms, which has none, all positions below its example,
/// and below those that facts are known of where these are few.
struct Compared {
  std::optional<Box> box;
  std::vector<Position> positions;  ///< that exist

  Compared(const Game& game, std::uint64_t most);
};

}  // namespace bouton
