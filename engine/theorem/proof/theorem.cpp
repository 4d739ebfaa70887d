#include "engine/theorem/proof/theorem.h"

#include <fmt/format.h>

namespace bouton {

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
      if (!is_well_formed(automaton, workspace)) return "its automata read what are no numbers";
    if (!lower.empty() && formula.play() != Play::normal) return "Grundy values exist under normal play only";
    const PositionSet given = lower.empty() ? prover.p_positions_given(set) : prover.value_given(set, lower);
    if (const std::optional<GameFormula::Place> different = prover.difference(set, given))
      return fmt::format("position {}", to_string(formula.position_of(*different)));
    lower.push_back(set);
  }
  return std::nullopt;
}

}  // namespace bouton
