// `bouton why` as a person reads it.
#include <algorithm>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/bindings/cli/program.h"

namespace bouton::cli {
namespace {

std::string why(const std::string& words_after) {
  const Result result = run_bouton(words("why " + words_after));
  EXPECT_EQ(result.code, 0) << words_after << result.err;
  EXPECT_EQ(result.err, "") << words_after;
  return result.out;
}

bool mentions(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

/// The text with its line ends as blanks, to look for sentences in.
std::string on_one_line(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return text;
}

TEST(Why, EndsInTheWinningMove) {
  EXPECT_EQ(why("wythoff 29,51"),
            "wythoff 29,51\n"
            "N: the player to move wins; 37 moves remain with best play.\n"
            "Theorem: Wythoff (1907): P iff the heaps are floor(n phi) and floor(n phi) + n\n"
            "for some n >= 0.\n"
            "The heaps differ by 22; the pair that differs by 22 is (35, 57).\n"
            "Pair n is (a_n, b_n), with a_n = n phi rounded down, phi = 1.618..., and b_n =\n"
            "a_n + n: (0, 0), (1, 2), (3, 5), (4, 7), (6, 10), ... Every number above 0 is in\n"
            "exactly one of them, and whoever moves from a pair loses.\n"
            "29 is below 35, so that pair is out of reach: moves only make heaps smaller.\n"
            "29 = a_18 and 51 = a_32: case B of Verkhovsky (2010), with k = 18 = 29/phi\n"
            "rounded up.\n"
            "The heap of 29 is in the pair (29, 47). So the P-position in reach is (29, 47):\n"
            "take 4 from L, the larger heap.\n"
            "The winning move: vertical to 29,47.\n");
  EXPECT_TRUE(mentions(on_one_line(why("nim 3 5 6")), "Theorem: Bouton (1901): the Grundy value is the nim-sum of the heaps."));
  EXPECT_TRUE(why("nim 3 4 5")
                  .ends_with("  nim 3    3  011\n"
                             "  nim 4    4  100\n"
                             "  nim 5    5  101\n"
                             "  nim-sum  2  010\n"
                             "What matters is nim 3: moved to Grundy value 1, it makes the nim-sum 0.\n"
                             "The winning move: in nim 3: to 1.\n"));
}

TEST(Why, SpeaksInTheTermsOfTheGame) {
  const struct {
    const char* position;
    const char* sentence;
  } kExamples[] = {
      {"wythoff 51,29", "So the P-position in reach is (47, 29): take 4 from S, the larger heap."},
      {"wythoff 19,26", "so that pair is in reach: take 8 from both, to (11, 18)."},
      {"wythoff 15,32", "15 = b_6 and 32 = a_20: case D of Verkhovsky (2010), with i = 6 = 15/phi^2 rounded up."},
      {"wythoff 11,18", "This is that pair (case A, n = 7)."},
      {"attrition 2,2", "the pair that differs by 0 is (2, 2)"},
      {"attrition 4,5", "so that pair is in reach: take 4 from both, to (0, 1)."},
      {"flip-flop 29,51", "The goal in force is the normal one: whoever takes the last one wins."},
      {"take-away 20",
       "n = 20 = 13 + 5 + 2, the greatest term first and so on for the rest: |20| = 3 terms, the least of them 2."},
      {"take-away 20,1", "No more than limit = 1 may be taken, less than that least term."},
      {"misere-nim 1,1,5", "So take 4 from a[3]: that leaves an odd number of heaps of 1"},
      {"nim 1 1 5 --play misere", "The winning move: in nim 5: to 1."},
      {"staircase 2,5,9", "So take 2 from a[3], which takes them from this difference."},
      {"moore 2,3,4", "So take 1 from a[2] and 2 from a[3]: in 2,2,2 it is true"},
      {"euclid 43,26", "So take 26 from a: that leaves 26 and 17, which is lost for the opponent."},
      {"subtraction 21", "n = 21 is 1 more than a multiple of 4. So take 1"},
      {"twenty-one 2", "The next of them after 2 is 4: say the next 2 numbers."},
      {"copycat 21 -p m=5", "whoever moves loses at the heaps with n mod 13 = 0 or 7."},
      {"copycat 1,1", "From n = 1 (1 mod 4) only taking 1 would win, and that many were just taken."},
      {"nimrod 25,9", "There r - 1 wins: take 8. What is left, 17, lies in sector D_1"},
      {"nimrod 20", "the position is in the core, about p > r^2/2, for which no formula is known."},
      {"kayles 13",
       "From 71 on the values repeat every 12 heaps: they do up to heap 167, and by the theorem of Guy and Smith (1956)"},
      {"kayles 1000", "n = 1000 is 76 + 77 * 12, so its value is that of heap 76."},
      {"kayles 9", "The move one to 4 + 4 leaves heaps of the values 1 and 1, whose nim-sum is 0: whoever moves there loses."},
      {"dawsons-kayles 9", "they have 1, 3. So every move leaves another value than 0, and the answer makes it 0 again."},
      {"lasker 103", "15, 16, 17, 18, 19, ... The move"},
      {"misere-nim 3,4 1,1", "Theorem: Bouton (1901): P iff the nim-sum is 0 where some heap is above 1"},
      {"misere-nim 3,4 1,1", "The winning move: in misere-nim 3,4: to 3,3."},
      {"mark 100000000000000000000", "halve to 12500000000000000000 The winning move: halve to 50000000000000000000."},
      {"cram -p rows=5 -p columns=5 ...../...../...../...../.....", "parts that no move joins are a sum"},
      {"mark 12", "This move leads to a P-position, where whoever moves loses: halve to 6."},
      {"wythoff 3,5 --play misere", "Every move is answered by one to a P-position again, and so on until no move is left:"},
      {"pass-nim 2,3", "These hold the draw: a to 1,3, b to 2,2, b to 2,1 and pass to 2,3."},
  };
  for (const auto& [position, sentence] : kExamples) {
    const std::string text = on_one_line(why(position));
    EXPECT_TRUE(mentions(text, sentence)) << text;
  }
}

/// What one move does in several components is joined otherwise than several moves.
TEST(Why, TellsThePartsOfAMoveFromMoves) {
  EXPECT_TRUE(
      mentions(on_one_line(why("nim 1 2 --sum shortened-selective")),
               "A winning move: in nim 1: to 0 and in nim 2: to 1; others: in nim 1: to 0 and in nim 2: to 0; in nim 1: to 0; "
               "in nim 2: to 0."));
}

TEST(Why, IsJsonWhereThatIsAskedFor) {
  const nlohmann::json found = nlohmann::json::parse(why("wythoff 29,51 --format json"));
  EXPECT_EQ(found["game"], "wythoff");
  EXPECT_EQ(found["position"], nlohmann::json::parse("[[29, 51]]"));
  EXPECT_EQ(found["outcome"], "N");
  EXPECT_EQ(found["move"], nlohmann::json::parse(R"({"component": 0, "label": "vertical", "to": [[29, 47]]})"));
  EXPECT_EQ(found["reason"].back(), "The winning move: vertical to 29,47.");
  EXPECT_EQ(nlohmann::json::parse(why("nim 1 1 --format json"))["move"], nullptr);
}

TEST(Why, AnswersMovesByTheirImages) {
  const TemporaryDirectory directory;
  directory.write("two.lua",
                  "return game { position = { 'a', 'b' }, moves = function(a, b)\n"
                  "  for t = 1, a do if t % 3 > 0 then move.left(a - t, b) end end\n"
                  "  for t = 1, b do if t % 3 > 0 then move.right(a, b - t) end end end }\n");
  const auto reason = [&](const std::string& position) {
    const Result result = run_bouton(words("why " + position), "", directory.path());
    EXPECT_EQ(result.code, 0) << result.err;
    return on_one_line(result.out);
  };
  EXPECT_TRUE(mentions(reason("cram 4x6"), "Here the board is its own image under a half turn (a1 with f4, "))
      << reason("cram 4x6");
  EXPECT_TRUE(mentions(reason("cram 4x6"), "Answer across a1-b1 by across e4-f4, for example.")) << reason("cram 4x6");
  EXPECT_TRUE(mentions(reason("cram 20x20"), "So mirror: answer each move by its image."));
  EXPECT_TRUE(mentions(reason("cram 3x4"), "After across b2-c2 the board is its own image under a half turn"));
  EXPECT_TRUE(mentions(reason("cram 3x4"), "winning move: across b2-c2"));
  const std::string equal = reason("two.lua 1000000007,1000000007");
  EXPECT_TRUE(mentions(equal, "are equal in pairs (a with b)")) << equal;
  EXPECT_TRUE(mentions(reason("two.lua 5,5"), "Answer left to 4,5 by right to 4,4, for example."));
  EXPECT_TRUE(mentions(reason("two.lua 7,5"), "After left to 5,5 the numbers that can change are equal in pairs"));
  EXPECT_FALSE(mentions(reason("cram 3x3"), "mirror"));
}

TEST(Why, HasTheImagesOfMovesInJson) {
  const nlohmann::json found = nlohmann::json::parse(why("cram 2x2 --format json"));
  EXPECT_EQ(found["mirror"], nlohmann::json::parse(R"({"symmetry": "a half turn", "image": [3, 2, 1, 0]})"));
  EXPECT_FALSE(nlohmann::json::parse(why("cram 3x3 --format json")).contains("mirror"));
}

TEST(Why, ShortensNumbersThatNobodyReads) {
  const std::string huge = "1" + std::string(99, '0');
  EXPECT_TRUE(mentions(on_one_line(why("wythoff 0," + huge)), "take 100000000000...000000000000 (100 digits) from L"));
}

TEST(Why, RefusesWhatSolveRefuses) {
  EXPECT_EQ(run_bouton(words("why")).code, 2);
  EXPECT_EQ(run_bouton(words("why wythoff 1")).code, 2);
  EXPECT_EQ(run_bouton(words("why wythoff 1,2,3")).code, 2);
}

}  // namespace
}  // namespace bouton::cli
