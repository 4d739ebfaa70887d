// What playing the game is like: random starts, games of beginners, exercises.
#include <algorithm>
#include <array>

#include "engine/play/player.h"
#include "engine/play/starts.h"
#include "engine/play/sum_moves.h"
#include "engine/study/report/report_parts.h"

namespace bouton {
namespace {

/// A sum each of whose components is about as large as that of `like`; nothing where none is found.
std::optional<Sum> sum_by_chance(const Games& games, const Sum& like, Random& random) {
  Sum sum;
  for (const Component& component : like) {
    std::optional<BigPosition> position = position_by_chance(*games[component.game], component.position, random);
    if (!position) return std::nullopt;
    sum.push_back({component.game, *std::move(position)});
  }
  return sum;
}

void count_outcome(ReportBalance& balance, Outcome outcome) {
  if (outcome == Outcome::N) ++balance.wins_first;
  else if (outcome == Outcome::P) ++balance.wins_second;
  else ++balance.draws;
}

ReportBalance::Length length_of(const std::vector<SolvedStart>& starts) {
  ReportBalance::Length length;
  std::uint64_t total = 0;
  for (const SolvedStart& start : starts) {
    const std::optional<Remoteness>& moves = start.answer.value.remoteness;
    if (!moves) continue;
    length.least = length.known == 0 ? *moves : std::min(length.least, *moves);
    length.greatest = std::max(length.greatest, *moves);
    total += *moves;
    ++length.known;
  }
  if (length.known > 0) length.mean = static_cast<double>(total) / static_cast<double>(length.known);
  return length;
}

bool can_be_won(const SolvedStart& start) { return start.answer.value.outcome == Outcome::N; }

bool winning_moves_are_known(const SolvedStart& start) {
  return can_be_won(start) && start.answer.winning_moves_complete && !start.answer.winning_moves.empty();
}

ReportBalance::Choices choices_of(const std::vector<SolvedStart>& starts) {
  ReportBalance::Choices choices;
  std::uint64_t moves = 0, winning = 0;
  for (const SolvedStart& start : starts) {
    if (!winning_moves_are_known(start)) continue;
    ++choices.known;
    moves += start.moves;
    winning += start.answer.winning_moves.size();
    if (start.answer.winning_moves.size() == 1) ++choices.only_one;
  }
  if (choices.known == 0) return choices;
  choices.moves = static_cast<double>(moves) / static_cast<double>(choices.known);
  choices.winning = static_cast<double>(winning) / static_cast<double>(choices.known);
  return choices;
}

/// Games between two players from these starts, each twice.
MatchResult games_between(const Games& games, const std::vector<Sum>& starts, const std::array<const char*, 2>& players,
                          std::uint64_t count, std::uint64_t seed, const std::shared_ptr<Solver>& solver,
                          const Budget& budget) {
  const auto make_arena = [&] {
    Arena arena{Board(rules_of(games)), {}};
    for (std::size_t i = 0; i < 2; ++i) arena.players[i] = make_player(players[i], games, budget, solver);
    arena.draw_start = [&starts](Random& random) { return starts[random.below(starts.size())]; };
    return arena;
  };
  return play_match(make_arena, starts[0], count, seed, budget);
}

double mean_moves(const MatchResult& result) {
  return result.games == 0 ? 0 : static_cast<double>(result.moves) / static_cast<double>(result.games);
}

/// How hard a start is to win, for an order: many moves to look through, few of them good, and far from the end.
double difficulty(const SolvedStart& start) {
  const auto winning = static_cast<double>(std::max<std::size_t>(1, start.answer.winning_moves.size()));
  return static_cast<double>(start.answer.value.remoteness.value_or(0)) + static_cast<double>(start.moves) / winning;
}

}  // namespace

ReportBalance report_balance(const ReportRequest& request, Solver& solver, ReportShares& shares) {
  constexpr std::int64_t kPolls = 300'000;
  constexpr std::size_t kMostMoves = 10'000;
  ReportBalance balance;
  std::vector<LargePositions> large;
  for (const std::shared_ptr<const Rules>& rules : rules_of(request.games)) large.emplace_back(rules);
  shares.run("More random starts", kPolls, [&] {
    for (std::uint64_t number = 0; number < request.starts; ++number) {
      Random random(request.seed, number);
      const std::optional<Sum> sum = sum_by_chance(request.games, request.position, random);
      if (!sum) continue;
      SolvedStart start{*sum, solver.solve(*sum, kMostMoves), 0};
      const Integer moves = SumMoves::of(*sum, large, shares.budget()).count();
      start.moves = narrow_unsigned(moves).value_or(~std::uint64_t{0});
      count_outcome(balance, start.answer.value.outcome);
      balance.starts.push_back(std::move(start));
    }
  });
  balance.length = length_of(balance.starts);
  balance.choices = choices_of(balance.starts);
  return balance;
}

void add_beginners(Report& report, std::uint64_t seed, const std::shared_ptr<Solver>& solver, ReportShares& shares) {
  constexpr std::int64_t kPolls = 300'000;
  constexpr std::uint64_t kGames = 200;
  std::vector<Sum> starts, all;
  for (const SolvedStart& start : report.balance.starts) {
    all.push_back(start.sum);
    if (can_be_won(start)) starts.push_back(start.sum);
  }
  if (!all.empty())
    shares.run("Games by chance", kPolls, [&] {
      report.moves_by_chance =
          mean_moves(games_between(report.games, all, {"random", "random"}, kGames, seed, solver, shares.budget()));
    });
  if (starts.empty()) return;
  for (const char* const beginner : {"random", "level:3", "level:6"}) {
    const bool played = shares.run("Games of a beginner", kPolls, [&] {
      const MatchResult result =
          games_between(report.games, starts, {beginner, "perfect"}, kGames, seed, solver, shares.budget());
      report.beginners.push_back({beginner, result.games / 2, result.sides[0].wins_moving_first, mean_moves(result)});
    });
    if (!played) return;
  }
}

void add_exercises(Report& report, Solver& solver, ReportShares& shares) {
  constexpr std::int64_t kPolls = 200'000;
  std::vector<const SolvedStart*> won, lost;
  for (const SolvedStart& start : report.balance.starts) {
    if (winning_moves_are_known(start)) won.push_back(&start);
    else if (start.answer.value.outcome == Outcome::P) lost.push_back(&start);
  }
  const auto easier = [](const SolvedStart* a, const SolvedStart* b) { return difficulty(*a) < difficulty(*b); };
  std::ranges::stable_sort(won, easier);
  std::ranges::stable_sort(lost, easier);
  // One that is soon won, one that is lost, one that is hard; of those that are, where there are no others.
  std::vector<const SolvedStart*> chosen;
  if (!won.empty()) chosen.push_back(won[won.size() / 4]);
  if (!lost.empty()) chosen.push_back(lost[lost.size() / 2]);
  if (won.size() > 1) chosen.push_back(won.back());
  if (chosen.size() < 3 && lost.size() > 1) chosen.push_back(lost.back());
  if (chosen.size() < 3 && won.size() > 2) chosen.insert(chosen.begin() + 1, won[won.size() / 2]);
  const auto is_same = [](const SolvedStart* a, const SolvedStart* b) {
    return std::ranges::equal(
        a->sum, b->sum, [](const Component& x, const Component& y) { return x.game == y.game && x.position == y.position; });
  };
  for (auto start = chosen.begin(); start != chosen.end();)
    start = std::any_of(chosen.begin(), start, [&](const SolvedStart* other) { return is_same(other, *start); })
                ? chosen.erase(start)
                : start + 1;
  for (const SolvedStart* const start : chosen)
    shares.run("The solution of an exercise", kPolls, [&] {
      report.exercises.push_back({*start, why(report.games, start->sum, solver, shares.budget())});
    });
}

}  // namespace bouton
