#include "bindings/cli/terminal/lua_colours.h"

#include <regex>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace bouton::cli {
namespace {

std::string without_colours(const std::string& text) {
  static const std::regex kSequence("\x1b\\[[0-9;]*m");
  return std::regex_replace(text, kSequence, "");
}

TEST(LuaColours, AreThoseOfWhatStandsThere) {
  EXPECT_EQ(coloured_lua("if n > 12 then -- all"),
            "\x1b[1;35mif\x1b[0m n > \x1b[36m12\x1b[0m \x1b[1;35mthen\x1b[0m \x1b[2m-- all\x1b[0m");
  EXPECT_EQ(coloured_lua("iff = 'if'"), "iff = \x1b[32m'if'\x1b[0m");
  EXPECT_EQ(coloured_lua("  move.take(n)  "), "  move.take(n)  ");
  EXPECT_EQ(coloured_lua(""), "");
}

TEST(LuaColours, GoOnFromTheLinesBefore) {
  EXPECT_EQ(coloured_lua("end ]] end", "x = [[\n"), "\x1b[32mend ]]\x1b[0m \x1b[1;35mend\x1b[0m");
  EXPECT_EQ(coloured_lua("end", "--[[ a\nb\n"), "\x1b[2mend\x1b[0m");
  EXPECT_EQ(coloured_lua("end", "-- a\n"), "\x1b[1;35mend\x1b[0m");
}

/// Colours change no character, whatever is typed, and end with the line.
RC_GTEST_PROP(LuaColours, LeaveTheTextAsItIs, ()) {
  const auto piece =
      rc::gen::element<std::string>("'", "\"", "[[", "]]", "--", "\\", " ", "z", "1", "for", "\xc3\xa9", "=", "\t");
  const auto text_of = [&] {
    std::string text;
    for (const std::string& one : *rc::gen::container<std::vector<std::string>>(piece)) text += one;
    return text;
  };
  const std::string line = text_of(), before = text_of() + "\n";
  const std::string shown = coloured_lua(line, before);
  RC_ASSERT(without_colours(shown) == line);
  const std::size_t last = shown.rfind('\x1b');
  if (last != std::string::npos) RC_ASSERT(shown.substr(last, 4) == "\x1b[0m");
}

}  // namespace
}  // namespace bouton::cli
