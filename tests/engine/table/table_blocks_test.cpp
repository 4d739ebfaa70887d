#include "engine/table/table_blocks.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <memory>
#include <optional>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "engine/base/errors.h"
#include "tests/engine/farm/thread_ranks.h"
#include "tests/engine/table/programs.h"
#include "tests/engine/table/random_rays.h"
#include "tests/engine/table/table_case.h"

namespace bouton {
namespace {

using namespace table_test;

/// What ends the ranks between two bands.
struct BlocksKilled {};

constexpr std::uint32_t kNobody = std::numeric_limits<std::uint32_t>::max();

/// What several ranks keep, and other runs go on from.
struct KeptBlocks {
  explicit KeptBlocks(std::uint64_t size) : cells(size, kNobody), takers(size) {}
  std::vector<std::uint32_t> cells;
  std::vector<std::atomic<int>> takers;  ///< in the present run
  Course::Begun begun;
  std::uint64_t kept = 0;
  std::uint64_t kills_after = std::numeric_limits<std::uint64_t>::max();  ///< so many times that all was kept
};

class KeptBlock final : public BlockSink {
 public:
  KeptBlock(KeptBlocks& all, bool goes_on) : all_(all), goes_on_(goes_on), begun_(all.begun) {}
  void begin(std::uint32_t greatest) override { greatest_ = greatest; }
  void take(std::uint64_t first, std::span<const std::uint32_t> cells) override {
    for (const std::uint32_t cell : cells) {
      ASSERT_LE(cell, greatest_);
      ++all_.takers[first];
      all_.cells[first++] = cell;
    }
  }
  bool goes_on() const override { return goes_on_; }
  Course::Begun begun() const override { return begun_; }
  void go_on(std::string_view kept) override { EXPECT_EQ(kept, "what I keep"); }
  std::string keep() override { return "what I keep"; }
  void read(std::uint64_t first, std::span<std::uint32_t> cells) override {
    for (std::uint32_t& cell : cells) cell = all_.cells[first++];
  }
  void keep_states(std::uint64_t rows, std::string states) override {
    all_.begun = {rows, std::move(states)};
    if (++all_.kept % all_.kills_after == 0) throw BlocksKilled{};
  }

 private:
  KeptBlocks& all_;
  bool goes_on_;
  Course::Begun begun_;
  std::uint32_t greatest_ = 0;
};

/// The cells of all blocks; nothing where there are none. Killed, with kills_after, and gone on with.
std::optional<std::vector<std::uint32_t>> block_cells(const TableCase& asked, int ranks, const SlabCut& cut,
                                                      std::uint64_t kills_after = 0) {
  const TableProblem problem = asked.problem();
  const auto analysis = analyse_table(problem);
  if (!analysis || !analysis->plan.stripes) return std::nullopt;
  KeptBlocks all(asked.box.size());
  const bool goes_on = kills_after > 0 && (asked.kind != ValueKind::grundy || analysis->region->box == asked.box);
  if (kills_after > 0) all.kills_after = kills_after;
  std::atomic<bool> refused{false};
  for (bool done = false; !done && !refused;) {
    for (std::atomic<int>& takers : all.takers) takers = 0;
    try {
      test::run_on_ranks(ranks, [&](Ranks& rank) {
        KeptBlock sink(all, goes_on);
        if (!solve_block(problem, *analysis, Budget(), rank, sink, cut)) refused = true;
      });
      done = true;
    } catch (const BlocksKilled&) {}
    for (const std::atomic<int>& takers : all.takers) EXPECT_LE(takers, 1) << "two ranks had one position";
  }
  if (refused) return std::nullopt;
  return all.cells;
}

TEST(TableBlocks, EqualTheWholeTable) {
  std::size_t slabs = 0;
  for (TableCase asked : cases_in_stripes())
    for (const ValueKind kind : {ValueKind::grundy, ValueKind::outcome, ValueKind::remoteness})
      for (const Play play : {Play::normal, Play::misere}) {
        if (kind == ValueKind::grundy && play != Play::normal) continue;
        asked.kind = kind;
        asked.play = play;
        const TableProblem problem = asked.problem();
        const auto analysis = analyse_table(problem);
        if (!analysis || !analysis->plan.stripes) continue;
        if (division_of(problem, *analysis) == Division::slabs) ++slabs;
        const auto expected = cells_of_table(asked);
        for (const int ranks : {2, 5})
          for (const SlabCut cut : {SlabCut{64, 0}, SlabCut{1, 7}})
            for (const std::uint64_t kills_after : {std::uint64_t{0}, std::uint64_t{1}}) {
              const auto found = block_cells(asked, ranks, cut, kills_after);
              ASSERT_TRUE(found);
              ASSERT_EQ(*found, expected) << to_string(asked.box.high()) << " " << name(kind) << ", " << ranks << " ranks, "
                                          << cut.band << " rows a band, killed after " << kills_after;
            }
      }
  EXPECT_GT(slabs, 5U);
}

TEST(TableBlocks, RandomRays) {
  const bool good = rc::check("blocks of rays equal the table", [] {
    const RandomRays rule = random_rays();
    TableCase asked{rule.program, rule.domain, rule.box};
    for (const ValueKind kind : {ValueKind::grundy, ValueKind::outcome, ValueKind::remoteness})
      for (const Play play : {Play::normal, Play::misere}) {
        if (kind == ValueKind::grundy && play != Play::normal) continue;
        asked.kind = kind;
        asked.play = play;
        const TableProblem problem = asked.problem();
        const auto analysis = analyse_table(problem);
        if (!analysis || !analysis->plan.stripes) continue;
        RC_CLASSIFY(division_of(problem, *analysis) == Division::slabs);
        const auto expected = cells_of_table(asked);
        const SlabCut cut{pick(1, 6), pick(1, 6)};
        const auto found = block_cells(asked, static_cast<int>(pick(2, 5)), cut, static_cast<std::uint64_t>(pick(0, 3)));
        if (found) RC_ASSERT(*found == expected);
      }
  });
  EXPECT_TRUE(good);
}

}  // namespace
}  // namespace bouton
