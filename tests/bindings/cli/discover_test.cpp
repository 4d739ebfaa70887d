// The verb discover.
#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/bindings/cli/program.h"

namespace bouton::cli {
namespace {

using nlohmann::json;

TEST(DiscoverVerb, WythoffHasATheoremAndConjectures) {
  const Result result = run_bouton(words("discover wythoff"));
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_NE(result.out.find("  proved      P-positions: S and L are, in some order, floor(n phi)"), std::string::npos);
  EXPECT_NE(result.out.find("  conjecture  for S = 0, ..., 5 the Grundy values are periodic in L"), std::string::npos);
  EXPECT_NE(result.out.find("not proved: found from numbers up to 599, holds up to 1199, 3600 more looked at"),
            std::string::npos)
      << result.out;
}

TEST(DiscoverVerb, HasTheKeysThatArePromised) {
  const json answer = json::parse(run_bouton(words("discover take-away --format json")).out);
  EXPECT_EQ(answer["game"], "take-away");
  EXPECT_EQ(answer["theorem"]["proved"], true);
  EXPECT_EQ(answer["period"], nullptr);
  ASSERT_FALSE(answer["conjectures"].empty());
  const json& first = answer["conjectures"][0];
  EXPECT_EQ(first["kind"], "linear recurrence");
  EXPECT_EQ(first["where"], "starts");
  EXPECT_EQ(first["proved"], false);
  EXPECT_EQ(first["failure"], nullptr);
  EXPECT_GT(first["holds_to"].get<int>(), first["found_to"].get<int>());
  EXPECT_GT(first["checked"].get<int>(), 0);
  EXPECT_NE(first["statement"].get<std::string>().find("h(i) = h(i-1) + h(i-2)"), std::string::npos);
}

/// Guy and Smith (1956): Kayles has period 12 from 71 on.
TEST(DiscoverVerb, KaylesHasAProvedPeriod) {
  const Result text = run_bouton(words("discover kayles"));
  EXPECT_EQ(text.code, 0);
  EXPECT_NE(text.out.find("  no theorem  a move splits the position ("), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("rules/kayles.lua:8)\n"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("  proved      Grundy values of heaps: period 12 from 71 on"), std::string::npos) << text.out;
  const json answer = json::parse(run_bouton(words("discover kayles --format json")).out);
  EXPECT_EQ(answer["period"]["preperiod"], 71);
  EXPECT_EQ(answer["period"]["period"], 12);
  EXPECT_EQ(answer["period"]["proved"], true);
}

TEST(DiscoverVerb, SaysThatNothingWasFound) {
  const Result result = run_bouton(words("discover subtract-a-square"));
  EXPECT_EQ(result.code, 1);
  EXPECT_NE(result.out.find("  no conjecture of a kind that is known fits the tables\n"), std::string::npos) << result.out;
  EXPECT_EQ(run_bouton(words("discover misere-nim")).code, 2);
  EXPECT_EQ(run_bouton(words("discover misere-nim 2")).code, 0);
}

/// What is true of several parts is said once.
TEST(DiscoverVerb, PartsAreNamed) {
  const json answer = json::parse(run_bouton(words("discover copycat --format json")).out);
  EXPECT_EQ(answer["theorem"]["sets"].size(), 4U);
  std::set<std::string> wheres;
  for (const json& theorem : answer["theorems"]) {
    EXPECT_EQ(theorem["proved"], true);
    if (theorem["kind"] == "period") wheres.insert(theorem["where"].get<std::string>());
  }
  EXPECT_TRUE(wheres.contains("starts"));                                            // outcomes
  EXPECT_TRUE(wheres.contains("starts; last = 0; last = 1")) << answer["theorems"];  // Grundy values
}

/// What is proved is no conjecture, nor is what a proof speaks against.
TEST(DiscoverVerb, ProvesFirst) {
  const Result wythoff = run_bouton(words("discover wythoff"));
  EXPECT_EQ(wythoff.out.find("there are about"), std::string::npos) << wythoff.out;
  EXPECT_EQ(wythoff.out.find("pairs a(n)"), std::string::npos) << wythoff.out;
  // D.U.D.E.N.E.Y. with 5 (Winning Ways, chapter 15): the starts 0 and 7 of 13 are lost.
  const Result copycat = run_bouton(words("discover copycat -p m=5"));
  EXPECT_EQ(copycat.code, 0);
  EXPECT_NE(copycat.out.find("  proved      starts: outcomes of heaps: period 13 from 0 on, proved by finite window"),
            std::string::npos)
      << copycat.out;
  EXPECT_NE(copycat.out.find("  proved      starts: Grundy values of heaps: period 13 from 28 on, proved by finite window"),
            std::string::npos)
      << copycat.out;
  EXPECT_EQ(copycat.out.find("conjecture  starts"), std::string::npos) << copycat.out;
}

/// Without a formula the period of the starts follows from the theorem: as copycat, in a rule of one's own.
TEST(DiscoverVerb, ProvesThePeriodOfStartsByTheTheorem) {
  const TemporaryDirectory folder;
  folder.write("mine.lua",
               "return game { position = { 'n', { 'last', max = 3 } }, start = function(n) return n, 0 end,\n"
               "  moves = function(n, last)\n"
               "    for t = 1, math.min(3, n) do if t ~= last then move(n - t, t) end end\n"
               "  end }\n");
  const Result result = run_bouton(words("discover mine.lua"), "", folder.path());
  EXPECT_NE(result.out.find("  proved      starts: outcomes of heaps: period 4 from 0 on, proved by automaton"),
            std::string::npos)
      << result.out;
  EXPECT_EQ(result.out.find("conjecture  starts"), std::string::npos) << result.out;
}

/// Schwenk (1970): with a multiple of what was taken, lost starts obey a recurrence in the end.
TEST(DiscoverVerb, FindsTheRecurrencesOfTakeAwayGames) {
  const std::pair<const char*, const char*> kRecurrences[] = {{"2*x", "h(i) = h(i-1) + h(i-2)"},
                                                              {"3*x", "h(i) = h(i-1) + h(i-4)"}};
  for (const auto& [bound, recurrence] : kRecurrences) {
    const Result result = run_bouton({"discover", "take-away", "-p", std::string("f=") + bound});
    EXPECT_NE(result.out.find(recurrence), std::string::npos) << result.out;
  }
}

/// Tables that take too much are named, the others are looked at: positions lead to limits up to the square of their size.
TEST(DiscoverVerb, SaysWhichTablesTakeTooMuch) {
  const Result result = run_bouton(words("discover take-away -p f=x*x"));
  EXPECT_NE(result.out.find("  left out    the Grundy values of "), std::string::npos) << result.out;
  const json answer = json::parse(run_bouton(words("discover take-away -p f=x*x --format json")).out);
  EXPECT_NE(answer["not_looked_at"].get<std::string>().find("the Grundy values of "), std::string::npos);
}

}  // namespace
}  // namespace bouton::cli
