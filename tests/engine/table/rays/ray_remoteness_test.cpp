// Remoteness by rays beside what theorems say of it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "engine/base/errors.h"
#include "engine/table/rays/ray_outcomes.h"
#include "tests/engine/table/programs.h"

namespace bouton {
namespace {

using namespace table_test;

using Remotenesses = std::function<std::uint32_t(PositionView)>;

/// What ends a run between two rows.
struct RowsKilled {};

/// The rays of a rule, and the box that holds all options of one.
struct RaysOfRule {
  RaysOfRule(const MoveProgram& moves, const Box& asked) : program(moves) {
    const auto families = move_families(program);
    EXPECT_TRUE(families);
    auto found = find_region(program, plain_domain(asked.dimensions()), asked);
    EXPECT_TRUE(found);
    region = *std::move(found);
    auto shape = find_rays(*families, *region);
    EXPECT_TRUE(shape);
    rays = *std::move(shape);
  }
  const Box& box() const { return region->box; }

  MoveProgram program;
  std::optional<Region> region;
  std::optional<Rays> rays;
};

/// The cells of all rows of a run that is not ended.
std::vector<std::uint32_t> cells_of(const RaysOfRule& rule, Play play) {
  std::vector<std::uint32_t> found;
  EXPECT_TRUE(ray_remoteness_rows(
      *rule.rays, rule.box(), play, Budget(),
      [&](PositionView, std::span<const std::uint32_t> cells) { found.insert(found.end(), cells.begin(), cells.end()); }));
  return found;
}

/// The rows one after another, all at once, and of a run that is ended after every so many of them and gone on with.
void expect_remoteness(const MoveProgram& program, const Box& asked, Play play, const Remotenesses& right) {
  const RaysOfRule rule(program, asked);
  const std::vector<std::uint32_t> cells = cells_of(rule, play);
  std::vector<std::uint32_t> expected;
  for (std::uint64_t i = 0; i < rule.box().size(); ++i) expected.push_back(right(rule.box().position(i)));
  for (std::uint64_t i = 0; i < rule.box().size(); ++i) ASSERT_EQ(cells[i], expected[i]) << to_string(rule.box().position(i));

  for (const std::uint64_t rows_a_run : {std::uint64_t{1}, std::uint64_t{5}}) {
    std::vector<std::uint32_t> found;
    ResumableRows resumable;
    std::uint64_t begun = 0;
    const std::uint64_t columns = rule.box().length(rule.box().dimensions() - 1);
    resumable.reached = [&](std::uint64_t next, const std::function<std::string()>& state) {
      ASSERT_EQ(next * columns, found.size());
      if (next < begun + rows_a_run) return;
      begun = next;
      resumable.state = state();
      throw RowsKilled{};
    };
    for (bool done = false; !done;) try {
        const ResumableRows going_on = resumable;
        done = ray_remoteness_rows(
            *rule.rays, rule.box(), play, Budget(),
            [&](PositionView row, std::span<const std::uint32_t> cells) {
              EXPECT_EQ(rule.box().index(row), found.size());
              found.insert(found.end(), cells.begin(), cells.end());
            },
            going_on);
        ASSERT_TRUE(done);
      } catch (const RowsKilled&) {}
    ASSERT_EQ(found, expected) << rows_a_run << " rows a run";
    if (rule.box().dimensions() > 1) {
      EXPECT_GT(begun, 0U);
    }
  }
}

/// From unequal heaps the only move to a P-position makes them equal, and then each move of the loser, who takes one counter at
/// a time, is answered by the same on the other heap.
TEST(RayRemoteness, OfTwoHeapsOfNim) {
  expect_remoteness(heaps(2), Box({0, 0}, {40, 75}), Play::normal, [](PositionView p) {
    const auto less = static_cast<std::uint32_t>(std::min(p[0], p[1]));
    return 2 * less + (p[0] == p[1] ? 0 : 1);
  });
}

/// Under misère play the P-positions are equal heaps of 2 or more, and one heap of 1; the latter lasts one move.
TEST(RayRemoteness, OfTwoHeapsOfMisereNim) {
  expect_remoteness(heaps(2), Box({0, 0}, {40, 75}), Play::misere, [](PositionView p) -> std::uint32_t {
    const auto less = static_cast<std::uint32_t>(std::min(p[0], p[1])), more = static_cast<std::uint32_t>(std::max(p[0], p[1]));
    if (more == 0) return 0;
    if (less == 0) return more == 1 ? 1 : 2;
    if (less == 1) return 2;
    return less == more ? 2 * less - 1 : 2 * less;
  });
}

/// Of n and at most m at a time: the winner leaves a multiple of m + 1 each time, and the loser cannot make it last any longer.
TEST(RayRemoteness, OfTakingUpToSo) {
  for (const std::int64_t most : {2, 3, 5, 11})
    expect_remoteness(ray_rule(1, {{1}}, most), Box({0}, {700}), Play::normal, [&](PositionView p) {
      const auto rounds = static_cast<std::uint32_t>(p[0] / (most + 1));
      return 2 * rounds + (p[0] % (most + 1) == 0 ? 0 : 1);
    });
}

/// In Wythoff's game the winner can leave (0, 0) or (1, 2) at once, and of the pairs of the golden ratio the loser may choose.
TEST(RayRemoteness, OfWythoffsGameIsOddOrEvenAsTheOutcomeIs) {
  const double phi = (1 + std::sqrt(5.0)) / 2;
  const RaysOfRule rule(wythoff(), Box({0, 0}, {60, 90}));
  const std::vector<std::uint32_t> cells = cells_of(rule, Play::normal);
  for (std::uint64_t i = 0; i < rule.box().size(); ++i) {
    const Position p = rule.box().position(i);
    const Coordinate less = std::min(p[0], p[1]), difference = std::max(p[0], p[1]) - less;
    const bool is_p = less == static_cast<Coordinate>(std::floor(static_cast<double>(difference) * phi));
    ASSERT_EQ(cells[i] % 2 == 0, is_p) << to_string(p);
    if (less == 0 || difference == 0) {
      EXPECT_EQ(cells[i], is_p ? 0U : 1U) << to_string(p);
    }
  }
}

TEST(RayRemoteness, RowsTakeLittleOfALargeTable) {
  const RaysOfRule rule(heaps(2), Box({0, 0}, {50'000, 999}));
  EXPECT_LT(ray_remoteness_rows_memory(*rule.rays, rule.box()), 4U << 20);
  EXPECT_GT(ray_remoteness_rows_memory(*rule.rays, rule.box()), 1000U);
}

TEST(RayRemoteness, StatesOfOtherBoxesAreRefused) {
  const RaysOfRule rule(heaps(2), Box({0, 0}, {70, 70}));
  ResumableRows resumable;
  resumable.state = "too short";
  EXPECT_THROW(
      (void)ray_remoteness_rows(
          *rule.rays, rule.box(), Play::normal, Budget(), [](PositionView, std::span<const std::uint32_t>) {}, resumable),
      RequestError);
}

}  // namespace
}  // namespace bouton
