#include "engine/misere/quotient/quotient_genus.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/engine/misere/heap_games.h"

namespace bouton {
namespace {

using test::octal_game;

TEST(QuotientGenus, OfKaylesIsThePublishedOne) {
  // Winning Ways, ch. 13, table of the genera of Kayles.
  const HeapGame game = octal_game("0.77", 27);
  const Budget budget;
  QuotientGenus genera(game, MisereQuotient(), budget);
  const std::vector<std::string> known = {"0^120", "1^031", "2^20",  "3^31", "1^031", "4^146", "3^31",
                                          "2^20",  "1^13",  "4^046", "2^20", "6^46",  "4^046", "1^13",
                                          "2^20",  "7^57",  "1^13",  "4^64", "3^31",  "2^20",  "1^031",
                                          "4^64",  "6^46",  "7^57",  "4^64", "1^731", "2^20",  "8^8(10)"};
  for (Heap heap = 0; heap < known.size(); ++heap) {
    const auto found = genera.find({heap});
    const bool small = known[heap].substr(2).find_first_of("456789(") == std::string::npos;  // the misère Grundy values
    EXPECT_EQ(found.has_value(), small) << heap;
    if (!found) continue;
    EXPECT_EQ(found->genus.text(), known[heap]) << heap;
    EXPECT_EQ(found->tame, heap < 5) << heap;
  }
}

TEST(QuotientGenus, IsThatOfThePositionsBelow) {
  const Budget budget;
  for (const char* code : {"0.77", "0.75", "0.123", "0.07", "0.26", "4.3", "0.57", "0.333", "0.137", "0.6", "0.15", "0.152"}) {
    const HeapGame game = octal_game(code, 9);
    QuotientGenus genera(game, MisereQuotient(), budget);
    GenusSolver reference(game, budget);
    int known = 0;
    for (Heap a = 0; a < game.size(); ++a)
      for (Heap b = 0; b <= a; ++b)
        for (Heap c = 0; c <= b && a + b + c < 16; ++c) {
          const auto found = genera.find({a, b, c});
          if (!found) continue;  // the quotient is too large
          const GenusSolver::Found expected = reference.find({a, b, c});
          ASSERT_EQ(found->genus.text(), expected.genus.text()) << code << ": " << a << ", " << b << ", " << c;
          ASSERT_EQ(found->tame, expected.tame) << code << ": " << a << ", " << b << ", " << c;
          ++known;
        }
    EXPECT_GT(known, 10) << code;
  }
}

RC_GTEST_PROP(QuotientGenusOracle, IsThatOfThePositionsBelowInRandomHeapGames, ()) {
  const auto heap = [](Heap end) { return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange<Heap>(0, end)); };
  HeapGame game;
  for (Heap n = 0; n < 7; ++n) {
    std::vector<HeapSum> options;
    for (Heap i = heap(5); n > 0 && i-- > 0;) {
      HeapSum option;
      for (Heap parts = heap(3); parts-- > 0;) option.push_back(heap(n));
      options.push_back(option);
    }
    game.add(std::move(options));
  }
  const Budget budget;
  QuotientGenus genera(game, MisereQuotient({.elements = 256, .refinements = 100}), budget);
  GenusSolver reference(game, budget);
  for (Heap a = 0; a < game.size(); ++a)
    for (Heap b = 0; b <= a; ++b) {
      const auto found = genera.find({a, b});
      if (!found) continue;
      const GenusSolver::Found expected = reference.find({a, b}, 100'000);
      RC_ASSERT(found->genus.text() == expected.genus.text());
      RC_ASSERT(found->tame == expected.tame);
    }
}

TEST(QuotientGenus, IsGivenUpWithTheQuotient) {
  const Budget budget;
  const HeapGame game = octal_game("0.77", 20);
  EXPECT_TRUE(QuotientGenus(game, MisereQuotient(), budget).find({20}));
  EXPECT_FALSE(QuotientGenus(game, MisereQuotient({.elements = 4, .refinements = 100}), budget).find({20}));
}

}  // namespace
}  // namespace bouton
