#include "engine/study/discovery/theorem.h"

#include <gtest/gtest.h>

#include "engine/base/errors.h"
#include "tests/engine/games.h"
#include "tests/engine/study/studies.h"
#include "tests/engine/theorem/programs.h"

namespace bouton {
namespace {

TEST(TheoremStudy, IsAboutTheCoordinatesOfTheGameOrANumberOfPiles) {
  const auto wythoff = test::named_game("wythoff", test::wythoff());
  const auto piles = test::named_game("nim", test::piles_nim());
  EXPECT_EQ(dimensions_of_theorem(*wythoff, {}), 2U);
  EXPECT_EQ(dimensions_of_theorem(*piles, 3), 3U);
  EXPECT_THROW(dimensions_of_theorem(*wythoff, 2), RequestError);
  EXPECT_THROW(dimensions_of_theorem(*piles, {}), RequestError);
  EXPECT_THROW(dimensions_of_theorem(*piles, 0), RequestError);
  EXPECT_THROW(dimensions_of_theorem(*piles, 65), RequestError);
}

/// W. A. Wythoff (1907): the pairs (floor(n phi), floor(n phi^2)), here the first of them and their neighbours.
TEST(TheoremStudy, ProvesWythoffsPairs) {
  const auto rules = std::make_shared<test::ProgramRules>(test::two_heaps(), test::wythoff_program(), Play::normal);
  const auto game = test::named_game("wythoff", rules);
  const TheoremReport report = find_theorem(*game, {.dimensions = 2}, Budget());
  ASSERT_TRUE(report.theorem);
  for (const auto& [a, b, lost] : {std::tuple(0, 0, true), {1, 2, true}, {4, 7, true}, {32, 52, true}, {33, 52, false}}) {
    const std::optional<GameFormula::Place> place = report.formula->place_of(BigPosition{a, b});
    ASSERT_TRUE(place);
    EXPECT_EQ(report.theorem->p_positions()[place->sheet].contains(place->numbers), lost) << a << "," << b;
  }
}

TEST(TheoremStudy, RefusesGrundyValuesThatThereAreNot) {
  const auto misere = test::named_game("misere", test::wythoff(Play::misere));
  EXPECT_THROW(find_theorem(*misere, {.dimensions = 2, .greatest_value = 1}, Budget()), RequestError);
  const auto normal = test::named_game("wythoff", test::wythoff());
  EXPECT_THROW(find_theorem(*normal, {.dimensions = 2, .greatest_value = 64}, Budget()), RequestError);
}

TEST(TheoremStudy, NeedsAProgramOfTheMoves) {
  const auto game = test::named_game("wythoff", test::wythoff());
  const TheoremReport report = find_theorem(*game, {.dimensions = 2}, Budget());
  EXPECT_FALSE(report.formula);
  EXPECT_EQ(report.theorem.reason(), "the moves are not known as a program");
}

}  // namespace
}  // namespace bouton
