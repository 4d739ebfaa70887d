// Texts of a rule file that would do something to the terminal, and such that are not UTF-8.
#include <gtest/gtest.h>

#include "tests/bindings/cli/program.h"
#include "tests/bindings/output/well_formed.h"

namespace bouton::cli {
namespace {

// In each text: a colour (ESC), the same as one C1 character, a bell, a right-to-left override, and a byte of Latin-1.
constexpr const char* kRules = R"lua(
local bad = "\27[31m\u{9B}2J\7\u{202E}\xE9"
local size = param("size" .. bad, "x" .. bad, "how" .. bad)
return game {
  name = "hostile" .. bad,
  title = "Title" .. bad .. "\nof two lines",
  source = "source" .. bad,
  text = "text" .. bad,
  position = { "n" .. bad, { "kind" .. bad, values = { "one" .. bad, "two" .. bad } } },
  moves = function(n, kind)
    if n > 0 then move["label" .. bad](n - 1, kind) end
    if n > 1 then split["cut" .. bad]({ n - 1, kind }, { 0, kind }) end
  end,
  show = function(n, kind) return n .. "," .. kind .. bad end,
  players = { ["player" .. bad] = function() return 1 end },
  example = { 3, 0 },
  known = { grundy = { { { 1, 0 }, 1 } } },
}
)lua";

class HostileText : public testing::Test {
 protected:
  HostileText() {
    directory_.write("hostile.lua", kRules);
    std::string failing = kRules;
    failing.replace(failing.find("if n > 0"), 0, "error(bad .. \" in the rule\") ");
    directory_.write("failing.lua", failing);
    directory_.write("not\x1b[31m.lua", "return game {");
  }
  Result run(const std::vector<std::string>& arguments, std::string_view input = {}) const {
    return run_bouton(arguments, input, directory_.path());
  }

  TemporaryDirectory directory_;
};

TEST_F(HostileText, DoesNothingToATerminal) {
  for (const char* line : {"games ./hostile.lua",
                           "table ./hostile.lua 3 1",
                           "table ./hostile.lua 3 1 --no-lift",
                           "table ./hostile.lua 3 1 --format csv",
                           "table ./hostile.lua 3 1 --format json",
                           "positions ./hostile.lua 3 1",
                           "solve ./hostile.lua 3,1 --all-moves",
                           "solve ./hostile.lua 3,1 --all-moves --format json",
                           "solve ./hostile.lua 3,1 --all-moves --format csv",
                           "solve ./hostile.lua 3,1 2,0",
                           "explain ./hostile.lua",
                           "verify ./hostile.lua 3 1",
                           "genus ./hostile.lua 3,1",
                           "why ./hostile.lua 3,1",
                           "why ./hostile.lua 3,1 2,0 --format json",
                           "graph ./hostile.lua 1,0",
                           "graph ./hostile.lua 1,0 --format json",
                           "graph ./hostile.lua 1,0 --format graphml",
                           "match ./hostile.lua --players random,random --games 2",
                           "table ./hostile.lua 3 1 --format svg"}) {
    const Result result = run(words(line));
    EXPECT_EQ(result.code, 0) << line << result.err;
    EXPECT_NE(result.out, "") << line;
    EXPECT_EQ(test::harm(result.out), "") << line << "\n" << result.out;
    EXPECT_EQ(test::harm(result.err), "") << line << "\n" << result.err;
  }
}

TEST_F(HostileText, DoesNothingToATerminalWhereItIsAnError) {
  for (const char* line :
       {"solve ./failing.lua 3,1", "table ./failing.lua 3 1", "explain ./failing.lua", "verify ./failing.lua 3 1",
        "solve ./hostile.lua 9,three", "table ./hostile.lua 3 1 -p size=2", "solve ./hostile.lua 3,1 --opponent x",
        "games ./not\x1b[31m.lua", "table ./hostile.lua 3 \x1b[31m", "\x1b[31m", "solve \u202Ex 3"}) {
    const Result result = run(words(line));
    EXPECT_NE(result.out + result.err, "") << line;
    EXPECT_EQ(test::harm(result.out), "") << line << "\n" << result.out;
    EXPECT_EQ(test::harm(result.err), "") << line << "\n" << result.err;
  }
}

TEST_F(HostileText, DoesNothingToATerminalInPlay) {
  const Result result = run(words("play ./hostile.lua 3,1"), "moves\nhint\nwhy\nlabel\x1b[31m 1\n1\nreview\nopponent\n");
  EXPECT_EQ(test::harm(result.out), "") << result.out;
  EXPECT_EQ(test::harm(result.err), "") << result.err;
}

TEST_F(HostileText, DoesNothingToATerminalInTheRepl) {
  const Result result = run({"repl"},
                            "return bouton.game('./hostile.lua'):winning_moves(3, 1)[1].label\n"
                            "'\\27[31m'\nbouton.game('./failing.lua'):grundy(3, 1)\n");
  EXPECT_EQ(test::harm(result.out), "") << result.out;
  EXPECT_NE(result.out.find("label\uFFFD[31m"), std::string::npos) << result.out;
}

TEST_F(HostileText, IsReplacedNotDropped) {
  const Result result = run(words("solve ./hostile.lua 3,1"));
  EXPECT_NE(result.out.find("label\uFFFD[31m\uFFFD2J\uFFFD\uFFFD\uFFFD"), std::string::npos) << result.out;
}

TEST_F(HostileText, LeavesPicturesAndGraphsWellFormed) {
  for (const char* line : {"table ./hostile.lua 3 1 --format svg", "sequence ./hostile.lua 9 --row kind=0 --format svg",
                           "graph ./hostile.lua 1,0 --format graphml"}) {
    std::vector<std::string> arguments = words(line);
    for (std::string& argument : arguments)
      if (argument == "kind=0") argument = "kind\uFFFD[31m\uFFFD2J\uFFFD\uFFFD\uFFFD=0";
    const Result result = run(arguments);
    EXPECT_EQ(result.code, 0) << line << result.err;
    EXPECT_EQ(test::Xml(result.out).complaint(), "") << line;
  }
}

}  // namespace
}  // namespace bouton::cli
