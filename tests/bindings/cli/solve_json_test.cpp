// The JSON of `solve`, which programs read.
#include <algorithm>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fmt/format.h>

#include "engine/position/integer.h"
#include "tests/bindings/cli/program.h"

namespace bouton::cli {
namespace {

/// Of every kind of value and of move; run_bouton compares with the schema.
TEST(Schemas, DescribeAnswersWhereMovesOblige) {
  for (const char* line :
       {"solve top-entails 3 4 --all-moves --format json", "solve nimstring --format json", "why top-entails 5 --format json",
        "graph top-entails 3 --format json", "graph nimstring --format json", "sequence top-entails 12 --format json",
        "table top-entails 6 --format json", "verify misere-nim --format json", "games kayles --format json"}) {
    const Result result = run_bouton(words(line));
    EXPECT_TRUE(result.out.starts_with("{")) << line << result.err;
  }
}

/// A schema that took everything would say nothing.
TEST(Schemas, RefuseWhatTheyDoNotDescribe) {
  const std::filesystem::path schemas = BOUTON_SOURCE_DIRECTORY "/docs/schema";
  const std::string right = run_bouton(words("solve wythoff 3,4 --format json")).out;
  EXPECT_EQ(test::complaint_of_output(right, schemas), "");
  const std::pair<const char*, const char*> kFaults[] = {{"\"outcome\":\"N\"", "\"outcome\":\"M\""},
                                                         {"\"component\":0", "\"component\":-1"},
                                                         {"\"component\":0", "\"component\":0,\"color\":\"red\""},
                                                         {"\"solver\"", "\"solved_by\""},
                                                         {"\"grundy\":", "\"grundy\":\"loopy\",\"other\":"}};
  for (const auto& [part, fault] : kFaults) {
    std::string wrong = right;
    ASSERT_NE(wrong.find(part), std::string::npos) << part;
    wrong.replace(wrong.find(part), std::string(part).size(), fault);
    EXPECT_NE(test::complaint_of_output(wrong, schemas), "") << fault;
  }
}

/// A list of some winning moves says that it is one.
TEST(SolveCsv, SaysWhetherAllWinningMovesAreListed) {
  const auto last_field = [](const char* line) {
    const std::string out = run_bouton(words(line)).out;
    return out.substr(out.rfind(',') + 1);
  };
  EXPECT_EQ(last_field("solve nim 5 5 5 --format csv"), "true\n");
  EXPECT_EQ(last_field("solve nim 5 5 5 --max-moves 1 --format csv"), "false\n");
}

using nlohmann::json;

json solved(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "solve");
  arguments.insert(arguments.end(), {"--format", "json"});
  const Result result = run_bouton(arguments);
  EXPECT_EQ(result.code, 0) << result.err;
  return json::parse(result.out);
}

json solved(const std::string& line) { return solved(words(line)); }

TEST(SolveJson, WritesBoardsAndGraphsAsTexts) {
  const json answer = solved("cram .../...");
  EXPECT_EQ(answer["position"], json::parse(R"([".../..."])"));
  EXPECT_EQ(answer["components"],
            json::parse(R"([{"game":"cram","params":{"rows":"any","columns":"any"},"position":".../..."}])"));
  ASSERT_FALSE(answer["winning_moves"].empty());
  const std::string to = answer["winning_moves"][0]["to"][0];
  EXPECT_EQ(std::ranges::count(to, 'X'), 2) << "a domino: " << to;
  EXPECT_EQ(solved("cram " + to)["outcome"], "P");
  EXPECT_EQ(solved("cram .../.X.")["outcome"], "P");
  // A sum of boards of two sizes and a graph.
  const json sum = solved(std::vector<std::string>{"cram", "..../....", "..", "+", "node-kayles", "cycle 5"});
  EXPECT_EQ(sum["position"], json::parse(R"(["..../....","..","cycle 5 = ....."])"));
  EXPECT_EQ(sum["grundy"], 0 ^ 1 ^ 0)
      << "2 x even is 0, one domino 1; each move in a cycle of 5 leaves two neighbours, which is 1: 0";
  // Where the size is a parameter, a position is one of that size.
  EXPECT_EQ(solved("cram -p rows=2 -p columns=3")["position"], json::parse(R"([".../..."])"));
  EXPECT_EQ(run_bouton(words("solve cram -p rows=2 -p columns=3 ..../....")).code, 2);
}

/// What `explain` lists before the method that answers is what ran in vain.
TEST(SolveJson, NamesTheMethodsThatYielded) {
  const TemporaryDirectory folder;
  folder.write("heaps.lua",
               "return game { position = piles('a'), symmetric = true, independent = true, moves = function(a)\n"
               "  for i = 1, #a do for t = 1, a[i] do\n"
               "    if t % 3 ~= 2 or t == a[i] then move(a:with(i, a[i] - t)) end end end end }");
  const auto asked = [&](const std::string& line) {
    const Result result = run_bouton(words(line), "", folder.path());
    EXPECT_EQ(result.code, 0) << result.err;
    return result.out;
  };
  EXPECT_EQ(json::parse(asked("solve heaps.lua 3,5 --format json"))["fallbacks"], json::array());
  const std::string question = " heaps.lua 120,130,140,150 --no-lift";
  const json answer = json::parse(asked("solve" + question + " --format json"));
  ASSERT_EQ(answer["fallbacks"].size(), 1U) << answer;
  const std::string why = answer["fallbacks"][0]["why"];
  EXPECT_NE(why.find(" positions were looked at without an end"), std::string::npos) << why;
  bool explained = false;
  const json explanation = json::parse(asked("explain" + question + " --format json"));
  for (const json& plan : explanation["questions"]) {
    if (plan["question"].get<std::string>().find("winning moves") == std::string::npos) continue;
    explained = true;
    EXPECT_EQ(answer["fallbacks"][0]["method"], plan["method"]);
    EXPECT_EQ(plan["method"], "search");
    EXPECT_EQ(plan["then"][0]["method"], "nimbers");
  }
  EXPECT_TRUE(explained);
  EXPECT_EQ(answer["solver"], "nimbers");
  EXPECT_NE(asked("solve" + question).find("\n  fallback      from search: " + why + "\n"), std::string::npos);
}

TEST(SolveJson, HasTheKeysThatWerePromised) {
  const json answer = solved("wythoff 7,9 + kayles 5");
  EXPECT_EQ(answer["game"], "wythoff + kayles");
  EXPECT_EQ(answer["position"], json::parse("[[7,9],[5]]"));
  EXPECT_EQ(answer["components"], json::parse(R"([{"game":"wythoff","params":{},"position":[7,9]},
                                                  {"game":"kayles","params":{},"position":[5]}])"));
  EXPECT_EQ(answer["play"], "normal");
  EXPECT_EQ(answer["outcome"], "N");
  EXPECT_EQ(answer["grundy"], 10);
  EXPECT_TRUE(answer["remoteness"].is_number_integer());
  EXPECT_EQ(answer["winning_moves"], json::parse(R"([{"component":0,"label":"vertical","to":[[7,6]]},
                                                     {"component":0,"label":"diagonal","to":[[1,3]]}])"));
  EXPECT_EQ(answer["winning_moves_complete"], true);
  EXPECT_EQ(answer["solver"], "search");
  EXPECT_FALSE(answer.contains("moves"));
}

TEST(SolveJson, NamesAGameOnceWhereASumIsOfOneGame) { EXPECT_EQ(solved("nim 3 4 5")["game"], "nim"); }

TEST(SolveJson, ListsSplitsWhole) { EXPECT_EQ(solved("kayles 5")["winning_moves"][0]["to"], json::parse("[[2],[2]]")); }

TEST(SolveJson, TypesParameters) {
  EXPECT_EQ(solved("copycat 7 -p m=5")["components"][0]["params"], json::parse(R"({"m":5})"));
  EXPECT_EQ(solved("subtraction 7")["components"][0]["params"], json::parse(R"({"set":[1,2,3]})"));
  EXPECT_EQ(solved("octal 7 -p code=0.07")["components"][0]["params"], json::parse(R"({"code":"0.07"})"));
  EXPECT_EQ(solved("take-away 7")["components"][0]["params"], json::parse(R"({"f":"default"})"));
  EXPECT_EQ(solved("take-away 7 -p f=3*x")["components"][0]["params"], json::parse(R"({"f":"3*x"})"));
}

TEST(SolveJson, NamesThePlay) {
  const json misere = solved("misere-nim 1,1,1");
  EXPECT_EQ(misere["play"], "misere");
  EXPECT_EQ(misere["grundy"], nullptr);
  EXPECT_EQ(misere["outcome"], "P");
  EXPECT_EQ(solved("flip-flop 11,18")["play"], "function");
  EXPECT_EQ(solved("nim 2 --play misere")["play"], "misere");
  EXPECT_EQ(solved("misere-nim 2 --play normal")["grundy"], 2);
}

TEST(SolveJson, HasLoopyValues) {
  const json answer = solved("pass-nim 1,2");
  EXPECT_EQ(answer["outcome"], "draw");
  EXPECT_EQ(answer["grundy"], json::parse(R"({"infinity":[1,2]})"));
  EXPECT_EQ(answer["remoteness"], nullptr);
  EXPECT_EQ(answer["solver"], "graph");
}

TEST(SolveJson, ListsEveryMoveOnRequest) {
  const json answer = solved("wythoff 1,2 --all-moves");
  EXPECT_EQ(answer["moves"].size(), 4U);
  EXPECT_EQ(answer["moves"][0],
            json::parse(R"({"component":0,"label":"horizontal","to":[[0,2]],"outcome":"N","grundy":2,"remoteness":1})"));
}

/// Each of these takes minutes where the remoteness or the Grundy value is found on the way.
TEST(SolveJson, HasTheOutcomeFirst) {
  const json nimrod = solved("nimrod 1000000,1");
  EXPECT_EQ(nimrod["outcome"], "P");
  EXPECT_EQ(nimrod["solver"], "table");
  EXPECT_EQ(nimrod["grundy"], nullptr);
  EXPECT_EQ(nimrod["remoteness"], nullptr);
  EXPECT_EQ(nimrod["left_out"], json::parse(R"(["grundy", "remoteness"])"));
  const json won = solved("nimrod 1000000,4");
  EXPECT_EQ(won["outcome"], "N");
  for (const json& move : won["winning_moves"]) {
    const std::string to =
        fmt::format("nimrod {},{} --value outcome", move["to"][0][0].get<int>(), move["to"][0][1].get<int>());
    EXPECT_EQ(solved(to)["outcome"], "P") << to;
  }
  EXPECT_EQ(solved("take-away 758 -p f=7*x+3")["left_out"], json::parse(R"(["remoteness"])"));
  EXPECT_EQ(solved("flip-flop 200,300")["left_out"], json::parse(R"(["remoteness"])"));
}

// Takes some 3 s, most of it the last question: Lua lists the options of all positions below, which must be more than are
// searched beside a formula.
TEST(SolveJson, LooksForOneValueOrForAll) {
  const json usual = solved("wythoff 29,51");
  EXPECT_EQ(usual["left_out"], json::array());
  const json outcome = solved("wythoff 29,51 --value outcome");
  EXPECT_EQ(outcome["grundy"], nullptr);
  EXPECT_EQ(outcome["remoteness"], nullptr);
  EXPECT_EQ(outcome["left_out"], json::array());
  EXPECT_EQ(outcome["winning_moves"], usual["winning_moves"]);
  EXPECT_EQ(solved("wythoff 29,51 --value grundy")["grundy"], usual["grundy"]);
  EXPECT_EQ(solved("wythoff 29,51 --value remoteness")["remoteness"], usual["remoteness"]);
  // 400 and 7 x + 3: more than is searched beside the formula; two ways to all of it agree.
  const json all = solved("take-away 400 -p f=7*x+3 --all");
  const json searched = solved("take-away 400 -p f=7*x+3 --value remoteness --no-lift");
  EXPECT_EQ(all["left_out"], json::array());
  EXPECT_EQ(all["remoteness"], searched["remoteness"]);
}

TEST(SolveJson, StopsAtMaxMoves) {
  const json answer = solved("wythoff 5,7 --max-moves 2");
  EXPECT_EQ(answer["winning_moves"].size(), 2U);
  EXPECT_EQ(answer["winning_moves_complete"], false);
  EXPECT_EQ(solved("wythoff 5,7 --max-moves 3")["winning_moves_complete"], true);
}

TEST(SolveJson, WritesLargeIntegersAsStrings) {
  const TemporaryDirectory directory;
  directory.write("far.lua", "return game { name = 'far', position = { 'n' }, moves = function(n) end }\n");
  const std::string file = (directory.path() / "far.lua").native();
  EXPECT_EQ(solved(file + " 9007199254740992")["position"], json::parse("[[9007199254740992]]"));
  EXPECT_EQ(solved(file + " 9007199254740993")["position"], json::parse(R"([["9007199254740993"]])"));
}

TEST(SolveJson, AnswersLinesOfInput) {
  const Result result = run_bouton(words("solve wythoff -"), "3,5\n\n7,9 + kayles 5\n1,x\n1,2 3,4\r\n5,5 + nowhere 3\n2,1");
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(result.err, "");
  std::vector<json> lines;
  for (std::size_t start = 0; start < result.out.size();) {
    const std::size_t end = result.out.find('\n', start);
    lines.push_back(json::parse(result.out.substr(start, end - start)));
    start = end + 1;
  }
  ASSERT_EQ(lines.size(), 6U);
  EXPECT_EQ(lines[0]["outcome"], "P");
  EXPECT_EQ(lines[1]["game"], "wythoff + kayles");
  EXPECT_EQ(lines[2], json::parse(R"({"error":"position 1,x: 'x' is not an integer"})"));
  EXPECT_EQ(lines[3]["position"], json::parse("[[1,2],[3,4]]"));
  EXPECT_TRUE(lines[4].contains("error"));
  EXPECT_EQ(lines[5]["outcome"], "P");
}

/// Of a board that has too many cells for one search by nimbers the other one answers, and is not refused in favour of that.
TEST(SolveJson, NimbersOfABoardThatIsTooLargeForCells) {
  const std::string board = std::string(249, 'X') + "........";
  const Result cells = run_bouton({"solve", "cram", board, "--method", "cells"});
  EXPECT_EQ(cells.code, 2);
  EXPECT_NE(cells.err.find("there are 257 cells, at most 256 are searched so"), std::string::npos) << cells.err;
  const json nimbers = json::parse(run_bouton({"solve", "cram", board, "--method", "nimbers", "--format", "json"}).out);
  EXPECT_EQ(nimbers["solver"], "nimbers");
  EXPECT_EQ(nimbers["grundy"], solved("octal 8 -p code=0.07")["grundy"]);
}

/// Where a position has blanks in it, it stands in quotes.
TEST(SolveJson, AnswersLinesWithQuotes) {
  const Result result = run_bouton(words("solve node-kayles -"), "'cycle 5 = X..X.'\n 'path 3' 'path 4'\n'path 3\n5'\n");
  EXPECT_EQ(result.code, 2);
  std::vector<json> lines;
  std::istringstream answers(result.out);
  for (std::string line; std::getline(answers, line);) lines.push_back(json::parse(line));
  ASSERT_EQ(lines.size(), 4U) << result.out;
  EXPECT_EQ(lines[0]["position"], json::parse(R"(["cycle 5 = X..X."])"));
  EXPECT_EQ(lines[1]["position"], json::parse(R"(["path 3 = ...","path 4 = ...."])"));
  EXPECT_EQ(lines[2], json::parse(R"({"error":"'path 3: the ' is not closed"})"));
  EXPECT_TRUE(lines[3].contains("error"));
  const TemporaryDirectory directory;
  directory.write(
      "texts.lua",
      "return game { position = value(), example = 'ab', moves = function(s) if #s > 0 then move(s:sub(2)) end end }\n");
  const Result texts = run_bouton(words("solve texts.lua -"), "'ab'\n'\"a b\"'\n", directory.path());
  EXPECT_EQ(texts.code, 0) << texts.out;
}

TEST(SolveJson, AnswersALineAsSoonAsItIsTyped) {
  Running running(words("solve nim -"), {});
  running.type("3\n");
  running.wait_for("\n");
  running.type("4 4\n");
  const Result result = running.finish();
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(std::ranges::count(result.out, '\n'), 2);
}

TEST(SolveJson, KeepsTheParametersForEveryLine) {
  const Result result = run_bouton(words("solve subtraction - -p set=1,2"), "3\n");
  EXPECT_EQ(json::parse(result.out)["components"][0]["params"], json::parse(R"({"set":[1,2]})"));
}

/// Powers of ten, as a power and written out on a line: every number is in one P-position of Wythoff's Nim, and a P-position
/// has no winning move.
void expect_answers_about_power_of_ten(std::size_t zeros) {
  const json answer = solved(fmt::format("wythoff 3,10^{}", zeros));
  EXPECT_EQ(answer["outcome"], "N");
  ASSERT_EQ(answer["winning_moves"].size(), 1U);
  EXPECT_EQ(answer["winning_moves"][0]["to"][0], json::parse("[3,5]"));
  const std::string digits = "1" + std::string(zeros, '0');
  EXPECT_EQ(answer["position"][0][1], digits);
  const auto of_line = [](const std::string& line) {
    const Result result = run_bouton(words("solve wythoff -"), line + "\n");
    EXPECT_EQ(result.code, 0) << result.err;
    return json::parse(result.out);
  };
  const json both = of_line(digits + "," + digits + "7");
  EXPECT_EQ(both["outcome"], "N");
  for (const json& move : both["winning_moves"]) {
    const std::string x = move["to"][0][0], y = move["to"][0][1];
    const Integer difference = abs(Integer(y) - Integer(x));
    // (sqrt 5 + 1)/2 times the difference, rounded down, is the lesser of the two.
    EXPECT_EQ(std::min(Integer(x), Integer(y)), (difference + sqrt(Integer(5 * difference * difference))) / 2);
  }
  EXPECT_FALSE(both["winning_moves"].empty());
  EXPECT_EQ(of_line("3," + digits)["winning_moves"], answer["winning_moves"]);
}

TEST(SolveJson, TakesNumbersOfTenThousandDigits) { expect_answers_about_power_of_ten(10'000); }
/// Automata read five million letters for it.
TEST(SolveJsonSlow, TakesNumbersOfAMillionDigits) { expect_answers_about_power_of_ten(1'000'000); }

}  // namespace
}  // namespace bouton::cli
