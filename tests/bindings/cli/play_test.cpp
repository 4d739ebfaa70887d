// A game in the terminal, by a pipe.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/bindings/cli/program.h"

namespace bouton::cli {
namespace {

bool holds(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

TEST(Play, IsPlayedToTheEnd) {
  const Result result = run_bouton(words("play nim 3"), "3\n");
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_TRUE(holds(result.out, "Position: 3\nYour moves:\n  1  to 2\n  2  to 1\n  3  to 0\n> 3\n")) << result.out;
  EXPECT_TRUE(result.out.ends_with("I cannot move and lose. You win!\n")) << result.out;
}

TEST(Play, TheMachineWinsWhatCanBeWon) {
  const Result result = run_bouton(words("play nim 1 2 --first machine"), "1\n1\n");
  EXPECT_TRUE(holds(result.out, "I move in nim 2: to 1.\n")) << result.out;
  EXPECT_TRUE(result.out.ends_with("You cannot move and lose. I win.\n")) << result.out;
}

TEST(Play, UnderMisereWhoCannotMoveWins) {
  const Result result = run_bouton(words("play misere-nim 2"), "2\n");
  EXPECT_TRUE(result.out.ends_with("I cannot move and win.\n")) << result.out;
}

TEST(Play, HintsWinTheGame) {
  EXPECT_TRUE(holds(run_bouton(words("play wythoff 5,7"), "hint\nquit\n").out, "it wins, 4 more to come.\n"));
  EXPECT_TRUE(holds(run_bouton(words("play wythoff 1,2"), "hint\n").out, "every move loses, this one as late as can be"));
  EXPECT_TRUE(holds(run_bouton(words("play pass-nim 1,1"), "hint\n").out, "Move 3, pass to 1,1: it holds the draw.\n"));
}

TEST(Play, TakesBackMoves) {
  const Result result = run_bouton(words("play nim 5 7"), "undo\n1\nundo\nquit\n");
  EXPECT_EQ(result.code, 0);
  EXPECT_TRUE(holds(result.out, "> undo\nYou have not moved yet.\n> 1\n")) << result.out;
  EXPECT_TRUE(holds(result.out, "> undo\nPosition:\n  nim 5\n  nim 7\nYour moves:\n")) << result.out;
}

TEST(Play, ExplainsWhatItDoesNotUnderstand) {
  const Result result = run_bouton(words("play nim 2"), "fly\n0\n3\n\nhelp\n");
  EXPECT_EQ(result.code, 0);
  for (const char* text : {"fly", "0", "3", ""})
    EXPECT_TRUE(holds(result.out, fmt::format("'{}' is neither a command nor a move: type a number from 1 to 2, or help.\n",
                                              text)));
}

TEST(Play, EndsWithTheInput) {
  EXPECT_EQ(run_bouton(words("play wythoff")).code, 0);
  EXPECT_TRUE(holds(run_bouton(words("play twenty-one")).out, "Position: 0\n"));
  EXPECT_TRUE(holds(run_bouton(words("play wythoff")).out, "  and 69 more: 'moves' lists all\n"));
}

TEST(Play, EndsAtCtrlC) {
  Running running(words("play wythoff 3,4"), {});
  running.wait_for("> ");
  running.send(SIGINT);
  EXPECT_EQ(running.finish().code, 130);
}

TEST(Play, GoesOnWhereMovesHaveCycles) {
  const Result result = run_bouton(words("play pass-nim 1,1"), "3\n3\n3\nquit\n");
  EXPECT_EQ(result.code, 0);
  EXPECT_TRUE(holds(result.out, "I move pass to 1,1.\n")) << result.out;
}

TEST(Play, RefusesMixedConventions) {
  const Result result = run_bouton(words("play nim 3 + misere-nim 3"));
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(result.out, "");
}

}  // namespace
}  // namespace bouton::cli
