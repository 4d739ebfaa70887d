#include "engine/why/proof.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/play/perfect.h"
#include "engine/play/session.h"

namespace bouton {
namespace {

/// Moves beyond these are neither counted nor answered.
constexpr std::size_t kMostMoves = 5000;

/// All moves from a sum; nothing where they are too many, or a coordinate is beyond 64 bits.
std::optional<std::vector<Move>> moves_from(const Games& games, const Sum& sum, const Budget& budget) {
  std::vector<Move> moves;
  for (std::size_t i = 0; i < sum.size(); ++i) {
    const std::optional<Position> position = narrow(sum[i].position);
    if (!position) return std::nullopt;
    const Rules& rules = *games[sum[i].game]->rules;
    Options options(std::make_shared<MemoryAccount>(budget));
    rules.options(*position, options);
    if (options.size() > kMostMoves) return std::nullopt;
    const Options distinct = options.unique();
    for (std::size_t option = 0; option < distinct.size(); ++option) {
      Move move{i, std::string(rules.label_name(distinct[option].label())), {}};
      for (std::size_t part = 0; part < distinct[option].size(); ++part) move.to.push_back(widen(distinct[option][part]));
      moves.push_back(std::move(move));
    }
  }
  return moves;
}

/// What the answer to a move is, from the sum that it leads to.
std::string answer_from(const Games& games, const Sum& sum, Solver& solver) {
  const Answer answer = solver.solve(sum, 1, {.grundy = Extent::none, .remoteness = Extent::none});
  if (!answer.winning_moves.empty()) return line_of(games, sum, answer.winning_moves.front());
  return answer.value.outcome == Outcome::N ? "no move is left, which wins" : "?";
}

}  // namespace

std::vector<Reason::Paragraph> answers_to_every_move(const Games& games, const Sum& sum, std::size_t shown, Solver& solver,
                                                     const Budget& budget) {
  const std::optional<std::vector<Move>> moves = moves_from(games, sum, budget);
  if (!moves || moves->empty()) return {};
  Reason::Paragraph answers;
  answers.table.push_back({"move", "answer"});
  for (std::size_t i = 0; i < std::min(shown, moves->size()); ++i) {
    const Move& move = (*moves)[i];
    answers.table.push_back({line_of(games, sum, move), answer_from(games, after(sum, move), solver)});
  }
  std::vector<Reason::Paragraph> paragraphs = {std::move(answers)};
  if (moves->size() > shown) {
    const std::size_t more = moves->size() - shown;
    paragraphs.push_back(
        {fmt::format("and {} other {} answered likewise.", more, more == 1 ? "move, which is" : "moves, each of them")});
  }
  return paragraphs;
}

std::optional<std::string> line_of_play(const Games& games, const Sum& sum, const Answer& answer, Solver& solver,
                                        const Budget& budget) {
  constexpr std::size_t kChoices = 8, kSteps = 12;
  if (!answer.value.remoteness || *answer.value.remoteness < 2 || answer.value.outcome == Outcome::draw) return std::nullopt;
  Sum now = sum;
  std::string line;
  for (std::size_t step = 0; step < std::min<std::size_t>(kSteps, *answer.value.remoteness); ++step) {
    const std::optional<std::vector<Move>> choices = moves_from(games, now, budget);
    if (!choices || choices->empty() || choices->size() > kChoices) return std::nullopt;
    const std::vector<MoveValue> moves = solver.moves(now);
    const Move& best = moves[perfect_move(moves)].move;
    line += (line.empty() ? "" : "; ") + line_of(games, now, best);
    now = after(now, best);
  }
  return fmt::format("With best play it goes on like this: {}{}", line, *answer.value.remoteness > kSteps ? "; ..." : ".");
}

}  // namespace bouton
