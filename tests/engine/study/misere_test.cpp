#include "engine/study/misere.h"

#include <gtest/gtest.h>

#include "engine/base/errors.h"
#include "tests/engine/games.h"
#include "tests/engine/study/studies.h"

namespace bouton {
namespace {

/// Winning Ways: a heap of n > 1 has the genus n^n, one of 1 the genus 1^0 31, none 0^1 20. Under misère play a heap of 1 is
/// lost.
TEST(GenusOfSum, OfHeapsOfNimIsThatOfTheBook) {
  const Games games = {test::named_game("nim", test::nim())};
  const GenusOfSum one = genus_of(games, {{0, {1}}}, Budget());
  EXPECT_EQ(one.value.outcome, Outcome::P);
  EXPECT_EQ(genus_of(games, {{0, {1}}, {0, {1}}}, Budget()).value.outcome, Outcome::N);
  EXPECT_EQ(genus_of(games, {{0, {2}}, {0, {2}}}, Budget()).value.outcome, Outcome::P);
  EXPECT_EQ(genus_of(games, {{0, {3}}, {0, {4}}, {0, {7}}}, Budget()).value.outcome, Outcome::P);
  EXPECT_THROW(genus_of(games, {{0, {Integer("99999999999999999999")}}}, Budget()), RequestError);
}

/// Nim with heaps to 3 has the quotient T2, of six elements (T. E. Plambeck, A. N. Siegel, 2008).
TEST(MisereQuotient, OfHeapsAndOfWhatIsBelowThemIsTheSame) {
  const auto game = test::named_game("nim", test::nim());
  EXPECT_EQ(misere_quotient(*game, 3, Budget()).quotient.size(), 6U);
  EXPECT_EQ(misere_quotient(*game, Sum{{0, {3}}, {0, {2}}}, Budget()).quotient.size(), 6U);
  EXPECT_THROW(misere_quotient(*game, Sum{{0, {3}}, {1, {2}}}, Budget()), RequestError);
}

}  // namespace
}  // namespace bouton
