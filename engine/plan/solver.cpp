#include "engine/plan/solver.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/errors.h"
#include "engine/memory_account.h"
#include "engine/plan/formulas.h"
#include "engine/plan/sum_solver.h"

namespace bouton {
namespace {

using Parts = SumSolver::Parts;

/// For each value the sum of all others.
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

/// The position for a message: long numbers are cut.
std::string abbreviated(const BigPosition& position) {
  constexpr std::size_t kLongest = 60;
  const std::string text = to_string(position);
  if (text.size() <= kLongest) return text;
  return fmt::format("{}... ({} characters)", text.substr(0, kLongest - 20), text.size());
}

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

/// What a search may cost where a formula has told the outcome already.
constexpr Effort kBesideFormula{.positions = 1'000'000, .options = 20'000'000};

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

void check_box(const Rules& rules, const Box& box) {
  for (const Position& corner : {box.low(), box.high()})
    if (const std::optional<std::string> complaint = rules.domain().complaint(corner))
      throw RequestError(fmt::format("the corner {} of the box {}", to_string(corner), *complaint));
}

}  // namespace

class Solver::Impl {
 public:
  Impl(std::vector<std::shared_ptr<const Rules>> games, Budget budget, Ways ways)
      : games_(std::move(games)),
        budget_(std::move(budget)),
        ways_(ways),
        formulas_(games_, budget_),
        account_(std::make_shared<MemoryAccount>(budget_)) {
    forget();
  }

  /// Answers with `question`. If memory runs out, once more without what earlier questions left.
  template <class Question>
  auto ask(Question question) {
    const bool remembers = account_->used() > 0;
    try {
      return question();
    } catch (const LimitError&) {
      if (!remembers || !account_->exhausted()) throw;
    }
    forget();
    return question();
  }

  Answer solve(const Sum& sum, std::size_t most_moves);
  std::vector<MoveValue> moves(const Sum& sum);
  Outcome outcome(const Sum& sum);
  std::optional<Nimber> nimber(const Sum& sum);
  std::optional<Remoteness> remoteness(const Sum& sum);
  Table table(const Box& box, ValueKind kind);

 private:
  void forget() {
    sums_.reset();
    account_ = std::make_shared<MemoryAccount>(budget_);
    sums_ = std::make_unique<SumSolver>(games_, budget_, account_);
  }

  Parts narrow(const Sum& sum) const;
  void check_game(const Component& component) const;
  Answer solve_by_search(const Parts& parts, std::size_t most_moves);

  // By formula, where one covers the question.
  ClosedForm* form(std::size_t game);
  bool all_normal(const Sum& sum) const;
  std::optional<Integer> grundy_by_formula(const Component& component);
  bool takes_formulas(const Sum& sum);
  std::optional<Answer> solve_by_formula(const Component& component, std::size_t most_moves);
  Answer solve_by_values(const Sum& sum, std::size_t most_moves);
  void add_moves_to(const Component& component, std::size_t number, const Nimber& rest, std::size_t most_moves,
                    Answer& answer);
  Nimber nimber(const Component& component);
  std::optional<Value> searched(const Component& component);
  std::optional<std::vector<MoveValue>> moves_by_formula(const SumPart& part);
  bool fill_by_formula(Table& table);

  template <class Visit>
  void for_each_option(const Parts& parts, Visit visit);
  std::vector<Nimber> values_of(const Parts& parts);
  Nimber nimber_after(const SumPart& moved, const Options::Option& option, const Nimber& rest);
  Move move(const SumPart& moved, std::size_t component, const Options::Option& option) const;

  std::vector<std::shared_ptr<const Rules>> games_;
  Budget budget_;
  Ways ways_;
  Formulas formulas_;
  std::string refusal_;  ///< why the last formula that was asked did not answer
  std::shared_ptr<MemoryAccount> account_;
  std::unique_ptr<SumSolver> sums_;
};

void Solver::Impl::check_game(const Component& component) const {
  if (component.game >= games_.size())
    throw RequestError(fmt::format("game number {} of {}", component.game, games_.size()));
}

Parts Solver::Impl::narrow(const Sum& sum) const {
  Parts parts;
  parts.reserve(sum.size());
  for (const Component& component : sum) {
    check_game(component);
    const std::optional<Position> position = bouton::narrow(component.position);
    if (!position) {
      const bool has_formula = ways_.closed_form && games_[component.game]->closed_form() != nullptr;
      throw RequestError(fmt::format(
          "position {}: coordinates beyond 64 bits take a formula, and {}{}{}", abbreviated(component.position),
          has_formula ? "this game's does not answer this question" : "this game has none",
          has_formula && !refusal_.empty() ? ": " : "", has_formula ? refusal_ : ""));
    }
    parts.push_back({component.game, *position});
  }
  return parts;
}

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

std::optional<Integer> Solver::Impl::grundy_by_formula(const Component& component) {
  ClosedForm* const formula = form(component.game);
  if (formula == nullptr || games_[component.game]->play() != Play::normal) return std::nullopt;
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
  if (sum.size() < 2 || !ways_.closed_form || !all_normal(sum)) return false;
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
  if (const std::optional<Value> found = searched(component)) {
    answer.value.grundy = found->grundy;
    answer.value.remoteness = found->remoteness;
  }
  if (const std::optional<Integer> value = grundy_by_formula(component)) answer.value.grundy = Nimber(*value);
  return answer;
}

/// The value of a component under normal play, by formula if there is one.
Nimber Solver::Impl::nimber(const Component& component) {
  if (const std::optional<Integer> value = grundy_by_formula(component)) return Nimber(*value);
  return sums_->nimber(narrow({component})[0]);
}

/// Adds the moves in component `number` of a sum whose other components have the value `rest` together, that win.
void Solver::Impl::add_moves_to(const Component& component, std::size_t number, const Nimber& rest,
                                std::size_t most_moves, Answer& answer) {
  if (!rest.is_finite()) return;  // no move here makes the sum a nimber
  const std::size_t room = most_moves - answer.winning_moves.size();
  if (grundy_by_formula(component)) {
    if (Covered<WinningMoves> found = form(component.game)->moves_to_value(component.position, rest.value(), room)) {
      for (WinningMove& move : found->moves)
        answer.winning_moves.push_back({number, std::move(move.label), {std::move(move.to)}});
      answer.winning_moves_complete = answer.winning_moves_complete && found->complete;
      return;
    }
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
  bool searched_some = false;
  for (const Component& component : sum) {
    searched_some = searched_some || !grundy_by_formula(component);
    values.push_back(nimber(component));
  }
  const std::vector<Nimber> rests = rest_of_each(values);
  const Nimber total = rests[0] + values[0];
  answer.value.outcome = total.outcome();
  answer.value.grundy = total;
  answer.solver = searched_some ? "closed form and search" : "closed form";
  for (const Component& component : sum) {
    ClosedForm* const formula = form(component.game);
    if (formula == nullptr || answer.theorem.find(formula->theorem()) != std::string::npos) continue;
    answer.theorem += (answer.theorem.empty() ? "" : "; ") + formula->theorem();
  }
  const bool all_small = std::ranges::all_of(sum, [&](const Component& component) {
    const std::optional<Position> position = bouton::narrow(component.position);
    return position && small(*games_[component.game], *position);
  });
  if (all_small) answer.value.remoteness = sums_->remoteness(narrow(sum));
  if (total.outcome() != Outcome::N) return answer;
  for (std::size_t i = 0; i < sum.size() && answer.winning_moves_complete; ++i)
    add_moves_to(sum[i], i, rests[i], most_moves, answer);
  return answer;
}

Answer Solver::Impl::solve(const Sum& sum, std::size_t most_moves) {
  for (const Component& component : sum) check_game(component);
  if (sum.size() == 1)
    if (std::optional<Answer> answer = solve_by_formula(sum[0], most_moves)) return *std::move(answer);
  if (takes_formulas(sum)) return solve_by_values(sum, most_moves);
  return solve_by_search(narrow(sum), most_moves);
}

Outcome Solver::Impl::outcome(const Sum& sum) {
  for (const Component& component : sum) check_game(component);
  if (ClosedForm* const formula = sum.size() == 1 ? form(sum[0].game) : nullptr) {
    const Covered<Outcome> outcome = ask_formula([&] { return formula->outcome(sum[0].position); });
    if (outcome) return *outcome;
    refusal_ = outcome.reason();
  }
  if (takes_formulas(sum)) return nimber(sum)->outcome();
  return sums_->outcome(narrow(sum));
}

std::optional<Nimber> Solver::Impl::nimber(const Sum& sum) {
  for (const Component& component : sum) check_game(component);
  if (!sum.empty() && !all_normal(sum)) {
    (void)sums_->play(narrow(sum));  // a mixture of conventions is refused first
    throw RequestError("a Grundy value exists under normal play only");
  }
  Nimber total;
  for (const Component& component : sum) total = total + nimber(component);
  return total;
}

std::optional<Remoteness> Solver::Impl::remoteness(const Sum& sum) { return sums_->remoteness(narrow(sum)); }

/// Calls `visit` with each component's number and each of its options until it returns false.
template <class Visit>
void Solver::Impl::for_each_option(const Parts& parts, Visit visit) {
  Options options;
  for (std::size_t component = 0; component < parts.size(); ++component) {
    options.clear();
    games_[parts[component].game]->options(parts[component].position, options);
    const Options distinct = options.unique();
    for (std::size_t i = 0; i < distinct.size(); ++i) {
      budget_.check_stop();
      if (!visit(component, distinct[i])) return;
    }
  }
}

Nimber Solver::Impl::nimber_after(const SumPart& moved, const Options::Option& option, const Nimber& rest) {
  Nimber sum = rest;
  for (std::size_t part = 0; part < option.size(); ++part)
    sum = sum + sums_->nimber({moved.game, Position(option[part])});
  return sum;
}

Move Solver::Impl::move(const SumPart& moved, std::size_t component, const Options::Option& option) const {
  Move move{component, std::string(games_[moved.game]->label_name(option.label())), {}};
  for (std::size_t part = 0; part < option.size(); ++part) move.to.push_back(widen(option[part]));
  return move;
}

std::vector<Nimber> Solver::Impl::values_of(const Parts& parts) {
  std::vector<Nimber> values;
  for (const SumPart& part : parts) values.push_back(sums_->nimber(part));
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
  if (answer.value.outcome != Outcome::N) return answer;
  const std::vector<Nimber> rests = normal ? rest_of_each(values_of(parts)) : std::vector<Nimber>();
  for_each_option(parts, [&](std::size_t component, const Options::Option& option) {
    const Outcome outcome = normal ? nimber_after(parts[component], option, rests[component]).outcome()
                                   : sums_->outcome(after(parts, component, option));
    if (outcome != Outcome::P) return true;
    answer.winning_moves_complete = answer.winning_moves.size() < most_moves;
    if (answer.winning_moves_complete) answer.winning_moves.push_back(move(parts[component], component, option));
    return answer.winning_moves_complete;
  });
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

std::vector<MoveValue> Solver::Impl::moves(const Sum& sum) {
  const Parts parts = narrow(sum);
  if (parts.size() == 1)
    if (std::optional<std::vector<MoveValue>> found = moves_by_formula(parts[0])) return *std::move(found);
  const bool normal = sums_->play(parts) == Play::normal;
  sums_->outcome(parts);
  // Where the sum is too large to be searched, its options are not tried one after the other.
  const bool remoteness_known = sums_->knows_remoteness_below(parts);
  const std::vector<Nimber> rests = normal ? rest_of_each(values_of(parts)) : std::vector<Nimber>();
  std::vector<MoveValue> result;
  for_each_option(parts, [&](std::size_t component, const Options::Option& option) {
    const Parts next = after(parts, component, option);
    Value value;
    if (normal) {
      value.grundy = nimber_after(parts[component], option, rests[component]);
      value.outcome = value.grundy->outcome();
    } else {
      value.outcome = sums_->outcome(next);
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
  if (kind == ValueKind::grundy && games_[0]->play() != Play::normal)
    throw RequestError("Grundy values exist under normal play only; ask for outcomes");
  if (kind == ValueKind::outcome && form(0) != nullptr) {
    const Reservation cells(account_, box.size() * sizeof(std::uint32_t));
    Table table{box, kind, std::vector<std::uint32_t>(box.size(), Table::kInvalid), {}};
    if (fill_by_formula(table)) return table;
  }
  return sums_->table(box, kind);
}

/// False if the formula does not cover some position.
bool Solver::Impl::fill_by_formula(Table& table) {
  Position position = table.box.low();
  std::uint64_t index = 0;
  do {
    budget_.check_stop();
    if (games_[0]->valid(position)) {
      const Covered<Outcome> outcome = ask_formula([&] { return form(0)->outcome(widen(position)); });
      if (!outcome) return false;
      table.cells[index] = static_cast<std::uint32_t>(*outcome);
    }
    ++index;
  } while (table.box.next(position));
  return true;
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

Table Solver::table(const Box& box, ValueKind kind) {
  return impl_->ask([&] { return impl_->table(box, kind); });
}

std::uint64_t Solver::positions(const Box& box, const std::function<void(PositionView)>& visit) {
  const Table outcomes = table(box, ValueKind::outcome);
  Position position = box.low();
  std::uint64_t count = 0;
  for (std::uint64_t index = 0; index < box.size(); ++index, box.next(position)) {
    if (!outcomes.valid(index) || outcomes.outcome(index) != Outcome::P) continue;
    visit(position);
    ++count;
  }
  return count;
}

}  // namespace bouton
