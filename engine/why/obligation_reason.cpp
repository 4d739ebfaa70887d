#include "engine/why/obligation_reason.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/play/sum_moves.h"
#include "engine/why/proof.h"
#include "engine/why/words.h"

namespace bouton {
namespace {

constexpr const char* kTheorem =
    "Theorem: Winning Ways, chapter 12; Larsson, Nowakowski, Santos (2021): where moves oblige, a position has a Grundy value "
    "or is "
    "loony. A sum is N if some component is loony, else iff the nim-sum of the values is not 0.";

/// The values of the components, and what they say together.
void add_values(const Games& games, const Sum& sum, Solver& solver, Reason& reason) {
  Reason::Paragraph values;
  std::string loony;
  for (const Component& component : sum) {
    const Sum alone = {{component.game, component.position}};
    const std::optional<Nimber> value = solver.grundy(alone);
    values.table.push_back({line_of(games, alone), value ? value->text() : "?"});
    if (value && value->is_loony() && loony.empty()) loony = line_of(games, alone);
  }
  if (sum.size() > 1) {
    reason.paragraphs.push_back({"The values of the components:", {}});
    reason.paragraphs.push_back(std::move(values));
  } else if (!values.table.empty() && loony.empty()) {
    reason.paragraphs.push_back({fmt::format("The Grundy value is {}.", values.table[0][1]), {}});
  }
  if (!loony.empty())
    reason.paragraphs.push_back(
        {fmt::format("{} is loony: whoever is to move and may move there wins, whatever stands beside it.", loony), {}});
}

}  // namespace

bool has_obligations(const Games& games, const Sum& sum) {
  return std::ranges::any_of(sum, [&](const Component& part) { return part.obliged || games[part.game]->rules->obliges(); });
}

void add_obligation_reason(const Games& games, const Sum& sum, const Answer& answer, Solver& solver, const Budget& budget,
                           Reason& reason) {
  constexpr std::size_t kShown = 12, kMostMovesOn = 100;
  const auto say = [&](std::string prose) { reason.paragraphs.push_back({std::move(prose), {}}); };
  say(kTheorem);
  add_values(games, sum, solver, reason);
  if (const std::optional<std::size_t> obliged = obliged_component(sum); obliged && sum.size() > 1)
    say(fmt::format("The player to move must move in {}.", line_of(games, {{sum[*obliged].game, sum[*obliged].position}})));
  if (answer.value.outcome == Outcome::N && !reason.move) return;
  Sum lost = sum;
  std::optional<Move> move = reason.move;
  for (std::size_t i = 0; move && i < kMostMovesOn; ++i) {
    const std::string what = line_of(games, lost, *move);
    lost = after(lost, *move);
    if (move->kind != MoveKind::again) {
      say(fmt::format("The move {} {}", what,
                      move->kind == MoveKind::entail ? "entails: the opponent must answer in that component, and loses there."
                                                     : "leads to a P-position, where whoever moves loses."));
      break;
    }
    const Answer next = solver.solve(lost, 1, {.grundy = Extent::none, .remoteness = Extent::none});
    say(fmt::format("The move {} lets the same player move again.", what));
    move.reset();
    if (!next.winning_moves.empty()) move = next.winning_moves.front();
  }
  const std::vector<Reason::Paragraph> answers = answers_to_every_move(games, lost, kShown, solver, budget);
  if (answers.empty()) {
    say(has_moves(games, lost, budget) ? "The moves from there are too many to list."
                                       : "No move is left where one must be made, and whoever cannot move loses.");
    return;
  }
  say("Every move from there is answered by one that wins again:");
  reason.paragraphs.insert(reason.paragraphs.end(), answers.begin(), answers.end());
}

}  // namespace bouton
