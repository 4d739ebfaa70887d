#include "engine/theorem/forms/known_moves.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "engine/theorem/predicate/predicate.h"
#include "engine/theorem/predicate/predicate_automaton.h"
#include "engine/theorem/statement/clause.h"

namespace bouton {
namespace {

/// One number is less after the move, and the others are as before. Those after it are behind those before it.
Predicate takes_from_one(std::size_t numbers) {
  std::vector<Predicate> heaps;
  for (std::size_t heap = 0; heap < numbers; ++heap) {
    std::vector<Predicate> all;
    for (std::size_t i = 0; i < numbers; ++i)
      all.push_back(Predicate::compared(Term::variable(numbers + i), i == heap ? ComparisonSign::less : ComparisonSign::equal,
                                        Term::variable(i)));
    heaps.push_back(Predicate::both(std::move(all)));
  }
  return Predicate::either(std::move(heaps));
}

/// Both of two numbers are less, by the same.
Predicate takes_from_both() {
  return Predicate::both({Predicate::compared(Term::variable(2), ComparisonSign::less, Term::variable(0)),
                          Predicate::equal(Term::variable(0) + Term::variable(3), Term::variable(1) + Term::variable(2))});
}

/// The pairs of a position and an option.
Automaton moves_of(const GameFormula& formula, std::size_t sheet, AutomataWorkspace& workspace) {
  const std::size_t tracks = formula.tracks().size();
  const Numeration binary = Numeration::base(2);
  Automaton moves(binary, 2 * tracks);
  for (const Clause& clause : formula.clauses()) {
    if (clause.from != sheet) continue;
    const std::size_t option = clause.moves.variables;
    Conjunction pairs = conjunction_of(clause.moves, binary, option + tracks);
    std::vector<std::size_t> seen;
    for (std::size_t i = 0; i < tracks; ++i) seen.push_back(i);
    for (std::size_t i = 0; i < tracks; ++i) {
      LinearRelation same{std::vector<std::int64_t>(option + tracks, 0), 0, Relation::equal};
      same.coefficients[option + i] = 1;
      same.coefficients[clause.target[i]] -= 1;
      pairs.add(std::move(same));
      seen.push_back(option + i);
    }
    moves = combined(moves, pairs.projection(seen, workspace), SetOperation::either, workspace);
  }
  return moves;
}

}  // namespace

std::optional<KnownGame> known_game(const GameFormula& formula, std::size_t sheet, AutomataWorkspace& workspace) {
  const std::size_t numbers = formula.tracks().size();
  const Numeration binary = Numeration::base(2);
  if (numbers < 2 || numbers > 3 || formula.play() != Play::normal || formula.blocking() > 0) return std::nullopt;
  const bool can_leave =
      std::ranges::any_of(formula.clauses(), [&](const Clause& clause) { return clause.from == sheet && clause.to != sheet; });
  if (can_leave || union_of(formula.valid(sheet), numbers, binary, workspace) != all_tuples(binary, numbers))
    return std::nullopt;
  const Automaton moves = moves_of(formula, sheet, workspace);
  const auto is = [&](const Predicate& pairs) { return automaton_of(pairs, 2 * numbers, binary, workspace) == moves; };
  const Predicate nim = takes_from_one(numbers);
  if (is(nim)) return KnownGame{fmt::format("Nim with {} heaps", numbers), "Bouton (1901): P iff the nim-sum is 0"};
  if (numbers == 2 && is(Predicate::either({nim, takes_from_both()})))
    return KnownGame{"Wythoff's game", "Wythoff (1907): P iff the heaps are floor(n phi) and floor(n phi) + n for some n >= 0"};
  return std::nullopt;
}

}  // namespace bouton
