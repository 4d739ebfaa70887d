#include "engine/method/solvers/listed_options.h"

#include <gtest/gtest.h>

#include "engine/plan/solver.h"
#include "tests/engine/theorem/programs.h"

namespace bouton {
namespace {

std::size_t listed(const Rules& rules, const Position& position) {
  Options options;
  rules.options(position, options);
  return options.size();
}

TEST(ListedOptions, AreCountedAsTheyAreListed) {
  const test::ProgramRules wythoff(Domain::fixed({{.name = "a"}, {.name = "b"}}), test::wythoff_program(), Play::normal);
  for (const Position& position : {Position{3, 5}, Position{40, 41}, Position{1000, 900}})
    EXPECT_EQ(known_options(wythoff, position), static_cast<double>(listed(wythoff, position)));
}

TEST(ListedOptions, TakeTimeWhereWinningMovesAreAskedFor) {
  const test::ProgramRules wythoff(Domain::fixed({{.name = "a"}, {.name = "b"}}), test::wythoff_program(), Play::normal);
  const Component component{0, {1000, 900}};
  EXPECT_GT(seconds_of_winning_moves(Question::about(Question::Of::winning_moves, component), wythoff), 0);
  EXPECT_EQ(seconds_of_winning_moves(Question::about(Question::Of::outcome, component), wythoff), 0);
}

}  // namespace
}  // namespace bouton
