#include "engine/why/blocking_reason.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "engine/play/sum_moves.h"
#include "engine/rules/blocking.h"
#include "engine/why/words.h"

namespace bouton {
namespace {

constexpr std::size_t kShown = 12;

std::string options_text(std::uint64_t count) { return fmt::format("{} option{}", count, count == 1 ? "" : "s"); }

/// "2,4; 4,2; and 3 more".
std::string listed(const Games& games, const Sum& sum, const std::vector<Move>& moves) {
  std::string text;
  for (std::size_t i = 0; i < std::min(kShown, moves.size()); ++i) text += (i > 0 ? "; " : "") + line_of(games, sum, moves[i]);
  if (moves.size() > kShown) text += fmt::format("; and {} more", moves.size() - kShown);
  return text;
}

/// The definition at work, in a sentence.
std::string definition(std::uint64_t most, bool misere) {
  const std::string options =
      fmt::format("at most {} of its options {} P-position{}", most, most == 1 ? "is a" : "are", most == 1 ? "" : "s");
  return fmt::format(
      "Before each move the other player forbids up to {}, and one of the others is taken. So a position is P iff "
      "{}{}.",
      options_text(most), options,
      misere ? " and another one leads to an N-position: some option must be left, or whoever moves wins" : "");
}

/// Of a position that is lost, or drawn.
std::string what_is_forbidden(const Games& games, const Sum& sum, const Answer& answer, std::uint64_t options) {
  const bool lost = answer.value.outcome == Outcome::P;
  if (!answer.forbid) return "What was computed does not tell which of its options to forbid.";
  if (answer.forbid->empty())
    return lost ? fmt::format("It has {}, none of which leads to a P-position: nothing needs to be forbidden.",
                              options_text(options))
                : fmt::format("None of its {} leads to a P-position, and more of them do not lose than can be forbidden.",
                              options_text(options));
  return fmt::format(
      "Of its {}, the other player should forbid {}: {}. {}", options_text(options),
      answer.forbid->size() == 1 ? "one" : fmt::format("{}", answer.forbid->size()), listed(games, sum, *answer.forbid),
      lost ? "Every other one leads to an N-position."
           : "No other one leads to a P-position, and more of them do not lose than can be forbidden: neither player can "
             "force a win.");
}

}  // namespace

bool has_blocking(const Games& games, const Sum& sum) {
  return std::ranges::any_of(sum, [&](const Component& part) { return games[part.game]->rules->blocking() > 0; });
}

void add_blocking_reason(const Games& games, const Sum& sum, const Answer& answer, Solver& solver, const Budget& budget,
                         Reason& reason) {
  const Rules& rules = *games[sum[0].game]->rules;
  const std::uint64_t most = rules.blocking();
  const bool misere = play_as_written(rules) == Play::misere;
  const auto say = [&](std::string prose) { reason.paragraphs.push_back({std::move(prose), {}}); };
  say(definition(most, misere));
  std::vector<LargePositions> large;
  for (const auto& game : games) large.emplace_back(game->rules);
  const SumMoves moves = SumMoves::of(sum, large, budget);
  const std::uint64_t options = narrow_unsigned(moves.count()).value_or(0);
  reason.forbid = answer.forbid;
  reason.move.reset();
  if (answer.value.outcome != Outcome::N) {
    if (options <= most && !misere)
      say(fmt::format("It has {}, and all of them may be forbidden: whoever has none left loses.", options_text(options)));
    else say(what_is_forbidden(games, sum, answer, options));
    return;
  }
  if (answer.winning_moves.empty()) {
    say("It has no option, and whoever has none left wins.");
    return;
  }
  const std::size_t winning = answer.winning_moves.size();
  const std::string number = answer.winning_moves_complete ? fmt::format("{}", winning) : fmt::format("{} and more", winning);
  if (winning > most)
    say(fmt::format("{} of its {} lead to P-positions, and {} can be forbidden: one of them is always left. They are {}.",
                    number, options_text(options), most == 1 ? "only 1" : fmt::format("only {}", most),
                    listed(games, sum, answer.winning_moves)));
  else
    say(fmt::format("{} to {}, so that whatever is left wins; and if all are forbidden, whoever has none left wins: {}.",
                    options == 1 ? "Its only option leads" : fmt::format("All of its {} lead", options_text(options)),
                    options == 1 ? "a P-position" : "P-positions", listed(games, sum, answer.winning_moves)));
  // The nearest of those that a hastening winner is sure to have.
  const std::vector<MoveValue> values = solver.moves(sum);
  const auto nearer = [](const MoveValue& a, const MoveValue& b) {
    const auto merit = [](const MoveValue& move) {
      return std::pair(move.value.outcome != Outcome::P, move.value.remoteness.value_or(~Remoteness{0}));
    };
    return merit(a) < merit(b);
  };
  reason.move = std::ranges::min_element(values, nearer)->move;
}

}  // namespace bouton
