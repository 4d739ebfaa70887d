// Play with moves that oblige, sum by sum: the definition, which takes no theory, and soon too long.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <vector>

#include "engine/base/budget.h"
#include "engine/position/move_kind.h"
#include "engine/position/position.h"
#include "engine/rules/rules.h"
#include "engine/values/mex.h"
#include "engine/values/outcome.h"

namespace bouton {

/// Sums of positions of one game and a heap of nim, in which the component that the player to move must move in, if there is
/// such a one, is part of the position. Remembers all that it meets. Play must end.
class PlainPlay {
 public:
  /// `most_sums`: how many sums may be met, all questions together. `budget` must outlive this object.
  PlainPlay(std::shared_ptr<const Rules> rules, std::uint64_t most_sums, const Budget& budget)
      : rules_(std::move(rules)), most_sums_(most_sums), budget_(budget) {}

  /// The outcome of `position` beside a heap of nim; `obliged`: where the player to move must move in the position. Nothing
  /// where too many sums would be met. Throws what the rules throw, and Interrupted.
  std::optional<Outcome> outcome(PositionView position, Grundy heap, bool obliged = false);

 private:
  /// The components, ascending but that one in which the player to move must move comes first.
  struct State {
    std::vector<Position> components;
    Grundy heap = 0;
    bool obliged = false;
    friend bool operator<(const State& a, const State& b) {
      return std::tie(a.components, a.heap, a.obliged) < std::tie(b.components, b.heap, b.obliged);
    }
  };
  struct TooMany {};

  bool wins(State state, unsigned depth);
  bool wins_by_option(const State& state, std::size_t component, const Options::Option& option, unsigned depth);

  std::shared_ptr<const Rules> rules_;
  std::uint64_t most_sums_;
  const Budget& budget_;
  std::map<State, bool> known_;  ///< whether the player to move wins
};

}  // namespace bouton
