// The verbs quotient and genus, and misère sums that are too large to be searched.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/bindings/cli/program.h"

namespace bouton::cli {
namespace {

using nlohmann::json;

json asked(const std::string& line, int code = 0) {
  const Result result = run_bouton(words(line + " --format json"));
  EXPECT_EQ(result.code, code) << result.err;
  return json::parse(result.out);
}

TEST(QuotientVerb, PrintsGeneratorsRelationsAndThePPortion) {
  const Result result = run_bouton(words("quotient octal 12 -p code=0.75"));
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_NE(result.out.find("order       8 elements\n"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("generators  a = 1, b = 2, c = 5\n"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("relations   a^2 = 1, bc = ab, c^2 = b^2, b^3 = b\n"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("P-portion   a, b^2\n"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("\n       5  c      1^431  wild\n"), std::string::npos) << result.out;
}

/// On any board, which the first position names: a place for one domino is *1, and what leads to that alone is 0.
TEST(QuotientVerb, IsOfTheBoardThatIsNamed) {
  for (const char* board : {"../..", "2x2"}) {
    const Result result = run_bouton(words(std::string("quotient cram ") + board));
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_NE(result.out.find("../XX  a      1^031  tame"), std::string::npos) << result.out;
    EXPECT_NE(result.out.find("../..  1      0^120  tame"), std::string::npos) << result.out;
  }
  const Result other = run_bouton(words("quotient cram ../.. 3x3"));
  EXPECT_EQ(other.code, 2);
  EXPECT_NE(other.err.find("position 3x3: the positions of a quotient are on one board or graph, that of ../.."),
            std::string::npos)
      << other.err;
}

TEST(QuotientVerb, HasTheKeysThatWerePromised) {
  const json answer = asked("quotient octal 30 -p code=0.75");
  EXPECT_EQ(answer["game"], "octal");
  EXPECT_EQ(answer["params"], json::parse(R"({"code":"0.75"})"));
  EXPECT_EQ(answer["order"], 8);
  EXPECT_EQ(answer["generators"][2], json::parse(R"({"name":"c","position":[5]})"));
  EXPECT_EQ(answer["relations"], json::parse(R"([[{"a":2},{}],[{"b":1,"c":1},{"a":1,"b":1}],[{"c":2},{"b":2}],
                                                 [{"b":3},{"b":1}]])"));
  EXPECT_EQ(answer["p_portion"], json::parse(R"([{"a":1},{"b":2}])"));
  EXPECT_EQ(answer["positions"].size(), 31U);
  EXPECT_EQ(answer["positions"][5], json::parse(R"({"position":[5],"value":{"c":1},"genus":"1^431","grundy":1,
                                                    "misere_grundy":4,"digits":[4,3,1],"tame":false})"));
  EXPECT_EQ(answer["orders"].size(), 31U);
  EXPECT_EQ(answer["proved_for"], "all");
  EXPECT_EQ(answer["period"]["preperiod"], 8);
  EXPECT_EQ(answer["period"]["period"], 2);
  EXPECT_EQ(answer["period"]["checked_to"], 21);
  EXPECT_EQ(answer["given_up"], nullptr);
  EXPECT_EQ(asked("quotient octal 20 -p code=0.75")["period"], nullptr);
}

TEST(QuotientVerb, ThatGivesUpWritesWhatItHas) {
  const json answer = asked("quotient octal 17 -p code=0.37", 1);
  EXPECT_EQ(answer["order"], 304);
  EXPECT_EQ(answer["proved_for"], 16);
  EXPECT_TRUE(answer["given_up"].is_string());
  EXPECT_EQ(answer["positions"].size(), 18U);
  EXPECT_EQ(answer["positions"][17]["value"], nullptr);
}

TEST(QuotientVerb, TakesPositionsOfOtherGames) {
  EXPECT_EQ(asked("quotient misere-nim 1,2")["order"], 6);
  EXPECT_EQ(run_bouton(words("quotient kayles")).code, 2);
  EXPECT_EQ(run_bouton(words("quotient kayles 3 4")).code, 2);
  EXPECT_EQ(run_bouton(words("quotient pass-nim 1,1")).code, 2);
}

TEST(GenusVerb, TellsGenusAndOutcome) {
  const json answer = asked("genus kayles 9 5");
  EXPECT_EQ(answer["game"], "kayles");
  EXPECT_EQ(answer["position"], json::parse("[[9],[5]]"));
  EXPECT_EQ(answer["outcome"], "P");
  EXPECT_EQ(answer["genus"], "0^02");
  EXPECT_EQ(answer["grundy"], 0);
  EXPECT_EQ(answer["misere_grundy"], 0);
  EXPECT_EQ(answer["tame"], false);
  const Result text = run_bouton(words("genus nim 3 + wythoff 1,2"));
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_EQ(text.out.find("nim 3 + wythoff 1,2\n"), 0U) << text.out;
}

TEST(SolveMisere, OfLargeSumsIsByQuotient) {
  const json answer = asked("solve kayles 40 41 42 43 --play misere");
  EXPECT_EQ(answer["solver"], "quotient");
  EXPECT_EQ(answer["grundy"], nullptr);
  EXPECT_EQ(answer["remoteness"], nullptr);
  EXPECT_EQ(answer["outcome"] == "N", !answer["winning_moves"].empty());
  EXPECT_EQ(asked("solve kayles 5 7 12 --play misere")["solver"], "search");
}

}  // namespace
}  // namespace bouton::cli
