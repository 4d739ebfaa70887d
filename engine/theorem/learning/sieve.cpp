#include "engine/theorem/learning/sieve.h"

#include <algorithm>

#include "engine/position/box.h"

namespace bouton {
namespace {

/// Whether the clause is about the difference of the position and the option alone, which is never negative.
bool takes_vectors(const Clause& clause, std::size_t tracks, AutomataWorkspace& workspace) {
  if (!clause.moves.bits.empty()) return false;
  for (const LinearCondition& condition : clause.moves.conditions)
    for (std::size_t track = 0; track < tracks; ++track) {
      const auto before = static_cast<ExpressionId>(track);
      const auto after = static_cast<ExpressionId>(clause.target[track]);
      if (before == after) continue;
      if (condition.form.coefficient(before) + condition.form.coefficient(after) != 0) return false;
    }
  for (std::size_t track = 0; track < tracks; ++track) {
    const std::size_t after = clause.target[track];
    if (after == track) {
      // The coordinate stays, and nothing may depend on it.
      for (const LinearCondition& condition : clause.moves.conditions)
        if (condition.form.coefficient(static_cast<ExpressionId>(track)) != 0) return false;
      continue;
    }
    if (after < tracks || std::ranges::count(clause.target, after) != 1) return false;
    LinearSet grows = clause.moves;
    if (add_condition(grows.conditions,
                      {add(add(linear_variable(track), linear_constant(1)), linear_variable(after), -1), Relation::at_most}) &&
        conjunction_of(grows, Numeration::base(2), grows.variables).witness(workspace))
      return false;
  }
  return true;
}

/// The vectors that the clause takes: those of positions from which it leads to (0, ..., 0).
Automaton vectors_of(const Clause& clause, std::size_t tracks, AutomataWorkspace& workspace) {
  LinearSet set = clause.moves;
  for (const std::size_t variable : clause.target) set.conditions.push_back({linear_variable(variable), Relation::equal});
  return union_of({set}, tracks, Numeration::base(2), workspace);
}

}  // namespace

std::optional<Automaton> taken_vectors(const GameFormula& formula, AutomataWorkspace& workspace) {
  const std::size_t tracks = formula.tracks().size();
  if (formula.sheets() != 1 || formula.play() == Play::by_position) return std::nullopt;
  if (formula.valid(0).size() != 1 || !formula.valid(0)[0].conditions.empty() || !formula.valid(0)[0].bits.empty())
    return std::nullopt;
  Automaton taken(Numeration::base(2), tracks);
  for (const Clause& clause : formula.clauses()) {
    if (!takes_vectors(clause, tracks, workspace)) return std::nullopt;
    taken = combined(taken, vectors_of(clause, tracks, workspace), SetOperation::either, workspace);
  }
  return taken;
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

std::optional<TakenLines> taken_lines(const Automaton& taken, AutomataWorkspace& workspace) {
  constexpr std::size_t kMostOthers = 64;
  if (taken.tracks() != 2) return std::nullopt;
  // The multiples of a direction: what is on the line through 0, without 0.
  const auto line = [&](const Affine& zero) {
    const Affine positive = add(linear_constant(1), add(linear_variable(0), linear_variable(1)), -1);
    const LinearSet set{2, {{zero, Relation::equal}, {positive, Relation::at_most}}};
    return union_of({set}, 2, taken.system(), workspace);
  };
  TakenLines lines;
  Automaton others = taken;
  const std::vector<Affine> zeros = {linear_variable(0), linear_variable(1), add(linear_variable(0), linear_variable(1), -1)};
  for (std::size_t i = 0; i < zeros.size(); ++i) {
    const Automaton direction = line(zeros[i]);
    const bool all = combined(direction, taken, SetOperation::first_only, workspace).empty();
    if (!all && i < 2) return std::nullopt;
    if (!all) continue;
    lines.diagonal = lines.diagonal || i == 2;
    others = combined(others, direction, SetOperation::first_only, workspace);
  }
  if (!is_finite(others)) return std::nullopt;
  for (const BigPosition& vector : first_tuples(others, kMostOthers + 1)) {
    const std::optional<Position> narrowed = narrow(vector);
    if (!narrowed) return std::nullopt;
    if ((*narrowed)[0] + (*narrowed)[1] > 0) lines.others.push_back(*narrowed);
  }
  if (lines.others.size() > kMostOthers) return std::nullopt;
  return lines;
}

void sieve_rows(const TakenLines& taken, Play play, Coordinate bound, AutomataWorkspace& workspace,
                const std::function<void(PositionView)>& visit) {
  const auto size = static_cast<std::size_t>(bound) + 1;
  const Reservation memory(workspace.account(), size * sizeof(Coordinate) + size / 2);
  std::vector<Coordinate> column_of(size, -1);                                                // of the P-position in a row
  std::vector<bool> column_met(size, false), above_met(size, false), below_met(size, false);  // diagonals by b - a and a - b
  const auto met = [&](Coordinate a, Coordinate b) {
    if (column_met[static_cast<std::size_t>(b)]) return true;
    if (taken.diagonal && (b >= a ? above_met[static_cast<std::size_t>(b - a)] : below_met[static_cast<std::size_t>(a - b)]))
      return true;
    return std::ranges::any_of(taken.others, [&](const Position& vector) {
      return vector[0] <= a && vector[1] <= b && column_of[static_cast<std::size_t>(a - vector[0])] == b - vector[1];
    });
  };
  Coordinate first_column = 0, first_above = 0, first_below = 0;  // not met yet
  for (Coordinate a = 0; a <= bound; ++a) {
    while (first_column <= bound && column_met[static_cast<std::size_t>(first_column)]) ++first_column;
    while (first_above <= bound && above_met[static_cast<std::size_t>(first_above)]) ++first_above;
    while (first_below <= bound && below_met[static_cast<std::size_t>(first_below)]) ++first_below;
    std::uint64_t steps = 1;
    for (Coordinate b = first_column; b <= bound; ++b, ++steps) {
      if (taken.diagonal && b > a - first_below) b = std::max(b, a + first_above);
      if (b > bound) break;
      // Under misère play the one terminal position is no P-position.
      if (met(a, b) || (play == Play::misere && a == 0 && b == 0)) continue;
      visit(Position{a, b});
      column_of[static_cast<std::size_t>(a)] = b;
      column_met[static_cast<std::size_t>(b)] = true;
      if (b >= a) above_met[static_cast<std::size_t>(b - a)] = true;
      if (a >= b) below_met[static_cast<std::size_t>(a - b)] = true;
      break;
    }
    workspace.spend(steps);
  }
}

}  // namespace bouton
