#include "engine/why/proof.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/closed_form/wording.h"
#include "engine/play/perfect.h"
#include "engine/play/session.h"
#include "engine/position/integer.h"
#include "engine/rules/blocking.h"

namespace bouton {
namespace {

/// Where moves are listed, and these are more, they are not answered.
constexpr std::size_t kMostMoves = 5000;

/// Numbers of moves to show, at most so many: the first ones, or of ranges the first and the last of each.
std::vector<Integer> moves_to_show(const SumMoves& moves, std::size_t shown) {
  std::vector<Integer> numbers;
  const auto add = [&](const Integer& number) {
    if (numbers.size() < shown && std::ranges::find(numbers, number) == numbers.end()) numbers.push_back(number);
  };
  for (const SumMoves::Part& part : moves.parts()) {
    if (!part.many) continue;
    for (const OptionRanges::Range& range : part.many->ranges.ranges(&brief)) {
      add(part.first + range.first);
      add(part.first + range.first + range.count - 1);
    }
  }
  for (Integer number = 0; number < moves.count() && numbers.size() < shown; ++number) add(number);
  return numbers;
}

/// What the answer to a move is, from the sum that it leads to.
std::string answer_from(const Games& games, const Sum& sum, Solver& solver) {
  const Answer answer = solver.solve(sum, 1, {.grundy = Extent::none, .remoteness = Extent::none});
  if (!answer.winning_moves.empty()) return line_of(games, sum, answer.winning_moves.front());
  return answer.value.outcome == Outcome::N ? "no move is left, which wins" : "?";
}

}  // namespace

std::optional<SumMoves> moves_from(const Games& games, const Sum& sum, const Budget& budget) {
  std::vector<LargePositions> large;
  for (const auto& game : games) large.emplace_back(game->rules);
  try {
    return SumMoves::of(sum, large, budget);
  } catch (const RequestError&) {
    return std::nullopt;
  }
}

std::vector<Reason::Paragraph> answers_to_every_move(const Games& games, const Sum& sum, std::size_t shown, Solver& solver,
                                                     const Budget& budget) {
  const std::optional<SumMoves> moves = moves_from(games, sum, budget);
  if (!moves || moves->empty()) return {};
  if (moves->is_listed() && moves->count() > widen_unsigned(kMostMoves)) return {};
  Reason::Paragraph answers;
  answers.table.push_back({"move", "answer"});
  const std::vector<Integer> numbers = moves_to_show(*moves, shown);
  for (const Integer& number : numbers) {
    const Move move = moves->move(number);
    answers.table.push_back(
        {line_of(games, sum, move), move.kind == MoveKind::again
                                        ? "none: its player moves on, and loses"
                                        : answer_from(games, laid_out_after(sum, move, rules_of(games)), solver)});
  }
  std::vector<Reason::Paragraph> paragraphs = {std::move(answers)};
  const Integer more = moves->count() - widen_unsigned(numbers.size());
  if (more > 0)
    paragraphs.push_back({fmt::format("and {}{} other {} answered likewise.", moves->is_exact() ? "" : "up to ", brief(more),
                                      more == 1 ? "move, which is" : "moves, each of them")});
  return paragraphs;
}

std::string_view end_of_play(const Rules& rules, Outcome outcome) {
  switch (play_as_written(rules)) {
    case Play::normal: return "whoever cannot move loses";
    case Play::misere: return "whoever cannot move wins";
    case Play::by_position: break;
  }
  if (outcome == Outcome::draw) return "by the rule of the last position nobody wins";
  return outcome == Outcome::P ? "by the rule of the last position the player to move loses"
                               : "by the rule of the last position the player to move wins";
}

bool has_moves(const Games& games, const Sum& sum, const Budget& budget) {
  const std::optional<SumMoves> moves = moves_from(games, sum, budget);
  return !moves || !moves->empty();
}

std::optional<std::string> line_of_play(const Games& games, const Sum& sum, const Answer& answer, Solver& solver,
                                        const Budget& budget) {
  constexpr std::size_t kChoices = 8, kSteps = 12;
  if (!answer.value.remoteness || *answer.value.remoteness < 2 || answer.value.outcome == Outcome::draw) return std::nullopt;
  Sum now = sum;
  std::string line;
  for (std::size_t step = 0; step < std::min<std::size_t>(kSteps, *answer.value.remoteness); ++step) {
    const std::optional<SumMoves> choices = moves_from(games, now, budget);
    if (!choices || choices->empty() || choices->count() > widen_unsigned(kChoices)) return std::nullopt;
    const std::vector<MoveValue> moves = solver.moves(now);
    const Move& best = moves[perfect_move(moves)].move;
    line += (line.empty() ? "" : "; ") + line_of(games, now, best);
    now = laid_out_after(now, best, rules_of(games));
  }
  return fmt::format("With best play it goes on like this: {}{}", line, *answer.value.remoteness > kSteps ? "; ..." : ".");
}

}  // namespace bouton
