#include "engine/theorem/forms/theorem_sets.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/automata/expression/regular_expression.h"
#include "engine/theorem/forms/classical.h"

namespace bouton {
namespace {

/// What one set may take.
constexpr std::size_t kMostStatesOfWords = 20'000;
constexpr std::uint64_t kMostStepsOfWords = 50'000'000;
/// Longer expressions say less than the automaton.
constexpr std::size_t kMostCharacters = 160;

}  // namespace

std::vector<TheoremSet> theorem_sets(const Theorem& theorem, const GameFormula& formula, const std::vector<std::string>& tracks,
                                     const Budget& budget) {
  std::vector<TheoremSet> sets;
  for (std::size_t value = 0; value < theorem.values.size(); ++value)
    for (std::size_t sheet = 0; sheet < formula.sheets(); ++sheet) {
      TheoremSet set;
      set.name = value == 0 ? "P-positions" : fmt::format("Grundy value {}", value);
      set.automaton = &theorem.values[value][sheet];
      set.tracks = tracks;
      if (formula.sheets() > 1) set.name += " with " + formula.sheet_name(sheet);
      AutomataWorkspace workspace(budget, kMostStatesOfWords, kMostStepsOfWords);
      // Where that takes too much, the automaton says it all.
      within_limits([&] { set.words = classical_form(*set.automaton, tracks, workspace).value_or(""); });
      set.expression = regular_expression(*set.automaton, kMostCharacters).value_or("");
      sets.push_back(std::move(set));
    }
  for (std::size_t sheet = 0; sheet < theorem.function.size(); ++sheet) {
    TheoremSet set;
    set.name = "Grundy values";
    set.automaton = &theorem.function[sheet];
    set.tracks = tracks;
    set.tracks.push_back(std::ranges::find(tracks, "G") == tracks.end() ? "G" : "value");
    if (formula.sheets() > 1) set.name += " with " + formula.sheet_name(sheet);
    AutomataWorkspace workspace(budget, kMostStatesOfWords, kMostStepsOfWords);
    within_limits([&] { set.words = classical_function(*set.automaton, set.tracks, workspace).value_or(""); });
    set.expression = regular_expression(*set.automaton, kMostCharacters).value_or("");
    sets.push_back(std::move(set));
  }
  return sets;
}

std::string sentence(const TheoremSet& set) {
  return set.words.empty() ? fmt::format("those whose digits an automaton of {} states accepts", set.automaton->states())
                           : set.words;
}

}  // namespace bouton
