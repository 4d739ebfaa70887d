#include "bindings/output/formats/text.h"

#include <gtest/gtest.h>

namespace bouton {
namespace {

TEST(Aligned, CountsCharacters) {
  EXPECT_EQ(aligned({{"∞(0)", "x"}, {"a", "", "y"}}, ""), "∞(0)  x\na        y\n");
  EXPECT_EQ(aligned({{"a", "", "b"}}), "  a  b\n");
}

}  // namespace
}  // namespace bouton
