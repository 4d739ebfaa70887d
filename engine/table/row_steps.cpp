#include "engine/table/row_steps.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/table/row_steps.cpp"
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
HWY_INLINE void answer(Pair& bits, const Pair& known) { bits = ~__builtin_shuffle(bits, Pair{1, 0}) & known; }
HWY_INLINE void answer(Wide& bits, const Wide& known) { bits = ~__builtin_shuffle(bits, Wide{1, 0, 3, 2}) & known; }

/// The pair of the word at `bit`, with everything that holds only for some positions.
void careful_word(const RowMachine& machine, const RowOfTaps& row, std::size_t word, std::int64_t bit,
                  std::int64_t position, Pair& out) {
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
  for (const RowStep& step : machine.steps) {
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

/// kWide vectors of two words each.
template <int kWide>
HWY_INLINE void whole_words(const std::uint64_t* buffer, const RowTap* taps, std::uint32_t count, const Wide& known,
                            std::int64_t at, std::uint64_t* out) {
  Wide moves[kWide];
  for (Wide& one : moves) one = Wide{0, 0, 0, 0};
  for (std::uint32_t t = 0; t < count; ++t) {
    const std::int64_t from_bit = at - taps[t].shift;
    const std::uint64_t* from = buffer + taps[t].source + 2 * (from_bit >> 6);
    const auto s = static_cast<std::uint64_t>(from_bit & 63);
    for (int i = 0; i < kWide; ++i) {
      const Wide low = *reinterpret_cast<const Wide*>(from + 4 * i);
      const Wide high = *reinterpret_cast<const Wide*>(from + 4 * i + 2);
      moves[i] |= (low >> s) | (high << 1U << (63 - s));
    }
  }
  for (int i = 0; i < kWide; ++i) {
    answer(moves[i], known);
    *reinterpret_cast<Wide*>(out + 4 * i) = moves[i];
  }
}

void run_fast(RowMachine& machine, std::size_t word) {
  const auto begin = static_cast<std::int64_t>(word) * 64;
  std::uint64_t* buffer = machine.buffer.data();
  for (const RowStep& step : machine.steps) {
    const RowOfTaps& row = machine.rows[step.row];
    std::uint64_t* out = buffer + row.place + 2 * word + 2 * (step.bit >> 6);
    const RowTap* taps = machine.taps.data() + row.first_tap;
    const std::uint64_t certain = row.unknown_to >= 0 ? 0 : ~std::uint64_t{0};
    const std::uint64_t ones = ~std::uint64_t{0};
    const std::int64_t at = begin + step.bit;
    switch (step.bits) {
      case 512: whole_words<4>(buffer, taps, row.taps, Wide{certain, ones, certain, ones}, at, out); break;
      case 256: whole_words<2>(buffer, taps, row.taps, Wide{certain, ones, certain, ones}, at, out); break;
      case 128: whole_words<1>(buffer, taps, row.taps, Wide{certain, ones, certain, ones}, at, out); break;
      default: {
        Pair moves = {0, 0};
        for (std::uint32_t t = 0; t < row.taps; ++t) gather(moves, buffer + taps[t].source, at - taps[t].shift);
        answer(moves, Pair{certain, ones});
        if (step.bits == 64)
          *reinterpret_cast<Pair*>(out) = moves;
        else
          put(step, out, moves);
      }
    }
  }
}

void RunSteps(RowMachine& machine, std::size_t word, std::int64_t position) {
  const bool careful = position < machine.plain_from || position + kStretch - 1 > machine.plain_to;
  if (careful)
    run_carefully(machine, word, position);
  else
    run_fast(machine, word);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace bouton
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bouton {
namespace {
HWY_EXPORT(RunSteps);
}
void run_steps(RowMachine& machine, std::size_t word, std::int64_t position) {
  HWY_DYNAMIC_DISPATCH(RunSteps)(machine, word, position);
}
}  // namespace bouton
#endif
