#include "bindings/lua/language/field_lines.h"

#include <gtest/gtest.h>

namespace bouton::lua {
namespace {

TEST(FieldLines, AreThoseOfTheConstructor) {
  const FieldLines lines = field_lines(
      "local f = function(x) return { known = x } end  -- game { no = 1 }\n"
      "local text = [[game {\n"
      "  no = 1 }]]\n"
      "return game {\n"
      "  name = \"a, b = { \\\" \", position = { 'n' }; symmetric = true,\n"
      "  moves = function(n)\n"
      "    for t = 1, n do if t == 2 then move(n - t) end end\n"
      "    a, b = 1, 2\n"
      "  end,\n"
      "  --[[ known = 3,\n"
      "  ]] closed_form = 'nim',\n"
      "  known = {\n"
      "    grundy = { { {0}, 0 }, { {1}, 1 },\n"
      "      { {2},\n"
      "        2 } },\n"
      "    outcome = {\n"
      "      { {0}, \"P\" } },\n"
      "  },\n"
      "}\n",
      4);
  EXPECT_EQ(lines.at("name"), 5);
  EXPECT_EQ(lines.at("symmetric"), 5);
  EXPECT_EQ(lines.at("moves"), 6);
  EXPECT_EQ(lines.at("closed_form"), 11);
  EXPECT_EQ(lines.at("known"), 12);
  EXPECT_EQ(lines.at("known.grundy.2"), 13);
  EXPECT_EQ(lines.at("known.grundy.3"), 14);
  EXPECT_EQ(lines.at("known.outcome.1"), 17);
  EXPECT_FALSE(lines.contains("no"));
  EXPECT_FALSE(lines.contains("b"));
}

TEST(FieldLines, AreThoseOfAVariant) {
  const FieldLines lines = field_lines("return variant(\"wythoff\", {\n  name = 'x',\n  closed_form = 'attrition' })\n", 1);
  EXPECT_EQ(lines.at("closed_form"), 3);
}

TEST(FieldLines, OfTextThatIsNotLuaAreFew) {
  for (const char* text : {"", "game", "game {", "game { a", "game { a =", "game { a = [[", "game { a = 'x", "game { }}}",
                           "game { { { { { {", "game ( ( (", "--[[", "game { a = function"})
    EXPECT_LE(field_lines(text, 1).size(), 6U) << text;
}

}  // namespace
}  // namespace bouton::lua
