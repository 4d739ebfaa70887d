// The answers of Solver where moves oblige: some game has `again` or `entail`, or the player to move is obliged to move in one
// component. The theory stands in engine/entailing/entailing_search.h.
#include <algorithm>

#include <fmt/format.h>

#include "engine/plan/solver_impl.h"

namespace bouton {

bool Solver::Impl::has_obligations(const Sum& sum) const {
  return std::ranges::any_of(sum, [&](const Component& part) { return part.obliged || rules(part.game).obliges(); });
}

/// Moves that oblige beside play that need not end have no theory here.
void Solver::Impl::check_no_loops(const Sum& sum, const std::vector<Nimber>& values) const {
  if (!has_obligations(sum)) return;
  for (std::size_t i = 0; i < sum.size(); ++i)
    if (!values[i].is_finite() && !values[i].is_loony())
      throw RequestError(fmt::format("moves that oblige have no values beside play that need not end, as below {}",
                                     rules(sum[i].game).domain().text(*narrow(sum[i].position))));
}

/// What an option leads to, in a sum whose other components have the value `rest`: its Grundy value unless it entails.
Value Solver::Impl::value_after(const SumPart& moved, const Options::Option& option, const Nimber& rest) {
  Value value;
  if (option.kind() == MoveKind::entail) {
    value.outcome = wins_when_obliged({moved.game, Position(option[0])}, rest) ? Outcome::N : Outcome::P;
    return value;
  }
  value.grundy = nimber_after(moved, option, rest);
  value.outcome = value.grundy->outcome();
  return value;
}

/// Whether the player who must move in `part` wins, beside components of the value `rest`.
bool Solver::Impl::wins_when_obliged(const SumPart& part, const Nimber& rest) {
  if (rules(part.game).obliges()) return plan_.sums().entailing(part.game)->obliged_wins(part.position, rest);
  bool wins = false;
  if (!rest.is_loony())
    for_each_option({part}, [&](std::size_t, const Options::Option& option) {
      wins = nimber_after(part, option, rest).outcome() == Outcome::P;
      return !wins;
    });
  return wins;
}

Outcome Solver::Impl::outcome_with_obligations(const Sum& sum, const std::vector<Nimber>& values) {
  check_no_loops(sum, values);
  const std::vector<Nimber> rests = rest_of_each(values);
  if (const std::optional<std::size_t> obliged = obliged_component(sum))
    return wins_when_obliged(plan_.narrow_parts({sum[*obliged]})[0], rests[*obliged]) ? Outcome::N : Outcome::P;
  return sum.empty() ? Outcome::P : (rests[0] + values[0]).outcome();
}

Answer Solver::Impl::solve_with_obligations(const Sum& sum, RoomForMoves& room, const Wanted& wanted) {
  Answer answer;
  const std::vector<Nimber> values = values_of(sum, answer);
  const std::vector<Nimber> rests = rest_of_each(values);
  const std::optional<std::size_t> obliged = obliged_component(sum);
  answer.value.outcome = outcome_with_obligations(sum, values);
  if (!obliged) answer.value.grundy = rests[0] + values[0];
  if (sum.size() == 1 && wanted.remoteness == Extent::whole) {
    answer.value.remoteness = remoteness(sum);
  } else if (sum.size() == 1 && wanted.remoteness == Extent::beside) {
    if (const std::optional<Value> found = plan_.sums().within(plan_.narrow_parts(sum)[0], kEffortForExtras))
      answer.value.remoteness = found->remoteness;
  }
  if (answer.value.outcome != Outcome::N) return answer;
  for (std::size_t i = 0; i < sum.size() && answer.winning_moves_complete; ++i) {
    if (obliged && *obliged != i) continue;
    room.fill(answer, [&] {
      if (rules(sum[i].game).obliges()) add_obliging_moves(sum, i, rests[i], room, answer);
      else add_moves_to(sum[i], i, rests[i], room, answer);
    });
  }
  return answer;
}

/// Adds the winning moves in component `number` of a game whose moves oblige.
void Solver::Impl::add_obliging_moves(const Sum& sum, std::size_t number, const Nimber& rest, RoomForMoves& room,
                                      Answer& answer) {
  const Parts parts = plan_.narrow_parts({sum[number]});
  for_each_option(parts, [&](std::size_t, const Options::Option& option) {
    const MoveValue after{move(parts[0], number, option), value_after(parts[0], option, rest)};
    if (after.for_opponent() != Outcome::P) return true;
    if (!room.take(answer, bytes_of_move(option))) return false;
    answer.winning_moves.push_back(after.move);
    return true;
  });
}

std::vector<MoveValue> Solver::Impl::moves_with_obligations(const Sum& sum) {
  Answer ignored;
  const std::vector<Nimber> values = values_of(sum, ignored);
  check_no_loops(sum, values);
  const std::vector<Nimber> rests = rest_of_each(values);
  const std::optional<std::size_t> obliged = obliged_component(sum);
  const Parts parts = plan_.narrow_parts(sum);
  const std::optional<Value> beside = parts.size() == 1 ? plan_.sums().within(parts[0], kEffortForExtras) : std::nullopt;
  const bool remoteness_known = beside && beside->remoteness;
  std::vector<MoveValue> result;
  Reservation listed(plan_.account());
  for_each_option(parts, [&](std::size_t component, const Options::Option& option) {
    if (obliged && *obliged != component) return true;
    listed.add(bytes_of_move(option));
    Value value = value_after(parts[component], option, rests[component]);
    if (remoteness_known && option.size() == 1)
      value.remoteness = plan_.sums().remoteness({{parts[component].game, Position(option[0])}});
    result.push_back({move(parts[component], component, option), std::move(value)});
    return true;
  });
  return result;
}

}  // namespace bouton
