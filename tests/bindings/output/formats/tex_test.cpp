#include "bindings/output/formats/tex.h"

#include <gtest/gtest.h>

namespace bouton {
namespace {

TEST(Tex, EscapesWhatMeansSomethingToLatex) {
  EXPECT_EQ(tex_text("50 % of a_1 & {b} #2 $x\\y"), "50 \\% of a\\_1 \\& \\{b\\} \\#2 \\$x\\textbackslash{}y");
  EXPECT_EQ(tex_text("a\nb"), "a b");
}

TEST(Tex, WritesStatementsAsMathematics) {
  EXPECT_EQ(tex_statement("S and L are floor(n phi) and floor(n sqrt 2) + 2n for some n >= 0, where phi = (1 + sqrt 5)/2"),
            "S and L are $\\lfloor n \\varphi \\rfloor$ and $\\lfloor n \\sqrt{2} \\rfloor$ + 2n for some n $\\ge$ 0, where "
            "$\\varphi$ $=$ (1 + $\\sqrt{5}$)/2");
  EXPECT_EQ(tex_statement("ceil(n (a + 1)) < 3"), "$\\lceil n (a + 1) \\rceil$ $<$ 3");
  EXPECT_EQ(tex_statement("floor(n"), "floor(n");
}

}  // namespace
}  // namespace bouton
