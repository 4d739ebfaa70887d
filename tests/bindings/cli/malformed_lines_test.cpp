// Command lines that make no sense: each with its exit code and its exact message, and nothing on standard output.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/bindings/cli/program.h"

namespace bouton::cli {
namespace {

struct MalformedLine {
  const char* words;
  int code;
  const char* message;
};

constexpr MalformedLine kLines[] = {
    {"frobnicate", 2, "there is no verb 'frobnicate' (bouton --help)"},
    {"solv wythoff 3,4", 2, "there is no verb 'solv'; did you mean 'solve'? (bouton --help)"},
    {"--foo", 2, "there is no verb '--foo' (bouton --help)"},
    {"solve", 2, "solve: a GAME is missing (usage: bouton solve GAME [POS...] [+ GAME [POS...]])"},
    {"genus nim", 2, "nim needs a position: n (such as 3 4 5)"},
    {"genus kayles 3 + grundy", 2, "grundy needs a position: n (such as 13)"},
    {"quotient misere-nim", 2, "misere-nim needs a position: a1,a2,... (such as 3,4,5)"},
    {"solve flip-flop -p flips=0", 2, "flip-flop needs a position: S,L,goal,flips or 2 numbers"},
    {"solve wythof 3,4", 2, "there is no game 'wythof'; did you mean 'wythoff'?"},
    {"solve ./nowhere.lua 3", 2, "there is no file ./nowhere.lua"},
    {"solve wythoff 3", 2, "position 3 has 1 coordinate, this game has 2 (S, L)"},
    {"solve wythoff 3,4,5", 2, "position 3,4,5 has 3 coordinates, this game has 2 (S, L)"},
    {"solve wythoff 3;4", 2, "position 3;4: '3;4' is not an integer"},
    {"solve wythoff 3,x", 2, "position 3,x: 'x' is not an integer"},
    {"solve wythoff 3,", 2, "position 3,: '' is not an integer"},
    {"solve wythoff ,", 2, "position ,: '' is not an integer"},
    {"solve wythoff -1,4", 2, "position -1,4 has S = -1, the least value is 0"},
    {"solve wythoff 3,4 +", 2, "a GAME is missing after '+'"},
    {"solve + wythoff 3,4", 2, "'+' goes between games: GAME POS... + GAME POS..."},
    {"solve wythoff 3,4 + + kayles 3", 2, "'+' goes between games: GAME POS... + GAME POS..."},
    {"solve -p m=5 copycat 3", 2, "-p m=5 comes before its GAME; put it after the GAME"},
    {"solve copycat 3 -p", 2, "-p needs NAME=VALUE"},
    {"solve copycat 3 -p m", 2, "-p: 'm' is not NAME=VALUE"},
    {"solve copycat 3 -p =5", 2, "-p: '=5' is not NAME=VALUE"},
    {"solve copycat 3 -p m=x", 2, "parameter m: 'x' is not an integer of 64 bits"},
    {"solve copycat 3 -p q=5", 2, "copycat has no parameter 'q'; it has m"},
    {"solve wythoff 3,4 --format", 2, "solve: --format needs a value"},
    {"solve wythoff 3,4 --format yaml", 2,
     "--format: 'yaml' is not a format; the formats are text, csv, json, npy, bfile, antidiagonals, tex, png, svg, pdf, dot, "
     "graphml, sqlite, html and md"},
    {"solve wythoff 3,4 --format npy", 2, "solve does not write npy, it writes text, csv or json"},
    {"solve wythoff 3,4 --format png", 2, "solve does not write pictures, such as png, it writes text, csv or json"},
    {"solve wythoff 3,4 --fromat json", 2, "solve: there is no option '--fromat'; did you mean '--format'?"},
    {"solve wythoff 3,4 --format json --format csv", 2, "solve: --format is given more than once"},
    {"solve wythoff 3,4 --play loose", 2, "--play: 'loose' is not one of normal, misere"},
    {"solve wythoff 3,4 --max-moves x", 2, "--max-moves: 'x' is not a whole number of at least 0"},
    {"solve wythoff 3,4 --max-moves -3", 2, "--max-moves: '-3' is not a whole number of at least 0"},
    {"solve wythoff 3,4 --threads 0", 2, "--threads: '0' is not a whole number from 1 to 4096"},
    {"solve wythoff 3,4 --memory 12Q", 2, "--memory: '12Q' is not a size such as 512M or 8G"},
    {"solve wythoff 3,4 --memory 0", 2, "--memory: '0' is not a size such as 512M or 8G"},
    {"solve wythoff 3,4 --limit foo=3", 2, "--limit: 'foo' is not a limit; the limits are load, call and lua-memory"},
    {"solve wythoff 3,4 --limit load", 2, "--limit: 'load' is not load=SECONDS, call=SECONDS or lua-memory=SIZE"},
    {"solve wythoff 3,4 --limit load=-1", 2, "--limit load: '-1' is not a number of seconds above 0"},
    {"solve wythoff 3,4 -x", 2, "solve: there is no option '-x'"},
    {"solve wythoff 3,4 -o", 2, "solve: --output needs a value"},
    {"solve wythoff 3,4 -o x.foo", 2,
     "solve: the ending of 'x.foo' names no format; solve writes text, csv or json (--format)"},
    {"solve wythoff 3,4 -o nodir/x.json", 2, "cannot create nodir/x.json: No such file or directory"},
    {"solve wythoff 3,4 -o /", 2, "solve: the ending of '/' names no format; solve writes text, csv or json (--format)"},
    {"solve wythoff 3,4 --all-moves=3", 2, "solve: --all-moves takes no value"},
    {"solve wythoff 3,4 + misere-nim 1,2", 2,
     "the components of this sum are played under different conventions; choose one with --play"},
    {"solve flip-flop 3,4 5,6", 2,
     "the rule says who wins at the end of one position, not of a sum; play must be normal or misere"},
    {"solve pass-nim 99999999999999999999,3", 2,
     "position 99999999999999999999,3: coordinates beyond 64 bits take a formula, and this game has none"},
    {"solve wythoff 99999999999999999999,3 --all-moves", 2,
     "position 99999999999999999999,3: coordinates beyond 64 bits take a formula, and the closed form tells the outcome and "
     "the "
     "moves that win, but not what is asked here besides"},
    {"genus turning-turtles 3", 2,
     "two heads at one place of a row of coins cancel, so genera and quotients, which are about sums, do not tell who wins it "
     "under misère play"},
    {"solve rugs 6,8 --play misere --memory 2G", 1,
     "under misère play a row of coins is searched as a set of heads; heads can be turned at 48 places here, and the outcomes "
     "of "
     "all 2^48 rows need 6.55e+04 GiB, more than 2 GiB of memory; raise the limit with --memory SIZE"},
    {"solve wythoff - + kayles 3", 2,
     "solve: '-' goes with one GAME; the lines may name more (usage: bouton solve GAME [POS...] [+ GAME [POS...]])"},
    {"solve wythoff - --format text", 2,
     "solve: lines from standard input are answered as json (usage: bouton solve GAME [POS...] [+ GAME [POS...]])"},
    {"table wythoff", 2, "wythoff takes 2 ranges (HI or LO:HI), for S, L; you gave 0"},
    {"table wythoff 3", 2, "wythoff takes 2 ranges (HI or LO:HI), for S, L; you gave 1"},
    {"table wythoff 3 4 5", 2, "wythoff takes 2 ranges (HI or LO:HI), for S, L; you gave 3"},
    {"table wythoff 3 x", 2, "range x of L: 'x' is not an integer"},
    {"table wythoff 3:1 5", 2, "range 3:1 of S is empty"},
    {"table wythoff -1:3 5", 2, "range -1:3 of S: the least value is 0"},
    {"table wythoff : 5", 2, "range : of S: '' is not an integer"},
    {"table nimrod 3 0", 2, "range 0 of r: the least value is 1"},
    {"table flip-flop 3 3 normal 2", 2, "range 2 of flips: the greatest value is 1"},
    {"table staircase", 2, "staircase takes one range (HI or LO:HI) for each of its piles"},
    {"table wythoff 9999999999 9999999999", 2, "the box from 0,0 to 9999999999,9999999999 holds too many positions"},
    {"table wythoff 99999999999999999999 3", 2,
     "range 99999999999999999999 of S: 99999999999999999999 does not fit into 64 bits"},
    {"table misere-nim 3 3 --value grundy", 2, "Grundy values exist under normal play only; ask for outcomes"},
    {"table wythoff 3 3 --value colour", 2, "--value: 'colour' is not one of grundy, outcome, remoteness, suspense, longest"},
    {"table wythoff 3 3 + kayles 3", 2, "table: takes one game, not a sum (usage: bouton table GAME HI...)"},
    {"table silver-dollar 3 3 --format npy", 2, "npy holds only numbers, but position 0,0 is not valid"},
    {"table silver-dollar 3 3 --format bfile", 2, "bfile holds only numbers, but position 0,0 is not valid"},
    {"table pass-nim 3 3 --format npy", 2, "npy holds only numbers, but position 1,1 has an infinite Grundy value"},
    {"table flip-flop 3 3 0:1 1:1 --format svg", 2,
     "a picture shows two coordinates, and S, L, goal vary here; fix the others by ranges of one value, such as 0:0"},
    {"table wythoff 3 3 --format dot", 2,
     "table does not write dot, it writes text, csv, json, npy, bfile, antidiagonals, tex, png, svg or pdf"},
    {"table kayles 3 --format antidiagonals", 2,
     "antidiagonals need a table of two coordinates; fix the others by ranges of one value"},
    {"table silver-dollar 3 3 --format antidiagonals", 2, "antidiagonals holds only numbers, but position 0,0 is not valid"},
    {"sequence kayles 3 --only values", 2, "--only: 'values' is not one of period"},
    {"sequence kayles 300 --only period --format csv", 2,
     "sequence: --only period is written as text or json, not as csv (usage: bouton sequence GAME N)"},
    {"games nim --closed-forms", 2, "games: --closed-forms takes no NAME (usage: bouton games [NAME | --find TEXT])"},
    {"solve nim 3,4", 2, "position 3,4 has 2 coordinates, this game has 1 (n); did you mean 3 4?"},
    {"solve nim 3,", 2, "position 3,: '' is not an integer"},
    {"solve wythoff 3 4", 2, "position 3 has 1 coordinate, this game has 2 (S, L); did you mean 3,4?"},
    {"solve wythoff 3 -4", 2, "position 3 has 1 coordinate, this game has 2 (S, L)"},
    {"match wythoff 3,4 --players perfect", 2, "--players: 'perfect' is not two players, such as perfect,random"},
    {"match wythoff 3,4 --players perfect,nobody", 2,
     "there is no player 'nobody'; the players are perfect, random, level:K (K from 1 to 10), cora, published-cora"},
    {"play wythoff 3,4 --opponent level:0", 2, "'level:0' is not a level; choose from level:1 to level:10"},
    {"table wythoff 3 3 --row S=3", 2, "table: there is no option '--row'"},
    {"positions wythoff 3 3 --format dot", 2, "positions does not write dot, it writes text, csv, json, npy or bfile"},
    {"positions wythoff 3 3 --format bfile", 2,
     "a b-file holds one number a line, and S and L vary here; fix one by a range of one value"},
    {"sequence kayles", 2, "sequence: takes one number N, the last heap (usage: bouton sequence GAME N)"},
    {"sequence kayles x", 2, "sequence: 'x' is not an integer (usage: bouton sequence GAME N)"},
    {"sequence kayles -3", 2, "the range 0:-3 is empty"},
    {"sequence kayles 3 4", 2, "sequence: takes one number N, the last heap (usage: bouton sequence GAME N)"},
    {"sequence kayles 99999999999999999999", 2,
     "sequence: 99999999999999999999 does not fit into 64 bits (usage: bouton sequence GAME N)"},
    {"sequence wythoff 20", 2,
     "a sequence is of games of one heap; wythoff has the coordinates S, L; a row of it needs all but one of them fixed"},
    {"sequence staircase 20", 2, "a sequence is of games of one heap; staircase has the coordinates a"},
    {"sequence wythoff 20 --row S", 2, "--row: 'S' is not NAME=VALUE"},
    {"sequence wythoff 20 --row X=3", 2, "--row: wythoff has no coordinate 'X', it has S, L"},
    {"sequence wythoff 20 --row S=3,L=4", 2,
     "a row leaves one coordinate free; wythoff has the coordinates S, L, and 2 are fixed"},
    {"sequence wythoff 20 --row S=3,S=4", 2, "--row: S is given twice"},
    {"sequence wythoff 20 --row S=x", 2, "--row S: 'x' is not an integer"},
    {"sequence wythoff 20 --row S=-3", 2, "the corner -3,0 of the box has S = -3, the least value is 0"},
    {"sequence staircase 20 --row a=3", 2, "--row: staircase has no coordinate 'a', it has piles"},
    {"graph", 2, "graph: a GAME is missing (usage: bouton graph GAME [POS...] [+ GAME [POS...]])"},
    {"table nim 8 8", 2,
     "nim takes 1 range (HI or LO:HI), for n; you gave 2. Several positions of nim are a sum: its Grundy value is the nim-sum "
     "of theirs, which `bouton table nim HI` shows; `bouton solve nim n n` solves a sum"},
    {"graph wythoff 30,30 --max-nodes 10", 1,
     "graph: there are more than 10 positions below this one; --max-nodes N allows more"},
    {"graph wythoff 3,4 --max-nodes 0", 2, "--max-nodes: '0' is not a whole number of at least 1"},
    {"graph wythoff 3,4 --format text", 2, "graph does not write text, it writes dot, graphml, json, svg, png or pdf"},
    {"play", 2, "play: a GAME is missing (usage: bouton play GAME [POS...] [+ GAME POS...])"},
    {"play wythoff x", 2, "position x: 'x' is not an integer"},
    {"play wythoff 3", 2, "position 3 has 1 coordinate, this game has 2 (S, L)"},
    {"play wythoff 3,4 --first me", 2, "--first: 'me' is not one of human, machine"},
    {"verify", 2, "verify: a GAME is missing (usage: bouton verify GAME [HI...] | --certificate FILE)"},
    {"verify wythoff 3", 2, "wythoff takes 2 ranges (HI or LO:HI), for S, L; you gave 1"},
    {"solve wythoff 3,4 --all --value outcome", 2,
     "solve: --all and --value do not go together; use one of them (usage: bouton solve GAME [POS...] [+ GAME [POS...]])"},
    {"explain", 2, "explain: a GAME is missing (usage: bouton explain GAME [HI... | POS... [+ GAME POS...]...])"},
    {"games nowhere", 2, "there is no game 'nowhere'"},
    {"games wythoff nim", 2, "games: takes at most one NAME (usage: bouton games [NAME | --find TEXT])"},
    {"new", 2, "new: takes one NAME (usage: bouton new NAME [--kind KIND])"},
    {"new a --kind boards", 2,
     "--kind: 'boards' is not one of heap, heaps, piles, board, graph, value, coins; did you mean 'board'?"},
    {"games nim --find x", 2, "games: --find takes no NAME (usage: bouton games [NAME | --find TEXT])"},
    {"games --find zzz", 2, "games: no game has 'zzz' in its name, title, rules or source"},
    {"watch", 2, "watch: a FILE.lua is missing (usage: bouton watch FILE.lua [VERB ...])"},
    {"watch nowhere.lua", 2, "there is no file nowhere.lua"},
    {"new 3x", 2, "'3x' cannot be the name of a game: use letters, digits, '-' and '_', and begin with a letter"},
    {"new a/b", 2, "'a/b' cannot be the name of a game: use letters, digits, '-' and '_', and begin with a letter"},
    {"new a b", 2, "new: takes one NAME (usage: bouton new NAME [--kind KIND])"},
    {"run", 2, "run: a SCRIPT is missing (usage: bouton run SCRIPT.lua [ARG...])"},
    {"run nowhere.lua", 2, "there is no script nowhere.lua"},
    {"run --foo x.lua", 2, "run: there is no option '--foo'"},
    {"repl x", 2, "repl: takes no arguments (usage: bouton repl)"},
    {"help nothing", 2, "there is no verb 'nothing' (bouton --help)"},
    {"solve wythoff 3,4 --memory 1K", 1,
     "the positions of this question need more than 1 KiB of memory; raise the limit with --memory SIZE"},
    {"solve wythoff 3,4 -o a.json -o b.json", 2, "solve: --output is given more than once"},
    {"solve wythoff 3,4 --threads 5000", 2, "--threads: '5000' is not a whole number from 1 to 4096"},
    {"positions wythoff 3 3 --count --format csv", 2,
     "positions: --count is written as text or json (usage: bouton positions GAME HI...)"},
};

TEST(MalformedLine, IsRefusedWithOneMessage) {
  const TemporaryDirectory directory;
  for (const MalformedLine& line : kLines) {
    SCOPED_TRACE(line.words);
    const Result result = run_bouton(words(line.words), "", directory.path());
    EXPECT_EQ(result.code, line.code);
    EXPECT_EQ(result.err, std::string("bouton: ") + line.message + "\n");
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(directory.files(), 0U);
  }
}

// No file system has files with such names, and asking it is an error of another kind than that there is none.
TEST(MalformedLine, NamesThatAreTooLongForFilesAreThoseOfNone) {
  const TemporaryDirectory directory;
  const std::string name(300, 'x');
  const std::pair<std::string, std::string> lines[] = {
      {"solve " + name + " 3", "there is no game '" + name + "'"},
      {"solve ./" + name + " 3", "there is no file ./" + name},
      {"solve " + name + ".lua 3", "there is no file " + name + ".lua"},
      {"games " + name, "there is no game '" + name + "'"},
      {"survey " + name, "there is no game '" + name + "'"},
      {"run " + name, "there is no script " + name},
  };
  for (const auto& [line, message] : lines) {
    const Result result = run_bouton(words(line), "", directory.path());
    EXPECT_EQ(result.code, 2) << line;
    EXPECT_EQ(result.err, "bouton: " + message + "\n");
  }
  directory.write("names.lua", "return variant('" + name + "', {})");
  const Result variant = run_bouton(words("solve ./names.lua 3"), "", directory.path());
  EXPECT_EQ(variant.code, 2);
  EXPECT_NE(variant.err.find("there is no rule file '" + name + "'"), std::string::npos) << variant.err;
}

/// The reason is not lost behind what is known anyway.
TEST(MalformedLine, LongGraphsAreNotRepeatedInWhole) {
  std::string edges = "edges";
  for (int a = 1; a <= 33; ++a)
    for (int b = 1; b <= 32; ++b) edges += fmt::format(" {}-{}", a, 33 + b);
  const Result result = run_bouton({"solve", "node-kayles", edges});
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(result.err,
            "bouton: graph 'edges 1-34 1-35 1-36 1-37 1-38 1-39 1-40 1-41 1-42 1-43 1-44...': it has 1056 edges, but may have "
            "at most "
            "1024\n");
  const Result states = run_bouton({"solve", "node-kayles", "path 1000 = " + std::string(999, '.')});
  EXPECT_EQ(states.code, 2);
  EXPECT_LT(states.err.size(), 400U) << states.err;
}

TEST(StandardInput, WithoutTheEndOfALineIsRefused) {
  const Result result = run_bouton(words("solve nim -"), std::string((1 << 24) + 1, '1'));
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(result.err, "bouton: a line of standard input is longer than 16 MiB\n");
}

}  // namespace
}  // namespace bouton::cli
