// The answers of Solver that list moves.
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "engine/plan/claims.h"
#include "engine/plan/solver_impl.h"

namespace bouton {
namespace {

using Parts = SumSolver::Parts;

/// `parts` after the move that replaces component `moved`.
Parts after(const Parts& parts, std::size_t moved, const Options::Option& option) {
  Parts result;
  result.reserve(parts.size() + option.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i != moved) {
      result.push_back(parts[i]);
      continue;
    }
    for (std::size_t part = 0; part < option.size(); ++part) result.push_back({parts[i].game, Position(option[part])});
  }
  return result;
}

/// Adds a phrase that is not there yet.
void join(std::string& phrases, std::string_view phrase, std::string_view between) {
  if (phrase.empty() || phrases.find(phrase) != std::string::npos) return;
  if (!phrases.empty()) phrases += between;
  phrases += phrase;
}

}  // namespace

Move Solver::Impl::move(const SumPart& moved, std::size_t component, const Options::Option& option) const {
  Move move{component, std::string(rules(moved.game).label_name(option.label())), {}, option.kind()};
  for (std::size_t part = 0; part < option.size(); ++part) move.to.push_back(widen(option[part]));
  return move;
}

Answer Solver::Impl::solve(const Sum& sum, std::size_t most_moves, const Wanted& wanted) {
  check_games(sum);
  RoomForMoves room(plan_.account(), most_moves);
  Answer answer = answer_to(sum, room, wanted);
  check_only_method(answer);
  answer.winning_moves_given_up = !answer.winning_moves_complete && answer.winning_moves.size() < most_moves;
  for (const Component& component : sum) join(answer.claim, uncompared_claims(rules(component.game)), " and ");
  if (has_obligations(sum) || answer.methods == std::vector{Method::within_bound}) return answer;  // no more is there or known
  const bool normal = sum.empty() || plan_.all_normal(sum);
  if (normal && wanted.grundy != Extent::none && !answer.value.grundy) answer.left_out.push_back(ValueKind::grundy);
  if (wanted.remoteness != Extent::none && answer.value.outcome != Outcome::draw && !answer.value.remoteness)
    answer.left_out.push_back(ValueKind::remoteness);
  return answer;
}

Answer Solver::Impl::answer_to(const Sum& sum, RoomForMoves& room, const Wanted& wanted) {
  if (has_obligations(sum)) return solve_with_obligations(sum, room, wanted);
  if (plan_.adds_values(sum)) return solve_by_values(sum, room, wanted);
  if (sum.size() != 1) {
    run_only_method(sum);
    return solve_by_search(sum, room, wanted);
  }
  AnsweringMethod& method = plan_.run(Question::about(Question::Of::winning_moves, sum[0]));
  const std::vector<Fallback> fallbacks = plan_.fallbacks();
  Answer answer =
      method.looks_below() ? solve_by_search(sum, room, wanted) : solve_without_search(sum[0], method, room, wanted);
  answer.fallbacks = fallbacks;
  return answer;
}

/// By a method that has told the outcome without a look at all positions below. What it does not tell is searched for as far as
/// it is wanted.
Answer Solver::Impl::solve_without_search(const Component& component, AnsweringMethod& method, RoomForMoves& room,
                                          const Wanted& wanted) {
  const Outcome outcome = method.outcome(component);
  Answer answer;
  answer.value.outcome = outcome;
  answer.methods = {method.method()};
  answer.solver = name(method.method());
  if (method.method() == Method::compound || !method.search_may_tell_more()) {
    if (wanted.grundy != Extent::none) answer.value.grundy = method.nimber_beside(component);
    if (wanted.remoteness != Extent::none) answer.value.remoteness = method.remoteness(component);
  } else if (wanted.grundy != Extent::none) {
    beside(wanted.grundy, [&] {
      if (const auto value = nimber_without_search(component, outcome)) answer.value.grundy = value->first;
    });
  }
  if (rules(component.game).blocking() > 0) {
    add_blocked_moves(component, &method, room, answer);
  } else {
    room.fill(answer, [&] {
      if (!add_found_moves(method, component, 0, 0, room, answer) && outcome == Outcome::N)
        add_moves_to(component, 0, Nimber(), room, answer);
    });
  }
  answer.theorem = method.theorem(component.game);
  answer.claim = method.claim(component);
  add_what_search_tells(component, method, wanted, answer);
  return answer;
}

/// Of a component that another way has answered for: the values that are missing, and whether the two agree.
void Solver::Impl::add_what_search_tells(const Component& component, const AnsweringMethod& method, const Wanted& wanted,
                                         Answer& answer) {
  const std::optional<Position> position = narrow(component.position);
  if (!position || (wanted.grundy == Extent::none && wanted.remoteness == Extent::none)) return;
  const SumPart part{component.game, *position};
  if (method.search_may_tell_more() && plan_.is_worth_searching(component)) {
    beside(Extent::beside, [&] {
      if (answer.methods.front() == Method::heap) {
        if (wanted.remoteness != Extent::none) answer.value.remoteness = plan_.sums().remoteness({part});
      } else if (const std::optional<Value> found = plan_.sums().within(part, kEffortForExtras)) {
        if (allowed_.claims) check_against_search(rules(component.game), part.position, *found, answer);
        if (!answer.value.grundy && wanted.grundy != Extent::none) answer.value.grundy = found->grundy;
        if (wanted.remoteness != Extent::none) answer.value.remoteness = found->remoteness;
      }
    });
  }
  const bool normal = rules(component.game).play() == Play::normal;
  if (wanted.grundy == Extent::whole && normal && !answer.value.grundy) answer.value.grundy = nimber(component);
  if (wanted.remoteness == Extent::whole && !answer.value.remoteness)
    answer.value.remoteness = plan_.sums().remoteness({part}, true);
  if (allowed_.claims) check_remoteness(rules(component.game), component.position, answer);
}

/// The value of each component, and by which methods they were found. `searchable`: whether all may be searched besides.
std::vector<Nimber> Solver::Impl::values_of(const Sum& sum, Answer& answer, bool* searchable) {
  std::vector<Nimber> values;
  std::set<Method> taken;
  for (const Component& component : sum) {
    AnsweringMethod& method = plan_.run(Question::about(Question::Of::grundy, component));
    const std::vector<Fallback>& fallbacks = plan_.fallbacks();
    answer.fallbacks.insert(answer.fallbacks.end(), fallbacks.begin(), fallbacks.end());
    values.push_back(method.nimber(component));
    taken.insert(method.answered());
    join(answer.theorem, method.theorem(component.game), "; ");
    join(answer.claim, method.claim(component), " and ");
    if (searchable != nullptr) *searchable = *searchable && (method.looks_below() || plan_.is_worth_searching(component));
  }
  answer.methods.assign(taken.begin(), taken.end());
  for (const Method method : taken) join(answer.solver, name(method), " and ");
  return values;
}

Answer Solver::Impl::solve_by_values(const Sum& sum, RoomForMoves& room, const Wanted& wanted) {
  Answer answer;
  bool searchable = true;
  const std::vector<Nimber> values = values_of(sum, answer, &searchable);
  const std::vector<Nimber> rests = rest_of_each(values);
  const Nimber total = rests[0] + values[0];
  answer.value.outcome = total.outcome();
  answer.value.grundy = total;
  const bool narrow_enough = std::ranges::all_of(sum, [](const Component& part) { return narrow(part.position).has_value(); });
  const bool whole = wanted.remoteness == Extent::whole && narrow_enough;
  if (whole || (searchable && wanted.remoteness == Extent::beside))
    answer.value.remoteness = plan_.sums().remoteness(plan_.narrow_parts(sum), whole);
  if (allowed_.claims) check_remoteness(rules(sum[0].game), sum[0].position, answer);
  if (total.outcome() != Outcome::N) return answer;
  for (std::size_t i = 0; i < sum.size() && answer.winning_moves_complete; ++i)
    room.fill(answer, [&] { add_moves_to(sum[i], i, rests[i], room, answer); });
  return answer;
}

/// Adds the moves in component `number` of a sum whose other components have the value `rest` together, that win.
void Solver::Impl::add_moves_to(const Component& component, std::size_t number, const Nimber& rest, RoomForMoves& room,
                                Answer& answer) {
  if (!rest.is_finite()) return;  // no move here makes the sum a nimber
  if (const auto known = nimber_without_search(component, std::nullopt))
    if (add_found_moves(*known->second, component, number, rest.value(), room, answer)) return;
  const Parts parts = plan_.narrow_parts({component});
  for_each_option(parts, [&](std::size_t, const Options::Option& option) {
    if (nimber_after(parts[0], option, rest).outcome() != Outcome::P) return true;
    if (!room.take(answer, bytes_of_move(option))) return false;
    answer.winning_moves.push_back(move(parts[0], number, option));
    return true;
  });
}

/// Adds the moves in component `number` to a value as `method` finds them; false where it does not.
bool Solver::Impl::add_found_moves(AnsweringMethod& method, const Component& component, std::size_t number,
                                   const Integer& value, RoomForMoves& room, Answer& answer) {
  const std::size_t most = room.moves_like(component.position);
  std::optional<MovesToValue> found = method.moves_to_value(component, value, most);
  if (found) room.add(answer, number, *std::move(found), most);
  return found.has_value();
}

Answer Solver::Impl::solve_by_search(const Sum& sum, RoomForMoves& room, const Wanted& wanted) {
  const Parts parts = plan_.narrow_parts(sum);
  SumSolver& sums = plan_.sums();
  const bool normal = sums.play(parts) == Play::normal;
  Answer answer;
  answer.value.outcome = sums.outcome(parts);
  answer.methods = {sums.choose(parts)};
  answer.solver = name(answer.methods.front());
  if (normal) answer.value.grundy = nimber_beside(parts, wanted);
  if (wanted.remoteness != Extent::none) answer.value.remoteness = sums.remoteness(parts, wanted.remoteness == Extent::whole);
  check_symmetry(parts, answer);
  if (parts.size() == 1 && rules(parts[0].game).blocking() > 0) {
    add_blocked_moves(sum[0], nullptr, room, answer);
    return answer;
  }
  if (answer.value.outcome != Outcome::N) return answer;
  const bool by_nimbers = answer.value.grundy.has_value();
  const std::vector<Nimber> rests = by_nimbers ? rest_of_each(nimbers_of(parts)) : std::vector<Nimber>();
  const auto add_if_winning = [&](std::size_t component, const Options::Option& option) {
    const Outcome outcome = by_nimbers ? nimber_after(parts[component], option, rests[component]).outcome()
                                       : sums.outcome_after(parts, after(parts, component, option));
    if (outcome != Outcome::P) return true;
    if (!room.take(answer, bytes_of_move(option))) return false;
    answer.winning_moves.push_back(move(parts[component], component, option));
    return true;
  };
  room.fill(answer, [&] { for_each_option(parts, add_if_winning); });
  return answer;
}

/// The Grundy value of what was searched for its outcome, as far as it is wanted; nothing only for one component, which no move
/// splits.
std::optional<Nimber> Solver::Impl::nimber_beside(const Parts& parts, const Wanted& wanted) {
  if (wanted.grundy != Extent::whole && plan_.sums().stands_alone(parts)) {
    if (wanted.grundy == Extent::none) return std::nullopt;
    return plan_.sums().nimber(parts[0], kEffortForExtras);
  }
  Nimber total;
  for (const Nimber& value : nimbers_of(parts)) total = total + value;
  return total;
}

/// Of a position that is not in its normal form: what its own options say of the answer, which comes from the normal form.
void Solver::Impl::check_symmetry(const Parts& parts, const Answer& answer) {
  if (!allowed_.claims || parts.size() != 1) return;
  const Rules& game = rules(parts[0].game);
  Position normal = parts[0].position;
  game.normalize(normal);
  if (normal == parts[0].position) return;
  const std::optional<Outcome> own = game.blocking() > 0 ? blocked_outcome(parts[0]) : own_outcome(parts);
  if (!own || *own == answer.value.outcome) return;
  throw contradicted(game, Rules::Claim::symmetry,
                     fmt::format("{} is the same as {}, which is {}; by its own moves it is {}", to_string(parts[0].position),
                                 to_string(normal), letter(answer.value.outcome), letter(*own)));
}

/// What the outcomes of the options say; nothing where there is none.
std::optional<Outcome> Solver::Impl::own_outcome(const Parts& parts) {
  bool wins = false;
  bool draws = false;
  bool any = false;
  for_each_option(parts, [&](std::size_t component, const Options::Option& option) {
    const Outcome outcome = plan_.sums().outcome_after(parts, after(parts, component, option));
    wins = wins || outcome == Outcome::P;
    draws = draws || outcome == Outcome::draw;
    return any = true;
  });
  if (!any) return std::nullopt;
  return wins ? Outcome::N : draws ? Outcome::draw : Outcome::P;
}

std::vector<MoveValue> Solver::Impl::moves(const Sum& sum) {
  check_games(sum);
  if (has_obligations(sum)) return moves_with_obligations(sum);
  const Parts parts = plan_.narrow_parts(sum);
  if (sum.size() == 1)
    if (std::optional<std::vector<MoveValue>> found = moves_without_search(sum[0])) return *std::move(found);
  SumSolver& sums = plan_.sums();
  const bool normal = sums.play(parts) == Play::normal;
  const bool by_heaps = normal && std::ranges::all_of(parts, [&](const SumPart& part) { return counts_heaps(part.game); });
  if (!normal) run_only_method(sum);
  if (!by_heaps && !(normal && allowed_.only)) sums.outcome(parts);
  // Where the sum is too large to be searched, its options are not tried one after the other.
  const bool searchable =
      !by_heaps || std::ranges::all_of(sum, [&](const Component& part) { return plan_.is_worth_searching(part); });
  const bool remoteness_known = searchable && sums.knows_remoteness_below(parts);
  const std::vector<Nimber> rests = normal ? rest_of_each(nimbers_of(parts)) : std::vector<Nimber>();
  std::vector<MoveValue> result;
  Reservation listed(plan_.account());
  for_each_option(parts, [&](std::size_t component, const Options::Option& option) {
    listed.add(bytes_of_move(option));
    const Parts next = after(parts, component, option);
    Value value;
    if (normal) {
      value.grundy = nimber_after(parts[component], option, rests[component]);
      value.outcome = value.grundy->outcome();
    } else {
      value.outcome = sums.outcome_after(parts, next);
    }
    if (remoteness_known) value.remoteness = sums.remoteness(next);
    result.push_back({move(parts[component], component, option), std::move(value)});
    return true;
  });
  return result;
}

/// The options of a component that is not small, with their outcomes; nothing if no way without a search tells them all.
std::optional<std::vector<MoveValue>> Solver::Impl::moves_without_search(const Component& component) {
  AnsweringMethod& method = plan_.run(Question::about(Question::Of::outcome, component));
  if (method.looks_below() || method.method() == Method::heap) return std::nullopt;
  const bool tells_outcomes = method.method() == Method::closed_form || method.method() == Method::compound;
  if (tells_outcomes && plan_.is_worth_searching(component)) return std::nullopt;
  const SumPart part = plan_.narrow_parts({component})[0];
  Options all(plan_.account());
  rules(part.game).options(part.position, all);
  const Options options = all.unique();
  const std::optional<std::vector<Outcome>> outcomes = method.outcomes(component.game, options);
  if (!outcomes) return std::nullopt;
  std::vector<MoveValue> result;
  Reservation listed(plan_.account());
  for (std::size_t i = 0; i < options.size(); ++i) {
    listed.add(bytes_of_move(options[i]));
    result.push_back({move(part, 0, options[i]), {(*outcomes)[i], std::nullopt, std::nullopt}});
  }
  return result;
}

}  // namespace bouton
