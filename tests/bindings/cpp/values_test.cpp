#include <limits>
#include <string>

#include <gtest/gtest.h>

#include <bouton/errors.h>
#include <bouton/values.h>
#include <bouton/version.h>

namespace {

using bouton::Integer;
using bouton::Position;

constexpr std::uint64_t kGreatest = std::numeric_limits<std::uint64_t>::max();

TEST(CppInteger, OfAnySizeIsKeptWhole) {
  const std::string digits = "123456789012345678901234567890";
  EXPECT_EQ(Integer::parse(digits).text(), digits);
  EXPECT_FALSE(Integer::parse(digits).narrow());
  EXPECT_EQ(Integer(kGreatest).text(), "18446744073709551615");
  EXPECT_FALSE(Integer(kGreatest).narrow());
  EXPECT_EQ(Integer::parse("-17").narrow(), -17);
  EXPECT_EQ(Integer::parse("000000000000000000000000000000007"), Integer(7));
  EXPECT_EQ(Integer::parse(Integer(kGreatest).text()), Integer(kGreatest));
}

TEST(CppInteger, IsOrdered) {
  const std::vector<Integer> ascending = {Integer::parse("-100000000000000000000"),
                                          Integer::parse("-99999999999999999999"),
                                          std::numeric_limits<std::int64_t>::min(),
                                          -1,
                                          0,
                                          std::numeric_limits<std::int64_t>::max(),
                                          std::uint64_t{1} << 63,
                                          kGreatest,
                                          Integer::parse("18446744073709551616"),
                                          Integer::parse("100000000000000000000")};
  for (std::size_t i = 0; i < ascending.size(); ++i)
    for (std::size_t j = 0; j < ascending.size(); ++j) EXPECT_EQ(ascending[i] <=> ascending[j], i <=> j) << i << " " << j;
}

TEST(CppInteger, IsReadFromDigitsOnly) {
  for (const char* text : {"", "-", "1.5", "0x10", "seven", "1 2"})
    EXPECT_THROW(Integer::parse(text), bouton::RequestError) << text;
}

TEST(CppPosition, IsNarrowedWhereAllOfItFits) {
  EXPECT_EQ((Position{3, 5}.text()), "3,5");
  EXPECT_EQ((Position{3, 5}.narrow()), (std::vector<bouton::Coordinate>{3, 5}));
  EXPECT_FALSE((Position{3, kGreatest}.narrow()));
  EXPECT_LT((Position{3, 5}), (Position{3, 6}));
}

TEST(CppNimber, IsWritten) {
  EXPECT_EQ(bouton::Nimber(3).text(), "3");
  EXPECT_EQ(bouton::Nimber::infinity({0, 2}).text(), "infinity(0,2)");
  EXPECT_NE(bouton::Nimber::infinity({}), bouton::Nimber(0));
}

/// A new major version has an inline namespace of its own.
TEST(CppVersion, HasTheNumberOfTheInterface) {
  EXPECT_TRUE(bouton::version().starts_with(std::to_string(bouton::kInterfaceVersion) + ".")) << bouton::version();
}

}  // namespace
