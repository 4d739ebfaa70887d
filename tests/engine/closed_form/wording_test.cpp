#include "engine/closed_form/wording.h"

#include <gtest/gtest.h>

namespace bouton {
namespace {

TEST(Wording, ShortensLongNumbers) {
  EXPECT_EQ(brief(Integer("1234567890123456789012345678901234567890")), "1234567890123456789012345678901234567890");
  EXPECT_EQ(brief(Integer("12345678901234567890123456789012345678901")), "123456789012...012345678901 (41 digits)");
  for (const std::size_t digits : {42U, 43U, 100U, 5000U}) {
    for (const std::string begin : {"100000000000", "999999999999", "987654321098"}) {
      const std::string text = begin + std::string(digits - 24, '0') + "000000000123";
      EXPECT_EQ(brief(Integer(text)), begin + "...000000000123 (" + std::to_string(digits) + " digits)");
    }
  }
}

TEST(Wording, JoinsAndNamesWhatIsTaken) {
  EXPECT_EQ(joined({}), "");
  EXPECT_EQ(joined({"a"}), "a");
  EXPECT_EQ(joined({"a", "b", "c"}), "a, b and c");
  EXPECT_EQ(taken({3, 4, 5}, {1, 4, 2}, Domain::piles({.name = "a"})), "take 2 from a[1] and 3 from a[3]");
}

TEST(Wording, AddsHeapsInBinary) {
  using Rows = std::vector<std::vector<std::string>>;
  EXPECT_EQ(nim_sum_table({{"x", 3}, {"y", 12}}), (Rows{{"x", "3", "0011"}, {"y", "12", "1100"}, {"nim-sum", "15", "1111"}}));
  EXPECT_EQ(nim_sum_table({}), Rows());
  EXPECT_EQ(nim_sum_table({{"x", Integer(1) << 60}}), Rows());
  EXPECT_EQ(nim_sum_table({{"x", Integer(1) << 59}}).size(), 2U);
}

}  // namespace
}  // namespace bouton
