#include "engine/theorem/row_words/gap_density.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace bouton {
namespace {

TEST(GapDensity, IsThatOfTheLongestAndTheShortestGapsWhereAllWordsOccur) {
  EXPECT_EQ(gap_density({2, 3}, {}), (GapDensity{{1, 3}, {1, 2}}));
  EXPECT_EQ(gap_density({4}, {}), (GapDensity{{1, 4}, {1, 4}}));
}

/// Words in 2 3 and 2 3 3.
TEST(GapDensity, OfNimrodsFirstRow) { EXPECT_EQ(gap_density({2, 3}, {{2, 2}, {3, 3, 3}}), (GapDensity{{3, 8}, {2, 5}})); }

TEST(GapDensity, IsNothingWhereNoWordGoesOnForEver) {
  EXPECT_EQ(gap_density({2, 3}, {{2, 2}, {3, 3}, {2, 3, 2, 3}}), std::nullopt);
  EXPECT_EQ(gap_density({}, {}), std::nullopt);
}

/// All periodic words of up to so many gaps.
RC_GTEST_PROP(GapDensity, BoundsAllPeriodicWordsAndIsMetByTwo, ()) {
  constexpr std::size_t kLongest = 12;
  std::vector<GapWord> impossible;
  for (int i = *rc::gen::inRange(0, 4); i > 0; --i)
    impossible.push_back(*rc::gen::resize(4, rc::gen::nonEmpty(rc::gen::container<GapWord>(rc::gen::inRange(1U, 3U)))));
  const std::optional<GapDensity> density = gap_density({1, 2}, impossible);
  double least = 2, greatest = 0;
  for (std::size_t length = 1; length <= kLongest; ++length)
    for (std::size_t bits = 0; bits < std::size_t{1} << length; ++bits) {
      GapWord word;
      std::uint32_t sum = 0;
      while (word.size() < length + 8) word.push_back(1 + static_cast<std::uint32_t>(bits >> word.size() % length & 1U));
      for (std::size_t i = 0; i < length; ++i) sum += word[i];
      GapWord twice = word;
      while (twice.size() < 3 * length + 8) twice.push_back(word[twice.size() % length]);
      if (std::ranges::any_of(impossible, [&](const GapWord& no) { return !std::ranges::search(twice, no).empty(); })) continue;
      least = std::min(least, static_cast<double>(length) / sum);
      greatest = std::max(greatest, static_cast<double>(length) / sum);
    }
  RC_ASSERT(density.has_value() == (greatest > 0));
  if (!density) return;
  const auto value = [](const Proportion& of) {
    return static_cast<double>(of.numerator) / static_cast<double>(of.denominator);
  };
  // Words of up to four gaps have graphs of cycles within the lengths that are looked at.
  RC_ASSERT(std::abs(value(density->least) - least) < 1e-9);
  RC_ASSERT(std::abs(value(density->greatest) - greatest) < 1e-9);
}

}  // namespace
}  // namespace bouton
