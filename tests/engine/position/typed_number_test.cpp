#include "engine/position/typed_number.h"

#include <string>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace bouton {
namespace {

TEST(ParseNumber, TakesWhatPeopleType) {
  EXPECT_EQ(parse_number("17"), Integer(17));
  EXPECT_EQ(parse_number("-17"), Integer(-17));
  EXPECT_EQ(parse_number("1_000_000"), Integer(1'000'000));
  EXPECT_EQ(parse_number("1e6"), Integer(1'000'000));
  EXPECT_EQ(parse_number("3E2"), Integer(300));
  EXPECT_EQ(parse_number("-2e1_0"), Integer(-20'000'000'000));
  EXPECT_EQ(parse_number("10^6"), Integer(1'000'000));
  EXPECT_EQ(parse_number("2^64"), Integer("18446744073709551616"));
  EXPECT_EQ(parse_number("-3^2"), Integer(-9));
  EXPECT_EQ(parse_number("7^0"), Integer(1));
  EXPECT_EQ(parse_number("0^0"), Integer(1));
  EXPECT_EQ(parse_number("0^5"), Integer(0));
  EXPECT_EQ(parse_number("1^99999999999999999999"), Integer(1));
  EXPECT_EQ(parse_number("10^40"), Integer("1" + std::string(40, '0')));
}

TEST(ParseNumber, RefusesEverythingElse) {
  for (const char* text : {"",
                           "-",
                           "_1",
                           "1_",
                           "1__0",
                           "1.5e3",
                           "1e",
                           "e6",
                           "1e-3",
                           "1e+3",
                           "2^",
                           "^2",
                           "2^-1",
                           "2^3^4",
                           "1e2e3",
                           "0x10",
                           " 1",
                           "1 ",
                           "ten",
                           "10^1000001",
                           "2^99999999999999999999",
                           "1e99999999999"})
    EXPECT_EQ(parse_number(text), std::nullopt) << text;
}

RC_GTEST_PROP(ParseNumber, ReadsWhatParseIntegerReads, (Coordinate value)) {
  const std::string text = std::to_string(value);
  RC_ASSERT(parse_number(text) == parse_integer(text));
}

}  // namespace
}  // namespace bouton
