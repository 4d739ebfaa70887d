// theorem --guess.
#include <fstream>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/bindings/cli/program.h"

namespace bouton::cli {
namespace {

using nlohmann::json;

json guessed(const std::vector<std::string>& game, const std::string& guess, int code) {
  std::vector<std::string> line = {"theorem"};
  line.insert(line.end(), game.begin(), game.end());
  line.insert(line.end(), {"--guess", guess, "--format", "json", "--quiet"});
  const Result result = run_bouton(line);
  EXPECT_EQ(result.code, code) << guess << "\n" << result.err << result.out;
  return result.out.empty() ? json() : json::parse(result.out);
}

/// What the literature says of these games, and what an automaton that was learnt says besides.
TEST(Guesses, ThatAreRightAreProved) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> right = {
      {{"wythoff"}, "math.min(S, L) == floor_phi(math.abs(S - L))"},
      {{"corner-the-king"}, "x % 2 == 0 and y % 2 == 0"},
      {{"yama-nim"}, "math.abs(a - b) <= 1"},
      {{"subtraction"}, "n % 4 == 0"},
      {{"moore", "3"}, "a[1] == a[2] and a[2] == a[3]"},
      {{"mark"}, "n == 0 or exists(function(p) return p & p - 1 == 0 and p % 3 == 2 and n & 2*p - 1 == p end)"},
      {{"lim"}, "a & b == 0 and b & c == 0 and c & a == 0"},
      {{"slow-nim", "3"}, "a[1] % 2 == a[2] % 2 and a[2] % 2 == a[3] % 2"},
      {{"white-knight"}, "x % 4 <= 1 and y % 4 <= 1"},
      {{"st-wythoff"}, "math.abs(a - b) % 2 == 0 and math.min(a, b) == floor_sqrt(2, math.abs(a - b) // 2)"},
      {{"copycat"}, "n % 4 == 0 or last == 1 and n % 4 == 1 or last == 3 and n % 4 == 3"},
      {{"cyclic-nimhoff", "2", "--value", "all"}, "G == 3*(a[1] // 3 ~ a[2] // 3) + (a[1] + a[2]) % 3"},
  };
  for (const auto& [game, guess] : right) {
    const json answer = guessed(game, guess, 0);
    EXPECT_EQ(answer["proved"], true) << guess;
    EXPECT_EQ(answer["guess"], guess);
    EXPECT_TRUE(answer["counterexample"].is_null());
    EXPECT_TRUE(answer["states"].is_number());
  }
}

/// The least position by the sum of its numbers where the guess is wrong, and the move that shows it.
TEST(Guesses, ThatAreWrongAreRefutedAtTheLeastPosition) {
  struct Wrong {
    std::vector<std::string> game;
    std::string guess;
    json counterexample, to;
  };
  const std::vector<Wrong> wrong = {
      {{"wythoff"}, "math.min(S, L) == floor_phi(math.abs(S - L)) and S ~= 6", {6, 10}, nullptr},
      {{"wythoff"}, "math.min(S, L) == floor_phi(math.abs(S - L)) or S == 500 and L == 1", {500, 1}, {{2, 1}}},
      {{"corner-the-king"}, "x % 2 == 0", {0, 1}, {{0, 0}}},
      {{"yama-nim"}, "a == b", {0, 1}, nullptr},
      {{"subtraction"}, "n % 4 == 0 and n < 4000", {4000}, nullptr},
      {{"moore", "3"}, "a[1] == a[2]", {0, 0, 1}, {{0, 0, 0}}},
      {{"lim"}, "a & b == 0 and b & c == 0", {1, 0, 1}, {{0, 1, 0}}},
      {{"white-knight"}, "x % 4 <= 1", {0, 2}, {{1, 0}}},
      {{"misere-nim", "2"}, "a[1] == a[2] and a[1] > 1", {0, 1}, nullptr},
      {{"grundy"}, "n <= 2 or n % 3 == 1", {13}, {{5}, {8}}},
  };
  for (const Wrong& one : wrong) {
    const json answer = guessed(one.game, one.guess, 1);
    EXPECT_EQ(answer["proved"], false) << one.guess;
    EXPECT_EQ(answer["counterexample"], one.counterexample) << one.guess;
    EXPECT_EQ(answer["counterexample_is_least"], true) << one.guess;
    EXPECT_EQ(answer["move"].is_null() ? json() : answer["move"]["to"], one.to) << one.guess;
  }
}

TEST(Guesses, ThatCannotBeDecidedSayWhy) {
  // Products are not linear; what is wrong far away is not seen.
  const json products =
      guessed({"euclid"}, "math.min(a, b) == 0 or a ~= b and math.max(a, b) <= floor_phi(math.min(a, b)) or a + b > 3000", 1);
  EXPECT_EQ(products["proved"], false);
  EXPECT_TRUE(products["counterexample"].is_null()) << products;
  EXPECT_GE(products["checked_to"], 24);
  EXPECT_TRUE(products["reason"].is_string());
  const Result bits = run_bouton(
      {"theorem", "lim", "--guess", "a == floor_phi(b) and a > 1000000 or a & b == 0 and b & c == 0 and c & a == 0"});
  EXPECT_EQ(bits.code, 1);
  EXPECT_NE(bits.out.find("no numeration system is known that speaks of binary digits and of multiples"), std::string::npos)
      << bits.out;
}

TEST(Guesses, NameThePlaceOfWhatIsWrongInThem) {
  const Result result = run_bouton({"theorem", "wythoff", "--guess", "S = L"});
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(result.err, "bouton: --guess: character 3, at '= L': values are compared by '=='\n");
  EXPECT_EQ(run_bouton({"theorem", "wythoff", "--guess", "no-such-file.txt"}).code, 2);
  EXPECT_EQ(run_bouton({"theorem", "misere-nim", "2", "--value", "1", "--guess", "a[1] == 0"}).code, 2);
}

/// An automaton of Walnut's, and one that is broken.
TEST(Guesses, MayBeAutomataInWalnutsForm) {
  const std::filesystem::path file = std::filesystem::path(::testing::TempDir()) / "both-even.txt";
  const auto write = [&](const std::string& text) { std::ofstream(file) << text; };
  write("msd_2 msd_2\n\n0 1\n0 0 -> 0\n0 1 -> 1\n1 0 -> 1\n1 1 -> 1\n\n1 0\n0 0 -> 0\n0 1 -> 1\n1 0 -> 1\n1 1 -> 1\n");
  EXPECT_EQ(guessed({"corner-the-king"}, file.string(), 0)["plain"], "x and y are even");
  const auto error = [&](const std::string& text) {
    write(text);
    return run_bouton({"theorem", "corner-the-king", "--guess", file.string()}).err;
  };
  EXPECT_NE(error("msd_2 msd_3\n").find("in one system"), std::string::npos);
  EXPECT_NE(error("msd_2 msd_2\n0 1\n0 0 -> 0 1\n").find("deterministic"), std::string::npos);
  EXPECT_NE(error("msd_2 msd_2\n0 1\n0 2 -> 0\n").find("no such digit"), std::string::npos);
  EXPECT_NE(error("msd_2 msd_2\n0 1\n1 0 -> 0\n").find("leading zeros"), std::string::npos);
  EXPECT_NE(error("lsd_2\n").find("no numeration system"), std::string::npos);
  EXPECT_NE(error("").find("there is no automaton"), std::string::npos);
  EXPECT_NE(error("msd_2\n0 1\n0 -> 0\n1 -> 0\n").find("the automaton is about 1 numbers"), std::string::npos);
}

/// What a theorem says as a condition is itself a guess that is proved, in all sheets.
TEST(Guesses, MayBeTheFormulaOfATheorem) {
  for (const std::string game :
       {"wythoff", "flip-flop", "attrition", "copycat", "blocking-nim", "white-knight", "silver-dollar"}) {
    const json found = json::parse(run_bouton({"theorem", game, "--format", "json", "--quiet"}).out);
    ASSERT_TRUE(found["formula"].is_string()) << game;
    ASSERT_TRUE(found["plain"].is_string()) << game;
    std::vector<std::string> line = {game};
    EXPECT_EQ(guessed(line, found["formula"], 0)["plain"], found["plain"]) << game;
  }
}

}  // namespace
}  // namespace bouton::cli
