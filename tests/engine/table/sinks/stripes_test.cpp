#include "engine/table/sinks/stripes.h"

#include <algorithm>
#include <optional>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "engine/base/errors.h"
#include "tests/engine/table/kept_values.h"
#include "tests/engine/table/programs.h"
#include "tests/engine/table/random_rays.h"

namespace bouton {
namespace {

using namespace table_test;

TEST(TableStripes, EqualTheWholeTable) {
  for (TableCase asked : cases_in_stripes())
    for (const ValueKind kind : {ValueKind::grundy, ValueKind::outcome, ValueKind::remoteness})
      for (const Play play : {Play::normal, Play::misere})
        for (const unsigned threads : {1U, 2U}) {
          if (kind == ValueKind::grundy ? play != Play::normal : threads > 1) continue;
          asked.kind = kind;
          asked.play = play;
          asked.threads = threads;
          const auto analysis = analyse_table(asked.problem());
          if (!analysis || !analysis->plan.stripes) continue;
          const auto expected = cells_of_table(asked);
          for (const std::int64_t rows : {0, 3, 17})
            for (const std::uint64_t stops : {kNeverKilled, std::uint64_t{7}}) {
              const auto found = streamed_cells(asked, rows, stops);
              ASSERT_TRUE(found);
              ASSERT_EQ(*found, expected) << to_string(asked.box.high()) << " " << name(kind) << ", " << threads << " threads, "
                                          << rows << " rows at once, killed after " << stops;
            }
        }
}

/// What is handed on while a table is filled; nothing where it is not filled so, or the rule traps.
std::optional<std::vector<std::uint32_t>> cells_by_rows(const TableCase& asked) {
  const TableProblem problem = asked.problem();
  const auto analysis = analyse_table(problem);
  if (!analysis || !is_filled_by_rows(problem, *analysis)) return std::nullopt;
  KeptStripes sink;
  if (!fill_table(problem, *analysis, asked.budget(), sink)) return std::nullopt;
  EXPECT_LE(*std::ranges::max_element(sink.cells), sink.greatest);
  return sink.cells;
}

TEST(TableByRows, EqualsTheWholeTable) {
  int filled = 0;
  for (TableCase asked : cases_in_stripes())
    for (const unsigned threads : {1U, 2U, 3U}) {
      asked.threads = threads;
      const auto found = cells_by_rows(asked);
      if (!found) continue;
      ++filled;
      ASSERT_EQ(*found, cells_of_table(asked)) << to_string(asked.box.high()) << ", " << threads << " threads";
    }
  EXPECT_GT(filled, 0);
}

TEST(TableByRows, RandomRays) {
  const bool good = rc::check("tables of rays by rows equal the whole", [] {
    const RandomRays rule = random_rays();
    TableCase asked{rule.program, rule.domain, rule.box};
    asked.threads = static_cast<unsigned>(pick(1, 4));
    const auto found = cells_by_rows(asked);
    RC_CLASSIFY(found.has_value());
    if (found) RC_ASSERT(*found == cells_of_table(asked));
  });
  EXPECT_TRUE(good);
}

TEST(TableByRows, TellsWhatTheSinkThrows) {
  class Failing : public KeptStripes {
   public:
    void take(std::uint64_t first, std::span<const std::uint32_t> cells) override {
      if (first > 0) throw StripesKilled{};
      KeptStripes::take(first, cells);
    }
  };
  for (const unsigned threads : {1U, 2U}) {
    TableCase asked{wythoff(), plain_domain(2), Box({0, 0}, {500, 500})};
    asked.threads = threads;
    const auto analysis = analyse_table(asked.problem());
    ASSERT_TRUE(analysis && is_filled_by_rows(asked.problem(), *analysis));
    Failing sink;
    EXPECT_THROW((void)fill_table(asked.problem(), *analysis, asked.budget(), sink), StripesKilled);
    KeptStripes nothing;
    Budget budget = asked.budget();
    budget.memory = 1000;
    EXPECT_THROW((void)fill_table(asked.problem(), *analysis, budget, nothing), LimitError);
    EXPECT_TRUE(nothing.cells.empty());
  }
}

TEST(TableStripes, BatchTablesHaveNone) {
  const TableCase asked{irregular(), plain_domain(2), Box({0, 0}, {50, 60})};
  const auto analysis = analyse_table(asked.problem());
  ASSERT_TRUE(analysis);
  EXPECT_FALSE(analysis->plan.stripes);
  EXPECT_FALSE(streamed_cells(asked, 0, kNeverKilled));
}

TEST(TableStripes, TakeLittleMemory) {
  TableCase asked{wythoff(), plain_domain(2), Box({0, 0}, {39999, 39999})};
  EXPECT_LT(analyse_table(asked.problem())->plan.stripes->bytes, 900'000'000U);
  asked.kind = ValueKind::outcome;
  asked.box = Box({0, 0}, {199999, 199999});
  EXPECT_LT(analyse_table(asked.problem())->plan.stripes->bytes, 1'000'000U);
  Budget budget;
  budget.memory = 1000;
  KeptStripes sink;
  const auto analysis = analyse_table(asked.problem());
  EXPECT_THROW((void)stream_table(asked.problem(), *analysis, budget, sink), LimitError);
  EXPECT_TRUE(sink.cells.empty());
}

TEST(TableStripes, RandomRays) {
  const bool good = rc::check("stripes of rays equal the table", [] {
    const RandomRays rule = random_rays();
    TableCase asked{rule.program, rule.domain, rule.box};
    asked.threads = static_cast<unsigned>(pick(1, 4));
    for (const ValueKind kind : {ValueKind::grundy, ValueKind::outcome, ValueKind::remoteness})
      for (const Play play : {Play::normal, Play::misere}) {
        if (kind == ValueKind::grundy && play != Play::normal) continue;
        asked.kind = kind;
        asked.play = play;
        const auto analysis = analyse_table(asked.problem());
        RC_CLASSIFY(analysis && analysis->plan.stripes);
        if (!analysis || !analysis->plan.stripes) continue;
        const auto expected = cells_of_table(asked);
        const std::int64_t rows = pick(0, 5);
        const auto stops = static_cast<std::uint64_t>(pick(1, 6));
        const auto found = streamed_cells(asked, rows, stops);
        // An option that may leave the domain is seen in these positions alone, and then nothing is handed out.
        if (found) RC_ASSERT(*found == expected);
      }
  });
  EXPECT_TRUE(good);
}

TEST(TableStripes, StatesOfOtherTablesAreRefused) {
  const TableCase asked{wythoff(), plain_domain(2), Box({0, 0}, {90, 90}), Play::normal, ValueKind::outcome};
  class Wrong : public KeptStripes {
   public:
    Begun begun() const override { return {91, "too short"}; }
  } sink;
  const auto analysis = analyse_table(asked.problem());
  EXPECT_THROW((void)stream_table(asked.problem(), *analysis, Budget(), sink), RequestError);
}

TEST(TableStripes, ThresholdsGoOn) {
  const TableCase asked{take_away(2, 0), plain_domain(2), Box({0, 0}, {600, 50}), Play::normal, ValueKind::outcome};
  const auto found = streamed_cells(asked, 0, 1);
  ASSERT_TRUE(found);
  EXPECT_EQ(*found, cells_of_table(asked));
}

}  // namespace
}  // namespace bouton
