#include "bindings/output/formats/text.h"

#include <gtest/gtest.h>

namespace bouton {
namespace {

TEST(Aligned, CountsCharacters) {
  EXPECT_EQ(aligned({{"∞(0)", "x"}, {"a", "", "y"}}, ""), "∞(0)  x\na        y\n");
  EXPECT_EQ(aligned({{"a", "", "b"}}), "  a  b\n");
}

TEST(Wrapped, BreaksBetweenWords) {
  EXPECT_EQ(wrapped("one two three", 7), "one two\nthree\n");
  EXPECT_EQ(wrapped("one two three", 8, "  "), "  one\n  two\n  three\n");
  EXPECT_EQ(wrapped("one two three", 0), "one two three\n");
  EXPECT_EQ(wrapped("incomprehensible", 5), "incomprehensible\n");
  EXPECT_EQ(wrapped("∞∞ ∞∞", 5), "∞∞ ∞∞\n");
  EXPECT_EQ(wrapped("", 5), "\n");
}

TEST(Wrapped, KeepsPairsTogether) {
  EXPECT_EQ(wrapped("the pair (3, 5).", 12), "the pair\n(3, 5).\n");
  EXPECT_EQ(wrapped("see (what is in brackets may be long)", 20), "see (what is in\nbrackets may be\nlong)\n");
}

TEST(Reflowed, BreaksParagraphsAnewAndKeepsExamples) {
  constexpr const char* kText = "One two three\nfour.\n\nFive.\n  bouton a b    bouton c\n";
  EXPECT_EQ(reflowed(kText, 40), "One two three four.\n\nFive.\n  bouton a b    bouton c\n");
  EXPECT_EQ(reflowed(kText, 14), "One two three\nfour.\n\nFive.\n  bouton a b\n  bouton c\n");
}

TEST(Described, StandsBelowWhereThereIsNoRoomBeside) {
  EXPECT_EQ(described({{"--all", "each one"}, {"-o", "a file to write to"}}, 48),
            "  --all  each one\n  -o     a file to write to\n");
  EXPECT_EQ(described({{"--long-name-of-it", "a file that it all is to be written to by name"}}, 40),
            "  --long-name-of-it\n      a file that it all is to be\n      written to by name\n");
}

}  // namespace
}  // namespace bouton
