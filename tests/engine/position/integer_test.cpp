#include "engine/position/integer.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>

namespace bouton {
namespace {

TEST(ParseInteger, TakesDecimalDigitsWithASign) {
  EXPECT_EQ(parse_integer("0"), Integer(0));
  EXPECT_EQ(parse_integer("-17"), Integer(-17));
  EXPECT_EQ(parse_integer("+17"), Integer(17));
  EXPECT_EQ(parse_integer("007"), Integer(7));
  EXPECT_EQ(parse_integer("123456789012345678901234567890"), Integer("123456789012345678901234567890"));
}

TEST(ParseInteger, RefusesEverythingElse) {
  for (const char* text : {"", "-", "+", "--1", "1.0", "0x10", " 1", "1 ", "1e3", "ten"})
    EXPECT_EQ(parse_integer(text), std::nullopt) << text;
}

RC_GTEST_PROP(Narrow, UndoesWiden, (Coordinate value)) { RC_ASSERT(narrow(widen(value)) == value); }

TEST(Narrow, KnowsTheEndsOf64Bits) {
  constexpr Coordinate kGreatest = std::numeric_limits<Coordinate>::max();
  constexpr Coordinate kLeast = std::numeric_limits<Coordinate>::min();
  EXPECT_EQ(narrow(widen(kGreatest)), kGreatest);
  EXPECT_EQ(narrow(widen(kLeast)), kLeast);
  EXPECT_EQ(narrow(Integer(widen(kGreatest) + 1)), std::nullopt);
  EXPECT_EQ(narrow(BigPosition{1, widen(kLeast) - 1}), std::nullopt);
}

}  // namespace
}  // namespace bouton
