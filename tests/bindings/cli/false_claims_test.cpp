// A rule file whose claim is false: whatever is asked about the game ends in the error of its line; what asks nothing does not.
#include <gtest/gtest.h>

#include "tests/bindings/cli/program.h"

namespace bouton::cli {
namespace {

constexpr const char* kFormula =
    "return game {\n  position = { 'n' },\n  example = { 5 },\n"
    "  moves = function(n) if n > 0 then move(n - 1) end end,\n  closed_form = 'nim' }\n";
constexpr const char* kFormulaError = "bouton: bad.lua:5: closed_form says that 2 is N, by the moves it is P\n";

constexpr const char* kCode =
    "return game {\n  position = { 'n' },\n  example = { 5 },\n"
    "  moves = function(n) if n > 0 then move(n - 1) end end,\n  heap = { code = '0.77' } }\n";
constexpr const char* kCodeError = "bouton: bad.lua:5: heap says that the moves are those of 0.77; those of heap 2 are not\n";

TEST(FalseClaims, AreErrorsOfWhateverIsAsked) {
  for (const auto& [text, error] : {std::pair(kFormula, kFormulaError), std::pair(kCode, kCodeError)}) {
    const TemporaryDirectory folder;
    folder.write("bad.lua", text);
    for (const char* line : {"solve bad.lua 9",
                             "solve bad.lua 9 9",
                             "solve bad.lua 9 --play misere",
                             "table bad.lua 9",
                             "positions bad.lua 9",
                             "sequence bad.lua 9",
                             "sequence bad.lua 9 --period",
                             "sequence bad.lua 9 --only period",
                             "sequence bad.lua 2000000 --format csv",
                             "graph bad.lua 9",
                             "match bad.lua 9 --players random,random",
                             "match bad.lua 9 --players perfect,random",
                             "explain bad.lua",
                             "explain bad.lua 9",
                             "why bad.lua 9",
                             "quotient bad.lua 9",
                             "genus bad.lua 9",
                             "theorem bad.lua",
                             "discover bad.lua",
                             "play bad.lua 9"}) {
      const Result result = run_bouton(words(line), "", folder.path());
      EXPECT_EQ(result.code, 2) << line;
      EXPECT_EQ(result.err, error) << line;
      EXPECT_EQ(result.out, "") << line;
    }
    const Result survey = run_bouton(words("survey bad.lua 9 --format csv"), "", folder.path());
    EXPECT_EQ(survey.code, 0) << survey.err;
    const std::string said = std::string(error).substr(sizeof("bouton: ") - 1);
    EXPECT_NE(survey.out.find(said.substr(0, said.find(';') == std::string::npos ? said.size() - 1 : said.find(';'))),
              std::string::npos)
        << survey.out;
  }
}

TEST(FalseClaims, KeepNoFileFromBeingLookedAt) {
  const TemporaryDirectory folder;
  folder.write("bad.lua", kFormula);
  const Result card = run_bouton(words("games bad.lua"), "", folder.path());
  EXPECT_EQ(card.code, 0) << card.err;
  const Result verified = run_bouton(words("verify bad.lua"), "", folder.path());
  EXPECT_EQ(verified.code, 1) << verified.err;
  EXPECT_NE(verified.out.find("(bad.lua:5)"), std::string::npos) << verified.out;
}

}  // namespace
}  // namespace bouton::cli
