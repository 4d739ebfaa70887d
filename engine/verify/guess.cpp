#include "engine/verify/guess.h"

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/base/progress.h"
#include "engine/base/stopwatch.h"
#include "engine/plan/claims.h"
#include "engine/plan/solver.h"
#include "engine/rules/blocking.h"
#include "engine/theorem/cache/theorem_cache.h"
#include "engine/theorem/predicate/predicate_automaton.h"
#include "engine/theorem/proof/case_table.h"

namespace bouton {
namespace {

/// Where a proof has failed, a counterexample is looked for among so many positions.
constexpr std::uint64_t kMostCompared = 4'000'000;
/// Of the statement, and of a set over all coordinates.
constexpr std::size_t kMostStatesOfGuess = 200'000;
constexpr std::uint64_t kMostStepsOfGuess = 1'000'000'000;

/// Whether the coordinate has more values than are looked at one by one.
bool is_wide(const Axis& axis) { return axis.has_no_greatest() || axis.greatest - axis.least > 64; }

class GuessedSet {
 public:
  GuessedSet(const Guess& guess, std::size_t variables, const Numeration& system, AutomataWorkspace& workspace)
      : guess_(guess), system_(system), variables_(variables), workspace_(workspace) {}

  /// Whether the set has the tuple.
  bool contains(PositionView numbers) {
    if (const Predicate* const predicate = std::get_if<Predicate>(&guess_.set))
      if (const std::optional<bool> seen = holds(*predicate, numbers)) return *seen;
    return whole().contains(widen(numbers));
  }
  const Automaton& whole() {
    if (const Automaton* const given = std::get_if<Automaton>(&guess_.set)) return *given;
    if (!whole_) whole_ = automaton_of(std::get<Predicate>(guess_.set), variables_, system_, workspace_);
    return *whole_;
  }
  /// The tuples of the numbers of a sheet, and the value behind them where the guess speaks of it.
  Automaton of_sheet(const GameFormula& formula, std::size_t sheet) {
    const std::vector<std::size_t>& tracks = formula.tracks();
    const std::size_t more = variables_ - formula.dimensions();
    if (const Predicate* const predicate = std::get_if<Predicate>(&guess_.set))
      return automaton_of(on_sheet(*predicate, formula, sheet), tracks.size() + more, system_, workspace_);
    const BigPosition zero = formula.position_of({sheet, BigPosition(tracks.size(), Integer(0))});
    Conjunction fixed(system_, variables_);
    std::vector<std::size_t> all(variables_), seen;
    std::iota(all.begin(), all.end(), std::size_t{0});
    fixed.add(whole(), all);
    for (std::size_t i = 0; i < variables_; ++i) {
      if (i >= formula.dimensions() || std::ranges::find(tracks, i) != tracks.end()) {
        seen.push_back(i);
        continue;
      }
      LinearRelation is{std::vector<std::int64_t>(variables_, 0), -*narrow(zero[i]), Relation::equal};
      is.coefficients[i] = 1;
      fixed.add(std::move(is));
    }
    return fixed.projection(seen, workspace_);
  }

 private:
  const Guess& guess_;
  Numeration system_;
  std::size_t variables_;
  AutomataWorkspace& workspace_;
  std::optional<Automaton> whole_;
};

/// Work on one guess.
class Judge {
 public:
  Judge(const Game& game, const Guess& guess, const TheoremRequest& request, const Budget& budget)
      : rules_(game.rules),
        request_(request),
        of_values_(request.greatest_value == kAllValues),
        budget_(budget),
        workspace_(budget, kMostStatesOfGuess, std::min(kMostStepsOfGuess, request.limits.most_steps)),
        guess_(guess),
        truth_({rules_}, budget, Methods{.closed_form = false, .claims = false}),
        answer_{guess.text,
                {request.greatest_value, GameFormula::of(*rules_, request.dimensions, workspace_), Refusal{}, {}, 0},
                {},
                0} {}

  GuessAnswer answer() {
    const Stopwatch watch;
    decide();
    answer_.report.seconds = watch.seconds();
    answer_.report.search.learnt_to = answer_.checked_to;
    return std::move(answer_);
  }

 private:
  const GameFormula& formula() const { return *answer_.report.formula; }
  void undecided(std::string why) { answer_.report.theorem = Refusal{std::move(why)}; }

  void decide() {
    std::optional<std::vector<PositionSet>> lower = std::vector<PositionSet>{};
    const Result<Numeration> system = chosen_system(lower);
    if (!system) return undecided(system.reason());
    set_.emplace(guess_, request_.dimensions + (of_values_ ? 1 : 0), *system, workspace_);
    if (!guess_.is_compared && !within_limits([&] { compare(); }))
      return undecided("the guess takes automata that are too large");
    if (answer_.counterexample) return undecided("the guess is wrong");
    if (!answer_.report.formula) return undecided(answer_.report.formula.reason());
    if (!lower) return;  // the reason is there already
    if (answer_.report.formula->has_bit_conditions() && *system != Numeration::base(2))
      return undecided("the rule has bit operations, which base 2 alone can speak of, and the guess needs another system");
    AutomataWorkspace proof(workspace_, request_.limits.states_on_the_way(), request_.limits.most_steps);
    const std::uint64_t before = proof.steps_left();
    if (!within_limits([&] { prove(*system, *lower, proof); })) undecided("the proof takes automata that are too large");
    answer_.report.search.steps = before - proof.steps_left();
  }

  /// That of the guess. Of a value above 0 it is the one in which the lesser ones are known; nothing in `lower` where they are
  /// not, which is said then.
  Result<Numeration> chosen_system(std::optional<std::vector<PositionSet>>& lower) {
    const Predicate* const predicate = std::get_if<Predicate>(&guess_.set);
    const Result<Numeration> own =
        predicate == nullptr ? Result<Numeration>(std::get<Automaton>(guess_.set).system()) : system_of(*predicate);
    if (!own || request_.greatest_value == 0 || of_values_ || !answer_.report.formula) return own;
    TheoremSearch tried;
    Result<GameFormula> formula = answer_.report.formula;
    const TheoremReport found =
        search_theorem(std::move(formula), *rules_, request_.greatest_value - 1, budget_, request_.limits, tried);
    const bool all = found.theorem && found.theorem->values.size() == request_.greatest_value;
    const bool speaks =
        all && (predicate == nullptr ? *own == found.theorem->system : can_speak_of(found.theorem->system, *predicate));
    if (speaks) {
      lower = found.theorem->values;
      return found.theorem->system;
    }
    undecided(all ? fmt::format("the positions of lesser values are known by {}, which cannot speak of the guess",
                                found.theorem->system.text())
                  : fmt::format("the positions of Grundy values below {} are not known as a theorem", request_.greatest_value));
    lower.reset();
    return own;
  }

  // Small positions ---------------------------------------------------------------------------------------------------------

  Box box_up_to(const std::array<Coordinate, 4>& bounds) const {
    std::size_t wide = 0;
    for (std::size_t i = 0; i < request_.dimensions; ++i) wide += is_wide(rules_->domain().axis(i)) ? 1 : 0;
    const Coordinate bound = bounds[std::min(std::max<std::size_t>(wide, 1), bounds.size()) - 1];
    return box_up_to(bound);
  }
  Box box_up_to(Coordinate bound) const {
    Position low, high;
    for (std::size_t i = 0; i < request_.dimensions; ++i) {
      const Axis& axis = rules_->domain().axis(i);
      low.push_back(axis.least);
      high.push_back(is_wide(axis) ? std::clamp(bound, axis.least, axis.greatest) : axis.greatest);
    }
    return {low, high};
  }

  void compare() {
    if (compare_in(box_up_to(kFirstComparison))) return;
    const Box further = box_up_to(kFurtherComparison);
    const QuestionPlan plan = truth_.plan(Question::table_of(further, kind()));
    const Method method = plan.steps.empty() ? Method::search : plan.steps.front().proposal.method;
    const bool is_filled = method == Method::table || method == Method::heap;
    if (is_filled && plan.steps.front().proposal.cost.seconds <= kMomentOfTable) compare_in(further);
  }
  ValueKind kind() const { return request_.greatest_value == 0 ? ValueKind::outcome : ValueKind::grundy; }

  /// Whether the guess is wrong somewhere in the box; the least such position is the counterexample then.
  bool compare_in(const Box& box) {
    const Table table = truth_.table(box, kind());
    std::optional<Position> least;
    Coordinate least_sum = 0;
    Position position = box.low();
    for (std::uint64_t index = 0; index < box.size(); ++index, box.next(position)) {
      budget_.check_stop_at(index);
      if (!table.valid(index) || is_right(position, table, index)) continue;
      const Coordinate sum = std::accumulate(position.begin(), position.end(), Coordinate{0});
      if (least && sum >= least_sum) continue;
      least = position;
      least_sum = sum;
    }
    const Coordinate bound = *std::ranges::max_element(box.high());
    if (!least) {
      answer_.checked_to = bound;
      return false;
    }
    set_counterexample(*least, least_sum <= bound);
    return true;
  }
  bool is_right(const Position& position, const Table& table, std::uint64_t index) {
    const auto cell = static_cast<Coordinate>(table.cells[index]);
    if (of_values_) {
      constexpr Coordinate kOthers = 64;  // values that it should not have, too
      Position tuple = position;
      tuple.push_back(cell);
      if (!set_->contains(tuple)) return false;
      for (Coordinate& other = tuple[tuple.size() - 1] = 0; other < kOthers; ++other)
        if (other != cell && set_->contains(tuple)) return false;
      return true;
    }
    const bool in_truth =
        request_.greatest_value == 0 ? table.outcome(index) == Outcome::P : table.cells[index] == request_.greatest_value;
    if (set_->contains(position) != in_truth) return false;
    return in_truth || !guess_.of_others || holds(*guess_.of_others, PositionView(position)).value_or(true);
  }

  // Counterexamples ---------------------------------------------------------------------------------------------------------

  Sum sum_of(PositionView position) const { return {{0, widen(position)}}; }

  bool is_in_truth(const Value& value) const {
    if (request_.greatest_value == 0) return value.outcome == Outcome::P;
    return value.grundy && value.grundy->is_finite() && value.grundy->value() == request_.greatest_value;
  }

  void set_counterexample(const Position& position, bool least) {
    GuessAnswer::Counterexample wrong{position, least, false, {}, {}};
    const Wanted wanted = kind() == ValueKind::outcome ? Wanted::only(ValueKind::outcome) : Wanted::only(ValueKind::grundy);
    const Answer answer = truth_.solve(sum_of(position), 1, wanted);
    wrong.value = answer.value;
    wrong.guessed = !of_values_ && set_->contains(position);
    if (wrong.guessed && request_.greatest_value == 0 && !answer.winning_moves.empty()) wrong.move = answer.winning_moves[0];
    if (wrong.guessed && request_.greatest_value > 0)
      for (const MoveValue& move : truth_.moves(sum_of(position)))
        if (is_in_truth(move.value)) {
          wrong.move = move.move;
          break;
        }
    answer_.counterexample = std::move(wrong);
  }

  /// The guess is wrong at the place where the statement contradicts it, or at an option of it.
  void look_around(const GameFormula::Place& place, const Theorem& guessed, AutomataWorkspace& workspace) {
    const std::optional<Position> at = narrow(formula().position_of(place));
    if (!at) return undecided(fmt::format("the guess contradicts itself at {}", to_string(formula().position_of(place))));
    const Coordinate sum = std::accumulate(at->begin(), at->end(), Coordinate{0});
    const Box box = box_up_to(sum);
    if (box.size() <= kMostCompared && compare_in(box)) return undecided("the guess is wrong");
    const Value value = truth_.solve(sum_of(*at), 1, Wanted::only(kind())).value;
    if (of_values_ || set_->contains(*at) != is_in_truth(value)) {
      set_counterexample(*at, false);
      return undecided("the guess is wrong");
    }
    for (const Clause& clause : formula().clauses()) {
      if (clause.from != place.sheet) continue;
      const std::optional<BigPosition> to = option_in_set(guessed, clause, place.numbers, workspace);
      if (!to) continue;
      if (const std::optional<Position> option = narrow(formula().position_of({clause.to, *to}))) {
        set_counterexample(*option, false);
        return undecided("the guess is wrong");
      }
    }
    for (const MoveValue& move : truth_.moves(sum_of(*at)))
      if (const std::optional<Position> option = narrow(move.move.to[0]);
          option && set_->contains(*option) != is_in_truth(move.value)) {
        set_counterexample(*option, false);
        break;
      }
    undecided(answer_.counterexample ? "the guess is wrong"
                                     : fmt::format("the guess contradicts itself at {}", to_string(*at)));
  }

  // Proof -------------------------------------------------------------------------------------------------------------------

  /// The tuples of the sheet that begin with a position of the game.
  Automaton existing(const Automaton& tuples, std::size_t sheet, AutomataWorkspace& workspace) {
    const std::size_t tracks = formula().tracks().size();
    const Automaton valid = union_of(formula().valid(sheet), tracks, tuples.system(), workspace);
    std::vector<std::size_t> position(tracks), tuple(tuples.tracks());
    std::iota(position.begin(), position.end(), std::size_t{0});
    std::iota(tuple.begin(), tuple.end(), std::size_t{0});
    Conjunction both(tuples.system(), tuples.tracks());
    both.add(tuples, tuple);
    both.add(valid, position);
    return both.projection(tuple, workspace);
  }

  /// Whether all positions outside of a set meet the condition.
  bool others_meet(const Predicate& condition, const PositionSet& set, Prover& prover, AutomataWorkspace& workspace) {
    PositionSet all, met;
    for (std::size_t sheet = 0; sheet < formula().sheets(); ++sheet) {
      const std::size_t tracks = formula().tracks().size();
      const Numeration& system = set[sheet].system();
      all.push_back(union_of(formula().valid(sheet), tracks, system, workspace));
      const Automaton meeting = automaton_of(on_sheet(condition, formula(), sheet), tracks, system, workspace);
      met.push_back(combined(set[sheet], existing(meeting, sheet, workspace), SetOperation::either, workspace));
    }
    return !prover.difference(all, met);
  }

  void prove(const Numeration& system, std::vector<PositionSet> lower, AutomataWorkspace& workspace) {
    PositionSet guessed;
    for (std::size_t sheet = 0; sheet < formula().sheets(); ++sheet)
      guessed.push_back(existing(set_->of_sheet(formula(), sheet), sheet, workspace));
    Prover prover(formula(), system, workspace);
    Theorem theorem{system, std::move(lower)};
    if (of_values_) {
      if (std::optional<GameFormula::Place> wrong = prover.difference(guessed, prover.function_given(guessed))) {
        wrong->numbers.pop_back();
        return look_around(*wrong, theorem, workspace);
      }
      PositionSet zeros;
      for (const Automaton& function : guessed) zeros.push_back(zeros_of(function, workspace));
      theorem.values = {std::move(zeros)};
      theorem.function = std::move(guessed);
    } else {
      const PositionSet given =
          theorem.values.empty() ? prover.p_positions_given(guessed) : prover.value_given(guessed, theorem.values);
      const std::optional<GameFormula::Place> wrong = prover.difference(guessed, given);
      if (!wrong && guess_.of_others && !others_meet(*guess_.of_others, guessed, prover, workspace))
        return undecided("the guess says more of the other positions, and not all of them are so");
      theorem.values.push_back(std::move(guessed));
      if (wrong) {
        std::swap(theorem.values.front(), theorem.values.back());  // the set that options are looked for in
        return look_around(*wrong, theorem, workspace);
      }
    }
    answer_.report.theorem = std::move(theorem);
    if (request_.limits.times_usual() == 1) keep_theorem(formula(), *answer_.report.theorem, budget_);
  }

  std::shared_ptr<const Rules> rules_;
  const TheoremRequest& request_;
  bool of_values_;
  const Budget& budget_;
  AutomataWorkspace workspace_;
  const Guess& guess_;
  Solver truth_;
  std::optional<GuessedSet> set_;
  GuessAnswer answer_;
};

}  // namespace

std::vector<std::string> names_in_guess(const Game& game, std::size_t dimensions, bool of_values) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < dimensions; ++i) names.push_back(game.rules->domain().coordinate_name(i));
  if (of_values) names.emplace_back(std::ranges::find(names, "G") == names.end() ? "G" : "value");
  return names;
}

GuessAnswer answer_guess(const Game& game, const Guess& guess, const TheoremRequest& request, const Budget& budget) {
  if (request.greatest_value > 0) require_grundy_values(*game.rules);
  if (const Automaton* const automaton = std::get_if<Automaton>(&guess.set))
    if (const std::size_t tracks = request.dimensions + (request.greatest_value == kAllValues ? 1 : 0);
        automaton->tracks() != tracks)
      throw RequestError(
          fmt::format("the automaton is about {} numbers, and the positions have {}", automaton->tracks(), tracks));
  look_at_claims(game.rules, budget);
  Budget by_steps = budget;
  const ProgressSteps steps(by_steps);
  return Judge(game, guess, request, by_steps).answer();
}

}  // namespace bouton
