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

/// The coordinates of one tuple, or of it and of another behind it.
std::vector<std::size_t> Prover::variables_from(std::size_t first, std::size_t more) const {
  const std::size_t tracks = formula_.tracks().size();
  std::vector<std::size_t> variables;
  for (std::size_t i = 0; i < tracks; ++i) variables.push_back(first + i);
  for (std::size_t i = 0; more > 0 && i < tracks; ++i) variables.push_back(more + i);
  return variables;
}

/// Each option once, however many clauses lead there.
Prover::Pairs Prover::options_in(const PositionSet& set) {
  const std::size_t tracks = formula_.tracks().size();
  Pairs pairs(formula_.sheets(), std::vector<Automaton>(formula_.sheets(), Automaton(system_, 2 * tracks)));
  for (const Clause& clause : formula_.clauses()) {
    const std::size_t option = clause.moves.variables;
    Conjunction conjunction = conjunction_of(clause.moves, system_, option + tracks);
    for (std::size_t i = 0; i < tracks; ++i) {
      LinearRelation same{std::vector<std::int64_t>(option + tracks, 0), 0, Relation::equal};
      same.coefficients[option + i] = 1;
      same.coefficients[clause.target[i]] -= 1;
      conjunction.add(std::move(same));
    }
    conjunction.add(set[clause.to], variables_from(option));
    Automaton& found = pairs[clause.from][clause.to];
    found = combined(found, conjunction.projection(variables_from(0, option), workspace_), SetOperation::either, workspace_);
  }
  return pairs;
}

Automaton Prover::first_of(const Automaton& pairs) {
  const std::size_t tracks = formula_.tracks().size();
  Conjunction conjunction(system_, 2 * tracks);
  conjunction.add(pairs, variables_from(0, tracks));
  return conjunction.projection(variables_from(0), workspace_);
}

/// Of one sheet of positions, by the sheet of their options, which are in order by that and then lexicographically: those of
/// `options` that come before one of `least`. `before` has the pairs of tuples of which the first comes before the second.
std::vector<Automaton> Prover::with_a_lesser(const std::vector<Automaton>& options, const std::vector<Automaton>& least,
                                             const Automaton& before) {
  const std::size_t tracks = formula_.tracks().size();
  std::vector<Automaton> found(options.size(), Automaton(system_, 2 * tracks));
  Automaton later(system_, tracks);  // positions that have one of `least` on a later sheet
  for (std::size_t sheet = options.size(); sheet-- > 0;) {
    Conjunction here(system_, 3 * tracks);
    here.add(options[sheet], variables_from(0, tracks));
    here.add(least[sheet], variables_from(0, 2 * tracks));
    here.add(before, variables_from(tracks, 2 * tracks));
    Conjunction elsewhere(system_, 2 * tracks);
    elsewhere.add(options[sheet], variables_from(0, tracks));
    elsewhere.add(later, variables_from(0));
    found[sheet] = combined(here.projection(variables_from(0, tracks), workspace_),
                            elsewhere.projection(variables_from(0, tracks), workspace_), SetOperation::either, workspace_);
    later = combined(later, first_of(least[sheet]), SetOperation::either, workspace_);
  }
  return found;
}

PositionSet Prover::reaching(const PositionSet& set, std::uint64_t count) {
  if (count == 1) return reaching(set);
  const std::size_t tracks = formula_.tracks().size();
  std::vector<LinearSet> orders;  // the first coordinate in which two tuples differ is less
  for (std::size_t i = 0; i < tracks; ++i) {
    LinearSet order{2 * tracks, {}};
    for (std::size_t j = 0; j < i; ++j)
      add_condition(order.conditions, {Affine::of_variable(j) - Affine::of_variable(tracks + j), Relation::equal});
    const Affine difference = Affine::of_variable(i) - Affine::of_variable(tracks + i);
    add_condition(order.conditions, {plus_constant(difference, 1), Relation::at_most});
    orders.push_back(std::move(order));
  }
  const Automaton before = union_of(orders, 2 * tracks, system_, workspace_);
  const Pairs options = options_in(set);
  PositionSet result;
  for (const std::vector<Automaton>& own : options) {
    std::vector<Automaton> least = own;  // with so many options in the set that are not before them
    for (std::uint64_t found = 1; found < count; ++found) least = with_a_lesser(own, least, before);
    result.emplace_back(system_, tracks);
    for (const Automaton& pairs : least)
      result.back() = combined(result.back(), first_of(pairs), SetOperation::either, workspace_);
  }
  return result;
}

const PositionSet& Prover::can_move() {
  if (!can_move_) can_move_ = clauses_into(nullptr);
  return *can_move_;
}

PositionSet Prover::p_positions_given(const PositionSet& p) {
  if (formula_.blocking() > 0) {
    const PositionSet few = each_sheet(valid_, reaching(p, formula_.blocking() + 1), SetOperation::first_only);
    if (formula_.play() == Play::normal) return few;
    return each_sheet(few, reaching(each_sheet(valid_, p, SetOperation::first_only)), SetOperation::both);
  }
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
