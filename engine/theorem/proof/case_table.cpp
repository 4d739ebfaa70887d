#include "engine/theorem/proof/case_table.h"

#include <algorithm>
#include <map>
#include <utility>

namespace bouton {
namespace {

/// What a table is made from, for one sheet.
struct SheetSets {
  std::vector<std::pair<std::size_t, Automaton>> cases;  ///< the first that has a position is its case
  Automaton valid;
};

/// The positions from which the clause leads into the set; without one, anywhere.
Automaton leading(const Clause& clause, const PositionSet* set, const GameFormula& formula, const Numeration& system,
                  AutomataWorkspace& workspace) {
  std::vector<std::size_t> seen;
  for (std::size_t i = 0; i < formula.tracks().size(); ++i) seen.push_back(i);
  Conjunction conjunction = conjunction_of(clause.moves, system, clause.moves.variables);
  if (set != nullptr) conjunction.add((*set)[clause.to], clause.target);
  return conjunction.projection(seen, workspace);
}

SheetSets sets_of(std::size_t sheet, const Theorem& theorem, const GameFormula& formula, AutomataWorkspace& workspace) {
  const std::size_t tracks = formula.tracks().size();
  SheetSets sets{{}, union_of(formula.valid(sheet), tracks, theorem.system, workspace)};
  sets.cases.emplace_back(CaseTable::kInSet, theorem.p_positions()[sheet]);
  Automaton terminal = sets.valid;
  for (std::size_t i = 0; i < formula.clauses().size(); ++i) {
    const Clause& clause = formula.clauses()[i];
    if (clause.from != sheet) continue;
    Automaton into = leading(clause, &theorem.p_positions(), formula, theorem.system, workspace);
    if (!into.empty()) sets.cases.emplace_back(i, std::move(into));
    if (formula.play() == Play::normal) continue;
    terminal =
        combined(terminal, leading(clause, nullptr, formula, theorem.system, workspace), SetOperation::first_only, workspace);
  }
  if (formula.play() != Play::normal) sets.cases.emplace_back(CaseTable::kWonAtEnd, std::move(terminal));
  return sets;
}

/// All automata at once.
CaseTable product_of(const SheetSets& sets, AutomataWorkspace& workspace) {
  using Tuple = std::vector<State>;  // of each case, and then of the positions that exist
  CaseTable table;
  std::map<Tuple, State> numbers;
  std::vector<Tuple> open;
  const auto number_of = [&](const Tuple& tuple) {
    const auto [at, is_new] = numbers.try_emplace(tuple, static_cast<State>(open.size()));
    if (is_new) open.push_back(tuple);
    return at->second;
  };
  number_of(Tuple(sets.cases.size() + 1, 0));
  for (std::size_t from = 0; from < open.size(); ++from) {
    workspace.check_states(open.size());
    workspace.spend(sets.valid.letters() * (sets.cases.size() + 1));
    const Tuple states = open[from];
    std::size_t found = CaseTable::kNone;
    if (sets.valid.accepting(states.back())) {
      found = CaseTable::kUnexplained;
      for (std::size_t i = 0; i < sets.cases.size() && found == CaseTable::kUnexplained; ++i)
        if (states[i] != kNoState && sets.cases[i].second.accepting(states[i])) found = sets.cases[i].first;
    }
    table.cases.push_back(found);
    std::vector<State> row;
    for (Letter letter = 0; letter < sets.valid.letters(); ++letter) {
      Tuple next;
      for (std::size_t i = 0; i < sets.cases.size(); ++i)
        next.push_back(states[i] == kNoState ? kNoState : sets.cases[i].second.next(states[i], letter));
      next.push_back(sets.valid.next(states.back(), letter));
      row.push_back(next.back() == kNoState ? kNoState : number_of(next));
    }
    table.next.push_back(std::move(row));
  }
  return table;
}

/// States that no word tells apart are one (Moore). They are numbered in the order in which they are first reached.
CaseTable merged(const CaseTable& table) {
  std::vector<std::size_t> classes = table.cases;
  for (std::size_t before = 0;;) {
    std::map<std::vector<std::size_t>, std::size_t> numbers;
    std::vector<std::size_t> finer;
    for (std::size_t state = 0; state < table.cases.size(); ++state) {
      std::vector<std::size_t> key = {classes[state]};
      for (const State next : table.next[state])
        key.push_back(next == kNoState ? CaseTable::kNone : classes[static_cast<std::size_t>(next)]);
      finer.push_back(numbers.try_emplace(std::move(key), numbers.size()).first->second);
    }
    classes = std::move(finer);
    if (numbers.size() == before) break;
    before = numbers.size();
  }
  CaseTable result;
  std::map<std::size_t, State> order = {{classes[0], 0}};
  std::vector<std::size_t> first = {0};  // a state of each class
  for (std::size_t i = 0; i < first.size(); ++i) {
    result.cases.push_back(table.cases[first[i]]);
    std::vector<State> row;
    for (const State next : table.next[first[i]]) {
      if (next == kNoState) {
        row.push_back(kNoState);
        continue;
      }
      const auto target = static_cast<std::size_t>(next);
      const auto [at, is_new] = order.try_emplace(classes[target], static_cast<State>(first.size()));
      if (is_new) first.push_back(target);
      row.push_back(at->second);
    }
    result.next.push_back(std::move(row));
  }
  return result;
}

}  // namespace

std::vector<CaseTable> case_tables(const Theorem& theorem, const GameFormula& formula, AutomataWorkspace& workspace) {
  std::vector<CaseTable> tables;
  for (std::size_t sheet = 0; sheet < formula.sheets(); ++sheet)
    tables.push_back(merged(product_of(sets_of(sheet, theorem, formula, workspace), workspace)));
  return tables;
}

std::optional<Word> shortest_word(const CaseTable& table, std::size_t which) {
  std::vector<std::optional<std::pair<State, Letter>>> reached(table.cases.size());  // from which state, by which letter
  std::vector<State> open = {0};
  for (std::size_t i = 0; i < open.size(); ++i) {
    State state = open[i];
    if (table.cases[static_cast<std::size_t>(state)] == which) {
      Word word;
      for (; state != 0; state = reached[static_cast<std::size_t>(state)]->first)
        word.push_back(reached[static_cast<std::size_t>(state)]->second);
      std::ranges::reverse(word);
      return word;
    }
    const std::vector<State>& row = table.next[static_cast<std::size_t>(state)];
    for (Letter letter = 0; letter < row.size(); ++letter) {
      const State next = row[letter];
      if (next == kNoState || next == 0 || reached[static_cast<std::size_t>(next)]) continue;
      reached[static_cast<std::size_t>(next)] = {state, letter};
      open.push_back(next);
    }
  }
  return std::nullopt;
}

std::optional<BigPosition> option_in_set(const Theorem& theorem, const Clause& clause, const BigPosition& numbers,
                                         AutomataWorkspace& workspace) {
  constexpr std::size_t kMoreDigits = 4;
  Conjunction conjunction = conjunction_of(clause.moves, theorem.system, clause.moves.variables);
  conjunction.add(theorem.p_positions()[clause.to], clause.target);
  const Conjunction::Solutions found = conjunction.solutions(numbers, kMoreDigits, 1, workspace);
  if (found.values.empty()) return std::nullopt;
  BigPosition option;
  for (const std::size_t variable : clause.target) option.push_back(found.values[0][variable]);
  return option;
}

}  // namespace bouton
