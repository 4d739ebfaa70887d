// Values of positions whose options are the positions minus steps.
//
// The idea. All positions of a slot (step_layout.h) are computed at once, a vector of lanes after another: every step shifts an
// earlier slot as a whole, so its options are one load from there. A Grundy value below 8 is one bit of a byte: the OR of the
// options' bits is the set of their values, and the lowest bit that is not in it, ~set & (set + 1), is the value. The
// remoteness is a number such that the greatest of the options says all (engine/flow/flow_row.h): N of r as r + 1, P of r as
// the greatest number - r. Where there is no position there are zeros, which change no OR and no maximum. If a value does not
// fit its lane, all is done again with wider ones; Grundy values from 64 on are numbers, whose set is found 32 values at a
// time.
//
// Invariant: of a slot that is kept, lanes whose positions are not in the region hold 0. Only as many slots are kept as the
// steps reach back. The values of 64 slots at a time go to their places in the order of the region: where that runs across the
// lanes, blocks of 16 slots by 16 lanes are turned round in registers.
//
// Example: steps (1, 0), (0, 1), skew 1, slot 2 with the positions (0, 2), (1, 1), (2, 0), lanes by the first coordinate. Slot
// 1 holds the bits 2, 2: both values 1. Lane 0 has from the step (0, 1) lane 0 of slot 1, from (1, 0) nothing; lane 1 has lanes
// 1 and 0; lane 2 has nothing and lane 1. The sets are {1}, {1}, {1}, and the values 0.
//
// Where there is but one coordinate, options that lie a block of lanes back or more are entered for the block at once, the
// others one by one.
//
// Cost: a load and an OR for each step and vector, some 0.3 ns a position and 12 steps where values are below 16.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/table/steps/step_sweep.cpp"
// The loops gain from 256-bit vectors; targets between the two, and beyond, add code and no speed.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3 | HWY_AVX3_DL)
#include "hwy/foreach_target.h"  // IWYU pragma: keep

#include "engine/table/steps/step_sweep.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <vector>

#include "hwy/highway.h"

#ifndef BOUTON_STEP_SWEEP_ONCE
#define BOUTON_STEP_SWEEP_ONCE
namespace bouton {
namespace {

/// Slots whose values are put to their places at once.
constexpr std::int64_t kSlotsAtOnce = 64;
/// Vectors that are computed side by side, and the lanes of all of them, at most.
constexpr std::int64_t kVectors = 4, kMostBlock = 256;

std::int64_t greatest_rise(const StepLayout& layout) {
  std::int64_t most = 0;
  for (const StepLayout::Shift& shift : layout.shifts) most = std::max(most, -shift.lanes);
  return most;
}
/// Lanes of a slot that is kept: a block before the first one, and behind the last.
std::int64_t slot_width(const StepLayout& layout) { return layout.lanes() + 3 * kMostBlock + greatest_rise(layout); }

}  // namespace
}  // namespace bouton
#endif

HWY_BEFORE_NAMESPACE();
namespace bouton {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// --- what becomes of the options ---
//
// Each kind has Lane, what a position is while others look at it, and Value, what is handed on.

template <class T>
struct GrundyLanes {
  using Lane = T;
  using Value = std::uint8_t;
  using D = hn::CappedTag<T, 64 / sizeof(T)>;
  using V = hn::Vec<D>;
  explicit GrundyLanes(Play) : one(hn::Set(D(), T{1})) {}

  V enter(V options, V option) const { return hn::Or(options, option); }
  V lanes_of(V options) const { return hn::AndNot(options, hn::Add(options, one)); }
  V too_great(V lanes, V /*options*/) const { return hn::VecFromMask(D(), hn::Eq(lanes, hn::Zero(D()))); }
  void store(V lanes, V /*options*/, Value* to) const {
    const hn::Rebind<Value, D> bytes;
    const V values = hn::PopulationCount(hn::Sub(lanes, one));
    if constexpr (sizeof(T) == 1) hn::StoreU(values, bytes, to);
    else hn::StoreU(hn::TruncateTo(bytes, values), bytes, to);
  }

  static T enter(T options, T option) { return static_cast<T>(options | option); }
  static bool solve(T options, T& lane, Value& value) {
    lane = static_cast<T>(~options & (options + 1U));
    value = static_cast<Value>(std::countr_one(options));
    return lane != 0;
  }

  V one;
};

/// P as 2, N as 1.
struct OutcomeLanes {
  using Lane = std::uint8_t;
  using Value = std::uint8_t;
  using D = hn::CappedTag<Lane, 64>;
  using V = hn::Vec<D>;
  static_assert(static_cast<int>(Outcome::P) == 0 && static_cast<int>(Outcome::N) == 1);
  explicit OutcomeLanes(Play play)
      : one(hn::Set(D(), Lane{1})), two(hn::Set(D(), Lane{2})), misere(play == Play::misere), terminal(misere ? 1 : 2) {}

  V enter(V options, V option) const { return hn::Or(options, option); }
  V lanes_of(V options) const {
    // 2 - (whether an option is P); of no options there may be 1.
    const V n = hn::And(hn::ShiftRight<1>(options), one);
    V lanes = hn::Sub(two, n);
    if (misere) lanes = hn::Sub(lanes, hn::And(hn::VecFromMask(D(), hn::Eq(options, hn::Zero(D()))), one));
    return lanes;
  }
  V too_great(V /*lanes*/, V /*options*/) const { return hn::Zero(D()); }
  void store(V lanes, V /*options*/, Value* to) const { hn::StoreU(hn::And(lanes, one), D(), to); }

  static Lane enter(Lane options, Lane option) { return static_cast<Lane>(options | option); }
  bool solve(Lane options, Lane& lane, Value& value) const {
    lane = options == 0 ? terminal : static_cast<Lane>(options >= 2 ? 1 : 2);
    value = lane & 1U;
    return true;
  }

  V one, two;
  bool misere;
  Lane terminal;
};

template <class T>
struct RemotenessLanes {
  using Lane = T;
  using Value = T;
  using D = hn::CappedTag<T, 64 / sizeof(T)>;
  using V = hn::Vec<D>;
  /// Lanes from kHalf on are P.
  static constexpr T kMost = std::numeric_limits<T>::max(), kHalf = static_cast<T>(kMost / 2 + 1);
  explicit RemotenessLanes(Play play)
      : one(hn::Set(D(), T{1})),
        most(hn::Set(D(), kMost)),
        half(hn::Set(D(), kHalf)),
        misere(play == Play::misere),
        terminal(misere ? 1 : kMost) {}

  V enter(V options, V option) const { return hn::Max(options, option); }
  auto is_n(V options) const { return hn::Ne(hn::And(options, half), hn::Zero(D())); }
  V lanes_of(V options) const {
    const V two = hn::Add(one, one);
    V lanes = hn::Add(hn::Sub(most, options), hn::IfThenElseZero(is_n(options), two));
    if (misere) lanes = hn::IfThenElse(hn::Eq(options, hn::Zero(D())), one, lanes);
    return lanes;
  }
  /// An N-position whose lane would be taken for P.
  V too_great(V lanes, V options) const { return hn::And(hn::And(options, lanes), half); }
  void store(V /*lanes*/, V options, Value* to) const {
    const V of_n = hn::Add(hn::Sub(most, options), one);
    hn::StoreU(hn::IfThenElse(is_n(options), of_n, options), D(), to);
  }

  static T enter(T options, T option) { return std::max(options, option); }
  bool solve(T options, T& lane, Value& value) const {
    const bool n = options >= kHalf;
    lane = options == 0 ? terminal : static_cast<T>(kMost - options + (n ? 2 : 0));
    value = n ? static_cast<T>(kMost - options + 1) : options;
    return !n || lane < kHalf;
  }

  V one, most, half;
  bool misere;
  T terminal;
};

/// Grundy values of any size, as numbers: a lane is 1 more than the value.
struct NumberLanes {
  using Lane = std::uint32_t;
  using Value = std::uint32_t;
};

/// Where the options by one step are found: `from[x]` is that of lane x, from the lane `first` on.
template <class T>
struct Source {
  const T* from;
  std::int64_t first;
};

// --- one slot ---

/// Computes the lanes [from, to) of a slot into `lanes`, followed by zeros as far as a vector goes, and `values`. False if one
/// does not fit.
template <class Lanes>
class SlotKernel {
 public:
  using T = typename Lanes::Lane;
  using D = typename Lanes::D;
  using V = typename Lanes::V;
  explicit SlotKernel(Play play) : kind_(play) {}

  HWY_INLINE bool run(const Source<T>* sources, std::size_t count, std::int64_t from, std::int64_t to, T* lanes,
                      typename Lanes::Value* values) const {
    const D d;
    const Lanes kind = kind_;
    const auto n = static_cast<std::int64_t>(hn::Lanes(d));
    V bad = hn::Zero(d);
    std::int64_t x = from;
    std::size_t now = 0;
    for (; x + kVectors * n <= to; x += kVectors * n) {
      while (now < count && sources[now].first < x + kVectors * n) ++now;
      V a = hn::Zero(d), b = a, c = a, e = a;
      for (std::size_t s = 0; s < now; ++s) {
        const T* const at = sources[s].from + x;
        a = kind.enter(a, hn::LoadU(d, at));
        b = kind.enter(b, hn::LoadU(d, at + n));
        c = kind.enter(c, hn::LoadU(d, at + 2 * n));
        e = kind.enter(e, hn::LoadU(d, at + 3 * n));
      }
      bad = hn::Or(bad, hn::Or(finish(kind, a, lanes + x, values + x), finish(kind, b, lanes + x + n, values + x + n)));
      bad = hn::Or(bad, hn::Or(finish(kind, c, lanes + x + 2 * n, values + x + 2 * n),
                               finish(kind, e, lanes + x + 3 * n, values + x + 3 * n)));
    }
    for (; x < to; x += n) {
      while (now < count && sources[now].first < x + n) ++now;
      V a = hn::Zero(d);
      for (std::size_t s = 0; s < now; ++s) a = kind.enter(a, hn::LoadU(d, sources[s].from + x));
      V found = kind.lanes_of(a);
      V wrong = kind.too_great(found, a);
      kind.store(found, a, values + x);
      if (x + n > to) {
        const auto inside = hn::FirstN(d, static_cast<std::size_t>(to - x));
        found = hn::IfThenElseZero(inside, found);
        wrong = hn::IfThenElseZero(inside, wrong);
      }
      hn::StoreU(found, d, lanes + x);
      bad = hn::Or(bad, wrong);
    }
    return hn::AllTrue(d, hn::Eq(bad, hn::Zero(d)));
  }

 private:
  static HWY_INLINE V finish(const Lanes& kind, V options, T* lanes, typename Lanes::Value* values) {
    const V found = kind.lanes_of(options);
    hn::StoreU(found, D(), lanes);
    kind.store(found, options, values);
    return kind.too_great(found, options);
  }

  Lanes kind_;
};

template <>
class SlotKernel<NumberLanes> {
 public:
  using T = std::uint32_t;
  explicit SlotKernel(Play) {}

  bool run(const Source<T>* sources, std::size_t count, std::int64_t from, std::int64_t to, T* lanes, T* values) const {
    const hn::CappedTag<T, 16> d;
    using V = hn::Vec<decltype(d)>;
    const auto n = static_cast<std::int64_t>(hn::Lanes(d));
    const V zero = hn::Zero(d), one = hn::Set(d, T{1}), places = hn::Set(d, T{31});
    std::size_t now = 0;
    for (std::int64_t x = from; x < to; x += n) {
      while (now < count && sources[now].first < x + n) ++now;
      const auto inside = hn::FirstN(d, static_cast<std::size_t>(std::min(n, to - x)));
      // Lanes whose 32 values so far are all among the options'.
      V open = hn::IfThenElseZero(inside, hn::Not(zero)), found = zero;
      for (T base = 0; !hn::AllTrue(d, hn::Eq(open, zero)); base += 32) {
        V set = zero;
        const V least = hn::Set(d, base + 1);
        for (std::size_t s = 0; s < now; ++s) {
          const V value = hn::Sub(hn::LoadU(d, sources[s].from + x), least);
          const auto here = hn::Eq(hn::AndNot(places, value), zero);
          set = hn::Or(set, hn::IfThenElseZero(here, hn::Shl(one, hn::And(value, places))));
        }
        const V lowest = hn::AndNot(set, hn::Add(set, one));
        const auto has = hn::Ne(lowest, zero);
        const V value = hn::Add(hn::Set(d, base + 1), hn::PopulationCount(hn::Sub(lowest, one)));
        found = hn::Or(found, hn::And(open, hn::IfThenElseZero(has, value)));
        open = hn::IfThenZeroElse(has, open);
      }
      hn::StoreU(found, d, lanes + x);
      hn::StoreU(hn::Sub(found, one), d, values + x);
    }
    return true;
  }
};

// --- values to their places ---

/// A square of lanes, turned round in registers. Each round interleaves the first half of the rows with the second.
template <class Value>
HWY_INLINE void turn_block(const Value* from, std::int64_t from_stride, Value* to, std::int64_t to_stride) {
  constexpr std::size_t kSide = 16 / sizeof(Value);
#if HWY_TARGET == HWY_SCALAR
  for (std::size_t i = 0; i < kSide; ++i)
    for (std::size_t j = 0; j < kSide; ++j)
      to[static_cast<std::int64_t>(i) * to_stride + static_cast<std::int64_t>(j)] =
          from[static_cast<std::int64_t>(j) * from_stride + static_cast<std::int64_t>(i)];
#else
  const hn::Full128<Value> d;
  hn::Vec<hn::Full128<Value>> rows[kSide], next[kSide];
  for (std::size_t i = 0; i < kSide; ++i) rows[i] = hn::LoadU(d, from + static_cast<std::int64_t>(i) * from_stride);
  for (std::size_t round = 1; round < kSide; round *= 2) {
    for (std::size_t i = 0; i < kSide / 2; ++i) {
      next[2 * i] = hn::InterleaveLower(d, rows[i], rows[i + kSide / 2]);
      next[2 * i + 1] = hn::InterleaveUpper(d, rows[i], rows[i + kSide / 2]);
    }
    for (std::size_t i = 0; i < kSide; ++i) rows[i] = next[i];
  }
  for (std::size_t i = 0; i < kSide; ++i) hn::StoreU(rows[i], d, to + static_cast<std::int64_t>(i) * to_stride);
#endif
}

/// The values of up to kSlotsAtOnce slots of a plane, and their way to their places.
template <class Value>
class Places {
 public:
  Places(const StepLayout& layout, Value* values)
      : layout_(layout),
        values_(values),
        width_(slot_width(layout)),
        by_time_(static_cast<std::int64_t>(layout.region.stride(layout.time))),
        by_lane_(static_cast<std::int64_t>(layout.region.stride(layout.lane))),
        slots_(static_cast<std::size_t>(width_ * kSlotsAtOnce)) {}

  /// The values of a slot, from lane 0 on, with room for a vector more.
  Value* slot(std::int64_t number) { return slots_.data() + number * width_; }

  /// Of slots [first, first + count) of the plane whose first position has the number `plane`.
  void put(std::int64_t plane, std::int64_t first, std::int64_t count) {
    Value* const to = values_ + plane;
    if (by_lane_ == 1 && layout_.skew == 0) {
      for (std::int64_t i = 0; i < count; ++i) std::copy_n(slot(i), layout_.lanes(), to + (first + i) * by_time_);
    } else if (by_time_ == 1) {
      const std::int64_t from = layout_.first_lane(first), end = layout_.end_lane(first + count - 1);
      for (std::int64_t lane = from; lane < end; lane += kSide)
        for (std::int64_t i = 0; i < count; i += kSide) put_block(to, first, i, count, lane, end);
    } else {
      put_part(to, first, 0, count, 0, layout_.lanes());
    }
  }

 private:
  static constexpr std::int64_t kSide = 16 / sizeof(Value);

  void put_block(Value* to, std::int64_t first, std::int64_t i, std::int64_t count, std::int64_t lane, std::int64_t end) {
    const std::int64_t latest = first + i - layout_.skew * lane, earliest = latest - layout_.skew * (kSide - 1);
    if (latest + kSide <= 0 || earliest >= layout_.times()) return;
    if (i + kSide <= count && lane + kSide <= end && earliest >= 0 && latest + kSide <= layout_.times()) {
      turn_block(slot(i) + lane, width_, to + latest + lane * by_lane_, by_lane_ - layout_.skew);
      return;
    }
    put_part(to, first, i, std::min(i + kSide, count), lane, std::min(lane + kSide, end));
  }
  void put_part(Value* to, std::int64_t first, std::int64_t i, std::int64_t i_end, std::int64_t lane, std::int64_t lane_end) {
    for (; i < i_end; ++i) {
      const std::int64_t t = first + i;
      const Value* const from = slot(i);
      const std::int64_t end = std::min(lane_end, layout_.end_lane(t));
      for (std::int64_t x = std::max(lane, layout_.first_lane(t)); x < end; ++x)
        to[(t - layout_.skew * x) * by_time_ + x * by_lane_] = from[x];
    }
  }

  const StepLayout& layout_;
  Value* const values_;
  const std::int64_t width_, by_time_, by_lane_;
  std::vector<Value> slots_;
};

// --- all slots ---

template <class Lanes>
class Sweep {
 public:
  using T = typename Lanes::Lane;
  using Value = typename Lanes::Value;

  Sweep(const StepLayout& layout, Play play, Value* values)
      : layout_(layout),
        kernel_(play),
        places_(layout, values),
        width_(slot_width(layout)),
        kept_(static_cast<std::size_t>(width_ * layout.slots_kept * layout.planes_kept)),
        at_(layout.outer.size(), 0) {
    steps_.reserve(layout.shifts.size());
    sources_.resize(layout.shifts.size());
  }

  bool run(const Budget& budget) {
    const std::int64_t planes = layout_.planes();
    for (std::int64_t plane = 0; plane < planes; ++plane) {
      if (!run_plane(plane, budget)) return false;
      budget.report("positions", layout_.region.size() / static_cast<std::uint64_t>(planes) * static_cast<std::uint64_t>(plane),
                    layout_.region.size());
      for (std::size_t k = at_.size(); k-- > 0;) {
        if (++at_[k] < length(k)) break;
        at_[k] = 0;
      }
    }
    return true;
  }

 private:
  /// A step, as it is seen from the positions of a plane.
  struct Step {
    std::int64_t slots, lanes;
    const T* plane;  ///< that it leads to
  };

  std::int64_t length(std::size_t outer) const {
    return static_cast<std::int64_t>(layout_.region.length(layout_.outer[outer]));
  }
  T* plane_at(std::int64_t plane) {
    return kept_.data() + plane % layout_.planes_kept * layout_.slots_kept * width_ + kMostBlock;
  }

  /// Which steps lead to a position that there is, in this plane.
  void find_steps(std::int64_t plane) {
    steps_.clear();
    for (const StepLayout::Shift& shift : layout_.shifts) {
      bool inside = true;
      for (std::size_t k = 0; k < at_.size(); ++k)
        inside = inside && shift.outer[k] <= at_[k] && at_[k] - shift.outer[k] < length(k);
      if (inside) steps_.push_back({shift.slots, shift.lanes, plane_at(plane - shift.planes)});
    }
  }

  bool run_plane(std::int64_t plane, const Budget& budget) {
    find_steps(plane);
    T* const slots = plane_at(plane);
    const std::int64_t kept = layout_.slots_kept, end = layout_.slots();
    if (layout_.skew > 0 && plane > 0) std::fill_n(slots - kMostBlock, kept * width_, T{0});
    std::uint64_t number = 0;
    for (std::size_t k = 0; k < at_.size(); ++k)
      number += static_cast<std::uint64_t>(at_[k]) * layout_.region.stride(layout_.outer[k]);
    std::int64_t place = 0;
    for (std::int64_t t = 0; t < end; ++t) {
      budget.check_stop();
      T* const slot = slots + place * width_;
      const std::int64_t from = layout_.first_lane(t), to = layout_.end_lane(t);
      if (t >= kept)
        for (std::int64_t x = layout_.first_lane(t - kept); x < from; ++x) slot[x] = 0;
      std::size_t count = 0;
      for (const Step& step : steps_) {
        if (step.slots > t || t - step.slots >= end) continue;
        std::int64_t source = place - step.slots;
        if (source < 0) source += kept;
        sources_[count++] = {step.plane + source * width_ - step.lanes, step.lanes};
      }
      if (!kernel_.run(sources_.data(), count, from, to, slot, places_.slot(t % kSlotsAtOnce))) return false;
      if (++place == kept) place = 0;
      if ((t + 1) % kSlotsAtOnce == 0 || t + 1 == end) {
        const std::int64_t first = t / kSlotsAtOnce * kSlotsAtOnce;
        places_.put(static_cast<std::int64_t>(number), first, t + 1 - first);
      }
    }
    return true;
  }

  const StepLayout& layout_;
  const SlotKernel<Lanes> kernel_;
  Places<Value> places_;
  const std::int64_t width_;
  std::vector<T> kept_;
  std::vector<std::int64_t> at_;  ///< the coordinates of the present plane
  std::vector<Step> steps_;
  std::vector<Source<T>> sources_;
};

// --- one coordinate ---

template <class Lanes>
bool solve_line(const StepLayout& layout, Play play, const Budget& budget, typename Lanes::Value* values) {
  using T = typename Lanes::Lane;
  const typename Lanes::D d;
  const Lanes kind(play);
  const auto n = static_cast<std::int64_t>(hn::Lanes(d));
  const std::int64_t block = kVectors * n, length = layout.lanes();
  std::vector<T> lanes(static_cast<std::size_t>(length + 2 * kMostBlock));
  T* const line = lanes.data() + kMostBlock;
  std::array<T, kMostBlock> options;
  std::vector<std::int64_t> near, far;
  for (const StepLayout::Shift& shift : layout.shifts) (shift.lanes < block ? near : far).push_back(shift.lanes);
  std::size_t now = 0;
  for (std::int64_t x = 0; x < length; x += block) {
    budget.check_stop();
    while (now < far.size() && far[now] < x + block) ++now;
    auto a = hn::Zero(d), b = a, c = a, e = a;
    for (std::size_t s = 0; s < now; ++s) {
      const T* const at = line + x - far[s];
      a = kind.enter(a, hn::LoadU(d, at));
      b = kind.enter(b, hn::LoadU(d, at + n));
      c = kind.enter(c, hn::LoadU(d, at + 2 * n));
      e = kind.enter(e, hn::LoadU(d, at + 3 * n));
    }
    hn::StoreU(a, d, options.data());
    hn::StoreU(b, d, options.data() + n);
    hn::StoreU(c, d, options.data() + 2 * n);
    hn::StoreU(e, d, options.data() + 3 * n);
    bool fits = true;
    for (std::int64_t i = 0; i < std::min(block, length - x); ++i) {
      T set = options[static_cast<std::size_t>(i)];
      for (const std::int64_t step : near) set = kind.enter(set, line[x + i - step]);
      fits = kind.solve(set, line[x + i], values[x + i]) && fits;
    }
    if (!fits) return false;
  }
  return true;
}

bool solve_line_of_numbers(const StepLayout& layout, const Budget& budget, std::uint32_t* values) {
  std::vector<std::int64_t> stamps(layout.shifts.size() + 1, -1);
  for (std::int64_t x = 0; x < layout.lanes(); ++x) {
    budget.check_stop_at(static_cast<std::uint64_t>(x));
    for (const StepLayout::Shift& shift : layout.shifts)
      if (shift.lanes <= x) stamps[values[x - shift.lanes]] = x;
    std::uint32_t mex = 0;
    while (stamps[mex] == x) ++mex;
    values[x] = mex;
  }
  return true;
}

template <class Lanes>
bool solve_with(const StepRun& run, const Budget& budget, void* values) {
  auto* const to = static_cast<typename Lanes::Value*>(values);
  if (!run.layout->one_axis()) return Sweep<Lanes>(*run.layout, run.play, to).run(budget);
  if constexpr (std::is_same_v<Lanes, NumberLanes>) return solve_line_of_numbers(*run.layout, budget, to);
  else return solve_line<Lanes>(*run.layout, run.play, budget, to);
}

bool SolveSteps(const StepRun& run, const Budget& budget, void* values) {
  if (run.kind == ValueKind::outcome) return solve_with<OutcomeLanes>(run, budget, values);
  const bool grundy = run.kind == ValueKind::grundy;
  switch (run.lane) {
    case StepLane::bits8:
      return grundy ? solve_with<GrundyLanes<std::uint8_t>>(run, budget, values)
                    : solve_with<RemotenessLanes<std::uint8_t>>(run, budget, values);
    case StepLane::bits16:
      return grundy ? solve_with<GrundyLanes<std::uint16_t>>(run, budget, values)
                    : solve_with<RemotenessLanes<std::uint16_t>>(run, budget, values);
    case StepLane::bits32:
      return grundy ? solve_with<GrundyLanes<std::uint32_t>>(run, budget, values)
                    : solve_with<RemotenessLanes<std::uint32_t>>(run, budget, values);
    case StepLane::bits64: return grundy && solve_with<GrundyLanes<std::uint64_t>>(run, budget, values);
    case StepLane::any: return grundy && solve_with<NumberLanes>(run, budget, values);
  }
  return false;
}

template <class Value>
void widen(const Value* values, std::size_t count, std::uint32_t* cells) {
  const hn::ScalableTag<std::uint32_t> d;
  const hn::Rebind<Value, decltype(d)> narrow;
  const std::size_t n = hn::Lanes(d);
  std::size_t i = 0;
  for (; i + n <= count; i += n) hn::StoreU(hn::PromoteTo(d, hn::LoadU(narrow, values + i)), d, cells + i);
  for (; i < count; ++i) cells[i] = values[i];
}

void WidenStepValues(const void* values, std::size_t bytes, std::size_t count, std::uint32_t* cells) {
  if (bytes == 1) widen(static_cast<const std::uint8_t*>(values), count, cells);
  else if (bytes == 2) widen(static_cast<const std::uint16_t*>(values), count, cells);
  else std::copy_n(static_cast<const std::uint32_t*>(values), count, cells);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace bouton
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bouton {
namespace {

HWY_EXPORT(SolveSteps);
HWY_EXPORT(WidenStepValues);

std::size_t bytes_of_lane(StepLane lane) {
  switch (lane) {
    case StepLane::bits8: return 1;
    case StepLane::bits16: return 2;
    case StepLane::bits32:
    case StepLane::any: return 4;
    case StepLane::bits64: return 8;
  }
  return 8;
}

}  // namespace

std::size_t bytes_of_step_value(ValueKind kind, StepLane lane) {
  if (kind == ValueKind::outcome || (kind == ValueKind::grundy && lane != StepLane::any)) return 1;
  return bytes_of_lane(lane);
}

std::size_t bytes_of_step_sweep(const StepRun& run) {
  const StepLayout& layout = *run.layout;
  const std::size_t lane = run.kind == ValueKind::outcome ? 1 : bytes_of_lane(run.lane);
  if (layout.one_axis()) return static_cast<std::size_t>(layout.lanes() + 2 * kMostBlock) * lane;
  const auto width = static_cast<std::size_t>(slot_width(layout));
  return width * (static_cast<std::size_t>(layout.slots_kept * layout.planes_kept) * lane +
                  static_cast<std::size_t>(kSlotsAtOnce) * bytes_of_step_value(run.kind, run.lane));
}

bool sweep_steps(const StepRun& run, const Budget& budget, void* values) {
  return HWY_DYNAMIC_DISPATCH(SolveSteps)(run, budget, values);
}

void widen_step_values(const void* values, std::size_t bytes, std::size_t count, std::uint32_t* cells) {
  HWY_DYNAMIC_DISPATCH(WidenStepValues)(values, bytes, count, cells);
}

}  // namespace bouton
#endif
