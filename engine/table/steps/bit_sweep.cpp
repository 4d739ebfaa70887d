#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/table/steps/bit_sweep.cpp"
// The loops gain from 256-bit vectors; targets between the two, and beyond, add code and no speed.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3 | HWY_AVX3_DL)
#include "hwy/foreach_target.h"  // IWYU pragma: keep

#include "engine/table/steps/bit_sweep.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "hwy/highway.h"

#ifndef BOUTON_BIT_SWEEP_ONCE
#define BOUTON_BIT_SWEEP_ONCE
namespace bouton {
namespace {

constexpr std::int64_t kWord = 64;
/// Words of a vector, at most, and of a slot before its first lane: a step may lead a vector before it.
constexpr std::int64_t kMostWords = 8, kWordsBefore = kMostWords + 1;

std::int64_t words_of(std::int64_t bits) { return (bits + kWord - 1) / kWord; }

std::int64_t words_of_slot(const StepLayout& layout) {
  std::int64_t rise = 0;
  for (const StepLayout::Shift& shift : layout.shifts) rise = std::max(rise, -shift.lanes);
  return kWordsBefore + words_of(layout.lanes() + rise) + 2 * kMostWords;
}

/// Where the options by one step are found: lane x in byte x / 8 and `bits` bits further, from the lane `first` on.
struct BitSource {
  const std::uint8_t* from;
  int bits;
  std::int64_t first;
};

/// What is computed of a slot: lanes [from, to), both in words; lanes that are not positions are 0 in `wanted`.
struct BitSlot {
  std::int64_t from, to;
  const std::uint64_t* wanted;
  std::uint64_t* out;
};

/// Sets bits [from, to).
void set_bits(std::uint64_t* words, std::int64_t from, std::int64_t to) {
  for (std::int64_t w = from / kWord; w * kWord < to; ++w) {
    std::uint64_t mask = ~std::uint64_t{0};
    if (w * kWord < from) mask <<= from - w * kWord;
    if ((w + 1) * kWord > to) mask &= ~std::uint64_t{0} >> ((w + 1) * kWord - to);
    words[w] |= mask;
  }
}

/// Bit i of word j changes places with bit j of word i.
void turn(std::array<std::uint64_t, 64>& words) {
  std::uint64_t mask = 0x00000000FFFFFFFF;
  for (unsigned by = 32; by != 0; by /= 2, mask ^= mask << by)
    for (unsigned i = 0; i < 64; i += 2 * by)
      for (unsigned k = i; k < i + by; ++k) {
        const std::uint64_t swapped = (words[k] >> by ^ words[k + by]) & mask;
        words[k] ^= swapped << by;
        words[k + by] ^= swapped;
      }
}

}  // namespace
}  // namespace bouton
#endif

HWY_BEFORE_NAMESPACE();
namespace bouton {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using D = hn::CappedTag<std::uint64_t, kMostWords>;

/// Words from any byte on.
HWY_INLINE hn::Vec<D> load(const std::uint8_t* from) {
#if HWY_TARGET == HWY_SCALAR
  std::uint64_t word;
  std::memcpy(&word, from, sizeof word);
  return hn::Set(D(), word);
#else
  return hn::BitCast(D(), hn::LoadU(hn::Repartition<std::uint8_t, D>(), from));
#endif
}

/// The words of a slot: where it is wanted, 1 where no source has 1.
void SolveBits(const BitSource* sources, std::size_t count, const BitSlot& slot) {
  const D d;
  const auto n = static_cast<std::int64_t>(hn::Lanes(d));
  std::size_t now = 0;
  for (std::int64_t w = slot.from; w < slot.to; w += n) {
    while (now < count && sources[now].first < (w + n) * kWord) ++now;
    auto won = hn::Zero(d);
    for (std::size_t s = 0; s < now; ++s) {
      const auto [from, bits, first] = sources[s];
      const std::uint8_t* const at = from + w * (kWord / 8);
      won = hn::Or(won, hn::Or(hn::ShiftRightSame(load(at), bits), hn::ShiftLeftSame(load(at + 1), 8 - bits)));
    }
    hn::StoreU(hn::AndNot(won, hn::LoadU(d, slot.wanted + w)), d, slot.out + w);
  }
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace bouton
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bouton {
namespace {

HWY_EXPORT(SolveBits);

class BitSweep {
 public:
  BitSweep(const StepLayout& layout, Play play, OutcomeRows& rows)
      : layout_(layout),
        misere_(play == Play::misere),
        rows_(rows),
        width_(words_of_slot(layout)),
        kept_(static_cast<std::size_t>(width_ * layout.slots_kept * layout.planes_kept)),
        turned_(static_cast<std::size_t>(width_ * kWord)),
        wanted_(static_cast<std::size_t>(width_)),
        at_(layout.outer.size(), 0),
        sources_(layout.shifts.size()),
        by_time_(layout.region.stride(layout.time)),
        by_lane_(layout.region.stride(layout.lane)) {}

  void run(const Budget& budget) {
    const std::int64_t planes = layout_.planes();
    for (std::int64_t plane = 0; plane < planes; ++plane) {
      run_plane(plane, budget);
      budget.report("planes", static_cast<std::uint64_t>(plane), static_cast<std::uint64_t>(planes));
      for (std::size_t k = at_.size(); k-- > 0;) {
        if (++at_[k] < length(k)) break;
        at_[k] = 0;
      }
    }
  }

 private:
  /// A step, as it is seen from the positions of a plane.
  struct Step {
    std::int64_t slots, lanes;
    const std::uint64_t* plane;  ///< that it leads to
  };

  std::int64_t length(std::size_t outer) const {
    return static_cast<std::int64_t>(layout_.region.length(layout_.outer[outer]));
  }
  std::uint64_t* plane_at(std::int64_t plane) {
    return kept_.data() + plane % layout_.planes_kept * layout_.slots_kept * width_ + kWordsBefore;
  }

  void find_steps(std::int64_t plane) {
    steps_.clear();
    for (const StepLayout::Shift& shift : layout_.shifts) {
      bool inside = true;
      for (std::size_t k = 0; k < at_.size(); ++k)
        inside = inside && shift.outer[k] <= at_[k] && at_[k] - shift.outer[k] < length(k);
      if (inside) steps_.push_back({shift.slots, shift.lanes, plane_at(plane - shift.planes)});
    }
  }

  void run_plane(std::int64_t plane, const Budget& budget) {
    find_steps(plane);
    std::uint64_t* const slots = plane_at(plane);
    const std::int64_t kept = layout_.slots_kept, end = layout_.slots();
    if (layout_.skew > 0 && plane > 0) std::fill_n(slots - kWordsBefore, kept * width_, std::uint64_t{0});
    std::uint64_t number = 0;
    for (std::size_t k = 0; k < at_.size(); ++k)
      number += static_cast<std::uint64_t>(at_[k]) * layout_.region.stride(layout_.outer[k]);
    std::int64_t place = 0;
    for (std::int64_t t = 0; t < end; ++t) {
      budget.check_stop();
      std::uint64_t* const slot = slots + place * width_;
      const std::int64_t from = layout_.first_lane(t), to = layout_.end_lane(t);
      if (t >= kept)
        for (std::int64_t w = layout_.first_lane(t - kept) / kWord; w < from / kWord; ++w) slot[w] = 0;
      const std::size_t count = find_sources(t, place);
      HWY_DYNAMIC_DISPATCH(SolveBits)
      (sources_.data(), count, BitSlot{from / kWord, words_of(to), wanted_.data() + kWordsBefore, slot});
      put(number, t, from / kWord, words_of(to), slot);
      if (++place == kept) place = 0;
    }
  }

  /// Of the slot t, which is kept at `place`; and which of its lanes may be P.
  std::size_t find_sources(std::int64_t t, std::int64_t place) {
    std::size_t count = 0;
    const std::int64_t first = layout_.first_lane(t), last = layout_.end_lane(t);
    std::ranges::fill(wanted_, std::uint64_t{0});
    std::uint64_t* const wanted = wanted_.data() + kWordsBefore;
    if (!misere_) set_bits(wanted, first, last);
    for (const Step& step : steps_) {
      const std::int64_t option = t - step.slots;
      if (option < 0 || option >= layout_.slots()) continue;
      std::int64_t source = place - step.slots;
      if (source < 0) source += layout_.slots_kept;
      // Lane 0 of the position is lane -step of the option.
      const std::int64_t bits = kWordsBefore * kWord - step.lanes;
      const auto* const slot = reinterpret_cast<const std::uint8_t*>(step.plane + source * width_ - kWordsBefore);
      sources_[count++] = {slot + (bits >> 3), static_cast<int>(bits & 7), step.lanes};
      if (misere_)
        set_bits(wanted, std::max(first, layout_.first_lane(option) + step.lanes),
                 std::min(last, layout_.end_lane(option) + step.lanes));
    }
    return count;
  }

  /// Puts words of slot t to their places in the rows, or beside those of 63 other slots first.
  void put(std::uint64_t number, std::int64_t t, std::int64_t from, std::int64_t to, const std::uint64_t* slot) {
    // Strides are 1 along other axes, too, where rows have one position.
    const std::size_t along_rows = layout_.region.dimensions() - 1;
    if (layout_.lane == along_rows && layout_.skew == 0) {
      std::copy(slot + from, slot + to, rows_.row(number + static_cast<std::uint64_t>(t) * by_time_) + from);
    } else if (layout_.time == along_rows) {
      std::uint64_t* const beside = turned_.data() + t % kWord * width_;
      // Words that the slots beside it have, too.
      const std::int64_t group = t / kWord * kWord, last = std::min(group + kWord, layout_.slots()) - 1;
      const std::int64_t all_from = layout_.first_lane(group) / kWord, all_to = words_of(layout_.end_lane(last));
      std::fill(beside + all_from, beside + all_to, std::uint64_t{0});
      std::copy(slot + from, slot + to, beside + from);
      if (t == last) put_group(number, group, last + 1 - group, all_from, all_to);
    } else {
      put_one_by_one(number, t, from, to, slot);
    }
  }
  /// Of the slots from `group` on: 64 of them by 64 lanes are turned round.
  void put_group(std::uint64_t number, std::int64_t group, std::int64_t count, std::int64_t from, std::int64_t to) {
    std::array<std::uint64_t, 64> block;
    for (std::int64_t w = from; w < to; ++w) {
      block.fill(0);
      for (std::int64_t i = 0; i < count; ++i)
        block[static_cast<std::size_t>(i)] = turned_[static_cast<std::size_t>(i * width_ + w)];
      turn(block);
      for (std::int64_t i = 0; i < std::min(kWord, layout_.lanes() - w * kWord); ++i) {
        const std::uint64_t bits = block[static_cast<std::size_t>(i)];
        if (bits == 0) continue;
        const std::int64_t lane = w * kWord + i, first = group - layout_.skew * lane;
        std::uint64_t* const row = rows_.row(number + static_cast<std::uint64_t>(lane) * by_lane_);
        const std::int64_t word = first >> 6;
        const auto shift = static_cast<unsigned>(first & 63);
        // Beyond the row there are no positions, so no bits.
        if (bits << shift != 0) row[word] |= bits << shift;
        if (shift != 0 && bits >> (64 - shift) != 0) row[word + 1] |= bits >> (64 - shift);
      }
    }
  }
  void put_one_by_one(std::uint64_t number, std::int64_t t, std::int64_t from, std::int64_t to, const std::uint64_t* slot) {
    for (std::int64_t w = from; w < to; ++w)
      for (std::uint64_t open = slot[w]; open != 0; open &= open - 1) {
        const std::int64_t lane = w * kWord + std::countr_zero(open);
        const std::uint64_t position = number + static_cast<std::uint64_t>(t - layout_.skew * lane) * by_time_ +
                                       static_cast<std::uint64_t>(lane) * by_lane_;
        const std::uint64_t column = position % rows_.length;
        rows_.row(position - column)[column / 64] |= std::uint64_t{1} << column % 64;
      }
  }

  const StepLayout& layout_;
  const bool misere_;
  OutcomeRows& rows_;
  const std::int64_t width_;
  std::vector<std::uint64_t> kept_;
  std::vector<std::uint64_t> turned_;  ///< 64 slots, before they are turned round
  std::vector<std::uint64_t> wanted_;
  std::vector<std::int64_t> at_;  ///< the coordinates of the present plane
  std::vector<Step> steps_;
  std::vector<BitSource> sources_;
  const std::uint64_t by_time_, by_lane_;
};

std::uint64_t words_of_row(const Box& region) { return (region.length(region.dimensions() - 1) + 63) / 64; }

}  // namespace

OutcomeRows::OutcomeRows(const Box& region)
    : length(region.length(region.dimensions() - 1)), words(words_of_row(region)), bits(region.size() / length * words) {}

std::size_t OutcomeRows::bytes(const Box& region) {
  return static_cast<std::size_t>(region.size() / region.length(region.dimensions() - 1) * words_of_row(region)) * 8;
}

void sweep_outcomes(const StepLayout& layout, Play play, const Budget& budget, OutcomeRows& rows) {
  BitSweep(layout, play, rows).run(budget);
}

std::size_t bytes_of_outcome_sweep(const StepLayout& layout) {
  return static_cast<std::size_t>(words_of_slot(layout) * (layout.slots_kept * layout.planes_kept + kWord + 1)) * 8;
}

}  // namespace bouton
#endif
