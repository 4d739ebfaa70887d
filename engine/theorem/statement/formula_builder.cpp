// From the functions of a rule to its statement, with everything that has to be true for the statement to speak of the rule.
#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/rules/blocking.h"
#include "engine/theorem/statement/ending.h"
#include "engine/theorem/statement/formula.h"

namespace bouton {

namespace {

/// A coordinate with at most so many values makes sheets, of which there are at most so many.
constexpr std::uint64_t kMostValues = 16;
constexpr std::size_t kMostSheets = 64;
constexpr std::size_t kMostTracks = 4;

/// Thrown inside of this file alone.
struct Refused {
  Refusal refusal;
};

template <class T>
T value_of(Result<T> result) {
  if (!result) throw Refused{result.refusal()};
  return *std::move(result);
}

}  // namespace

class FormulaBuilder {
 public:
  FormulaBuilder(const Rules& rules, std::size_t dimensions, AutomataWorkspace& workspace)
      : rules_(rules),
        domain_(rules.domain()),
        lifting_((rules.blocking() > 0 ? *rules.unblocked() : rules).unbounded_lifting(dimensions)),
        workspace_(workspace) {
    formula_.play_ = play_as_written(rules);
    formula_.blocking_ = rules.blocking();
    if (lifting_.moves == nullptr)
      throw Refused{{lifting_.refusal.empty() ? "the moves are not known as a program" : lifting_.refusal}};
    if (!lifting_.valid_refusal.empty()) throw Refused{{lifting_.valid_refusal}};
    if (formula_.play_ == Play::by_position && lifting_.play == nullptr)
      throw Refused{{"who has won at the end is not known as a program"}};
    make_sheets(dimensions);
  }

  GameFormula build() {
    for (std::size_t sheet = 0; sheet < formula_.sheets(); ++sheet) add_valid(sheet);
    for (std::size_t sheet = 0; sheet < formula_.sheets(); ++sheet) add_moves(sheet);
    for (std::size_t sheet = 0; sheet < formula_.sheets(); ++sheet) add_terminal(sheet);
    check_options();
    formula_.why_play_ends_ = value_of(why_play_ends(clauses_in_game(), formula_.fixed_, formula_.tracks_,
                                                     bounded_coordinates(), formula_.names_, workspace_));
    return std::move(formula_);
  }

 private:
  void make_sheets(std::size_t dimensions);
  std::vector<Affine> coordinates(std::size_t sheet) const;
  LinearCases cases_of(const MoveProgram& program, std::size_t sheet) const {
    return value_of(linear_cases(program, coordinates(sheet), formula_.tracks_.size()));
  }
  void add_valid(std::size_t sheet);
  void add_moves(std::size_t sheet);
  void add_option(const LinearOption& option, std::size_t sheet);
  void add_terminal(std::size_t sheet);
  void check_options();
  std::vector<EndingClause> clauses_in_game() const;
  std::vector<bool> bounded_coordinates() const;

  bool is_bounded(std::size_t i) const { return std::ranges::find(formula_.tracks_, i) == formula_.tracks_.end(); }
  /// A position of the sheet that exists and fits the conditions, with small numbers, and values of the further variables;
  /// nothing where there is none.
  std::optional<BigPosition> met_at(std::size_t sheet, const LinearSet& set) const {
    Conjunction conjunction = conjunction_of(set, Numeration::base(2), set.variables);
    conjunction.add(valid_[sheet], first_variables());
    return conjunction.witness(workspace_);
  }
  bool is_met(std::size_t sheet, const LinearSet& set) const { return met_at(sheet, set).has_value(); }
  std::vector<std::size_t> first_variables() const {
    std::vector<std::size_t> variables(formula_.tracks_.size());
    for (std::size_t i = 0; i < variables.size(); ++i) variables[i] = i;
    return variables;
  }
  /// What the rule is asked at a position, for the error that it raises there.
  using Question = void (*)(const Rules& rules, PositionView position);
  static void ask_options(const Rules& rules, PositionView position) {
    Options options;
    rules.options(position, options);
  }
  static void ask_valid(const Rules& rules, PositionView position) { static_cast<void>(rules.valid(position)); }
  static void ask_terminal(const Rules& rules, PositionView position) { static_cast<void>(rules.terminal_outcome(position)); }
  [[noreturn]] void refuse_at(std::size_t sheet, const BigPosition& witness, Question question, Refusal refusal) const;
  void check_obstacles(const LinearCases& cases, std::size_t sheet, Question question) const {
    for (const LinearObstacle& obstacle : cases.obstacles)
      if (const std::optional<BigPosition> at = met_at(sheet, obstacle))
        refuse_at(sheet, *at, question, {obstacle.reason, obstacle.line});
  }
  /// Refuses if a position of the sheet fits the option's conditions and `more`.
  void check_inside(const LinearOption& option, std::size_t sheet, const Affine& more) const {
    LinearSet outside = option;
    if (!add_condition(outside.conditions, {more, Relation::at_most})) return;
    if (const std::optional<BigPosition> at = met_at(sheet, outside))
      refuse_at(sheet, *at, ask_options, {"an option may lie outside of the game", option.line});
  }

  const Rules& rules_;
  const Domain& domain_;
  Lifting lifting_;
  AutomataWorkspace& workspace_;
  GameFormula formula_;
  std::vector<Automaton> valid_;  ///< in base 2, by sheet
};

/// The program only knows that it cannot go on; the rule itself says what is wrong, and at which line. What keeps it from
/// saying so at the position (its numbers, a limit of time) leaves the refusal as it is.
void FormulaBuilder::refuse_at(std::size_t sheet, const BigPosition& witness, Question question, Refusal refusal) const {
  BigPosition numbers(witness.begin(), witness.begin() + static_cast<std::ptrdiff_t>(formula_.tracks_.size()));
  const std::optional<Position> position = narrow(formula_.position_of({sheet, std::move(numbers)}));
  if (!position || !domain_.contains(*position)) throw Refused{std::move(refusal)};
  try {
    question(rules_, *position);
  } catch (const RuleError& error) {
    throw Refused{{error.what()}};
  } catch (const LimitError&) {}
  throw Refused{std::move(refusal)};
}

void FormulaBuilder::make_sheets(std::size_t dimensions) {
  formula_.fixed_ = {std::vector<Coordinate>(dimensions, 0)};
  for (std::size_t i = 0; i < dimensions; ++i) {
    const Axis& axis = domain_.axis(i);
    formula_.names_.push_back(domain_.coordinate_name(i));
    if (axis.least < 0) throw Refused{{fmt::format("{} may be negative", domain_.coordinate_name(i))}};
    if (axis.least > kGreatestLinearNumber || (axis.greatest > kGreatestLinearNumber && axis.greatest != kGreatestCoordinate))
      throw Refused{{fmt::format("{} has a bound beyond {}", domain_.coordinate_name(i), kGreatestLinearNumber)}};
    const std::uint64_t values = static_cast<std::uint64_t>(axis.greatest) - static_cast<std::uint64_t>(axis.least) + 1;
    if (values > kMostValues || formula_.fixed_.size() * values > kMostSheets) {
      formula_.tracks_.push_back(i);
      continue;
    }
    std::vector<std::vector<Coordinate>> sheets;
    for (const std::vector<Coordinate>& sheet : formula_.fixed_)
      for (Coordinate value = axis.least; value <= axis.greatest; ++value) {
        sheets.push_back(sheet);
        sheets.back()[i] = value;
      }
    formula_.fixed_ = std::move(sheets);
  }
  if (formula_.tracks_.empty()) throw Refused{{"the game has few positions: a table says all there is"}};
  if (formula_.tracks_.size() > kMostTracks)
    throw Refused{
        {fmt::format("theorems are looked for with up to {} numbers, this game has {}", kMostTracks, formula_.tracks_.size())}};
  formula_.valid_.resize(formula_.sheets());
  formula_.terminal_p_.resize(formula_.sheets());
}

std::vector<Affine> FormulaBuilder::coordinates(std::size_t sheet) const {
  std::vector<Affine> coordinates;
  for (const Coordinate value : formula_.fixed_[sheet]) coordinates.push_back(Affine::of_constant(value));
  for (std::size_t track = 0; track < formula_.tracks_.size(); ++track)
    coordinates[formula_.tracks_[track]] = Affine::of_variable(track);
  return coordinates;
}

void FormulaBuilder::add_valid(std::size_t sheet) {
  LinearSet inside{formula_.tracks_.size(), {}};
  for (std::size_t track = 0; track < formula_.tracks_.size(); ++track) {
    const Axis& axis = domain_.axis(formula_.tracks_[track]);
    if (axis.least > 0)
      add_condition(inside.conditions, {Affine::of_constant(axis.least) - Affine::of_variable(track), Relation::at_most});
    if (axis.greatest != kGreatestCoordinate)
      add_condition(inside.conditions, {plus_constant(Affine::of_variable(track), -axis.greatest), Relation::at_most});
  }
  valid_.push_back(union_of({inside}, formula_.tracks_.size(), Numeration::base(2), workspace_));
  if (lifting_.valid == nullptr) {
    formula_.valid_[sheet].push_back(inside);
    return;
  }
  const LinearCases cases = cases_of(*lifting_.valid, sheet);
  check_obstacles(cases, sheet, ask_valid);
  for (const LinearResult& result : cases.results)
    for (const std::int64_t sign : {1, -1}) {  // the result is at least 1, or at most -1
      LinearSet set{result.variables, inside.conditions, result.bits};
      bool possible = add_condition(set.conditions, {add(Affine::of_constant(1), result.value, -sign), Relation::at_most});
      for (const LinearCondition& condition : result.conditions)
        possible = possible && add_condition(set.conditions, condition);
      if (possible) formula_.valid_[sheet].push_back(std::move(set));
    }
  valid_.back() = union_of(formula_.valid_[sheet], formula_.tracks_.size(), Numeration::base(2), workspace_);
}

void FormulaBuilder::add_moves(std::size_t sheet) {
  const LinearCases cases = cases_of(*lifting_.moves, sheet);
  check_obstacles(cases, sheet, ask_options);
  for (const LinearOption& option : cases.options) {
    for (std::size_t i = 0; i < option.to.size(); ++i) {
      const Axis& axis = domain_.axis(i);
      check_inside(option, sheet, plus_constant(option.to[i], 1 - axis.least));
      if (axis.greatest != kGreatestCoordinate)
        check_inside(option, sheet, Affine::of_constant(axis.greatest + 1) - option.to[i]);
    }
    add_option(option, sheet);
  }
}

/// A clause for each sheet that the option may lie on.
void FormulaBuilder::add_option(const LinearOption& option, std::size_t sheet) {
  for (std::size_t to = 0; to < formula_.sheets(); ++to) {
    LinearOption there = option;
    bool possible = true;
    std::vector<Affine> target;
    for (std::size_t i = 0; i < option.to.size(); ++i) {
      if (!is_bounded(i)) target.push_back(option.to[i]);
      else
        possible = possible &&
                   add_condition(there.conditions, {plus_constant(option.to[i], -formula_.fixed_[to][i]), Relation::equal});
    }
    if (!possible) continue;
    std::optional<Clause> clause = clause_of(there, formula_.tracks_.size(), target);
    if (!clause || !is_met(sheet, clause->moves)) continue;
    clause->from = sheet;
    clause->to = to;
    formula_.clauses_.push_back(*std::move(clause));
  }
}

/// Every option is valid.
void FormulaBuilder::check_options() {
  if (lifting_.valid == nullptr) return;
  std::vector<Automaton> invalid;
  for (const Automaton& valid : valid_) invalid.push_back(complement(valid, workspace_));
  for (const Clause& clause : formula_.clauses_) {
    Conjunction conjunction = conjunction_of(clause.moves, Numeration::base(2), clause.moves.variables);
    conjunction.add(valid_[clause.from], first_variables());
    conjunction.add(invalid[clause.to], clause.target);
    if (const std::optional<BigPosition> at = conjunction.witness(workspace_))
      refuse_at(clause.from, *at, ask_options, {"an option may be a position that is not valid", clause.line});
  }
}

void FormulaBuilder::add_terminal(std::size_t sheet) {
  if (formula_.play_ == Play::misere) return;
  if (formula_.play_ == Play::normal) {
    formula_.terminal_p_[sheet].push_back({formula_.tracks_.size(), {}});
    return;
  }
  const LinearCases cases = cases_of(*lifting_.play, sheet);
  std::vector<LinearSet> moving;
  for (const Clause& clause : formula_.clauses_)
    if (clause.from == sheet) moving.push_back(clause.moves);
  const Numeration binary = Numeration::base(2);
  const Automaton terminal = combined(valid_[sheet], union_of(moving, formula_.tracks_.size(), binary, workspace_),
                                      SetOperation::first_only, workspace_);
  const auto met = [&](const LinearSet& set) {
    Conjunction conjunction = conjunction_of(set, binary, set.variables);
    conjunction.add(terminal, first_variables());
    return conjunction.witness(workspace_);
  };
  for (const LinearObstacle& obstacle : cases.obstacles)
    if (const std::optional<BigPosition> at = met(obstacle))
      refuse_at(sheet, *at, ask_terminal, {obstacle.reason, obstacle.line});
  for (const LinearResult& result : cases.results) {
    LinearSet set = result;
    if (!result.value.is_constant() || result.value.constant < 0 || result.value.constant > 2)
      throw Refused{{"who has won at the end is not understood", result.line}};
    if (result.value.constant == 2 && met(set)) throw Refused{{"a terminal position is a draw", result.line}};
    if (result.value.constant == 0) formula_.terminal_p_[sheet].push_back(std::move(set));
  }
}

std::vector<bool> FormulaBuilder::bounded_coordinates() const {
  std::vector<bool> bounded;
  for (std::size_t i = 0; i < formula_.dimensions(); ++i) bounded.push_back(domain_.axis(i).greatest != kGreatestCoordinate);
  return bounded;
}

std::vector<EndingClause> FormulaBuilder::clauses_in_game() const {
  std::vector<EndingClause> clauses;
  for (const Clause& clause : formula_.clauses_) clauses.push_back({&clause, &valid_[clause.from]});
  return clauses;
}

Result<GameFormula> GameFormula::of(const Rules& rules, std::size_t dimensions, AutomataWorkspace& workspace) {
  Result<GameFormula> formula = Refusal{"the rule's conditions take automata that are too large"};
  within_limits([&] {
    try {
      formula = FormulaBuilder(rules, dimensions, workspace).build();
    } catch (const Refused& refused) {
      formula = refused.refusal;
    }
  });
  return formula;
}

}  // namespace bouton
