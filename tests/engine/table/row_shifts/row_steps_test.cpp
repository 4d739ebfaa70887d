#include "engine/table/row_shifts/row_steps.h"

#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "engine/table/row_shifts/find_lanes.h"
#include "tests/engine/table/random_rays.h"

namespace bouton {
namespace {

using table_test::pick;

constexpr std::uint64_t kAll = ~std::uint64_t{0};

TEST(RowSteps, ARowInLanesWithAMoveAboveTheCapIsNotCertain) {
  // Each row reads itself 600 places away: the first 600 places are P, then 600 are not, and so on.
  RowMachine machine;
  machine.rows.resize(201);
  machine.taps.resize(201);
  for (std::uint32_t r = 0; r < 201; ++r) {
    machine.taps[r].row = r;
    machine.taps[r].shift = 600;
    machine.rows[r].first_tap = r;
    machine.rows[r].taps = 1;
  }
  machine.rows.back().unknown_to = 1 << 20;
  std::vector<bool> asked(201, false);
  asked[0] = true;
  ASSERT_TRUE(find_lanes(machine, asked, 600));
  RowLanes& lanes = machine.lanes;
  lay_out(lanes);
  machine.plain_to = 1 << 20;
  machine.bands = {lanes.far_groups, lanes.live_groups};
  run_stretches(machine, 0, 0);
  ASSERT_EQ(lanes.groups.size(), 25U);
  for (std::size_t g = 0; g < 25; ++g) {
    EXPECT_EQ(lanes.is_open[g + 1] != 0, g == 24) << g;
    for (std::uint32_t lane = 0; lane < kLanes; ++lane)
      EXPECT_EQ(lanes.last_certain[g + 1].words[lane], g == 24 && lane == 7 ? 0U : kAll) << g << ' ' << lane;
  }
  EXPECT_EQ(lanes.last_possible[25].words[7], kAll);
}

/// Rows of a slice, each read at one distance by the others, and rows outside with arbitrary bits that some of them read.
struct SliceCase {
  static constexpr std::int64_t kWords = kRunStretches * kStretchWords, kHistory = 2;
  static constexpr std::int64_t kBegin = 64 * kHistory, kEnd = 64 * (kHistory + kWords);

  std::uint32_t rows = 0, outside = 0;
  RowMachine machine;
  std::vector<std::int64_t> distance;
  struct Read {
    std::uint32_t from;
    std::int64_t shift;
  };
  std::vector<std::vector<Read>> reads;  ///< of each row

  SliceCase() {
    rows = static_cast<std::uint32_t>(pick(0, 3) == 0 ? 64 : pick(1, 65));
    outside = static_cast<std::uint32_t>(pick(0, 4));
    reads.resize(rows);
    RowSlice slice;
    for (std::uint32_t r = 0; r < rows; ++r) {
      slice.rows.push_back(r);
      distance.push_back(pick(0, 2) == 0 ? pick(1, 12) : pick(1, 65));
      slice.read_at(r, distance[r]);
    }
    const std::uint64_t all = rows == 64 ? kAll : (std::uint64_t{1} << rows) - 1;
    slice.certain = pick(0, 3) == 0 ? all & ~(std::uint64_t{1} << pick(0, rows)) : all;
    for (int by = -3; by <= 3; ++by) {
      RowSlice::Neighbour neighbour{by, 0};
      for (std::uint32_t r = 0; r < rows; ++r) {
        const std::int64_t from = r + by;
        if (from < 0 || from >= rows || pick(0, 3) == 0) continue;
        neighbour.rows |= std::uint64_t{1} << r;
        reads[r].push_back({static_cast<std::uint32_t>(from), distance[static_cast<std::size_t>(from)]});
      }
      if (neighbour.rows != 0) slice.neighbours.push_back(neighbour);
    }
    machine.row_words = kHistory + kWords + 1;
    machine.rows.resize(rows + outside);
    machine.buffer.assign(2 * machine.row_words * machine.rows.size(), 0);
    for (std::size_t r = 0; r < machine.rows.size(); ++r) machine.rows[r].place = 2 * machine.row_words * r;
    for (std::uint32_t o = 0; o < outside; ++o) {
      RowTap tap;
      tap.row = rows + o;
      tap.source = machine.rows[tap.row].place;
      tap.shift = pick(1, 65);
      const auto row = static_cast<std::uint32_t>(pick(0, rows));
      slice.outers.push_back({row, o});
      reads[row].push_back({tap.row, tap.shift});
      machine.taps.push_back(tap);
      // What is certain of it is possible; from some word on more is possible, and perhaps not at the end.
      const std::int64_t open = pick(0, kWords), closed = pick(0, 2 * kWords);
      for (std::int64_t w = 0; w < kHistory + kWords; ++w) {
        const auto bits = static_cast<std::uint64_t>(pick(INT64_MIN, INT64_MAX)),
                   more = static_cast<std::uint64_t>(pick(INT64_MIN, INT64_MAX));
        std::uint64_t* const pair = machine.buffer.data() + tap.source + 2 * w;
        pair[0] = bits;
        pair[1] = w > open && w < closed ? bits | more : bits;
      }
    }
    // The history of the slice itself is of no row of the game, and does as well.
    const bool is_exact = pick(0, 2) == 0;
    for (std::uint32_t r = 0; r < rows; ++r)
      for (std::int64_t w = 0; w < kHistory; ++w) {
        std::uint64_t* const pair = machine.buffer.data() + machine.rows[r].place + 2 * w;
        pair[0] = static_cast<std::uint64_t>(pick(INT64_MIN, INT64_MAX));
        pair[1] = is_exact ? pair[0] : pair[0] | static_cast<std::uint64_t>(pick(INT64_MIN, INT64_MAX));
      }
    machine.slices.push_back(slice);
    machine.states.resize(1);
    for (std::uint16_t bit = 0; bit < kStretch; bit += 64) machine.fast_steps.push_back({kSliceStep, bit, 64});
    machine.bands = {0, 0};
    machine.plain_to = INT64_MAX / 2;
  }

  bool bit(const std::vector<std::uint64_t>& buffer, std::size_t row, std::int64_t at, int which) const {
    const std::uint64_t word = buffer[machine.rows[row].place + static_cast<std::size_t>(2 * (at / 64) + which)];
    return (word >> (at % 64) & 1U) != 0;
  }
};

TEST(RowSteps, SlicesEqualTheirRowsBitByBit) {
  const bool good = rc::check("slices equal their rows, bit by bit", [] {
    SliceCase slice;
    std::vector<std::uint64_t> expected = slice.machine.buffer;
    for (std::int64_t at = SliceCase::kBegin; at < SliceCase::kEnd; ++at)
      for (std::uint32_t r = 0; r < slice.rows; ++r)
        for (int which = 0; which < 2; ++which) {
          bool wins = which == 0 && (slice.machine.slices[0].certain >> r & 1U) == 0;
          for (const SliceCase::Read& read : slice.reads[r])
            wins = wins || slice.bit(expected, read.from, at - read.shift, 1 - which);
          if (!wins)
            expected[slice.machine.rows[r].place + static_cast<std::size_t>(2 * (at / 64) + which)] |= std::uint64_t{1}
                                                                                                       << (at % 64);
        }
    run_stretches(slice.machine, SliceCase::kHistory, 4096);
    RC_ASSERT(slice.machine.buffer == expected);
  });
  EXPECT_TRUE(good);
}

}  // namespace
}  // namespace bouton
