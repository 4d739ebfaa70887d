// The verb theorem.
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <limits>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <nlohmann/json.hpp>

#include "bindings/cli/arguments/arguments.h"
#include "bindings/cli/verbs/verbs.h"
#include "engine/base/errors.h"
#include "engine/position/integer.h"
#include "tests/bindings/cli/program.h"

namespace bouton::cli {
namespace {

using nlohmann::json;

TEST(TheoremVerb, ProvesWythoff) {
  const Result result = run_bouton(words("theorem wythoff"));
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_NE(result.out.find("  proved, for positions of every size under normal play\n"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("floor(n phi) and floor(n phi) + n for some n >= 0"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("7 states\n"), std::string::npos) << result.out;
}

TEST(TheoremVerb, TakesAsManyPilesAsTheExampleHas) {
  const Result result = run_bouton(words("theorem misere-nim"));
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.err, "bouton: no number of piles is given; the example of misere-nim, 3,4,5, has 3\n");
  EXPECT_NE(result.out.find("the nim-sum of a[1], a[2] and a[3] is 0"), std::string::npos) << result.out;
  const Result found = run_bouton(words("discover misere-nim --quiet"));
  EXPECT_EQ(found.out, run_bouton(words("discover misere-nim 3")).out);
  EXPECT_EQ(found.err, "");
}

/// A certificate of the Grundy function is proved again, and refused once an automaton is another.
TEST(TheoremVerb, ProvesTheGrundyFunction) {
  const std::filesystem::path file = std::filesystem::path(::testing::TempDir()) / "function.theorem";
  const Result result =
      run_bouton({"theorem", "cyclic-nimhoff", "2", "--value", "all", "--format", "json", "--certificate", file.native()});
  EXPECT_EQ(result.code, 0) << result.err;
  const json answer = json::parse(result.out);
  EXPECT_EQ(answer["set"]["grundy"], "all");
  EXPECT_EQ(answer["sets"][1]["name"], "Grundy values");
  EXPECT_EQ(answer["sets"][1]["words"],
            "G is 3 times the nim-sum of floor(a[1]/3) and floor(a[2]/3), plus (a[1] + a[2]) mod 3");
  const Result again = run_bouton({"verify", "--certificate", file.native()});
  EXPECT_EQ(again.code, 0) << again.out << again.err;
  const Result none = run_bouton(words("theorem wythoff --value all --steps 20000000"));
  EXPECT_EQ(none.code, 1);
  EXPECT_NE(none.out.find("for the Grundy function, in tables of numbers up to"), std::string::npos) << none.out;
  EXPECT_EQ(run_bouton(words("theorem misere-nim 2 --value all")).code, 2);
  EXPECT_EQ(run_bouton(words("theorem nim --value all --proof")).code, 2);
  EXPECT_EQ(run_bouton(words("theorem nim --value every")).code, 2);
  std::filesystem::remove(file);
}

/// The greater root of x^2 = 2 x + 2 is not a unit: U(n+1) = 2 U(n) + 2 U(n-1) (Fraenkel 1998).
TEST(TheoremVerb, NamesAQuadraticSystem) {
  const Result result = run_bouton(words("theorem st-wythoff -p s=2 -p t=1 --format json"));
  EXPECT_EQ(result.code, 0) << result.err;
  const json answer = json::parse(result.out);
  EXPECT_EQ(answer["system"], "recurrence 2,2");
  EXPECT_EQ(answer["numeration"]["k"], 2);
  EXPECT_EQ(answer["numeration"]["l"], 2);
  EXPECT_EQ(
      answer["sets"][0]["words"],
      "a and b are, in some order, a(n) and 2 a(n) + n for some n >= 0, where a(n) is the least number that is in no pair "
      "of a lesser n");
}

/// Of two orders of each pair floor(n phi), floor(n phi) + n the greater number is below N for n up to N/phi^2.
TEST(TheoremVerb, SaysHowManyThereAreBelowAnyNumber) {
  const json wythoff = json::parse(run_bouton(words("theorem wythoff --format json")).out)["growth"];
  EXPECT_EQ(wythoff["density"]["of"], "N^1");
  EXPECT_EQ(wythoff["density"]["value"], "3 - sqrt(5)");
  EXPECT_NEAR(wythoff["density"]["decimal"].get<double>(), 0.76393202, 1e-8);
  EXPECT_EQ(wythoff["density"]["share"], nullptr);
  EXPECT_EQ(wythoff["order"]["limit"], true);
  const json heap = json::parse(run_bouton(words("theorem subtraction --format json")).out)["growth"];
  EXPECT_EQ(heap["density"]["share"], "1/4");
  const json nim = json::parse(run_bouton(words("theorem misere-nim 3 --format json")).out)["growth"];
  EXPECT_EQ(nim["density"], nullptr);
  EXPECT_EQ(nim["order"], (json{{"power", "2"}, {"decimal", 2.0}, {"logarithms", 0}, {"limit", false}}));
  const Result text = run_bouton(words("theorem wythoff"));
  EXPECT_NE(text.out.find("  P-positions: about (3 - sqrt(5)) N with numbers below N, or 0.763932 N\n"), std::string::npos);
  const Result tex = run_bouton(words("theorem wythoff --format tex"));
  EXPECT_NE(tex.out.find("\\item P-positions: about $(3 - \\sqrt{5}) N$ with numbers below $N$, or $0.763932 N$.\n"),
            std::string::npos)
      << tex.out;
  const Result fibonacci = run_bouton(words("theorem fibonacci-nim"));
  EXPECT_EQ(fibonacci.out.find("about"), std::string::npos) << fibonacci.out;
}

/// U(n+1) = U(n) + U(n-2): what take-away games with f(x) = 5x/2 are about (Schwenk 1970).
TEST(TheoremVerb, NamesARecurrenceOfThreeTerms) {
  const Result result = run_bouton(words("theorem take-away -p f=5*x//2 --format json"));
  EXPECT_EQ(result.code, 0) << result.err;
  const json answer = json::parse(result.out);
  EXPECT_EQ(answer["proved"], true);
  EXPECT_EQ(answer["system"], "recurrence 1,0,1");
  EXPECT_EQ(answer["numeration"]["kind"], "recurrence");
  EXPECT_EQ(answer["numeration"]["of"], "1,0,1");
  EXPECT_EQ(answer["numeration"]["text"], "sums of U(n+1) = U(n) + U(n-2), (1, 2, 3, 4, 6, ...)");
  EXPECT_FALSE(answer["numeration"].contains("k"));
}

TEST(TheoremVerb, HasTheKeysThatWerePromised) {
  const Result result = run_bouton(words("theorem misere-nim 2 --format json"));
  EXPECT_EQ(result.code, 0) << result.err;
  const json answer = json::parse(result.out);
  EXPECT_EQ(answer["game"], "misere-nim");
  EXPECT_EQ(answer["play"], "misere");
  EXPECT_EQ(answer["proved"], true);
  EXPECT_EQ(answer["system"], "base 2");
  EXPECT_EQ(answer["sets"][0]["words"], "a[1] = a[2], but not 0,0; 1,1, and 1,0; 0,1");
  EXPECT_EQ(answer["sets"][0]["states"], 4);
  EXPECT_EQ(answer["sets"][0]["dot"].get<std::string>().find("digraph"), 0U);
  EXPECT_EQ(answer["play_ends"], "a[1] + a[2] decreases");
  EXPECT_EQ(answer["reason"], nullptr);
  EXPECT_EQ(answer["refused"], nullptr);
  EXPECT_EQ(answer["set"], "P");
  EXPECT_EQ(answer["numeration"]["kind"], "base");
  EXPECT_EQ(answer["numeration"]["base"], 2);
  EXPECT_EQ(answer["states"], 4);
  EXPECT_EQ(answer["statement"], "P-positions: a[1] = a[2], but not 0,0; 1,1, and 1,0; 0,1");
  EXPECT_EQ(answer["looked_at"], 160);
  EXPECT_GE(answer["seconds"].get<double>(), 0);
  EXPECT_EQ(answer["sets"][0]["expression"], "[0,0]*([0,1]|[1,0]|[1,1]([0,0]|[1,1])([0,0]|[1,1])*)");
}

TEST(TheoremVerb, GivesUpAfterTheStepsThatItMayTake) {
  const Result result = run_bouton(words("theorem wythoff --steps 1000"));
  EXPECT_EQ(result.code, 1);
  EXPECT_NE(result.out.find("limits of states, steps and memory were reached"), std::string::npos) << result.out;
  EXPECT_EQ(run_bouton(words("theorem wythoff --steps 0")).code, 2);
}

/// Stopped at the look that `polls_left` says, if it says any: what is written to standard error.
std::string errors_of_interrupted(std::atomic<std::int64_t>& polls_left) {
  const TemporaryDirectory folder;
  const std::vector<std::string> arguments = {"wythoff", "-o", (folder / "out.json").string()};
  const Verb& verb = find_verb("theorem");
  Context context(verb, *parse_arguments(verb, arguments), nullptr, {}, &polls_left);
  ::testing::internal::CaptureStderr();
  try {
    verb.run(context);
  } catch (const Interrupted&) {}
  return ::testing::internal::GetCapturedStderr();
}

TEST(TheoremVerb, SaysWhatItTriedWhenItIsInterrupted) {
  constexpr std::int64_t kMany = std::numeric_limits<std::int64_t>::max();
  std::atomic<std::int64_t> left = kMany;
  EXPECT_EQ(errors_of_interrupted(left), "");
  const std::int64_t looks = kMany - left;
  // Stopped later and later: at the statement, then at the first table, then at what is learnt from it, then at the proof.
  std::vector<std::string> stages;
  for (std::int64_t look = 0; look < looks; look += std::max<std::int64_t>(1, looks / 256)) {
    left = look;
    const std::string said = errors_of_interrupted(left);
    if (said.empty()) continue;  // the theorem is found
    EXPECT_TRUE(said.starts_with("bouton: ")) << said;
    if (stages.empty() || stages.back() != said) stages.push_back(said);
  }
  for (const std::string& stage : stages) EXPECT_TRUE(stage == stages[0] || stage.ends_with(": interrupted\n")) << stage;
  const auto first_with = [&](std::string_view what) {
    return std::ranges::find_if(stages, [&](const std::string& stage) { return stage.find(what) != std::string::npos; });
  };
  ASSERT_FALSE(stages.empty());
  const auto none = first_with("the search has not learnt from any table yet");
  const auto proof = first_with("the proof for a guess of ");
  EXPECT_EQ(none, stages.begin());
  EXPECT_NE(proof, stages.end());
  EXPECT_LT(none, proof);
}

/// What one run proves another one knows, and says so.
TEST(TheoremVerb, TheoremsAreKept) {
  const std::filesystem::path folder = std::filesystem::path(::testing::TempDir()) / "bouton-kept-theorems";
  std::filesystem::remove_all(folder);
  setenv("BOUTON_CACHE", folder.c_str(), 1);
  const std::vector<std::string> explain = {"explain", "mark", "100000000000000000000"};
  const Result first = run_bouton(explain);
  EXPECT_EQ(first.code, 0) << first.err;
  EXPECT_NE(first.out.find("a theorem about the P-positions is looked for"), std::string::npos) << first.out;
  EXPECT_EQ(run_bouton({"solve", "mark", "100000000000000000000"}).code, 0);
  EXPECT_FALSE(std::filesystem::is_empty(folder));
  const Result second = run_bouton(explain);
  EXPECT_NE(second.out.find("kept from an earlier run, and proved again"), std::string::npos) << second.out;
  setenv("BOUTON_CACHE", "off", 1);
  EXPECT_EQ(run_bouton(explain).out, first.out);
  std::filesystem::remove_all(folder);
}

/// A theorem on the four sheets of flip-flop.
/// A plain rule of one's own: generalised Wythoff, |s - t| < 2, whose P-positions are floor(n sqrt 2) and that + 2 n (A. S.
/// Fraenkel, How to beat your Wythoff games' opponent on three fronts, 1982).
TEST(TheoremVerb, AnswersPositionsOfAThousandDigits) {
  TemporaryDirectory folder;
  const std::string file = (folder.path() / "mine.lua").string();
  std::ofstream(file) << R"(return game {
    position = { "s", "l" }, symmetric = true, closed_form = "theorem",
    moves = function(s, l)
      for a = 1, s do move(s - a, l) end
      for b = 1, l do move(s, l - b) end
      for a = 1, s do
        for b = 1, l do if a - b < 2 and b - a < 2 then move(s - a, l - b) end end
      end
    end })";
  const auto solved = [&](const Integer& s, const Integer& l) {
    const Result result = run_bouton({"solve", file, s.get_str() + "," + l.get_str(), "--format", "json"});
    EXPECT_EQ(result.code, 0) << result.err;
    return nlohmann::json::parse(result.out);
  };
  Integer n = 1;
  for (int digit = 0; digit < 999; ++digit) n = n * 10 + (digit * digit + 3) % 10;
  const Integer s = sqrt(Integer(2 * n * n)), l = s + 2 * n;
  ASSERT_GE(l.get_str().size(), 1000U);
  for (const auto& answer : {solved(s, l), solved(l, s)}) {
    EXPECT_EQ(answer["outcome"], "P");
    EXPECT_EQ(answer["solver"], "theorem");
    EXPECT_TRUE(answer["winning_moves"].empty());
  }
  // Moved by one in either coordinate, one goes back to the pair.
  const nlohmann::json pair = {s.get_str(), l.get_str()};
  for (const auto& answer : {solved(s + 1, l), solved(s, l + 1)}) {
    EXPECT_EQ(answer["outcome"], "N");
    const auto& moves = answer["winning_moves"];
    EXPECT_TRUE(std::ranges::any_of(moves, [&](const auto& move) { return move["to"][0] == pair; }));
  }
}

/// A rule that raises an error has no theorem, and the reason is that error, as `solve` tells it.
TEST(TheoremVerb, NamesTheErrorThatTheRuleRaises) {
  const std::pair<const char*, const char*> kRules[] = {
      {"if a > 0 then Move(a - 1, b) end", "attempt to call a nil value (global 'Move')"},
      {"if a > 0 then move(a - 1) end", "has 1 coordinate, this game has 2 (a, b)"},
      {"if a > 2 and b > 1 then move(a - 1, b - 2) end move(a, b - 1)", "has b = -1, the least value is 0"},
      {"if a > 9 then error('too many') end", "too many"},
  };
  const TemporaryDirectory folder;
  for (const auto& [moves, error] : kRules) {
    folder.write("wrong.lua", fmt::format("return game {{\n  position = {{ 'a', 'b' }},\n  moves = function(a, b)\n    {}\n"
                                          "  end,\n}}\n",
                                          moves));
    const Result text = run_bouton(words("theorem wrong.lua"), "", folder.path());
    EXPECT_EQ(text.code, 1);
    EXPECT_NE(text.out.find("no theorem: wrong.lua:4: "), std::string::npos) << text.out;
    EXPECT_NE(text.out.find(error), std::string::npos) << text.out;
    const json answer = json::parse(run_bouton(words("theorem wrong.lua --format json"), "", folder.path()).out);
    EXPECT_EQ(answer["refused"]["line"], 4) << answer;
  }
}

/// What is refused is named as the rule file has it: a loop in a helper by its own line, an entry by its list.
TEST(TheoremVerb, NamesWhatItCannotFollowAsTheFileDoes) {
  const TemporaryDirectory folder;
  folder.write("helper.lua",
               "local function prime(p)\n"
               "  for d = 2, p do\n"
               "    if d * d > p then return true end\n"
               "    if p % d == 0 then return false end\n"
               "  end\n"
               "  return true\n"
               "end\n"
               "return game { position = { 'n' }, moves = function(n)\n"
               "  for p = 2, n do\n"
               "    if n % p == 0 and prime(p) then move(n - p) end\n"
               "  end\n"
               "end }\n");
  folder.write("list.lua",
               "local set = { 1, 3, 4 }\n"
               "return game { position = { 'n' }, moves = function(n)\n"
               "  for i = 1, n do\n"
               "    local s = set[i % 4 + 1]\n"
               "    if s and s <= n then move(n - s) end\n"
               "  end\n"
               "end }\n");
  folder.write("texts.lua",
               "local names = { 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i' }\n"
               "return game { position = { 'n' }, moves = function(n)\n"
               "  local which = names[1]\n"
               "  for i = 1, 9 do if n % 10 == i then which = names[i] end end\n"
               "  if n > 0 then move[which](n - 1) end\n"
               "end }\n");
  folder.write("long.lua",
               "local set = {}\n"
               "for i = 1, 100001 do set[i] = 2 * i - 1 end\n"
               "return game { position = { 'n' }, moves = function(n)\n"
               "  for i = 1, #set do if set[i] <= n then move(n - set[i]) end end\n"
               "end }\n");
  const auto refused = [&](const std::string& file) { return run_bouton(words("theorem " + file), "", folder.path()).out; };
  EXPECT_NE(refused("helper.lua").find("no theorem: a loop is left early (helper.lua:2)"), std::string::npos)
      << refused("helper.lua");
  EXPECT_NE(refused("long.lua").find("line 4: the length of set, which has 100001 entries, and at most 100000 are read"),
            std::string::npos)
      << refused("long.lua");
  EXPECT_NE(refused("list.lua").find("no theorem: 'set[..]' is carried over"), std::string::npos) << refused("list.lua");
  EXPECT_NE(refused("texts.lua")
                .find("line 5: a variable that is one of 9 texts, lists or functions, where at most 8 are told apart"),
            std::string::npos)
      << refused("texts.lua");
}

/// Play that goes up to a bound ends as well. (Who says 21 loses: P are the multiples of 4.)
TEST(TheoremVerb, ProvesGamesThatGrowToABound) {
  const Result small = run_bouton(words("theorem twenty-one"));
  EXPECT_EQ(small.code, 0) << small.out;
  EXPECT_NE(small.out.find("  play ends, since said increases\n"), std::string::npos) << small.out;
  // The positions end far beyond the table that it is learnt from.
  const Result large = run_bouton(words("theorem twenty-one -p goal=1001 -p most=4"));
  EXPECT_EQ(large.code, 0) << large.out;
  EXPECT_NE(large.out.find("  P-positions: said mod 5 is 0, for said <= 1000\n"), std::string::npos) << large.out;
}

TEST(TheoremVerb, ProvesFlipFlop) {
  const json answer = json::parse(run_bouton(words("theorem flip-flop --format json")).out);
  EXPECT_EQ(answer["proved"], true);
  EXPECT_EQ(answer["sets"].size(), 4U);
  EXPECT_EQ(answer["sets"][3]["name"], "P-positions with goal = 1, flips = 1");
}

/// There is a theorem about the positions without the pass; of the others nothing is known.
TEST(TheoremVerb, ProvesALayerOfAGameWithAPass) {
  const std::string game = BOUTON_SOURCE_DIRECTORY "/scripts/reproduce/wythoff-with-a-pass.lua";
  const Result result = run_bouton({"theorem", game, "--format", "json"});
  EXPECT_EQ(result.code, 1);
  const json answer = json::parse(result.out);
  EXPECT_EQ(answer["proved"], false);
  EXPECT_TRUE(answer["sets"].empty());
  EXPECT_EQ(answer["layers"]["left_out"], json::array({"pass = 1"}));
  ASSERT_EQ(answer["layers"]["sets"].size(), 1U);
  const json& set = answer["layers"]["sets"][0];
  EXPECT_EQ(set["name"], "P-positions with pass = 0");
  EXPECT_EQ(set["words"], "S and L are, in some order, floor(n phi) and floor(n phi) + n for some n >= 0");
  EXPECT_TRUE(set["game"].get<std::string>().starts_with("Wythoff's game. "));
  const std::string tex = run_bouton({"theorem", game, "--format", "tex"}).out;
  EXPECT_NE(tex.find("This is Wythoff's game"), std::string::npos) << tex;
  EXPECT_NE(tex.find("nothing is known"), std::string::npos) << tex;
  const json found = json::parse(run_bouton({"discover", game, "--format", "json"}).out);
  EXPECT_EQ(found["theorems"][0]["where"], "pass == 0");
  EXPECT_TRUE(found["theorems"][0]["statement"].get<std::string>().starts_with("P-positions with pass = 0: "));
}

/// There are no words for the nim-sum 5 of three numbers, and no linear conditions.
TEST(TheoremVerb, SaysThatASetIsNotLinear) {
  const std::filesystem::path file = std::filesystem::path(::testing::TempDir()) / "not-linear.lua";
  std::ofstream(file) << "return game { position = { 'a', 'b', 'c' }, moves = function(a, b, c)\n"
                         "  for t = 1, a do move(a - t, b, c) end\n"
                         "  for t = 1, b do move(a, b - t, c) end\n"
                         "  for t = 1, c do move(a, b, c - t) end\n"
                         "end }\n";
  const json answer = json::parse(run_bouton({"theorem", file.string(), "--value", "5", "--format", "json"}).out);
  const std::string text = run_bouton({"theorem", file.string(), "--value", "5"}).out;
  std::filesystem::remove(file);
  ASSERT_EQ(answer["sets"].size(), 6U) << answer["reason"];
  EXPECT_TRUE(answer["sets"][3]["words"].is_string());
  EXPECT_TRUE(answer["sets"][3]["not_linear"].is_null());
  EXPECT_TRUE(answer["sets"][5]["words"].is_null()) << answer["sets"][5]["words"];
  EXPECT_TRUE(answer["sets"][5]["not_linear"].is_string());
  EXPECT_NE(text.find("not linear: no sums, multiples and remainders describe it, since "), std::string::npos) << text;
}

TEST(TheoremVerb, ProvesTheSetsOfGrundyValues) {
  const json answer = json::parse(run_bouton(words("theorem subtraction --value 3 --format json")).out);
  ASSERT_EQ(answer["sets"].size(), 4U);
  EXPECT_EQ(answer["sets"][2]["name"], "Grundy value 2");
  EXPECT_EQ(answer["sets"][2]["words"], "n mod 4 is 2");
  EXPECT_EQ(run_bouton(words("theorem attrition --value 1")).code, 2);
}

TEST(TheoremVerb, CertificatesAreProvedAgain) {
  const std::filesystem::path file = std::filesystem::path(::testing::TempDir()) / "attrition.theorem";
  EXPECT_EQ(run_bouton({"theorem", "attrition", "--quiet", "--certificate", file.string()}).code, 0);
  const Result proved = run_bouton({"verify", "--certificate", file.string()});
  EXPECT_EQ(proved.out, "proved     attrition: which positions of every size are P-positions\n");
  EXPECT_EQ(proved.code, 0);
  std::filesystem::resize_file(file, std::filesystem::file_size(file) - 3);
  EXPECT_EQ(run_bouton({"verify", "--certificate", file.string()}).code, 2);
  std::filesystem::remove(file);
}

/// What Graphviz and Walnut read is written beside the answer.
TEST(TheoremVerb, WritesFilesForOtherPrograms) {
  const std::filesystem::path folder = std::filesystem::path(::testing::TempDir()) / "bouton-theorem-files";
  std::filesystem::remove_all(folder);
  const Result result = run_bouton({"theorem", "attrition", "--quiet", "--walnut", (folder / "walnut").string(), "--dot",
                                    (::testing::TempDir() + "attrition.dot")});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_TRUE(std::filesystem::exists(folder / "walnut" / "Command Files" / "bouton_attrition.txt"));
  EXPECT_TRUE(std::filesystem::exists(folder / "walnut" / "Automata Library" / "bouton_attrition_p.txt"));
  const Result dot = run_bouton(words("theorem attrition --format dot"));
  EXPECT_TRUE(dot.out.starts_with("digraph \"P-positions\" {\n")) << dot.out;
  EXPECT_NE(dot.out.find("  0 -> 1 [label = \"1,0\"];\n"), std::string::npos) << dot.out;
  const Result several = run_bouton(words("theorem subtraction --value 1 --format dot"));
  EXPECT_NE(several.out.find("  subgraph cluster_1 {\n"), std::string::npos) << several.out;
  std::filesystem::remove_all(folder);
}

TEST(TheoremVerb, DrawsTheAutomaton) {
  const Result svg = run_bouton(words("theorem wythoff --format svg"));
  EXPECT_TRUE(svg.out.starts_with("<svg")) << svg.out.substr(0, 80);
  EXPECT_NE(svg.out.find("P-positions: digits of S, L"), std::string::npos);
  EXPECT_EQ(run_bouton(words("theorem euclid --format svg")).code, 1);
}

TEST(TheoremVerb, RefusesWithTheLine) {
  const json answer = json::parse(run_bouton(words("theorem euclid --format json")).out);
  EXPECT_EQ(answer["proved"], false);
  EXPECT_EQ(answer["reason"], "a division by a number that varies: the rule is not linear");
  EXPECT_EQ(answer["line"], 11);
  EXPECT_EQ(run_bouton(words("theorem euclid")).code, 1);
  const Result grundy = run_bouton(words("theorem grundy"));
  EXPECT_NE(grundy.out.find("a move splits the position"), std::string::npos) << grundy.out;
  EXPECT_EQ(run_bouton(words("theorem misere-nim 0")).code, 2);
}

/// Guy and Smith (1956) for normal play; T. E. Plambeck, Taming the wild in impartial combinatorial games (2005), and T. E.
/// Plambeck, A. N. Siegel (2008) for the quotients: that of Kayles has 40 elements.
TEST(TheoremVerb, ProvesPeriodsAndQuotientsWhereMovesSplitHeaps) {
  const json kayles = json::parse(run_bouton(words("theorem kayles --format json")).out);
  EXPECT_EQ(kayles["proved"], true);
  EXPECT_EQ(kayles["refused"], nullptr);
  EXPECT_EQ(kayles["period"]["preperiod"], 71);
  EXPECT_EQ(kayles["period"]["period"], 12);
  EXPECT_EQ(kayles["quotient"], nullptr);
  const Result text = run_bouton(words("theorem octal -p code=0.07"));
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_NE(text.out.find("Grundy values of heaps: period 34 from 53 on, proved by Guy-Smith"), std::string::npos) << text.out;
  const json misere = json::parse(run_bouton(words("theorem kayles --play misere --format json")).out);
  EXPECT_EQ(misere["proved"], true);
  EXPECT_EQ(misere["quotient"], 40);
  EXPECT_EQ(misere["period"]["period"], 12);
  // Of a wild game nothing is claimed: Dawson's Kayles has 638 elements at heap 33, and more from there on.
  const Result wild = run_bouton(words("theorem dawsons-kayles --play misere"));
  EXPECT_EQ(wild.code, 1);
  EXPECT_NE(wild.out.find("no theorem"), std::string::npos) << wild.out;
}

TEST(TheoremVerb, WritesTheProofOfAPeriodAndNoAutomatonOfIt) {
  const TemporaryDirectory directory;
  const std::string proof = (directory / "kayles.proof").native();
  EXPECT_EQ(run_bouton(words("theorem kayles --certificate " + proof)).code, 0);
  EXPECT_EQ(run_bouton(words("verify --certificate " + proof)).code, 0);
  const Result drawn = run_bouton(words("theorem kayles --dot " + (directory / "k.dot").native()));
  EXPECT_NE(drawn.code, 0);
  EXPECT_NE(drawn.err.find("there is no automaton to write"), std::string::npos) << drawn.err;
}

/// A row at a time by an automaton, and the whole box by a table: the same positions in the same order.
TEST(TheoremVerb, TellsThePPositionsOfABoxAsTablesDo) {
  for (const char* box :
       {"wythoff 10:50 7:30", "flip-flop 15 13 1 0:1", "attrition 40 40", "misere-nim 9 9", "silver-dollar 9 9"}) {
    const Result by_theorem = run_bouton(words(fmt::format("positions {} --method theorem", box)));
    const Result by_table = run_bouton(words(fmt::format("positions {} --method table", box)));
    EXPECT_EQ(by_theorem.code, 0) << by_theorem.err;
    EXPECT_FALSE(by_theorem.out.empty());
    EXPECT_EQ(by_theorem.out, by_table.out) << box;
  }
}

/// 618033 = floor(10^6 / phi): the pairs with floor(n phi) + n <= 10^6 are those with n <= 381966, each in both orders, and
/// 0,0.
TEST(TheoremVerb, TellsThePPositionsOfABoxThatNoTableHolds) {
  const Result result = run_bouton(words("positions wythoff 1000000 1000000 --count --method theorem"));
  EXPECT_EQ(result.out, fmt::format("{}\n", 2 * 381966 + 1)) << result.err;
}

}  // namespace
}  // namespace bouton::cli
