// Rows that read each other over short distances, computed together: one position a round, one bit a row.
//
// A row is read by the others at one distance d, from 1 to 64: what it was d places before is what it *shows*. A round turns
// the word of what all rows show into the word of what they are, by a shift, a mask and an OR for each kind of neighbour. What
// the rows show comes about in two ways. Rows with d < 8 are few; their words of the last seven positions are masked and joined
// in each round. All others show nothing that the last eight positions have a part in, so eight rounds, a *chunk*, can have it
// from before: after each chunk, its eight words pass six stages side by side, and stage j delays by 2^j places those rows
// whose d - 8 has bit j. What comes out is what these rows show eight places later.
//
// Example: rows of d = 3 and d = 13. In the round of position 20 the first shows what it was at 17, which the mask of distance
// 3 takes from that position's word. The second was known at 7, in the chunk 0..7; 13 - 8 = 1 + 4, so stages 0 and 2 put that
// bit at place 12 of chunk 8..15, and eight places later it is shown.
//
// Cost for 64 positions of 64 rows: 64 rounds of some 30 operations, eight times 30 vector operations, and a transposition. As
// long as certainly P and possibly P agree, one of the two is computed.
//
// Where it wins: `bouton positions nimrod 1:30000000 1:1 --count --threads 1`, in which the first rows read each other over
// short distances, takes 0.6 s, and 2.0 s without slices; to 10,000,000 it is 0.3 and 0.8 s.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace bouton {

/// Slices with more kinds of moves than this are not worth it.
inline constexpr std::size_t kMostNeighbours = 12;

struct RowSlice {
  static constexpr std::int64_t kChunk = 8;
  static constexpr int kStages = 6;

  /// Notes that row `row` of the slice is read at `distance`, from 1 to 64; 0 if no row of the slice reads it.
  void read_at(std::size_t row, std::int64_t distance) {
    const std::uint64_t bit = std::uint64_t{1} << row;
    if (distance <= 0) return;
    if (distance < kChunk) {
      near[distance - 1] |= bit;
      return;
    }
    far |= bit;
    for (int j = 0; j < kStages; ++j)
      if (((distance - kChunk) >> j & 1) != 0) later[j] |= bit;
  }

  std::vector<std::uint32_t> rows;      ///< at most 64; row i is bit i
  std::uint64_t near[kChunk - 1] = {};  ///< entry i: rows that are read at distance i + 1
  std::uint64_t far = 0;                ///< those that are read at 8 and more
  std::uint64_t later[kStages] = {};    ///< those that stage j delays by 2^j places
  struct Neighbour {
    int by = 0;              ///< row i reads row i + by
    std::uint64_t rows = 0;  ///< where it does
  };
  std::vector<Neighbour> neighbours;  ///< by ascending
  struct Outer {
    std::uint32_t row = 0;  ///< of the slice
    std::uint32_t tap = 0;  ///< all others
  };
  std::vector<Outer> outers;
  std::uint64_t certain = 0;  ///< rows without a move that leads above the cap
};

/// A word of the rows for each position of a chunk.
struct alignas(64) SliceChunk {
  std::uint64_t words[RowSlice::kChunk] = {};
  bool operator==(const SliceChunk&) const = default;
};

/// What one chunk hands on to the next, of one of the two bits.
struct SliceBits {
  /// What went into stages 0 to 2, and 3, in the last chunk; the first of it is what the rows were.
  SliceChunk before[4];
  SliceChunk before_16[2], before_32[4];  ///< and into the others in the last chunks
  SliceChunk shown;                       ///< by far rows in the chunk to come
  bool operator==(const SliceBits&) const = default;
};

struct SliceState {
  SliceBits certain, possible;  ///< the second one is kept only where it differs
  bool is_exact = false;        ///< whether the two agree
  std::int64_t next = -1;       ///< the position that comes next; -1 if the state holds nothing
};

}  // namespace bouton
