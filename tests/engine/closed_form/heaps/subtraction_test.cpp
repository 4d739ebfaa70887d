#include "engine/closed_form/heaps/subtraction.h"

#include <gtest/gtest.h>

#include "tests/engine/closed_form/agreement.h"

namespace bouton {
namespace {

using namespace test;

std::vector<Integer> up_to(long m) {
  std::vector<Integer> set;
  for (long i = m; i >= 1; --i) set.push_back(i);
  return set;
}

TEST(Subtraction, AgreesWithTheRules) {
  for (long m = 0; m <= 7; ++m) {
    const auto closed = form("subtraction", {{"set", up_to(m)}});
    BruteForce game([m](const Cell& at) {
      std::vector<Option> options;
      for (long t = m; t >= 1; --t)
        if (t <= at[0]) options.push_back({"", {at[0] - t}});
      return options;
    });
    for (long n = 0; n <= 60; ++n) {
      expect_agreement(*closed, game, {n});
      EXPECT_EQ(*closed->grundy({n}), game.grundy({n}));
    }
  }
  EXPECT_EQ(*form("subtraction", {{"set", up_to(3)}})->grundy({Integer("1000000000000000000000003")}), 3);
}

TEST(Subtraction, RefusesOtherSets) {
  const auto refused = make_closed_form("subtraction", {{"set", std::vector<Integer>{1, 2, 4}}});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.reason(), "the formula is for the sets {1, ..., m}; this one has 4 but not 3");
  EXPECT_TRUE(make_closed_form("subtraction", {{"set", std::vector<Integer>{2, 1, 2}}}));
}

TEST(TwentyOne, AgreesWithTheRules) {
  for (long goal : {1, 2, 3, 20, 21, 30})
    for (long most : {1, 2, 3, 4, 40}) {
      SCOPED_TRACE(most);
      const auto closed = form("twenty-one", {{"goal", Integer(goal)}, {"most", Integer(most)}});
      BruteForce game(
          [=](const Cell& at) {
            std::vector<Option> options;
            for (long n = 1; n <= std::min(most, goal - at[0]); ++n) options.push_back({"", {at[0] + n}});
            return options;
          },
          [](const Cell&) { return false; });
      for (long said = 0; said <= goal; ++said) expect_agreement(*closed, game, {said});
      EXPECT_FALSE(closed->outcome({goal + 1}));
    }
}

TEST(TwentyOne, EveryOpeningLoses) {
  const auto closed = form("twenty-one", {{"goal", Integer(21)}, {"most", Integer(3)}});
  for (long said = 0; said <= 21; ++said) EXPECT_EQ(is_P(*closed, {said}), said % 4 == 0);
  EXPECT_FALSE(make_closed_form("twenty-one", {{"goal", Integer(0)}, {"most", Integer(3)}}));
  EXPECT_FALSE(make_closed_form("twenty-one", {{"goal", Integer(21)}, {"most", Integer(0)}}));
}

}  // namespace
}  // namespace bouton
