// In which order the positions of a region are computed whose options are the positions minus steps, and which of them lie side
// by side.
//
// The idea. One coordinate numbers the lanes of a slot, another one the slots, the others the planes. Where every step that
// stays in its plane leads to an earlier slot, all positions of a slot are computed at once: each step shifts an earlier slot
// as a whole, by so many lanes. If some steps stay within the slots that coordinates make, slots are laid askew through the
// plane: slot t holds the positions with time + skew * lane = t. With the steps (1, 0), (0, 1) and skew 1 these are the
// antidiagonals, and both steps lead to the slot before, shifted by one lane and by none.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/base/result.h"
#include "engine/position/box.h"
#include "engine/table/shape/step_set.h"

namespace bouton {

struct StepLayout {
  /// What a step changes, all counted from the position to its option.
  struct Shift {
    Position outer;  ///< along the axes of the planes
    std::int64_t planes = 0, slots = 0, lanes = 0;
  };

  Box region;
  std::vector<std::size_t> outer;  ///< axes that number planes, the slowest first
  std::size_t time = 0, lane = 0;  ///< the axes of a plane; the same one where the region has but one
  std::int64_t skew = 0;
  std::vector<Shift> shifts;     ///< of the steps that stay in the region from some position of it; by `lanes`
  std::int64_t planes_kept = 1;  ///< the present one and those before it that steps lead to
  std::int64_t slots_kept = 1;   ///< of each: all of them where planes are kept

  bool one_axis() const { return region.dimensions() == 1; }
  std::int64_t lanes() const { return static_cast<std::int64_t>(region.length(lane)); }
  std::int64_t times() const { return one_axis() ? 1 : static_cast<std::int64_t>(region.length(time)); }
  std::int64_t slots() const { return times() + skew * (lanes() - 1); }
  std::int64_t planes() const;
  /// The first lane of a slot and the one after its last.
  std::int64_t first_lane(std::int64_t slot) const;
  std::int64_t end_lane(std::int64_t slot) const;
  /// How many steps of 32 lanes are looked at.
  double vectors() const;
  /// How long putting the values to their places takes, in seconds.
  double seconds_of_places() const;
};

/// The cheapest layout; refused where none is found: the moves may be loopy, or have no order of this kind.
Result<StepLayout> lay_out_steps(const StepSet& set, const Box& region);

}  // namespace bouton
