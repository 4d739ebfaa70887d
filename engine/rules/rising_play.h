// Play that goes up without an end, as it is seen from the positions that are met when it is followed.
//
// Whether play ends at all is not known of a rule in general. What is seen is that a coordinate of which the rule states no
// greatest value, or the length of a list, has come far beyond where play began, and that the positions met last still raise
// it. A game that does so and ends all the same has to state a greatest value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/base/errors.h"
#include "engine/position/domain.h"
#include "engine/position/position.h"

namespace bouton {

/// The positions below one have no end, as far as was looked.
class EndlessPlay : public LimitError {
 public:
  using LimitError::LimitError;
};

class RisingPlay {
 public:
  /// So many positions are met before play is taken to have no end.
  static constexpr std::uint64_t kMostPositions = std::uint64_t{1} << 18;

  /// `domain` must outlive this object.
  explicit RisingPlay(const Domain& domain);

  /// Play is followed from `position` on; from earlier ones as well if they are still being followed. Counting begins anew.
  void begin(PositionView position);
  /// Of each position that is met, once. Throws EndlessPlay. Some nanoseconds.
  void meet(PositionView position) {
    if (may_rise_) count(position);
  }
  /// The position that was met last has so many options: each kOptionsOfOne of them count as one more position.
  void name(std::uint64_t options) { counted_ += options / kOptionsOfOne; }

 private:
  static constexpr std::uint64_t kOptionsOfOne = 64;

  void count(PositionView position);
  void note(std::size_t what, Coordinate value);
  [[noreturn]] void stop() const;

  const Domain* domain_;
  std::vector<bool> has_end_;  ///< by coordinate; of a list its one axis
  bool may_rise_ = false;
  Coordinate far_ = 0;       ///< what lies beyond has been raised
  Coordinate greatest_ = 0;  ///< that was met so far, or far_
  std::size_t raised_ = 0;   ///< which coordinate that is; kLength: none, but the length of a list
  std::uint64_t met_ = 0;
  std::uint64_t counted_ = 0;          ///< positions, and what options count for
  std::uint64_t stretch_end_ = 0;      ///< this stretch of positions goes so far
  bool rises_ = false, rose_ = false;  ///< in this stretch of positions, and in the one before
  static constexpr std::size_t kLength = ~std::size_t{0};
};

}  // namespace bouton
