#include "engine/play/match.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>

namespace bouton {
namespace {

/// Notices play that goes round in circles. Remembers one position, of a move whose number is a power of two.
class Circles {
 public:
  /// True once a position has come back for the kMost-th time.
  bool closed_by(const Board& board, std::uint64_t moves) {
    if ((moves & (moves - 1)) == 0) {
      large_ = board.is_large();
      if (large_) kept_sum_ = board.sum();
      else kept_ = board.parts();
      returns_ = 0;
      return false;
    }
    if (large_ != board.is_large()) return false;
    return (large_ ? same(board.sum()) : same(board.parts())) && ++returns_ >= kMost;
  }

 private:
  static constexpr int kMost = 1000;

  bool same(const std::vector<SumPart>& parts) const {
    return std::ranges::equal(parts, kept_,
                              [](const SumPart& a, const SumPart& b) { return a.game == b.game && a.position == b.position; });
  }

  bool same(const Sum& sum) const {
    return std::ranges::equal(
        sum, kept_sum_, [](const Component& a, const Component& b) { return a.game == b.game && a.position == b.position; });
  }

  bool large_ = false;
  std::vector<SumPart> kept_;
  Sum kept_sum_;  ///< of a large board
  int returns_ = 0;
};

/// Threads that take games one after the other, and what came of them.
class Tournament {
 public:
  Tournament(const Sum& start, std::uint64_t first, std::uint64_t games, std::uint64_t seed, const Budget& budget)
      : start_(start), first_(first), games_(games), seed_(seed), budget_(budget), next_(first) {}

  /// Plays until no game is left. `reports`: whether it may tell how far it is.
  void work(Arena& arena, bool reports) {
    MatchResult result;
    const std::array<Player*, 2> sides = {arena.players[0].get(), arena.players[1].get()};
    for (std::uint64_t number = next_++; number < first_ + games_ && !failed_; number = next_++) {
      if (reports && budget_.progress) budget_.progress({"games", number - first_, games_});
      Sum drawn;
      if (arena.draw_start) {
        Random random(seed_, ~(number / 2));  // no game's own number
        drawn = arena.draw_start(random);
      }
      result.add(play_game(arena.board, arena.draw_start ? drawn : start_, sides, seed_, number, budget_));
    }
    const std::scoped_lock lock(mutex_);
    result_.add(result);
  }
  /// The same in a thread that nobody waits for but finish().
  void work_apart(const std::function<Arena()>& make_arena) {
    try {
      Arena arena = make_arena();
      work(arena, false);
    } catch (...) {
      const std::scoped_lock lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      failed_ = true;
    }
  }
  void stop() { failed_ = true; }
  MatchResult result() const {
    if (failure_) std::rethrow_exception(failure_);
    return result_;
  }

 private:
  const Sum& start_;
  std::uint64_t first_, games_, seed_;
  const Budget& budget_;
  std::atomic<std::uint64_t> next_;
  std::atomic<bool> failed_{false};
  std::mutex mutex_;
  MatchResult result_;
  std::exception_ptr failure_;
};

}  // namespace

void MatchResult::add(const MatchResult& other) {
  for (std::size_t i = 0; i < sides.size(); ++i) {
    sides[i].wins_moving_first += other.sides[i].wins_moving_first;
    sides[i].wins_moving_second += other.sides[i].wins_moving_second;
  }
  draws += other.draws;
  games += other.games;
  moves += other.moves;
}

MatchResult play_game(Board& board, const Sum& start, std::array<Player*, 2> sides, std::uint64_t seed, std::uint64_t number,
                      const Budget& budget) {
  Random random(seed, number);
  const std::size_t first = number % 2;
  MatchResult result;
  result.games = 1;
  Circles circles;
  board.set_up(start);
  std::size_t mover = first;
  while (!board.over()) {
    budget.check_stop();
    if (board.may_forbid() > 0) board.forbid(sides[1 - mover]->forbid(board, random));
    if (board.over()) break;
    board.play(sides[mover]->choose(board, random));
    if (!board.moves_again()) mover = 1 - mover;
    if (circles.closed_by(board, ++result.moves)) {
      result.draws = 1;
      return result;
    }
  }
  const Outcome outcome = board.result();
  if (outcome == Outcome::draw) {
    result.draws = 1;
    return result;
  }
  const std::size_t winner = outcome == Outcome::N ? mover : 1 - mover;
  ++(winner == first ? result.sides[winner].wins_moving_first : result.sides[winner].wins_moving_second);
  return result;
}

MatchResult play_match(const std::function<Arena()>& make_arena, const Sum& start, std::uint64_t games, std::uint64_t seed,
                       const Budget& budget, std::uint64_t first) {
  Tournament tournament(start, first, games, seed, budget);
  Arena arena = make_arena();
  const bool light = std::ranges::all_of(arena.players, [](const auto& player) { return player->is_light(); });
  std::vector<std::jthread> helpers;
  try {
    if (light)
      for (unsigned i = 1; i < budget.threads && i < games; ++i)
        helpers.emplace_back([&] { tournament.work_apart(make_arena); });
  } catch (const std::system_error&) {
    // The machine has no room for more threads: those that there are do the work.
  }
  try {
    tournament.work(arena, true);
  } catch (...) {
    tournament.stop();
    throw;
  }
  helpers.clear();
  budget.report("games", games, games);
  return tournament.result();
}

ConfidenceInterval confidence(std::uint64_t wins, std::uint64_t games) {
  if (games == 0) return {};
  constexpr double z = 1.959963984540054;
  const auto n = static_cast<double>(games);
  const double share = static_cast<double>(wins) / n;
  const double middle = share + z * z / (2 * n);
  const double reach = z * std::sqrt(share * (1 - share) / n + z * z / (4 * n * n));
  const double whole = 1 + z * z / n;
  return {std::max(0.0, (middle - reach) / whole), std::min(1.0, (middle + reach) / whole)};
}

}  // namespace bouton
