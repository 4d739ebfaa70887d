// Games that are written down as they are played, and played again.
#include "bindings/cli/play/transcript.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "engine/base/errors.h"
#include "tests/bindings/cli/program.h"

namespace bouton::cli {
namespace {

const std::string kTableOne = BOUTON_SOURCE_DIRECTORY "/scripts/reproduce/wythoff-table-1.txt";

TEST(Transcript, TableOneIsReplayedMoveByMove) {
  const Result result = run_bouton({"play", "wythoff", "--replay", kTableOne}, "review\nquit\n");
  EXPECT_EQ(result.code, 0) << result.err;
  for (const char* move :
       {"Move 1, Hugo: horizontal to 23,51\nPosition: 23,51\n", "Move 2, Cora: vertical to 14,23\nPosition: 14,23\n",
        "Move 3, Hugo: diagonal to 6,15\nPosition: 6,15\n", "Move 4, Cora: vertical to 6,10\nPosition: 6,10\n",
        "Move 5, Hugo: vertical to 4,6\nPosition: 4,6\n", "Move 6, Cora: diagonal to 3,5\nPosition: 3,5\n"})
    EXPECT_TRUE(holds(result.out, move)) << move << result.out;
  EXPECT_TRUE(holds(result.out, "Move 1, Hugo: horizontal to 23,51 gave away the win; better was vertical to 29,47"))
      << result.out;
  EXPECT_TRUE(holds(result.out, "1 mistake in 6 moves.\n")) << result.out;
  EXPECT_EQ(run_bouton({"play", "--replay", kTableOne}).out, run_bouton({"play", "wythoff", "--replay", kTableOne}).out);
}

TEST(Transcript, IsWrittenAsTheGameGoes) {
  const TemporaryDirectory directory;
  Running running(words("play nim 3 4 --transcript game.txt"), directory.path());
  running.wait_for("> ");
  running.type("2: take 1\n");
  running.wait_for("I move in nim");
  const std::string so_far = directory.read("game.txt");
  EXPECT_EQ(so_far.substr(0, so_far.find("2. ")), "game nim 3 + nim 4\nfirst human\nsecond perfect\n1. 2: to 3\n");
  running.finish();
}

TEST(Transcript, WhatIsWrittenIsReplayed) {
  const TemporaryDirectory directory;
  const auto played = [&](const std::string& line, std::string_view input) {
    const Result result = run_bouton(words(line), input, directory.path());
    EXPECT_EQ(result.code, 0) << result.err;
    return result.out;
  };
  played("play flip-flop -p flips=2 20,18 --opponent human --transcript a.txt",
         "flip-h 3\nundo\nhorizontal 20\nundo\n1\n18,0\n");
  const std::string a = directory.read("a.txt");
  EXPECT_TRUE(holds(a, "game flip-flop -p flips=2 20,18,0,2\n")) << a;
  EXPECT_TRUE(holds(a, "undo 1\n")) << a;
  played("play --replay a.txt --transcript b.txt", "");
  EXPECT_EQ(directory.read("b.txt"), a);
  // A game that is over, with its result, and another one after it.
  played("play grundy 9 --opponent human --transcript c.txt", "4+5\n1: 1+3\n1+2\n2: to 1+4\n2: 1+3\n1+2\nnew 3\n1+2\n");
  const std::string c = directory.read("c.txt");
  EXPECT_TRUE(holds(c, "result ")) << c;
  EXPECT_TRUE(holds(c, "\n\ngame grundy 3\n")) << c;
  played("play --replay c.txt --transcript d.txt", "");
  EXPECT_EQ(directory.read("d.txt"), c);
}

TEST(Transcript, PositionsWithTextsOfTheirOwnAreTypedAndReplayed) {
  const TemporaryDirectory directory;
  directory.write("row.lua",
                  "return game { position = piles('coin', { max = 1 }), moves = function(a)\n"
                  "  for i = 1, #a do if a[i] == 1 then move.turn(a:with(i, 0)) end end\n"
                  "  if #a == 2 then split({ 0 }, { 1 }) end end,\n"
                  "  show = function(a) return table.concat(a) end, read = function(text) local a = {}\n"
                  "  for i = 1, #text do local c = text:byte(i) - 48 if c ~= 0 and c ~= 1 then return nil end a[i] = c end\n"
                  "  return a end }");
  const auto played = [&](const std::string& line, std::string_view input) {
    const Result result = run_bouton(words(line), input, directory.path());
    EXPECT_EQ(result.code, 0) << result.err;
    return result.out;
  };
  const std::string out = played("play row.lua 0110 --opponent human --transcript a.txt", "turn to 0100\nnew 11\n0 + 1\n");
  EXPECT_TRUE(holds(out, "Position: 0100\n")) << out;
  EXPECT_TRUE(holds(directory.read("a.txt"), "game row.lua (0,1,1,0)\n")) << directory.read("a.txt");
  EXPECT_TRUE(holds(directory.read("a.txt"), "1. turn to (0,1,0,0)\n")) << directory.read("a.txt");
  EXPECT_TRUE(holds(directory.read("a.txt"), "1. to (0) + (1)\n")) << directory.read("a.txt");
  EXPECT_TRUE(holds(played("play --replay a.txt", ""), "turn to 0100\n"));
}

TEST(Transcript, GoesOnWhereTheReplayEnds) {
  const std::string out = run_bouton({"play", "--replay", kTableOne, "--opponent", "human"}, "3,2\nundo\n").out;
  EXPECT_TRUE(holds(out, "Hugo moves:\n")) << out;
  EXPECT_TRUE(holds(out, "Position: 3,2\n")) << out;
}

TEST(Transcript, ErrorsNameFileAndLine) {
  const TemporaryDirectory directory;
  const auto error = [&](const std::string& text) {
    directory.write("x.txt", text);
    const Result result = run_bouton(words("play --replay x.txt"), "", directory.path());
    EXPECT_EQ(result.code, 2) << text;
    return result.err;
  };
  const std::pair<const char*, const char*> cases[] = {
      {"", "x.txt: there is no game in it"},
      {"# nothing\n1. 3,4\n", "x.txt:2: a transcript begins with its game, such as 'game wythoff 29,51'"},
      {"game wythof 3,4\n", "there is no game 'wythof'; did you mean 'wythoff'?"},
      {"game wythoff 3\n", "x.txt:1: position 3 has 1 coordinate, this game has 2 (S, L)"},
      {"game wythoff 3,4\n\nfly\n", "x.txt:3: 'fly' is not a line of a transcript; a line begins with game, play, sum, first"},
      {"game wythoff 3,4\n1. 3,5\n", "x.txt:2: '3,5' is not a move at 3,4"},
      {"game wythoff 3,4\n1. vertical to 2,4\n", "x.txt:2: 'vertical to 2,4' is not a move at 3,4"},
      {"game nim 3 4\n1. take 2\n", "x.txt:2: 'take 2' may mean several moves at 3 + 4"},
      {"game wythoff 3,4\n2. 1,2\n", "x.txt:2: this is move 1, not 2"},
      {"game wythoff 3,4\n1.. 1,2\n", "x.txt:2: '. 1,2' is not a move at 3,4"},
      {"game wythoff 3,4\n1 1,2\n", "x.txt:2: '1 1,2' is not a move; a move begins with its number and a full stop"},
      {"game wythoff 3,4\nundo 1\n", "x.txt:2: 1 moves cannot be taken back, 0 were made"},
      {"game wythoff 3,4\nundo one\n", "x.txt:2: undo takes a number of moves, not 'one'"},
      {"game wythoff 3,4\nresult second\n", "x.txt:2: the result is said to be second; by the moves it is not yet over"},
      {"game wythoff 1,1\n1. 0,0\nresult second\n", "x.txt:3: the result is said to be second; by the moves it is first"},
      {"game wythoff 3,4\nresult won\n", "x.txt:2: the result is first, second or draw, not 'won'"},
      {"game wythoff 3,4\nplay misere\n", "x.txt:2: the game was played under another convention; start with --play misere"},
      {"game take-away -p f='2*x 5\n", "x.txt:1: a quotation mark is not closed"}};
  for (const auto& [text, message] : cases) EXPECT_TRUE(holds(error(text), message)) << text << error(text);
  EXPECT_TRUE(holds(run_bouton(words("play nim 3 --replay x.txt"), "", directory.path()).err, "x.txt:1: "));
  EXPECT_TRUE(holds(run_bouton(words("play --replay none.txt"), "", directory.path()).err, "cannot read none.txt"));
  EXPECT_TRUE(holds(run_bouton({"play", "nim", "--replay", kTableOne}).err, ":3: this is a game of wythoff, not of nim"));
}

TEST(Transcript, QuotesWhatHasBlanks) {
  const TemporaryDirectory directory;
  const auto run = [&](const std::vector<std::string>& line) { return run_bouton(line, "take 1\n", directory.path()); };
  run({"play", "take-away", "12", "-p", "f=x > 2 and 3 or 2 * x", "--opponent", "human", "--transcript", "f.txt"});
  EXPECT_TRUE(holds(directory.read("f.txt"), "game take-away -p 'f=x > 2 and 3 or 2 * x' 12,11\n")) << directory.read("f.txt");
  const Result again = run({"play", "--replay", "f.txt"});
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_TRUE(holds(again.out, "Position: 11,2\n")) << again.out;
}

TEST(Transcript, AMoveMayLeadToThePositionInAnyOrder) {
  const auto position = [](const char* typed) {
    const std::string out = run_bouton(words("play wythoff 10,7 --opponent human"), fmt::format("{}\n", typed)).out;
    const std::size_t last = out.rfind("Position: ");
    return out.substr(last, out.find('\n', last) - last);
  };
  EXPECT_EQ(position("4,7"), "Position: 4,7");
  EXPECT_EQ(position("7,4"), "Position: 7,4");
  EXPECT_EQ(position("horizontal to 7,4"), "Position: 7,4");
  EXPECT_EQ(position("6,10"), "Position: 6,10");
  EXPECT_EQ(position("h to 10,6"), "Position: 10,7");  // a vertical move
  EXPECT_EQ(position("v to 10,6"), "Position: 10,6");
}

}  // namespace
}  // namespace bouton::cli
