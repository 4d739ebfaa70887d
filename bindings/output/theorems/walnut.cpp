#include "bindings/output/theorems/walnut.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "bindings/output/theorems/proof_text.h"
#include "engine/automata/bits.h"
#include "engine/base/errors.h"
#include "engine/system/whole_file.h"

namespace bouton {
namespace {

/// The name of a game or a system as a part of Walnut's names: letters, digits and underscores.
std::string walnut_name(std::string_view text) {
  std::string name;
  for (const char c : text) name += (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ? c : '_';
  return name;
}

/// Variables in the alphabetical order of their numbers.
std::string variable(std::size_t number) { return fmt::format("x{:03}", number); }

std::string variables(std::size_t first, std::size_t end) {
  std::string text;
  for (std::size_t i = first; i < end; ++i) text += (text.empty() ? "" : ",") + variable(i);
  return text;
}

std::string join(const std::vector<std::string>& parts, std::string_view between, std::string_view none) {
  if (parts.empty()) return std::string(none);
  std::string text;
  for (const std::string& part : parts) text += fmt::format("{}({})", text.empty() ? "" : between, part);
  return text;
}

std::string text_of(const LinearCondition& condition) {
  return fmt::format("{} {} {}", side_text(condition.form, false, variable, "*"),
                     condition.relation == Relation::equal ? "=" : "<=", side_text(condition.form, true, variable, "*"));
}

/// True of all values of the variables, and names each of them: what Walnut quantifies must occur.
std::vector<std::string> mentions(std::size_t first, std::size_t end) {
  std::vector<std::string> parts;
  for (std::size_t i = first; i < end; ++i) parts.push_back(fmt::format("{0} = {0}", variable(i)));
  return parts;
}

/// The set of triples that a bit condition speaks of.
std::string bits_name(std::uint8_t truth) { return fmt::format("bouton_bits_{}", truth); }

/// The conditions, one by one.
std::vector<std::string> texts_of(const LinearSet& set) {
  std::vector<std::string> texts;
  for (const LinearCondition& condition : set.conditions) texts.push_back(text_of(condition));
  for (const BitCondition& bits : set.bits)
    texts.push_back(
        fmt::format("${}({},{},{})", bits_name(bits.truth), variable(bits.a), variable(bits.b), variable(bits.result)));
  return texts;
}

/// The conditions, all of them, about the first `tracks` variables: there are values of the others.
std::string text_of(const LinearSet& set, std::size_t tracks, std::vector<std::string> more = {}) {
  std::ranges::copy(texts_of(set), std::back_inserter(more));
  std::ranges::copy(mentions(tracks, set.variables), std::back_inserter(more));
  const std::string all = join(more, " & ", fmt::format("{0} = {0}", variable(0)));
  return set.variables > tracks ? fmt::format("E {} ({})", variables(tracks, set.variables), all) : all;
}

/// "{0, 1}"
std::string alphabet(const Numeration& system) {
  std::string text = "{";
  for (int digit = 0; digit < system.digits(); ++digit) text += fmt::format("{}{}", digit == 0 ? "" : ", ", digit);
  return text + "}";
}

std::string text_of(const Automaton& automaton, const std::string& of_a_track) {
  std::string text;
  for (std::size_t track = 0; track < automaton.tracks(); ++track) text += (track == 0 ? "" : " ") + of_a_track;
  text += "\n";
  for (std::size_t from = 0; from < automaton.states(); ++from) {
    text += fmt::format("\n{} {}\n", from, automaton.accepting(static_cast<State>(from)) ? 1 : 0);
    for (Letter letter = 0; letter < automaton.letters(); ++letter) {
      const State to = automaton.next(static_cast<State>(from), letter);
      if (to == kNoState) continue;
      for (std::size_t track = 0; track < automaton.tracks(); ++track)
        text += fmt::format("{}{}", track == 0 ? "" : " ", automaton.digit(letter, track));
      text += fmt::format(" -> {}\n", to);
    }
  }
  return text;
}

/// Walnut lets words have any length. Where lengths are multiples of a period, the words without some of their leading zeros
/// are let in as well: how long a word is tells how many are missing. The states are sets of states, the start all that zeros
/// lead to.
Automaton with_words_of_any_length(const Automaton& automaton, AutomataWorkspace& workspace) {
  if (automaton.system().period() == 1) return automaton;
  std::set<State> start;
  for (State state = 0; state != kNoState && start.insert(state).second;) state = automaton.next(state, 0);
  Automaton result(automaton.system(), automaton.tracks());
  std::map<std::set<State>, State> numbers = {{start, 0}};
  std::vector<std::set<State>> open = {start};
  for (State from = 0; static_cast<std::size_t>(from) < open.size(); ++from) {
    const std::set<State> states = open[static_cast<std::size_t>(from)];
    workspace.spend(states.size() * automaton.letters());
    workspace.check_states(open.size());
    result.set_accepting(from, std::ranges::any_of(states, [&](State state) { return automaton.accepting(state); }));
    for (Letter letter = 0; letter < automaton.letters(); ++letter) {
      std::set<State> next;
      for (const State state : states)
        if (const State to = automaton.next(state, letter); to != kNoState) next.insert(to);
      if (next.empty()) continue;
      const auto [at, is_new] = numbers.try_emplace(next, static_cast<State>(numbers.size()));
      if (is_new) {
        result.add_state(false);
        open.push_back(std::move(next));
      }
      result.set_next(from, letter, at->second);
    }
  }
  return minimised(result, workspace);
}

class WalnutWriter {
 public:
  WalnutWriter(const std::string& game, const GameFormula& formula, const Theorem& theorem, AutomataWorkspace& workspace)
      : game_(game),
        formula_(formula),
        theorem_(theorem),
        workspace_(workspace),
        prefix_("bouton_" + walnut_name(game)),
        tracks_(formula.tracks().size()),
        system_(theorem.system.is_base() ? fmt::format("msd_{}", theorem.system.parameter())
                                         : "msd_bouton_" + walnut_name(theorem.system.key())) {}

  std::vector<WalnutFile> files() {
    if (!theorem_.system.is_base()) numeration();
    for (std::size_t value = 0; value < theorem_.values.size(); ++value)
      for (std::size_t sheet = 0; sheet < formula_.sheets(); ++sheet)
        files_.push_back({fmt::format("Automata Library/{}.txt", set_name(value, sheet)),
                          automaton_text(theorem_.values[value][sheet], system_)});
    for (std::size_t sheet = 0; sheet < theorem_.function.size(); ++sheet)
      files_.push_back(
          {fmt::format("Automata Library/{}.txt", of_sheet("g", sheet)), automaton_text(theorem_.function[sheet], system_)});
    bits();
    positions();
    moves();
    for (std::size_t value = 0; value < theorem_.values.size(); ++value)
      for (std::size_t sheet = 0; sheet < formula_.sheets(); ++sheet) theorem(value, sheet);
    for (std::size_t sheet = 0; sheet < theorem_.function.size(); ++sheet) function_theorem(sheet);
    if (sums_decrease()) ending();
    files_.push_back({fmt::format("Command Files/{}.txt", prefix_), commands_});
    files_.push_back({fmt::format("{}.md", prefix_), description()});
    return std::move(files_);
  }

 private:
  std::string of_sheet(std::string_view what, std::size_t sheet) const {
    return formula_.sheets() == 1 ? fmt::format("{}_{}", prefix_, what) : fmt::format("{}_{}_{}", prefix_, what, sheet);
  }
  std::string set_name(std::size_t value, std::size_t sheet) const {
    return of_sheet(value == 0 ? "p" : fmt::format("v{}", value), sheet);
  }
  std::string call(const std::string& name) const { return fmt::format("${}({})", name, variables(0, tracks_)); }

  std::string automaton_text(const Automaton& automaton, const std::string& of_a_track) {
    return text_of(with_words_of_any_length(automaton, workspace_), of_a_track);
  }

  void define(const std::string& name, const std::string& formula) {
    std::vector<std::string> parts = mentions(0, tracks_);
    parts.push_back(formula);
    commands_ += fmt::format("def {} \"?{} {}\":\n", name, system_, join(parts, " & ", ""));
  }
  void evaluate(const std::string& name, const std::string& formula) {
    commands_ += fmt::format("eval {} \"?{} {}\":\n", name, system_, formula);
    statements_.push_back(name);
  }

  void numeration() {
    Conjunction sum(theorem_.system, 3);
    sum.add({{1, 1, -1}, 0, Relation::equal});
    const std::string digits = alphabet(theorem_.system);
    files_.push_back({fmt::format("Custom Bases/{}.txt", system_), automaton_text(all_tuples(theorem_.system, 1), digits)});
    files_.push_back(
        {fmt::format("Custom Bases/{}_addition.txt", system_), automaton_text(sum.projection({0, 1, 2}, workspace_), digits)});
    evaluate(prefix_ + "_sums_are_there", "A x,y (E z (x + y = z))");
    evaluate(prefix_ + "_sums_are_unique", "A x,y,z,w ((x + y = z & x + y = w) => z = w)");
    evaluate(prefix_ + "_successor", "A x,y (y = x + 1 <=> (x < y & ~(E z (x < z & z < y))))");
    evaluate(prefix_ + "_sum_with_0", "A x (x + 0 = x)");
    evaluate(prefix_ + "_sum_with_1_more", "A x,y,z,w ((x + y = z & w = y + 1) => x + w = z + 1)");
  }

  /// An automaton for each operation on binary digits that the rule makes use of.
  void bits() {
    std::set<std::uint8_t> truths;
    const auto note = [&](const LinearSet& set) {
      for (const BitCondition& condition : set.bits) truths.insert(condition.truth);
    };
    for (const Clause& clause : formula_.clauses()) note(clause.moves);
    for (std::size_t sheet = 0; sheet < formula_.sheets(); ++sheet) {
      std::ranges::for_each(formula_.valid(sheet), note);
      std::ranges::for_each(formula_.terminal_p(sheet), note);
    }
    for (const std::uint8_t truth : truths)
      files_.push_back(
          {fmt::format("Automata Library/{}.txt", bits_name(truth)), automaton_text(bit_relation(truth), system_)});
  }

  void union_of_sets(const std::string& name, const std::vector<LinearSet>& sets) {
    std::vector<std::string> parts;
    for (const LinearSet& set : sets) parts.push_back(text_of(set, tracks_));
    define(name, join(parts, " | ", nothing()));
  }
  std::string nothing() const { return fmt::format("{0} != {0}", variable(0)); }

  void positions() {
    for (std::size_t sheet = 0; sheet < formula_.sheets(); ++sheet) {
      union_of_sets(of_sheet("valid", sheet), formula_.valid(sheet));
      if (formula_.play() != Play::normal && formula_.blocking() == 0)
        union_of_sets(of_sheet("terminal_p", sheet), formula_.terminal_p(sheet));
    }
  }

  /// From where a move leads: anywhere, and into each set of the theorem.
  void moves() {
    if (formula_.blocking() > 0) return counted_moves();
    for (std::size_t sheet = 0; sheet < formula_.sheets(); ++sheet) {
      if (formula_.play() != Play::normal) moves_of(of_sheet("can_move", sheet), sheet, std::nullopt);
      for (std::size_t value = 0; value < theorem_.values.size(); ++value)
        moves_of(fmt::format("{}_into", set_name(value, sheet)), sheet, value);
    }
  }
  void moves_of(const std::string& name, std::size_t sheet, std::optional<std::size_t> value) {
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < formula_.clauses().size(); ++i) {
      const Clause& clause = formula_.clauses()[i];
      if (clause.from != sheet) continue;
      std::vector<std::string> into;
      if (value) {
        std::string target;
        for (const std::size_t number : clause.target) target += (target.empty() ? "" : ",") + variable(number);
        into.push_back(fmt::format("${}({})", set_name(*value, clause.to), target));
      }
      // A definition for each kind of move: what is asked of Walnut at once stays small.
      const std::string part = fmt::format("{}_{}", name, i);
      define(part, text_of(clause.moves, tracks_, std::move(into)));
      parts.push_back(call(part));
    }
    define(name, join(parts, " | ", nothing()));
  }

  /// Where options are forbidden: which positions are an option of which, and from where more of them lead into the set than
  /// can be forbidden. Of one sheet.
  void counted_moves() {
    const std::string option = prefix_ + "_option";
    std::vector<std::string> parts;
    const auto define_pairs = [&](const std::string& name, const std::string& formula) {
      std::vector<std::string> all = mentions(0, 2 * tracks_);
      all.push_back(formula);
      commands_ += fmt::format("def {} \"?{} {}\":\n", name, system_, join(all, " & ", ""));
    };
    for (std::size_t i = 0; i < formula_.clauses().size(); ++i) {
      const std::string part = fmt::format("{}_{}", option, i);
      define_pairs(part, text_of(with_option(formula_.clauses()[i]), 2 * tracks_));
      parts.push_back(fmt::format("${}({})", part, variables(0, 2 * tracks_)));
    }
    define_pairs(option, join(parts, " | ", nothing()));
    // Number 0 is the position, the others are its options.
    const auto of = [&](std::size_t number) { return variables(number * tracks_, (number + 1) * tracks_); };
    const auto is_option = [&](std::size_t number) { return fmt::format("${}({},{})", option, of(0), of(number)); };
    const auto in_set = [&](std::size_t number) { return fmt::format("${}({})", set_name(0, 0), of(number)); };
    const std::size_t count = formula_.blocking() + 1;
    std::vector<std::string> several;
    for (std::size_t number = 1; number <= count; ++number) {
      several.push_back(is_option(number));
      several.push_back(in_set(number));
      if (number > 1) several.push_back(is_before(number - 1, number));
    }
    define(set_name(0, 0) + "_into",
           fmt::format("E {} ({})", variables(tracks_, (count + 1) * tracks_), join(several, " & ", "")));
    if (formula_.play() == Play::normal) return;
    define(set_name(0, 0) + "_past",
           fmt::format("E {} (({}) & (~{}))", variables(tracks_, 2 * tracks_), is_option(1), in_set(1)));
  }
  /// The set with `more` variables besides, and its own under other numbers.
  template <class Moved>
  static LinearSet renumbered(const LinearSet& set, std::size_t more, Moved moved) {
    LinearSet result{set.variables + more, {}, set.bits};
    for (const LinearCondition& condition : set.conditions) {
      Affine form = Affine::of_constant(condition.form.constant);
      for (const auto& [number, coefficient] : condition.form.terms)
        form = add(form, Affine::of_variable(moved(number)), coefficient);
      result.conditions.push_back({std::move(form), condition.relation});
    }
    for (BitCondition& bits : result.bits) bits = {moved(bits.a), moved(bits.b), moved(bits.result), bits.truth};
    return result;
  }
  /// The option's coordinates are variables of their own, behind those of the position.
  LinearSet with_option(const Clause& clause) const {
    const auto moved = [&](std::size_t number) { return number < tracks_ ? number : number + tracks_; };
    LinearSet moves = renumbered(clause.moves, tracks_, moved);
    for (std::size_t i = 0; i < tracks_; ++i)
      moves.conditions.push_back(
          {Affine::of_variable(tracks_ + i) - Affine::of_variable(moved(clause.target[i])), Relation::equal});
    return moves;
  }
  /// The first coordinate in which two tuples differ is less in the first.
  std::string is_before(std::size_t one, std::size_t other) const {
    std::vector<std::string> orders;
    std::string same;
    for (std::size_t i = 0; i < tracks_; ++i) {
      const std::string a = variable(one * tracks_ + i), b = variable(other * tracks_ + i);
      orders.push_back(fmt::format("{}{} < {}", same, a, b));
      same += fmt::format("{} = {} & ", a, b);
    }
    return join(orders, " | ", "");
  }

  void theorem(std::size_t value, std::size_t sheet) {
    std::vector<std::string> parts = {call(of_sheet("valid", sheet)), "~" + call(set_name(value, sheet) + "_into")};
    for (std::size_t lower = 0; lower < value; ++lower) parts.push_back(call(set_name(lower, sheet) + "_into"));
    if (formula_.play() != Play::normal && formula_.blocking() > 0) parts.push_back(call(set_name(value, sheet) + "_past"));
    else if (formula_.play() != Play::normal)
      parts.push_back(fmt::format("{} | {}", call(of_sheet("can_move", sheet)), call(of_sheet("terminal_p", sheet))));
    evaluate(set_name(value, sheet) + "_theorem",
             fmt::format("A {} ({} <=> ({}))", variables(0, tracks_), call(set_name(value, sheet)), join(parts, " & ", "")));
  }

  /// The Grundy function: a tuple of a position and a number is in it exactly if no option has the number, and some option has
  /// each lesser one. The number is the variable behind those of the position.
  void function_theorem(std::size_t sheet) {
    const std::string into = of_sheet("g_into", sheet);
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < formula_.clauses().size(); ++i) {
      const Clause& clause = formula_.clauses()[i];
      if (clause.from != sheet) continue;
      // The further variables of the clause make room for the number.
      const auto moved = [&](std::size_t number) { return number < tracks_ ? number : number + 1; };
      const LinearSet moves = renumbered(clause.moves, 1, moved);
      std::string option;
      for (const std::size_t number : clause.target) option += variable(moved(number)) + ",";
      const std::string part = fmt::format("{}_{}", into, i);
      std::vector<std::string> conditions = mentions(0, tracks_ + 1);
      conditions.push_back(
          text_of(moves, tracks_ + 1, {fmt::format("${}({}{})", of_sheet("g", clause.to), option, variable(tracks_))}));
      commands_ += fmt::format("def {} \"?{} {}\":\n", part, system_, join(conditions, " & ", ""));
      parts.push_back(fmt::format("${}({})", part, variables(0, tracks_ + 1)));
    }
    std::vector<std::string> all = mentions(0, tracks_ + 1);
    all.push_back(join(parts, " | ", nothing()));
    commands_ += fmt::format("def {} \"?{} {}\":\n", into, system_, join(all, " & ", ""));
    const std::string lesser = variable(tracks_ + 1);
    evaluate(of_sheet("g", sheet) + "_theorem",
             fmt::format("A {} (${}({}) <=> (({}) & (~${}({})) & (A {} ({} < {} => ${}({},{})))))", variables(0, tracks_ + 1),
                         of_sheet("g", sheet), variables(0, tracks_ + 1), call(of_sheet("valid", sheet)), into,
                         variables(0, tracks_ + 1), lesser, lesser, variable(tracks_), into, variables(0, tracks_), lesser));
  }

  /// The sum of the coordinates after a move of a clause, minus that before, plus 1.
  Affine change(const Clause& clause) const {
    Affine form{.constant = 1, .terms = {}};
    for (std::size_t i = 0; i < tracks_; ++i) form = form - Affine::of_variable(i);
    for (const std::size_t number : clause.target) form = form + Affine::of_variable(number);
    return form;
  }
  bool sums_decrease() const {
    return std::ranges::all_of(formula_.clauses(), [&](const Clause& clause) {
      // Moves that do not lessen it: none?
      LinearSet others = clause.moves;
      const LinearCondition at_least_as_much{Affine::of_constant(1) - change(clause), Relation::at_most};
      if (!add_condition(others.conditions, at_least_as_much)) return true;
      return !conjunction_of(others, Numeration::base(2), others.variables).witness(workspace_);
    });
  }
  void ending() {
    for (std::size_t i = 0; i < formula_.clauses().size(); ++i) {
      const Clause& clause = formula_.clauses()[i];
      std::vector<std::string> parts = mentions(0, clause.moves.variables);
      std::ranges::copy(texts_of(clause.moves), std::back_inserter(parts));
      evaluate(fmt::format("{}_ends_{}", prefix_, i),
               fmt::format("A {} (({}) => {})", variables(0, clause.moves.variables), join(parts, " & ", ""),
                           text_of(LinearCondition{change(clause), Relation::at_most})));
    }
    ends_evaluated_ = true;
  }

  std::string description() const {
    std::string text = fmt::format(
        "# {}\n\nA theorem that Bouton found and proved, for Walnut to check. In this folder, or once these files are in "
        "Walnut's own:\n\n    load {}.txt;\n\nEach of these statements must be TRUE:\n\n",
        game_, prefix_);
    for (const std::string& name : statements_) text += fmt::format("- `{}`\n", name);
    text += fmt::format("\nNumbers are read as {}, most significant digit first.\n\n", theorem_.system.text());
    for (std::size_t value = 0; value < theorem_.values.size(); ++value)
      for (std::size_t sheet = 0; sheet < formula_.sheets(); ++sheet)
        text += fmt::format("- `{}`: the {}{}\n", set_name(value, sheet),
                            value == 0 ? "P-positions" : fmt::format("positions of Grundy value {}", value),
                            formula_.sheets() == 1 ? "" : " with " + formula_.sheet_name(sheet));
    text += fmt::format("\nPlay ends, since {}{}.\n", formula_.why_play_ends(),
                        ends_evaluated_ ? "; the statements `ends` say that the sum of the numbers does"
                                        : ": that is not among the statements");
    return text;
  }

  const std::string& game_;
  const GameFormula& formula_;
  const Theorem& theorem_;
  AutomataWorkspace& workspace_;
  std::string prefix_;
  std::size_t tracks_;
  std::string system_;
  std::string commands_;
  std::vector<std::string> statements_;
  std::vector<WalnutFile> files_;
  bool ends_evaluated_ = false;
};

}  // namespace

std::vector<WalnutFile> walnut_files(const std::string& game, const GameFormula& formula, const Theorem& theorem,
                                     AutomataWorkspace& workspace) {
  if (formula.blocking() > 0 && formula.sheets() > 1)
    throw RequestError(
        "--walnut: the files for a game with blocking know one kind of position, and a coordinate of this game takes a few "
        "values");
  return WalnutWriter(game, formula, theorem, workspace).files();
}

void write_walnut_files(const std::filesystem::path& folder, const std::vector<WalnutFile>& files) {
  for (const char* const needed : {"Automata Library", "Command Files", "Custom Bases", "Result"}) {
    std::error_code error;
    std::filesystem::create_directories(folder / needed, error);
    if (error) throw OutputError(fmt::format("{}: the folder cannot be made: {}", (folder / needed).string(), error.message()));
  }
  for (const WalnutFile& file : files) {
    WholeFile out(folder / file.path);
    out.write(file.text);
    out.finish();
  }
}

namespace {

/// The system that Walnut calls so.
std::optional<Numeration> system_of_walnut(std::string_view name) {
  if (!name.starts_with("msd_")) return std::nullopt;
  name.remove_prefix(4);
  if (name == "fib") return Numeration::recurrence(1);
  if (name == "trib") return Numeration::tribonacci();
  if (name.starts_with("bouton_")) {
    std::string key(name.substr(7));
    if (const std::size_t kind = key.find('_'); kind != key.npos) {
      key[kind] = ' ';
      std::ranges::replace(key, '_', ',');
    }
    return Numeration::from_key(key);
  }
  return Numeration::from_key(fmt::format("base {}", name));
}

/// What stands between blanks.
std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  for (std::size_t at = line.find_first_not_of(" \t\r"); at < line.size(); at = line.find_first_not_of(" \t\r", at)) {
    const std::size_t end = std::min(line.find_first_of(" \t\r", at), line.size());
    words.push_back(line.substr(at, end - at));
    at = end;
  }
  return words;
}

class WalnutReader {
 public:
  WalnutReader(std::string_view text, std::string_view name) : text_(text), name_(name) {}

  Automaton automaton(AutomataWorkspace& workspace) {
    std::optional<Automaton> read;
    State from = kNoState;
    while (next_line()) {
      if (words_.empty()) continue;
      if (!read) {
        read.emplace(system(), words_.size());
        continue;
      }
      const auto arrow = std::ranges::find(words_, "->");
      if (arrow == words_.end()) {
        if (words_.size() != 2) fail("a state's number, and 1 if it accepts or 0 is expected");
        from = state(*read, words_[0]);
        if (words_[1] != "0" && words_[1] != "1") fail("a state accepts (1) or does not (0)");
        read->set_accepting(from, words_[1] == "1");
        continue;
      }
      if (from == kNoState) fail("a transition comes before any state");
      if (arrow + 2 != words_.end()) fail("a transition leads to one state: automata have to be deterministic");
      if (static_cast<std::size_t>(arrow - words_.begin()) != read->tracks()) fail("a transition has a digit for each number");
      Letter letter = 0;
      for (std::size_t track = read->tracks(); track-- > 0;) {
        const std::uint64_t digit = number(words_[track]);
        if (digit >= static_cast<std::uint64_t>(read->system().digits())) fail("there is no such digit");
        letter = letter * static_cast<Letter>(read->system().digits()) + static_cast<Letter>(digit);
      }
      const State to = state(*read, arrow[1]);
      if (read->next(from, letter) != kNoState && read->next(from, letter) != to)
        fail("the same digits lead to two states: automata have to be deterministic");
      read->set_next(from, letter, to);
      workspace.check_states(read->states());
    }
    if (!read || from == kNoState) fail("there is no automaton");
    const Automaton numbers = combined(*read, all_tuples(read->system(), read->tracks()), SetOperation::both, workspace);
    if (!is_well_formed(numbers, workspace))
      fail("the automaton accepts a number, and not with another count of leading zeros");
    return numbers;
  }

 private:
  [[noreturn]] void fail(std::string_view what) const { throw RequestError(fmt::format("{}:{}: {}", name_, line_, what)); }

  bool next_line() {
    if (text_.empty()) return false;
    const std::size_t end = std::min(text_.find('\n'), text_.size());
    std::string_view line = text_.substr(0, end);
    text_.remove_prefix(std::min(end + 1, text_.size()));
    ++line_;
    words_ = words_of(line.substr(0, line.find('#')));
    return true;
  }
  Numeration system() const {
    const std::optional<Numeration> system = system_of_walnut(words_[0]);
    if (!system) fail(fmt::format("{} is no numeration system that Bouton has", words_[0]));
    if (!std::ranges::all_of(words_, [&](std::string_view other) { return other == words_[0]; }))
      fail("all numbers have to be written in one system");
    constexpr std::size_t kMostTracks = 8;
    if (words_.size() > kMostTracks) fail("the automaton is about too many numbers");
    return *system;
  }
  std::uint64_t number(std::string_view word) const {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size()) fail(fmt::format("{} is no number", word));
    return value;
  }
  /// States are numbered in the order in which they are met; the first is the start.
  State state(Automaton& automaton, std::string_view word) {
    const auto [at, is_new] = states_.try_emplace(number(word), static_cast<State>(states_.size()));
    if (is_new && at->second > 0) automaton.add_state(false);
    return at->second;
  }

  std::string_view text_, name_;
  std::size_t line_ = 0;
  std::vector<std::string_view> words_;
  std::map<std::uint64_t, State> states_;
};

}  // namespace

Automaton parse_walnut(std::string_view text, std::string_view name, AutomataWorkspace& workspace) {
  return WalnutReader(text, name).automaton(workspace);
}

}  // namespace bouton
