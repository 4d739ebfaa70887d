#include "engine/table/native/row_team.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <thread>

namespace bouton {
namespace {

/// Looks again and again for about a microsecond a time, and lets others run in between.
template <class Predicate>
void await(const Predicate& holds) {
  constexpr int kLooks = 200;
  for (;;) {
    for (int look = 0; look < kLooks; ++look)
      if (holds()) return;
    std::this_thread::yield();
  }
}

/// On a cache line of its own.
struct alignas(64) Progress {
  std::atomic<std::int64_t> taken = 0;  ///< positions that a thread has taken up (rows apart)
  std::atomic<std::int64_t> solved = 0;
};

class RowTeam {
 public:
  RowTeam(const RowTeamwork& work, const SolvePiece& solve)
      : work_(work), solve_(solve), rows_(work.lengths.size()), progress_(std::make_unique<Progress[]>(rows_)) {}

  RowTeamReport run() {
    {
      std::vector<std::jthread> others;  // joined here, also where the caller's part throws

      const auto most = static_cast<unsigned>(std::min<std::size_t>(work_.threads, std::max<std::size_t>(rows_, 1)));
      for (unsigned thread = 1; thread < most; ++thread) others.emplace_back([this, thread] { take_part(thread); });
      take_part(0);
    }
    RowTeamReport report;
    report.retries = retries_;
    while (report.done < rows_ && is_solved(report.done)) ++report.done;
    report.begun = report.done;
    for (std::size_t row = report.done; row < rows_; ++row)
      if (progress_[row].solved != 0 || progress_[row].taken != 0) report.begun = row + 1;
    return report;
  }

 private:
  bool is_solved(std::size_t row) const { return progress_[row].solved.load(std::memory_order_acquire) == work_.lengths[row]; }
  bool is_over() const { return is_over_.load(std::memory_order_acquire); }

  void take_part(unsigned thread) {
    try {
      if (work_.is_chain) follow(thread);
      else share(thread);
    } catch (...) {
      is_over_.store(true, std::memory_order_release);
      throw;
    }
  }

  /// The next row that nobody has taken, behind whoever solves the row before it.
  void follow(unsigned thread) {
    for (;;) {
      const std::size_t row = next_.fetch_add(1, std::memory_order_relaxed);
      if (row >= rows_) return;
      const std::int64_t length = work_.lengths[row];
      progress_[row].taken.store(length, std::memory_order_relaxed);
      for (std::int64_t from = 0; from < length; from += work_.piece) {
        const std::int64_t to = std::min(length, from + work_.piece);
        if (!wait_for(row, to) || !solve_piece(thread, {row, from, to, false})) return;
        progress_[row].solved.store(to, std::memory_order_release);
      }
    }
  }

  /// Until so many positions of the row before are solved, or all of them; false if the work is over.
  bool wait_for(std::size_t row, std::int64_t positions) {
    if (row == 0) return !is_over();
    const std::int64_t wanted = std::min(positions, work_.lengths[row - 1]);
    const std::atomic<std::int64_t>& solved = progress_[row - 1].solved;
    await([&] { return is_over() || solved.load(std::memory_order_acquire) >= wanted; });
    return !is_over();
  }

  /// Pieces of each row as they come.
  void share(unsigned thread) {
    for (std::size_t row = 0; row < rows_; ++row) {
      const std::int64_t length = work_.lengths[row];
      for (;;) {
        const std::int64_t from = progress_[row].taken.fetch_add(work_.piece, std::memory_order_relaxed);
        if (from >= length) break;
        const std::int64_t to = std::min(length, from + work_.piece);
        if (is_over() || !solve_piece(thread, {row, from, to, true})) return;
        progress_[row].solved.fetch_add(to - from, std::memory_order_acq_rel);
      }
      await([&] { return is_over() || is_solved(row); });
      if (is_over()) return;
    }
  }

  /// Whether the piece is solved; if not the work is over.
  bool solve_piece(unsigned thread, RowPiece piece) {
    if (solve_(thread, piece)) return true;
    if (!piece.is_last_try) {
      retries_.fetch_add(1, std::memory_order_relaxed);
      piece.is_last_try = true;
      const bool is_time = piece.row == 0 || wait_for(piece.row, work_.lengths[piece.row - 1]);
      if (is_time && solve_(thread, piece)) return true;
    }
    is_over_.store(true, std::memory_order_release);
    return false;
  }

  const RowTeamwork& work_;
  const SolvePiece& solve_;
  std::size_t rows_;
  std::unique_ptr<Progress[]> progress_;
  std::atomic<std::size_t> next_ = 0;  ///< row (a chain)
  std::atomic<std::size_t> retries_ = 0;
  std::atomic<bool> is_over_ = false;
};

}  // namespace

RowTeamReport solve_rows_together(const RowTeamwork& work, const SolvePiece& solve) { return RowTeam(work, solve).run(); }

}  // namespace bouton
