#include "engine/play/perfect.h"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/closed_form/wording.h"

namespace bouton {
namespace {

/// How good a move is: first the kind of result, then the number of moves.
std::pair<int, std::int64_t> merit(const MoveValue& move) {
  const Value& value = move.value;
  switch (move.for_opponent()) {
    case Outcome::P:  // a win, the nearer the better; one of unknown length comes last
      return {2, value.remoteness ? -std::int64_t{*value.remoteness} : std::numeric_limits<std::int64_t>::min()};
    case Outcome::draw: return {1, 0};
    case Outcome::N: return {0, value.remoteness ? std::int64_t{*value.remoteness} : -1};
  }
  return {0, 0};
}

}  // namespace

std::size_t perfect_move(std::span<const MoveValue> moves) {
  const auto best = std::ranges::max_element(moves, {}, &merit);
  return static_cast<std::size_t>(best - moves.begin());
}

std::size_t hardest_move(Solver& solver, const Sum& sum, std::span<const MoveValue> moves) {
  constexpr std::size_t kMostLooked = 100;
  constexpr std::size_t kMostReplies = 1000;
  const std::size_t best = perfect_move(moves);
  const std::pair<int, std::int64_t> aim = merit(moves[best]);
  if (moves[best].for_opponent() != Outcome::N) return best;
  std::size_t hardest = best;
  std::size_t fewest = kMostReplies + 1;
  std::size_t looked = 0;
  for (std::size_t i = best; i < moves.size() && looked < kMostLooked && fewest > 1; ++i) {
    if (merit(moves[i]) != aim || moves[i].move.kind == MoveKind::again) continue;
    ++looked;
    const std::size_t replies = solver.solve(after(sum, moves[i].move), kMostReplies).winning_moves.size();
    if (replies < fewest) {
      fewest = replies;
      hardest = i;
    }
  }
  return hardest;
}

std::vector<std::size_t> best_to_forbid(std::span<const MoveValue> moves, std::uint64_t most, Play play) {
  std::vector<std::size_t> wins, draws, losses;  // for the player to move
  for (std::size_t i = 0; i < moves.size(); ++i)
    (moves[i].value.outcome == Outcome::P ? wins : moves[i].value.outcome == Outcome::N ? losses : draws).push_back(i);
  const auto remoteness = [&](std::size_t i) { return std::int64_t{moves[i].value.remoteness.value_or(0)}; };
  std::ranges::stable_sort(wins, {}, remoteness);
  std::ranges::stable_sort(losses, {}, [&](std::size_t i) { return -remoteness(i); });
  // Under misère play who has no option left wins.
  const bool keeps_one = play == Play::misere;
  std::vector<std::size_t> forbidden;
  const auto forbid = [&](const std::vector<std::size_t>& those, std::size_t but) {
    for (std::size_t i = 0; i + but < those.size() && forbidden.size() < most; ++i) forbidden.push_back(those[i]);
  };
  const bool only_wins = draws.empty() && losses.empty();
  forbid(wins, keeps_one && only_wins ? 1 : 0);
  if (wins.size() + draws.size() <= most && !(keeps_one && losses.empty())) {
    forbid(draws, 0);
    forbid(losses, keeps_one ? 1 : 0);
  }
  std::ranges::sort(forbidden);
  return forbidden;
}

FoundMove find_move(Solver& solver, const Sum& sum, const SumMoves& moves) {
  constexpr unsigned kMostTried = 1000;
  const Answer answer = solver.solve(sum, 1, {.grundy = Extent::none, .remoteness = Extent::none});
  if (!answer.winning_moves.empty()) {
    const Move& winning = answer.winning_moves.front();
    const std::optional<Integer> number = moves.number_of(winning.component, winning.to, winning.kind);
    if (number) return {*number, Outcome::P};
    throw RequestError(fmt::format("{} is said to win, but the rule has no such move", brief(winning.to.at(0))));
  }
  if (answer.value.outcome == Outcome::P) return {0, Outcome::N};
  const Outcome wanted = answer.value.outcome == Outcome::N ? Outcome::P : Outcome::draw;
  for (Integer number = 0; number < moves.count() && number < kMostTried; ++number) {
    const Move move = moves.move(number);
    const MoveValue value{move, {.outcome = solver.outcome(after(sum, move)), .grundy = {}, .remoteness = {}}};
    if (value.for_opponent() == wanted) return {number, wanted};
  }
  throw RequestError(fmt::format("the position can be {}, but by none of the first {} of {} moves",
                                 wanted == Outcome::P ? "won" : "held", kMostTried, brief(moves.count())));
}

}  // namespace bouton
