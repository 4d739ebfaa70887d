#include "engine/study/discovery/theorem.h"

#include <gtest/gtest.h>

#include "engine/base/errors.h"
#include "tests/engine/games.h"
#include "tests/engine/reports.h"
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

/// Nim of two heaps, or one of each (A. S. Fraenkel and M. Lorberbom, Nimhoff games, 1991).
MoveProgram nim_or_one_of_each() {
  test::ProgramBuilder b(2);
  const Slot i = b.slot(), j = b.slot();
  const ExpressionId least = b.binary(Op::min, b.x(0), b.x(1));
  b.program.body = {
      b.loop(i, b.c(1), b.x(0), b.c(1), {b.option({b.sub(b.x(0), b.t(i)), b.x(1)})}),
      b.loop(j, b.c(1), b.x(1), b.c(1), {b.option({b.x(0), b.sub(b.x(1), b.t(j))})}),
      b.branch(b.binary(Op::less_equal, b.c(1), least), {b.option({b.sub(b.x(0), b.c(1)), b.sub(b.x(1), b.c(1))})})};
  return b.program;
}

/// Each transition of a certificate of all Grundy values changed, one at a time: small positions tell, or two values of one
/// position, in a counted number of looks at the budget, where the proof that then fails would take hundreds of millions of
/// steps.
TEST(TheoremStudy, RefusesChangedTransitionsInLittleWork) {
  const auto rules = std::make_shared<test::ProgramRules>(test::two_heaps(), nim_or_one_of_each(), Play::normal);
  const auto game = test::named_game("nim or one of each", rules);
  const TheoremReport report = find_theorem(*game, {.dimensions = 2, .greatest_value = kAllValues}, Budget());
  ASSERT_TRUE(report.theorem && report.formula);
  TheoremCertificate certificate;
  certificate.dimensions = 2;
  certificate.statement = statement_checksum(*report.formula);
  certificate.theorem = *report.theorem;
  int two_valued = 0;
  const auto polls_of = [&](const TheoremCertificate& asked, bool is_right) {
    return test::polls_of([&](const Budget& budget) {
      const std::optional<std::string> wrong = disproved(asked, rules, budget);
      EXPECT_EQ(wrong.has_value(), !is_right);
      if (wrong == "it gives a position two Grundy values") ++two_valued;
    });
  };
  const std::int64_t right = polls_of(certificate, true);
  const Automaton& function = report.theorem->function[0];
  ASSERT_GT(function.states(), 2U);
  for (Automaton::State from = 0; from < static_cast<Automaton::State>(function.states()); ++from)
    for (Letter letter = 0; letter < function.letters(); ++letter) {
      TheoremCertificate changed = certificate;
      const auto to = static_cast<Automaton::State>((function.next(from, letter) + 1) % static_cast<int>(function.states()));
      changed.theorem.function[0].set_next(from, letter, to);
      EXPECT_LE(polls_of(changed, false), right) << from << " by " << letter;
    }
  EXPECT_GT(two_valued, 0);
}

TEST(TheoremStudy, NeedsAProgramOfTheMoves) {
  const auto game = test::named_game("wythoff", test::wythoff());
  const TheoremReport report = find_theorem(*game, {.dimensions = 2}, Budget());
  EXPECT_FALSE(report.formula);
  EXPECT_EQ(report.theorem.reason(), "the moves are not known as a program");
}

}  // namespace
}  // namespace bouton
