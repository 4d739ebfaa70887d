// Slips in rule files, of people who come from other languages: the message says what to write, and where.
#include <gtest/gtest.h>

#include "tests/bindings/cli/program.h"

namespace bouton::cli {
namespace {

/// What `bouton explain` says of a rule file with these moves; their first line is the third of the file.
std::string complaint(const std::string& moves, const std::string& position = "{ 'n' }", const std::string& example = "{ 5 }") {
  const TemporaryDirectory directory;
  directory.write("slip.lua", "return game { position = " + position + ", example = " + example + ",\n  moves = function(n)\n" +
                                  moves + "\n  end }\n");
  const Result result = run_bouton(words("explain ./slip.lua"), "", directory.path());
  EXPECT_EQ(result.code, 2) << moves;
  EXPECT_EQ(result.out, "") << moves;
  return result.err;
}

std::string said(const std::string& message) { return "bouton: ./slip.lua:" + message + "\n"; }

TEST(Slips, OperatorsOfOtherLanguages) {
  EXPECT_EQ(complaint("if n != 0 then move(n - 1) end"), said("3: 'then' expected near '!'; in Lua 'not equal' is ~="));
  EXPECT_EQ(complaint("\nif n > 0 && n < 9 then move(n - 1) end"),
            said("4: unexpected symbol near '&'; in Lua that is written: and"));
  EXPECT_EQ(complaint("local t = 3\nt += 1"), said("4: syntax error near '+'; Lua has no +=: write t = t + 1"));
  EXPECT_EQ(complaint("local t = 3\nt -= n + 1 -- less"),
            said("4: syntax error near '-'; Lua has no -=: write t = t - (n + 1)"));
  EXPECT_EQ(complaint("local t = 3\nt += 2 * #{ n } move(n - t)"),
            said("4: syntax error near '+'; Lua has no +=: write t = t + (2 * #{ n })"));
  EXPECT_EQ(complaint("local t = 3\nfor i = 1, n do t += i end"),
            said("4: syntax error near '+'; Lua has no +=: write t = t + i"));
  EXPECT_EQ(complaint("local t = 3\nt++"), said("4: syntax error near '+'; Lua has no ++: write t = t + 1"));
  EXPECT_EQ(complaint("if n = 0 then return end"), said("3: 'then' expected near '='; in a condition 'equal' is =="));
  // What is not a slip of these is said as Lua says it.
  EXPECT_EQ(complaint("move(n - )"), said("3: unexpected symbol near ')'"));
}

TEST(Slips, BlocksWithoutAnEnd) {
  EXPECT_EQ(complaint("    for t = 1, n do\n      move(n - t)\n"),
            said("6: unexpected symbol near '}'; the 'for' of line 3 has no 'end'"));
  EXPECT_EQ(complaint("    if n > 1 then\n      move(n - 1) -- end\n      local text = \"end\"\n"),
            said("7: unexpected symbol near '}'; the 'if' of line 3 has no 'end'"));
  EXPECT_EQ(complaint("    if n == 1 then move(0) else if n == 2 then move(1) end"),
            said("4: unexpected symbol near '}'; 'else if' of line 3 opens another 'if', with an 'end' of "
                 "its own: write elseif"));
}

TEST(Slips, NamesAndValues) {
  EXPECT_EQ(
      complaint("Move(n - 1)"),
      said("3: attempt to call a nil value (global 'Move'), in moves(5); Lua tells capitals from small letters: write move"));
  EXPECT_EQ(complaint("move(n - math.random(2))"),
            said("3: attempt to call a nil value (field 'random'), in moves(5); rule files have no math.random: rules do not "
                 "use chance; players have random(n)"));
  EXPECT_EQ(complaint("move { n - 1 }"), said("3: move: number 1 is table, coordinates are integers, in moves(5); a move is "
                                              "written with round brackets, move(a, b), not move{ a, b }"));
  EXPECT_EQ(complaint("for t = 1, #n do move(n - t) end"),
            said("3: attempt to get length of a number value (local 'n'), in moves(5); n is a number, and # counts what is in "
                 "a list"));
  EXPECT_EQ(
      complaint("if n[1][1] == 0 then move(n:with(1, 1, 1)) end", "board(2, 2)", "'../..'"),
      said("3: attempt to index a nil value (field 'integer index'), in moves(../..); the state of a square is b:at(r, c), and "
           "b:with(r, c, v) changes it"));
  const std::string walked =
      complaint("for r = 1, n.rows do if n[r][1] == 0 then move(n:with(r, 1, 1)) end end", "board(2, 2)", "'../..'");
  EXPECT_NE(walked.find("(field '?'), in moves(../..); the state of a square is b:at(r, c)"), std::string::npos) << walked;
}

TEST(Slips, OptionsAreNamed) {
  EXPECT_EQ(run_bouton(words("solve nim 3 --misere")).err,
            "bouton: solve: there is no option '--misere'; did you mean --play misere?\n");
}

}  // namespace
}  // namespace bouton::cli
