#include "engine/misere/quotient/quotient.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdlib>
#include <string>

#include "engine/base/errors.h"
#include "engine/misere/quotient/mistake.h"
#include "tests/engine/misere/heap_games.h"
#include "tests/extent.h"

namespace bouton {
namespace {

using test::MisereReference;
using test::octal_game;
using test::quotient_of;

TEST(MisereQuotient, OfNothingHasOneElement) {
  const MisereQuotient quotient;
  EXPECT_EQ(quotient.size(), 1U);
  EXPECT_FALSE(quotient.is_p(0));
}

TEST(MisereQuotient, OfNimHasTwoToTheNAndTwoElements) {
  // Heaps to 2^n - 1: T_n. T_0 and T_1 have one element and two.
  HeapGame nim;
  std::vector<HeapSum> options;
  for (Heap n = 0; n < 32; ++n) {
    nim.add(options);
    options.push_back({n});
  }
  const MisereQuotient quotient = quotient_of(nim);
  EXPECT_EQ(quotient.sizes()[0], 1U);
  EXPECT_EQ(quotient.sizes()[1], 2U);
  EXPECT_EQ(quotient.sizes()[3], 6U);
  EXPECT_EQ(quotient.sizes()[7], 10U);
  EXPECT_EQ(quotient.sizes()[15], 18U);
  EXPECT_EQ(quotient.sizes()[31], 34U);
}

struct Known {
  const char* code;
  Heap heaps;
  std::size_t size;
};

// Sizes that Plambeck and Siegel (2008) list.
class KnownQuotient : public testing::TestWithParam<Known> {};

TEST_P(KnownQuotient, HasItsSize) {
  const auto& [code, heaps, size] = GetParam();
  EXPECT_EQ(quotient_of(octal_game(code, heaps)).size(), size);
}

INSTANTIATE_TEST_SUITE_P(Octal, KnownQuotient,
                         testing::Values(Known{"0.77", 12, 24}, Known{"0.77", 26, 32}, Known{"0.77", 60, 40},
                                         Known{"0.75", 60, 8}, Known{"0.123", 60, 20}, Known{"0.34", 60, 12},
                                         Known{"0.53", 60, 16}, Known{"0.71", 60, 36}, Known{"0.72", 60, 24},
                                         Known{"0.115", 60, 42}, Known{"0.152", 60, 34}, Known{"0.153", 60, 16},
                                         Known{"0.44", 60, 40}, Known{"0.07", 24, 24}),
                         [](const auto& info) {
                           std::string name = info.param.code;
                           name[1] = '_';
                           return "code" + name + "to" + std::to_string(info.param.heaps);
                         });

TEST(MisereQuotientSlow, DawsonsKaylesToHeap30Has360Elements) {
  MisereQuotient quotient;
  const HeapGame game = octal_game("0.07", 33);
  quotient.grow(game, 31, {});
  EXPECT_EQ(quotient.size(), 360U);
  if (!test::is_long()) return;
  quotient.grow(game, 34, {});
  EXPECT_EQ(quotient.size(), 638U);
}

TEST(MisereQuotient, ThatGrowsTooLargeIsGivenUpAndStaysWhatItWas) {
  const HeapGame game = octal_game("0.36", 24);
  MisereQuotient quotient({.elements = 500});
  try {
    quotient.grow(game, game.size(), {});
    FAIL() << "no limit";
  } catch (const LimitError& error) {
    EXPECT_NE(std::string(error.what()).find("heap 22"), std::string::npos) << error.what();
  }
  EXPECT_EQ(quotient.heaps(), 22U);
  EXPECT_EQ(quotient.size(), 304U);
}

TEST(MisereQuotient, ProductsAreThoseOfSums) {
  const HeapGame game = octal_game("0.77", 30);
  const MisereQuotient quotient = quotient_of(game);
  for (Heap a = 0; a <= 30; ++a)
    for (Heap b = 0; b <= 30; ++b)
      EXPECT_EQ(quotient.product(quotient.value(a), quotient.value(b)), quotient.value(HeapSum{a, b}));
}

TEST(MisereQuotient, TellsElementsApart) {
  const HeapGame game = octal_game("0.123", 20);
  const MisereQuotient quotient = quotient_of(game);
  for (Element a = 0; a < quotient.size(); ++a)
    for (Element b = 0; b < a; ++b) {
      bool apart = false;
      for (Element c = 0; c < quotient.size() && !apart; ++c)
        apart = quotient.is_p(quotient.product(a, c)) != quotient.is_p(quotient.product(b, c));
      EXPECT_TRUE(apart) << a << " and " << b;
    }
}

/// With too little memory it is the quotient of fewer heaps, and the same one as with enough.
TEST(MisereQuotient, GrowsAsFarAsMemoryHasRoomForIt) {
  const HeapGame game = octal_game("0.77", 30);
  std::size_t last = 0;
  for (const std::size_t memory : {2'000, 10'000, 50'000}) {
    Budget budget;
    budget.memory = memory;
    MisereQuotient quotient;
    EXPECT_THROW(quotient.grow(game, game.size(), budget), LimitError) << memory;
    EXPECT_LT(quotient.heaps(), game.size());
    EXPECT_GE(quotient.heaps(), last);
    last = quotient.heaps();
    MisereQuotient same;
    same.grow(game, last, Budget());
    ASSERT_EQ(quotient.size(), same.size()) << memory;
    for (Heap heap = 0; heap < last; ++heap) EXPECT_EQ(quotient.value(heap), same.value(heap));
  }
  EXPECT_GT(last, 0U);
}

TEST(MisereQuotient, MistakesAreFound) {
  // A quotient in which one element is of the wrong kind is wrong about a sum, and about none of less depth.
  const HeapGame game = octal_game("0.77", 9);
  const MisereQuotient quotient = quotient_of(game);
  MisereReference reference(game);
  for (Element wrong = 0; wrong < quotient.size(); ++wrong) {
    CayleyGraph graph = quotient.graph();
    graph.set_p(wrong, !graph.is_p(wrong));
    const Representatives least = representatives(graph, game);
    const std::optional<HeapSum> mistake = find_mistake(graph, game, least, ProductTable(graph, least), {});
    ASSERT_TRUE(mistake) << wrong;
    if (wrong == 0) continue;  // of the identity only larger sums than nothing can be seen to be wrong
    EXPECT_NE(graph.is_p(graph.after(0, *mistake)), reference.is_p(*mistake)) << wrong;
  }
}

/// Outcomes of all sums of up to three heaps, and of some of more, are those of the definition.
void expect_outcomes(const HeapGame& game, const MisereQuotient& quotient, Heap last, const std::string& name) {
  MisereReference reference(game);
  for (Heap a = 0; a <= last; ++a)
    for (Heap b = 0; b <= a; ++b)
      for (Heap c = 0; c <= b; ++c)
        ASSERT_EQ(quotient.is_p(quotient.value(HeapSum{a, b, c})), reference.is_p({a, b, c}))
            << name << ": " << a << " + " << b << " + " << c;
  for (Heap a = 1; a <= std::min<Heap>(last, 5); ++a)
    for (Heap b = 1; b <= a; ++b) {
      const HeapSum sum = {a, a, a, b, b, b, 1, 2};
      ASSERT_EQ(quotient.is_p(quotient.value(sum)), reference.is_p(sum)) << name << ": " << a << ", " << b;
    }
}

TEST(MisereQuotientOracle, OutcomesOfTwoDigitOctalGamesAreThoseOfTheDefinition) {
  for (int tens = 0; tens < 8; ++tens)
    for (int ones = 0; ones < 8; ++ones) {
      const std::string code = "0." + std::to_string(tens) + std::to_string(ones);
      const HeapGame game = octal_game(code, 9);
      MisereQuotient quotient({.elements = 300});
      try {
        quotient.grow(game, game.size(), {});
      } catch (const LimitError&) {
        continue;
      }
      expect_outcomes(game, quotient, 9, code);
    }
}

/// Heaps with random options among sums of those before.
HeapGame random_game(Heap heaps) {
  HeapGame game;
  game.add({});
  for (Heap heap = 1; heap <= heaps; ++heap) {
    std::vector<HeapSum> options;
    const auto below = [](Heap end) { return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange<Heap>(0, end)); };
    const Heap count = below(4);
    for (Heap i = 0; i < count; ++i) {
      HeapSum option;
      const Heap parts = below(3);
      for (Heap part = 0; part < parts; ++part) option.push_back(below(heap));
      options.push_back(std::move(option));
    }
    game.add(std::move(options));
  }
  return game;
}

RC_GTEST_PROP(MisereQuotientOracle, OutcomesOfRandomGamesAreThoseOfTheDefinition, ()) {
  const HeapGame game = random_game(7);
  MisereQuotient quotient({.elements = 400, .refinements = 100});
  try {
    quotient.grow(game, game.size(), {});
  } catch (const LimitError&) {}
  MisereReference reference(game);
  RC_PRE(quotient.heaps() > 0);
  for (int i = 0; i < 30; ++i) {
    HeapSum sum;
    const std::size_t size = *rc::gen::resize(rc::kNominalSize, rc::gen::inRange<std::size_t>(0, 7));
    for (std::size_t j = 0; j < size; ++j)
      sum.push_back(*rc::gen::resize(rc::kNominalSize, rc::gen::inRange<Heap>(0, static_cast<Heap>(quotient.heaps()))));
    RC_ASSERT(quotient.is_p(quotient.value(sum)) == reference.is_p(sum));
  }
}

RC_GTEST_PROP(MisereQuotientOracle, OfRandomGamesAgreesWithAnyOrderOfGrowing, ()) {
  // The quotient is that of the closed set: growing it in another order gives as many elements.
  const HeapGame game = random_game(6);
  MisereQuotient quotient({.elements = 300, .refinements = 100});
  try {
    quotient.grow(game, game.size(), {});
  } catch (const LimitError&) {
    RC_DISCARD("given up");
  }
  // Heap h again as a copy behind all others adds nothing.
  HeapGame twice = octal_game("0.0", 0);
  for (Heap heap = 1; heap < game.size(); ++heap) twice.add({game.options(heap).begin(), game.options(heap).end()});
  for (Heap heap = 1; heap < game.size(); ++heap) twice.add({game.options(heap).begin(), game.options(heap).end()});
  MisereQuotient doubled;
  doubled.grow(twice, twice.size(), {});
  RC_ASSERT(doubled.size() == quotient.size());
  for (Heap heap = 1; heap < game.size(); ++heap)
    RC_ASSERT(doubled.value(heap) == doubled.value(heap + static_cast<Heap>(game.size()) - 1));
}

}  // namespace
}  // namespace bouton
