#include "engine/theorem/learning/sieve.h"

#include <algorithm>

#include "engine/position/box.h"

namespace bouton {
namespace {

/// The conditions of a clause on the vector that is taken, and those on the position that it is taken from.
struct Parts {
  std::vector<LinearCondition> of_vector, of_position;
};

bool speaks_of(const LinearCondition& condition, std::size_t variable) {
  return condition.form.coefficient(static_cast<ExpressionId>(variable)) != 0;
}

/// Whether an inequality follows from the other conditions.
bool is_implied(const LinearCondition& condition, const Clause& clause, AutomataWorkspace& workspace) {
  if (condition.relation != Relation::at_most) return false;
  LinearSet others{clause.moves.variables, {}};
  for (const LinearCondition& other : clause.moves.conditions)
    if (&other != &condition && !add_condition(others.conditions, other)) return true;
  if (!add_condition(others.conditions, {Affine::of_constant(1) - condition.form, Relation::at_most})) return true;
  return !conjunction_of(others, Numeration::base(2), others.variables).witness(workspace).has_value();
}

/// Nothing where a condition is about both and says more than the others, or some number of the clause is.
std::optional<Parts> parts_of(Clause clause, std::size_t tracks, AutomataWorkspace& workspace) {
  if (!clause.moves.bits.empty()) return std::nullopt;
  const auto is_about_both = [&](const LinearCondition& condition) {
    bool is_of_vector = true, is_of_position = true;
    for (std::size_t track = 0; track < tracks; ++track) {
      const auto before = static_cast<ExpressionId>(track), after = static_cast<ExpressionId>(clause.target[track]);
      const std::int64_t stays = before == after ? 0 : condition.form.coefficient(after);
      is_of_vector = is_of_vector && condition.form.coefficient(before) + stays == 0;
      is_of_position = is_of_position && stays == 0;
    }
    return !is_of_vector && !is_of_position;
  };
  for (std::size_t i = clause.moves.conditions.size(); i-- > 0;)
    if (is_about_both(clause.moves.conditions[i]) && is_implied(clause.moves.conditions[i], clause, workspace))
      clause.moves.conditions.erase(clause.moves.conditions.begin() + static_cast<std::ptrdiff_t>(i));
  Parts parts;
  for (const LinearCondition& condition : clause.moves.conditions) {
    if (is_about_both(condition)) return std::nullopt;
    const bool is_of_position = std::ranges::all_of(clause.target, [&](std::size_t after) {
      return after < tracks || condition.form.coefficient(static_cast<ExpressionId>(after)) == 0;
    });
    // What is about neither is about the vector: it may be about further numbers of the clause.
    const bool speaks_of_position =
        is_of_position && std::ranges::any_of(condition.form.terms, [&](const auto& term) { return term.first < tracks; });
    (speaks_of_position ? parts.of_position : parts.of_vector).push_back(condition);
  }
  for (std::size_t variable = tracks; variable < clause.moves.variables; ++variable) {
    const auto speaks = [&](const LinearCondition& condition) { return speaks_of(condition, variable); };
    if (std::ranges::find(clause.target, variable) == clause.target.end() && std::ranges::any_of(parts.of_vector, speaks) &&
        std::ranges::any_of(parts.of_position, speaks))
      return std::nullopt;
  }
  return parts;
}

/// Whether the clause takes from every coordinate a number >= 0, or leaves it.
bool takes(const Clause& clause, std::size_t tracks, AutomataWorkspace& workspace) {
  for (std::size_t track = 0; track < tracks; ++track) {
    const std::size_t after = clause.target[track];
    if (after == track) continue;
    if (after < tracks || std::ranges::count(clause.target, after) != 1) return false;
    LinearSet grows = clause.moves;
    if (add_condition(grows.conditions,
                      {plus_constant(Affine::of_variable(track), 1) - Affine::of_variable(after), Relation::at_most}) &&
        conjunction_of(grows, Numeration::base(2), grows.variables).witness(workspace))
      return false;
  }
  return true;
}

/// The vectors that the clause takes: those of positions from which it leads to (0, ..., 0), if only they count.
Automaton vectors_of(const Clause& clause, const Parts& parts, std::size_t tracks, AutomataWorkspace& workspace) {
  LinearSet set{clause.moves.variables, parts.of_vector};
  for (const std::size_t variable : clause.target) set.conditions.push_back({Affine::of_variable(variable), Relation::equal});
  return union_of({set}, tracks, Numeration::base(2), workspace);
}

}  // namespace

std::optional<std::vector<GuardedVectors>> guarded_vectors(const GameFormula& formula, AutomataWorkspace& workspace) {
  const std::size_t tracks = formula.tracks().size();
  if (formula.sheets() != 1) return std::nullopt;
  std::vector<GuardedVectors> moves;
  for (const Clause& clause : formula.clauses()) {
    const std::optional<Parts> parts = parts_of(clause, tracks, workspace);
    if (!parts || !takes(clause, tracks, workspace)) return std::nullopt;
    Automaton from = union_of({{clause.moves.variables, parts->of_position}}, tracks, Numeration::base(2), workspace);
    Automaton vectors = vectors_of(clause, *parts, tracks, workspace);
    const auto same = std::ranges::find(moves, vectors, &GuardedVectors::vectors);
    if (same == moves.end()) moves.push_back({std::move(vectors), std::move(from)});
    else same->from = combined(same->from, from, SetOperation::either, workspace);
  }
  std::vector<GuardedVectors> by_positions;
  for (GuardedVectors& some : moves) {
    const auto same = std::ranges::find(by_positions, some.from, &GuardedVectors::from);
    if (same == by_positions.end()) by_positions.push_back(std::move(some));
    else same->vectors = combined(same->vectors, some.vectors, SetOperation::either, workspace);
  }
  return by_positions;
}

std::optional<Automaton> taken_vectors(const GameFormula& formula, AutomataWorkspace& workspace) {
  if (formula.play() == Play::by_position || formula.sheets() != 1) return std::nullopt;
  const std::vector<LinearSet>& valid = formula.valid(0);
  if (valid.size() != 1 || !valid[0].conditions.empty() || !valid[0].bits.empty()) return std::nullopt;
  const std::optional<std::vector<GuardedVectors>> moves = guarded_vectors(formula, workspace);
  const Automaton all = all_tuples(Numeration::base(2), formula.tracks().size());
  if (!moves || moves->size() > 1 || (!moves->empty() && moves->front().from != all)) return std::nullopt;
  return moves->empty() ? Automaton(Numeration::base(2), formula.tracks().size()) : moves->front().vectors;
}

Automaton p_without_options(const GameFormula& formula, AutomataWorkspace& workspace) {
  const Numeration binary = Numeration::base(2);
  const std::size_t tracks = formula.tracks().size();
  const Automaton valid = union_of(formula.valid(0), tracks, binary, workspace);
  if (formula.play() == Play::normal) return valid;
  std::vector<LinearSet> moving = formula.terminal_p(0);
  for (const Clause& clause : formula.clauses()) moving.push_back(clause.moves);
  return combined(valid, union_of(moving, tracks, binary, workspace), SetOperation::both, workspace);
}

void sieve(const Automaton& taken, Play play, Coordinate bound, const Budget& budget,
           const std::function<void(PositionView)>& visit) {
  const std::size_t tracks = taken.tracks();
  const Box box(Position(std::vector<Coordinate>(tracks, 0)), Position(std::vector<Coordinate>(tracks, bound)));
  budget.check_memory(box.size() / 4, "the table of positions");
  std::vector<bool> wins(box.size(), false);
  std::vector<std::uint64_t> vectors;
  std::vector<Position> by_vector;
  for_each_tuple(taken, bound, [&](PositionView vector) {
    if (box.index(vector) == 0) return;
    vectors.push_back(box.index(vector));
    by_vector.emplace_back(vector);
  });
  const auto mark_before = [&](PositionView from, std::uint64_t index) {
    for (std::size_t i = 0; i < vectors.size(); ++i) {
      bool inside = true;
      for (std::size_t track = 0; track < tracks; ++track) inside = inside && from[track] + by_vector[i][track] <= bound;
      if (inside) wins[index + vectors[i]] = true;
    }
  };
  Position position = box.low();
  std::uint64_t steps = 0;
  for (std::uint64_t index = 0; index < box.size(); ++index, box.next(position)) {
    budget.check_stop_at(steps++);
    if (wins[index]) continue;
    if (play == Play::misere) {
      const bool terminal = std::ranges::none_of(by_vector, [&](const Position& vector) {
        for (std::size_t track = 0; track < tracks; ++track)
          if (vector[track] > position[track]) return false;
        return true;
      });
      if (terminal) continue;
    }
    visit(position);
    mark_before(position, index);
  }
}

}  // namespace bouton
