// The inner loops of rows side by side (row_lanes.h). Included once for each SIMD target.

#if defined(BOUTON_LANE_STEPS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef BOUTON_LANE_STEPS_INL_H_
#undef BOUTON_LANE_STEPS_INL_H_
#else
#define BOUTON_LANE_STEPS_INL_H_
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "engine/table/row_shifts/row_lanes.h"
#include "engine/table/row_shifts/row_steps.h"

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace bouton {
namespace HWY_NAMESPACE {
namespace {

/// A word of eight rows, by the compiler's own vectors; passed by reference, as those of row_steps.cpp.
using Lanes [[gnu::aligned(8), gnu::may_alias]] = std::uint64_t __attribute__((vector_size(64)));

HWY_INLINE const Lanes& lanes_at(const std::uint64_t* words) { return *reinterpret_cast<const Lanes*>(words); }
HWY_INLINE Lanes& lanes_at(std::uint64_t* words) { return *reinterpret_cast<Lanes*>(words); }
HWY_INLINE const Lanes& lanes_of(const LaneWords& words) { return lanes_at(words.words); }
HWY_INLINE Lanes& lanes_of(LaneWords& words) { return lanes_at(words.words); }

/// What does not change from group to group. Copies, so that nothing has to be read again after each store.
struct LaneRings {
  explicit LaneRings(RowMachine& machine)
      : lanes(machine.lanes),
        certain(machine.lanes.certain.data()->words),
        possible(machine.lanes.possible.data()->words),
        slot_words(machine.lanes.stride() * kLanes),
        ring(machine.lanes.ring),
        offsets(machine.lanes.offsets.data()),
        count(machine.lanes.offsets.size()) {}
  RowLanes& lanes;
  std::uint64_t* certain;
  std::uint64_t* possible;
  std::size_t slot_words;
  std::uint32_t ring;
  const int* offsets;
  std::size_t count;
};

/// Some words of a group, from word pair `word` of the buffer on, whose slot is `slot`.
struct LaneStep {
  std::uint32_t group = 0;
  std::size_t word = 0;
  std::uint32_t slot = 0;
};

/// Puts words of a group, one after the other, where those who read it look for them.
class LaneDeliverer {
 public:
  HWY_INLINE LaneDeliverer(const LaneRings& rings, const LaneGroup& group, std::uint64_t* plane, std::size_t column,
                           std::uint32_t slot, LaneWords& last)
      : plane_(plane + column),
        slot_words_(rings.slot_words),
        ring_(rings.ring),
        up_(lanes_of(group.bits)),
        down_(63 - lanes_of(group.bits)),
        parts_(rings.lanes.parts.data() + group.first_part),
        count_(group.parts),
        last_(last),
        before_(lanes_of(last)),
        slot_(slot),
        to_(slot + parts_->whole) {
    if (to_ >= ring_) to_ -= ring_;
  }
  HWY_INLINE void put(const Lanes& words) {
    const Lanes out = (words << up_) | (before_ >> 1U >> down_);
    before_ = words;
    if (HWY_LIKELY(count_ == 1)) {
      lanes_at(plane_ + to_ * slot_words_) = out;
      if (HWY_UNLIKELY(++to_ == ring_)) to_ = 0;
      return;
    }
    for (std::uint32_t p = 0; p < count_; ++p) {
      const Lanes rows = lanes_of(parts_[p].rows);
      std::uint32_t to = slot_ + parts_[p].whole;
      if (to >= ring_) to -= ring_;
      Lanes& at = lanes_at(plane_ + to * slot_words_);
      at = (at & ~rows) | (out & rows);
    }
    ++slot_;
  }
  HWY_INLINE void finish() { lanes_of(last_) = before_; }

 private:
  std::uint64_t* const plane_;
  const std::size_t slot_words_;
  const std::uint32_t ring_;
  const Lanes up_, down_;
  const LanePart* const parts_;
  const std::uint32_t count_;
  LaneWords& last_;
  Lanes before_;
  std::uint32_t slot_, to_;
};

/// Copies the rows of a group that are in the buffer there.
HWY_NOINLINE void show_group(RowMachine& machine, const LaneStep& step, const Lanes* certain, const Lanes* possible,
                             int words) {
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
    if ((machine.lanes.groups[step.group].shown >> lane & 1U) == 0) continue;
    const RowOfTaps& row = machine.rows[machine.lanes.first_row + step.group * kLanes + lane];
    std::uint64_t* const out = machine.buffer.data() + row.place + 2 * step.word;
    for (int w = 0; w < words; ++w) {
      out[2 * w] = certain[w][lane];
      out[2 * w + 1] = possible[w][lane];
    }
  }
}

/// kWords words of a group that is exact, as are those that it reads. kOffsets is 0 where their number is not known.
template <int kWords, int kOffsets>
HWY_INLINE void exact_group(RowMachine& machine, const LaneRings& rings, const LaneStep& step) {
  const LaneGroup& group = rings.lanes.groups[step.group];
  const std::size_t column = (step.group + 1) * std::size_t{kLanes};
  const std::size_t count = kOffsets > 0 ? kOffsets : rings.count;
  const std::uint64_t* from = rings.certain + step.slot * rings.slot_words + column;
  LaneDeliverer deliverer(rings, group, rings.certain, column, step.slot, rings.lanes.last_certain[step.group + 1]);
  const std::size_t slot_words = rings.slot_words;
  std::ptrdiff_t offsets[kMostLaneOffsets] = {};
  for (std::size_t k = 0; k < count; ++k) offsets[k] = rings.offsets[k];
  Lanes found[kWords];
  for (int w = 0; w < kWords; ++w, from += slot_words) {
    Lanes moves = lanes_at(from + offsets[0]);
    for (std::size_t k = 1; k < count; ++k) moves |= lanes_at(from + offsets[k]);
    found[w] = ~moves;
    deliverer.put(found[w]);
  }
  deliverer.finish();
  if (HWY_UNLIKELY(group.shown != 0)) show_group(machine, step, found, found, kWords);
}

/// Copies what an exact group has put ahead, and its last word, for the other bit.
HWY_NOINLINE void open_group(const LaneRings& rings, std::uint32_t group) {
  const std::size_t column = (group + 1) * std::size_t{kLanes};
  for (std::uint32_t slot = 0; slot < rings.ring; ++slot)
    lanes_at(rings.possible + slot * rings.slot_words + column) = lanes_at(rings.certain + slot * rings.slot_words + column);
  rings.lanes.last_possible[group + 1] = rings.lanes.last_certain[group + 1];
  rings.lanes.is_open[group + 1] = 1;
}

/// kWords words of any group, with both bits.
template <int kWords>
HWY_NOINLINE void any_group(RowMachine& machine, const LaneRings& rings, const LaneStep& step) {
  RowLanes& lanes = rings.lanes;
  const LaneGroup& group = lanes.groups[step.group];
  const RaggedGroup* const ragged = group.ragged != LaneGroup::kNone ? &lanes.ragged[group.ragged] : nullptr;
  const std::size_t column = (step.group + 1) * std::size_t{kLanes};
  const std::size_t first = step.slot * rings.slot_words + column;
  // Of the group before, this one, and the one after.
  const std::uint64_t* possible_of[3];
  for (std::uint32_t i = 0; i < 3; ++i) possible_of[i] = lanes.is_open[step.group + i] != 0 ? rings.possible : rings.certain;
  const bool was_open = possible_of[1] == rings.possible;
  Lanes certain[kWords], possible[kWords];
  Lanes differences = {};
  for (int w = 0; w < kWords; ++w) {
    const std::size_t at = first + static_cast<std::size_t>(w) * rings.slot_words;
    Lanes to_certain = {}, to_possible = {};
    for (std::size_t k = 0; k < rings.count; ++k) {
      const int by = rings.offsets[k];
      const std::size_t from = at + static_cast<std::size_t>(static_cast<std::ptrdiff_t>(by));
      const Lanes own = lanes_of(lanes.own[k]);
      const Lanes read_certain = lanes_at(rings.certain + from);
      const Lanes read_possible =
          (lanes_at(possible_of[1] + from) & own) | (lanes_at(possible_of[by < 0 ? 0 : 2] + from) & ~own);
      if (ragged == nullptr) {
        to_certain |= read_certain;
        to_possible |= read_possible;
      } else {
        to_certain |= read_certain & lanes_of(ragged->rows[k]);
        to_possible |= read_possible & lanes_of(ragged->rows[k]);
      }
    }
    if (ragged != nullptr) to_possible |= lanes_of(ragged->open);
    certain[w] = ~to_possible;
    possible[w] = ~to_certain;
    differences |= certain[w] ^ possible[w];
  }
  if (group.shown != 0) show_group(machine, step, certain, possible, kWords);
  bool is_open = was_open;
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) is_open = is_open || differences[lane] != 0;
  if (is_open && !was_open) open_group(rings, step.group);
  LaneDeliverer of_certain(rings, group, rings.certain, column, step.slot, lanes.last_certain[step.group + 1]);
  for (const Lanes& words : certain) of_certain.put(words);
  of_certain.finish();
  if (!is_open) return;
  LaneDeliverer of_possible(rings, group, rings.possible, column, step.slot, lanes.last_possible[step.group + 1]);
  for (const Lanes& words : possible) of_possible.put(words);
  of_possible.finish();
}

template <int kWords>
HWY_INLINE void lane_group(RowMachine& machine, const LaneRings& rings, const LaneStep& step) {
  const std::uint8_t* const open = rings.lanes.is_open.data() + step.group;
  const bool is_exact = (open[0] | open[1] | open[2]) == 0;
  if (HWY_LIKELY(is_exact && rings.lanes.groups[step.group].ragged == LaneGroup::kNone)) {
    if (HWY_LIKELY(rings.count == 3)) exact_group<kWords, 3>(machine, rings, step);
    else exact_group<kWords, 0>(machine, rings, step);
  } else {
    any_group<kWords>(machine, rings, step);
  }
}

/// The words of groups that are not far which end with word `w` of a stretch; `word` and `slot` are those of its first word.
HWY_NOINLINE void run_near_lanes(RowMachine& machine, std::size_t word, std::uint32_t slot, std::uint32_t w) {
  const LaneRings rings(machine);
  for (std::uint32_t g = 0; g < rings.lanes.far_groups; ++g) {
    const std::uint32_t words = rings.lanes.groups[g].words;
    if ((w + 1) % words != 0) continue;
    const std::uint32_t first = w + 1 - words;
    const LaneStep step{g, word + first, slot + first};
    switch (words) {
      case 1: lane_group<1>(machine, rings, step); break;
      case 2: lane_group<2>(machine, rings, step); break;
      case 4: lane_group<4>(machine, rings, step); break;
      default: lane_group<8>(machine, rings, step);
    }
  }
}

/// A stretch of some far groups.
HWY_NOINLINE void run_far_lanes(RowMachine& machine, std::uint32_t from, std::uint32_t to, std::size_t word,
                                std::uint32_t slot) {
  const LaneRings rings(machine);
  for (std::uint32_t g = from; g < to; ++g) lane_group<static_cast<int>(kStretchWords)>(machine, rings, {g, word, slot});
}

/// Puts one word of a row where those who read it look for it; with both bits.
HWY_INLINE void deliver_to_lanes(RowLanes& lanes, std::uint32_t row, std::uint32_t slot, std::uint64_t certain,
                                 std::uint64_t possible) {
  const std::size_t column = lanes.column(row);
  const LaneDistance distance = lanes.distances[column];
  const std::size_t group = column / kLanes, lane = column % kLanes;
  std::uint32_t to = slot + distance.whole;
  if (to >= lanes.ring) to -= lanes.ring;
  const std::size_t at = to * lanes.stride() + group;
  std::uint64_t& last_certain = lanes.last_certain[group].words[lane];
  std::uint64_t& last_possible = lanes.last_possible[group].words[lane];
  lanes.certain[at].words[lane] = (certain << distance.bits) | (last_certain >> 1U >> (63 - distance.bits));
  lanes.possible[at].words[lane] = (possible << distance.bits) | (last_possible >> 1U >> (63 - distance.bits));
  last_certain = certain;
  last_possible = possible;
  // Of the rows before the first group both bits are always there.
  if (group == 0 && certain != possible) lanes.is_open[0] = 1;
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace bouton
HWY_AFTER_NAMESPACE();

#endif
