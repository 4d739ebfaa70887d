#include "bindings/output/theorems/proof_text.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/base/errors.h"
#include "engine/method/solvers/heap_solver.h"
#include "engine/study/sequence/heap_run.h"
#include "engine/theorem/proof/case_table.h"

namespace bouton {
namespace {

constexpr std::size_t kMostProofStates = 400'000;
constexpr std::uint64_t kMostProofSteps = 4'000'000'000;
/// Of a table that is written.
constexpr std::size_t kMostTableStates = 2'000;

std::string condition_text(const LinearCondition& condition, const std::vector<std::string>& names) {
  const auto name = [&](std::size_t number) { return names[number]; };
  const bool equal = condition.relation == Relation::equal;
  // a + 1 <= b is a < b.
  Affine form = condition.form;
  const bool strict = !equal && form.constant == 1;
  if (strict) form.constant = 0;
  return fmt::format("{} {} {}", side_text(form, false, name, " "),
                     equal    ? "="
                     : strict ? "<"
                              : "<=",
                     side_text(form, true, name, " "));
}

std::string set_text(const LinearSet& set, const std::vector<std::string>& names) {
  std::vector<std::string> parts;
  for (const LinearCondition& condition : set.conditions) parts.push_back(condition_text(condition, names));
  for (const BitCondition& bits : set.bits)
    parts.push_back(fmt::format("each binary digit of {} is that of {} for the digits of {} and {}", names[bits.result],
                                bits.truth == 6   ? "their sum without carry"
                                : bits.truth == 8 ? "\"both\""
                                                  : fmt::format("table {}", bits.truth),
                                names[bits.a], names[bits.b]));
  return parts.empty() ? "always" : fmt::format("{}", fmt::join(parts, ", "));
}

/// What people call moves whose names have numbers in them that the rule computes: "take_..." for take_1, take_2 and so on.
std::string kind_of_move(std::string_view pattern) {
  std::string name;
  while (true) {
    const std::size_t first = pattern.find('<'), last = pattern.find('>', first);
    name += pattern.substr(0, first);
    if (first == std::string_view::npos || last == std::string_view::npos) return name;
    name += "...";
    pattern.remove_prefix(last + 1);
  }
}

bool is_everything(const LinearSet& set) { return set.conditions.empty() && set.bits.empty(); }

/// "(1, 2)", "7" of one number.
template <class Parts>
std::string tuple_text(const Parts& parts) {
  std::vector<std::string> texts;
  for (const auto& part : parts) {
    if constexpr (std::is_same_v<std::decay_t<decltype(part)>, Integer>) texts.push_back(part.get_str());
    else texts.push_back(part);
  }
  return texts.size() == 1 ? texts[0] : fmt::format("({})", fmt::join(texts, ", "));
}

/// The proof of a theorem by automata.
class AutomataProof {
 public:
  AutomataProof(const Game& game, const TheoremReport& report, const std::vector<std::string>& tracks,
                const std::vector<TheoremSet>& sets, const Budget& budget)
      : game_(game),
        tracks_(tracks),
        sets_(sets),
        formula_(*report.formula),
        theorem_(*report.theorem),
        workspace_(budget, kMostProofStates, kMostProofSteps),
        tables_(case_tables(theorem_, formula_, workspace_)) {
    for (const CaseTable& table : tables_)
      if (table.cases.size() > kMostTableStates)
        throw LimitError(
            fmt::format("--proof: the table of cases has {} states, more than {}", table.cases.size(), kMostTableStates));
  }

  std::string text() {
    theorem();
    moves();
    play_ends();
    no_move_within();
    a_move_into();
    conclusion();
    return std::move(text_);
  }

 private:
  template <class... Arguments>
  void line(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    text_ += fmt::format(format, std::forward<Arguments>(arguments)...) + "\n";
  }

  bool several() const { return formula_.sheets() > 1; }
  std::string position_text() const { return tuple_text(tracks_); }
  std::string primed() const {
    std::vector<std::string> names;
    for (const std::string& name : tracks_) names.push_back(name + "'");
    return tuple_text(names);
  }
  /// " with goal = 0", for a position of a sheet.
  std::string with(std::size_t sheet) const { return several() ? " with " + formula_.sheet_name(sheet) : ""; }

  /// Of the variables of a clause.
  std::vector<std::string> names_of(const Clause& clause) const {
    std::vector<std::string> names(clause.moves.variables);
    for (std::size_t i = 0; i < tracks_.size(); ++i) names[i] = tracks_[i];
    for (std::size_t i = 0; i < clause.target.size(); ++i)
      if (clause.target[i] >= tracks_.size()) names[clause.target[i]] = tracks_[i] + "'";
    std::size_t more = 0;
    for (std::string& name : names)
      if (name.empty()) name = fmt::format("t{}", ++more);
    return names;
  }

  void theorem() {
    line("{}", title_of(game_));
    line("");
    line("THEOREM. The P-positions are the positions of the set X:");
    for (std::size_t sheet = 0; sheet < formula_.sheets(); ++sheet) {
      const TheoremSet& set = sets_[sheet];
      line("  {}{}.", several() ? formula_.sheet_name(sheet) + ": " : "",
           set.words.empty() ? "the positions to which the table in 3 says P" : set.words);
    }
    const char* const play = formula_.play() == Play::normal   ? "whoever cannot move has lost"
                             : formula_.play() == Play::misere ? "whoever cannot move has won"
                                                               : "where nobody can move, the position says who has won";
    line("Here {} {} of any size, and {}.", fmt::join(tracks_, ", "),
         tracks_.size() == 1 ? "is a whole number" : "are whole numbers", play);
    if (formula_.play() == Play::by_position)
      for (std::size_t sheet = 0; sheet < formula_.sheets(); ++sheet)
        for (const LinearSet& set : formula_.terminal_p(sheet))
          line("Whoever cannot move{} has lost{}.", with(sheet),
               is_everything(set) ? "" : " where " + set_text(set, named(set)));
    for (std::size_t sheet = 0; sheet < formula_.sheets(); ++sheet) exists(sheet);
  }

  std::vector<std::string> named(const LinearSet& set) const {
    std::vector<std::string> names = tracks_;
    while (names.size() < set.variables) names.push_back(fmt::format("t{}", names.size() - tracks_.size() + 1));
    return names;
  }

  /// Which positions there are, where not all numbers are positions.
  void exists(std::size_t sheet) {
    const std::vector<LinearSet>& valid = formula_.valid(sheet);
    if (valid.size() == 1 && is_everything(valid[0])) return;
    if (valid.empty()) {
      line("There are no positions{}.", with(sheet));
      return;
    }
    std::vector<std::string> parts;
    for (const LinearSet& set : valid) parts.push_back(set_text(set, named(set)));
    line("There are the positions{} where {}.", with(sheet), fmt::join(parts, "; or "));
  }

  void moves() {
    line("");
    line("The moves, from {} to {}{}:", position_text(), primed(),
         " (what is not named with a stroke stays; t1, t2, ... are any numbers >= 0)");
    for (std::size_t i = 0; i < formula_.clauses().size(); ++i) {
      const Clause& clause = formula_.clauses()[i];
      const std::string label = kind_of_move(game_.rules->label_name(clause.label));
      const std::vector<std::string> names = names_of(clause);
      std::vector<std::string> to;
      for (const std::size_t variable : clause.target) to.push_back(names[variable]);
      line("Move {}{}{}: to {}{}, where {}.", i + 1, label.empty() ? "" : fmt::format(", {}", label),
           several() ? fmt::format(", from {} to {}", formula_.sheet_name(clause.from), formula_.sheet_name(clause.to)) : "",
           tuple_text(to), clause.line > 0 ? fmt::format(" (line {} of the rule)", clause.line) : "",
           set_text(clause.moves, names));
    }
  }

  void play_ends() {
    line("");
    line(
        "1. Play ends, since {}, and that has an end. So by induction on the length of play there is just one set of positions",
        formula_.why_play_ends());
    line("   that contains a position exactly if no move leads from there into the set{}. It is the set of P-positions.",
         formula_.play() == Play::normal ? "" : " and, where there is no move, whoever is to move has lost");
    line("   It remains to show that X is such a set.");
  }

  void no_move_within() {
    line("");
    line("2. No move leads from a position of X to a position of X. For each move, \"{} is in X\", \"{} is in X\" and the",
         position_text(), primed());
    line(
        "   conditions of the move are an automaton that reads the digits of all these numbers at once. It accepts nothing, "
        "for");
    line("   each of the {} moves.", formula_.clauses().size());
    for (const Clause& clause : formula_.clauses()) {
      Conjunction conjunction = conjunction_of(clause.moves, theorem_.system, clause.moves.variables);
      std::vector<std::size_t> tracks;
      for (std::size_t track = 0; track < tracks_.size(); ++track) tracks.push_back(track);
      conjunction.add(theorem_.p_positions()[clause.from], tracks);
      conjunction.add(theorem_.p_positions()[clause.to], clause.target);
      if (conjunction.witness(workspace_)) throw Error("the proof of a theorem does not hold");  // it was proved before
    }
    if (formula_.play() != Play::normal) line("   And where there is no move, whoever is to move at a position of X has lost.");
  }

  std::string case_text(std::size_t which) const {
    switch (which) {
      case CaseTable::kNone: return "no position";
      case CaseTable::kInSet: return "P";
      case CaseTable::kWonAtEnd: return "won, no move";
      default: return fmt::format("move {}", which + 1);
    }
  }

  std::string letter_text(const Automaton& automaton, Letter letter) const {
    std::string text;
    for (std::size_t track = 0; track < automaton.tracks(); ++track)
      text += fmt::format("{}{}", track == 0 ? "" : ",", automaton.digit(letter, track));
    return text;
  }

  void a_move_into() {
    line("");
    line("3. From every position outside of X a move leads to a position of X{}. The table tells which.",
         formula_.play() == Play::normal ? "" : ", or there is no move and whoever is to move has won");
    line("   Write {} as {},", fmt::join(tracks_, ", "), theorem_.system.text());
    line("   most significant digit first, with zeros in front{}{}.", tracks_.size() > 1 ? " so that all are equally long" : "",
         theorem_.system.period() == 1 ? "" : fmt::format(", their length a multiple of {}", theorem_.system.period()));
    line("   Begin in state 0 and read the digits{}. The last state gives the case: P, a position of X; or a move into X.",
         tracks_.size() > 1 ? fmt::format(" of {} together, place by place", fmt::join(tracks_, ", ")) : "");
    for (std::size_t sheet = 0; sheet < formula_.sheets(); ++sheet) table(sheet);
  }

  void table(std::size_t sheet) {
    const CaseTable& table = tables_[sheet];
    const Automaton& automaton = theorem_.p_positions()[sheet];
    line("Table{}:", several() ? " for " + formula_.sheet_name(sheet) : "");
    for (std::size_t state = 0; state < table.cases.size(); ++state) {
      std::string text = fmt::format("State {}, {}:", state, case_text(table.cases[state]));
      std::map<State, std::vector<std::string>> letters;
      for (Letter letter = 0; letter < table.next[state].size(); ++letter)
        if (table.next[state][letter] != kNoState) letters[table.next[state][letter]].push_back(letter_text(automaton, letter));
      for (const auto& [to, read] : letters) text += fmt::format(" {} -> {};", fmt::join(read, " "), to);
      if (text.back() == ';') text.pop_back();
      line("{}", text);
    }
    examples(sheet);
  }

  /// The shortest position of each case.
  void examples(std::size_t sheet) {
    std::vector<std::size_t> cases = tables_[sheet].cases;
    std::ranges::sort(cases);
    const auto repeated = std::ranges::unique(cases);
    cases.erase(repeated.begin(), repeated.end());
    for (const std::size_t which : cases) {
      if (which >= formula_.clauses().size()) {
        if (which == CaseTable::kUnexplained) throw Error("the proof of a theorem does not hold");  // it was proved before
        continue;
      }
      const std::optional<Word> word = shortest_word(tables_[sheet], which);
      if (!word) continue;
      const BigPosition numbers = theorem_.p_positions()[sheet].numbers_of(*word);
      const std::optional<BigPosition> option = option_in_set(theorem_, formula_.clauses()[which], numbers, workspace_);
      if (!option) continue;
      line("Example, move {}: from {} to {}{}.", which + 1, tuple_text(numbers), tuple_text(*option),
           with(formula_.clauses()[which].to));
    }
  }

  void conclusion() {
    line("");
    line("By 2 and 3 a position is in X exactly if no move leads from there into X{}, so by 1 X is the set of P-positions.",
         formula_.play() == Play::normal ? "" : " and, where there is no move, whoever is to move has lost");
  }

  const Game& game_;
  const std::vector<std::string>& tracks_;
  const std::vector<TheoremSet>& sets_;
  const GameFormula& formula_;
  const Theorem& theorem_;
  AutomataWorkspace workspace_;
  std::vector<CaseTable> tables_;
  std::string text_;
};

/// The proof of a period of Grundy values.
std::string heaps_text(const Game& game, const HeapTheorem& theorem, const Budget& budget) {
  constexpr std::size_t kInALine = 24;
  if (theorem.elements > 0)
    throw LimitError(
        fmt::format("{}: the theorem is a misère quotient, and --proof writes no text about quotients", game.name));
  const Period& period = theorem.period;
  const Result<TakeAndBreak> code = heap_description(*game.rules, budget);
  if (!code) throw LimitError(fmt::format("--proof: {}", code.reason()));
  const std::optional<PeriodTheorem> why = period_theorem(*code);
  if (!why) throw LimitError("--proof: no theorem about periods fits the moves");
  const HeapRun run =
      run_heaps(game, {.last = static_cast<Coordinate>(period.checked_to), .period = false, .checkpoint = {}}, budget);
  std::string text = fmt::format("{}\n\n", title_of(game));
  text += fmt::format(
      "THEOREM. The Grundy values G(0), G(1), ... of single heaps satisfy G(n + {}) = G(n){} for all n >= {}.\n"
      "So a sum of heaps is a P-position exactly if the nim-sum of their values is 0 (Sprague 1935, Grundy 1939).\n\n",
      period.period, period.saltus == 0 ? "" : fmt::format(" + {}", period.saltus), period.preperiod);
  text += "1. Play ends, since each move takes something, or splits a heap into smaller ones.\n\n";
  text += fmt::format("2. The values of heaps 0 to {}, each the least number that no option has:\n", period.checked_to);
  const std::vector<std::uint32_t>& values = run.values.cells;
  for (std::size_t n = 0; n < values.size(); n += kInALine) {
    const std::size_t end = std::min(values.size(), n + kInALine);
    text += fmt::format(
        "G from {}: {}\n", n,
        fmt::join(values.begin() + static_cast<std::ptrdiff_t>(n), values.begin() + static_cast<std::ptrdiff_t>(end), " "));
  }
  text += fmt::format("\n3. They are enough, by {}: {}.\n", why->source(), why->statement());
  text += fmt::format("   Here the period is p = {} and n0 = {}, and the values are known up to {}.\n", period.period,
                      period.preperiod, period.checked_to);
  return text;
}

}  // namespace

std::string side_text(const Affine& form, bool taken_off, const std::function<std::string(std::size_t)>& name,
                      std::string_view times) {
  const std::int64_t sign = taken_off ? -1 : 1;
  std::string text;
  const auto add_term = [&](const std::string& term) { text += (text.empty() ? "" : " + ") + term; };
  for (const auto& [number, coefficient] : form.terms)
    if (sign * coefficient > 0)
      add_term(sign * coefficient == 1 ? name(number) : fmt::format("{}{}{}", sign * coefficient, times, name(number)));
  if (sign * form.constant > 0 || text.empty()) add_term(std::to_string(std::max<std::int64_t>(0, sign * form.constant)));
  return text;
}

std::string proof_text(const Game& game, const TheoremReport& report, const std::vector<std::string>& tracks,
                       const std::vector<TheoremSet>& sets, const Budget& budget) {
  if (report.heaps) return heaps_text(game, *report.heaps, budget);
  try {
    return AutomataProof(game, report, tracks, sets, budget).text();
  } catch (const AutomatonTooLarge&) {
    throw LimitError("--proof: the table of cases is too large");
  }
}

}  // namespace bouton
