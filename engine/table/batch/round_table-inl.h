// Which rounds of a loop pass its guards, found for many rounds at once: the rounds are the lanes. Included once for each SIMD
// target.

#if defined(BOUTON_ROUND_TABLE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef BOUTON_ROUND_TABLE_INL_H_
#undef BOUTON_ROUND_TABLE_INL_H_
#else
#define BOUTON_ROUND_TABLE_INL_H_
#endif

#include <algorithm>
#include <cstdint>
#include <vector>

#include "engine/table/batch/lane_plan.h"
#include "engine/table/batch/lane_values-inl.h"

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace bouton {
namespace HWY_NAMESPACE {

/// The plan in which the rounds of a tabulated loop are the lanes.
inline LanePlan round_plan(const LanePlan& plan, const RoundGuards& guards) {
  LanePlan result;
  result.program = plan.program;
  result.expressions = guards.expressions;
  result.slot_varying.assign(plan.slot_varying.size(), false);
  result.slot_shift.assign(plan.slot_varying.size(), 0);
  return result;
}

struct RoundPlan {
  LanePlan rounds;  ///< made before the values that refer to it
};

template <class T>
class RoundTable : private RoundPlan, private LaneValues<T> {
  using Base = LaneValues<T>;
  using typename Base::MaskT;

 public:
  RoundTable(const LanePlan& plan, const RoundGuards& guards)
      : RoundPlan{round_plan(plan, guards)}, Base(rounds, LaneMode::cell), guards_(guards) {}

  using Base::ticks;

  /// The numbers, from 0, of the rounds that pass, those of the first `count` and perhaps more; `slots` are those of the
  /// program, `first` and `step` the loop's. Remembered until `changed`.
  const std::vector<std::uint32_t>& passing(const std::vector<std::int64_t>& coordinates,
                                            const std::vector<std::int64_t>& slots, std::int64_t first, std::int64_t step,
                                            std::uint64_t count, bool changed) {
    if (!changed && known_ && first == first_ && step == step_ && count <= count_) return passing_;
    known_ = true;
    first_ = first;
    step_ = step;
    count_ = count;
    passing_.clear();
    this->coordinates_ = coordinates;
    this->slots_ = slots;
    this->in_lane_loop_ = true;
    for (std::uint64_t done = 0; done < count; done += kMostLanes) {
      const std::size_t n = std::min<std::uint64_t>(count - done, kMostLanes);
      this->start_lanes(first + static_cast<std::int64_t>(done) * step, step, done, n);
      // Whatever was computed before is out of date.
      for (std::uint64_t& epoch : this->epochs_) epoch = ++this->clock_;
      this->mask_depth_ = 0;
      MaskT mask;
      for (const ExpressionId condition : guards_.conditions) {
        if (rounds.expressions[condition].varying)
          mask = this->narrowed(mask, condition, this->lanes_of(condition, mask), true);
        else if (!this->truth(condition)) mask.who = MaskT::Who::none;
        if (mask.who == MaskT::Who::none) break;
      }
      for (std::size_t i = 0; i < n && mask.who != MaskT::Who::none; ++i)
        if (mask.who == MaskT::Who::all || mask.lanes[i] != 0) passing_.push_back(static_cast<std::uint32_t>(done + i));
    }
    return passing_;
  }

 private:
  const RoundGuards& guards_;
  std::vector<std::uint32_t> passing_;
  bool known_ = false;
  std::int64_t first_ = 0, step_ = 0;
  std::uint64_t count_ = 0;
};

}  // namespace HWY_NAMESPACE
}  // namespace bouton
HWY_AFTER_NAMESPACE();

#endif
