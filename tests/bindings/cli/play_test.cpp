// A game in the terminal, by a pipe.
#include <fstream>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/bindings/cli/program.h"

namespace bouton::cli {
namespace {

/// What is printed when `input` is typed at a game.
std::string played(const std::string& line, std::string_view input, const std::filesystem::path& directory = {}) {
  const Result result = run_bouton(words(line), input, directory);
  EXPECT_EQ(result.code, 0) << line;
  EXPECT_EQ(result.err, "") << line;
  return result.out;
}

TEST(Play, IsPlayedToTheEnd) {
  const std::string out = played("play nim 3", "3\n");
  EXPECT_TRUE(holds(out, "Position: 3\n  n  3  ooo\nYour moves:\n  1  to 2\n  2  to 1\n  3  to 0\n> 3\n")) << out;
  EXPECT_TRUE(out.ends_with("I cannot move and lose. You win!\n")) << out;
}

TEST(Play, GoesOnOnAnotherBoard) {
  const std::string board = played("play cram ../.. --opponent human", "new .../...\nnew ../X.\n");
  EXPECT_TRUE(holds(board, "Position: .../...\n")) << board;
  EXPECT_TRUE(holds(board, "Position: ../X.\n")) << board;
  const Result result = run_bouton({"play", "node-kayles", "cycle 5", "--opponent", "human"}, "new path 3 = ...\nboard\n");
  EXPECT_EQ(result.code, 0) << result.err;
  const std::string& graph = result.out;
  EXPECT_TRUE(holds(graph, "Position: path 3 = ...\n")) << graph;
}

TEST(Play, NamesMovesOnBoardsByTheirSquares) {
  const std::string out = played("play cram .../... --opponent human", "down b1-b2\na1-a2\n");
  EXPECT_TRUE(holds(out, "1  across a1-b1\n  2  down a1-a2\n")) << out;
  EXPECT_TRUE(holds(out, "Position: .X./.X.\n")) << out;
  EXPECT_TRUE(holds(out, "Position: XX./XX.\n")) << out;
}

TEST(Play, DrawsGraphsByTheirEdges) {
  const Result result = run_bouton({"play", "node-kayles", "path 3", "--opponent", "human"}, "quit\n");
  EXPECT_TRUE(holds(result.out, "    1 .  beside 2\n    2 .  beside 1 3\n    3 .  beside 2\n")) << result.out;
}

TEST(Play, TheMachineWinsWhatCanBeWon) {
  const std::string out = played("play nim 1 2 --first machine", "1\n1\n");
  EXPECT_TRUE(holds(out, "I move in nim 2: to 1.\n")) << out;
  EXPECT_TRUE(out.ends_with("You cannot move and lose. I win.\n")) << out;
}

TEST(Play, UnderMisereWhoCannotMoveWins) {
  EXPECT_TRUE(played("play misere-nim 2", "2\n").ends_with("I cannot move and win.\n"));
}

TEST(Play, DrawsWhatIsPlayedOn) {
  EXPECT_TRUE(
      holds(played("play wythoff 2,3", ""), "   L\n   3 .  .  Q\n   2 .  .  .\n   1 .  .  .\n   0 x  .  .\n     0  1  2  S\n"));
  EXPECT_TRUE(holds(played("play wythoff 2,3", "reach\n"), "   3 *  *  Q\n   2 .  *  *\n   1 *  .  *\n   0 x  .  *\n"));
  EXPECT_TRUE(holds(played("play wythoff 2,3", "values on\nreach\n"), "   3 -  -  Q\n   2 .  +  -\n   1 -  .  +\n"));
  EXPECT_TRUE(holds(played("play take-away 12", ""), "  n      12  oooooooooooo\n  limit  11\n"));
  EXPECT_TRUE(holds(played("play misere-nim 1,3", ""), "  a[1]  1  o\n  a[2]  3  ooo\n"));
  EXPECT_TRUE(holds(played("play nim 1 3", ""), "  nim 1  o\n  nim 3  ooo\n"));
  EXPECT_TRUE(holds(played("play twenty-one 4", ""), "  said  4  oooo.................\n"));
  EXPECT_TRUE(holds(played("play flip-flop 1,2", ""), "  goal normal\n  flips 1\n"));
}

TEST(Play, UnderstandsMovesAsPeopleTypeThem) {
  for (const char* move : {"2", "3,7", "(3,7)", "to 3,7", "horizontal 2", "hor 2", "H 2"})
    EXPECT_TRUE(holds(played("play wythoff 5,7 --opponent human", fmt::format("{}\n", move)), "Position: 3,7\n")) << move;
  EXPECT_TRUE(holds(played("play mark 9", "halve\n"), "halve to 4\n"));
  EXPECT_TRUE(holds(played("play mark 12 --opponent human", "halve\n"), "Position: 6\n"));
  EXPECT_TRUE(holds(played("play nim 5 --opponent human", "take 2\n"), "Position: 3\n"));
  EXPECT_TRUE(holds(played("play nim 5 --opponent human", "to 1\n"), "Position: 1\n"));
  EXPECT_TRUE(holds(played("play grundy 9 --opponent human", "4+5\n"), "  grundy 4  oooo\n  grundy 5  ooooo\n"));
  EXPECT_TRUE(holds(played("play grundy 9 --opponent human", "5 + 4\n"), "  grundy 4  oooo\n"));
  EXPECT_TRUE(holds(played("play nim 3 4 --opponent human", "2: take 1\n"), "  nim 3  ooo\n  nim 3  ooo\n"));
  EXPECT_TRUE(holds(played("play nim 3 4 --opponent human", "2: to 1\n"), "  nim 3  ooo\n  nim 1  o\n"));
  const std::string unclear = played("play nim 3 4 --opponent human", "take 1\n");
  EXPECT_TRUE(holds(unclear, "'take 1' may mean several moves:\n  1  in nim 3: to 2\n  4  in nim 4: to 3\n")) << unclear;
}

TEST(Play, HintsWinTheGame) {
  EXPECT_TRUE(holds(played("play wythoff 5,7", "hint\nquit\n"), "it wins, 4 more to come.\n"));
  EXPECT_TRUE(holds(played("play wythoff 1,2", "hint\n"), "every move loses; this one holds out longest"));
  EXPECT_TRUE(holds(played("play pass-nim 1,1", "hint\n"), "Move 3, pass to 1,1: it holds the draw.\n"));
}

TEST(Play, SaysWhy) {
  const std::string sum = played("play nim 3 4 5", "why\n");
  EXPECT_TRUE(holds(sum, "  nim 3    3  011\n  nim 4    4  100\n  nim 5    5  101\n  nim-sum  2  010\n")) << sum;
  EXPECT_TRUE(holds(sum, "What matters is nim 3: moved to Grundy value 1, it makes the nim-sum 0.\n")) << sum;
  const std::string pair = played("play wythoff 5,7", "why\nwhy 1\nwhy 2\n");
  EXPECT_TRUE(holds(pair, "Theorem: Wythoff (1907)")) << pair;
  EXPECT_TRUE(holds(pair, "the pair that differs by 2 is (3, 5)")) << pair;
  // Where who takes the last one loses, the first two pairs are others.
  EXPECT_TRUE(holds(played("play attrition 2,2", "why\n"), "the pair that differs by 0 is (2, 2)"));
  EXPECT_TRUE(holds(played("play attrition 4,5", "why\n"), "the pair that differs by 1 is (0, 1)"));
  EXPECT_TRUE(holds(played("play flip-flop 3,3,attrition,0", "why\n"), "the pair that differs by 0 is (2, 2)"));
  EXPECT_TRUE(holds(played("play flip-flop 3,3,normal,0", "why\n"), "the pair that differs by 0 is (0, 0)"));
  EXPECT_TRUE(holds(pair, "horizontal to 4,7: it wins")) << pair;
  EXPECT_TRUE(holds(pair, "horizontal to 3,7: it loses, since the opponent then wins.\nThe answer to it: ")) << pair;
  EXPECT_TRUE(holds(played("play grundy 8", "why\n"),
                    "The Grundy value is 2, the least number that no option has: they have 0, 1, 3.\n"));
  EXPECT_TRUE(holds(played("play staircase 2,5,9", "why\n"), "a[3] - a[2]  4  100\n"));
}

/// Whoever makes an `again` moves once more, so moves do not alternate: the person's last move is taken back all the same, with
/// all that the machine has made since.
TEST(Play, TakesBackThePersonsLastMoveWhereMovesDoNotAlternate) {
  test::TemporaryDirectory directory;
  std::ofstream(directory.path() / "twice.lua") << "return game { position = { 'n' }, moves = function(n)\n"
                                                   "  if n > 0 then again.take(n - 1) end\n"
                                                   "  if n > 1 then move.two(n - 2) end end }";
  const std::string out = played("play twice.lua 9 --first human --seed 3", "1\n2\nundo\nundo\nundo\nquit\n", directory.path());
  EXPECT_TRUE(holds(out, "I move two to 0.\nYou cannot move and lose. I win.\nagain? undo\nPosition: 8\n")) << out;
  EXPECT_TRUE(holds(out, "> undo\nPosition: 9\n")) << out;
  EXPECT_TRUE(holds(out, "> undo\nYou have not moved yet.\n")) << out;
}

TEST(Play, ListsMovesWithTheirValues) {
  const std::string out = played("play nim 2", "moves\nvalues on\nvalues off\nvalues perhaps\n");
  EXPECT_TRUE(holds(out, "  -  1  to 1  loses  Grundy value 1  1 to come\n  +  2  to 0  wins   Grundy value 0  0 to come\n"))
      << out;
  EXPECT_TRUE(holds(out, "values on, or values off.")) << out;
  EXPECT_TRUE(holds(played("play pass-nim 1,1", "moves\n"), "  =  3  pass to 1,1  draws  Grundy value ∞(1)\n"));
}

TEST(Play, TakesBackMovesAndMakesThemAgain) {
  const std::string out = played("play nim 5 7", "undo\nredo\n1\nundo\nredo\nquit\n");
  EXPECT_TRUE(holds(out, "> undo\nYou have not moved yet.\n> redo\nNothing was taken back.\n> 1\n")) << out;
  EXPECT_TRUE(holds(out, "> undo\nPosition:\n  nim 5  ooooo\n  nim 7  ooooooo\nYour moves:\n")) << out;
  EXPECT_TRUE(holds(out, "> redo\nPosition:\n")) << out;
  EXPECT_TRUE(holds(played("play nim 1", "1\nundo\n"), "You win!\nagain? undo\nPosition: 1\n"));
  EXPECT_TRUE(holds(played("play nim 2 --opponent human", "1\nundo\n"), "> undo\nPosition: 2\n"));
}

TEST(Play, ChangesSides) {
  const std::string out = played("play nim 1 2", "swap\n");
  EXPECT_TRUE(holds(out, "I move in nim 2: to 1.\n")) << out;
  EXPECT_TRUE(holds(played("play nim 1 2", "first machine\n"), "I move in nim 2: to 1.\n"));
  EXPECT_TRUE(holds(played("play nim 1 2", "3\nfirst machine\n"), "The game has begun"));
}

TEST(Play, HasOpponentsOfEveryStrength) {
  const std::string out = played("play wythoff 9,12 --seed 5",
                                 "level 1\nopponent\nopponent random\n1\nopponent human\nopponent nobody\nlevel 11\n");
  EXPECT_TRUE(holds(out, "Your opponent is level:1: perfect at 1 moves of 10, random at the others.")) << out;
  EXPECT_TRUE(holds(out, "Your opponent is another person.")) << out;
  EXPECT_TRUE(holds(out, "there is no player 'nobody'; the players are perfect, random, level:K")) << out;
  EXPECT_TRUE(holds(out, "'level:11' is not a level; choose from level:1 to level:10")) << out;
  EXPECT_EQ(played("play wythoff 9,12 --seed 5 --opponent random", "1\n1\n1\n"),
            played("play wythoff 9,12 --seed 5 --opponent random", "1\n1\n1\n"));
  EXPECT_TRUE(holds(played("play nimrod 20 --opponent model", "1\n"), "I move "));
}

TEST(Play, SavesAndLoads) {
  const TemporaryDirectory directory;
  const std::string saved = played("play wythoff 9,12 --opponent level:10", "diag 1\nsave game.json\n", directory.path());
  EXPECT_TRUE(holds(saved, "The game is in game.json.\n")) << saved;
  const std::string loaded =
      played("play nim 1", "load game.json\nreview\nundo\nopponent\nload none.json\nload\n", directory.path());
  EXPECT_TRUE(holds(loaded, "2 moves were made.\nPosition: 4,7\n")) << loaded;
  EXPECT_TRUE(holds(loaded, "> undo\nPosition: 9,12\n")) << loaded;
  EXPECT_TRUE(holds(loaded, "The opponent is level:10;")) << loaded;
  EXPECT_TRUE(holds(loaded, "cannot read none.json\n")) << loaded;
  directory.write("bad.json", "{\"bouton\":\"game record\",\"version\":1}");
  directory.write("moved.json", directory.read("game.json").replace(directory.read("game.json").find("[8,11]"), 6, "[8,10]"));
  const std::string refused = played("play nim 2", "load bad.json\nload moved.json\n1\n", directory.path());
  EXPECT_TRUE(holds(refused, "bad.json is not a record of a game\n")) << refused;
  EXPECT_TRUE(holds(refused, "moved.json: move 1 is not allowed\n")) << refused;
  EXPECT_TRUE(holds(refused, "I move to 0.\n")) << refused;
}

TEST(Play, LoadsNoMoreThanTheMemoryAllowedHolds) {
  const std::string out = played("play nim 2 --memory 1M", "load /dev/zero\nload /\nsave /\n2\n");
  EXPECT_TRUE(holds(out, "cannot read /dev/zero: it is not a regular file\n")) << out;
  EXPECT_TRUE(holds(out, "cannot read /: it is a directory\n")) << out;
  EXPECT_TRUE(holds(out, "cannot write to /: Is a directory\n")) << out;
  EXPECT_TRUE(holds(out, "You win!")) << out;
}

TEST(Play, ReviewsTheGame) {
  const std::string out = played("play wythoff 3,4", "horizontal 1\nreview\n");
  EXPECT_TRUE(holds(out, "Move 1, yours: horizontal to 2,4 gave away the win; better was ")) << out;
  EXPECT_TRUE(holds(out, "You made 1 mistake in 1 move.\n")) << out;
  EXPECT_TRUE(holds(played("play wythoff 1,1", "3\nreview\n"), "again? review\nNobody made a mistake.\n"));
}

TEST(Play, StartsAnew) {
  const std::string out = played("play nim 3", "3\nrematch\nnew 4\nnew 2 5\nnew\nnew x\n");
  EXPECT_TRUE(holds(out, "again? rematch\nPosition: 6\n")) << out;
  EXPECT_TRUE(holds(out, "> new 4\nPosition: 4\n")) << out;
  EXPECT_TRUE(holds(out, "> new 2 5\nPosition:\n  nim 2  oo\n")) << out;
  EXPECT_TRUE(holds(played("play nimrod 7", "rematch\n"), "Position: 14,1\n"));
  EXPECT_TRUE(holds(played("play flip-flop 3,4", "rematch\n"), "Position: 6,8,normal,1\n"));
  for (const char* game : {"wythoff", "staircase", "chomp", "nimrod", "flip-flop", "copycat"}) {
    const std::string random = played(fmt::format("play {} --start random --seed 4", game), "hint\nnew random\nhint\n");
    EXPECT_EQ(random.find("every move loses"), std::string::npos) << random;
    EXPECT_TRUE(holds(random, "it wins")) << random;
  }
}

TEST(Play, KeepsABankOfFlips) {
  const std::string out = played("play flip-flop 20,18 --opponent human", "bank\nflip-h 3\nbank\nundo\nbank\n");
  EXPECT_TRUE(holds(out, "> bank\nBank: 0 in it; the first player has +0, the second player has +0.\n")) << out;
  EXPECT_TRUE(holds(out, "> bank\nBank: 1 in it; the first player has -1, the second player has +0.\n")) << out;
  const std::string won = played("play flip-flop 27,0 --opponent human", "flip-h 26\nhorizontal 1\nbank\nrematch\nbank\n");
  EXPECT_TRUE(holds(won, "(1 won); the first player has +0, the second player has +0.") ||
              holds(won, "(1 won); the first player has -1, the second player has +1."))
      << won;
}

TEST(Play, AStakeIsAsMuchAsIsAgreed) {
  const std::string out = played("play flip-flop 20,18 --opponent human --stake 5", "flip-h 3\nbank\n");
  EXPECT_TRUE(holds(out, "Bank: 5 in it; the first player has -5, the second player has +0.\n")) << out;
}

TEST(Play, BeginsAtASizeThatAPersonCanPlay) {
  EXPECT_TRUE(holds(played("play wythoff", ""), "Position: 7,9\n"));
  EXPECT_TRUE(holds(played("play flip-flop", ""), "Position: 12,17,normal,1\n"));
  EXPECT_TRUE(holds(played("play wythoff --start example", ""), "Position: 7,9\n"));
}

TEST(Play, BeginsByChanceWithinRanges) {
  std::set<std::string> starts;
  for (int seed = 1; seed <= 12; ++seed) {
    const std::string out = played(fmt::format("play nim --start 5:7 --seed {}", seed), "");
    const std::size_t at = out.find("Position: ");
    starts.insert(out.substr(at + 10, out.find('\n', at) - at - 10));
  }
  EXPECT_EQ(starts, (std::set<std::string>{"5", "6", "7"}));
  EXPECT_TRUE(holds(played("play nimrod --start 40:40", ""), "Position: 40,1\n"));
  EXPECT_TRUE(holds(played("play corner-the-lady --start 7,3:3", ""), "Position: 7,3\n"));
  const auto error = [](const char* line) { return run_bouton(words(line)).err; };
  EXPECT_TRUE(holds(error("play wythoff --start 5:7"), "--start: 1 range is given, wythoff takes S,L"));
  EXPECT_TRUE(holds(error("play wythoff --start 7:5,1"), "--start: the range 7:5 is empty"));
  EXPECT_TRUE(holds(error("play wythoff --start 7:x,1"), "'7:x,1' is not example, random or ranges such as 10:30,20:60"));
  EXPECT_TRUE(holds(error("play corner-the-lady --start 9,9"), "no position of corner-the-lady was found within 9:9,9:9"));
  EXPECT_TRUE(holds(error("play nim 3 4 --start 5:7"), "random starts are for one position, not for sums"));
}

TEST(Play, ShowsHintsAndPiles) {
  const std::string hints = played("play corner-the-lady 5,7", "hints on\ndisplay piles\ndisplay board\nhints off\nhints up\n");
  EXPECT_TRUE(holds(hints,
                    "> hints on\nPosition: 5,7\n   y\n   7 *  *  *  *  +  Q  .  .\n   6 .  .  .  .  *  *  .  .\n"
                    "   5 .  .  .  +  .  *  .  .\n   4 .  .  *  .  .  *  .  .\n   3 .  *  .  .  .  +  .  .\n"))
      << hints;
  EXPECT_TRUE(holds(hints, "> display piles\nPosition: 5,7\n  x  5  ooooo\n  y  7  ooooooo\n")) << hints;
  EXPECT_TRUE(holds(hints, "hints on, or hints off.")) << hints;
  EXPECT_TRUE(holds(played("play wythoff 2,3 --display piles", ""), "  S  2  oo\n  L  3  ooo\n"));
}

TEST(Play, KeepsABankOfWhateverMovesTheRuleNames) {
  const TemporaryDirectory directory;
  const auto bank = [&](const std::string& stakes) {
    directory.write("coins.lua",
                    "return game { position = { 'n' }, moves = function(n) if n > 0 then move.flip(n - 1) end\n"
                    "  if n > 1 then move.buy(n - 2) end end" +
                        stakes + " }");
    return run_bouton(words("play coins.lua 5 --opponent human"), "buy\nbank\n", directory.path()).out;
  };
  EXPECT_TRUE(holds(bank(", stakes = { 'buy' }"), "Bank: 1 in it; the first player has -1, the second player has +0."));
  EXPECT_TRUE(holds(bank(""), "Bank: 0 in it; the first player has +0, the second player has +0."));
}

/// Nobody types anything: chance decides who moves first, and makes the person's moves, until the game is over.
TEST(Play, WhatIsNotChosenInTimeIsLeftToChance) {
  Running running(words("play nim 4 5 --clock 0.001 --seed 2"), {});
  running.wait_for("Do you want to move first? [yes/no] \nYour time is up. Chance decides: ");
  running.wait_for("Your time is up. Chance moves for you: in nim ");
  running.wait_for("You cannot move and lose. I win.\n");
  const Result result = running.finish();
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_TRUE(holds(result.out, "You have 0.001 seconds to choose who moves first, and for each move; after")) << result.out;
}

/// With a clock, who moves first is asked through a pipe, too; --first says it beforehand.
TEST(Play, WithAClockWhoMovesFirstIsAsked) {
  const std::string asked = played("play nim 5 --clock 1000", "no\n");
  EXPECT_TRUE(holds(asked, "Do you want to move first? [yes/no] no\nI move to 0.\n")) << asked;
  const std::string said = played("play nim 5 --clock 1 --first human", "5\n");
  EXPECT_TRUE(holds(said, "You have 1 second for each move; after")) << said;
  EXPECT_FALSE(holds(said, "first?")) << said;
  for (const char* seconds : {"0", "-1", "soon", "inf"})
    EXPECT_EQ(run_bouton({"play", "nim", "3", "--clock", seconds}).code, 2);
}

TEST(Play, LetsPeoplePlayEachOther) {
  const std::string out = played("play nim 2 --opponent human", "1\n1\n");
  EXPECT_TRUE(holds(out, "The first player moves:\n  1  to 1\n  2  to 0\nfirst> 1\n")) << out;
  EXPECT_TRUE(holds(out, "second> 1\nThe first player cannot move and loses. The second player wins!\n")) << out;
}

TEST(Play, ExplainsWhatItDoesNotUnderstand) {
  const std::string out = played("play nim 2", "fly\n0\n3\n\nhelp\n");
  for (const char* text : {"fly", "0", "3", ""})
    EXPECT_TRUE(holds(out, fmt::format("'{}' is neither a command nor a move: type a number from 1 to 2, or help.\n", text)));
  for (const char* command : {"hint", "why [MOVE]", "undo", "redo", "moves", "values on|off", "swap", "save FILE", "load FILE",
                              "review", "level 1..10", "rematch", "bank", "reach"})
    EXPECT_TRUE(holds(out, fmt::format("\n  {} ", command))) << command;
}

TEST(Play, EndsWithTheInput) {
  EXPECT_EQ(run_bouton(words("play wythoff")).code, 0);
  EXPECT_TRUE(holds(run_bouton(words("play twenty-one")).out, "Position: 0\n"));
  EXPECT_TRUE(holds(run_bouton(words("play wythoff 29,51")).out, "  and 69 more: 'moves' lists all\n"));
}

TEST(Play, EndsAtCtrlC) {
  Running running(words("play wythoff 3,4"), {});
  running.wait_for("> ");
  running.send(SIGINT);
  EXPECT_EQ(running.finish().code, 130);
}

TEST(Play, GoesOnWhereMovesHaveCycles) {
  EXPECT_TRUE(holds(played("play pass-nim 1,1", "3\n3\n3\nquit\n"), "I move pass to 1,1.\n"));
}

TEST(Play, RefusesMixedConventions) {
  const Result result = run_bouton(words("play nim 3 + misere-nim 3"));
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(result.out, "");
}

const std::string kBig = "1" + std::string(30, '0');

/// Where moves are too many to be listed, they are shown as ranges, and typed as everywhere.
TEST(Play, TakesNumbersOfAnySize) {
  const std::string out = played("play wythoff 2718282,3141593 --opponent human",
                                 "hint\nmoves\ndiagonal 2718280\nhint\nundo\nto 5,3141593\n3,5\n7\n");
  EXPECT_TRUE(holds(out,
                    "8578157 moves, too many to list one by one:\n"
                    "  1        to  2718282  horizontal to S - t, L for t = 1..2718282\n"
                    "  2718283  to  5859875  vertical to S, L - t for t = 1..3141593\n"
                    "  5859876  to  8578157  diagonal to S - t, L - t for t = 1..2718282\n"))
      << out;
  // The pair of the difference 423311, and the pair of the upper number 3141593.
  EXPECT_TRUE(holds(out, "Move 776671, horizontal to 1941611,3141593: it wins.\n")) << out;
  EXPECT_TRUE(holds(out, "+ diagonal to 684931,1108242  wins\n")) << out;
  EXPECT_TRUE(holds(out, "Position: 2,423313\n")) << out;
  EXPECT_TRUE(holds(out, "  L  423313\n")) << out;
  EXPECT_TRUE(holds(out, "Move 423314, vertical to 2,1: it wins.\n")) << out;
  EXPECT_TRUE(holds(out, "Position: 3,5\n")) << "typed as the position that is the same as 5,3: " << out;
  const std::string beyond =
      played("play wythoff 3," + kBig + " --opponent human", "hint\nvertical 5\n4,7\n3,5\nundo\nreview\n");
  EXPECT_TRUE(holds(beyond, "vertical to 3,5: it wins.\n")) << beyond;
  EXPECT_TRUE(holds(beyond, "  L  " + std::string(29, '9') + "5\n")) << beyond;
  EXPECT_TRUE(holds(beyond, "gave away the win; better was vertical to 3,5.\n")) << beyond;
}

TEST(Play, FindsAMoveWhoseNumbersAreTypedInAnotherOrder) {
  const std::string out = played("play wythoff 2718282,3141593 --opponent human", "3141593,5\n");
  EXPECT_TRUE(holds(out, "Position: 3141593,5\n")) << out;
}

TEST(Play, AgainstTheMachineAtNumbersOfAnySize) {
  const std::string out = played("play wythoff " + kBig + "," + kBig + "0 --first machine --seed 1", "hint\n");
  EXPECT_TRUE(holds(out, ": every move loses.\n")) << out;
  const TemporaryDirectory directory;
  const std::string chance =
      played("play wythoff " + kBig + "," + kBig + "0 --first machine --opponent random --seed 5 --transcript game.txt",
             "take 7\n1\nsave game.json\n", directory.path());
  const std::string again = played("play --replay game.txt", "", directory.path());
  EXPECT_TRUE(holds(again, "Move 2, human: ")) << chance << again;
  EXPECT_TRUE(holds(played("play wythoff", "load game.json\n", directory.path()), "moves were made.\n"));
}

/// A rule without a formula, of which a theorem is found and proved, by two nested loops.
TEST(Play, ByATheorem) {
  const TemporaryDirectory directory;
  directory.write("nested.lua", R"(return game { position = { "x", "y" }, moves = function(x, y)
    for t = 1, x do move(x - t, y) end
    for t = 1, y do move(x, y - t) end
    for t = 1, x do
      for s = math.max(1, t), math.min(y, t) do move(x - t, y - s) end
    end
  end, example = { 20, 30 } })");
  const std::string out = played("play ./nested.lua 3," + kBig + " --opponent human", "hint\nwhy\n", directory.path());
  EXPECT_TRUE(holds(out, ", to 3,5: it wins.\n")) << out;
  EXPECT_TRUE(holds(out, "Theorem: proved from the rule")) << out;
  EXPECT_TRUE(holds(out, "math.max(1, t)..math.min(y, t)")) << out;
  const std::string small = played("play ./nested.lua 910,1473 --opponent human", "hint\nwhy\n", directory.path());
  EXPECT_TRUE(holds(small, "every move loses")) << "910 = floor(563 phi), 1473 = 910 + 563: " << small;
  const Result match =
      run_bouton(words("match ./nested.lua " + kBig + "," + kBig + " --players perfect,random --games 4 --format json"), "",
                 directory.path());
  EXPECT_TRUE(holds(match.out, "\"wins\":4,")) << match.out << match.err;
}

/// Splits have no ranges: what cannot be listed is refused at once.
TEST(Play, SaysWhichMovesAreTooMany) {
  const Result result = run_bouton(words("play kayles 1000000000000"));
  EXPECT_EQ(result.code, 2);
  EXPECT_TRUE(holds(result.err,
                    "position 1000000000000 has more moves than can be listed, and they are not known as ranges: "
                    "a move splits the position (line "))
      << result.err;
}

}  // namespace
}  // namespace bouton::cli
