// The answers of Solver that rest on closed forms.
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "engine/plan/claims.h"
#include "engine/plan/solver_impl.h"

namespace bouton {
namespace {

using Parts = SumSolver::Parts;

/// What a search may cost where a formula has told the outcome already.
constexpr Effort kBesideFormula{.positions = 1'000'000, .options = 20'000'000};

constexpr std::uint64_t kReportEvery = std::uint64_t{1} << 16;

/// Whether the position is small enough that a search below it may end within that effort: a bound on the number of
/// positions with no greater coordinates.
bool small(const Rules& rules, PositionView position) {
  std::uint64_t below = 1;
  for (std::size_t i = 0; i < position.size(); ++i) {
    const auto length = static_cast<std::uint64_t>(position[i]) - static_cast<std::uint64_t>(rules.domain().axis(i).least) + 1;
    if (length == 0 || length > kBesideFormula.positions) return false;
    below *= length;
    if (below > kBesideFormula.positions) return false;
  }
  return true;
}

}  // namespace

ClosedForm* Solver::Impl::form(std::size_t game) {
  if (!ways_.closed_form) return nullptr;
  const Covered<ClosedForm*> form = formulas_.form(game);
  if (form) return *form;
  refusal_ = form.reason();
  return nullptr;
}

bool Solver::Impl::all_normal(const Sum& sum) const {
  return std::ranges::all_of(sum, [&](const Component& component) { return games_[component.game]->play() == Play::normal; });
}

/// By the formula of a game, or by the sequence of its values.
std::optional<Integer> Solver::Impl::grundy_by_formula(const Component& component) {
  if (games_[component.game]->play() != Play::normal) return std::nullopt;
  ClosedForm* const formula = form(component.game);
  if (formula == nullptr) return grundy_by_heap(component);
  Covered<Integer> value = ask_formula([&] { return formula->grundy(component.position); });
  if (!value) {
    refusal_ = value.reason();
    return std::nullopt;
  }
  return *std::move(value);
}

/// Whether a sum of several components is answered through formulas: one of them is too large to be searched and has
/// one, or all of them have one.
bool Solver::Impl::takes_formulas(const Sum& sum) {
  if (sum.size() < 2 || !all_normal(sum)) return false;
  bool all = true;
  for (const Component& component : sum) {
    const bool known = grundy_by_formula(component).has_value();
    const std::optional<Position> position = bouton::narrow(component.position);
    if (known && !(position && small(*games_[component.game], *position))) return true;
    all = all && known;
  }
  return all;
}

/// What a search tells of a component that a formula has answered for; nothing if the component is not small.
std::optional<Value> Solver::Impl::searched(const Component& component) {
  const std::optional<Position> position = bouton::narrow(component.position);
  if (!position || !small(*games_[component.game], *position)) return std::nullopt;
  return sums_->within({component.game, *position}, kBesideFormula);
}

/// What the formula says beside what a search of a small position finds.
void Solver::Impl::check_against_search(const Component& component, const Value& found, const Answer& answer) {
  if (!ways_.claims) return;
  const Rules& rules = *games_[component.game];
  const Position position = *bouton::narrow(component.position);
  const auto fail = [&](const std::string& what) {
    throw contradicted(rules, Rules::Claim::closed_form, fmt::format("{} {}", to_string(position), what));
  };
  if (found.outcome != answer.value.outcome)
    fail(fmt::format("is {}, by the moves it is {}", letter(answer.value.outcome), letter(found.outcome)));
  if (answer.value.grundy && found.grundy && *answer.value.grundy != *found.grundy)
    fail(fmt::format("has Grundy value {}, by the moves it has {}", answer.value.grundy->text(), found.grundy->text()));
  if ((answer.value.outcome == Outcome::N) == answer.winning_moves.empty() && answer.winning_moves_complete &&
      rules.play() == Play::normal)
    fail(fmt::format("is {}, and has {} winning moves", letter(answer.value.outcome), answer.winning_moves.size()));
  Options options;
  rules.options(position, options);
  std::set<BigPosition> to;
  for (std::size_t i = 0; i < options.size(); ++i)
    if (options[i].size() == 1) to.insert(widen(options[i][0]));
  for (const Move& move : answer.winning_moves)
    if (!to.contains(move.to[0]))
      fail(fmt::format("is won by a move to {}, which is none of its moves", to_string(move.to[0])));
}

/// Play lasts for an even number of moves where the player to move loses, if it is play to the last move.
void Solver::Impl::check_remoteness(const Component& component, const Answer& answer) const {
  const Rules& rules = *games_[component.game];
  if (!ways_.claims || !answer.value.remoteness || rules.play() != Play::normal) return;
  if ((*answer.value.remoteness % 2 == 0) == (answer.value.outcome == Outcome::P)) return;
  const Rules::Claim claim = rules.heap_code().empty() ? Rules::Claim::closed_form : Rules::Claim::heap_code;
  throw contradicted(rules, claim,
                     fmt::format("{} is {}, by the moves it has remoteness {}", to_string(component.position),
                                 letter(answer.value.outcome), *answer.value.remoteness));
}

std::optional<Answer> Solver::Impl::solve_by_formula(const Component& component, std::size_t most_moves) {
  ClosedForm* const formula = form(component.game);
  if (formula == nullptr) return std::nullopt;
  const Covered<Outcome> outcome = ask_formula([&] { return formula->outcome(component.position); });
  if (!outcome) {
    refusal_ = outcome.reason();
    return std::nullopt;
  }
  Covered<WinningMoves> winning = ask_formula([&] { return formula->winning_moves(component.position, most_moves); });
  if (!winning) return std::nullopt;
  Answer answer;
  answer.value.outcome = *outcome;
  for (WinningMove& move : winning->moves) answer.winning_moves.push_back({0, std::move(move.label), {std::move(move.to)}});
  answer.winning_moves_complete = winning->complete;
  answer.solver = "closed form";
  answer.theorem = formula->theorem();
  if (const std::string assumption = formula->assumption(); !assumption.empty()) answer.theorem += "; " + assumption;
  if (const std::optional<Integer> value = grundy_by_formula(component)) answer.value.grundy = Nimber(*value);
  if (const std::optional<Value> found = searched(component)) {
    check_against_search(component, *found, answer);
    if (!answer.value.grundy) answer.value.grundy = found->grundy;
    answer.value.remoteness = found->remoteness;
  }
  return answer;
}

std::string_view Solver::Impl::known_way_to_outcome(const BigPosition& position) {
  if (ClosedForm* const formula = form(0))
    if (ask_formula([&] { return formula->outcome(position); }) &&
        ask_formula([&] { return formula->winning_moves(position, 0); }))
      return "closed form";
  return is_heap(0) ? "heap" : "";
}

std::string_view Solver::Impl::known_way_to_grundy(const BigPosition& position) {
  if (games_[0]->play() != Play::normal) return "";
  ClosedForm* const formula = form(0);
  if (formula == nullptr) return is_heap(0) ? "heap" : "";
  return ask_formula([&] { return formula->grundy(position); }) ? "closed form" : "";
}

/// The value of a component under normal play, by formula if there is one.
Nimber Solver::Impl::nimber(const Component& component) {
  if (const std::optional<Integer> value = grundy_by_formula(component)) return Nimber(*value);
  return sums_->nimber(narrow({component})[0]);
}

/// Adds the moves in component `number` of a sum whose other components have the value `rest` together, that win.
void Solver::Impl::add_moves_to(const Component& component, std::size_t number, const Nimber& rest, std::size_t most_moves,
                                Answer& answer) {
  if (!rest.is_finite()) return;  // no move here makes the sum a nimber
  const std::size_t room = most_moves - answer.winning_moves.size();
  if (form(component.game) != nullptr && grundy_by_formula(component)) {
    if (Covered<WinningMoves> found = form(component.game)->moves_to_value(component.position, rest.value(), room)) {
      for (WinningMove& move : found->moves)
        answer.winning_moves.push_back({number, std::move(move.label), {std::move(move.to)}});
      answer.winning_moves_complete = answer.winning_moves_complete && found->complete;
      return;
    }
  }
  if (is_heap(component.game) && !lists_options(component)) {
    add_heap_moves(component, number, rest, most_moves, answer);
    return;
  }
  const Parts parts = narrow({component});
  for_each_option(parts, [&](std::size_t, const Options::Option& option) {
    if (nimber_after(parts[0], option, rest).outcome() != Outcome::P) return true;
    if (answer.winning_moves.size() == most_moves) {
      answer.winning_moves_complete = false;
      return false;
    }
    answer.winning_moves.push_back(move(parts[0], number, option));
    return true;
  });
}

Answer Solver::Impl::solve_by_values(const Sum& sum, std::size_t most_moves) {
  Answer answer;
  std::vector<Nimber> values;
  bool by_formula = false;
  bool by_heap = false;
  bool by_search = false;
  for (const Component& component : sum) {
    const bool known = grundy_by_formula(component).has_value();
    const bool has_form = form(component.game) != nullptr;
    by_formula = by_formula || (known && has_form);
    by_heap = by_heap || (known && !has_form);
    by_search = by_search || !known;
    values.push_back(nimber(component));
  }
  const std::vector<Nimber> rests = rest_of_each(values);
  const Nimber total = rests[0] + values[0];
  answer.value.outcome = total.outcome();
  answer.value.grundy = total;
  for (const auto& [used, name] :
       {std::pair(by_formula, "closed form"), std::pair(by_heap, "heap"), std::pair(by_search, "search")})
    if (used) answer.solver += (answer.solver.empty() ? "" : " and ") + std::string(name);
  for (const Component& component : sum) {
    ClosedForm* const formula = form(component.game);
    if (formula == nullptr && !is_heap(component.game)) continue;
    const std::string theorem = formula != nullptr ? formula->theorem() : heaps_.theorem(component.game);
    if (answer.theorem.find(theorem) != std::string::npos) continue;
    answer.theorem += (answer.theorem.empty() ? "" : "; ") + theorem;
  }
  const bool all_small = std::ranges::all_of(sum, [&](const Component& component) {
    const std::optional<Position> position = bouton::narrow(component.position);
    return position && small(*games_[component.game], *position) && (!is_heap(component.game) || small_heap(component));
  });
  if (all_small) answer.value.remoteness = sums_->remoteness(narrow(sum));
  check_remoteness(sum[0], answer);
  if (total.outcome() != Outcome::N) return answer;
  for (std::size_t i = 0; i < sum.size() && answer.winning_moves_complete; ++i)
    add_moves_to(sum[i], i, rests[i], most_moves, answer);
  return answer;
}

/// The options of a component that is not small, with their outcomes; nothing if the formula does not cover them all.
std::optional<std::vector<MoveValue>> Solver::Impl::moves_by_formula(const SumPart& part) {
  ClosedForm* const formula = form(part.game);
  if (formula == nullptr || small(*games_[part.game], part.position)) return std::nullopt;
  std::vector<MoveValue> result;
  bool covered = true;
  for_each_option({part}, [&](std::size_t, const Options::Option& option) {
    covered = option.size() == 1;
    if (!covered) return false;
    const Covered<Outcome> outcome = ask_formula([&] { return formula->outcome(widen(option[0])); });
    covered = static_cast<bool>(outcome);
    if (covered) result.push_back({move(part, 0, option), {*outcome, std::nullopt, std::nullopt}});
    return covered;
  });
  if (!covered) return std::nullopt;
  return result;
}

/// False if the formula does not cover some position.
bool Solver::Impl::fill_by_formula(Table& table) {
  Position position = table.box.low();
  std::uint64_t index = 0;
  do {
    budget_.check_stop();
    if (index % kReportEvery == 0) budget_.report("positions", index, table.box.size());
    if (games_[0]->valid(position)) {
      const Covered<Outcome> outcome = ask_formula([&] { return form(0)->outcome(widen(position)); });
      if (!outcome) return false;
      table.cells[index] = static_cast<std::uint32_t>(*outcome);
    }
    ++index;
  } while (table.box.next(position));
  return true;
}

}  // namespace bouton
