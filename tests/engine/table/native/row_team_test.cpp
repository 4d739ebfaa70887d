#include "engine/table/native/row_team.h"

#include <atomic>
#include <memory>
#include <stdexcept>

#include <gtest/gtest.h>

namespace bouton {
namespace {

constexpr std::int64_t kLength = 37;

/// Cells that count paths: each is 1 in the first row, else the sum of the two above it, the second `aside` further, modulo
/// 2^64. A cell is written once and read by whoever comes later, so a race is seen by its value, and by ThreadSanitizer.
class Paths {
 public:
  Paths(std::size_t rows, std::int64_t aside) : aside_(aside), rows_(rows), cells_(rows * kLength) {}

  bool solve(const RowPiece& piece) {
    for (std::int64_t i = piece.from; i < piece.to; ++i) {
      std::uint64_t sum = 1;
      if (piece.row > 0) {
        const std::uint64_t above = at(piece.row - 1, i), other = at(piece.row - 1, (i + aside_) % kLength);
        if (above == 0 || other == 0) return false;
        sum = (above + other) | 1;
      }
      at(piece.row, i) = sum;
    }
    return true;
  }
  std::atomic<std::uint64_t>& at(std::size_t row, std::int64_t i) {
    return cells_[row * kLength + static_cast<std::size_t>(i)];
  }

  void expect_equal_up_to(std::size_t rows) {
    Paths alone(rows_, aside_);
    for (std::size_t row = 0; row < rows; ++row) {
      ASSERT_TRUE(alone.solve({row, 0, kLength}));
      for (std::int64_t i = 0; i < kLength; ++i) ASSERT_EQ(at(row, i), alone.at(row, i)) << row << " " << i;
    }
  }

 private:
  std::int64_t aside_;
  std::size_t rows_;
  std::vector<std::atomic<std::uint64_t>> cells_;
};

RowTeamwork work_of(std::size_t rows, bool is_chain, unsigned threads, std::int64_t piece) {
  RowTeamwork work;
  work.lengths.assign(rows, kLength);
  work.piece = piece;
  work.is_chain = is_chain;
  work.threads = threads;
  return work;
}

TEST(RowTeam, SolvesEveryRow) {
  for (const bool is_chain : {true, false})
    for (const unsigned threads : {1U, 2U, 5U})
      for (const std::int64_t piece : {1, 5, 100}) {
        Paths paths(60, 0);
        const RowTeamReport report = solve_rows_together(work_of(60, is_chain, threads, piece),
                                                         [&](unsigned, const RowPiece& p) { return paths.solve(p); });
        EXPECT_EQ(report.done, 60U);
        EXPECT_EQ(report.begun, 60U);
        EXPECT_EQ(report.retries, 0U);
        paths.expect_equal_up_to(60);
      }
}

/// What lies ahead in the row before is not solved yet, for all that a chain promises: the piece is tried again.
TEST(RowTeam, TriesAgainWhatCameTooEarly) {
  for (const unsigned threads : {2U, 3U}) {
    Paths paths(40, 9);
    const RowTeamReport report =
        solve_rows_together(work_of(40, true, threads, 4), [&](unsigned, const RowPiece& p) { return paths.solve(p); });
    EXPECT_EQ(report.done, 40U);
    paths.expect_equal_up_to(40);
  }
}

TEST(RowTeam, EndsAtWhatCannotBeSolved) {
  for (const bool is_chain : {true, false})
    for (const unsigned threads : {1U, 2U, 4U}) {
      Paths paths(40, 0);
      const RowTeamReport report = solve_rows_together(work_of(40, is_chain, threads, 6), [&](unsigned, const RowPiece& p) {
        return (p.row != 17 || p.from < 12) && paths.solve(p);
      });
      EXPECT_EQ(report.done, 17U);
      EXPECT_GE(report.begun, 18U);
      EXPECT_LE(report.begun, 17U + threads);
      paths.expect_equal_up_to(17);
    }
}

TEST(RowTeam, RowsMayDifferInLength) {
  for (const bool is_chain : {true, false}) {
    RowTeamwork work = work_of(3, is_chain, 2, 2);
    work.lengths = {1, 7, 4, 20, 3};
    std::vector<std::atomic<int>> solved(5);
    const RowTeamReport report = solve_rows_together(work, [&](unsigned, const RowPiece& p) {
      solved[p.row] += static_cast<int>(p.to - p.from);
      return true;
    });
    EXPECT_EQ(report.done, 5U);
    for (std::size_t row = 0; row < 5; ++row) EXPECT_EQ(solved[row], work.lengths[row]);
  }
}

/// The others wait in the second piece of a row: the first is what the caller's thread may itself be waiting for.
TEST(RowTeam, HandsOnWhatTheCallersThreadThrows) {
  for (const bool is_chain : {true, false}) {
    std::atomic<bool> has_caller_come = false;
    std::atomic<int> pieces = 0;
    EXPECT_THROW(solve_rows_together(work_of(1000, is_chain, 3, 1),
                                     [&](unsigned thread, const RowPiece& piece) {
                                       ++pieces;
                                       if (thread == 0) {
                                         has_caller_come = true;
                                         has_caller_come.notify_all();
                                         throw std::runtime_error("stop");
                                       }
                                       if (piece.from > 0) has_caller_come.wait(false);
                                       return true;
                                     }),
                 std::runtime_error);
    EXPECT_LT(pieces, 1000 * kLength);
  }
}

}  // namespace
}  // namespace bouton
