// Reports on games: what they say, and that they are the same twice.
#include <stdlib.h>

#include <gtest/gtest.h>

#include "tests/bindings/cli/program.h"

namespace bouton::cli {
namespace {

class ReportVerb : public ::testing::Test {
 protected:
  ReportVerb() { setenv("SOURCE_DATE_EPOCH", "86400", 1); }
  ~ReportVerb() override { unsetenv("SOURCE_DATE_EPOCH"); }
};

bool has_part(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

/// Wythoff (1907); (3, 5) is the second of his pairs.
TEST_F(ReportVerb, SaysWhatIsKnownOfWythoffsGame) {
  const Result result = run_bouton(words("report wythoff 4,6"));
  EXPECT_EQ(result.code, 0) << result.err;
  for (const char* const part :
       {"# Wythoff's Nim\n", "Two heaps. Take any number from one heap, or the same number from both", "Play is normal",
        "(0,0), (1,2), (3,5), (4,7), (6,10), (8,13)", "| proved | P-positions: S and L are, in some order, floor(n phi)",
        "## How often a beginner wins", "level 3: the best move 3 times of 10", "## Exercises", "## Solution 3",
        "Bouton 1.0.0, 1970-01-02: bouton report wythoff 4,6"})
    EXPECT_TRUE(has_part(result.out, part)) << part << "\n" << result.out;
}

/// Everything is about as many heaps as were asked about.
TEST_F(ReportVerb, MapsAsManyHeapsAsWereAskedAbout) {
  const TemporaryDirectory directory;
  directory.write("heaps.lua",
                  "return game { position = piles('a'), symmetric = true, moves = function(a)\n"
                  "  for i = 1, #a do for v = 0, a[i] - 1 do move(a:with(i, v)) end end\n"
                  "end }\n");
  const Result result = run_bouton(words("report heaps.lua 2,1,1"), "", directory.path());
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_TRUE(has_part(result.out, "where the player to move loses. Here a\\[3\\] = 1.")) << result.out;
  EXPECT_TRUE(has_part(result.out, "\n(0,1,1), (2,3,1), (4,5,1), ")) << result.out;
}

TEST_F(ReportVerb, IsTheSameTwice) {
  const TemporaryDirectory directory;
  for (const char* const form : {"pdf", "html", "md"}) {
    for (const char* const name : {"a", "b"})
      EXPECT_EQ(run_bouton(words(fmt::format("report nim 3 4 5 -o {}.{}", name, form)), "", directory.path()).code, 0);
    EXPECT_EQ(directory.read(fmt::format("a.{}", form)), directory.read(fmt::format("b.{}", form))) << form;
    EXPECT_GT(directory.read(fmt::format("a.{}", form)).size(), 2000U);
    unsetenv("SOURCE_DATE_EPOCH");  // it is made again as of then
    const Result again = run_bouton(words(fmt::format("redo a.{}", form)), "", directory.path());
    EXPECT_TRUE(has_part(again.out, "result   the same\n")) << again.out << again.err;
    setenv("SOURCE_DATE_EPOCH", "86400", 1);
  }
  EXPECT_TRUE(directory.read("a.pdf").starts_with("%PDF"));
  EXPECT_TRUE(has_part(directory.read("a.html"), "@page{size:A4"));
  EXPECT_TRUE(has_part(run_bouton(words("report nim 3 4 5 --paper letter --format html")).out, "@page{size:letter"));
}

TEST_F(ReportVerb, IsOfBoardsAndGraphsToo) {
  for (const char* const line : {"report cram .../...", "report node-kayles", "report nim 3 --play misere"}) {
    const Result result = run_bouton(words(line));
    EXPECT_EQ(result.code, 0) << line << result.err;
    EXPECT_TRUE(has_part(result.out, "## The rules\n") && has_part(result.out, "## What playing is like\n"))
        << line << result.out;
  }
  EXPECT_TRUE(has_part(run_bouton(words("report nim 3 --play misere")).out, "misère: whoever cannot move wins"));
}

TEST_F(ReportVerb, RefusesWhatItCannotDo) {
  EXPECT_EQ(run_bouton({"report"}).err,
            "bouton: report: a GAME is missing (usage: bouton report GAME [POS...] -o FILE.pdf|html|md)\n");
  EXPECT_EQ(run_bouton(words("report nim 3 -o r.png")).code, 2);
  setenv("SOURCE_DATE_EPOCH", "yesterday", 1);
  EXPECT_EQ(run_bouton(words("report nim 3")).err,
            "bouton: SOURCE_DATE_EPOCH: 'yesterday' is not a number of seconds since 1970\n");
}

}  // namespace
}  // namespace bouton::cli
