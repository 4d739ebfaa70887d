#include "engine/table/row_shifts/row_lanes.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "engine/base/errors.h"
#include "engine/table/row_shifts/row_shifts.h"
#include "hwy/targets.h"
#include "tests/engine/table/programs.h"
#include "tests/engine/table/random_rays.h"

namespace bouton {
namespace {

using namespace table_test;

constexpr std::uint64_t kOnes = ~std::uint64_t{0};

RowLanes some_lanes(std::size_t groups) {
  RowLanes lanes;
  lanes.groups.resize(groups);
  lanes.live_groups = static_cast<std::uint32_t>(groups);
  lanes.ring = 16;
  lay_out(lanes);
  return lanes;
}

TEST(RowLanes, AreExactUntilTheTwoBitsDiffer) {
  RowLanes lanes = some_lanes(3);
  for (std::size_t at = 0; at < lanes.certain.size(); ++at) lanes.certain[at].words[at % kLanes] = at + 1;
  lanes.last_certain[2].words[0] = 7;
  open_all(lanes);
  for (std::size_t at = 0; at < lanes.certain.size(); ++at) ASSERT_EQ(lanes.possible[at].words[at % kLanes], at + 1);
  EXPECT_EQ(lanes.last_possible[2].words[0], 7U);
  // Group 0, which is number 1, differs in a slot; group 2 in the last word alone.
  lanes.possible[5 * lanes.stride() + 1].words[3] ^= 1;
  lanes.last_possible[3].words[7] ^= 1;
  close_exact(lanes);
  for (std::size_t g = 0; g < 5; ++g) EXPECT_EQ(lanes.is_open[g] != 0, g == 1 || g == 3) << g;
}

TEST(RowLanes, WhatIsForgottenIsOpen) {
  RowLanes lanes = some_lanes(5);
  for (LaneWords& words : lanes.certain) words.words[2] = 5;
  forget_groups(lanes, 3);
  EXPECT_EQ(lanes.live_groups, 3U);
  for (std::size_t slot = 0; slot < lanes.ring; ++slot)
    for (std::size_t g = 0; g < 6; ++g) {
      const bool is_forgotten = g == 4 || g == 5;
      ASSERT_EQ(lanes.certain[slot * lanes.stride() + g].words[2], is_forgotten ? 0U : 5U);
      ASSERT_EQ(lanes.possible[slot * lanes.stride() + g].words[2], is_forgotten ? kOnes : 0U);
    }
  for (std::size_t g = 0; g < 6; ++g) {
    EXPECT_EQ(lanes.is_open[g] != 0, g == 4 || g == 5) << g;
    EXPECT_EQ(lanes.last_possible[g].words[7], g == 4 || g == 5 ? kOnes : 0U) << g;
  }
  open_all(lanes);
  close_exact(lanes);
  for (std::size_t g = 0; g < 6; ++g) EXPECT_EQ(lanes.is_open[g] != 0, g == 4 || g == 5) << g;
}

TEST(RowLanes, AreWhatTheyWereSavedAs) {
  RowLanes lanes = some_lanes(2);
  for (std::size_t at = 0; at < lanes.certain.size(); ++at) lanes.certain[at].words[1] = at;
  lanes.last_certain[1].words[4] = 9;
  forget_groups(lanes, 1);
  StateWriter out;
  save_lanes(lanes, out);
  const std::string bytes = out.take();
  RowLanes loaded = some_lanes(2);
  StateReader in(bytes);
  load_lanes(loaded, in);
  in.finish();
  StateWriter again;
  save_lanes(loaded, again);
  EXPECT_EQ(again.take(), bytes);
  EXPECT_EQ(loaded.last_certain[1].words[4], 9U);
  EXPECT_NE(loaded.is_open[2], 0);
  RowLanes others = some_lanes(4);
  StateReader too_short(bytes);
  EXPECT_THROW(load_lanes(others, too_short), RequestError);
}

/// From (n, r) to rows r + offset, taking an amount that depends on the row that is reached. A move of later places alone
/// exists `least` places later than it could, and one of earlier ones up to `most`.
struct Game {
  std::vector<std::int64_t> offsets;
  std::int64_t base = 70, by_row = 1;  ///< the amount
  std::int64_t rows = 200;             ///< options above them are none
  std::int64_t least = 0, most = std::int64_t{1} << 40;

  std::int64_t amount(std::int64_t row) const { return base + by_row * row; }

  MoveProgram program() const {
    Builder b(2);
    for (const std::int64_t offset : offsets) {
      const ExpressionId n = b.x(0), to = b.add(b.x(1), b.c(offset));
      const ExpressionId taken = b.add(b.c(base), b.mul(to, b.c(by_row)));
      b.branch(b.op(Op::logical_and, b.op(Op::less_equal, b.c(0), to), b.op(Op::less, to, b.c(rows))));
      b.branch(b.op(Op::logical_and, b.op(Op::less_equal, b.add(taken, b.c(least)), n), b.op(Op::less_equal, n, b.c(most))));
      b.move({b.sub(n, taken), to});
      b.end();
      b.end();
    }
    return b.program;
  }
  Domain domain() const { return Domain::fixed({{.name = "n"}, {.name = "row", .greatest = rows - 1}}); }

  /// Whether positions are P, a row after another, up to `last`: a place of all rows at a time.
  std::vector<std::vector<char>> plain(std::int64_t last, Play play) const {
    std::vector<std::vector<char>> is_p(static_cast<std::size_t>(rows),
                                        std::vector<char>(static_cast<std::size_t>(last + 1), 0));
    for (std::int64_t n = 0; n <= last; ++n)
      for (std::int64_t r = 0; r < rows; ++r) {
        bool wins = false, moves = false;
        for (const std::int64_t offset : offsets) {
          const std::int64_t to = r + offset;
          if (to < 0 || to >= rows || amount(to) + least > n || n > most) continue;
          moves = true;
          wins = wins || is_p[static_cast<std::size_t>(to)][static_cast<std::size_t>(n - amount(to))] != 0;
        }
        is_p[static_cast<std::size_t>(r)][static_cast<std::size_t>(n)] = moves ? !wins : play == Play::normal;
      }
    return is_p;
  }
};

/// Stops a run after so many positions, with what another one goes on from.
class CourseThatStops : public ResumableRun {
 public:
  explicit CourseThatStops(std::uint64_t stop_at) : stop_at_(stop_at) {}
  Begun begun() const override { return begun_; }
  void reached(std::uint64_t done, const std::function<std::string()>& state) override {
    if (stop_at_ == 0 || done < stop_at_) return;
    begun_ = {done, state()};
    stop_at_ = 0;
    throw Interrupted();
  }

 private:
  std::uint64_t stop_at_;
  Begun begun_;
};

struct Found {
  std::vector<std::vector<char>> is_p;  ///< of the asked rows
  RowShiftReport report;
};

/// The asked rows of a game up to `last`. With stop_at the run is stopped there, and another one goes on.
std::optional<Found> solve(const Game& game, std::int64_t last, std::int64_t first_row, std::int64_t last_row, Play play,
                           std::uint64_t cap, unsigned threads, std::uint64_t stop_at = 0) {
  const Box box({0, first_row}, {last, last_row});
  const MoveProgram program = game.program();
  const auto region = find_region(program, game.domain(), box);
  const auto families = move_families(program);
  if (!region || !families) return std::nullopt;
  const auto shape = find_row_shifts(*families, *region);
  if (!shape) return std::nullopt;
  const RowShiftProblem problem{&*shape, &*region, box, play};
  Found found;
  found.is_p.assign(static_cast<std::size_t>(last_row - first_row + 1),
                    std::vector<char>(static_cast<std::size_t>(last + 1), 2));
  Budget budget;
  budget.threads = threads;
  CourseThatStops resumable(stop_at);
  const auto visit = [&](std::uint64_t row, Coordinate from, std::size_t count, const std::uint64_t* bits) {
    for (std::size_t k = 0; k < count; ++k) {
      char& place = found.is_p[row][static_cast<std::size_t>(from) + k];
      EXPECT_EQ(place, 2) << "visited twice";
      place = (bits[k / 64] >> (k % 64) & 1U) != 0 ? 1 : 0;
    }
  };
  bool stopped = false;
  try {
    if (stop_at != 0) (void)row_shift_outcomes(problem, budget, visit, cap, &resumable);
  } catch (const Interrupted&) {
    stopped = true;
  }
  const auto report = row_shift_outcomes(problem, budget, visit, cap, &resumable);
  if (!report) return std::nullopt;
  EXPECT_EQ(stopped, stop_at != 0);
  found.report = *report;
  return found;
}

void expect_plain(const Game& game, std::int64_t last, std::int64_t last_row, Play play, std::uint64_t cap, unsigned threads,
                  std::uint64_t stop_at = 0) {
  const auto expected = game.plain(last, play);
  const auto found = solve(game, last, 0, last_row, play, cap, threads, stop_at);
  ASSERT_TRUE(found);
  for (std::size_t r = 0; r < found->is_p.size(); ++r) ASSERT_EQ(found->is_p[r], expected[r]) << "row " << r;
}

TEST(RowLanes, EqualThePlainSweep) {
  for (const Play play : {Play::normal, Play::misere})
    for (const std::uint64_t cap : {0U, 90U}) {
      expect_plain({{-1, 0, 1}}, 20000, 0, play, cap, 1);
      expect_plain({{-1, 0, 1}, 512, 0}, 20000, 2, play, cap, 1);
      expect_plain({{0, 1}, 64, 0}, 12000, 1, play, cap, 1);
      expect_plain({{-8, 8}, 300, 3}, 20000, 0, play, cap, 1);
      expect_plain({{-8, -7, -3, -1, 1, 2, 5, 8}, 65, 7}, 20000, 3, play, cap, 1);
      expect_plain({{-1, 2}, 64, 64}, 30000, 0, play, cap, 1);
    }
}

TEST(RowLanes, RowsThatEndWithinARun) {
  for (const std::int64_t last : {8191, 8192, 8193, 8255, 8703, 8704, 12287, 12288, 12289})
    expect_plain({{-1, 0, 1}}, last, 0, Play::normal, 0, 1);
}

TEST(RowLanes, MovesOfLaterOrEarlierPlacesAlone) {
  for (const std::int64_t least : {1, 500, 9000}) {
    Game game{{-1, 0, 1}, 80, 2};
    game.least = least;
    expect_plain(game, 30000, 1, Play::normal, 0, 1);
  }
  for (const std::int64_t most : {8191, 8192, 9000, 20000}) {
    Game game{{-2, 0, 1}, 80, 2};
    game.most = most;
    expect_plain(game, 30000, 1, Play::normal, 0, 1);
    expect_plain(game, 30000, 1, Play::normal, 100, 2);
  }
}

TEST(RowLanes, EveryVectorWidthFindsTheSame) {
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    hwy::SetSupportedTargetsForTest(target);
    expect_plain({{-1, 0, 1}, 65, 1}, 12500, 0, Play::normal, 0, 1);
    expect_plain({{-1, 0, 1}, 1, 1}, 12500, 0, Play::normal, 100, 1);
  }
  hwy::SetSupportedTargetsForTest(0);
}

// The rows above the cap are so many that most of them are never known, and those at the end are given up.
TEST(RowLanes, WhatIsUnknownComesDownFromTheCap) {
  Game game{{-1, 0, 1}, 70, 1};
  game.rows = 3000;
  const std::int64_t last = 300000;
  const auto whole = solve(game, last, 0, 0, Play::normal, 2900, 1);
  ASSERT_TRUE(whole);
  for (const std::uint64_t cap : {100U, 300U, 700U})
    for (const unsigned threads : {1U, 2U}) {
      const auto found = solve(game, last, 0, 0, Play::normal, cap, threads);
      ASSERT_TRUE(found);
      EXPECT_TRUE(found->report.capped);
      EXPECT_EQ(found->is_p, whole->is_p) << cap;
    }
}

TEST(RowLanes, AStoppedRunGoesOn) {
  Game game{{-1, 0, 1}, 70, 1};
  game.rows = 3000;
  const std::int64_t last = 200000;
  const auto whole = solve(game, last, 0, 0, Play::normal, 100, 1);
  ASSERT_TRUE(whole);
  for (const std::uint64_t stop_at : {1U, 4096U, 50000U, 131072U, 199000U})
    for (const unsigned threads : {1U, 2U}) {
      const auto found = solve(game, last, 0, 0, Play::normal, 100, threads, stop_at);
      ASSERT_TRUE(found);
      EXPECT_EQ(found->is_p, whole->is_p) << stop_at;
    }
}

TEST(RowLanes, RefuseRowsBeyondTheMemory) {
  Game game{{-1, 0, 1}, 70, 1};
  const Box box({0, 0}, {200000, 0});
  const MoveProgram program = game.program();
  const auto region = find_region(program, game.domain(), box);
  const auto families = move_families(program);
  ASSERT_TRUE(region && families);
  const auto shape = find_row_shifts(*families, *region);
  ASSERT_TRUE(shape);
  const RowShiftProblem problem{&*shape, &*region, box, Play::normal};
  Budget budget;
  const auto nothing = [](std::uint64_t, Coordinate, std::size_t, const std::uint64_t*) {};
  const auto report = row_shift_outcomes(problem, budget, nothing);
  ASSERT_TRUE(report);
  const auto estimate = estimate_row_shifts(problem);
  ASSERT_TRUE(estimate);
  EXPECT_LE(report->memory, 2 * estimate->bytes);
  budget.memory = report->memory / 4;
  EXPECT_THROW(row_shift_outcomes(problem, budget, nothing), LimitError);
}

TEST(RowLanes, RandomRules) {
  const bool good = rc::check("rows in lanes equal a plain sweep", [] {
    Game game;
    for (std::int64_t i = 0, count = pick(1, 9); i < count; ++i) {
      const std::int64_t offset = pick(0, 3) == 0 ? pick(-8, 9) : pick(-2, 3);
      if (std::ranges::find(game.offsets, offset) == game.offsets.end()) game.offsets.push_back(offset);
    }
    game.base = *rc::gen::element<std::int64_t>(40, 64, 65, 100, 128, 256, 500, 512, 700) + pick(0, 4);
    game.by_row = pick(0, 5);
    game.rows = pick(80, 180);
    if (pick(0, 5) == 0) game.least = pick(1, 5000);
    if (pick(0, 5) == 0) game.most = pick(3000, 12000);
    const std::int64_t last = pick(9000, 14000), last_row = pick(0, 3);
    const Play play = pick(0, 3) == 0 ? Play::misere : Play::normal;
    const auto cap = static_cast<std::uint64_t>(pick(0, 2) * pick(60, 150));
    const auto threads = static_cast<unsigned>(pick(1, 3));
    const std::uint64_t stop_at = pick(0, 3) == 0 ? static_cast<std::uint64_t>(pick(1, last - 600)) : 0;
    const auto found = solve(game, last, 0, last_row, play, cap, threads, stop_at);
    RC_CLASSIFY(!found);
    if (!found) return;
    const auto expected = game.plain(last, play);
    for (std::size_t r = 0; r < found->is_p.size(); ++r) RC_ASSERT(found->is_p[r] == expected[r]);
  });
  EXPECT_TRUE(good);
}

}  // namespace
}  // namespace bouton
