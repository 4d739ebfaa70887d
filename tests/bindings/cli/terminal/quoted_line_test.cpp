#include "bindings/cli/terminal/quoted_line.h"

#include <gtest/gtest.h>

#include "tests/temporary_directory.h"

namespace bouton::cli {
namespace {

TEST(QuotedLine, IsThatOfTheMessage) {
  const TemporaryDirectory directory;
  directory.write("mine.lua", "return game {\r\n  position = { 'n' },\n\n  moves = 3,\n}");
  const std::string file = (directory.path() / "mine.lua").string();
  EXPECT_EQ(quoted_line(file + ":2: position: a name is missing", false), "    2 |   position = { 'n' },\n");
  EXPECT_EQ(quoted_line(file + ":1: what", false), "    1 | return game {\n");
  EXPECT_EQ(quoted_line(file + ":5: what", false), "    5 | }\n");
  EXPECT_EQ(quoted_line(file + ":4: what", true), "    4 |   moves = \x1b[36m3\x1b[0m,\n");
}

TEST(QuotedLine, IsLeftOutWhereThereIsNone) {
  const TemporaryDirectory directory;
  directory.write("mine.lua", "return 1\n\n" + std::string(5000, 'x') + "\n");
  directory.write("mine.txt", "return 1\n");
  const std::string file = (directory.path() / "mine.lua").string();
  for (const std::string& message :
       {file + ":2: an empty line", file + ":3: a line of 5000 characters", file + ":9: beyond the end", file + ":0: no line",
        file + ":99999999999999999999: no number", file + ": the file returns a number", file + ":1 is not a place",
        (directory.path() / "mine.txt").string() + ":1: no file of Lua", directory.path().string() + "/none.lua:1: no file",
        "in " + file + ":1: not at the beginning", directory.path().string() + ":1: a folder", std::string(),
        std::string(".lua:"), std::string("typed:1: nothing was typed")})
    EXPECT_EQ(quoted_line(message, true), "") << message;
}

TEST(QuotedLine, KnowsWhatWasTyped) {
  EXPECT_EQ(quoted_line("typed:2: attempt to call a nil value", false, "for i = 1, 3 do\n  f(i)\nend"), "    2 |   f(i)\n");
  EXPECT_EQ(quoted_line("typed:2: what", true, "x = [[\nend ]] end"), "    2 | \x1b[32mend ]]\x1b[0m \x1b[1;35mend\x1b[0m\n");
}

/// What a file holds does nothing to a terminal.
TEST(QuotedLine, IsPlainText) {
  const TemporaryDirectory directory;
  directory.write("mine.lua", "x = '\x1b[31m\x07'");
  const std::string shown = quoted_line((directory.path() / "mine.lua").string() + ":1: what", false);
  EXPECT_EQ(shown, "    1 | x = '\xEF\xBF\xBD[31m\xEF\xBF\xBD'\n");
}

}  // namespace
}  // namespace bouton::cli
