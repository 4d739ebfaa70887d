// Positions of one game whose moves oblige: by its heaps, where these are known kind by kind, else by search.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "engine/base/budget.h"
#include "engine/base/memory_account.h"
#include "engine/base/result.h"
#include "engine/entailing/entailing_heaps.h"
#include "engine/entailing/entailing_nimbers.h"
#include "engine/entailing/entailing_search.h"
#include "engine/rules/rules.h"

namespace bouton {

/// Remembers what it found. Positions are of 64-bit coordinates, in the domain and valid. Throws what rules throw, LimitError,
/// Interrupted, and RequestError where play can come back to where it was.
class EntailingSolver {
 public:
  /// `heaps`: whether heaps may be counted. `rules` and `budget` must outlive this object.
  EntailingSolver(const Rules& rules, const Budget& budget, std::shared_ptr<MemoryAccount> account, bool heaps);

  /// The heaps; refused where they are not known. Found out when it is first asked.
  Result<EntailingHeaps*> heaps();
  EntailingSearch& search() { return search_; }

  /// Whether some move that is known of splits the game.
  bool splits() const { return search_.splits() || heaps_split_; }

  /// Finds the value by nimbers, within so many positions; false where it does not. From then on the values that are asked for
  /// are found so, too.
  bool search_by_nimbers(PositionView position, std::uint64_t most_positions);

  /// The value; nothing if the effort is not enough.
  std::optional<Nimber> value(PositionView position, const Effort& effort = {});
  /// Whether the player who must move here wins, beside components of the value `rest`.
  bool obliged_wins(PositionView position, const Nimber& rest);

 private:
  /// The heaps, counted up to this position if that is worth the effort; null where they do not tell.
  EntailingHeaps* counted(PositionView position, const Effort& effort);

  const Rules& rules_;
  const Budget& budget_;
  std::shared_ptr<MemoryAccount> account_;
  bool may_count_;
  bool heaps_split_ = false;
  std::optional<Result<std::unique_ptr<EntailingHeaps>>> heaps_;
  EntailingSearch search_;
  std::unique_ptr<EntailingNimbers> nimbers_;  ///< where a value was found by them
};

}  // namespace bouton
