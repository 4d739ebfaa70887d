// The answers of Solver where options are forbidden before each move. The theory stands in engine/rules/blocking.h.
#include "engine/plan/solver_impl.h"
#include "engine/rules/blocking.h"

namespace bouton {

/// The outcomes of what the options of a position lead to, by the method that told the position's own, null for a search;
/// nothing where that does not tell them.
std::optional<std::vector<Outcome>> Solver::Impl::outcomes_of(const SumPart& part, const Options& options,
                                                              AnsweringMethod* method) {
  if (method != nullptr) return method->outcomes(part.game, options);
  std::vector<Outcome> outcomes;
  for (std::size_t i = 0; i < options.size(); ++i) {
    budget_.check_stop();
    outcomes.push_back(plan_.sums().outcome({{part.game, Position(options[i][0])}}));
  }
  return outcomes;
}

/// Adds the moves that win an N-position, those of them that are left, and what must be forbidden at another one.
void Solver::Impl::add_blocked_moves(const Component& component, AnsweringMethod* method, RoomForMoves& room, Answer& answer) {
  const SumPart part = plan_.narrow_parts({component})[0];
  Options all(plan_.account());
  rules(part.game).options(part.position, all);
  const Options options = all.unique();
  const std::optional<std::vector<Outcome>> outcomes = outcomes_of(part, options, method);
  const Outcome own = answer.value.outcome;
  if (!outcomes) {
    answer.winning_moves_complete = own != Outcome::N;
    return;
  }
  answer.forbid.emplace();
  Reservation forbidden(plan_.account());
  for (std::size_t i = 0; i < options.size(); ++i) {
    const bool is_P = (*outcomes)[i] == Outcome::P;
    const bool wanted = own == Outcome::P ? (*outcomes)[i] != Outcome::N : is_P;
    if (!wanted) continue;
    if (own == Outcome::N) {
      if (!room.take(answer, bytes_of_move(options[i]))) return;
    } else {
      forbidden.add(bytes_of_move(options[i]));
    }
    (own == Outcome::N ? answer.winning_moves : *answer.forbid).push_back(move(part, 0, options[i]));
  }
}

/// What the position's own options say of its outcome.
Outcome Solver::Impl::blocked_outcome(const SumPart& part) {
  Options all(plan_.account());
  rules(part.game).options(part.position, all);
  const Options options = all.unique();
  BlockedOutcome outcome(rules(part.game).blocking(), play_as_written(rules(part.game)));
  const std::vector<Outcome> of_options = *outcomes_of(part, options, nullptr);
  for (const Outcome option : of_options) outcome.add(PackedOutcome(option));
  return outcome.result().outcome();
}

}  // namespace bouton
