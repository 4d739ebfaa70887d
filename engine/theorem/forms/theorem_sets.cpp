#include "engine/theorem/forms/theorem_sets.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/automata/expression/regular_expression.h"
#include "engine/theorem/forms/known_moves.h"
#include "engine/theorem/forms/linear_words.h"
#include "engine/theorem/forms/plain.h"

namespace bouton {
namespace {

/// Longer expressions say less than the automaton.
constexpr std::size_t kMostCharacters = 160;

void add_sheet(TheoremSet& set, const GameFormula& formula, std::size_t sheet, bool is_part) {
  if (formula.sheets() == 1 && !is_part) return;
  const std::string name = formula.sheet_name(sheet);
  set.name += " with " + name;
  for (std::size_t at = 0; at < name.size();) {
    const std::size_t comma = std::min(name.find(", ", at), name.size());
    std::string equation = name.substr(at, comma - at);
    equation.insert(equation.find('='), "=");
    set.where += (set.where.empty() ? "" : " and ") + equation;
    at = comma + 2;
  }
}

/// Which known game it is on the sheet, where it is one of several.
void say_which_game(TheoremSet& set, const GameFormula& formula, std::size_t sheet, const Budget& budget) {
  if (set.where.empty()) return;
  AutomataWorkspace workspace(budget, kMostStatesOfWords, kMostStepsOfWords);
  within_limits([&] {
    if (const std::optional<KnownGame> known = known_game(formula, sheet, workspace))
      set.game = fmt::format("{}. {}", known->name, known->theorem);
  });
}

/// Of a set without words: whether these cannot be linear conditions.
void say_whether_linear(TheoremSet& set, const Budget& budget) {
  if (!set.words.empty()) return;
  AutomataWorkspace workspace(budget, kMostStatesOfWords, kMostStepsOfLinearWords);
  within_limits([&] { set.not_linear = why_not_linear(*set.automaton, set.tracks, workspace).value_or(""); });
}

}  // namespace

std::vector<TheoremSet> theorem_sets(const Theorem& theorem, const GameFormula& formula, const std::vector<std::string>& tracks,
                                     const Budget& budget, bool is_part) {
  std::vector<TheoremSet> sets;
  PlainWords plain(tracks);
  const auto say = [](TheoremSet& set, const std::optional<PlainStatement>& statement) {
    if (!statement) return;
    set.words = statement->sentence;
    set.formula = statement->formula;
  };
  for (std::size_t value = 0; value < theorem.values.size(); ++value)
    for (std::size_t sheet = 0; sheet < formula.sheets(); ++sheet) {
      TheoremSet set;
      set.name = value == 0 ? "P-positions" : fmt::format("Grundy value {}", value);
      set.automaton = &theorem.values[value][sheet];
      set.tracks = tracks;
      add_sheet(set, formula, sheet, is_part);
      AutomataWorkspace workspace(budget, kMostStatesOfWords, kMostStepsOfWords);
      // Where that takes too much, the automaton says it all.
      within_limits([&] { say(set, plain.about(*set.automaton, workspace)); });
      say_whether_linear(set, budget);
      if (value == 0) say_which_game(set, formula, sheet, budget);
      set.expression = regular_expression(*set.automaton, kMostCharacters).value_or("");
      sets.push_back(std::move(set));
    }
  for (std::size_t sheet = 0; sheet < theorem.function.size(); ++sheet) {
    TheoremSet set;
    set.name = "Grundy values";
    set.automaton = &theorem.function[sheet];
    set.tracks = tracks;
    set.tracks.push_back(std::ranges::find(tracks, "G") == tracks.end() ? "G" : "value");
    add_sheet(set, formula, sheet, is_part);
    AutomataWorkspace workspace(budget, kMostStatesOfWords, kMostStepsOfWords);
    within_limits([&] { say(set, plain_function(*set.automaton, set.tracks, workspace)); });
    say_whether_linear(set, budget);
    set.expression = regular_expression(*set.automaton, kMostCharacters).value_or("");
    sets.push_back(std::move(set));
  }
  return sets;
}

TheoremStatement statement_of(const std::vector<TheoremSet>& sets) {
  TheoremStatement statement;
  if (sets.empty()) return statement;
  // Sets of one value stand together, those asked for last; they have one name but for the sheet.
  const auto kind = [](const TheoremSet& set) { return set.name.substr(0, set.name.find(" with ")); };
  std::vector<const TheoremSet*> asked;
  for (const TheoremSet& set : sets)
    if (kind(set) == kind(sets.back())) asked.push_back(&set);
  const auto is_same = [&](const std::string TheoremSet::*text) {
    return std::ranges::all_of(asked, [&](const TheoremSet* set) { return set->*text == asked[0]->*text; });
  };
  if (is_same(&TheoremSet::words)) {
    statement.plain = asked[0]->words;
  } else if (std::ranges::none_of(asked, [](const TheoremSet* set) { return set->words.empty(); })) {
    for (std::size_t i = 0; i < asked.size(); ++i) {  // sheets of one statement together
      const auto is_alike = [&](const TheoremSet* other) { return other->words == asked[i]->words; };
      const auto begin = asked.begin(), here = begin + static_cast<std::ptrdiff_t>(i);
      if (std::any_of(begin, here, is_alike)) continue;
      std::string where;
      for (const TheoremSet* const set : asked)
        if (is_alike(set)) where += (where.empty() ? "" : " or ") + set->name.substr(kind(*set).size() + 6);
      statement.plain += fmt::format("{}with {}: {}", statement.plain.empty() ? "" : "; ", where, asked[i]->words);
    }
  }
  if (std::ranges::any_of(asked, [](const TheoremSet* set) { return set->formula.empty(); })) return statement;
  if (is_same(&TheoremSet::formula)) {
    statement.formula = asked[0]->formula;
    return statement;
  }
  for (const TheoremSet* const set : asked)
    statement.formula += fmt::format("{}{} and ({})", statement.formula.empty() ? "" : " or ", set->where, set->formula);
  return statement;
}

std::string beginning_of(const TheoremSet& set) {
  constexpr std::size_t kFirst = 20;
  std::string text;
  for (const BigPosition& tuple : first_tuples(*set.automaton, kFirst))
    text += fmt::format("{}{}", text.empty() ? "it begins " : "; ", to_string(tuple));
  return text + "; ...";
}

std::string not_linear_text(const TheoremSet& set) {
  return "not linear: no sums, multiples and remainders describe it, since " + set.not_linear;
}

std::string sentence(const TheoremSet& set) {
  return set.words.empty() ? fmt::format("those whose digits an automaton of {} states accepts", set.automaton->states())
                           : set.words;
}

}  // namespace bouton
