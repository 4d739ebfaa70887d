// Runs a LanePlan. Included once for each SIMD target (Highway's foreach_target), so that the plain loops over lanes
// below are compiled for it.

#if defined(BOUTON_LANE_MACHINE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef BOUTON_LANE_MACHINE_INL_H_
#undef BOUTON_LANE_MACHINE_INL_H_
#else
#define BOUTON_LANE_MACHINE_INL_H_
#endif

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/program/integer_arithmetic.h"
#include "engine/program/trap.h"
#include "engine/table/batch/lane_plan.h"
#include "engine/table/batch/lane_values-inl.h"
#include "engine/table/batch/round_table-inl.h"

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace bouton {
namespace HWY_NAMESPACE {

/// Bytes that the options of recorded loops may take; later ones are not recorded.
inline constexpr std::size_t kMostRecorded = std::size_t{1} << 24;
/// Rounds of the loops of one position, or one row of them, at most.
inline constexpr std::uint64_t kMostRounds = std::uint64_t{1} << 24;
inline constexpr std::uint64_t kRoundsBetweenPolls = std::uint64_t{1} << 12;
/// Further away than any two numbers of a box that are told apart by lanes.
inline constexpr std::int64_t kFar = std::int64_t{1} << 40;

/// `Sink` receives what the program names:
///   void linear(std::int64_t index, std::int64_t delta, const Chosen<T>& lanes, int line)
///       each of the lanes leads to cell index + lane * delta
///   void gather(const std::int64_t* indexes, const Chosen<T>& lanes, int line)
///   void listed(std::int64_t index, std::int64_t delta, const std::uint16_t* lanes, std::size_t n, int line)
///       the same for n lanes that are listed (cell programs)
///   void gather_along(std::int64_t base, std::int64_t stride, const T* to, const Chosen<T>& lanes, int line)
///       each of the lanes leads to cell base + to[lane] * stride (row programs)
///   void single(std::int64_t index, int line)        the one position of a cell program
///   void pushed(const T* mask, std::size_t n, int line)
///       the solved position is an option of the n lanes, or of those with a 1 (push programs)
///   bool takes_lanes()                               whether `linear` can do without the bits of `Chosen`
///   bool prunes()                                    whether `hopeful` says anything
///   bool may_matter(std::int64_t index, std::int64_t delta, std::size_t from, std::size_t to)
///   bool hopeful(std::int64_t index, std::int64_t delta, std::size_t from, std::size_t to, const T* mask, T* out)
///       of lanes from ... to (in the mask, if there is one), 1 for those that an option in cell index + lane * delta would
///       change anything for; whether there are any (row programs); false of the first says so soon
///   bool done()                                      nothing more can change what it makes of the position(s)
///   void result(const T* values, std::size_t n, const T* mask)   of finish, 0 or 1 a lane
template <class T, LaneMode kMode, class Sink>
class LaneMachine : public LaneValues<T> {
  using Base = LaneValues<T>;
  using Base::any, Base::any_of, Base::clock_, Base::combined, Base::copy, Base::coordinates_, Base::dimensions_,
      Base::distance_, Base::epochs_, Base::expressions_, Base::in_lane_loop_, Base::is_bit, Base::lane_first_,
      Base::lane_offset_, Base::lane_step_, Base::lanes_, Base::lanes_of, Base::mask_depth_, Base::narrowed, Base::new_mask,
      Base::operand, Base::plan_, Base::pushed_, Base::runs_, Base::scalar, Base::set_slot, Base::slot_values, Base::slots_,
      Base::start_lanes, Base::ticks_, Base::touch, Base::truth, Base::united;
  using typename Base::MaskT, typename Base::Operand, typename Base::U, typename Base::Who;

 public:
  /// `stop` as in Budget: the machine throws Trap from a loop once it is true, and after so many rounds of the loops of a run.
  LaneMachine(const LanePlan& plan, const CellLayout& layout, Sink& sink, const std::atomic<bool>* stop = nullptr,
              std::uint64_t most_rounds = kMostRounds)
      : Base(plan, kMode), layout_(layout), sink_(sink), stop_(stop), most_rounds_(most_rounds) {
    mark_pushed(plan.body);
  }

  /// Runs a row program for positions `first`, `first` + step, ... along the lane axis; the offset is their place in
  /// the row, from 0. `mask` may be null.
  void run_row(std::int64_t first, std::int64_t step, std::size_t offset, std::size_t lanes, const T* mask) {
    const auto axis = static_cast<LaneSource>(layout_.axes.back().axis);
    if (lane_first_ != first || lane_step_ != step || epochs_[axis] == 1) touch(axis);
    start_lanes(first, step, offset, lanes);
    run(mask);
  }
  /// Runs a push program for positions as above, the first of which is `distance` places after the solved one.
  void run_push(std::int64_t first, std::int64_t step, std::size_t offset, std::size_t lanes, std::size_t distance,
                const T* mask) {
    if (distance_ != distance) {
      distance_ = distance;
      for (std::size_t slot = 0; slot < slots_.size(); ++slot)
        if (pushed_[slot]) touch(static_cast<LaneSource>(dimensions_ + slot));
    }
    run_row(first, step, offset, lanes, mask);
  }
  /// Runs a cell program for the position that the coordinates say.
  void run_cell() { run(nullptr); }

 private:
  void run(const T* mask) {
    finished_any_ = false;
    mask_depth_ = 0;
    rounds_ = 0;
    MaskT all;
    if (mask != nullptr) all = {Who::some, mask};
    execute(plan_.body, all);
  }

  void mark_pushed(const std::vector<LaneNode>& nodes) {
    for (const LaneNode& node : nodes) {
      if (node.pushed) pushed_[node.slot] = true;
      mark_pushed(node.body);
      mark_pushed(node.otherwise);
    }
  }

  // --- control ---

  /// To be called in each round of each loop: one that would hardly ever end is left to the interpreter, which has a limit.
  void count_round(const LaneNode& loop) {
    ++runs_;
    if (++rounds_ % kRoundsBetweenPolls != 0) return;
    if (rounds_ >= most_rounds_ || (stop_ != nullptr && stop_->load(std::memory_order_relaxed)))
      throw Trap{Trap::Cause::too_long, loop.line};
  }

  void execute(const std::vector<LaneNode>& nodes, MaskT& mask) {
    for (const LaneNode& node : nodes) {
      if (mask.who == Who::none) return;
      ++runs_;
      switch (node.kind) {
        case Statement::Kind::option: name(plan_.targets[node.target], mask); break;
        case Statement::Kind::loop:
          if constexpr (kMode == LaneMode::cell) {
            if (node.recorded != 0) {
              recorded_loop(node);
              break;
            }
            if (node.lane_loop) {
              lane_loop(node, nullptr);
              break;
            }
          }
          if (kMode == LaneMode::push && node.pushed) pushed_loop(node, mask);
          else loop(node, mask);
          break;
        case Statement::Kind::branch: branch(node, mask); break;
        case Statement::Kind::assign: assign(node, mask); break;
        case Statement::Kind::leave:
          if (in_lane_loop_) {
            std::size_t first = 0;
            if (mask.who == Who::some)
              while (first < lanes_ && mask.lanes[first] == 0) ++first;
            lane_cut_ = std::min(lane_cut_, first);
          }
          mask = {Who::none, nullptr};
          break;
        case Statement::Kind::finish: finish(node, mask); break;
        case Statement::Kind::split: break;
      }
    }
  }

  void branch(const LaneNode& node, MaskT& mask) {
    const std::size_t depth = mask_depth_;
    if (!node.varying) {
      execute(truth(node.a) ? node.body : node.otherwise, mask);
      return;
    }
    MaskT among = mask;
    if (!may_matter(node, among)) {
      mask_depth_ = depth;
      return;
    }
    const T* condition = lanes_of(node.a, among);
    // A condition is 0 or 1 itself; nothing inside a lane loop, or a plain branch, can change it.
    MaskT yes = (in_lane_loop_ || node.plain) && among.who == Who::all && is_bit(node.a)
                    ? MaskT{Who::some, condition}
                    : narrowed(among, node.a, condition, true);
    MaskT no = node.otherwise.empty() && !node.may_exit ? MaskT{Who::none, nullptr} : narrowed(mask, node.a, condition, false);
    if (yes.who != Who::none) execute(node.body, yes);
    if (no.who != Who::none) execute(node.otherwise, no);
    if (node.may_exit) {
      mask = united(yes, no);
      if (in_lane_loop_ && lane_cut_ < lanes_ && mask.who != Who::none) {
        T* out = new_mask();
        for (std::size_t i = 0; i < lanes_; ++i) out[i] = i < lane_cut_ ? (mask.who == Who::all ? T{1} : mask.lanes[i]) : T{0};
        mask = any_of(out, lanes_) ? MaskT{Who::some, out} : MaskT{Who::none, nullptr};
      }
    } else {
      mask_depth_ = depth;
    }
  }

  /// Where a linear option leads, if it is known to lead inside under its guards.
  struct Reach {
    bool known = false;
    std::int64_t index = 0, delta = 0;  ///< the cell of lane 0, and from lane to lane
    std::size_t from = 0, to = 0;       ///< other lanes would lead outside
  };
  Reach reach(const LaneTarget& target) {
    Reach result;
    std::int64_t from = 0, to = static_cast<std::int64_t>(lanes_), index = layout_.origin;
    for (std::size_t axis = 0; axis < target.parts.size(); ++axis) {
      const LaneTarget::Part& part = target.parts[axis];
      if (part.same) {
        index += coordinates_[axis] * layout_.strides[axis];
        continue;
      }
      if (part.coefficient < -1 || part.coefficient > 1) return result;
      const std::int64_t change = part.coefficient * lane_step_;
      const std::int64_t start = wrapping_add(rest_of(part.rest), part.coefficient * lane_first_);
      const std::int64_t low = wrapping_sub(layout_.box.low()[axis], start),
                         high = wrapping_sub(layout_.box.high()[axis], start);
      if (low < -kFar || high > kFar) return result;
      if (change == 0 && (low > 0 || high < 0)) to = from;
      if (change > 0) from = std::max(from, low), to = std::min(to, high + 1);
      if (change < 0) from = std::max(from, -high), to = std::min(to, 1 - low);
      if (from >= to) {
        result.known = true;
        return result;
      }
      index += start * layout_.strides[axis];
      result.delta += change * layout_.strides[axis];
    }
    return {true, index, result.delta, static_cast<std::size_t>(from), static_cast<std::size_t>(to)};
  }

  /// Leaves the lanes that the one option of the node would change something for; false if there are none.
  bool may_matter(const LaneNode& node, MaskT& mask) {
    if constexpr (kMode == LaneMode::row) {
      if (!node.leads_to || !sink_.prunes()) return true;
      const Reach to = reach(plan_.targets[*node.leads_to]);
      if (!to.known) return true;
      if (to.from == to.to || !sink_.may_matter(to.index, to.delta, to.from, to.to)) return false;
      T* out = new_mask();
      ticks_ += kLaneTicks * (to.to - to.from);
      if (!sink_.hopeful(to.index, to.delta, to.from, to.to, mask.who == Who::some ? mask.lanes : nullptr, out)) return false;
      std::fill_n(out, to.from, T{0});
      std::fill(out + to.to, out + lanes_, T{0});
      mask = {Who::some, out};
    }
    return true;
  }

  /// The one round of a pushed loop in which each lane leads to the solved position, for the lanes that have it.
  void pushed_loop(const LaneNode& node, MaskT& mask) {
    const std::size_t depth = mask_depth_;
    // The variable in lane 0; one more in each lane.
    const auto start = static_cast<std::int64_t>(distance_) + plan_.slot_shift[node.slot];
    const auto n = static_cast<std::int64_t>(lanes_);
    const std::int64_t first = scalar(node.a);
    std::int64_t from = std::max<std::int64_t>(first - start, 0), to = n;
    const T* most = nullptr;
    if (node.beyond) {
      // The bound grows as the variable does.
      if (rest_of(*node.beyond) + lane_first_ * lane_step_ < start) return;
    } else {
      const Operand last = operand(node.b, mask);
      if (last.lanes == nullptr) to = std::min(n, last.scalar - start + 1);
      most = last.lanes;
    }
    if (from >= to) return;
    MaskT inside = mask;
    if (from > 0 || to < n || most != nullptr) {
      T* out = new_mask();
      ticks_ += kLaneTicks * lanes_;
      for (std::int64_t i = 0; i < n; ++i) out[i] = static_cast<T>(i >= from && i < to);
      if (most != nullptr) {
        const auto begin = static_cast<T>(start);
        for (std::int64_t i = 0; i < n; ++i) out[i] &= static_cast<T>(begin + static_cast<T>(i) <= most[i]);
      }
      if (mask.who == Who::some)
        for (std::int64_t i = 0; i < n; ++i) out[i] &= mask.lanes[i];
      inside = {Who::some, out};
      if (!any_of(out, lanes_)) inside.who = Who::none;
    }
    execute(node.body, inside);
    mask_depth_ = depth;
  }

  /// What a recorded loop names at one place along the innermost axis: stretches of lanes.
  struct Recorded {
    struct Stretch {
      std::uint32_t target = 0;
      std::int64_t first = 0, step = 1;  ///< the loop variable in lane 0, and from lane to lane
      std::vector<std::uint16_t> lanes;
    };
    bool known = false;
    std::vector<Stretch> stretches;
  };

  /// The loop as a list of options: its guards are looked at once for each place along the innermost axis.
  void recorded_loop(const LaneNode& node) {
    const std::size_t axis = layout_.axes.back().axis;
    const std::uint64_t places = layout_.box.length(axis);
    if (!can_record(layout_)) {
      // It would take too much, or hardly ever be met again.
      lane_loop(node, nullptr);
      return;
    }
    if (records_.empty()) records_.resize(plan_.recorded);
    std::vector<Recorded>& record = records_[node.recorded - 1];
    if (record.empty()) record.resize(places);
    Recorded& here = record[static_cast<std::size_t>(coordinates_[axis] - layout_.box.low()[axis])];
    if (!here.known) {
      const bool full = recorded_bytes_ > kMostRecorded;
      lane_loop(node, full ? nullptr : &here);
      return;
    }
    for (const typename Recorded::Stretch& stretch : here.stretches) {
      ++runs_;
      lane_first_ = stretch.first;
      lane_step_ = stretch.step;
      const LaneTarget& target = plan_.targets[stretch.target];
      const auto [index, delta] = place(target, stretch.lanes.front(), stretch.lanes.back());
      sink_.listed(index, delta, stretch.lanes.data(), stretch.lanes.size(), target.line);
      if (sink_.done()) break;
    }
  }

  void record(const LaneTarget& target, const Chosen<T>& chosen) {
    typename Recorded::Stretch stretch{static_cast<std::uint32_t>(&target - plan_.targets.data()), lane_first_, lane_step_, {}};
    chosen.for_each([&](std::size_t lane) { stretch.lanes.push_back(static_cast<std::uint16_t>(lane)); });
    stretch.lanes.shrink_to_fit();
    recorded_bytes_ += sizeof(stretch) + stretch.lanes.size() * sizeof(std::uint16_t);
    recording_->stretches.push_back(std::move(stretch));
  }

  void lane_loop(const LaneNode& node, Recorded* recording) {
    const std::int64_t first = scalar(node.a);
    const std::int64_t last = scalar(node.b);
    const std::int64_t step = scalar(node.c);
    if (step == 0) throw Trap{Trap::Cause::step_zero, node.line};
    const std::uint64_t count = loop_count(first, last, step);
    const std::size_t depth = mask_depth_;
    const auto source = static_cast<LaneSource>(dimensions_ + node.slot);
    in_lane_loop_ = true;
    recording_ = recording;
    for (std::uint64_t done = 0; done < count;) {
      count_round(node);
      const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(count - done, kMostLanes));
      const std::int64_t start = first + static_cast<std::int64_t>(done) * step;
      if (slot_first_(node.slot) != start || slots_[node.slot] != step || epochs_[source] == 1) {
        slot_first_(node.slot) = start;
        slots_[node.slot] = step;
        touch(source);
      }
      start_lanes(start, step, done, n);
      lane_cut_ = n;
      MaskT all;
      execute(node.body, all);
      mask_depth_ = depth;
      if (lane_cut_ < n || (recording == nullptr && sink_.done())) break;
      done += n;
    }
    if (recording != nullptr) recording->known = true;
    recording_ = nullptr;
    in_lane_loop_ = false;
  }

  std::int64_t& slot_first_(Slot slot) {
    if (slot_firsts_.size() <= slot) slot_firsts_.resize(slots_.size());
    return slot_firsts_[slot];
  }

  void loop(const LaneNode& node, MaskT& mask) {
    const std::size_t depth = mask_depth_;
    if (kMode == LaneMode::row && node.tabulated != 0 && tabulated_loop(node, mask)) {
      mask_depth_ = depth;
      return;
    }
    // The lanes that are still in the loop, and those that iterate now.
    MaskT live = mask;
    const auto iterate = [&](const MaskT& now) {
      if (!node.may_exit) {
        MaskT inside = now;
        execute(node.body, inside);
        return;
      }
      MaskT inside = now;
      execute(node.body, inside);
      const MaskT gone = combined(now, inside, false);
      live = stored(combined(live, gone, false), live_mask(node));
    };
    if (!node.varying) {
      const std::int64_t first = scalar(node.a);
      const std::int64_t step = scalar(node.c);
      const std::int64_t last = scalar(node.b);
      if (step == 0) throw Trap{Trap::Cause::step_zero, node.line};
      const std::uint64_t count = loop_count(first, last, step);
      for (std::uint64_t k = 0; k < count && live.who != Who::none; ++k) {
        count_round(node);
        const std::size_t inner = mask_depth_;
        set_slot(node.slot, wrapping_add(first, wrapping_mul(static_cast<std::int64_t>(k), step)));
        MaskT among = live;
        if (may_matter(node, among)) iterate(among);
        mask_depth_ = inner;
        if (sink_.done()) break;
      }
    } else {
      varying_loop(node, live, iterate);
    }
    mask_depth_ = depth;
    if (node.may_exit && finished_any_) mask = without_finished(mask);
  }

  /// The rounds that pass the guards, and what is inside these. False if there are too many rounds to tabulate.
  bool tabulated_loop(const LaneNode& node, const MaskT& mask) {
    const std::int64_t first = scalar(node.a), step = scalar(node.c);
    if (step == 0) return false;
    const Operand last = operand(node.b, mask);
    std::int64_t furthest = last.scalar;
    T* lasts = nullptr;
    if (last.lanes != nullptr) {
      lasts = new_mask();  // the loop may compute it again
      std::copy_n(last.lanes, lanes_, lasts);
      bool none = true;
      for (std::size_t i = 0; i < lanes_; ++i) {
        if (mask.who == Who::some && mask.lanes[i] == 0) continue;
        furthest = none       ? lasts[i]
                   : step > 0 ? std::max<std::int64_t>(furthest, lasts[i])
                              : std::min<std::int64_t>(furthest, lasts[i]);
        none = false;
      }
      if (none) return true;
    }
    const std::uint64_t count = loop_count(first, furthest, step);
    if (count > kMostTabulated) return false;
    const RoundGuards& guards = plan_.round_guards[node.tabulated - 1];
    const std::vector<LaneNode>* body = &node.body;
    for (std::size_t i = 0; i < guards.conditions.size(); ++i) body = &body->front().body;
    for (const std::uint32_t k : passing_rounds(node, guards, first, step, count)) {
      if (k >= count) break;
      count_round(node);
      const std::size_t inner = mask_depth_;
      const std::int64_t value = first + static_cast<std::int64_t>(k) * step;
      MaskT among = mask;
      if (lasts != nullptr) among = narrowed(mask, reached(lasts, static_cast<T>(value), step > 0), true);
      if (among.who != Who::none) {
        set_slot(node.slot, value);
        if (may_matter(node, among)) execute(*body, among);
      }
      mask_depth_ = inner;
      if (sink_.done()) break;
    }
    return true;
  }
  const T* reached(const T* lasts, T value, bool upwards) {
    T* out = new_mask();
    ticks_ += kLaneTicks * lanes_;
    if (upwards) {
      for (std::size_t i = 0; i < lanes_; ++i) out[i] = static_cast<T>(value <= lasts[i]);
    } else {
      for (std::size_t i = 0; i < lanes_; ++i) out[i] = static_cast<T>(value >= lasts[i]);
    }
    return out;
  }

  const std::vector<std::uint32_t>& passing_rounds(const LaneNode& node, const RoundGuards& guards, std::int64_t first,
                                                   std::int64_t step, std::uint64_t count) {
    if (round_tables_.empty()) round_tables_.resize(plan_.round_guards.size());
    auto& [table, tag] = round_tables_[node.tabulated - 1];
    if (!table) table = std::make_unique<RoundTable<T>>(plan_, guards);
    bool changed = false;
    for (const LaneSource source : guards.sources) changed = changed || epochs_[source] > tag;
    tag = clock_;
    const std::uint64_t before = table->ticks();
    const std::vector<std::uint32_t>& passing = table->passing(coordinates_, slots_, first, step, count, changed);
    ticks_ += table->ticks() - before;
    return passing;
  }

  /// A loop whose bounds differ from lane to lane: round k of all lanes that have one.
  template <class Iterate>
  void varying_loop(const LaneNode& node, MaskT& live, const Iterate& iterate) {
    T* count = new_mask();  // rounds of each lane; fits T, as the loop variable does
    T* first = new_mask();
    T* step = new_mask();
    copy(operand(node.a, live), first);
    copy(operand(node.c, live), step);
    const Operand last = operand(node.b, live);
    std::int64_t most = 0;
    for (std::size_t i = 0; i < lanes_; ++i) {
      const bool active = live.who == Who::all || live.lanes[i] != 0;
      if (active && step[i] == 0) throw Trap{Trap::Cause::step_zero, node.line};
      const std::int64_t to = last.lanes != nullptr ? last.lanes[i] : last.scalar;
      count[i] = active ? static_cast<T>(loop_count(first[i], to, step[i])) : T{0};
      most = std::max<std::int64_t>(most, count[i]);
    }
    const bool varying_slot = plan_.slot_varying[node.slot];
    for (std::int64_t k = 0; k < most && live.who != Who::none; ++k) {
      count_round(node);
      const std::size_t inner = mask_depth_;
      if (varying_slot) {
        T* values = slot_values(node.slot);
        const T round = static_cast<T>(k);
        for (std::size_t i = 0; i < lanes_; ++i)
          values[i] = static_cast<T>(static_cast<U>(first[i]) + static_cast<U>(round) * static_cast<U>(step[i]));
        touch(static_cast<LaneSource>(dimensions_ + node.slot));
      } else {
        set_slot(node.slot, static_cast<std::int64_t>(first[0]) + k * static_cast<std::int64_t>(step[0]));
      }
      T* now = new_mask();
      ticks_ += 2 * kLaneTicks * lanes_;
      const T round = static_cast<T>(k);
      if (live.who == Who::all) {
        for (std::size_t i = 0; i < lanes_; ++i) now[i] = static_cast<T>(round < count[i]);
      } else {
        for (std::size_t i = 0; i < lanes_; ++i) now[i] = static_cast<T>(static_cast<T>(round < count[i]) & live.lanes[i]);
      }
      if (any_of(now, lanes_)) iterate(MaskT{Who::some, now});
      mask_depth_ = inner;
    }
  }

  /// A mask buffer that outlives the rounds of the loop.
  std::vector<T>& live_mask(const LaneNode& node) {
    for (auto& [key, buffer] : live_masks_)
      if (key == &node) return *buffer;
    live_masks_.emplace_back(&node, std::make_unique<std::vector<T>>(kMostLanes));
    return *live_masks_.back().second;
  }
  MaskT stored(const MaskT& mask, std::vector<T>& buffer) {
    if (mask.who != Who::some || mask.lanes == buffer.data()) return mask;
    std::copy_n(mask.lanes, lanes_, buffer.data());
    return {Who::some, buffer.data()};
  }

  void finish(const LaneNode& node, MaskT& mask) {
    if (node.lane_loop) {  // has a result
      if (node.varying) {
        sink_.result(lanes_of(node.a, mask), lanes_, mask.who == Who::all ? nullptr : mask.lanes);
      } else {
        T* same = new_mask();
        std::fill_n(same, lanes_, static_cast<T>(scalar(node.a) != 0));
        sink_.result(same, lanes_, mask.who == Who::all ? nullptr : mask.lanes);
      }
    }
    if (finished_.empty()) finished_.resize(kMostLanes);
    if (!finished_any_) std::fill_n(finished_.data(), kMostLanes, T{0});
    finished_any_ = true;
    for (std::size_t i = 0; i < std::max<std::size_t>(lanes_, 1); ++i)
      if (mask.who == Who::all || mask.lanes[i] != 0) finished_[i] = 1;
    mask = {Who::none, nullptr};
  }
  MaskT without_finished(const MaskT& mask) {
    if (kMode == LaneMode::cell) return finished_[0] != 0 ? MaskT{Who::none, nullptr} : mask;
    return narrowed(mask, finished_.data(), false);
  }

  void assign(const LaneNode& node, const MaskT& mask) {
    const auto source = static_cast<LaneSource>(dimensions_ + node.slot);
    if (!plan_.slot_varying[node.slot]) {
      set_slot(node.slot, scalar(node.a));
      return;
    }
    const Operand value = operand(node.a, mask);
    T* out = slot_values(node.slot);
    for (std::size_t i = 0; i < lanes_; ++i) {
      const T next = value.lanes != nullptr ? value.lanes[i] : static_cast<T>(value.scalar);
      out[i] = mask.who == Who::all || mask.lanes[i] != 0 ? next : out[i];
    }
    touch(source);
  }

  // --- options ---

  std::int64_t rest_of(const Affine& rest) {
    std::int64_t sum = rest.constant;
    for (const auto& [atom, coefficient] : rest.terms) sum = wrapping_add(sum, wrapping_mul(coefficient, scalar(atom)));
    return sum;
  }

  bool outside(std::size_t axis, std::int64_t value) const {
    return value < layout_.box.low()[axis] || value > layout_.box.high()[axis];
  }

  void name(const LaneTarget& target, const MaskT& mask) {
    ticks_ += lanes_;
    if constexpr (kMode == LaneMode::push) {
      sink_.pushed(mask.who == Who::some ? mask.lanes : nullptr, lanes_, target.line);
      return;
    }
    if (kMode == LaneMode::cell && !in_lane_loop_) {
      std::int64_t index = layout_.origin;
      for (std::size_t axis = 0; axis < target.parts.size(); ++axis) {
        const LaneTarget::Part& part = target.parts[axis];
        const std::int64_t to = scalar(part.to);
        if (!part.inside && outside(axis, to)) throw Trap{Trap::Cause::outside, target.line};
        index += to * layout_.strides[axis];
      }
      sink_.single(index, target.line);
      return;
    }
    Chosen<T> chosen;
    chosen.to = lanes_;
    if constexpr (kMode == LaneMode::row) {
      if (target.along && target.inside && sink_.takes_lanes()) {
        name_along(target, mask, chosen);
        return;
      }
      if (target.linear && target.inside && mask.who == Who::some && sink_.takes_lanes()) {
        // Which lanes lead inside is known without a look at the mask.
        if (const Reach to = reach(target); to.known) {
          chosen.lanes = mask.lanes;
          chosen.from = to.from;
          chosen.to = to.to;
          if (to.from < to.to) sink_.linear(to.index, to.delta, chosen, target.line);
          return;
        }
      }
    }
    if (mask.who == Who::some) {
      chosen.lanes = mask.lanes;
      mask_bits(mask.lanes, lanes_, chosen.bits);
      std::size_t first = 0, last = (lanes_ + 63) / 64;
      while (first < last && chosen.bits[first] == 0) ++first;
      if (first == last) return;
      while (chosen.bits[last - 1] == 0) --last;
      chosen.from = 64 * first + static_cast<std::size_t>(__builtin_ctzll(chosen.bits[first]));
      chosen.to = 64 * last - static_cast<std::size_t>(__builtin_clzll(chosen.bits[last - 1]));
    }
    if (target.linear) name_linear(target, chosen);
    else name_gathered(target, mask, chosen);
  }

  void name_linear(const LaneTarget& target, const Chosen<T>& chosen) {
    if (kMode == LaneMode::cell && recording_ != nullptr) record(target, chosen);
    const auto [index, delta] = place(target, chosen.from, chosen.to - 1);
    sink_.linear(index, delta, chosen, target.line);
  }

  /// Where a linear target leads: the cell of lane 0, and how far apart those of neighbouring lanes are. Lanes `from` and
  /// `to` must lead inside.
  std::pair<std::int64_t, std::int64_t> place(const LaneTarget& target, std::size_t from, std::size_t to) {
    std::int64_t index = layout_.origin;
    std::int64_t delta = 0;
    for (std::size_t axis = 0; axis < target.parts.size(); ++axis) {
      const LaneTarget::Part& part = target.parts[axis];
      const std::int64_t change = part.coefficient * lane_step_;
      const std::int64_t start = rest_of(part.rest) + part.coefficient * lane_first_;
      if (!part.inside && (outside(axis, start + change * static_cast<std::int64_t>(from)) ||
                           outside(axis, start + change * static_cast<std::int64_t>(to))))
        throw Trap{Trap::Cause::outside, target.line};
      index += start * layout_.strides[axis];
      delta += change * layout_.strides[axis];
    }
    return {index, delta};
  }

  /// One coordinate that differs from lane to lane, in no simple way, and is known to stay in the box.
  void name_along(const LaneTarget& target, const MaskT& mask, Chosen<T>& chosen) {
    std::int64_t base = layout_.origin;
    for (std::size_t axis = 0; axis < target.parts.size(); ++axis)
      if (axis != *target.along) base = wrapping_add(base, wrapping_mul(scalar(target.parts[axis].to), layout_.strides[axis]));
    const T* to = lanes_of(target.parts[*target.along].to, mask);
    if (mask.who == Who::some) chosen.lanes = mask.lanes;
    sink_.gather_along(base, layout_.strides[*target.along], to, chosen, target.line);
  }

  void name_gathered(const LaneTarget& target, const MaskT& mask, const Chosen<T>& chosen) {
    const T* lanes = chosen.lanes;
    std::int64_t base = layout_.origin;
    if (indexes_.empty()) indexes_.resize(kMostLanes);
    bool begun = false;
    for (std::size_t axis = 0; axis < target.parts.size(); ++axis) {
      const LaneTarget::Part& part = target.parts[axis];
      const std::int64_t stride = layout_.strides[axis];
      const std::int64_t low = layout_.box.low()[axis];
      const std::int64_t high = layout_.box.high()[axis];
      if (!plan_.expressions[part.to].varying) {
        const std::int64_t to = scalar(part.to);
        if (!part.inside && outside(axis, to)) throw Trap{Trap::Cause::outside, target.line};
        base += to * stride;
        continue;
      }
      const T* to = lanes_of(part.to, mask);
      ticks_ += kLaneTicks * lanes_;
      if (!part.inside) {
        bool bad = false;
        for (std::size_t i = 0; i < lanes_; ++i) bad |= (to[i] < low || to[i] > high) && (lanes == nullptr || lanes[i] != 0);
        if (bad) throw Trap{Trap::Cause::outside, target.line};
      }
      // Lanes that do not take part may hold any number.
      std::int64_t* HWY_RESTRICT out = indexes_.data();
      if (!begun && stride == 1) {
        for (std::size_t i = 0; i < lanes_; ++i) out[i] = to[i];
      } else if (!begun) {
        for (std::size_t i = 0; i < lanes_; ++i) out[i] = wrapping_mul(static_cast<std::int64_t>(to[i]), stride);
      } else {
        for (std::size_t i = 0; i < lanes_; ++i)
          out[i] = wrapping_add(out[i], wrapping_mul(static_cast<std::int64_t>(to[i]), stride));
      }
      begun = true;
    }
    if (!begun) std::fill_n(indexes_.data(), lanes_, std::int64_t{0});
    // They may point anywhere: cell 0 is always there.
    std::int64_t* HWY_RESTRICT indexes = indexes_.data();
    if (lanes == nullptr) {
      for (std::size_t i = 0; i < lanes_; ++i) indexes[i] += base;
    } else {
      // A lane is 0 or 1. What a lane that takes no part holds may wrap around.
      for (std::size_t i = 0; i < lanes_; ++i)
        indexes[i] = wrapping_add(indexes[i], base) & -static_cast<std::int64_t>(lanes[i]);
    }
    sink_.gather(indexes_.data(), chosen, target.line);
  }

  const CellLayout& layout_;
  Sink& sink_;
  const std::atomic<bool>* stop_;
  std::uint64_t most_rounds_;
  std::uint64_t rounds_ = 0;               ///< of the loops of the present run, a chunk of lanes counted as one
  std::vector<std::int64_t> slot_firsts_;  ///< of lane loops: where the present chunk begins
  std::size_t lane_cut_ = 0;               ///< lanes from this one on have left the loop
  std::vector<std::pair<const LaneNode*, std::unique_ptr<std::vector<T>>>> live_masks_;
  std::vector<T> finished_;
  bool finished_any_ = false;
  std::vector<std::int64_t> indexes_;
  std::vector<std::vector<Recorded>> records_;  ///< by loop, then by place along the innermost axis
  std::size_t recorded_bytes_ = 0;
  std::vector<std::pair<std::unique_ptr<RoundTable<T>>, std::uint64_t>> round_tables_;  ///< of tabulated loops; when looked at
  Recorded* recording_ = nullptr;
};

}  // namespace HWY_NAMESPACE
}  // namespace bouton
HWY_AFTER_NAMESPACE();

#endif
