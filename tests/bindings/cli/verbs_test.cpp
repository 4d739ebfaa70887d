// What each verb prints, to the letter.
#include <algorithm>
#include <regex>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "engine/closed_form/registry/registry.h"
#include "engine/question/proposal.h"
#include "tests/bindings/cli/program.h"
#include "tests/bindings/cli/terminal.h"

namespace bouton::cli {
namespace {

/// Runs a line that succeeds and returns what it printed, JSON without its provenance.
std::string printed(const std::string& line, std::string_view input = {}) {
  const Result result = run_bouton(words(line), input);
  EXPECT_EQ(result.code, 0) << line;
  EXPECT_EQ(result.err, "") << line;
  return without_provenance(result.out);
}

TEST(Solve, SaysEverythingAboutAPosition) {
  EXPECT_EQ(printed("solve wythoff 5,7"),
            "wythoff 5,7\n"
            "  outcome       N, the player to move wins\n"
            "  Grundy value  1\n"
            "  remoteness    5\n"
            "  solver        closed form\n"
            "  theorem       Wythoff (1907): P iff the heaps are floor(n phi) and floor(n phi) + n for some n >= 0\n"
            "winning moves:\n"
            "  1  horizontal  to 4,7\n"
            "  2  vertical    to 5,3\n"
            "  3  diagonal    to 3,5\n");
}

TEST(Solve, NamesTheComponentOfASum) {
  EXPECT_EQ(printed("solve nim 3 4 5 --quiet"),
            "nim 3 4 5\n"
            "  outcome       N, the player to move wins\n"
            "  Grundy value  2\n"
            "  remoteness    11\n"
            "  solver        closed form\n"
            "  theorem       Bouton (1901): the Grundy value is the nim-sum of the heaps\n"
            "winning moves:\n"
            "  1  in nim 3  to 1\n");
  EXPECT_EQ(
      printed("solve kayles 3 + kayles 3 --format csv"),
      "game,position,play,outcome,grundy,remoteness,winning_moves,winning_moves_complete\nkayles,3 3,normal,P,0,6,,true\n");
}

TEST(Solve, ShowsDrawsAndLoopyValues) {
  EXPECT_EQ(printed("solve pass-nim 1,1 --all-moves"),
            "pass-nim 1,1\n"
            "  outcome       draw, neither player can force a win\n"
            "  Grundy value  ∞(1)\n"
            "  solver        graph\n"
            "winning moves: none\n"
            "moves, each with the value of what it leads to:\n"
            "  1  a     to 0,1  N  Grundy value 1     remoteness 1\n"
            "  2  b     to 1,0  N  Grundy value 1     remoteness 1\n"
            "  3  pass  to 1,1  D  Grundy value ∞(1)\n");
}

TEST(Solve, AsCsvListsMoves) {
  EXPECT_EQ(printed("solve wythoff 1,1 --all-moves --format csv"),
            "component,label,to,outcome,grundy,remoteness\n"
            "0,horizontal,\"0,1\",N,1,1\n"
            "0,vertical,\"1,0\",N,1,1\n"
            "0,diagonal,\"0,0\",P,0,0\n");
}

TEST(Solve, StartsWhereTheRulesSay) { EXPECT_EQ(printed("solve twenty-one").substr(0, 13), "twenty-one 0\n"); }

// An empty board has no move in Clobber, and an empty circle is not a position of Kotzig's Nim; in cram play begins on one.
TEST(Solve, TakesTheExampleWherePlayDoesNotBeginWithNothing) {
  EXPECT_EQ(run_bouton(words("solve cram")).err, "");
  for (const auto& [game, example] : {std::pair("clobber", "xox/oxo/xox"), std::pair("kotzigs-nim", "O........")}) {
    const Result result = run_bouton(words(fmt::format("solve {}", game)));
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_EQ(result.out.find(fmt::format("{} {}\n", game, example)), 0U) << result.out;
    EXPECT_EQ(result.err, fmt::format("bouton: no position of {0} is given; this is its example, {1}\n", game, example));
  }
}

TEST(Solve, TakesTheExampleWhereNobodyNamesAPosition) {
  const Result nim = run_bouton(words("solve nim"));
  EXPECT_EQ(nim.out, printed("solve nim 3 4 5"));
  EXPECT_EQ(nim.err, "bouton: no position of nim is given; this is its example, 3 4 5\n");
  const Result sum = run_bouton(words("solve wythoff + kayles 3 --format json"));
  EXPECT_EQ(without_provenance(sum.out), printed("solve wythoff 29,51 + kayles 3 --format json"));
  EXPECT_EQ(sum.err, "bouton: no position of wythoff is given; this is its example, 29,51\n");
  EXPECT_EQ(printed("why grundy --quiet"), printed("why grundy 13"));
  EXPECT_EQ(printed("graph kayles --quiet"), printed("graph kayles 13"));
  EXPECT_EQ(printed("match nim --players perfect,random --games 3 --seed 1"),
            printed("match nim 3 4 5 --players perfect,random --games 3 --seed 1"));
  EXPECT_NE(printed("games nim").find("example  3 4 5\n"), std::string::npos);
  const nlohmann::json card = nlohmann::json::parse(printed("games nim --format json"));
  EXPECT_EQ(card["example"], nlohmann::json::parse("[5]"));
  EXPECT_EQ(card["example_sum"], nlohmann::json::parse("[[3],[4],[5]]"));
}

TEST(Explain, ShowsBoardsAsTheyAreTyped) {
  const std::string text = printed("explain cram ..../...X --value outcome");
  EXPECT_NE(text.find("outcome and winning moves of ..../...X: "), std::string::npos) << text;
}

TEST(Solve, TakesTheParametersOfTheGameBeforeThem) {
  EXPECT_EQ(printed("solve subtraction 5 -p set=1,2 + subtraction 5 -p set=1,2,3,4,5 --format csv"),
            "game,position,play,outcome,grundy,remoteness,winning_moves,winning_moves_complete\n"
            "subtraction + subtraction,5 5,normal,N,7,7,1: 2,true\n");
  EXPECT_EQ(printed("solve subtraction -p set=1,2 6 --format csv"), printed("solve subtraction 6 -pset=1,2 --format csv"));
  EXPECT_EQ(printed("solve subtraction --param=set=1,2 6 --format csv"),
            printed("solve subtraction 6 --param set=1,2 --format csv"));
}

TEST(Solve, PlaysUnderAnotherConvention) {
  EXPECT_EQ(printed("solve nim 1 1 --play misere --format csv"),
            "game,position,play,outcome,grundy,remoteness,winning_moves,winning_moves_complete\nnim,1 1,misere,N,,2,0: 0; 1: "
            "0,true\n");
}

TEST(Table, IsAGrid) {
  EXPECT_EQ(printed("table wythoff 3 5"),
            "S\\L 0 1 2 3 4 5\n"
            "  0 0 1 2 3 4 5\n"
            "  1 1 2 0 4 5 3\n"
            "  2 2 0 1 5 3 4\n"
            "  3 3 4 5 6 2 0\n");
}

TEST(Table, OfMoreDimensionsIsAGridForEachValue) {
  EXPECT_EQ(printed("table flip-flop 1:2 1:1 normal:attrition 0:1"),
            "S = 1, L = 1\n"
            "goal\\flips 0 1\n"
            "    normal N N\n"
            " attrition N N\n"
            "\n"
            "S = 2, L = 1\n"
            "goal\\flips 0 1\n"
            "    normal P P\n"
            " attrition N N\n");
}

TEST(Table, OfOneDimensionIsAList) {
  EXPECT_EQ(printed("table kayles 8:10"), " n  grundy\n 8  1\n 9  4\n10  2\n");
  EXPECT_EQ(printed("table twenty-one 19:21"), "said  outcome\n  19  N\n  20  P\n  21  N\n");
}

TEST(Table, MarksWhatIsNotValid) {
  EXPECT_EQ(printed("table silver-dollar 2 2"), "a[1]\\a[2] 0 1 2\n        0 . 0 1\n        1 . . 0\n        2 . . .\n");
  EXPECT_EQ(printed("table silver-dollar 1 1 --format csv"), "a[1],a[2],grundy\n0,0,\n0,1,0\n1,0,\n1,1,\n");
  EXPECT_EQ(printed("table silver-dollar 1 1 --format json"),
            "{\"game\":\"silver-dollar\",\"value\":\"grundy\",\"low\":[0,0],\"high\":[1,1],\"shape\":[2,2],"
            "\"data\":[null,0,null,null]}\n");
}

TEST(Table, HoldsOtherValues) {
  EXPECT_EQ(printed("table pass-nim 1 2"), "a\\b      0      1      2\n  0      0      1      2\n  1      1   ∞(1) ∞(1,2)\n");
  EXPECT_EQ(printed("table pass-nim 1 1 --value remoteness"), "a\\b 0 1\n  0 0 1\n  1 1 ∞\n");
  EXPECT_EQ(printed("table pass-nim 1 1 --value outcome --format json"),
            "{\"game\":\"pass-nim\",\"value\":\"outcome\",\"low\":[0,0],\"high\":[1,1],\"shape\":[2,2],"
            "\"data\":[\"P\",\"N\",\"N\",\"D\"]}\n");
}

TEST(Table, AsBfileCountsPositions) {
  EXPECT_EQ(without_comments(printed("table kayles 3:5 --format bfile")), "3 3\n4 1\n5 4\n");
  EXPECT_EQ(without_comments(printed("table wythoff 1:2 1:2 --format bfile")), "0 2\n1 0\n2 0\n3 1\n");
}

/// OEIS A004481, a table that is its own mirror image, and one that is not.
TEST(Table, AsAntidiagonalsIsAnArrayOfTheOeis) {
  EXPECT_EQ(printed("table wythoff 4 4 --format antidiagonals"), "0,\n1, 1,\n2, 2, 2,\n3, 0, 0, 3,\n4, 4, 1, 4, 4\n");
  EXPECT_EQ(printed("table wythoff 1:3 2:9 --format antidiagonals"), "0,\n4, 1,\n5, 5, 5\n");
  EXPECT_EQ(printed("table take-away 1:3 1:3 --format antidiagonals --value outcome"), "1,\n1, 0,\n1, 1, 0\n");
  EXPECT_EQ(printed("table flip-flop 1 1 0:0 1:1 --format antidiagonals --value outcome").size(), 8U);
}

TEST(Positions, AreOneALine) {
  EXPECT_EQ(printed("positions nimrod 1:16 1:1"), "3,1\n5,1\n8,1\n11,1\n13,1\n16,1\n");
  EXPECT_EQ(printed("positions nimrod 1:400 1:1 --count"), "155\n");
  EXPECT_EQ(printed("positions wythoff 3 3 --format csv"), "S,L\n0,0\n1,2\n2,1\n");
  EXPECT_EQ(printed("positions wythoff 3 3 --format json"),
            "{\"game\":\"wythoff\",\"low\":[0,0],\"high\":[3,3],\"count\":3,\"positions\":[[0,0],[1,2],[2,1]]}\n");
}

TEST(Sequence, IsTheValuesOfHeaps) {
  EXPECT_EQ(printed("sequence kayles 12"), "0 1 2 3 1 4 3 2 1 4 2 6 4\n");
  EXPECT_EQ(without_comments(printed("sequence kayles 3 --format bfile")), "0 0\n1 1\n2 2\n3 3\n");
  EXPECT_EQ(printed("sequence kayles 3 --format csv"), "n,grundy\n0,0\n1,1\n2,2\n3,3\n");
  EXPECT_EQ(printed("sequence kayles 3 --format json"),
            "{\"game\":\"kayles\",\"low\":0,\"values\":[0,1,2,3],\"period\":null}\n");
}

TEST(Sequence, OnlyItsPeriodIsWrittenWhereNoMoreIsAskedFor) {
  const std::string text = printed("sequence kayles 300 --only period");
  EXPECT_EQ(printed("sequence kayles 300 --period").substr(printed("sequence kayles 300").size()), text);
  EXPECT_EQ(std::ranges::count(text, '\n'), 1);
  EXPECT_NE(text.find("12"), std::string::npos);
  const std::string json = printed("sequence kayles 300 --only period --format json");
  EXPECT_EQ(json.substr(0, 61), "{\"game\":\"kayles\",\"low\":0,\"period\":{\"preperiod\":71,\"period\":12");
  EXPECT_EQ(printed("sequence grundy 50 --only period"), "no period found\n");
}

TEST(Numbers, AreTypedAsPeopleWriteThem) {
  EXPECT_EQ(printed("solve nim 1_000 2^10 --format json"), printed("solve nim 1000 1024 --format json"));
  EXPECT_EQ(printed("sequence kayles 3e1"), printed("sequence kayles 30"));
  EXPECT_EQ(printed("positions wythoff 0:1e1 10^1"), printed("positions wythoff 10 10"));
  EXPECT_EQ(printed("sequence subtraction 1e1 -p set=1,2^1,3 --memory 1e9"), printed("sequence subtraction 10 -p set=1,2,3"));
}

TEST(Sequence, GoesThroughTheStartOrAlongARow) {
  EXPECT_EQ(printed("sequence nimrod 13 --value outcome"), "P N N P N P N N P N N P N P\n");
  EXPECT_EQ(printed("sequence wythoff 8 --row S=3"), "3 4 5 6 2 0 1 9 10\n");
  EXPECT_EQ(printed("sequence flip-flop 5 --row S=1,goal=attrition,flips=0"), "P N N N N N\n");
  EXPECT_EQ(printed("sequence twenty-one 4"), "P N N N P\n");
}

/// The starts lie in a row of a larger game: one table for them all.
TEST(Sequence, ThroughTheStartIsThatOfItsPositions) {
  const std::string text = printed("sequence nimrod 200 --value outcome --format csv");
  const std::string table = printed("table nimrod 200 1:1 --value outcome --format csv");
  std::size_t rows = 0;
  std::istringstream started(text), tabulated(table);
  for (std::string line, other; std::getline(started, line) && std::getline(tabulated, other); ++rows)
    if (rows > 0) EXPECT_EQ(line.substr(line.rfind(',')), other.substr(other.rfind(','))) << rows;
  EXPECT_EQ(rows, 202U);
}

TEST(RuleFile, PrintsToStandardErrorUpToALimit) {
  const TemporaryDirectory directory;
  directory.write("loud.lua",
                  "print('loaded', nil, {})\n"
                  "return game { position = { 'n' }, moves = function(n)\n"
                  "  print('at', n) if n > 0 then move(n - 1) end end }\n");
  const std::string file = (directory.path() / "loud.lua").string();
  const Result small = run_bouton({"solve", file, "1"});
  EXPECT_EQ(small.code, 0);
  EXPECT_TRUE(small.err.starts_with("loaded\tnil\ttable\nat\t1\n")) << small.err;
  EXPECT_EQ(small.out.find("at"), std::string::npos);
  const Result large = run_bouton({"solve", file, "20000"});
  EXPECT_EQ(large.code, 0);
  EXPECT_TRUE(large.err.ends_with("... (no more is shown of what the rule file prints)\n"));
  EXPECT_LT(large.err.size(), 20'000U);
}

TEST(Graph, IsDot) {
  EXPECT_EQ(printed("graph nim 1"),
            "digraph \"nim\" {\n"
            "  node [shape=box, fontname=\"sans-serif\"];\n"
            "  n0 [label=\"1\\nN, Grundy value 1, remoteness 1\"];\n"
            "  n1 [label=\"0\\nP, Grundy value 0, remoteness 0\", style=filled, fillcolor=\"#e03e1a\", fontcolor=white];\n"
            "  n0 -> n1 [style=bold];\n"
            "}\n");
}

TEST(Graph, HasSumsForNodesWhereMovesSplit) {
  EXPECT_EQ(printed("graph kayles 2 --format json"),
            "{\"game\":\"kayles\",\"nodes\":["
            "{\"id\":0,\"position\":[[2]],\"outcome\":\"N\",\"grundy\":2,\"remoteness\":1},"
            "{\"id\":1,\"position\":[[1]],\"outcome\":\"N\",\"grundy\":1,\"remoteness\":1},"
            "{\"id\":2,\"position\":[],\"outcome\":\"P\",\"grundy\":0,\"remoteness\":0}],"
            "\"edges\":[{\"from\":0,\"to\":1,\"label\":null},{\"from\":0,\"to\":2,\"label\":null},"
            "{\"from\":1,\"to\":2,\"label\":null}]}\n");
}

TEST(Graph, IsGraphml) {
  const std::string text = printed("graph wythoff 1,2 --format graphml");
  EXPECT_NE(text.find("<node id=\"n0\"><data key=\"position\">1,2</data><data key=\"outcome\">P</data>"), std::string::npos);
  EXPECT_NE(text.find("<edge source=\"n0\" target=\"n1\"><data key=\"label\">horizontal</data></edge>"), std::string::npos);
}

TEST(Graph, IsAPicture) {
  const std::string text = printed("graph wythoff 1,2 --format svg --title Queens");
  EXPECT_EQ(text.find("<svg "), 0U);
  for (const std::string_view shown : {">Queens<", ">1,2<", ">0,2<", ">horizontal<", ">diagonal<"})
    EXPECT_NE(text.find(shown), std::string::npos) << shown;
}

TEST(Verify, ComparesEveryWay) {
  EXPECT_EQ(printed("verify euclid 6 6"),
            "euclid, positions 0,0 to 6,6\n"
            "same       known facts against the rules: 10 facts\n"
            "same       positions against their normal forms: 21 positions\n"
            "same       the moves as a program against the rule: 49 positions\n"
            "same       table against single positions: 147 values\n"
            "same       search against the move graph: 49 positions\n"
            "same       closed form against search: 337 positions\n");
}

TEST(Verify, NamesTheFirstDifference) {
  const TemporaryDirectory directory;
  directory.write("skew.lua",
                  "return game { name = 'skew', position = { 'a', 'b' }, symmetric = true,\n"
                  "  moves = function(a, b) if a > 0 then move(a - 1, b) end end,\n"
                  "  known = { grundy = { { { 1, 0 }, 1 }, { { 3, 0 }, 0 } } } }\n");
  const Result result = run_bouton(words("verify ./skew.lua 2 2"), "", directory.path());
  EXPECT_EQ(result.code, 1);
  EXPECT_NE(result.out.find("DIFFERENT  positions against their normal forms: "), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("DIFFERENT  known facts against the rules: "), std::string::npos) << result.out;
  EXPECT_EQ(result.err, "");
}

TEST(Verify, LooksAtClaims) {
  const TemporaryDirectory directory;
  const auto game = [](const std::string& fails) {
    return "return game { position = { 'n' }, moves = function(n) for t = 1, math.min(n, 2) do move(n - t) end end,\n"
           "  claims = { { 'a third is lost', source = 'a book', check = function(n) return (outcome(n) == 'P') == (n % 3 == "
           "0) end },\n"
           "             { 'none is above 1', box = { 9 }, " +
           fails + "check = function(n) return grundy(n) < 2 end } } }\n";
  };
  directory.write("good.lua", game("fails = { 2 }, "));
  const Result good = run_bouton(words("verify ./good.lua 12"), "", directory.path());
  EXPECT_EQ(good.code, 0);
  EXPECT_NE(good.out.find("holds      a third is lost (a book): 13 positions; proved for positions of every size\n"
                          "fails      none is above 1: first at 2, as stated\n"),
            std::string::npos)
      << good.out;
  directory.write("bad.lua", game(""));
  const Result bad = run_bouton(words("verify ./bad.lua 12"), "", directory.path());
  EXPECT_EQ(bad.code, 1);
  EXPECT_NE(bad.out.find("DIFFERENT  none is above 1: 2 is the least counterexample\n"), std::string::npos) << bad.out;
  const std::string json = run_bouton(words("verify ./good.lua 12 --format json"), "", directory.path()).out;
  EXPECT_NE(json.find(R"("source":"a book","counterexample":null,"proved":true,"not_proved":null,"beyond":null})"),
            std::string::npos)
      << json;
  EXPECT_NE(json.find(R"("source":"","counterexample":[2],"proved":false,"not_proved":null,"beyond":null})"), std::string::npos)
      << json;
  directory.write(
      "script.lua",
      "local bouton = require 'bouton'\n"
      "local function lost(n) return outcome(n) == 'P' end\n"
      "local g = bouton.game { position = { 'n' }, moves = function(n) for t = 1, math.min(n, 2) do move(n - t) end end,\n"
      "  claims = { { 'a third', source = 'us', check = function(n) return lost(n) == (n % 3 == 0) end },\n"
      "             { 'a half', check = function(n) return lost(n) == (n % 2 == 0) end } } }\n"
      "for _, c in ipairs(g:claims { 30 }) do\n"
      "  print(c.words, c.source, c.checked, c.holds, c.as_stated, c.counterexample and c.counterexample[1])\n"
      "end\n");
  EXPECT_EQ(run_bouton(words("run script.lua"), "", directory.path()).out,
            "a third\tus\t31\ttrue\ttrue\tnil\n"
            "a half\t\t3\tfalse\tfalse\t2\n");
}

TEST(Positions, OfOneCoordinateAreABfile) {
  EXPECT_EQ(without_comments(printed("positions nimrod 1:20 1:1 --format bfile")), "1 3\n2 5\n3 8\n4 11\n5 13\n6 16\n7 19\n");
  EXPECT_EQ(without_comments(printed("positions wythoff 3:3 9 --format bfile")), "1 5\n");
  const Result two = run_bouton(words("positions nimrod 20 3 --format bfile"));
  EXPECT_EQ(two.code, 2);
  EXPECT_NE(two.err.find("p and r vary here"), std::string::npos) << two.err;
}

TEST(Explain, PrintsThePlanAsJson) {
  const nlohmann::json plan = nlohmann::json::parse(printed("explain wythoff 0:30 0:30 --format json"));
  EXPECT_EQ(plan["game"], "wythoff");
  ASSERT_FALSE(plan["questions"].empty());
  for (const nlohmann::json& question : plan["questions"]) {
    for (const char* key : {"question", "method", "kernel", "reason", "seconds", "bytes", "measured", "declined"})
      EXPECT_TRUE(question.contains(key)) << key;
    EXPECT_TRUE(question["measured"].is_null());
    for (const nlohmann::json& declined : question["declined"]) {
      EXPECT_TRUE(declined["method"].is_string());
      EXPECT_TRUE(declined["reason"].is_string());
    }
  }
}

TEST(Explain, AnalyzesWhatItNames) {
  const nlohmann::json plan =
      nlohmann::json::parse(printed("explain wythoff 0:30 0:30 --analyze --value grundy --format json"));
  ASSERT_EQ(plan["questions"].size(), 1U);
  const nlohmann::json& question = plan["questions"][0];
  EXPECT_EQ(question["method"], "table");
  EXPECT_EQ(question["kernel"], "rays");
  EXPECT_EQ(question["measured"]["by"], "table");
  EXPECT_TRUE(question["measured"]["seconds"].is_number());
  EXPECT_TRUE(question["measured"]["bytes"].is_number());
}

/// Of positions of games with and without splits, under either convention, and of sums.
TEST(Explain, AnalyzesQuestionsAboutPositions) {
  for (const char* command :
       {"wythoff 30,40", "wythoff 300,400", "grundy 50", "octal 40 -p code=0.137", "misere-nim 3,4,5",
        "grundy 12 --play misere", "pass-nim 3,4", "cram ..../....", "nim 3 + nim 5", "misere-nim 3 + misere-nim 5"}) {
    SCOPED_TRACE(command);
    const Result result = run_bouton(words(std::string("explain ") + command + " --analyze --format json"));
    ASSERT_EQ(result.code, 0) << result.err;
    const nlohmann::json plan = nlohmann::json::parse(result.out);
    for (const nlohmann::json& question : plan["questions"]) {
      EXPECT_EQ(question["method"].is_null(), question["measured"].is_null()) << question.dump();
      if (question["measured"].is_null()) continue;
      // Where the first step yields, a later one answers.
      std::vector<std::string> names = {question["method"]};
      for (const nlohmann::json& step : question["then"]) names.push_back(step["method"]);
      const std::string by = question["measured"]["by"];
      EXPECT_TRUE(std::ranges::any_of(names, [&](const std::string& name) {
        return by == bouton::name(bouton::parse_method(name).method);
      })) << question.dump();
    }
  }
}

/// Whose options would take gigabytes.
TEST(Explain, MakesNoOptionsOfALargeHeap) {
  const nlohmann::json plan = nlohmann::json::parse(printed("explain grundy 30000000 --format json"));
  ASSERT_EQ(plan["questions"].size(), 3U);
  EXPECT_EQ(plan["questions"][0]["method"], "heap");
  EXPECT_EQ(plan["questions"][2]["method"], "heap");
}

TEST(Explain, GoesOnWhereARunEndsAtALimit) {
  const nlohmann::json plan = nlohmann::json::parse(
      printed("explain wythoff 300000,400000 --analyze --memory 20M --limit lua-memory=16M --format json"));
  ASSERT_EQ(plan["questions"].size(), 3U);
  EXPECT_EQ(plan["questions"][0]["measured"]["by"], "closed form");
  for (const std::size_t i : {1, 2}) {
    EXPECT_TRUE(plan["questions"][i]["measured"].is_null());
    EXPECT_TRUE(plan["questions"][i]["stopped"].is_string());
  }
}

TEST(Methods, AreForcedByName) {
  const std::string answer = printed("solve wythoff 7,9 --format json");
  EXPECT_NE(answer.find(R"("solver":"closed form")"), std::string::npos) << answer;
  EXPECT_NE(printed("solve wythoff 7,9 --format json --method search").find(R"("solver":"search")"), std::string::npos);
  EXPECT_EQ(printed("table wythoff 9 9 --method table:batch"), printed("table wythoff 9 9 --method table:rays"));
  EXPECT_EQ(printed("positions wythoff 30 30 --method closed-form"), printed("positions wythoff 30 30"));
  const Result unknown = run_bouton(words("solve wythoff 7,9 --method magic"));
  EXPECT_EQ(unknown.code, 2);
  EXPECT_NE(unknown.err.find("table:row-shifts"), std::string::npos) << unknown.err;
  const Result refused = run_bouton(words("solve wythoff 7,9 --method heap"));
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.err.find("the method 'heap' does not answer this question"), std::string::npos) << refused.err;
}

/// A turn that has no bound of its own names none, and the last turn of a method says that it is one.
TEST(Explain, SaysWhenEachStepBeginsAndThatAMethodGoesOn) {
  const std::string text = printed("explain mock-turtles 500 --value grundy");
  const std::size_t at = text.find(" options: nimbers\n  then  in further turns, each worth more: search, nimbers\n");
  EXPECT_NE(at, std::string::npos) << text;
  EXPECT_NE(text.find("  then  if all of them end without an answer: nimbers again, to its end\n"), std::string::npos) << text;
}

TEST(Explain, NamesTheMethods) {
  const std::string text = printed("explain pass-nim 20 20");
  EXPECT_NE(text.find("Grundy value of a position: graph\n"), std::string::npos) << text;
  EXPECT_NE(text.find("Grundy values from 0,0 to 20,20: graph\n"), std::string::npos) << text;
  EXPECT_NE(printed("explain flip-flop").find("outcome of a sum: none\n"), std::string::npos);
}

TEST(Explain, ReadsPositionsAsSolveDoes) {
  EXPECT_NE(printed("explain kayles 20").find("outcome and winning moves of 20: heap\n"), std::string::npos);
  EXPECT_NE(printed("explain take-away 20").find("outcome and winning moves of 20,19: closed form\n"), std::string::npos);
  EXPECT_NE(printed("explain kayles 0:20").find("Grundy values from 0 to 20: heap"), std::string::npos);
  EXPECT_NE(printed("explain wythoff 20 30").find("Grundy values from 0,0 to 20,30: table"), std::string::npos);
}

TEST(Games, AreListed) {
  const std::string text = printed("games");
  EXPECT_TRUE(std::regex_search(text, std::regex("\n  wythoff +Wythoff's Nim\n"))) << text;
  EXPECT_NE(printed("games --format json").find("{\"name\":\"nim\",\"title\":\"Nim\",\"kind\":\"heap\"}"), std::string::npos);
}

TEST(Games, AreListedByKind) {
  const std::string text = printed("games");
  std::size_t last = 0;
  for (const char* part :
       {"one heap, or one number:\n", "  kayles ", "some heaps or numbers:\n", "  wythoff ", "any number of piles:\n",
        "  misere-nim ", "boards:\n", "  cram ", "graphs:\n", "  node-kayles ", "values of any form:\n", "  sprouts "}) {
    const std::size_t found = text.find(part, last);
    ASSERT_NE(found, std::string::npos) << part << " in\n" << text;
    last = found;
  }
  EXPECT_EQ(text.find("not loaded"), std::string::npos);
}

/// Beyond single facts: what holds of all positions.
TEST(Games, AreDescribedWithWhatIsKnownOfThem) {
  const std::string rims = printed("games rims");
  EXPECT_NE(rims.find("\nclaimed of all positions:\n  n dots are a heap of n (Winning Ways, ch. 17)\n"), std::string::npos)
      << rims;
  const std::string kayles = printed("games kayles");
  EXPECT_TRUE(std::regex_search(kayles, std::regex("\nvalues +period 12 from 71 on, proved by Guy-Smith"))) << kayles;
  const std::string wythoff = printed("games wythoff");
  EXPECT_TRUE(std::regex_search(wythoff, std::regex("\ntheorem +Wythoff \\(1907\\): P iff"))) << wythoff;
  const Json json = Json::parse(printed("games multiplication --format json"));
  EXPECT_EQ(json["claims"].size(), 1U);
  EXPECT_TRUE(json["claims"][0]["fails"].is_null());
  EXPECT_TRUE(json["theorem"].is_null());
  EXPECT_TRUE(json["period"].is_null());
  EXPECT_EQ(Json::parse(printed("games kayles --format json"))["period"]["period"], 12);
}

TEST(Games, AreFoundByTheirWords) {
  EXPECT_EQ(printed("games --find DUDENEY"),
            "one heap, or one number:\n  kayles       Kayles\ngraphs:\n  ring-kayles  Kayles in a ring\n");
  EXPECT_EQ(printed("games --find trominoes --format json"),
            "[{\"name\":\"trominoes\",\"title\":\"Placing trominoes\",\"kind\":\"board\"}]\n");
}

TEST(Games, ListTheClosedForms) {
  std::string lines;
  for (const std::string& name : closed_form_names()) lines += name + "\n";
  EXPECT_EQ(printed("games --closed-forms"), lines);
  EXPECT_NE(lines.find("take-away\n"), std::string::npos);
  EXPECT_EQ(printed("games --closed-forms --format json").substr(0, 13), "[\"attrition\",");
}

TEST(Games, TellAllAboutOne) {
  const std::string text = printed("games copycat");
  for (const char* part : {"copycat: ", "position:\n  n", "start    given as 1 number\n", "parameters:\n  m  3", "known:\n"})
    EXPECT_NE(text.find(part), std::string::npos) << part << " in\n" << text;
}

TEST(Games, ThatDoNotLoadAreNamedAndDoNotHideTheOthers) {
  const TemporaryDirectory directory;
  directory.write("broken.lua", "return game {");
  setenv("BOUTON_RULES", directory.path().c_str(), 1);
  EXPECT_EQ(printed("games nim").substr(0, 4), "nim:");
  unsetenv("BOUTON_RULES");
}

TEST(New, WritesAGameThatWorks) {
  const TemporaryDirectory directory;
  const Result created = run_bouton(words("new my-nim"), "", directory.path());
  EXPECT_EQ(created.code, 0) << created.err;
  EXPECT_EQ(created.out,
            "./my-nim.lua is written. Next:\n"
            "  bouton table ./my-nim.lua 20\n"
            "  bouton play ./my-nim.lua\n"
            "  bouton verify ./my-nim.lua\n");
  EXPECT_EQ(run_bouton(words("sequence ./my-nim.lua 8"), "", directory.path()).out, "0 1 2 3 0 1 2 3 0\n");
  EXPECT_EQ(run_bouton(words("verify ./my-nim.lua"), "", directory.path()).code, 0);
  const std::string before = directory.read("my-nim.lua");
  const Result again = run_bouton(words("new my-nim"), "", directory.path());
  EXPECT_EQ(again.code, 2);
  EXPECT_EQ(again.err, "bouton: cannot create my-nim.lua: File exists\n");
  EXPECT_EQ(directory.read("my-nim.lua"), before);
  EXPECT_EQ(directory.files(), 3U);
  EXPECT_NE(directory.read(".luarc.json").find("/bindings/lua/editor\""), std::string::npos);
  EXPECT_NE(directory.read(".luacheckrc").find("\"game\""), std::string::npos);
  directory.write(".luacheckrc", "-- mine");
  EXPECT_EQ(run_bouton(words("new other"), "", directory.path()).code, 0);
  EXPECT_EQ(directory.read(".luacheckrc"), "-- mine");
}

/// Each is a game that works as it is: it loads, its facts hold, and every way of solving agrees.
TEST(New, HasAFileForEachKind) {
  const struct {
    const char* kind;
    const char* first;  ///< what to try first
  } kKinds[] = {{"heap", "table ./a.lua 20"}, {"heaps", "table ./a.lua 12 12"}, {"piles", "solve ./a.lua 3,4,5"},
                {"board", "solve ./a.lua"},   {"graph", "solve ./a.lua"},       {"value", "solve ./a.lua"},
                {"coins", "table ./a.lua 20"}};
  for (const auto& [kind, first] : kKinds) {
    SCOPED_TRACE(kind);
    const TemporaryDirectory directory;
    const Result created = run_bouton({"new", "a", "--kind", kind}, "", directory.path());
    EXPECT_EQ(created.code, 0) << created.err;
    EXPECT_NE(created.out.find(std::string("  bouton ") + first + "\n"), std::string::npos) << created.out;
    EXPECT_EQ(directory.read("a.lua").find("@NAME@"), std::string::npos);
    EXPECT_EQ(run_bouton(words(first), "", directory.path()).code, 0);
    const Result verified = run_bouton(words("verify ./a.lua"), "", directory.path());
    EXPECT_EQ(verified.code, 0) << verified.out << verified.err;
    EXPECT_NE(verified.out.find("same       known facts against the rules: "), std::string::npos) << verified.out;
    const std::string card = run_bouton(words("games ./a.lua --format json"), "", directory.path()).out;
    EXPECT_FALSE(nlohmann::json::parse(card)["known"].empty()) << card;
  }
}

TEST(New, AsksForTheKindAtATerminal) {
  const TemporaryDirectory directory;
  Terminal terminal({"new", "a"}, directory.path());
  terminal.wait_for("A number or a name (1): ");
  terminal.type("cheese\n");
  terminal.wait_for("'cheese' is none of these.");
  terminal.type("4\n");
  EXPECT_EQ(terminal.finish(), 0);
  EXPECT_NE(directory.read("a.lua").find("position  = board(rows, columns, \".X\")"), std::string::npos);
}

TEST(Run, GivesTheScriptItsArgumentsAsTheyAre) {
  const TemporaryDirectory directory;
  directory.write("script.lua",
                  "local bouton = require 'bouton'\n"
                  "print(table.concat({...}, ' '))\n"
                  "print(bouton.game('wythoff'):grundy(7, 9))\n");
  const Result result = run_bouton(words("run --quiet script.lua -p --quiet -o x -- 3"), "", directory.path());
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(result.out, "-p --quiet -o x -- 3\n14\n");
}

TEST(Run, EndsWithTwoWhereTheScriptFails) {
  const TemporaryDirectory directory;
  directory.write("script.lua", "print('so far')\nerror('no further')\n");
  const Result result = run_bouton(words("run script.lua"), "", directory.path());
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(result.out, "so far\n");
  EXPECT_NE(result.err.find("script.lua:2: no further"), std::string::npos) << result.err;
}

TEST(Run, ALimitThatTheScriptCatchesOrNotSaysHowItIsRaised) {
  const TemporaryDirectory directory;
  directory.write("script.lua",
                  "local game = require('bouton').game('wythoff')\n"
                  "print(pcall(function() return game:remoteness(3, 4) end))\n"
                  "game:remoteness(3, 4)");
  const Result result = run_bouton(words("run --memory 1K script.lua"), "", directory.path());
  EXPECT_NE(result.out.find("more than 1 KiB of memory; raise the limit with --memory SIZE\n"), std::string::npos)
      << result.out;
  EXPECT_EQ(result.err,
            "bouton: script.lua:3: the positions of this question need more than 1 KiB of memory; raise the limit with "
            "--memory SIZE\n");
  EXPECT_EQ(result.code, 1);
}

TEST(Repl, ShowsWhatExpressionsGive) {
  EXPECT_EQ(printed("repl", "bouton.game('wythoff'):grundy(7, 9)\nfor i = 1, 2 do\nprint(i)\nend\n1 + 1\n"), "14\n1\n2\n2\n");
  const Result failed = run_bouton({"repl"}, "error('no')\n3\n");
  EXPECT_EQ(failed.code, 2);
  EXPECT_NE(failed.out.find("no"), std::string::npos);
  EXPECT_NE(failed.out.find("3\n"), std::string::npos);
}

TEST(Help, IsThereForEveryVerb) {
  for (const char* verb : {"games", "solve", "table", "positions", "sequence", "graph", "play", "match", "verify", "explain",
                           "new", "run", "repl"}) {
    EXPECT_EQ(printed(std::string(verb) + " --help").substr(0, 14), "usage: bouton " + std::string()) << verb;
    EXPECT_NE(printed("--help").find("\n  " + std::string(verb)), std::string::npos) << verb;
  }
  EXPECT_EQ(printed(""), printed("--help"));
  EXPECT_EQ(printed("help table"), printed("table --help"));
  EXPECT_EQ(printed("--version").substr(0, 7), "bouton ");
}

}  // namespace
}  // namespace bouton::cli
