#include "engine/table/row_shifts/find_lanes.h"

#include <functional>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace bouton {
namespace {

using Taps = std::vector<std::pair<std::uint32_t, std::int64_t>>;  ///< rows, and how far away they are read

RowMachine machine_of(std::uint32_t rows, const std::function<Taps(std::uint32_t)>& taps_of) {
  RowMachine machine;
  machine.rows.resize(rows);
  for (std::uint32_t r = 0; r < rows; ++r) {
    machine.rows[r].first_tap = static_cast<std::uint32_t>(machine.taps.size());
    for (const auto& [row, shift] : taps_of(r)) {
      RowTap tap;
      tap.row = row;
      tap.shift = shift;
      machine.taps.push_back(tap);
    }
    machine.rows[r].taps = static_cast<std::uint32_t>(machine.taps.size()) - machine.rows[r].first_tap;
  }
  return machine;
}

/// As in Nimrod: row r reads r - 1, r and r + 1, and row r is read r + 1 places away.
Taps nimrod_taps(std::uint32_t rows, std::uint32_t r) {
  Taps taps;
  for (std::uint32_t to = r == 0 ? 0 : r - 1; to <= r + 1 && to < rows; ++to) taps.emplace_back(to, to + 1);
  return taps;
}

RowMachine nimrod_machine(std::uint32_t rows) {
  return machine_of(rows, [rows](std::uint32_t r) { return nimrod_taps(rows, r); });
}

std::vector<bool> asked(std::uint32_t rows, std::uint32_t row = 0) {
  std::vector<bool> result(rows, false);
  result[row] = true;
  return result;
}

bool has_lanes(RowMachine machine, std::uint32_t asked_row = 0) {
  const auto rows = static_cast<std::uint32_t>(machine.rows.size());
  const bool found = find_lanes(machine, asked(rows, asked_row), 2 * rows + 3000);
  EXPECT_EQ(found, !machine.lanes.empty());
  EXPECT_EQ(found, machine.rows.back().is_lane);
  return found;
}

TEST(FindLanes, RowsOfNimrod) {
  constexpr std::uint32_t kRows = 1000;
  RowMachine machine = nimrod_machine(kRows);
  machine.rows.back().unknown_from = 0;
  machine.rows.back().unknown_to = 1 << 20;
  ASSERT_TRUE(find_lanes(machine, asked(kRows), kRows));
  const RowLanes& lanes = machine.lanes;
  // Row 64 reads row 63, the nearest one, 64 places away.
  EXPECT_EQ(lanes.first_row, 64U);
  EXPECT_EQ(lanes.offsets, (std::vector<int>{-1, 0, 1}));
  ASSERT_EQ(lanes.groups.size(), (kRows - 64) / kLanes);
  for (std::uint32_t g = 0; g < lanes.groups.size(); ++g) {
    const std::uint32_t nearest = 64 + g * kLanes;
    EXPECT_EQ(lanes.groups[g].words, nearest >= 512 ? 8U : nearest >= 256 ? 4U : nearest >= 128 ? 2U : 1U) << g;
    EXPECT_EQ(lanes.groups[g].shown, g == 0 ? 1U : 0U) << g;
    EXPECT_EQ(lanes.groups[g].ragged != LaneGroup::kNone, g + 1 == lanes.groups.size()) << g;
  }
  EXPECT_EQ(lanes.far_groups, (512U - 64U) / kLanes);
  EXPECT_EQ(lanes.distances[lanes.column(64)].whole, 1U);
  EXPECT_EQ(lanes.distances[lanes.column(64)].bits, 1U);
  EXPECT_EQ(lanes.distances[lanes.column(63)].whole, 1U);
  EXPECT_EQ(lanes.distances[lanes.column(63)].bits, 0U);
  const std::int64_t places = 64 * std::int64_t{lanes.ring};
  EXPECT_EQ(places % kStretch, 0);
  EXPECT_GE(places, kRows + 3 * kStretch);
  // The last row lacks the move up, and has one that leads above the cap.
  ASSERT_EQ(lanes.ragged.size(), 1U);
  EXPECT_EQ(lanes.ragged[0].rows[2].words[6], ~std::uint64_t{0});
  EXPECT_EQ(lanes.ragged[0].rows[2].words[7], 0U);
  EXPECT_EQ(lanes.ragged[0].open.words[6], 0U);
  EXPECT_EQ(lanes.ragged[0].open.words[7], ~std::uint64_t{0});
  for (std::uint32_t r = 0; r < kRows; ++r) {
    EXPECT_EQ(machine.rows[r].is_lane, r >= 64) << r;
    EXPECT_EQ(machine.rows[r].is_read_by_lanes, r >= 63) << r;
    EXPECT_EQ(machine.rows[r].shown, r <= 64) << r;
  }
}

TEST(FindLanes, TheLastGroupNeedNotBeFull) {
  for (std::uint32_t more = 0; more < kLanes; ++more) {
    const std::uint32_t rows = 64 + 192 + more;
    RowMachine machine = nimrod_machine(rows);
    ASSERT_TRUE(find_lanes(machine, asked(rows), rows)) << rows;
    EXPECT_EQ(machine.lanes.groups.size(), (192 + more + kLanes - 1) / kLanes);
    EXPECT_NE(machine.lanes.groups.back().ragged, LaneGroup::kNone);
  }
}

TEST(FindLanes, ADistanceBetweenWholeWordsDividesAGroup) {
  // Row 127 is the first one that is put two words ahead; groups begin at 64 + 8 g.
  RowMachine machine = nimrod_machine(300);
  ASSERT_TRUE(find_lanes(machine, asked(300), 300));
  const LaneGroup& group = machine.lanes.groups[(127 - 64) / kLanes];
  ASSERT_EQ(group.parts, 2U);
  const LanePart* const parts = machine.lanes.parts.data() + group.first_part;
  EXPECT_EQ(parts[0].whole, 1U);
  EXPECT_EQ(parts[1].whole, 2U);
  for (std::uint32_t lane = 0; lane < kLanes; ++lane)
    EXPECT_EQ(parts[lane == 7 ? 1 : 0].rows.words[lane], ~std::uint64_t{0}) << lane;
}

TEST(FindLanes, RefusesTooFewRows) {
  const auto far = [](std::uint32_t rows) { return machine_of(rows, [](std::uint32_t r) { return Taps{{r, 100}}; }); };
  EXPECT_TRUE(has_lanes(far(65)));  // row 0 is asked for
  EXPECT_FALSE(has_lanes(far(64)));
  EXPECT_FALSE(has_lanes(far(63)));
  // With 64 rows before them twice as many.
  EXPECT_FALSE(has_lanes(nimrod_machine(64 + 127)));
  EXPECT_TRUE(has_lanes(nimrod_machine(64 + 128)));
}

TEST(FindLanes, ARowThatIsAskedForIsBeforeThem) {
  const auto machine = [] { return machine_of(400, [](std::uint32_t r) { return Taps{{r, 100}}; }); };
  EXPECT_TRUE(has_lanes(machine(), 100));
  EXPECT_FALSE(has_lanes(machine(), 399));
  EXPECT_FALSE(has_lanes(machine(), 300));  // too many before them
}

TEST(FindLanes, RefusesRowsThatReadOtherwise) {
  constexpr std::uint32_t kRows = 300;
  // The last row decides, since all rows from one on must fit.
  const auto with_last = [](const Taps& last) {
    return machine_of(kRows, [&](std::uint32_t r) { return r + 1 == kRows ? last : Taps{{r, 100}}; });
  };
  EXPECT_TRUE(has_lanes(with_last({{kRows - 1, 100}})));
  EXPECT_TRUE(has_lanes(with_last({{kRows - 1, 64}})));
  EXPECT_FALSE(has_lanes(with_last({{kRows - 1, 63}})));
  EXPECT_FALSE(has_lanes(with_last({})));
  EXPECT_TRUE(has_lanes(with_last({{kRows - 9, 100}})));
  EXPECT_FALSE(has_lanes(with_last({{kRows - 10, 100}})));
  // One row at two distances: the last row goes into lanes, the one before it does not fit any more.
  EXPECT_FALSE(has_lanes(with_last({{kRows - 2, 101}})));
  EXPECT_FALSE(has_lanes(with_last({{kRows - 1, 100}, {kRows - 1, 101}})));
  Taps nine;
  for (std::uint32_t by = 0; by < 9; ++by) nine.emplace_back(kRows - 1 - by, 100);
  EXPECT_FALSE(has_lanes(with_last(nine)));
  nine.pop_back();
  EXPECT_TRUE(has_lanes(with_last(nine)));
}

TEST(FindLanes, RowsBeforeMayReadTheFirstFarGroupAlone) {
  // Rows from 1 on are far: groups of 1..8, 9..16, ...
  const auto reading = [](std::uint32_t row) {
    return machine_of(200, [row](std::uint32_t r) { return r == 0 ? Taps{{row, 600}} : Taps{{r, 600}}; });
  };
  EXPECT_TRUE(has_lanes(reading(8)));
  EXPECT_FALSE(has_lanes(reading(9)));
}

TEST(FindLanes, ARowThatIsReadNearbyIsBeforeThem) {
  for (const std::int64_t shift : {63, 64}) {
    RowMachine machine = machine_of(200, [shift](std::uint32_t r) { return r == 0 ? Taps{{1, shift}} : Taps{{r, 100}}; });
    ASSERT_TRUE(find_lanes(machine, asked(200), 100));
    EXPECT_EQ(machine.lanes.first_row, shift == 63 ? 2U : 1U);
  }
}

TEST(FindLanes, RefusesDistancesThatDivideGroupsIntoManyParts) {
  EXPECT_FALSE(has_lanes(machine_of(200, [](std::uint32_t r) { return Taps{{r, 100 + 64 * (r % 3)}}; })));
  EXPECT_TRUE(has_lanes(machine_of(200, [](std::uint32_t r) { return Taps{{r, 100 + 64 * (r % 2)}}; })));
}

}  // namespace
}  // namespace bouton
