#include "engine/theorem/row_words/word_proof.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "engine/theorem/row_words/row_words.h"
#include "tests/engine/theorem/row_words/shift_rules.h"

namespace bouton {
namespace {

using namespace test;

constexpr WordEffort kPlain{20, 8, false}, kCases{40, 14, true};

const LocalRows& nimrod() {
  static const RowShiftRules rules = *row_shift_rules(nimrod_rules());
  static const LocalRows rows = *local_rows(rules, 1, 7);
  return rows;
}

/// The arguments of "Words of Nimrod's row 1": gaps 1 and 4 and more are contradictions, gaps 2 2 and 3 3 3 go on to the left.
TEST(WordProof, OfNimrodByDescent) {
  std::vector<ImpossibleWord> known;
  const std::pair<std::string, WordArgument::Kind> words[] = {{"PP", WordArgument::Kind::contradiction},
                                                              {"NNN", WordArgument::Kind::contradiction},
                                                              {"PNPNP", WordArgument::Kind::descent},
                                                              {"PNNPNNPNNP", WordArgument::Kind::descent}};
  for (const auto& [letters, kind] : words) {
    std::optional<ImpossibleWord> word = prove_word(nimrod(), 0, letters, {}, kPlain, Budget());
    ASSERT_TRUE(word) << letters;
    EXPECT_EQ(word->argument.kind, kind) << letters;
    EXPECT_TRUE(follows(nimrod(), 0, *word, {}, 0)) << letters;
  }
  EXPECT_EQ(prove_word(nimrod(), 0, "PNPNP", {}, kPlain, Budget())->argument.column, -2);
}

TEST(WordProof, ByCases) {
  const std::string letters = letters_of({2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2});
  EXPECT_FALSE(prove_word(nimrod(), 0, letters, {}, kPlain, Budget()));
  const std::optional<ImpossibleWord> word = prove_word(nimrod(), 0, letters, {}, kCases, Budget());
  ASSERT_TRUE(word);
  EXPECT_EQ(word->argument.kind, WordArgument::Kind::cases);
  EXPECT_TRUE(follows(nimrod(), 0, *word, {}, 0));
  // It does not occur in the first numbers of the row either.
  EXPECT_EQ(nimrod_rows(1, 3000)[1].find(letters), std::string::npos);
}

/// Words in A = 2 3 and B = 2 3 3 that take positions which are forced one after another: BABAAAA and BABAABBB, each with a gap
/// 2 behind it. They do not occur in the first numbers of the row either.
TEST(WordProof, ByPositionsThatAreForced) {
  const RowShiftRules rules = *row_shift_rules(nimrod_rules());
  const LocalRows rows = *local_rows(rules, 1, 9);
  const std::string row = nimrod_rows(1, 3000)[1];
  for (const GapWord& gaps : {GapWord{2, 3, 3, 2, 3, 2, 3, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2},
                              GapWord{2, 3, 3, 2, 3, 2, 3, 3, 2, 3, 2, 3, 2, 3, 3, 2, 3, 3, 2, 3, 3, 2}}) {
    std::vector<ImpossibleWord> known;
    for (const GapWord& shorter : {GapWord{2, 2}, GapWord{3, 3, 3}, GapWord{3, 3, 2, 3, 3, 2, 3, 2, 3, 3}}) {
      std::optional<ImpossibleWord> word = prove_word(rows, 0, letters_of(shorter), known, kCases, Budget());
      if (word) known.push_back(*std::move(word));
    }
    EXPECT_FALSE(prove_word(rows, 0, letters_of(gaps), known, {40, 14, false}, Budget()));
    const std::optional<ImpossibleWord> word = prove_word(rows, 0, letters_of(gaps), known, kCases, Budget());
    ASSERT_TRUE(word);
    EXPECT_TRUE(follows(rows, 0, *word, known, known.size()));
    EXPECT_EQ(row.find(letters_of(gaps)), std::string::npos);
    // No case can be left out.
    EXPECT_EQ(word->argument.kind, WordArgument::Kind::cases);
    for (const WordArgument& either : word->argument.cases) {
      ImpossibleWord shorter = *word;
      shorter.argument = either;
      EXPECT_FALSE(follows(rows, 0, shorter, known, known.size()));
    }
  }
}

TEST(WordProof, IsNotThereForWordsThatOccur) {
  const std::string row = nimrod_rows(1, 600)[1];
  for (std::size_t at = 100; at < 400; at += 7)
    for (const std::size_t length : {1, 5, 12, 30})
      EXPECT_FALSE(prove_word(nimrod(), 0, row.substr(at, length), {}, {20, 8, false}, Budget()));
}

TEST(WordProof, IsRefusedWhereItIsForged) {
  const std::optional<ImpossibleWord> good = prove_word(nimrod(), 0, "PNPNP", {}, kPlain, Budget());
  ASSERT_TRUE(good);
  const auto is_refused = [&](auto change) {
    ImpossibleWord forged = *good;
    change(forged);
    return !follows(nimrod(), 0, forged, {}, 0);
  };
  EXPECT_FALSE(is_refused([](ImpossibleWord&) {}));
  EXPECT_TRUE(is_refused([](ImpossibleWord& word) { word.letters = "PNNPN"; }));
  EXPECT_TRUE(is_refused([](ImpossibleWord& word) { word.letters = ""; }));
  EXPECT_TRUE(is_refused([](ImpossibleWord& word) { word.letters = "PNPNPx"; }));
  EXPECT_TRUE(is_refused([](ImpossibleWord& word) { word.argument = {}; }));
  EXPECT_TRUE(is_refused([](ImpossibleWord& word) { word.argument.column = 0; }));  // the word itself
  EXPECT_TRUE(is_refused([](ImpossibleWord& word) { word.argument.column = -3; }));
  EXPECT_TRUE(is_refused([](ImpossibleWord& word) { word.argument.column = 2; }));
  EXPECT_TRUE(is_refused([](ImpossibleWord& word) { word.argument.column = -100; }));
  EXPECT_TRUE(is_refused([](ImpossibleWord& word) { word.left = -1; }));
  EXPECT_TRUE(is_refused([](ImpossibleWord& word) { word.left = 1; }));  // descends out of the window
  EXPECT_TRUE(is_refused([](ImpossibleWord& word) { word.right = 2; }));
  EXPECT_TRUE(is_refused([](ImpossibleWord& word) {
    word.argument = {.kind = WordArgument::Kind::known_word, .word = 0, .column = 0, .cases = {}};
  }));
  EXPECT_TRUE(is_refused([](ImpossibleWord& word) {
    word.argument = {.kind = WordArgument::Kind::cases, .row = 5, .column = -9, .cases = {{}, {}}};
  }));
  EXPECT_TRUE(is_refused([](ImpossibleWord& word) {
    word.argument = {.kind = WordArgument::Kind::cases, .row = 70, .column = 0, .cases = {{}, {}}};
  }));
  EXPECT_TRUE(is_refused(
      [](ImpossibleWord& word) { word.argument = {.kind = WordArgument::Kind::cases, .row = 0, .column = 0, .cases = {}}; }));
  // A word may use those before it alone.
  ImpossibleWord itself = *good;
  itself.argument = {.kind = WordArgument::Kind::known_word, .word = 0, .column = 0, .cases = {}};
  EXPECT_TRUE(follows(nimrod(), 0, itself, {*good}, 1));
  EXPECT_FALSE(follows(nimrod(), 0, itself, {*good}, 0));
}

}  // namespace
}  // namespace bouton
