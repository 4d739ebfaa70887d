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

RC_GTEST_PROP(NarrowUnsigned, UndoesWidenUnsigned, (std::uint64_t value)) {
  RC_ASSERT(narrow_unsigned(widen_unsigned(value)) == value);
  RC_ASSERT(widen_unsigned(value).get_str() == std::to_string(value));
}

TEST(NarrowUnsigned, KnowsTheEndsOf64Bits) {
  constexpr std::uint64_t kGreatest = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(narrow_unsigned(widen_unsigned(kGreatest)), kGreatest);
  EXPECT_EQ(narrow_unsigned(Integer(widen_unsigned(kGreatest) + 1)), std::nullopt);
  EXPECT_EQ(narrow_unsigned(Integer(-1)), std::nullopt);
  EXPECT_EQ(narrow_unsigned(Integer(0)), 0U);
}

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
