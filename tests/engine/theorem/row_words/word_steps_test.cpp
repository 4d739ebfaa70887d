#include "engine/theorem/row_words/word_steps.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "engine/theorem/row_words/row_words.h"
#include "tests/engine/theorem/row_words/shift_rules.h"

namespace bouton {
namespace {

using namespace test;

using Outcomes = std::map<std::pair<std::size_t, std::int64_t>, Outcome>;

/// A reader of reasonings who knows the moves and believes nothing: what is wrong with one, or nothing.
class Reader {
 public:
  Reader(const LocalRows& rows, std::size_t row, const ImpossibleWord& word, const std::vector<ImpossibleWord>& known)
      : rows_(rows), row_(row), word_(word), known_(known) {}

  std::string wrong_with(const WordReasoning& reasoning) const { return wrong_with(reasoning, {}, std::nullopt); }

 private:
  static std::optional<Outcome> at(const Outcomes& outcomes, const WindowPlace& place) {
    const auto found = outcomes.find({place.row, place.column});
    return found == outcomes.end() ? std::nullopt : std::optional(found->second);
  }
  bool is_option(const WindowPlace& to, const WindowPlace& from) const {
    return std::ranges::any_of(rows_.rows[from.row].options, [&](const LocalRows::Option& option) {
      return option.row == to.row && from.column - option.shift == to.column;
    });
  }
  /// Whether there are no other options, and all but one are known to be N.
  bool all_n(const Outcomes& outcomes, const WindowPlace& place, const std::optional<WindowPlace>& but) const {
    const LocalRows::Row& row = rows_.rows[place.row];
    return row.complete && row.has_options && std::ranges::all_of(row.options, [&](const LocalRows::Option& option) {
             const WindowPlace to{option.row, place.column - option.shift};
             return to == but || at(outcomes, to) == Outcome::N;
           });
  }
  bool holds(const Outcomes& outcomes, const WordStep& step, const std::optional<WordStep>& of_case) const {
    using Reason = WordStep::Reason;
    switch (step.reason) {
      case Reason::supposed: {
        if (of_case) return step.place == of_case->place && step.outcome == of_case->outcome;
        const auto column = static_cast<std::size_t>(step.place.column);
        return step.place.row == row_ && column < word_.letters.size() &&
               (word_.letters[column] == 'P') == (step.outcome == Outcome::P);
      }
      case Reason::no_option: return !rows_.rows[step.place.row].has_options && step.outcome == terminal_outcome(rows_.play);
      case Reason::option_of_p:
        return step.outcome == Outcome::N && is_option(step.place, step.of) && at(outcomes, step.of) == Outcome::P;
      case Reason::has_p_option:
        return step.outcome == Outcome::N && is_option(step.of, step.place) && at(outcomes, step.of) == Outcome::P;
      case Reason::all_options_n: return step.outcome == Outcome::P && all_n(outcomes, step.place, {});
      case Reason::last_option:
        return step.outcome == Outcome::P && is_option(step.place, step.of) && at(outcomes, step.of) == Outcome::N &&
               all_n(outcomes, step.of, step.place);
    }
    return false;
  }
  bool stands(const Outcomes& outcomes, const std::string& letters, std::int64_t column) const {
    for (std::size_t i = 0; i < letters.size(); ++i)
      if (at(outcomes, {row_, column + static_cast<std::int64_t>(i)}) != (letters[i] == 'P' ? Outcome::P : Outcome::N))
        return false;
    return true;
  }
  std::string wrong_with(const WordReasoning& reasoning, Outcomes outcomes, const std::optional<WordStep>& of_case) const {
    for (std::size_t i = 0; i < reasoning.steps.size(); ++i) {
      const WordStep& step = reasoning.steps[i];
      if (!holds(outcomes, step, of_case)) return "step " + std::to_string(i) + " has no reason";
      const bool is_last = i + 1 == reasoning.steps.size() && reasoning.end == WordArgument::Kind::contradiction;
      if (is_last && at(outcomes, step.place) && at(outcomes, step.place) != step.outcome) return "";
      if (at(outcomes, step.place)) return "step " + std::to_string(i) + " says what is known";
      outcomes[{step.place.row, step.place.column}] = step.outcome;
    }
    switch (reasoning.end) {
      case WordArgument::Kind::contradiction: return "there is no contradiction";
      case WordArgument::Kind::descent:
        return reasoning.column < 0 && stands(outcomes, word_.letters, reasoning.column) ? "" : "it does not descend";
      case WordArgument::Kind::known_word:
        return stands(outcomes, known_.at(reasoning.word).letters, reasoning.column) ? "" : "no known word stands there";
      case WordArgument::Kind::cases: break;
    }
    if (reasoning.cases.size() != 2) return "there are not two cases";
    for (const Outcome outcome : {Outcome::P, Outcome::N}) {
      const WordStep supposed{{reasoning.row, reasoning.column}, outcome, WordStep::Reason::supposed, {}};
      const std::string wrong = wrong_with(reasoning.cases[outcome == Outcome::P ? 0 : 1], outcomes, supposed);
      if (!wrong.empty()) return "in a case " + wrong;
    }
    return "";
  }

  const LocalRows& rows_;
  const std::size_t row_;
  const ImpossibleWord& word_;
  const std::vector<ImpossibleWord>& known_;
};

std::string wrong_with(const LocalRows& rows, const RowWordsProof& proof, std::size_t number) {
  const auto row = static_cast<std::size_t>(proof.row - proof.first);
  const ImpossibleWord& word = proof.words[number];
  const std::optional<WordReasoning> reasoning = reasoning_of(rows, row, word, proof.words, number);
  return reasoning ? Reader(rows, row, word, proof.words).wrong_with(*reasoning) : "there is none";
}

TEST(WordSteps, OfNimrodAreAllThatTheProofsRestOn) {
  const RowShiftRules rules = *row_shift_rules(nimrod_rules());
  const RowWordsProof proof = find_row_words(rules, 1, nimrod_rows(1, 4000)[1], Budget())->proof;
  const LocalRows rows = *local_rows(rules, proof.first, proof.rows);
  ASSERT_GT(proof.words.size(), 6U);
  for (std::size_t number = 0; number < proof.words.size(); ++number)
    EXPECT_EQ(wrong_with(rows, proof, number), "") << proof.words[number].letters;
  // The example of docs: (a - 3, 2) is N, which makes (a - 2, 1) P; the word stands at a - 2.
  const WordReasoning descent = *reasoning_of(rows, 0, proof.words[2], proof.words, 2);
  EXPECT_EQ(descent.end, WordArgument::Kind::descent);
  EXPECT_EQ(descent.column, -2);
  EXPECT_LT(descent.steps.size(), 20U);
  // What is forged has none.
  ImpossibleWord forged = proof.words[2];
  forged.argument.column = -3;
  EXPECT_FALSE(reasoning_of(rows, 0, forged, proof.words, 2));
}

RC_GTEST_PROP(WordSteps, OfGeneratedRulesHaveTheirReasons, ()) {
  const Coordinate count = *rc::gen::inRange<Coordinate>(1, 4);
  const Play play = *rc::gen::element(Play::normal, Play::misere);
  std::vector<ShiftMove> moves;
  for (Coordinate row = 0; row < count; ++row)
    for (int i = *rc::gen::inRange(1, 4); i > 0; --i)
      moves.push_back({row, *rc::gen::inRange<Coordinate>(0, count), *rc::gen::inRange<Coordinate>(1, 7)});
  const Result<RowShiftRules> rules = row_shift_rules(shift_rules(count, moves, play));
  RC_ASSERT(rules.has_value());
  const std::vector<std::string> outcomes = shift_rows(count, moves, 600, play);
  const Coordinate row = *rc::gen::inRange<Coordinate>(0, count);
  const Result<RowWords> found = find_row_words(*rules, row, outcomes[static_cast<std::size_t>(row)], Budget());
  RC_CLASSIFY(found.has_value(), "proved");
  if (!found) return;
  const LocalRows rows = *local_rows(*rules, found->proof.first, found->proof.rows);
  for (std::size_t number = 0; number < found->proof.words.size(); ++number)
    RC_ASSERT(wrong_with(rows, found->proof, number) == "");
}

}  // namespace
}  // namespace bouton
