#include "engine/theorem/row_words/row_words.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/engine/theorem/row_words/shift_rules.h"
#include "tests/extent.h"
#include "tests/many_cases.h"

namespace bouton {
namespace {

using namespace test;

double value(const Proportion& of) { return static_cast<double>(of.numerator) / static_cast<double>(of.denominator); }

TEST(RowWords, OfNimrod) {
  const RowShiftRules rules = *row_shift_rules(nimrod_rules());
  const std::string outcomes = nimrod_rows(1, 8000)[1];
  const Result<RowWords> found = find_row_words(rules, 1, outcomes, Budget());
  ASSERT_TRUE(found) << found.reason();
  EXPECT_EQ(found->gaps, (std::vector<std::uint32_t>{2, 3}));
  for (const GapWord& word : {GapWord{2, 2}, GapWord{3, 3, 3}, GapWord{2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2}})
    EXPECT_NE(std::ranges::find(found->impossible, word), found->impossible.end());
  ASSERT_TRUE(found->density);
  EXPECT_GE(value(found->density->least), 3.0 / 8);
  EXPECT_LE(value(found->density->greatest), 2.0 / 5);
  // 38,703,820 of the numbers to 10^8 are P-positions.
  EXPECT_LT(value(found->density->least), 0.38703820);
  EXPECT_GT(value(found->density->greatest), 0.38703820);
  EXPECT_EQ(disproved(rules, found->proof, outcomes), std::nullopt);
  EXPECT_LE(*outcomes_needed(rules, found->proof), 200U);
  // Words that never occur in what was looked at, and are not proved, are no more than that.
  for (const GapWord& word : found->absent) {
    EXPECT_EQ(outcomes.find(letters_of(word)), std::string::npos);
    EXPECT_EQ(std::ranges::find(found->impossible, word), found->impossible.end());
  }
}

TEST(RowWords, AreLookedForAtTheBeginningOfTheRowToo) {
  const RowShiftRules rules = *row_shift_rules(nimrod_rules());
  std::string outcomes = nimrod_rows(1, 4000)[1];
  RowWordsProof proof = find_row_words(rules, 1, outcomes, Budget())->proof;
  EXPECT_EQ(disproved(rules, proof, outcomes.substr(0, 10)), "there are too few outcomes to look at");
  outcomes.replace(0, 6, "NPNPNP");
  EXPECT_EQ(disproved(rules, proof, outcomes), "PNPNP stands at 1");
  RowWordsProof forged = proof;
  forged.row = 2;
  EXPECT_TRUE(disproved(rules, forged, nimrod_rows(2, 4000)[2]));
  forged = proof;
  forged.words[2].argument = {.kind = WordArgument::Kind::known_word, .word = 2, .column = 0, .cases = {}};  // itself
  EXPECT_TRUE(disproved(rules, forged, nimrod_rows(1, 4000)[1]));
  forged = proof;
  forged.first = 0;
  EXPECT_TRUE(disproved(rules, forged, outcomes));
  forged = proof;
  forged.rows = 0;
  EXPECT_TRUE(disproved(rules, forged, outcomes));
  forged = proof;
  forged.words.back().left = std::int64_t{1} << 40;
  EXPECT_FALSE(outcomes_needed(rules, forged));
}

/// Rules of up to three rows: what is proved never occurs in a row ten times as long as the one that was looked at.
void check_generated_rule() {
  constexpr Coordinate kLookedAt = 2000;
  const Coordinate rows = *rc::gen::inRange<Coordinate>(1, 4);
  const Play play = *rc::gen::element(Play::normal, Play::misere);
  std::vector<ShiftMove> moves;
  for (Coordinate row = 0; row < rows; ++row)
    for (int i = *rc::gen::inRange(1, 4); i > 0; --i)
      moves.push_back({row, *rc::gen::inRange<Coordinate>(0, rows), *rc::gen::inRange<Coordinate>(1, 9)});
  const Result<RowShiftRules> rules = row_shift_rules(shift_rules(rows, moves, play));
  RC_ASSERT(rules.has_value());
  const std::vector<std::string> outcomes = shift_rows(rows, moves, 10 * kLookedAt, play);
  for (Coordinate row = 0; row < rows; ++row) {
    const std::string& whole = outcomes[static_cast<std::size_t>(row)];
    const Result<RowWords> found = find_row_words(*rules, row, whole.substr(0, kLookedAt), Budget());
    RC_CLASSIFY(found.has_value(), "proved");
    if (!found) continue;
    for (const ImpossibleWord& word : found->proof.words) RC_ASSERT(whole.find(word.letters) == std::string::npos);
    RC_ASSERT(!disproved(*rules, found->proof, whole));
    const auto ps = static_cast<double>(std::ranges::count(whole, 'P')) / static_cast<double>(whole.size());
    if (found->density) {
      RC_ASSERT(value(found->density->least) < ps + 0.01);
      RC_ASSERT(value(found->density->greatest) > ps - 0.01);
    }
  }
}

RC_GTEST_PROP(RowWords, NeverOccurInLongerRows, ()) { check_generated_rule(); }

TEST(RowWords, NeverOccurInLongerRowsOfManyRules) { EXPECT_EQ(first_failure(check_generated_rule, 3, cases(20, 10'000)), ""); }

TEST(RowWords, SayWhichGapsThereAre) {
  const auto words = [](const std::vector<std::string>& letters) {
    std::vector<ImpossibleWord> words;
    for (const std::string& one : letters) words.push_back({one, 0, 0, {}});
    return words;
  };
  EXPECT_FALSE(implied_gaps(words({"PP", "PNPNP"})));
  const std::optional<ImpliedGaps> implied = implied_gaps(words({"NNNN", "PP", "NNN", "PNNPNNPNNP", "PNPNP", "NPN"}));
  ASSERT_TRUE(implied);
  EXPECT_EQ(implied->gaps, (std::vector<std::uint32_t>{2, 3}));
  EXPECT_EQ(implied->impossible, (std::vector<GapWord>{{2, 2}, {3, 3, 3}}));
}

}  // namespace
}  // namespace bouton
