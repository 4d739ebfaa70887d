// Expressions are read by the standard library, which shares nothing with the code that made them.
#include "engine/automata/expression/regular_expression.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <regex>

namespace bouton {
namespace {

/// An expression of letters in brackets as one of letters a, b, c, ..., a letter for each number.
std::string with_single_letters(const Automaton& automaton, std::string text) {
  for (Letter letter = 0; letter < automaton.letters(); ++letter) {
    std::string written = automaton.tracks() == 1 ? "" : "[";
    for (std::size_t track = 0; track < automaton.tracks(); ++track)
      written += (track > 0 ? "," : "") + std::to_string(automaton.digit(letter, track));
    if (automaton.tracks() > 1) written += "]";
    for (std::size_t at; (at = text.find(written)) != text.npos;)
      text.replace(at, written.size(), 1, static_cast<char>('a' + letter));
  }
  return text;
}

/// All words up to a length.
void each_word(const Automaton& automaton, std::size_t length, const std::function<void(const Word&)>& visit) {
  std::vector<Word> layer = {{}};
  for (std::size_t n = 0; n <= length; ++n) {
    std::vector<Word> longer;
    for (const Word& word : layer) {
      visit(word);
      for (Letter letter = 0; letter < automaton.letters(); ++letter) {
        longer.push_back(word);
        longer.back().push_back(letter);
      }
    }
    layer = std::move(longer);
  }
}

void expect_same_words(const Automaton& automaton, const std::string& expression, std::size_t length) {
  const std::string text = with_single_letters(automaton, expression);
  const std::regex regex(text);
  each_word(automaton, length, [&](const Word& word) {
    std::string letters;
    for (const Letter letter : word) letters += static_cast<char>('a' + letter);
    RC_ASSERT(std::regex_match(letters, regex) == automaton.accepts(word));
  });
}

TEST(RegularExpression, OfAnEvenNumberOfOnes) {
  Automaton even(Numeration::base(2), 1);
  const State odd = even.add_state(false);
  even.set_accepting(0, true);
  for (const auto& [from, other] : {std::pair(State{0}, odd), std::pair(odd, State{0})}) {
    even.set_next(from, 0, from);
    even.set_next(from, 1, other);
  }
  EXPECT_EQ(regular_expression(even, 100), "(0|10*1)*");
  EXPECT_EQ(regular_expression(even, 8), std::nullopt);
}

TEST(RegularExpression, OfAllWordsOfTwoTracks) {
  EXPECT_EQ(regular_expression(all_tuples(Numeration::base(2), 2), 100), "([0,0]|[0,1]|[1,0]|[1,1])*");
}

TEST(RegularExpression, OfNothingIsNone) { EXPECT_EQ(regular_expression(Automaton(Numeration::base(2), 1), 100), "none"); }

RC_GTEST_PROP(RegularExpressions, HaveTheWordsOfTheAutomaton, ()) {
  const std::size_t tracks = *rc::gen::inRange<std::size_t>(1, 3);
  const Numeration system = tracks == 1 ? Numeration::base(3) : Numeration::base(2);
  Automaton automaton(system, tracks);
  const int states = *rc::gen::inRange(1, 6);
  while (automaton.states() < static_cast<std::size_t>(states)) automaton.add_state(false);
  for (State from = 0; from < states; ++from) {
    automaton.set_accepting(from, *rc::gen::arbitrary<bool>());
    for (Letter letter = 0; letter < automaton.letters(); ++letter)
      automaton.set_next(from, letter, *rc::gen::inRange(-1, states));
  }
  const std::optional<std::string> expression = regular_expression(automaton, 3000);
  if (!expression || *expression == "none") {
    if (expression) RC_ASSERT(automaton.empty());
    return;
  }
  RC_ASSERT(!automaton.empty());
  expect_same_words(automaton, *expression, tracks == 1 ? 5 : 4);
}

}  // namespace
}  // namespace bouton
