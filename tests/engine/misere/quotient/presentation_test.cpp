#include "engine/misere/quotient/presentation.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/engine/misere/heap_games.h"

namespace bouton {
namespace {

using test::octal_game;
using test::quotient_of;

TEST(Presentation, OfNim) {
  // T_1 and T_2.
  EXPECT_EQ(to_string(presentation(quotient_of(octal_game("0.1", 1)))), "⟨a | a^2 = 1⟩, P = {a}");
  EXPECT_EQ(to_string(presentation(quotient_of(octal_game("0.333", 3)))), "⟨a, b | a^2 = 1, b^3 = b⟩, P = {a, b^2}");
}

TEST(Presentation, Of075) {
  EXPECT_EQ(to_string(presentation(quotient_of(octal_game("0.75", 30)))),
            "⟨a, b, c | a^2 = 1, bc = ab, c^2 = b^2, b^3 = b⟩, P = {a, b^2}");
}

TEST(Presentation, OfKaylesIsThePublishedOne) {
  // Plambeck and Siegel (2008).
  const MisereQuotient quotient = quotient_of(octal_game("0.77", 60));
  const Presentation found = presentation(quotient);
  EXPECT_EQ(found.generators, (std::vector<Heap>{1, 2, 5, 9, 12, 25, 27}));
  std::vector<std::string> p;
  for (const GeneratorWord& word : found.p_portion) p.push_back(to_string(word));
  EXPECT_EQ(p, (std::vector<std::string>{"a", "d", "e", "ac", "b^2", "ac^2", "ad^2", "ade", "adf"}));
  const auto element = [&](const std::string& word) {
    Element result = 0;
    for (const char letter : word) result = quotient.graph().after(result, found.generators[letter - 'a']);
    return result;
  };
  for (const auto& [left, right] : std::vector<std::pair<std::string, std::string>>{
           {"aa", ""},   {"bbb", "b"}, {"bcc", "b"}, {"ccc", "c"}, {"bd", "bc"},   {"cd", "bb"}, {"ddd", "d"},
           {"be", "bc"}, {"ce", "bb"}, {"ee", "de"}, {"bf", "ab"}, {"cf", "abbc"}, {"ddf", "f"}, {"ff", "bb"},
           {"bbg", "g"}, {"ccg", "g"}, {"dg", "cg"}, {"eg", "cg"}, {"fg", "ag"},   {"gg", "bb"}})
    EXPECT_EQ(element(left), element(right)) << left << " = " << right;
}

/// Replaces left sides by right sides for as long as there are any.
GeneratorWord normal_form(const Presentation& presentation, GeneratorWord word) {
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& [left, right] : presentation.relations) {
      if (!std::ranges::includes(word, left)) continue;
      GeneratorWord rest;
      std::ranges::set_difference(word, left, std::back_inserter(rest));
      rest.insert(rest.end(), right.begin(), right.end());
      std::ranges::sort(rest);
      word = std::move(rest);
      changed = true;
    }
  }
  return word;
}

TEST(Presentation, RelationsLeadEveryProductToItsFirstWord) {
  for (const char* code : {"0.77", "0.123", "0.71", "0.152", "0.115"}) {
    const MisereQuotient quotient = quotient_of(octal_game(code, 30));
    const Presentation found = presentation(quotient);
    for (Element a = 0; a < quotient.size(); ++a)
      for (Element b = 0; b < quotient.size(); ++b) {
        GeneratorWord product = found.words[a];
        product.insert(product.end(), found.words[b].begin(), found.words[b].end());
        std::ranges::sort(product);
        EXPECT_EQ(normal_form(found, product), found.words[quotient.product(a, b)]) << code;
      }
  }
}

TEST(Presentation, NamesOfManyGenerators) {
  EXPECT_EQ(generator_name(0), "a");
  EXPECT_EQ(generator_name(25), "z");
  EXPECT_EQ(generator_name(26), "a'");
  EXPECT_EQ(to_string(GeneratorWord{}), "1");
  EXPECT_EQ(to_string(GeneratorWord{0, 1, 1, 26}), "ab^2a'");
}

}  // namespace
}  // namespace bouton
