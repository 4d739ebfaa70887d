// Dots and Boxes against play line by line, by how many boxes more the player to move takes from a drawing on.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/extent.h"
#include "tests/rules/game_under_test.h"

namespace bouton {
namespace {

/// Drawings of so many boxes side by side and above each other; a set of lines is a bit mask, row by row.
class Boxes {
 public:
  Boxes(int columns, int rows) : columns_(columns), rows_(rows) {
    for (int row = 0; row < rows; ++row)
      for (int column = 0; column < columns; ++column) {
        const int above = row * (2 * columns + 1) + column;
        boxes_.push_back(1U << above | 1U << (above + columns) | 1U << (above + columns + 1) | 1U << (above + 2 * columns + 1));
      }
    lines_ = rows * (2 * columns + 1) + columns;
    most_.resize(std::size_t{1} << lines_);
  }

  int lines() const { return lines_; }
  /// By how many boxes the player to move gets more than the other one, from here to the end.
  int most(unsigned drawn) {
    if (drawn + 1 == 1U << lines_) return 0;
    std::optional<int>& known = most_[drawn];
    if (known) return *known;
    int best = -static_cast<int>(boxes_.size()) - 1;
    for (int line = 0; line < lines_; ++line) {
      if ((drawn >> line & 1) != 0) continue;
      const unsigned after = drawn | 1U << line;
      const auto taken = static_cast<int>(
          std::ranges::count_if(boxes_, [&](unsigned box) { return (box >> line & 1) != 0 && (after & box) == box; }));
      best = std::max(best, taken > 0 ? taken + most(after) : -most(after));
    }
    known = best;
    return best;
  }
  Outcome outcome(unsigned drawn, int lead) {
    const int all = lead + most(drawn);
    return all > 0 ? Outcome::N : all < 0 ? Outcome::P : Outcome::draw;
  }
  /// As people type it, for a player who is so many boxes ahead.
  std::string text(unsigned drawn, int lead) const {
    std::string text;
    int line = 0;
    for (int row = 0; row <= 2 * rows_; ++row) {
      if (row > 0) text += '/';
      const bool across = row % 2 == 0;
      for (int column = 0; column < columns_ + (across ? 0 : 1); ++column, ++line)
        text += (drawn >> line & 1) == 0 ? '.' : across ? '_' : '|';
    }
    return lead == 0 ? text : text + fmt::format(":{:+}", lead);
  }

 private:
  int columns_, rows_, lines_ = 0;
  std::vector<unsigned> boxes_;           ///< the lines of each
  std::vector<std::optional<int>> most_;  ///< of each set of lines
};

void expect_agreement(int columns, int rows, unsigned step) {
  GameUnderTest game("dots-and-boxes");
  Boxes boxes(columns, rows);
  for (unsigned drawn = step - 1; drawn < 1U << boxes.lines(); drawn += step)
    for (int lead = -2; lead <= 2; ++lead) {
      const std::string text = boxes.text(drawn, lead);
      ASSERT_EQ(game.solver().outcome({{0, parse_position(game.game(), text)}}), boxes.outcome(drawn, lead)) << text;
    }
}

// Takes some 4 s: 4096 drawings of four boxes and 1024 of three are asked about with five leads each, and Lua lists the moves
// and the normal forms of all of them.
TEST(DotsAndBoxes, EveryDrawingOfUpToFourBoxes) {
  expect_agreement(1, 1, 1);
  expect_agreement(2, 1, 1);
  expect_agreement(1, 3, 1);
  expect_agreement(2, 2, 1);
}

/// One set of lines in 2,003, in the usual form in 8,009, but for that of no lines, which takes long.
TEST(DotsAndBoxesSlow, DrawingsOfSixBoxes) { expect_agreement(3, 2, test::is_long() ? 2'003 : 8'009); }

RC_GTEST_PROP(DotsAndBoxes, DrawingsAreReadAsTheyAreShown, ()) {
  static const auto game = GameUnderTest::load("dots-and-boxes");
  const int columns = *rc::gen::inRange(1, 4), rows = *rc::gen::inRange(1, 4);
  std::string text;
  for (int row = 0; row <= 2 * rows; ++row) {
    if (row > 0) text += '/';
    const bool across = row % 2 == 0;
    for (int column = 0; column < columns + (across ? 0 : 1); ++column)
      text += *rc::gen::arbitrary<bool>() ? '.' : across ? '_' : '|';
  }
  const int lead = *rc::gen::inRange(-9, 10);
  if (lead != 0) text += fmt::format(":{:+}", lead);
  RC_ASSERT(show_position(*game, parse_position(*game, text)) == text);
}

TEST(DotsAndBoxes, RefusesWhatIsNoDrawing) {
  const auto game = GameUnderTest::load("dots-and-boxes");
  const auto error = [&](const char* text) -> std::string {
    try {
      parse_position(*game, text);
    } catch (const RequestError& request) {
      return request.what();
    }
    return "taken";
  };
  EXPECT_EQ(error("../.../.."), "taken");
  EXPECT_NE(error("../../..").find("row 2 has 2 lines, not 3"), std::string::npos) << error("../../..");
  EXPECT_NE(error("|./.../..").find("'|' in row 1 is not a line that lies there"), std::string::npos);
  EXPECT_NE(error("../...").find("the last row lies below boxes"), std::string::npos);
  EXPECT_NE(error("../.../..:").find("how many boxes the player to move is ahead"), std::string::npos);
}

}  // namespace
}  // namespace bouton
