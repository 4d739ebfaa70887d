// Positions of any games as the heaps of a HeapGame.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "engine/base/budget.h"
#include "engine/base/memory_account.h"
#include "engine/misere/quotient/heap_game.h"
#include "engine/rules/rules.h"

namespace bouton {

/// Numbers positions of some games, and all positions below them, as heaps: options before what they are options of. What
/// the rules say of the end of play is not looked at.
class PositionHeaps {
 public:
  /// At most `most` positions are numbered. `budget` must outlive this object.
  PositionHeaps(std::vector<std::shared_ptr<const Rules>> games, std::size_t most, const Budget& budget);

  /// The heap of a position of game number `game`. Throws RequestError if play below it can go on for ever, and of heads of
  /// coins (Rules::heads_cancel), which are not heaps; LimitError if there are too many positions; then none was numbered. What
  /// the rules throw.
  Heap heap(std::size_t game, PositionView position);

  const HeapGame& heaps() const { return heaps_; }
  /// The game and the position that a heap stands for.
  const std::pair<std::size_t, Position>& position(Heap heap) const { return positions_[heap]; }

 private:
  using Key = std::pair<std::size_t, Position>;
  class Below;

  Key normal_key(std::size_t game, PositionView position) const;

  std::vector<std::shared_ptr<const Rules>> games_;
  std::size_t most_;
  const Budget& budget_;
  std::shared_ptr<MemoryAccount> account_;
  Reservation kept_;  ///< what is numbered
  HeapGame heaps_;
  std::map<Key, Heap> numbers_;
  std::vector<Key> positions_;
};

}  // namespace bouton
