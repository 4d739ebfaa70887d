#include "engine/theorem/proof/theorem.h"

#include <fmt/format.h>

namespace bouton {

namespace {

/// The same of the Grundy function.
std::optional<std::string> function_disproved(const Theorem& theorem, const GameFormula& formula, Prover& prover,
                                              AutomataWorkspace& workspace) {
  if (formula.play() != Play::normal || formula.blocking() > 0) return "Grundy values exist under normal play only";
  if (theorem.function.size() != formula.sheets()) return "it is about another number of sheets";
  for (const Automaton& automaton : theorem.function) {
    if (automaton.system() != theorem.system || automaton.tracks() != formula.tracks().size() + 1)
      return "its automata are about other numbers";
    if (!is_well_formed(automaton, workspace)) return "its automata accept digits that are not numbers";
  }
  if (std::optional<GameFormula::Place> different =
          prover.difference(theorem.function, prover.function_given(theorem.function))) {
    const std::string value = different->numbers.back().get_str();
    different->numbers.pop_back();
    return fmt::format("position {} and the value {}", to_string(formula.position_of(*different)), value);
  }
  return std::nullopt;
}

}  // namespace

Automaton zeros_of(const Automaton& function, AutomataWorkspace& workspace) {
  const std::size_t tracks = function.tracks() - 1;
  std::vector<std::size_t> position(tracks), tuple(tracks + 1);
  for (std::size_t i = 0; i <= tracks; ++i) tuple[i] = i;
  for (std::size_t i = 0; i < tracks; ++i) position[i] = i;
  Conjunction zero(function.system(), tracks + 1);
  zero.add(function, tuple);
  LinearRelation none{std::vector<std::int64_t>(tracks + 1, 0), 0, Relation::equal};
  none.coefficients[tracks] = 1;
  zero.add(std::move(none));
  return zero.projection(position, workspace);
}

std::optional<std::string> disproved(const Theorem& theorem, const GameFormula& formula, AutomataWorkspace& workspace) {
  if (formula.has_bit_conditions() && theorem.system != Numeration::base(2))
    return "the rule has bit operations, which base 2 alone can speak of";
  Prover prover(formula, theorem.system, workspace);
  std::vector<PositionSet> lower;
  for (const PositionSet& set : theorem.values) {
    if (set.size() != formula.sheets()) return "it is about another number of sheets";
    for (const Automaton& automaton : set)
      if (automaton.system() != theorem.system || automaton.tracks() != formula.tracks().size())
        return "its automata are about other numbers";
    for (const Automaton& automaton : set)
      if (!is_well_formed(automaton, workspace)) return "its automata accept digits that are not numbers";
    if (!lower.empty() && formula.blocking() > 0) return "a game with blocking has no Grundy values";
    if (!lower.empty() && formula.play() != Play::normal) return "Grundy values exist under normal play only";
    const PositionSet given = lower.empty() ? prover.p_positions_given(set) : prover.value_given(set, lower);
    if (const std::optional<GameFormula::Place> different = prover.difference(set, given))
      return fmt::format("position {}", to_string(formula.position_of(*different)));
    lower.push_back(set);
  }
  if (!theorem.function.empty()) return function_disproved(theorem, formula, prover, workspace);
  return std::nullopt;
}

}  // namespace bouton
