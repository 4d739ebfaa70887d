#include "engine/plan/solver_impl.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/base/progress.h"
#include "engine/plan/claims.h"

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

/// The position for a message: long numbers are cut.
std::string abbreviated(const BigPosition& position) {
  constexpr std::size_t kLongest = 60;
  const std::string text = to_string(position);
  if (text.size() <= kLongest) return text;
  return fmt::format("{}... ({} characters)", text.substr(0, kLongest - 20), text.size());
}

void check_box(const Rules& rules, const Box& box) {
  for (const Position& corner : {box.low(), box.high()})
    if (const std::optional<std::string> complaint = rules.domain().complaint(corner))
      throw RequestError(fmt::format("the corner {} of the box {}", to_string(corner), *complaint));
}

}  // namespace

std::size_t bytes_of_move(const Options::Option& option) {
  constexpr std::size_t kOfMove = 256, kOfPart = 64, kOfCoordinate = 64;
  std::size_t bytes = kOfMove;
  for (std::size_t part = 0; part < option.size(); ++part) bytes += kOfPart + kOfCoordinate * option[part].size();
  return bytes;
}

std::vector<Nimber> rest_of_each(const std::vector<Nimber>& values) {
  std::vector<Nimber> rests(values.size());
  Nimber before;
  for (std::size_t i = 0; i < values.size(); ++i) {
    rests[i] = before;
    before = before + values[i];
  }
  Nimber behind;
  for (std::size_t i = values.size(); i-- > 0;) {
    rests[i] = rests[i] + behind;
    behind = behind + values[i];
  }
  return rests;
}

void Solver::Impl::check_games(const Sum& sum) {
  for (const Component& component : sum) {
    if (component.game >= games_.size()) throw RequestError(fmt::format("game number {} of {}", component.game, games_.size()));
    check_claims_of(component.game);
  }
}

void Solver::Impl::check_claims_of(std::size_t game) {
  if (!ways_.claims) return;
  claims_looked_at_.resize(games_.size());
  if (claims_looked_at_[game]) return;
  check_claims(games_[game], form(game), budget_);
  claims_looked_at_[game] = true;
}

/// Of a position that is not in its normal form: what its own options say of the answer, which comes from the normal form.
void Solver::Impl::check_symmetry(const Parts& parts, const Answer& answer) {
  if (!ways_.claims || parts.size() != 1) return;
  const Rules& rules = *games_[parts[0].game];
  Position normal = parts[0].position;
  rules.normalize(normal);
  if (normal == parts[0].position) return;
  bool wins = false;
  bool draws = false;
  bool any = false;
  for_each_option(parts, [&](std::size_t component, const Options::Option& option) {
    const Outcome outcome = sums_->outcome_after(parts, after(parts, component, option));
    wins = wins || outcome == Outcome::P;
    draws = draws || outcome == Outcome::draw;
    return any = true;
  });
  if (!any) return;
  const Outcome own = wins ? Outcome::N : draws ? Outcome::draw : Outcome::P;
  if (own == answer.value.outcome) return;
  throw contradicted(rules, Rules::Claim::symmetry,
                     fmt::format("{} is the same as {}, which is {}; by its own moves it is {}", to_string(parts[0].position),
                                 to_string(normal), letter(answer.value.outcome), letter(own)));
}

Parts Solver::Impl::narrow(const Sum& sum) const {
  Parts parts;
  parts.reserve(sum.size());
  for (const Component& component : sum) {
    const std::optional<Position> position = bouton::narrow(component.position);
    if (!position) {
      const bool has_formula = ways_.closed_form && games_[component.game]->closed_form() != nullptr;
      throw RequestError(fmt::format("position {}: coordinates beyond 64 bits take a formula, and {}{}{}",
                                     abbreviated(component.position),
                                     has_formula ? "this game's does not answer this question" : "this game has none",
                                     has_formula && !refusal_.empty() ? ": " : "", has_formula ? refusal_ : ""));
    }
    parts.push_back({component.game, *position});
  }
  return parts;
}

Answer Solver::Impl::solve(const Sum& sum, std::size_t most_moves) {
  check_games(sum);
  if (sum.size() == 1)
    if (std::optional<Answer> answer = solve_by_formula(sum[0], most_moves)) return *std::move(answer);
  if (sum.size() == 1)
    if (std::optional<Answer> answer = solve_by_heap(sum[0], most_moves)) return *std::move(answer);
  if (takes_formulas(sum)) return solve_by_values(sum, most_moves);
  return solve_by_search(narrow(sum), most_moves);
}

Outcome Solver::Impl::outcome(const Sum& sum) {
  check_games(sum);
  if (ClosedForm* const formula = sum.size() == 1 ? form(sum[0].game) : nullptr) {
    const Covered<Outcome> outcome = ask_formula([&] { return formula->outcome(sum[0].position); });
    if (outcome) return *outcome;
    refusal_ = outcome.reason();
  }
  if (sum.size() == 1)
    if (const std::optional<Integer> value = grundy_by_heap(sum[0])) return Nimber(*value).outcome();
  if (takes_formulas(sum)) return nimber(sum)->outcome();
  return sums_->outcome(narrow(sum));
}

std::optional<Nimber> Solver::Impl::nimber(const Sum& sum) {
  check_games(sum);
  if (!sum.empty() && !all_normal(sum)) {
    (void)sums_->play(narrow(sum));  // a mixture of conventions is refused first
    throw RequestError("a Grundy value exists under normal play only");
  }
  Nimber total;
  for (const Component& component : sum) total = total + nimber(component);
  return total;
}

std::optional<Remoteness> Solver::Impl::remoteness(const Sum& sum) {
  check_games(sum);
  return sums_->remoteness(narrow(sum));
}

Nimber Solver::Impl::nimber_after(const SumPart& moved, const Options::Option& option, const Nimber& rest) {
  Nimber sum = rest;
  for (std::size_t part = 0; part < option.size(); ++part) sum = sum + nimber_of(moved.game, option[part]);
  return sum;
}

Move Solver::Impl::move(const SumPart& moved, std::size_t component, const Options::Option& option) const {
  Move move{component, std::string(games_[moved.game]->label_name(option.label())), {}};
  for (std::size_t part = 0; part < option.size(); ++part) move.to.push_back(widen(option[part]));
  return move;
}

std::vector<Nimber> Solver::Impl::values_of(const Parts& parts) {
  std::vector<Nimber> values;
  for (const SumPart& part : parts) values.push_back(nimber_of(part.game, part.position));
  return values;
}

Answer Solver::Impl::solve_by_search(const Parts& parts, std::size_t most_moves) {
  const bool normal = sums_->play(parts) == Play::normal;
  Answer answer;
  answer.value.outcome = sums_->outcome(parts);
  if (normal) {
    Nimber total;
    for (const Nimber& value : values_of(parts)) total = total + value;
    answer.value.grundy = total;
  }
  answer.value.remoteness = sums_->remoteness(parts);
  answer.solver = sums_->solver(parts);
  check_symmetry(parts, answer);
  if (answer.value.outcome != Outcome::N) return answer;
  const std::vector<Nimber> rests = normal ? rest_of_each(values_of(parts)) : std::vector<Nimber>();
  Reservation listed(account_);
  for_each_option(parts, [&](std::size_t component, const Options::Option& option) {
    const Outcome outcome = normal ? nimber_after(parts[component], option, rests[component]).outcome()
                                   : sums_->outcome_after(parts, after(parts, component, option));
    if (outcome != Outcome::P) return true;
    answer.winning_moves_complete = answer.winning_moves.size() < most_moves;
    if (!answer.winning_moves_complete) return false;
    listed.add(bytes_of_move(option));
    answer.winning_moves.push_back(move(parts[component], component, option));
    return answer.winning_moves_complete;
  });
  return answer;
}

std::vector<MoveValue> Solver::Impl::moves(const Sum& sum) {
  check_games(sum);
  const Parts parts = narrow(sum);
  if (parts.size() == 1)
    if (std::optional<std::vector<MoveValue>> found = moves_by_formula(parts[0])) return *std::move(found);
  const bool normal = sums_->play(parts) == Play::normal;
  const bool by_heaps = normal && std::ranges::all_of(parts, [&](const SumPart& part) { return is_heap(part.game); });
  if (!by_heaps) sums_->outcome(parts);
  // Where the sum is too large to be searched, its options are not tried one after the other.
  const bool searchable = !by_heaps || std::ranges::all_of(sum, [&](const Component& part) { return small_heap(part); });
  const bool remoteness_known = searchable && sums_->knows_remoteness_below(parts);
  const std::vector<Nimber> rests = normal ? rest_of_each(values_of(parts)) : std::vector<Nimber>();
  std::vector<MoveValue> result;
  Reservation listed(account_);
  for_each_option(parts, [&](std::size_t component, const Options::Option& option) {
    listed.add(bytes_of_move(option));
    const Parts next = after(parts, component, option);
    Value value;
    if (normal) {
      value.grundy = nimber_after(parts[component], option, rests[component]);
      value.outcome = value.grundy->outcome();
    } else {
      value.outcome = sums_->outcome_after(parts, next);
    }
    if (remoteness_known) value.remoteness = sums_->remoteness(next);
    result.push_back({move(parts[component], component, option), std::move(value)});
    return true;
  });
  return result;
}

Table Solver::Impl::table(const Box& box, ValueKind kind) {
  if (games_.empty()) throw RequestError("a table of no game");
  check_box(*games_[0], box);
  check_claims_of(0);
  if (kind == ValueKind::grundy && games_[0]->play() != Play::normal)
    throw RequestError("Grundy values exist under normal play only; ask for outcomes");
  if (kind == ValueKind::outcome && formula_is_faster(box, false)) {
    const Reservation cells(account_, bytes_of_cells(box));
    Table table = empty_table(box, kind, budget_);
    if (fill_by_formula(table)) return table;
  }
  if (kind != ValueKind::remoteness && is_heap(0)) {  // also where the formula does not cover the whole box
    const Reservation cells(account_, bytes_of_cells(box));
    Table table = empty_table(box, kind, budget_);
    fill_by_heap(table);
    return table;
  }
  return sums_->table(box, kind);
}

/// Whether the game has a formula, and asking it for every position costs less than the kernels.
bool Solver::Impl::formula_is_faster(const Box& box, bool positions_only) {
  constexpr double kSecondsOfFormula = 2e-6;
  if (form(0) == nullptr) return false;
  const Kernels* const kernels = sums_->kernels();
  if (kernels == nullptr) return true;
  const auto plan = kernels->plan(box, ValueKind::outcome, positions_only);
  const auto* const found = std::get_if<TablePlan>(&plan);
  return found == nullptr || found->seconds > kSecondsOfFormula * static_cast<double>(box.size());
}

std::string_view Solver::Impl::way_to_table(const Box& box, ValueKind kind) {
  if (kind == ValueKind::outcome && formula_is_faster(box, false)) return "closed form";
  if (kind != ValueKind::remoteness && is_heap(0)) return "heap";
  return has_plan(box, kind, false) ? "table" : "";
}

std::string_view Solver::Impl::way_to_positions(const Box& box) {
  if (has_plan(box, ValueKind::outcome, true) && !formula_is_faster(box, true)) return "table";
  return way_to_table(box, ValueKind::outcome);
}

bool Solver::Impl::has_plan(const Box& box, ValueKind kind, bool positions_only) const {
  const Kernels* const kernels = sums_->kernels();
  return kernels != nullptr && std::holds_alternative<TablePlan>(kernels->plan(box, kind, positions_only));
}

std::uint64_t Solver::Impl::positions(const Box& box, const std::function<void(PositionView)>& visit) {
  if (games_.empty()) throw RequestError("the positions of no game");
  check_box(*games_[0], box);
  check_claims_of(0);
  if (const Kernels* const kernels = sums_->kernels(); kernels != nullptr && !formula_is_faster(box, true))
    if (const std::optional<std::uint64_t> count = kernels->positions(box, visit)) return *count;
  const Table outcomes = table(box, ValueKind::outcome);
  Position position = box.low();
  std::uint64_t count = 0;
  for (std::uint64_t index = 0; index < box.size(); ++index, box.next(position)) {
    budget_.check_stop_at(index);
    if (!outcomes.valid(index) || outcomes.outcome(index) != Outcome::P) continue;
    visit(position);
    ++count;
  }
  return count;
}

Solver::Solver(std::vector<std::shared_ptr<const Rules>> games, Budget budget, Ways ways)
    : impl_(std::make_unique<Impl>(std::move(games), std::move(budget), ways)) {}

Solver::~Solver() = default;

Answer Solver::solve(const Sum& sum, std::size_t most_moves) {
  return impl_->ask([&] { return impl_->solve(sum, most_moves); });
}

std::vector<MoveValue> Solver::moves(const Sum& sum) {
  return impl_->ask([&] { return impl_->moves(sum); });
}

Outcome Solver::outcome(const Sum& sum) {
  return impl_->ask([&] { return impl_->outcome(sum); });
}

std::optional<Nimber> Solver::grundy(const Sum& sum) {
  return impl_->ask([&] { return impl_->nimber(sum); });
}

std::optional<Remoteness> Solver::remoteness(const Sum& sum) {
  return impl_->ask([&] { return impl_->remoteness(sum); });
}

std::string_view Solver::known_way_to_outcome(const BigPosition& position) { return impl_->known_way_to_outcome(position); }
std::string_view Solver::known_way_to_grundy(const BigPosition& position) { return impl_->known_way_to_grundy(position); }
std::string_view Solver::way_to_table(const Box& box, ValueKind kind) { return impl_->way_to_table(box, kind); }
std::string_view Solver::way_to_positions(const Box& box) { return impl_->way_to_positions(box); }

Table Solver::table(const Box& box, ValueKind kind) {
  ProgressTotal progress(impl_->budget(), "positions", box.size());
  Table table = impl_->ask([&] { return impl_->table(box, kind); });
  progress.finish();
  return table;
}

std::uint64_t Solver::positions(const Box& box, const std::function<void(PositionView)>& visit) {
  ProgressTotal progress(impl_->budget(), "positions", box.size());
  const std::uint64_t count = impl_->positions(box, visit);
  progress.finish();
  return count;
}

}  // namespace bouton
