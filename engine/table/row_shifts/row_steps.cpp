#include "engine/table/row_shifts/row_steps.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/table/row_shifts/row_steps.cpp"
// Targets between those left add code and no speed.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL)
#include "hwy/foreach_target.h"  // IWYU pragma: keep

#include <algorithm>

#include "engine/table/row_shifts/lane_steps-inl.h"
#include "engine/table/row_shifts/slice_steps-inl.h"

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace bouton {
namespace HWY_NAMESPACE {
namespace {

// Vectors of the compiler's own: they exist in every target, also in the baseline, where Highway would be scalar.
// Wide ones are passed by reference, since how they are passed by value differs between targets. They may lie at any word:
// Clang heeds how a type is aligned where its name is declared, and not where the type stands.
using Pair [[gnu::aligned(8), gnu::may_alias]] = std::uint64_t __attribute__((vector_size(16)));  ///< certainly P, possibly P
using Wide [[gnu::aligned(8), gnu::may_alias]] = std::uint64_t __attribute__((vector_size(32)));
static_assert(alignof(Pair) == 8 && alignof(Wide) == 8);

/// Ones at the places of `first`.. that are in from..to; the word holds positions position .. position + 63.
std::uint64_t inside(std::int64_t position, std::int64_t from, std::int64_t to) {
  const std::int64_t begin = std::max<std::int64_t>(0, from - position);
  const std::int64_t end = std::min<std::int64_t>(64, to - position + 1);
  if (begin >= end) return 0;
  const std::uint64_t up = ~std::uint64_t{0} << static_cast<unsigned>(begin);
  return end == 64 ? up : up & ~(~std::uint64_t{0} << static_cast<unsigned>(end));
}

/// Adds to `moves` the bits of `row` from bit `at` (counted from the row's first pair) on.
HWY_INLINE void gather(Pair& moves, const std::uint64_t* row, std::int64_t at) {
  const std::uint64_t* from = row + 2 * (at >> 6);
  const auto s = static_cast<std::uint64_t>(at & 63);
  const Pair low = *reinterpret_cast<const Pair*>(from);
  const Pair high = *reinterpret_cast<const Pair*>(from + 2);
  moves |= (low >> s) | (high << 1U << (63 - s));
}

/// The row's own bits from those of its moves: certainly P is what no move possibly leads to P from, and vice versa.
HWY_INLINE void answer(Pair& bits, const Pair& known) { bits = ~__builtin_shufflevector(bits, bits, 1, 0) & known; }
HWY_INLINE void answer(Wide& bits, const Wide& known) { bits = ~__builtin_shufflevector(bits, bits, 1, 0, 3, 2) & known; }

/// The pair of the rings, or the slot of the lanes, for a position; 0 where there are none.
std::uint32_t place_in_ring(const RowMachine& machine, std::int64_t position) {
  const std::uint32_t ring = machine.lanes.empty() ? machine.ring : machine.lanes.ring;
  if (ring == 0) return 0;
  return static_cast<std::uint32_t>(static_cast<std::uint64_t>(position) / 64 % ring);
}

/// What a row in lanes reads of a row, for the word at a slot.
HWY_INLINE Pair read_lanes(const RowLanes& lanes, std::uint32_t row, std::uint32_t slot) {
  const std::size_t column = lanes.column(row);
  const std::size_t at = slot * lanes.stride() + column / kLanes;
  return Pair{lanes.certain[at].words[column % kLanes], lanes.possible[at].words[column % kLanes]};
}

/// The pair of the word at `bit`, with everything that holds only for some positions.
void careful_word(const RowMachine& machine, const RowOfTaps& row, std::size_t word, std::int64_t bit, std::int64_t position,
                  Pair& out) {
  Pair moves = {0, 0};
  for (std::uint32_t t = 0; t < row.taps; ++t) {
    const RowTap& tap = machine.taps[row.first_tap + t];
    Pair read = {0, 0};
    if (row.is_lane) {
      read = read_lanes(machine.lanes, tap.row, place_in_ring(machine, position + bit));
    } else if (row.collector != RowOfTaps::kNone) {
      const std::uint32_t source = machine.sources[machine.collectors[row.collector].first_source + t];
      read = *reinterpret_cast<const Pair*>(machine.delivered[source].words + 2 * place_in_ring(machine, position + bit));
    } else {
      gather(read, machine.buffer.data() + tap.source, static_cast<std::int64_t>(word) * 64 + bit - tap.shift);
    }
    moves |= read & inside(position + bit, tap.from, tap.to);
  }
  const std::uint64_t alive = inside(position + bit, row.terminal_before, INT64_MAX - 1);
  const Pair known = {alive & ~inside(position + bit, row.unknown_from, row.unknown_to), alive};
  answer(moves, known);
  out = moves;
}

HWY_INLINE void put(const RowStep& step, std::uint64_t* at, const Pair& value) {
  const std::uint64_t ones = (~std::uint64_t{0} >> static_cast<unsigned>(64 - step.bits)) << (step.bit & 63U);
  Pair& out = *reinterpret_cast<Pair*>(at);
  out = (out & ~ones) | ((value << static_cast<std::uint64_t>(step.bit & 63U)) & ones);
}

/// Vectors of some pairs.
template <int kPairs>
struct Pairs;
template <>
struct Pairs<1> {
  using Vector = Pair;
  HWY_INLINE static void exchange(Vector& pairs) { pairs = __builtin_shufflevector(pairs, pairs, 1, 0); }
  HWY_INLINE static void one_before(const Vector& before, const Vector&, Vector& out) { out = before; }
};
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX2
template <>
struct Pairs<2> {
  using Vector = Wide;
  HWY_INLINE static void exchange(Vector& pairs) { pairs = __builtin_shufflevector(pairs, pairs, 1, 0, 3, 2); }
  HWY_INLINE static void one_before(const Vector& before, const Vector& pairs, Vector& out) {
    out = __builtin_shufflevector(before, pairs, 2, 3, 4, 5);
  }
};
#endif
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
template <>
struct Pairs<4> {
  using Vector [[gnu::aligned(8), gnu::may_alias]] = std::uint64_t __attribute__((vector_size(64)));
  HWY_INLINE static void exchange(Vector& pairs) { pairs = __builtin_shufflevector(pairs, pairs, 1, 0, 3, 2, 5, 4, 7, 6); }
  HWY_INLINE static void one_before(const Vector& before, const Vector& pairs, Vector& out) {
    out = __builtin_shufflevector(before, pairs, 6, 7, 8, 9, 10, 11, 12, 13);
  }
};
constexpr int kWidest = 4;
#elif HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX2
constexpr int kWidest = 2;
#else
constexpr int kWidest = 1;
#endif

/// What does not change from row to row. Copies, so that nothing has to be read again after each store.
struct Rings {
  explicit Rings(RowMachine& machine)
      : lines(machine.delivered.data()), sources(machine.sources.data()), buffer(machine.buffer.data()), size(machine.ring) {}
  Line* lines;
  const std::uint32_t* sources;
  std::uint64_t* buffer;
  std::uint32_t size;
};

/// Puts pairs of one row, which are handed over from first to last, where those who read it look for them: kPairs at once.
template <int kPairs>
class Deliverer {
 public:
  using Vector = typename Pairs<kPairs>::Vector;

  /// The first pair is the one at `at` of the rings.
  HWY_INLINE Deliverer(const Rings& rings, const Delivery& delivery, std::uint32_t at)
      : ring_(rings.lines[delivery.first].words),
        size_(rings.size),
        to_(at + delivery.whole),
        up_(delivery.bits),
        down_(63 - delivery.bits),
        before_(last()) {
    if (to_ >= size_) to_ -= size_;
  }
  HWY_INLINE void put(const Vector& pairs) {
    Vector lower;
    Pairs<kPairs>::one_before(before_, pairs, lower);
    before_ = pairs;
    *reinterpret_cast<Vector*>(ring_ + 2 * to_) = (pairs << up_) | (lower >> 1U >> down_);
    to_ += kPairs;
    if (HWY_UNLIKELY(to_ >= size_)) {
      to_ -= size_;
      for (std::uint32_t i = 0; i < to_; ++i) {
        ring_[2 * i] = ring_[2 * (size_ + i)];
        ring_[2 * i + 1] = ring_[2 * (size_ + i) + 1];
      }
    }
  }
  HWY_INLINE void finish() { last() = before_; }

 private:
  /// The pairs that end with the last one of the row.
  HWY_INLINE Vector& last() { return *reinterpret_cast<Vector*>(ring_ + 2 * (size_ + 2 * kStretchWords - kPairs)); }

  std::uint64_t* const ring_;
  const std::uint32_t size_;
  std::uint32_t to_;
  const std::uint64_t up_, down_;
  Vector before_;
};

/// Delivers pairs of a row that is in the buffer.
void deliver_pairs(RowMachine& machine, const RowOfTaps& row, const std::uint64_t* pairs, int count, std::uint32_t at) {
  Deliverer<1> deliverer(Rings(machine), machine.deliveries[row.delivery], at);
  for (int i = 0; i < count; ++i) deliverer.put(*reinterpret_cast<const Pair*>(pairs + 2 * i));
  deliverer.finish();
}

/// The same, of what a step has computed: a word once all of it is there.
HWY_INLINE void deliver_step(RowMachine& machine, const RowOfTaps& row, std::uint64_t* stretch, const RowStep& step,
                             std::uint32_t stretch_at) {
  const int first = step.bit / 64, end = (step.bit + step.bits) / 64;
  if (row.is_read_by_lanes) {
    const auto number = static_cast<std::uint32_t>(&row - machine.rows.data());
    for (int i = first; i < end; ++i)
      deliver_to_lanes(machine.lanes, number, stretch_at + static_cast<std::uint32_t>(i), stretch[2 * i], stretch[2 * i + 1]);
  }
  if (row.delivery == RowOfTaps::kNone) return;
  if (end > first)
    deliver_pairs(machine, row, stretch + 2 * first, end - first, stretch_at + static_cast<std::uint32_t>(first));
}

void run_carefully(RowMachine& machine, std::size_t word, std::int64_t position) {
  const std::uint32_t at = place_in_ring(machine, position);
  for (const RowStep& step : machine.careful_steps) {
    const RowOfTaps& row = machine.rows[step.row];
    std::uint64_t unshown[2 * kStretchWords];
    std::uint64_t* out = row.shown ? machine.buffer.data() + row.place + 2 * word : unshown;
    Pair value;
    if (step.bits < 64) {
      careful_word(machine, row, word, step.bit, position, value);
      put(step, out + 2 * (step.bit >> 6), value);
    } else {
      for (std::int64_t bit = step.bit; bit < step.bit + step.bits; bit += 64) {
        careful_word(machine, row, word, bit, position, value);
        *reinterpret_cast<Pair*>(out + 2 * (bit >> 6)) = value;
      }
    }
    deliver_step(machine, row, out, step, at);
  }
}

/// kWords words of a collecting row from the one at `at` of the rings on; `word` is their place in the buffer. kSources is 0
/// where their number is not known.
template <int kWords, int kSources>
HWY_INLINE void collect(const Rings& rings, const Collector& collector, std::size_t word, std::uint32_t at) {
  constexpr int kPairs = kWords < kWidest ? kWords : kWidest;
  using Vector = typename Pairs<kPairs>::Vector;
  const std::uint32_t* const sources = rings.sources + collector.first_source;
  const std::uint32_t count = kSources > 0 ? kSources : collector.sources;
  const bool is_open = collector.is_open, is_shown = collector.is_shown;
  std::uint64_t* const shown = rings.buffer + collector.place + 2 * word;
  Deliverer<kPairs> deliverer(rings, collector.delivery, at);
  for (int w = 0; w < kWords; w += kPairs) {
    Vector moves = *reinterpret_cast<const Vector*>(rings.lines[sources[0]].words + 2 * (at + w));
    for (std::uint32_t n = 1; n < count; ++n)
      moves |= *reinterpret_cast<const Vector*>(rings.lines[sources[n]].words + 2 * (at + w));
    Pairs<kPairs>::exchange(moves);
    moves = ~moves;
    if (HWY_UNLIKELY(is_open))
      for (int i = 0; i < kPairs; ++i) moves[2 * i] = 0;
    if (HWY_UNLIKELY(is_shown)) *reinterpret_cast<Vector*>(shown + 2 * w) = moves;
    deliverer.put(moves);
  }
  deliverer.finish();
}

template <int kWords>
HWY_INLINE void collect(const Rings& rings, const Collector& collector, std::size_t word, std::uint32_t at) {
  if (HWY_LIKELY(collector.sources == 3)) collect<kWords, 3>(rings, collector, word, at);
  else collect<kWords, 0>(rings, collector, word, at);
}

template <int kWords>
void collect_group(RowMachine& machine, const CollectorGroup& group, std::size_t word, std::uint32_t at) {
  const Rings rings(machine);
  const std::uint32_t* const numbers = machine.grouped.data() + group.first;
  const std::uint32_t count = group.count;
  const Collector* const collectors = machine.collectors.data();
  for (std::uint32_t i = 0; i < count; ++i) collect<kWords>(rings, collectors[numbers[i]], word, at);
}

/// kWide vectors of two words each, from word pair `word` on.
template <int kWide>
HWY_INLINE void whole_words(const std::uint64_t* buffer, const RowTap* taps, std::uint32_t count, std::uint64_t certain,
                            std::int64_t word, std::uint64_t* out) {
  Wide moves[kWide];
  for (Wide& one : moves) one = Wide{0, 0, 0, 0};
  for (const RowTap* tap = taps; tap != taps + count; ++tap) {
    const std::uint64_t* from = buffer + tap->whole + 2 * word;
    const std::uint64_t s = tap->bits;
    for (int i = 0; i < kWide; ++i) {
      const Wide low = *reinterpret_cast<const Wide*>(from + 4 * i);
      const Wide high = *reinterpret_cast<const Wide*>(from + 4 * i + 2);
      moves[i] |= (low >> s) | ((high + high) << (63 - s));
    }
  }
  const Wide known = {certain, ~std::uint64_t{0}, certain, ~std::uint64_t{0}};
  for (int i = 0; i < kWide; ++i) {
    answer(moves[i], known);
    *reinterpret_cast<Wide*>(out + 4 * i) = moves[i];
  }
}

HWY_INLINE std::uint64_t certain_words(const RowOfTaps& row) { return row.unknown_to >= 0 ? 0 : ~std::uint64_t{0}; }

/// 64 positions of a row that reads itself nearer than that, and no other such row. Each position that is found P marks those
/// of the others that have it as an option.
HWY_NOINLINE void run_own_row(RowMachine& machine, const RowOfTaps& row, std::int64_t at) {
  std::uint64_t* const out = machine.buffer.data() + row.place + 2 * (at >> 6);
  *reinterpret_cast<Pair*>(out) = Pair{0, 0};
  Pair moves = {0, 0};
  std::uint64_t near = 0;  // the options within the word, as marks of position 0
  for (std::uint32_t t = row.first_tap; t < row.first_tap + row.taps; ++t) {
    const RowTap& tap = machine.taps[t];
    gather(moves, machine.buffer.data() + tap.source, at - tap.shift);
    if (tap.source == row.place && tap.shift < 64) near |= std::uint64_t{1} << static_cast<std::uint64_t>(tap.shift);
  }
  const std::uint64_t certain = certain_words(row);
  std::uint64_t to_certain = moves[0], to_possible = moves[1];
  if (certain != 0 && to_certain == to_possible) {
    std::uint64_t found = 0;
    for (std::uint64_t open = ~to_certain; open != 0;) {
      const std::uint64_t first = open & (~open + 1);
      found |= first;
      open &= ~first & ~(near * first);
    }
    *reinterpret_cast<Pair*>(out) = Pair{found, found};
    return;
  }
  Pair found = {0, 0};
  for (std::uint64_t i = 0; i < 64; ++i) {
    const std::uint64_t is_certain = ~to_possible >> i & certain & 1U, is_possible = ~to_certain >> i & 1U;
    found |= Pair{is_certain << i, is_possible << i};
    to_certain |= (near << i) & (0 - is_certain);
    to_possible |= (near << i) & (0 - is_possible);
  }
  *reinterpret_cast<Pair*>(out) = found;
}

/// Delivers the word at bit `at` of the buffer's rows of a slice.
void deliver_slice(RowMachine& machine, const RowSlice& slice, std::int64_t at, std::uint32_t in_ring) {
  for (const std::uint32_t number : slice.rows) {
    const RowOfTaps& row = machine.rows[number];
    const std::uint64_t* const words = machine.buffer.data() + row.place + 2 * (at / 64);
    if (row.is_read_by_lanes) deliver_to_lanes(machine.lanes, number, in_ring, words[0], words[1]);
    if (row.delivery != RowOfTaps::kNone) deliver_pairs(machine, row, words, 1, in_ring);
  }
}

void run_steps(RowMachine& machine, std::size_t word, std::int64_t position) {
  const auto begin = static_cast<std::int64_t>(word) * 64;
  const std::uint32_t ring_at = place_in_ring(machine, position);
  std::uint64_t* buffer = machine.buffer.data();
  for (const RowStep& step : machine.fast_steps) {
    const std::int64_t at = begin + step.bit;
    if (step.row >= kSliceStep) {
      run_slice(machine, step.row - kSliceStep, at, position + step.bit);
      deliver_slice(machine, machine.slices[step.row - kSliceStep], at, ring_at + step.bit / 64U);
      continue;
    }
    if (step.row >= kGroupStep) {
      const CollectorGroup& group = machine.groups[step.row - kGroupStep];
      const auto of_ring = ring_at + step.bit / 64U;
      switch (step.bits) {
        case 512: collect_group<8>(machine, group, static_cast<std::size_t>(at >> 6), of_ring); break;
        case 256: collect_group<4>(machine, group, static_cast<std::size_t>(at >> 6), of_ring); break;
        case 128: collect_group<2>(machine, group, static_cast<std::size_t>(at >> 6), of_ring); break;
        default: collect_group<1>(machine, group, static_cast<std::size_t>(at >> 6), of_ring);
      }
      continue;
    }
    if (step.row == kLaneStep) {
      run_near_lanes(machine, word, ring_at, step.bit / 64U);
      continue;
    }
    if (step.row >= kOwnStep) {
      const RowOfTaps& own = machine.rows[step.row - kOwnStep];
      run_own_row(machine, own, at);
      deliver_step(machine, own, buffer + own.place + 2 * word, step, ring_at);
      continue;
    }
    const RowOfTaps& row = machine.rows[step.row];
    std::uint64_t* out = buffer + row.place + 2 * (at >> 6);
    const RowTap* taps = machine.taps.data() + row.first_tap;
    switch (step.bits) {
      case 512: whole_words<4>(buffer, taps, row.taps, certain_words(row), at >> 6, out); break;
      case 256: whole_words<2>(buffer, taps, row.taps, certain_words(row), at >> 6, out); break;
      case 128: whole_words<1>(buffer, taps, row.taps, certain_words(row), at >> 6, out); break;
      case 64: {
        Pair moves = {0, 0};
        for (const RowTap* tap = taps; tap != taps + row.taps; ++tap) {
          const std::uint64_t* from = buffer + tap->whole + 2 * (at >> 6);
          const Pair high = *reinterpret_cast<const Pair*>(from + 2);
          moves |= (*reinterpret_cast<const Pair*>(from) >> tap->bits) | ((high + high) << (63 - tap->bits));
        }
        answer(moves, Pair{certain_words(row), ~std::uint64_t{0}});
        *reinterpret_cast<Pair*>(out) = moves;
        break;
      }
      default: {
        Pair moves = {0, 0};
        for (std::uint32_t t = 0; t < row.taps; ++t) gather(moves, buffer + taps[t].source, at - taps[t].shift);
        answer(moves, Pair{certain_words(row), ~std::uint64_t{0}});
        put(step, out, moves);
      }
    }
    deliver_step(machine, row, buffer + row.place + 2 * word, step, ring_at);
  }
}

/// The collector whose lines are fetched is so many after the one that is computed.
constexpr std::size_t kAhead = 4;

/// What is read of a row, and written, for a stretch.
HWY_INLINE void prefetch(const Rings& rings, const Delivery& delivery, std::uint32_t at) {
  const Line* const lines = rings.lines + delivery.first;
  std::uint32_t to = at + delivery.whole;
  if (to >= rings.size) to -= rings.size;
  __builtin_prefetch(lines + at / Line::kPairs, 0);
  __builtin_prefetch(lines + at / Line::kPairs + 1, 0);
  __builtin_prefetch(lines + to / Line::kPairs, 1);
  __builtin_prefetch(lines + to / Line::kPairs + 1, 1);
  __builtin_prefetch(lines + to / Line::kPairs + 2, 1);
}

/// A stretch of some far rows.
void run_far_rows(RowMachine& machine, std::uint32_t from, std::uint32_t to, std::size_t word, std::int64_t position) {
  const std::uint32_t at = place_in_ring(machine, position);
  const Rings rings(machine);
  const RowOfTaps* const rows = machine.rows.data();
  const Collector* const collectors = machine.collectors.data();
  const std::size_t last = machine.collectors.size() - 1;
  for (std::uint32_t r = from; r < to; ++r) {
    const RowOfTaps& row = rows[r];
    if (HWY_LIKELY(row.collector != RowOfTaps::kNone)) {
      prefetch(rings, collectors[std::min<std::size_t>(row.collector + kAhead, last)].delivery, at);
      collect<kStretchWords>(rings, collectors[row.collector], word, at);
      continue;
    }
    std::uint64_t* const out = rings.buffer + row.place + 2 * word;
    whole_words<4>(rings.buffer, machine.taps.data() + row.first_tap, row.taps, certain_words(row),
                   static_cast<std::int64_t>(word), out);
    if (row.delivery != RowOfTaps::kNone) deliver_pairs(machine, row, out, kStretchWords, at);
  }
}

void RunBand(RowMachine& machine, std::size_t band, std::size_t word, std::int64_t position) {
  const bool is_first = band == 0, is_last = band + 2 == machine.bands.size();
  for (std::uint32_t t = 0; t < static_cast<std::uint32_t>(kRunStretches); ++t) {
    const std::size_t at = word + t * static_cast<std::size_t>(kStretchWords);
    const std::int64_t first = position + static_cast<std::int64_t>(t) * kStretch;
    if (is_first) run_steps(machine, at, first);
    if (!machine.lanes.empty()) {
      run_far_lanes(machine, machine.bands[band] - (is_first ? 0 : t), machine.bands[band + 1] - (is_last ? 0 : t), at,
                    place_in_ring(machine, first));
      continue;
    }
    const std::uint32_t down = t * machine.reach;
    run_far_rows(machine, machine.bands[band] - (is_first ? 0 : down), machine.bands[band + 1] - (is_last ? 0 : down), at,
                 first);
  }
}

void RunCarefully(RowMachine& machine, std::size_t word, std::int64_t position) {
  open_all(machine.lanes);
  for (std::int64_t t = 0; t < kRunStretches; ++t)
    run_carefully(machine, word + static_cast<std::size_t>(t * kStretchWords), position + t * kStretch);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace bouton
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bouton {
namespace {
HWY_EXPORT(RunBand);
HWY_EXPORT(RunCarefully);
}  // namespace
void run_band(RowMachine& machine, std::size_t band, std::size_t word, std::int64_t position) {
  HWY_DYNAMIC_DISPATCH(RunBand)(machine, band, word, position);
}
bool is_plain_run(const RowMachine& machine, std::int64_t position) {
  return position >= machine.plain_from && position + kRunStretches * kStretch - 1 <= machine.plain_to;
}
void run_stretches(RowMachine& machine, std::size_t word, std::int64_t position) {
  if (!is_plain_run(machine, position)) return HWY_DYNAMIC_DISPATCH(RunCarefully)(machine, word, position);
  close_exact(machine.lanes);
  for (std::size_t band = 0; band + 1 < machine.bands.size(); ++band) run_band(machine, band, word, position);
}
}  // namespace bouton
#endif
