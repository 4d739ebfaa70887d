// Sums of games of one coordinate beside brute force: the kernel by itself, for any lists of options, and tables of steps along
// the axes, which are planned so.
#include "engine/table/components/component_values.h"

#include <algorithm>
#include <atomic>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "engine/base/errors.h"
#include "engine/table/sinks/whole_table.h"
#include "engine/table/table_plan.h"
#include "tests/engine/table/questions.h"
#include "tests/engine/table/random_rays.h"
#include "tests/engine/table/table_case.h"
#include "tests/engine/table/taken_cells.h"

namespace bouton {
namespace {

using namespace table_test;

/// The values of every position of the games, each from those of its options.
class PlainSums {
 public:
  PlainSums(const std::vector<AxisGame>& games, const Box& region, Play play) : region_(region), entries_(region.size()) {
    for (std::uint64_t i = 0; i < region.size(); ++i) {
      const Position position = region.position(i);
      std::set<std::uint32_t> values;
      std::optional<std::uint32_t> least_p, greatest_n;
      for (std::size_t axis = 0; axis < games.size(); ++axis)
        for (const std::uint32_t to : games[axis].options_of(static_cast<std::size_t>(position[axis] - games[axis].low))) {
          Position option(position);
          option[axis] = games[axis].low + static_cast<Coordinate>(to);
          const Entry& entry = entries_[region.index(option)];
          values.insert(entry.grundy);
          if (entry.is_n) greatest_n = std::max(greatest_n.value_or(0), entry.remoteness);
          else least_p = std::min(least_p.value_or(entry.remoteness), entry.remoteness);
        }
      Entry& entry = entries_[i];
      while (values.contains(entry.grundy)) ++entry.grundy;
      entry.is_n = least_p || (!greatest_n && play == Play::misere);
      entry.remoteness = least_p ? *least_p + 1 : greatest_n ? *greatest_n + 1 : 0;
    }
  }
  std::uint32_t value(PositionView position, ValueKind kind) const {
    const Entry& entry = entries_[region_.index(position)];
    if (kind == ValueKind::grundy) return entry.grundy;
    return kind == ValueKind::outcome ? (entry.is_n ? 1U : 0U) : entry.remoteness;
  }

 private:
  struct Entry {
    bool is_n = false;
    std::uint32_t grundy = 0, remoteness = 0;
  };
  const Box& region_;
  std::vector<Entry> entries_;
};

/// A game of so many positions, each with options among those less than it, `density` in a hundred of them.
AxisGame random_game(Coordinate low, std::int64_t positions, std::int64_t density) {
  AxisGame game{low, {0}, {}};
  for (std::int64_t i = 0; i < positions; ++i) {
    for (std::int64_t k = 0; k < i; ++k)
      if (pick(0, 100) < density) game.options.push_back(static_cast<std::uint32_t>(k));
    game.from.push_back(static_cast<std::uint32_t>(game.options.size()));
  }
  return game;
}

TEST(ComponentValues, OfAnyGamesAreThoseOfBruteForce) {
  int seen = 0;
  EXPECT_TRUE(rc::check("the values agree", [&] {
    const auto n = static_cast<std::size_t>(pick(2, 5));
    const std::int64_t longest = n == 2 ? 70 : n == 3 ? 20 : 8;
    std::vector<AxisGame> games;
    Position low, high, asked_low;
    for (std::size_t i = 0; i < n; ++i) {
      games.push_back(random_game(pick(-5, 6), pick(1, longest), *rc::gen::element<std::int64_t>(2, 20, 60, 100)));
      low.push_back(games[i].low);
      high.push_back(low[i] + static_cast<Coordinate>(games[i].size()) - 1);
      asked_low.push_back(pick(0, 2) == 0 ? low[i] : pick(low[i], high[i] + 1));
    }
    const Box region(low, high), asked(asked_low, high);
    const auto& [kind, play] = test::kQuestions[pick(0, 5)];
    const ComponentProblem problem{&games, asked, kind, play};
    Budget budget;
    budget.threads = static_cast<unsigned>(pick(1, 4));
    TakenCells found;
    component_values(problem, budget, found);
    RC_ASSERT(found.cells().size() == asked.size());
    const PlainSums plain(games, region, play);
    const ComponentEstimate estimate = estimate_components(problem);
    for (std::uint64_t i = 0; i < asked.size(); ++i) {
      const Position position = asked.position(i);
      const std::uint32_t expected = plain.value(position, kind);
      if (found.cells()[i] != expected)
        RC_FAIL(fmt::format("{} of {} is {}, not {}", name(kind), to_string(position), found.cells()[i], expected));
      RC_ASSERT(expected <= estimate.greatest);
    }
    ++seen;
  }));
  EXPECT_GT(seen, 50);
}

TEST(ComponentValues, OfLargePlanesBySeveralThreads) {
  std::vector<AxisGame> games;
  for (const std::int64_t length : {611, 497}) {
    AxisGame game{0, {0}, {}};
    for (std::int64_t i = 0; i < length; ++i) {
      for (const std::int64_t step : {300, 37, 16, 15, 4, 1})
        if (step <= i && (i + step) % 7 != 0) game.options.push_back(static_cast<std::uint32_t>(i - step));
      game.from.push_back(static_cast<std::uint32_t>(game.options.size()));
    }
    games.push_back(std::move(game));
  }
  const Box box({0, 0}, {610, 496});
  for (const auto& [kind, play] : test::kQuestions) {
    const PlainSums plain(games, box, play);
    for (const unsigned threads : {1U, 2U, 5U}) {
      Budget budget;
      budget.threads = threads;
      TakenCells found;
      component_values({&games, box, kind, play}, budget, found);
      ASSERT_EQ(found.cells().size(), box.size());
      for (std::uint64_t i = 0; i < box.size(); ++i)
        ASSERT_EQ(found.cells()[i], plain.value(box.position(i), kind)) << to_string(box.position(i)) << name(kind) << threads;
    }
  }
}

TEST(ComponentValues, PlayMayBeLong) {
  // One step after another, longer than 16 bits tell.
  std::vector<AxisGame> games;
  for (const std::uint32_t length : {3U, 33500U}) {
    AxisGame game{0, {0, 0}, {}};
    for (std::uint32_t i = 1; i < length; ++i) {
      game.options.push_back(i - 1);
      game.from.push_back(i);
    }
    games.push_back(std::move(game));
  }
  const Box strip({0, 0}, {2, 33499});
  for (const auto& [kind, play] : test::kQuestions) {
    if (kind == ValueKind::grundy) continue;
    TakenCells found;
    component_values({&games, strip, kind, play}, Budget(), found);
    for (std::uint64_t i = 0; i < strip.size(); ++i) {
      const Position position = strip.position(i);
      const auto length = static_cast<std::uint32_t>(position[0] + position[1]);
      const bool is_n = (length % 2 == 1) == (play == Play::normal);
      ASSERT_EQ(found.cells()[i], kind == ValueKind::outcome ? (is_n ? 1U : 0U) : length) << to_string(position);
    }
  }
}

TEST(ComponentValues, StopWhereTheyAreAskedTo) {
  const AxisGame chain = [] {
    AxisGame game{0, {0, 0}, {}};
    for (std::uint32_t i = 1; i < 400; ++i) {
      game.options.push_back(i - 1);
      game.from.push_back(i);
    }
    return game;
  }();
  const std::vector<AxisGame> games{chain, chain};
  const Box box({0, 0}, {399, 399});
  for (const auto& [kind, play] : test::kQuestions) {
    std::atomic<std::int64_t> polls{3};
    Budget few;
    few.polls_left = &polls;
    TakenCells cells;
    EXPECT_THROW(component_values({&games, box, kind, play}, few, cells), Interrupted);
  }
  Budget small;
  small.memory = 1000;
  TakenCells cells;
  EXPECT_THROW(component_values({&games, box, ValueKind::remoteness, Play::normal}, small, cells), LimitError);
}

/// Four steps, each along an axis, from constant lists: (1, 0), (4, 0), (0, 2) and (0, 5).
MoveProgram steps_along_axes() {
  Builder b(2);
  b.program.lists = {{1, 4, 0, 0}, {0, 0, 2, 5}};
  const ExpressionId k = b.loop(b.c(1), b.c(4));
  const ExpressionId first = b.program.element(0, k), second = b.program.element(1, k);
  b.branch(b.op(Op::logical_and, b.op(Op::less_equal, first, b.x(0)), b.op(Op::less_equal, second, b.x(1))));
  b.move({b.sub(b.x(0), first), b.sub(b.x(1), second)});
  return b.program;
}

TEST(ComponentValues, OfStepsAlongTheAxesAreThoseOfTheBatchInterpreter) {
  bool is_planned = false;
  for (const auto& [kind, play] : test::kQuestions)
    for (const Box& box : {Box({0, 0}, {130, 140}), Box({40, 70}, {170, 190})}) {
      TableCase asked{steps_along_axes(), plain_domain(2), box};
      asked.kind = kind;
      asked.play = play;
      const TableProblem problem = asked.problem();
      const auto analysis = analyse_table(problem);
      ASSERT_TRUE(analysis);
      is_planned = is_planned || analysis->plan.kernel == TableKernel::components;
      TableProblem other = problem;
      other.only = TableKernel::batch;
      const auto by_batch = analyse_table(other);
      ASSERT_TRUE(by_batch);
      EXPECT_EQ(solve_table(problem, *analysis, Budget())->cells, solve_table(other, *by_batch, Budget())->cells) << name(kind);
    }
  EXPECT_TRUE(is_planned);
}

}  // namespace
}  // namespace bouton
