#include "engine/theorem/proof/prover.h"

namespace bouton {

Prover::Prover(const GameFormula& formula, const Numeration& system, AutomataWorkspace& workspace)
    : formula_(formula), system_(system), workspace_(workspace) {
  const std::size_t tracks = formula.tracks().size();
  for (std::size_t sheet = 0; sheet < formula.sheets(); ++sheet) {
    valid_.push_back(union_of(formula.valid(sheet), tracks, system, workspace));
    terminal_p_.push_back(union_of(formula.terminal_p(sheet), tracks, system, workspace));
  }
}

PositionSet Prover::each_sheet(const PositionSet& a, const PositionSet& b, SetOperation operation) {
  PositionSet result;
  for (std::size_t sheet = 0; sheet < a.size(); ++sheet) result.push_back(combined(a[sheet], b[sheet], operation, workspace_));
  return result;
}

/// The positions from which some clause leads into the set; without one, anywhere.
PositionSet Prover::clauses_into(const PositionSet* set) {
  const std::size_t tracks = formula_.tracks().size();
  std::vector<std::size_t> seen(tracks);
  for (std::size_t i = 0; i < tracks; ++i) seen[i] = i;
  PositionSet result(formula_.sheets(), Automaton(system_, tracks));
  for (const Clause& clause : formula_.clauses()) {
    Conjunction conjunction = conjunction_of(clause.moves, system_, clause.moves.variables);
    if (set != nullptr) conjunction.add((*set)[clause.to], clause.target);
    Automaton& found = result[clause.from];
    found = combined(found, conjunction.projection(seen, workspace_), SetOperation::either, workspace_);
  }
  return result;
}

PositionSet Prover::reaching(const PositionSet& set) { return clauses_into(&set); }

const PositionSet& Prover::can_move() {
  if (!can_move_) can_move_ = clauses_into(nullptr);
  return *can_move_;
}

PositionSet Prover::p_positions_given(const PositionSet& p) {
  const PositionSet losing = each_sheet(valid_, reaching(p), SetOperation::first_only);
  if (formula_.play() == Play::normal) return losing;  // a terminal position has no option in p either
  const PositionSet not_terminal = each_sheet(losing, can_move(), SetOperation::both);
  const PositionSet terminal = each_sheet(losing, can_move(), SetOperation::first_only);
  return each_sheet(not_terminal, each_sheet(terminal, terminal_p_, SetOperation::both), SetOperation::either);
}

PositionSet Prover::value_given(const PositionSet& set, const std::vector<PositionSet>& lower) {
  PositionSet result = each_sheet(valid_, reaching(set), SetOperation::first_only);
  for (const PositionSet& below : lower) result = each_sheet(result, reaching(below), SetOperation::both);
  return result;
}

std::vector<Automaton> Prover::function_given(const std::vector<Automaton>& function) {
  const std::size_t tracks = formula_.tracks().size();
  std::vector<std::size_t> position(tracks), tuple(tracks + 1);
  for (std::size_t i = 0; i <= tracks; ++i) tuple[i] = i;
  for (std::size_t i = 0; i < tracks; ++i) position[i] = i;
  std::vector<Automaton> reached(formula_.sheets(), Automaton(system_, tracks + 1));  // by an option of that value
  for (const Clause& clause : formula_.clauses()) {
    const std::size_t value = clause.moves.variables;
    Conjunction conjunction = conjunction_of(clause.moves, system_, value + 1);
    std::vector<std::size_t> option = clause.target;
    option.push_back(value);
    conjunction.add(function[clause.to], std::move(option));
    std::vector<std::size_t> seen = position;
    seen.push_back(value);
    Automaton& found = reached[clause.from];
    found = combined(found, conjunction.projection(seen, workspace_), SetOperation::either, workspace_);
  }
  std::vector<Automaton> result;
  for (std::size_t sheet = 0; sheet < formula_.sheets(); ++sheet) {
    Conjunction exists(system_, tracks + 1);
    exists.add(valid_[sheet], position);
    const Automaton missed =
        combined(exists.projection(tuple, workspace_), reached[sheet], SetOperation::first_only, workspace_);
    Conjunction less(system_, tracks + 2);  // a lesser value is missed, too
    std::vector<std::size_t> lesser = position;
    lesser.push_back(tracks + 1);
    less.add(missed, std::move(lesser));
    LinearRelation below{std::vector<std::int64_t>(tracks + 2, 0), 1, Relation::at_most};
    below.coefficients[tracks + 1] = 1;
    below.coefficients[tracks] = -1;
    less.add(std::move(below));
    result.push_back(combined(missed, less.projection(tuple, workspace_), SetOperation::first_only, workspace_));
  }
  return result;
}

std::optional<GameFormula::Place> Prover::difference(const PositionSet& a, const PositionSet& b) {
  std::optional<GameFormula::Place> shortest;
  std::size_t length = 0;
  for (std::size_t sheet = 0; sheet < a.size(); ++sheet) {
    const Automaton differ = combined(a[sheet], b[sheet], SetOperation::differ, workspace_);
    const std::optional<Word> word = shortest_word(differ);
    if (!word || (shortest && word->size() >= length)) continue;
    length = word->size();
    shortest = GameFormula::Place{sheet, differ.numbers_of(*word)};
  }
  return shortest;
}

}  // namespace bouton
