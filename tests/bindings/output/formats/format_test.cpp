#include "bindings/output/formats/format.h"

#include <gtest/gtest.h>

namespace bouton {
namespace {

TEST(FormatOfFile, GoesByTheEnding) {
  EXPECT_EQ(format_of_file("a/b.json"), Format::json);
  EXPECT_EQ(format_of_file("b000045.txt"), Format::bfile);
  EXPECT_EQ(format_of_file("x/b000045.txt"), Format::bfile);
  EXPECT_EQ(format_of_file("b00045.txt"), Format::text);
  EXPECT_EQ(format_of_file("x.gv"), Format::dot);
  EXPECT_EQ(format_of_file(".csv"), std::nullopt);
  EXPECT_EQ(format_of_file("x.JSON"), std::nullopt);
  EXPECT_EQ(format_of_file("json"), std::nullopt);
}

}  // namespace
}  // namespace bouton
