// What tables that are handed out in pieces are kept in, for tests: the cells, and what a run that was ended needs to go on.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "engine/table/sinks/blocks.h"
#include "engine/table/sinks/stripes.h"
#include "tests/engine/farm/thread_ranks.h"
#include "tests/engine/table/table_case.h"

namespace bouton::table_test {

/// What ends a run between two stripes.
struct StripesKilled {};

/// Ends a run at every second stop.
struct StoppingCourse : ResumableRun {
  Begun from;
  int left = 2;
  Begun begun() const override { return from; }
  void reached(std::uint64_t done, const std::function<std::string()>& state) override {
    if (--left > 0) return;
    from = {done, state()};
    left = 2;
    throw StripesKilled{};
  }
};

/// Keeps what it is given, and can be killed at a stop and gone on with.
class KeptStripes : public ValueSink {
 public:
  std::uint64_t stops_left = std::numeric_limits<std::uint64_t>::max();  ///< before it is killed
  std::uint64_t stops = 0;
  std::vector<std::uint32_t> cells;
  std::uint32_t greatest = 0;
  bool has_begun = false;

  Begun begun() const override { return begun_; }
  void begin(std::uint32_t bound) override {
    greatest = bound;
    has_begun = true;
  }
  void take(std::uint64_t first, std::span<const std::uint32_t> stripe) override {
    ASSERT_EQ(first, cells.size());
    cells.insert(cells.end(), stripe.begin(), stripe.end());
  }
  void read(std::uint64_t first, std::span<std::uint32_t> out) override {
    ASSERT_LE(first + out.size(), cells.size());
    std::copy_n(cells.begin() + static_cast<std::ptrdiff_t>(first), out.size(), out.begin());
  }
  void reached(std::uint64_t done, const std::function<std::string()>& state) override {
    ASSERT_EQ(done, cells.size());
    ++stops;
    if (--stops_left > 0) return;
    begun_ = {done, state()};
    throw StripesKilled{};
  }

 private:
  Begun begun_;
};

/// The cells of the streamed table, ended after every so many stops and gone on with; nothing where there are no stripes.
inline std::optional<std::vector<std::uint32_t>> streamed_cells(const TableCase& asked, std::int64_t rows_at_once,
                                                                std::uint64_t stops_a_run) {
  const TableProblem problem = asked.problem();
  const auto analysis = analyse_table(problem);
  if (!analysis || !analysis->plan.stripes) return std::nullopt;
  KeptStripes sink;
  for (;;) {
    sink.stops_left = stops_a_run;
    try {
      if (!stream_table(problem, *analysis, asked.budget(), sink, rows_at_once)) {
        EXPECT_FALSE(sink.has_begun) << "what is refused must not leave a head behind";
        return std::nullopt;
      }
      EXPECT_LE(*std::ranges::max_element(sink.cells), sink.greatest);
      return sink.cells;
    } catch (const StripesKilled&) {}
  }
}

inline constexpr std::uint64_t kNeverKilled = std::numeric_limits<std::uint64_t>::max();

/// What ends the ranks between two bands.
struct BlocksKilled {};

inline constexpr std::uint32_t kNobody = std::numeric_limits<std::uint32_t>::max();

/// What several ranks keep, and other runs go on from.
struct KeptBlocks {
  explicit KeptBlocks(std::uint64_t size) : cells(size, kNobody), takers(size) {}
  std::vector<std::uint32_t> cells;
  std::vector<std::atomic<int>> takers;  ///< in the present run
  ResumableRun::Begun begun;
  std::uint64_t kept = 0;
  std::uint64_t kills_after = std::numeric_limits<std::uint64_t>::max();  ///< so many times that all was kept
};

class KeptBlock final : public BlockSink {
 public:
  /// `begun`: what the run before has kept; all.begun changes while ranks are still beginning.
  KeptBlock(KeptBlocks& all, bool goes_on, ResumableRun::Begun begun)
      : all_(all), goes_on_(goes_on), begun_(std::move(begun)) {}
  void begin(std::uint32_t greatest) override { greatest_ = greatest; }
  void take(std::uint64_t first, std::span<const std::uint32_t> cells) override {
    for (const std::uint32_t cell : cells) {
      ASSERT_LE(cell, greatest_);
      ++all_.takers[first];
      all_.cells[first++] = cell;
    }
  }
  bool goes_on() const override { return goes_on_; }
  ResumableRun::Begun begun() const override { return begun_; }
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
  ResumableRun::Begun begun_;
  std::uint32_t greatest_ = 0;
};

/// The cells of all blocks; nothing where there are none. Killed, with kills_after, and gone on with.
inline std::optional<std::vector<std::uint32_t>> block_cells(const TableCase& asked, int ranks, const SlabCut& cut,
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
    const ResumableRun::Begun begun = all.begun;
    try {
      test::run_on_ranks(ranks, [&](Ranks& rank) {
        KeptBlock sink(all, goes_on, begun);
        if (!solve_block(problem, *analysis, Budget(), rank, sink, cut)) refused = true;
      });
      done = true;
    } catch (const BlocksKilled&) {}
    for (const std::atomic<int>& takers : all.takers) EXPECT_LE(takers, 1) << "two ranks had one position";
  }
  if (refused) return std::nullopt;
  return all.cells;
}

}  // namespace bouton::table_test
