// The verb discover.
#include <algorithm>
#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "engine/system/certificate_text.h"
#include "tests/bindings/cli/program.h"
#include "tests/temporary_directory.h"

namespace bouton::cli {
namespace {

using nlohmann::json;

TEST(DiscoverVerb, WythoffHasATheoremAndConjectures) {
  const Result result = run_bouton(words("discover wythoff"));
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_NE(result.out.find("  proved      P-positions: S and L are, in some order, floor(n phi)"), std::string::npos);
  EXPECT_NE(result.out.find("  proved      P-positions: about (3 - sqrt(5)) N with numbers below N"), std::string::npos);
  EXPECT_NE(result.out.find("  proved      for S = 0, ..., 5 the Grundy values are periodic in L"), std::string::npos);
  EXPECT_NE(result.out.find("S = 5: period 24, saltus 24, from 27 on), and with S and L exchanged"), std::string::npos);
  EXPECT_EQ(result.out.find("conjecture"), std::string::npos) << result.out;
}

/// What `discover` says of other games about a rule file.
std::vector<json> disguises_of(const std::string& rule, const std::string& more = "") {
  const TemporaryDirectory directory;
  directory.write("mine.lua", rule);
  const Result result = run_bouton(words("discover mine.lua --format json" + more), "", directory.path());
  EXPECT_EQ(result.code, 0) << result.err;
  return json::parse(result.out)["disguises"];
}

const json* named(const std::vector<json>& found, const char* key, const char* name) {
  const auto at = std::ranges::find_if(found, [&](const json& one) { return one[key] == name; });
  return at == found.end() ? nullptr : &*at;
}

TEST(DiscoverVerb, ARowOfCannibalClobberIsShortCode) {
  const std::vector<json> found = disguises_of(
      "local n = param('n', 5)\n"
      "return game { position = board(1, n, 'x.'), start = 'n', moves = function(b)\n"
      "  for r, c in b:cells() do for d = -1, 1, 2 do\n"
      "    if b:at(r, c) == 0 and b:at(r, c + d) == 0 then move(b:with(r, c, 1)) end end end end }\n");
  const json* code = named(found, "code", "0.6");
  ASSERT_NE(code, nullptr) << json(found);
  EXPECT_EQ((*code)["shift"], 0);
  EXPECT_EQ((*code)["proved"], false);
}

TEST(DiscoverVerb, KaylesOnABoardIsKaylesOfHeaps) {
  const std::vector<json> found = disguises_of(
      "local n = param('n', 5)\n"
      "return game { position = board(1, n, '|.'), start = 'n', moves = function(b)\n"
      "  for r, c in b:cells() do if b:at(r, c) == 0 then move(b:with(r, c, 1))\n"
      "    if b:at(r, c + 1) == 0 then move(b:with(r, c, 1, r, c + 1, 1)) end end end end }\n");
  const json* kayles = named(found, "game", "kayles");
  ASSERT_NE(kayles, nullptr) << json(found);
  EXPECT_EQ((*kayles)["code"], "0.77");
  EXPECT_EQ((*kayles)["shift"], 0);
  EXPECT_EQ((*kayles)["from"], 1);  // there is no row of no squares
}

TEST(DiscoverVerb, ARuleThatIsACodeIsProvedToBeIt) {
  const std::vector<json> found = disguises_of(
      "return game { position = { 'n' }, moves = function(n)\n"
      "  for a = 1, n // 2 do if n - 2 >= a then split(a, n - 2 - a) end end\n"
      "  if n == 2 then move(0) end if n > 2 then move(n - 2) end end }\n");
  ASSERT_FALSE(found.empty());
  for (const json& one : found) EXPECT_EQ(one["proved"], true) << one;
}

/// The game of docs/theorems.md with one more move than Wythoff's, and the same P-positions.
TEST(DiscoverVerb, TheLeapLeavesThePPositionsOfWythoff) {
  const std::vector<json> found = disguises_of(
      "return game { position = { 'x', 'y' }, symmetric = true, moves = function(x, y)\n"
      "  for t = 1, x do move(x - t, y) end\n"
      "  for t = 1, y do move(x, y - t) end\n"
      "  for t = 1, math.min(x, y) do move(x - t, y - t) end\n"
      "  if x >= 3 and y >= 4 then move(x - 3, y - 4) end\n"
      "  if x >= 4 and y >= 3 then move(x - 4, y - 3) end end }\n");
  const auto lost = std::ranges::find_if(found, [](const json& one) { return one["kind"] == "outcomes"; });
  ASSERT_NE(lost, found.end()) << json(found);
  EXPECT_EQ((*lost)["proved"], true) << json(found);
  EXPECT_EQ((*lost)["shift"], nullptr);
}

/// Cells of a board are coordinates of few values each, and have too many of them together for a part each: nothing is looked
/// for in tables then.
TEST(DiscoverVerb, EndsOnBoardsOfManyCells) {
  const TemporaryDirectory directory;
  directory.write(
      "cells.lua",
      "return game { position = board('any', 'any', '.X'), example = '8x8',\n"
      "  moves = function(b) for r, c in b:cells() do if b:at(r, c) == 0 then move(b:with(r, c, 1)) end end end }\n");
  const Result result = run_bouton(words("discover cells.lua --memory 64M"), "", directory.path());
  EXPECT_EQ(result.code, 1) << result.err;
  EXPECT_TRUE(holds(result.out, "no theorem")) << result.out;
}

/// Row 1 of Nimrod: gaps 2 and 3, never 2 2 nor 3 3 3; 38,703,820 of the numbers to 10^8 are lost.
TEST(DiscoverVerbSlow, NimrodHasProvedWordsOfItsRows) {
  const TemporaryDirectory directory;
  const auto run = [&](const std::string& line) { return run_bouton(words(line), "", directory.path()); };
  const json answer = json::parse(run("discover nimrod --format json --certificate proofs").out);
  const json* row = nullptr;
  for (const json& theorem : answer["theorems"])
    if (theorem["kind"] == "row words" && theorem["where"] == "r = 1") row = &theorem;
  ASSERT_NE(row, nullptr);
  EXPECT_EQ((*row)["proved"], true);
  EXPECT_EQ((*row)["gaps"], json::parse("[2, 3]"));
  const json& impossible = (*row)["impossible"];
  for (const char* word : {"[2, 2]", "[3, 3, 3]", "[2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2]"})
    EXPECT_NE(std::ranges::find(impossible, json::parse(word)), impossible.end()) << word;
  EXPECT_EQ((*row)["density"], json::parse(R"(["3/8", "11/28"])"));
  EXPECT_LT(3.0 / 8, 0.3870382);
  EXPECT_GT(11.0 / 28, 0.3870382);
  bool conjectured = false;
  for (const json& conjecture : answer["conjectures"]) conjectured = conjectured || conjecture["kind"] == "row words";
  EXPECT_TRUE(conjectured);
  const Result good = run("verify --certificate proofs/words-1");
  EXPECT_EQ(good.code, 0);
  EXPECT_TRUE(good.out.starts_with("proved     nimrod, row 1: ")) << good.out;
  EXPECT_EQ(json::parse(run("verify --certificate proofs/words-1 --format json").out)["words"][1], "PP");
  // The same words of another row are not proved by it.
  std::string text = directory.read("proofs/words-1");
  const std::size_t lines = text.rfind("checksum");
  text = with_checksum(text.substr(0, lines).replace(text.find("\nrow 1\n"), 7, "\nrow 2\n"));
  directory.write("forged", text);
  const Result forged = run("verify --certificate forged");
  EXPECT_EQ(forged.code, 1);
  EXPECT_TRUE(forged.out.starts_with("WRONG      nimrod, row 2: the argument about NNN does not hold")) << forged.out;
}

/// The argument about 2 2 in the text of its proof.
TEST(DiscoverVerbSlow, WritesTheProofsOfWordsAsAText) {
  const json answer = json::parse(run_bouton(words("discover nimrod --proof --quiet --format json")).out);
  const std::string proof = answer["proof"].get<std::string>();
  for (const char* const line :
       {"THEOREM. Write P for each P-position of r = 1 and N for each other one, in the order of p. These words never occur:\n",
        "From (p, 2): to (p - 1, 1), (p - 2, 2), (p - 3, 3).\n",
        "Suppose that PNPNP stands from p = a on, where a is at least ", "   So the same word stands from a - 2 on, too: "})
    EXPECT_NE(proof.find(line), std::string::npos) << line << proof.substr(0, 3000);
  const Result none = run_bouton(words("discover wythoff --proof"));
  EXPECT_EQ(none.code, 2);
  EXPECT_NE(none.err.find("bouton theorem --proof"), std::string::npos) << none.err;
}

TEST(DiscoverVerb, WritesACertificateForEachThingThatIsProved) {
  const TemporaryDirectory directory;
  const auto run = [&](const std::string& line) { return run_bouton(words(line), "", directory.path()); };
  EXPECT_EQ(run("discover wythoff --certificate proofs").code, 0);
  for (const std::string file : {"theorem", "period-S-0", "period-S-5"})
    EXPECT_TRUE(run("verify --certificate proofs/" + file).out.starts_with("proved     wythoff")) << file;
}

TEST(DiscoverVerb, HasTheKeysThatArePromised) {
  const json answer = json::parse(run_bouton(words("discover take-away --format json")).out);
  EXPECT_EQ(answer["game"], "take-away");
  EXPECT_EQ(answer["theorem"]["proved"], true);
  EXPECT_EQ(answer["period"], nullptr);
  EXPECT_TRUE(answer["conjectures"].empty()) << answer["conjectures"];
  const json open = json::parse(run_bouton(words("discover take-away -p f=3*x --format json")).out)["conjectures"];
  const auto found = std::ranges::find(open, json("starts"), [](const json& one) { return one["where"]; });
  ASSERT_NE(found, open.end()) << open;
  const json& first = *found;
  EXPECT_EQ(first["kind"], "linear recurrence");
  EXPECT_EQ(first["proved"], false);
  EXPECT_EQ(first["failure"], nullptr);
  EXPECT_GT(first["holds_to"].get<int>(), first["found_to"].get<int>());
  EXPECT_GT(first["checked"].get<int>(), 0);
  EXPECT_NE(first["statement"].get<std::string>().find("h(i) = h(i-1) + h(i-4)"), std::string::npos);
}

/// Guy and Smith (1956): Kayles has period 12 from 71 on.
TEST(DiscoverVerb, KaylesHasAProvedPeriod) {
  const Result text = run_bouton(words("discover kayles"));
  EXPECT_EQ(text.code, 0);
  EXPECT_EQ(text.out.find("no theorem"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("  proved      Grundy values of heaps: period 12 from 71 on"), std::string::npos) << text.out;
  const json answer = json::parse(run_bouton(words("discover kayles --format json")).out);
  EXPECT_EQ(answer["period"]["preperiod"], 71);
  EXPECT_EQ(answer["period"]["period"], 12);
  EXPECT_EQ(answer["period"]["proved"], true);
}

/// Lost starts of own-limit Nim are Fibonacci numbers, which the theorem about all of its positions says.
TEST(DiscoverVerb, LeavesOutWhatATheoremImplies) {
  const TemporaryDirectory folder;
  folder.write("own-limit.lua",
               "return game { position = { 'n', 'last' }, start = function(n) return n, 0 end, moves = function(n, last)\n"
               "  local most = last == 0 and n - 1 or math.min(n, 2 * last)\n"
               "  for t = 1, most do move(n - t, t) end\n"
               "end }\n");
  const Result result = run_bouton(words("discover own-limit.lua"), "", folder.path());
  EXPECT_NE(result.out.find("  proved      P-positions: "), std::string::npos) << result.out;
  EXPECT_EQ(result.out.find("conjecture"), std::string::npos) << result.out;
}

/// What the rest of the table speaks against is no conjecture.
TEST(DiscoverVerb, LeavesOutWhatIsFalse) {
  const json answer = json::parse(run_bouton(words("discover subtract-a-prime --format json")).out);
  for (const json& conjecture : answer["conjectures"]) EXPECT_EQ(conjecture["failure"], nullptr) << conjecture;
  EXPECT_EQ(run_bouton(words("discover subtract-a-prime")).out.find("FALSE"), std::string::npos);
}

TEST(DiscoverVerb, SaysThatNothingWasFound) {
  const Result result = run_bouton(words("discover subtract-a-square"));
  EXPECT_EQ(result.code, 1);
  EXPECT_NE(result.out.find("  no conjecture of a known kind fits the tables\n"), std::string::npos) << result.out;
  EXPECT_EQ(run_bouton(words("discover misere-nim 0")).code, 2);
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

/// What is proved is not a conjecture, nor is what a proof speaks against.
// Takes some 4 s: the theorem of the game with 5 is proved by automata that are combined move by move, for each number that may
// have been taken last.
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

/// Schwenk (1970): with a multiple of what was taken, lost starts obey a recurrence in the end. With twice as many that is said
/// by a theorem about all positions; see LeavesOutWhatATheoremImplies.
TEST(DiscoverVerb, FindsTheRecurrencesOfTakeAwayGames) {
  const std::pair<const char*, const char*> kRecurrences[] = {{"3*x", "h(i) = h(i-1) + h(i-4)"},
                                                              {"4*x", "h(i) = h(i-1) + h(i-6)"}};
  for (const auto& [bound, recurrence] : kRecurrences) {
    const Result result = run_bouton({"discover", "take-away", "-p", std::string("f=") + bound});
    EXPECT_NE(result.out.find(recurrence), std::string::npos) << result.out;
  }
}

/// Each conjecture is looked at in tables that go further, by the command that the last line is.
TEST(DiscoverVerb, NamesACommandThatChecksFurther) {
  const TemporaryDirectory directory;
  directory.write("cut.lua",
                  "local least = param('least', 2, 'of a part')\n"
                  "return game { position = { 'n' }, moves = function(n)\n"
                  "  for t = 1, n do move(n - t) end\n"
                  "  for k = least, n // 2 do split(k, n - k) end\n"
                  "end }\n");
  for (const char* const line :
       {"discover lasker", "discover ./cut.lua -p least=1", "discover greedy-nim 2", "discover euclid --play misere"}) {
    SCOPED_TRACE(line);
    const json before = json::parse(run_bouton(words(std::string(line) + " --format json"), "", directory.path()).out);
    ASSERT_TRUE(before["check_further"].is_string());
    const std::string command = before["check_further"].get<std::string>();
    EXPECT_EQ(command.rfind("bouton " + std::string(line), 0), 0U) << command;
    EXPECT_TRUE(command.ends_with(" --further 2")) << command;
    const json after = json::parse(run_bouton(words(command.substr(7) + " --format json"), "", directory.path()).out);
    std::size_t found_again = 0;
    for (const json& conjecture : before["conjectures"])
      for (const json& later : after["conjectures"])
        if (conjecture["kind"] == later["kind"] && conjecture["where"] == later["where"]) {
          EXPECT_GT(later["holds_to"].get<std::int64_t>(), conjecture["holds_to"].get<std::int64_t>());
          ++found_again;
          break;
        }
    EXPECT_GT(found_again, 0U);
  }
  for (const char* const proved : {"discover kayles", "discover wythoff", "discover moore 3 -p k=2"})
    EXPECT_EQ(json::parse(run_bouton(words(std::string(proved) + " --format json")).out)["check_further"], nullptr) << proved;
  EXPECT_EQ(run_bouton(words("discover kayles --further 0")).code, 2);
  EXPECT_EQ(run_bouton(words("discover kayles --further 65")).code, 2);
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
