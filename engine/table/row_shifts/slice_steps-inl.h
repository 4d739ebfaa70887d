// The inner loops of slices (row_slice.h). Included once for each SIMD target.

#if defined(BOUTON_SLICE_STEPS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef BOUTON_SLICE_STEPS_INL_H_
#undef BOUTON_SLICE_STEPS_INL_H_
#else
#define BOUTON_SLICE_STEPS_INL_H_
#endif

#include <cstddef>
#include <cstdint>

#include "engine/table/row_shifts/row_slice.h"
#include "engine/table/row_shifts/row_steps.h"

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace bouton {
namespace HWY_NAMESPACE {
namespace {

/// Eight words, by the compiler's own vectors; passed by reference, as those of row_steps.cpp.
using Chunk [[gnu::aligned(8), gnu::may_alias]] = std::uint64_t __attribute__((vector_size(64)));

constexpr int kWordChunks = 8;  ///< of 64 positions

HWY_INLINE Chunk& chunk_of(SliceChunk& chunk) { return *reinterpret_cast<Chunk*>(chunk.words); }

/// Turns 64 words of 64 bits: bit i of word k becomes bit k of word i. Hacker's Delight, 7-3; words eight at once.
class Transposition {
 public:
  HWY_INLINE static void run(SliceChunk* chunks) {
    across<4>(chunks, 0x00000000FFFFFFFFU);
    across<2>(chunks, 0x0000FFFF0000FFFFU);
    across<1>(chunks, 0x00FF00FF00FF00FFU);
    for (int c = 0; c < kWordChunks; ++c) {
      Chunk& words = chunk_of(chunks[c]);
      within<4>(words, __builtin_shufflevector(words, words, 4, 5, 6, 7, 0, 1, 2, 3), 0x0F0F0F0F0F0F0F0FU);
      within<2>(words, __builtin_shufflevector(words, words, 2, 3, 0, 1, 6, 7, 4, 5), 0x3333333333333333U);
      within<1>(words, __builtin_shufflevector(words, words, 1, 0, 3, 2, 5, 4, 7, 6), 0x5555555555555555U);
    }
  }

 private:
  /// Exchanges 8 kApart bits of words that are so many places apart. `low` has the places that stay in the first of the two.
  template <int kApart>
  HWY_INLINE static void across(SliceChunk* chunks, std::uint64_t low) {
    constexpr std::uint64_t kWidth = 8 * kApart;
    for (int c = 0; c < kWordChunks; ++c) {
      if ((c & kApart) != 0) continue;
      Chunk& first = chunk_of(chunks[c]);
      Chunk& second = chunk_of(chunks[c + kApart]);
      const Chunk swap = ((first >> kWidth) ^ second) & low;
      second ^= swap;
      first ^= swap << kWidth;
    }
  }
  /// The same of words of one chunk; `other` holds for each word the one that it exchanges bits with.
  template <std::uint64_t kWidth>
  HWY_INLINE static void within(Chunk& words, const Chunk& other, std::uint64_t low) {
    constexpr Chunk kLane = {0, 1, 2, 3, 4, 5, 6, 7};
    const Chunk is_second = Chunk{} - ((kLane / kWidth) & 1U);
    words =
        (~is_second & ((words & low) | (other << kWidth & ~low))) | (is_second & ((words & ~low) | (other >> kWidth & low)));
  }
};

/// Passes chunk number `c` of a word, what the rows were, through the stages.
HWY_INLINE void delay(const RowSlice& slice, SliceBits& bits, int c, const Chunk& chunk) {
  const auto stage = [&slice](int j, Chunk& now, const Chunk& earlier) {
    now = (now & ~slice.later[j]) | (earlier & slice.later[j]);
  };
  Chunk now = chunk;
  const Chunk by_1 = __builtin_shufflevector(chunk_of(bits.before[0]), now, 7, 8, 9, 10, 11, 12, 13, 14);
  chunk_of(bits.before[0]) = now;
  stage(0, now, by_1);
  const Chunk by_2 = __builtin_shufflevector(chunk_of(bits.before[1]), now, 6, 7, 8, 9, 10, 11, 12, 13);
  chunk_of(bits.before[1]) = now;
  stage(1, now, by_2);
  const Chunk by_4 = __builtin_shufflevector(chunk_of(bits.before[2]), now, 4, 5, 6, 7, 8, 9, 10, 11);
  chunk_of(bits.before[2]) = now;
  stage(2, now, by_4);
  SliceChunk* const whole[] = {&bits.before[3], &bits.before_16[c & 1], &bits.before_32[c & 3]};
  for (int j = 3; j < RowSlice::kStages; ++j) {
    const Chunk earlier = chunk_of(*whole[j - 3]);
    chunk_of(*whole[j - 3]) = now;
    stage(j, now, earlier);
  }
  chunk_of(bits.shown) = now & slice.far;
}

/// What rows lead to, from what the rows of the slice show. Copies, so that nothing has to be read again after each store.
class SliceMoves {
 public:
  explicit SliceMoves(const RowSlice& slice) {
    for (const RowSlice::Neighbour& neighbour : slice.neighbours) {
      if (neighbour.by < 0) below_[belows_++] = {static_cast<std::uint64_t>(-neighbour.by), neighbour.rows};
      else above_[aboves_++] = {static_cast<std::uint64_t>(neighbour.by), neighbour.rows};
    }
  }
  HWY_INLINE std::uint64_t operator()(std::uint64_t shown, std::uint64_t moves) const {
    for (std::size_t n = 0; n < belows_; ++n) moves |= (shown << below_[n].by) & below_[n].rows;
    for (std::size_t n = 0; n < aboves_; ++n) moves |= (shown >> above_[n].by) & above_[n].rows;
    return moves;
  }

 private:
  struct Move {
    std::uint64_t by, rows;
  };
  Move above_[kMostNeighbours], below_[kMostNeighbours];
  std::size_t aboves_ = 0, belows_ = 0;
};

/// Words of the rows for the last chunk and the one that is computed, and what is shown in it.
struct SliceRounds {
  HWY_INLINE SliceRounds(const RowSlice& slice, SliceBits& bits) {
    for (int d = 0; d < kBefore; ++d) near[d] = slice.near[d];
    *reinterpret_cast<Chunk*>(words) = chunk_of(bits.before[0]);
    chunk_of(far) = chunk_of(bits.shown);
  }
  HWY_INLINE std::uint64_t shown(int i) const {
    std::uint64_t seen = far.words[i];
    for (int d = kBefore; d > 0; --d) seen |= words[kBefore + 1 + i - d] & near[d - 1];
    return seen;
  }
  HWY_INLINE void put(int i, std::uint64_t word) { words[kBefore + 1 + i] = word; }
  HWY_INLINE Chunk& found() { return *reinterpret_cast<Chunk*>(words + kBefore + 1); }

  static constexpr int kBefore = static_cast<int>(RowSlice::kChunk) - 1;
  std::uint64_t near[kBefore];
  alignas(64) std::uint64_t words[2 * RowSlice::kChunk];
  SliceChunk far;
};

/// Bits of rows outside the slice that its rows read, for 64 positions.
struct SliceOuter {
  std::uint64_t row, certain, possible;
};

/// 64 positions. With kExact only `certain` is computed, from certain bits alone.
template <bool kExact>
HWY_NOINLINE void slice_rounds(const RowSlice& slice, SliceState& state, const SliceOuter* outers, SliceChunk* certain,
                               SliceChunk* possible) {
  const SliceMoves moves(slice);
  const std::size_t count = slice.outers.size();
  const std::uint64_t all = slice.rows.size() == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << slice.rows.size()) - 1;
  for (int c = 0; c < kWordChunks; ++c) {
    SliceRounds of_certain(slice, state.certain), of_possible(slice, kExact ? state.certain : state.possible);
    std::uint64_t to_certain[RowSlice::kChunk] = {}, to_possible[RowSlice::kChunk] = {};
    for (std::size_t e = 0; e < count; ++e)
      for (int i = 0; i < static_cast<int>(RowSlice::kChunk); ++i) {
        to_certain[i] |= (outers[e].certain >> (8 * c + i) & 1U) << outers[e].row;
        if (!kExact) to_possible[i] |= (outers[e].possible >> (8 * c + i) & 1U) << outers[e].row;
      }
    HWY_UNROLL(8)
    for (int i = 0; i < static_cast<int>(RowSlice::kChunk); ++i) {
      const std::uint64_t not_possible = moves(of_certain.shown(i), to_certain[i]);
      if (kExact) {
        of_certain.put(i, ~not_possible & all);
        continue;
      }
      of_certain.put(i, ~moves(of_possible.shown(i), to_possible[i]) & slice.certain);
      of_possible.put(i, ~not_possible & all);
    }
    chunk_of(certain[c]) = of_certain.found();
    delay(slice, state.certain, c, of_certain.found());
    if (kExact) continue;
    chunk_of(possible[c]) = of_possible.found();
    delay(slice, state.possible, c, of_possible.found());
  }
}

/// Makes the state what it is after the 64 positions before bit `at` of the buffer's rows.
HWY_NOINLINE void prime(const RowMachine& machine, const RowSlice& slice, SliceState& state, std::int64_t at) {
  state = SliceState();
  SliceChunk certain[kWordChunks], possible[kWordChunks];
  for (std::size_t i = 0; i < slice.rows.size(); ++i) {
    const std::uint64_t* const pair = machine.buffer.data() + machine.rows[slice.rows[i]].place + 2 * (at / 64 - 1);
    certain[i / 8].words[i % 8] = pair[0];
    possible[i / 8].words[i % 8] = pair[1];
  }
  Transposition::run(certain);
  Transposition::run(possible);
  for (int c = 0; c < kWordChunks; ++c) {
    delay(slice, state.certain, c, chunk_of(certain[c]));
    delay(slice, state.possible, c, chunk_of(possible[c]));
  }
}

/// 64 positions of all rows of a slice, from bit `at` of the buffer's rows on.
HWY_NOINLINE void run_slice(RowMachine& machine, std::size_t number, std::int64_t at, std::int64_t position) {
  const RowSlice& slice = machine.slices[number];
  SliceState& state = machine.states[number];
  if (state.next != position) prime(machine, slice, state, at);
  const std::uint64_t all = slice.rows.size() == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << slice.rows.size()) - 1;
  bool is_exact = slice.certain == all && (state.is_exact || state.certain == state.possible);
  SliceOuter outers[64];
  for (std::size_t e = 0; e < slice.outers.size(); ++e) {
    const RowTap& tap = machine.taps[slice.outers[e].tap];
    const std::int64_t from = at - tap.shift;
    const std::uint64_t* const pair = machine.buffer.data() + tap.source + 2 * (from >> 6);
    const auto s = static_cast<std::uint64_t>(from & 63);
    outers[e] = {slice.outers[e].row, (pair[0] >> s) | (pair[2] << 1U << (63 - s)),
                 (pair[1] >> s) | (pair[3] << 1U << (63 - s))};
    is_exact = is_exact && outers[e].certain == outers[e].possible;
  }
  if (state.is_exact && !is_exact) state.possible = state.certain;
  state.is_exact = is_exact;
  SliceChunk certain[kWordChunks], possible[kWordChunks];
  if (is_exact) slice_rounds<true>(slice, state, outers, certain, possible);
  else slice_rounds<false>(slice, state, outers, certain, possible);
  state.next = position + 64;
  Transposition::run(certain);
  if (!is_exact) Transposition::run(possible);
  const SliceChunk* const second = is_exact ? certain : possible;
  for (std::size_t i = 0; i < slice.rows.size(); ++i) {
    std::uint64_t* const out = machine.buffer.data() + machine.rows[slice.rows[i]].place + 2 * (at / 64);
    out[0] = certain[i / 8].words[i % 8];
    out[1] = second[i / 8].words[i % 8];
  }
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace bouton
HWY_AFTER_NAMESPACE();

#endif
