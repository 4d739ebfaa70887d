#include "engine/table/row_shifts/row_steps.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/table/row_shifts/row_steps.cpp"
// Targets between those left add code and no speed.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL)
#include "hwy/foreach_target.h"  // IWYU pragma: keep

#include <algorithm>

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace bouton {
namespace HWY_NAMESPACE {
namespace {

// Vectors of the compiler's own: they exist in every target, also in the baseline, where Highway would be scalar.
// Wide ones are passed by reference, since how they are passed by value differs between targets.
using Pair = std::uint64_t __attribute__((vector_size(16), aligned(8), may_alias));  ///< certainly P, possibly P
using Wide = std::uint64_t __attribute__((vector_size(32), aligned(8), may_alias));

/// Ones at the places of `first`.. that are in from..to; the word holds positions position .. position + 63.
std::uint64_t inside(std::int64_t position, std::int64_t from, std::int64_t to) {
  const std::int64_t begin = std::max<std::int64_t>(0, from - position);
  const std::int64_t end = std::min<std::int64_t>(64, to - position + 1);
  if (begin >= end) return 0;
  const std::uint64_t up = ~std::uint64_t{0} << static_cast<unsigned>(begin);
  return end == 64 ? up : up & ~(~std::uint64_t{0} << static_cast<unsigned>(end));
}

/// Adds to `moves` the bits of `row` from bit `at` (counted from the row's first pair) on.
template <class V>
HWY_INLINE void gather(V& moves, const std::uint64_t* row, std::int64_t at) {
  const std::uint64_t* from = row + 2 * (at >> 6);
  const auto s = static_cast<std::uint64_t>(at & 63);
  const V low = *reinterpret_cast<const V*>(from);
  const V high = *reinterpret_cast<const V*>(from + 2);
  moves |= (low >> s) | (high << 1U << (63 - s));
}

/// The row's own bits from those of its moves: certainly P is what no move possibly leads to P from, and vice versa.
HWY_INLINE void answer(Pair& bits, const Pair& known) { bits = ~__builtin_shufflevector(bits, bits, 1, 0) & known; }
HWY_INLINE void answer(Wide& bits, const Wide& known) { bits = ~__builtin_shufflevector(bits, bits, 1, 0, 3, 2) & known; }

/// The pair of the word at `bit`, with everything that holds only for some positions.
void careful_word(const RowMachine& machine, const RowOfTaps& row, std::size_t word, std::int64_t bit, std::int64_t position,
                  Pair& out) {
  Pair moves = {0, 0};
  for (std::uint32_t t = row.first_tap; t < row.first_tap + row.taps; ++t) {
    const RowTap& tap = machine.taps[t];
    Pair read = {0, 0};
    gather(read, machine.buffer.data() + tap.source, static_cast<std::int64_t>(word) * 64 + bit - tap.shift);
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

void run_carefully(RowMachine& machine, std::size_t word, std::int64_t position) {
  for (const RowStep& step : machine.careful_steps) {
    const RowOfTaps& row = machine.rows[step.row];
    std::uint64_t* out = machine.buffer.data() + row.place + 2 * word;
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
  }
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

/// The masks of a slice's delays, each twice.
struct Delays {
  explicit Delays(const RowSlice& slice) {
    for (int j = 0; j < RowSlice::kStages; ++j) {
      later[j] = Pair{slice.later[j], slice.later[j]};
      at_once[j] = ~later[j];
    }
  }
  Pair later[RowSlice::kStages], at_once[RowSlice::kStages];
};

/// One round of the delays: `bits` are those of the position before; they become what each row shows to its readers
/// at the position numbered `round`.
HWY_INLINE void delay(const Delays& delays, Pair* rings, std::uint64_t round, Pair& bits) {
  Pair seen = bits;
  for (int j = 0; j < RowSlice::kStages; ++j) {
    const std::uint64_t length = std::uint64_t{1} << j;
    Pair& place = rings[length - 1 + (round & (length - 1))];
    const Pair before = place & delays.later[j];
    place = seen;
    seen = (seen & delays.at_once[j]) | before;
  }
  bits = seen;
}

/// Turns 64 words of 64 bits: bit i of word k becomes bit k of word i. Hacker's Delight, 7-3, on pairs.
void transpose(Pair* words) {
  std::uint64_t mask = 0x00000000FFFFFFFFU;
  for (int width = 32; width != 0; width >>= 1, mask ^= mask << width)
    for (int k = 0; k < 64; k = ((k | width) + 1) & ~width) {
      const Pair swap = ((words[k] >> static_cast<std::uint64_t>(width)) ^ words[k | width]) & mask;
      words[k | width] ^= swap;
      words[k] ^= swap << static_cast<std::uint64_t>(width);
    }
}

/// Fills the rings from what the buffer holds of the 64 positions before bit `at` of the rows.
void prime(const RowMachine& machine, const RowSlice& slice, SliceState& state, std::int64_t at, std::int64_t position) {
  state.rings.assign(2 * 63, 0);
  Pair* rings = reinterpret_cast<Pair*>(state.rings.data());
  Pair words[64] = {};
  for (std::size_t i = 0; i < slice.rows.size(); ++i)
    words[i] = *reinterpret_cast<const Pair*>(machine.buffer.data() + machine.rows[slice.rows[i]].place + 2 * (at / 64 - 1));
  transpose(words);
  const Delays delays(slice);
  // The bits of position k enter in the round of position k + 1.
  for (std::uint64_t k = 0; k + 1 < 64; ++k) {
    Pair bits = words[k];
    delay(delays, rings, static_cast<std::uint64_t>(position) - 63 + k, bits);
  }
  state.last[0] = words[63][0];
  state.last[1] = words[63][1];
  state.next = position;
}

/// 64 positions of all rows of a slice, from bit `at` of the buffer's rows on.
void run_slice(RowMachine& machine, std::size_t number, std::int64_t at, std::int64_t position) {
  const RowSlice& slice = machine.slices[number];
  SliceState& state = machine.states[number];
  if (state.next != position) prime(machine, slice, state, at, position);
  Pair* rings = reinterpret_cast<Pair*>(state.rings.data());
  Pair outer[64];
  const std::size_t outers = slice.outers.size();
  for (std::size_t e = 0; e < outers; ++e) {
    const RowTap& tap = machine.taps[slice.outers[e].tap];
    outer[e] = Pair{0, 0};
    gather(outer[e], machine.buffer.data() + tap.source, at - tap.shift);
  }
  const std::uint64_t all = slice.rows.size() == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << slice.rows.size()) - 1;
  const Pair known = {slice.certain, all};
  // Copies, so that nothing has to be read again after each store.
  const Delays delays(slice);
  struct {
    std::uint64_t by;
    Pair rows;
  } above[kMostNeighbours], below[kMostNeighbours];
  std::size_t aboves = 0, belows = 0;
  for (const RowSlice::Neighbour& neighbour : slice.neighbours) {
    const Pair rows = {neighbour.rows, neighbour.rows};
    if (neighbour.by < 0) below[belows++] = {static_cast<std::uint64_t>(-neighbour.by), rows};
    else above[aboves++] = {static_cast<std::uint64_t>(neighbour.by), rows};
  }
  Pair words[64];
  Pair bits = {state.last[0], state.last[1]};
  for (std::uint64_t i = 0; i < 64; ++i) {
    Pair moves = {0, 0};
    for (std::size_t e = 0; e < outers; ++e) moves |= ((outer[e] >> i) & 1U) << static_cast<std::uint64_t>(slice.outers[e].row);
    delay(delays, rings, static_cast<std::uint64_t>(position) + i, bits);
    for (std::size_t n = 0; n < belows; ++n) moves |= (bits << below[n].by) & below[n].rows;
    for (std::size_t n = 0; n < aboves; ++n) moves |= (bits >> above[n].by) & above[n].rows;
    answer(moves, known);
    bits = moves;
    words[i] = moves;
  }
  state.last[0] = bits[0];
  state.last[1] = bits[1];
  state.next = position + 64;
  transpose(words);
  for (std::size_t i = 0; i < slice.rows.size(); ++i)
    *reinterpret_cast<Pair*>(machine.buffer.data() + machine.rows[slice.rows[i]].place + 2 * (at / 64)) = words[i];
}

HWY_INLINE std::uint64_t certain_words(const RowOfTaps& row) { return row.unknown_to >= 0 ? 0 : ~std::uint64_t{0}; }

/// 64 positions of a row that reads itself nearer than that, and no other such row. Each position that is found P marks those
/// of the others that have it as an option.
void run_own_row(RowMachine& machine, const RowOfTaps& row, std::int64_t at) {
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

void run_steps(RowMachine& machine, std::size_t word, std::int64_t position) {
  const auto begin = static_cast<std::int64_t>(word) * 64;
  std::uint64_t* buffer = machine.buffer.data();
  for (const RowStep& step : machine.fast_steps) {
    const std::int64_t at = begin + step.bit;
    if (step.row >= kSliceStep) {
      run_slice(machine, step.row - kSliceStep, at, position + step.bit);
      continue;
    }
    if (step.row >= kOwnStep) {
      run_own_row(machine, machine.rows[step.row - kOwnStep], at);
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
  }
}

void run_far_rows(RowMachine& machine, std::uint32_t from, std::uint32_t to, std::size_t word) {
  std::uint64_t* buffer = machine.buffer.data();
  for (std::uint32_t r = from; r < to; ++r) {
    const RowOfTaps& row = machine.rows[r];
    whole_words<4>(buffer, machine.taps.data() + row.first_tap, row.taps, certain_words(row), static_cast<std::int64_t>(word),
                   buffer + row.place + 2 * word);
  }
}

/// Rows of a band at least: those of a run fit the first level of the cache.
constexpr std::uint32_t kBand = 32;

void RunStretches(RowMachine& machine, std::size_t word, std::int64_t position) {
  constexpr std::int64_t kRun = kRunStretches * kStretch;
  if (position < machine.plain_from || position + kRun - 1 > machine.plain_to) {
    for (std::int64_t t = 0; t < kRunStretches; ++t)
      run_carefully(machine, word + static_cast<std::size_t>(t * kStretchWords), position + t * kStretch);
    return;
  }
  // Each band moves down by `reach` rows from one stretch to the next: what a row reads was then computed in this
  // band before, or in the band below.
  const auto rows = static_cast<std::uint32_t>(machine.rows.size());
  const std::uint32_t band_rows = std::max(kBand, static_cast<std::uint32_t>(kRunStretches) * machine.reach);
  for (std::uint32_t band = machine.far_rows;; band += band_rows) {
    const bool first = band == machine.far_rows;
    const bool last = band + band_rows >= rows;
    for (std::uint32_t t = 0; t < static_cast<std::uint32_t>(kRunStretches); ++t) {
      const std::size_t at = word + t * static_cast<std::size_t>(kStretchWords);
      if (first) run_steps(machine, at, position + static_cast<std::int64_t>(t) * kStretch);
      const std::uint32_t down = t * machine.reach;
      run_far_rows(machine, first ? band : band - down, last ? rows : band + band_rows - down, at);
    }
    if (last) break;
  }
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace bouton
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bouton {
namespace {
HWY_EXPORT(RunStretches);
}
void run_stretches(RowMachine& machine, std::size_t word, std::int64_t position) {
  HWY_DYNAMIC_DISPATCH(RunStretches)(machine, word, position);
}
}  // namespace bouton
#endif
