// Random games of local moves on boards and graphs of up to 24 cells (scripts/bench --random-boards): the outcome, the Grundy
// value and the winning moves of one position each, from the rule file, beside plain recursion with bit masks, written for the
// very rule in C++.
//
// Arguments: games, the first one's seed, seconds after which a game is given up. Prints the games that take long, and how many
// are done within five seconds.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <optional>
#include <random>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>

#include "bindings/lua/load/loader.h"
#include "engine/base/errors.h"
#include "engine/base/stopwatch.h"
#include "engine/plan/explain.h"
#include "engine/plan/solver.h"
#include "tests/bench/timer.h"
#include "tests/bindings/lua/lift/random_cell_game.h"

namespace bouton::bench {
namespace {

constexpr double kLong = 1, kGoal = 5;

/// What one position was found to be.
struct Found {
  double seconds = 0;
  std::optional<Outcome> outcome;
  std::optional<Nimber> grundy;
  std::string method;
};

/// Plain recursion: two bits a cell, what was seen in a hash table.
class PlainBoard {
 public:
  /// So many positions are kept at most.
  static constexpr std::size_t kMostKept = std::size_t{1} << 26;

  PlainBoard(const lua::RandomCellGame& game, const std::atomic<bool>* stop)
      : game_(game), near_(game.neighbours()), cells_(near_.size()), stop_(stop) {
    for (const std::vector<std::size_t>& near : near_) {
      std::uint64_t mask = 0;
      for (const std::size_t other : near) mask |= std::uint64_t{1} << 2 * other;
      near_masks_.push_back(mask);
    }
  }

  std::uint64_t code(PositionView position) const {
    std::uint64_t code = 0;
    for (std::size_t i = 0; i < cells_; ++i) code |= static_cast<std::uint64_t>(position[i]) << 2 * i;
    return code;
  }
  /// Nothing where it is stopped.
  std::optional<std::uint32_t> grundy(std::uint64_t x) {
    if (const auto known = grundy_.find(x); known != grundy_.end()) return known->second;
    if (*stop_ || grundy_.size() >= kMostKept) return std::nullopt;
    std::uint64_t seen = 0;
    for (const std::uint64_t to : options(x)) {
      const auto value = grundy(to);
      if (!value) return std::nullopt;
      seen |= std::uint64_t{1} << std::min<std::uint32_t>(*value, 63);
    }
    return grundy_[x] = static_cast<std::uint8_t>(std::countr_one(seen));
  }
  /// The same: whether the player to move wins.
  std::optional<bool> wins(std::uint64_t x) {
    if (const auto known = grundy_.find(x); known != grundy_.end()) return known->second != 0;
    if (*stop_ || grundy_.size() >= kMostKept) return std::nullopt;
    const std::vector<std::uint64_t> all = options(x);
    bool result = all.empty() && game_.play == Play::misere;
    for (const std::uint64_t to : all) {
      const auto other = wins(to);
      if (!other) return std::nullopt;
      if (*other) continue;
      result = true;
      break;
    }
    grundy_[x] = result ? 1 : 0;
    return result;
  }

 private:
  /// The cells in the states of a set, at the even bits.
  std::uint64_t in(std::uint64_t x, lua::States set) const {
    constexpr std::uint64_t kEven = 0x5555555555555555U;
    const std::uint64_t all = cells_ == 32 ? kEven : kEven & ((std::uint64_t{1} << 2 * cells_) - 1);
    const std::uint64_t low = x & all, high = x >> 1 & all;
    std::uint64_t cells = 0;
    if ((set & 1U) != 0) cells |= ~low & ~high & all;
    if ((set & 2U) != 0) cells |= low & ~high;
    if ((set & 4U) != 0) cells |= ~low & high;
    return cells;
  }
  static std::uint64_t with(std::uint64_t x, std::size_t cell, int state) {
    return (x & ~(std::uint64_t{3} << 2 * cell)) | static_cast<std::uint64_t>(state) << 2 * cell;
  }
  bool exists(std::uint64_t x) const {
    if (game_.never_two < 0) return true;
    const std::uint64_t never = in(x, 1U << game_.never_two);
    for (std::uint64_t rest = never; rest != 0; rest &= rest - 1)
      if ((near_masks_[static_cast<std::size_t>(std::countr_zero(rest)) / 2] & never) != 0) return false;
    return true;
  }
  std::vector<std::uint64_t> options(std::uint64_t x) const {
    std::vector<std::uint64_t> found;
    for (const lua::CellMove& move : game_.moves) {
      if (move.parity >= 0 && std::popcount(in(x, 1U << (game_.states() - 1))) % 2 != move.parity) continue;
      const std::uint64_t counted = in(x, move.counted), near = in(x, move.near);
      for (std::uint64_t rest = in(x, move.from); rest != 0; rest &= rest - 1) {
        const auto cell = static_cast<std::size_t>(std::countr_zero(rest)) / 2;
        const int count = std::popcount(near_masks_[cell] & counted);
        using Count = lua::CellMove::Count;
        const bool fits = move.count == Count::any || (move.count == Count::none && count == 0) ||
                          (move.count == Count::some && count > 0) || (move.count == Count::one && count == 1) ||
                          (move.count == Count::even && count % 2 == 0);
        if (!fits) continue;
        const std::uint64_t to = with(x, cell, move.becomes);
        using Change = lua::CellMove::Change;
        std::uint64_t all = to;
        if (move.change != Change::alone)
          for (std::uint64_t others = near_masks_[cell] & near; others != 0; others &= others - 1) {
            const auto other = static_cast<std::size_t>(std::countr_zero(others)) / 2;
            all = with(all, other, move.near_becomes);
            if (const std::uint64_t one = with(to, other, move.near_becomes); move.change == Change::with_one && exists(one))
              found.push_back(one);
          }
        if (move.change != Change::with_one && exists(all)) found.push_back(all);
      }
    }
    return found;
  }

  const lua::RandomCellGame& game_;
  std::vector<std::vector<std::size_t>> near_;
  std::vector<std::uint64_t> near_masks_;
  std::size_t cells_;
  const std::atomic<bool>* stop_;
  std::unordered_map<std::uint64_t, std::uint8_t> grundy_;
};

Found by_hand(const lua::RandomCellGame& rule, const Position& position, double most) {
  const Timer timer(most);
  const Stopwatch watch;
  PlainBoard board(rule, timer.flag());
  Found found;
  if (rule.play == Play::normal) {
    if (const auto grundy = board.grundy(board.code(position))) {
      found.grundy = Nimber(Grundy{*grundy});
      found.outcome = *grundy == 0 ? Outcome::P : Outcome::N;
    }
  } else if (const auto wins = board.wins(board.code(position))) {
    found.outcome = *wins ? Outcome::N : Outcome::P;
  }
  found.seconds = watch.seconds();
  return found;
}

/// With the loading of the rule file.
Found by_engine(const std::string& text, const Position& position, const lua::RandomCellGame& rule, double most) {
  const Timer timer(most);
  Found found;
  const Stopwatch watch;
  lua::LoaderOptions options;
  options.sources = {{"g", text}};
  options.stop = timer.flag();
  Budget budget;
  budget.stop = timer.flag();
  budget.threads = 2;
  try {
    std::shared_ptr<const Game> game = lua::load_game("g", {}, options);
    if (!rule.example.empty()) game = game->on_shape(*game->rules->domain().shape()->shape_of(rule.example));
    Solver solver({game->rules}, budget);
    const Answer answer = solver.solve({{0, widen(position)}});
    found.outcome = answer.value.outcome;
    found.grundy = answer.value.grundy;
    if (rule.play == Play::normal && !found.grundy) found.grundy = solver.grundy({{0, widen(position)}});
    found.method = name(solver.answered());
  } catch (const Error& error) {
    found.method = error.what();
  }
  found.seconds = watch.seconds();
  return found;
}

/// Mostly the empty board; else some cells in other states.
Position start_of(const lua::RandomCellGame& rule, std::mt19937_64& random) {
  Position position = rule.shape.empty();
  if (random() % 4 != 0) return position;
  for (int attempt = 0; attempt < 100; ++attempt) {
    for (Coordinate& state : position)
      state = random() % 4 == 0 ? static_cast<Coordinate>(random() % static_cast<std::uint64_t>(rule.states())) : 0;
    if (rule.exists(position)) return position;
  }
  return rule.shape.empty();
}

int run(int games, std::uint64_t first_seed, double most) {
  int within = 0, different = 0, plain_within = 0;
  fmt::print("{:>10} {:>10}  game\n", "bouton s", "C++ s");
  for (int i = 0; i < games; ++i) {
    const std::uint64_t seed = first_seed + static_cast<std::uint64_t>(i);
    std::mt19937_64 random(seed);
    const lua::RandomCellGame rule = lua::RandomCellGameWriter(random, lua::RandomCellGameWriter::Size::many_cells).make();
    const Position position = start_of(rule, random);
    const Found found = by_engine(rule.text(), position, rule, most), plain = by_hand(rule, position, most);
    const bool differs = (found.outcome && plain.outcome && *found.outcome != *plain.outcome) ||
                         (found.grundy && plain.grundy && *found.grundy != *plain.grundy);
    const bool done = found.outcome && (rule.play == Play::misere || found.grundy);
    within += done && found.seconds <= kGoal ? 1 : 0;
    plain_within += plain.outcome && plain.seconds <= kGoal ? 1 : 0;
    different += differs ? 1 : 0;
    if (differs || !done || found.seconds > kLong)
      fmt::print("{:10.2f} {:10.2f}  {} by {}: {}{}\n", found.seconds, plain.seconds, seed, found.method,
                 rule.shape.text(position),
                 differs ? ": THE VALUES DIFFER"
                 : done  ? ""
                         : ": GIVEN UP");
    std::fflush(stdout);
  }
  fmt::print("{} of {} games within {} s; by plain recursion {}\n", within, games, kGoal, plain_within);
  return different == 0 ? 0 : 1;
}

}  // namespace
}  // namespace bouton::bench

int main(int count, char** words) {
  const int games = count > 1 ? std::atoi(words[1]) : 550;
  const std::uint64_t seed = count > 2 ? std::strtoull(words[2], nullptr, 10) : 1;
  const double most = count > 3 ? std::atof(words[3]) : 30;
  try {
    return bouton::bench::run(games, seed, most);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 2;
  }
}
