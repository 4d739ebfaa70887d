#include "engine/rules/options.h"

#include <gtest/gtest.h>

namespace bouton {
namespace {

Position part(const Options& options, std::size_t option, std::size_t part) { return Position(options[option][part]); }

TEST(Options, KeepPositionsAndSplitsInOrder) {
  Options options;
  options.add(Position{1, 2}, 7);
  options.add_part(Position{3});
  options.add_part(Position{});
  options.end_split();
  options.end_split(9);
  ASSERT_EQ(options.size(), 3U);
  EXPECT_TRUE(options.has_split());
  EXPECT_EQ(options[0].size(), 1U);
  EXPECT_EQ(options[0].label(), 7U);
  EXPECT_EQ(part(options, 0, 0), (Position{1, 2}));
  EXPECT_EQ(options[1].size(), 2U);
  EXPECT_EQ(part(options, 1, 0), Position{3});
  EXPECT_EQ(part(options, 1, 1), Position{});
  EXPECT_EQ(options[2].size(), 0U);
  EXPECT_EQ(options[2].label(), 9U);
}

TEST(Options, ForgetAnAbandonedSplit) {
  Options options;
  options.add(Position{1});
  options.add_part(Position{2});
  options.add_part(Position{3});
  options.abandon_split();
  options.add(Position{4});
  ASSERT_EQ(options.size(), 2U);
  EXPECT_FALSE(options.has_split());
  EXPECT_EQ(part(options, 1, 0), Position{4});
}

TEST(Options, UniqueKeepsTheFirstOfEqualOnes) {
  Options options;
  options.add(Position{1}, 1);
  options.add(Position{2}, 2);
  options.add(Position{1}, 3);
  options.add_part(Position{1});
  options.add_part(Position{2});
  options.end_split(4);
  options.add(Position{1, 2}, 5);
  const Options unique = options.unique();
  ASSERT_EQ(unique.size(), 4U);
  EXPECT_EQ(unique[0].label(), 1U);
  EXPECT_EQ(unique[1].label(), 2U);
  EXPECT_EQ(unique[2].label(), 4U);
  EXPECT_EQ(unique[3].label(), 5U);
}

}  // namespace
}  // namespace bouton
