#include "bindings/output/theorems/words_text.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/base/errors.h"
#include "engine/theorem/row_words/word_steps.h"

namespace bouton {
namespace {

char letter_of(Outcome outcome) { return outcome == Outcome::P ? 'P' : 'N'; }

/// "a", "a + 3", "a - 2".
std::string place_along(const std::string& name, std::int64_t column) {
  if (column == 0) return name;
  return fmt::format("{} {} {}", name, column < 0 ? '-' : '+', std::abs(column));
}

class WordsProof {
 public:
  WordsProof(const Game& game, const WordsOfRow& row, const Budget& budget)
      : game_(game),
        proved_(row),
        proof_(row.words.proof),
        shifts_(value_of(row_shift_rules(*game.rules))),
        rows_(value_of(local_rows(shifts_, proof_.first, proof_.rows))),
        outcomes_(value_of(first_outcomes(game.rules, proof_, budget))) {}

  std::string text() {
    theorem();
    moves();
    for (std::size_t number = 0; number < proof_.words.size(); ++number) word(number);
    return std::move(text_);
  }

 private:
  template <class T>
  static T value_of(Result<T> result) {
    if (!result) throw LimitError("--proof: " + result.reason());
    return *std::move(result);
  }
  template <class... Arguments>
  void line(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    text_ += fmt::format(format, std::forward<Arguments>(arguments)...) + "\n";
  }

  Coordinate row_of(std::size_t place) const { return proof_.first + static_cast<Coordinate>(place); }
  std::string position(const std::string& along, std::int64_t column, std::size_t row) const {
    const std::string here = place_along(along, column);
    return shifts_.shifts.axis == 0 ? fmt::format("({}, {})", here, row_of(row)) : fmt::format("({}, {})", row_of(row), here);
  }
  std::string position(const WindowPlace& place) const { return position("a", place.column, place.row); }

  void theorem() {
    line("{}", title_of(game_));
    line("");
    line("THEOREM. Write P for each P-position of {} and N for each other one, in the order of {}. These words never occur:",
         proved_.where, proved_.along);
    for (std::size_t number = 0; number < proof_.words.size(); ++number)
      line("  word {}: {}", number + 1, proof_.words[number].letters);
    line("So, of {}.", statement(proved_));
    line("Whoever cannot move has {}.", proved_.play == Play::normal ? "lost" : "won");
  }

  void moves() {
    const std::string& along = proved_.along;
    line("");
    line("The moves, where {} is at least {}:", along, rows_.settled);
    for (std::size_t row = 0; row < rows_.rows.size(); ++row) {
      const LocalRows::Row& here = rows_.rows[row];
      std::vector<std::string> options;
      for (const LocalRows::Option& option : here.options) options.push_back(position(along, -option.shift, option.row));
      std::string text = options.empty() ? "" : fmt::format("to {}", fmt::join(options, ", "));
      if (!here.complete) text += fmt::format("{}to rows that are not looked at", text.empty() ? "" : ", and ");
      line("From {}: {}.", position(along, 0, row), text.empty() ? "no move" : text);
    }
    line("A position is P if all of its options are N, and N if one of them is P.");
  }

  void word(std::size_t number) {
    const ImpossibleWord& word = proof_.words[number];
    const std::optional<WordReasoning> reasoning =
        reasoning_of(rows_, static_cast<std::size_t>(proof_.row - proof_.first), word, proof_.words, number);
    if (!reasoning) throw Error("the proof of a word does not hold");  // it was proved before
    const Coordinate beyond = word.beyond(rows_);
    line("");
    line("{}. Suppose that {} stands from {} = a on, where a is at least {}.", number + 1, word.letters, proved_.along, beyond);
    follow(*reasoning, "   ");
    const auto before = static_cast<std::size_t>(beyond - shifts_.least_along);
    line("   Nor does it stand further left, where {} of {} = {} to {} are {}.", proved_.where, proved_.along,
         shifts_.least_along, beyond + static_cast<Coordinate>(word.letters.size()) - 2,
         outcomes_.substr(0, before + word.letters.size() - 1));
  }

  void follow(const WordReasoning& reasoning, const std::string& indent) {
    const bool contradicts = reasoning.end == WordArgument::Kind::contradiction;
    for (const WordStep& step : reasoning.steps) {
      if (step.reason == WordStep::Reason::supposed && !(contradicts && &step == &reasoning.steps.back())) continue;
      const std::string here = fmt::format("{}{} is {}", indent, position(step.place), letter_of(step.outcome));
      switch (step.reason) {
        case WordStep::Reason::supposed: line("{}: supposed.", here); break;
        case WordStep::Reason::no_option: line("{}: there is no move.", here); break;
        case WordStep::Reason::option_of_p: line("{}: it is an option of {}, which is P.", here, position(step.of)); break;
        case WordStep::Reason::has_p_option: line("{}: its option {} is P.", here, position(step.of)); break;
        case WordStep::Reason::all_options_n: line("{}: its options {} are N.", here, options_of(step.place, {})); break;
        case WordStep::Reason::last_option: {
          const std::string others = options_of(step.of, step.place);
          line("{}: {} is N{}.", here, position(step.of),
               others.empty() ? ", and has no other option" : fmt::format(", and its other options {} are", others));
          break;
        }
      }
    }
    switch (reasoning.end) {
      case WordArgument::Kind::contradiction:
        line("{}But {} is {}: a contradiction.", indent, position(reasoning.steps.back().place),
             reasoning.steps.back().outcome == Outcome::P ? 'N' : 'P');
        return;
      case WordArgument::Kind::descent:
        line("{}So the same word stands from {} on, too: further left, and again further left, down to the beginning.", indent,
             place_along("a", reasoning.column));
        return;
      case WordArgument::Kind::known_word:
        line("{}So word {} stands from {} on, which never occurs: a contradiction.", indent, reasoning.word + 1,
             place_along("a", reasoning.column));
        return;
      case WordArgument::Kind::cases: break;
    }
    const std::string decided = position(WindowPlace{reasoning.row, reasoning.column});
    for (const bool lost : {true, false}) {
      line("{}Case {} is {}:", indent, decided, lost ? 'P' : 'N');
      follow(reasoning.cases[lost ? 0 : 1], indent + "   ");
    }
  }

  /// All but one, where that is given.
  std::string options_of(const WindowPlace& place, const std::optional<WindowPlace>& but) const {
    std::vector<std::string> options;
    for (const LocalRows::Option& option : rows_.rows[place.row].options)
      if (const WindowPlace to{option.row, place.column - option.shift}; to != but) options.push_back(position(to));
    return fmt::format("{}", fmt::join(options, ", "));
  }

  const Game& game_;
  const WordsOfRow& proved_;
  const RowWordsProof& proof_;
  const RowShiftRules shifts_;
  const LocalRows rows_;
  const std::string outcomes_;
  std::string text_;
};

}  // namespace

std::string words_proof_text(const Game& game, const WordsOfRow& row, const Budget& budget) {
  return WordsProof(game, row, budget).text();
}

}  // namespace bouton
