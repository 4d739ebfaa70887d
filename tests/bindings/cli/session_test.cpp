// The REPL and play on a terminal: Ctrl-C gives up a line or a computation, never the session.
#include <sstream>

#include <gtest/gtest.h>

#include "bindings/output/formats/text.h"
#include "tests/bindings/cli/program.h"
#include "tests/bindings/cli/terminal.h"

namespace bouton::cli {
namespace {

// What is typed is shown by the terminal as well, so what is waited for is put together by Lua.
constexpr const char* kForEver = "x = 5 print('be' .. 'gun') while true do end\n";

TEST(Repl, GivesUpWhatRunsAtCtrlC) {
  Terminal terminal({"repl"});
  terminal.wait_for("> ");
  terminal.type(kForEver);
  terminal.wait_for("begun");
  terminal.press_ctrl_c();
  terminal.wait_for("> ");
  terminal.type("x + 100\n");
  terminal.wait_for("105");
  terminal.wait_for("> ");
  terminal.type("\x04");
  EXPECT_EQ(terminal.finish(), 0);
}

TEST(Repl, GivesUpWhatTheEngineComputesAtCtrlC) {
  Terminal terminal({"repl", "--no-lift", "--quiet"});
  terminal.wait_for("> ");
  for (int i = 0; i < 3; ++i) {
    terminal.type("g = g or bouton.game('wythoff') print('be' .. 'gun') t = g:table { 1500, 1500 }\n");
    terminal.wait_for("begun");
    terminal.press_ctrl_c();
    terminal.wait_for("> ");
  }
  terminal.type("'G is ' .. g:grundy(7, 9)\n");
  terminal.wait_for("G is 14");
  terminal.wait_for("> ");
  terminal.type("\x04");
  EXPECT_EQ(terminal.finish(), 0);
}

TEST(Repl, GivesUpTheLineThatIsTypedAtCtrlC) {
  Terminal terminal({"repl"});
  terminal.wait_for("> ");
  terminal.type("print('half'");
  terminal.wait_for("half'");
  terminal.press_ctrl_c();
  terminal.wait_for("> ");
  terminal.type("function f()\n");
  terminal.wait_for(">> ");
  terminal.press_ctrl_c();
  terminal.wait_for("> ");
  terminal.type("'wh' .. 'ole'\n");
  terminal.wait_for("whole");
  terminal.wait_for("> ");
  terminal.type("\x04");
  EXPECT_EQ(terminal.finish(), 0);
}

TEST(Repl, OutlivesCtrlCPressedManyTimes) {
  Terminal terminal({"repl"});
  terminal.wait_for("> ");
  terminal.type(kForEver);
  terminal.wait_for("begun");
  for (int i = 0; i < 20; ++i) terminal.press_ctrl_c();
  // The last of them may be heard after a prompt, and give up what is typed there: then there is another prompt.
  do terminal.type("'still ' .. 'here'\n");
  while (terminal.wait_for("> ").find("still here") == std::string::npos);
  terminal.type("\x04");
  EXPECT_EQ(terminal.finish(), 0);
}

TEST(Repl, CompletesAtTheTabKey) {
  Terminal terminal({"repl"}, {}, "vt100");
  terminal.wait_for("> ");
  terminal.type("bouton.wyth\t.si\t(3)[2] .. ' is completed'\n");  // of the pairs (0,0), (1,2), (3,5)
  terminal.wait_for("1 is completed");
  terminal.wait_for("> ");
  terminal.type("bouton.ga\t\t");
  terminal.wait_for("game  games  ");
  terminal.wait_for("> bouton.game");
  terminal.press_ctrl_c();
  terminal.wait_for("> ");
  terminal.type("\x04");
  EXPECT_EQ(terminal.finish(), 0);
}

TEST(Repl, ShowsLuaInColours) {
  Terminal terminal({"repl"}, {}, "xterm-256color");
  terminal.wait_for("> ");
  terminal.type("x = 'no end'");
  terminal.wait_for("x = \x1b[32m'no end'\x1b[0m");
  terminal.type(" y = 41 + 1");
  terminal.wait_for("x = \x1b[32m'no end'\x1b[0m y = \x1b[36m41\x1b[0m + \x1b[36m1\x1b[0m");
  terminal.type("\nfunction f()\n");
  terminal.wait_for(">> ");
  terminal.type("return y end\n");
  terminal.wait_for("\x1b[1;35mreturn\x1b[0m y \x1b[1;35mend\x1b[0m");
  terminal.wait_for("> ");
  terminal.type("f() .. ' is it'\n");
  terminal.wait_for("42 is it");
  terminal.wait_for("> ");
  terminal.type("\x04");
  EXPECT_EQ(terminal.finish(), 0);
}

TEST(Repl, ShowsLuaInColoursOnRowsThatWrap) {
  Terminal terminal({"repl"}, {}, "xterm-256color", true, 20);
  terminal.wait_for("> ");
  terminal.type("x = 'a text of thirty characters'");
  // From the second row, where the cursor is, up to the prompt, past it, and back.
  terminal.wait_for("\r\x1b[1A\x1b[2Cx = \x1b[32m'a text of thirty characters'\x1b[0m\r\x1b[15C");
  terminal.type("\x01");  // Ctrl-A: to the beginning of the line
  terminal.wait_for("\r\x1b[2Cx = \x1b[32m'a text of thirty characters'\x1b[0m\r\x1b[1A\x1b[2C");
  terminal.type("\x05 .. '!'\nx\n");  // Ctrl-E: to its end
  terminal.wait_for("a text of thirty\r\ncharacters!");
  terminal.wait_for("> ");
  terminal.type("\x04");
  EXPECT_EQ(terminal.finish(), 0);
}

TEST(Repl, HasNoColoursWhereNoneAreWanted) {
  for (const bool is_dumb : {false, true}) {
    Terminal terminal({"repl"}, {}, is_dumb ? "dumb" : "xterm-256color", is_dumb);
    terminal.wait_for("> ");
    terminal.type("for i = 1, 2 do print('is ' .. 'run') end\n");
    terminal.wait_for("is run");
    terminal.wait_for("> ");  // before it, Ctrl-D is for whoever reads whole lines, and lost to the editor
    terminal.type("\x04");
    EXPECT_EQ(terminal.finish(), 0);
    EXPECT_EQ(terminal.shown().find("\x1b[1;35m"), std::string::npos);
  }
}

TEST(Repl, ShowsTheLineOfAnErrorInAChunkOfSeveral) {
  Terminal terminal({"repl"}, {}, "xterm-256color");
  terminal.wait_for("> ");
  terminal.type("for i = 1, 2 do\n  nothing(i)\nend\n");
  terminal.wait_for("typed:2: ");
  terminal.wait_for("\n    2 |   nothing(i)");
  terminal.wait_for("> ");
  terminal.type("\x04");
  EXPECT_EQ(terminal.finish(), 0);
}

/// The line of the rule file, in colours on a terminal, and nowhere else.
TEST(Errors, ShowTheirLineOnATerminal) {
  const TemporaryDirectory directory;
  directory.write("mine.lua", "return game {\n  position = { 'n' },\n  moves = function(n) move(n / 2) end,\n}\n");
  Terminal coloured({"solve", "mine.lua", "3"}, directory.path(), "xterm-256color");
  EXPECT_EQ(coloured.finish(), 2);
  EXPECT_NE(
      coloured.shown().find("    3 |   moves = \x1b[1;35mfunction\x1b[0m(n) move(n / \x1b[36m2\x1b[0m) \x1b[1;35mend\x1b[0m,"),
      std::string::npos)
      << coloured.shown();
  Terminal plain({"solve", "mine.lua", "3"}, directory.path(), "xterm-256color", false);
  EXPECT_EQ(plain.finish(), 2);
  EXPECT_NE(plain.shown().find("    3 |   moves = function(n) move(n / 2) end,"), std::string::npos) << plain.shown();
  const Result piped = run_bouton({"solve", "mine.lua", "3"}, "", directory.path());
  EXPECT_EQ(piped.err.find("    3 |"), std::string::npos) << piped.err;
}

TEST(Repl, KeepsTheLinesForTheNextSession) {
  const TemporaryDirectory home;
  const auto session = [&](std::string_view typed, std::string_view shown) {
    Terminal terminal({"repl"}, home.path(), "vt100");
    terminal.wait_for("> ");
    terminal.type(typed);
    terminal.wait_for(shown);
    terminal.wait_for("> ");
    terminal.type("\x04");
    EXPECT_EQ(terminal.finish(), 0);
  };
  session("'kept ' .. 6 * 7\n", "kept 42");
  session("\x10\n", "kept 42");  // Ctrl-P: the line before
  const auto kept = std::filesystem::status(home.path() / "bouton/repl-history").permissions();
  EXPECT_EQ(kept, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
}

TEST(Repl, OutlivesALimit) {
  Terminal terminal({"repl", "--memory", "1M"});
  terminal.wait_for("> ");
  terminal.type("bouton.game('wythoff'):table { 3000, 3000 }\n");
  terminal.wait_for("--memory");
  terminal.wait_for("> ");
  terminal.type("'still ' .. 'here'\n");
  terminal.wait_for("still here");
  terminal.wait_for("> ");
  terminal.type("\x04");
  EXPECT_EQ(terminal.finish(), 0);
}

TEST(Repl, EndsAtTheOtherSignals) {
  for (const int signal : {SIGTERM, SIGHUP}) {
    Terminal at_prompt({"repl"});
    at_prompt.wait_for("> ");
    at_prompt.send(signal);
    EXPECT_EQ(at_prompt.finish(), 128 + signal);
    Terminal at_work({"repl"});
    at_work.wait_for("> ");
    at_work.type(kForEver);
    at_work.wait_for("begun");
    at_work.send(signal);
    EXPECT_EQ(at_work.finish(), 128 + signal);
  }
}

TEST(Repl, EndsAtCtrlCWhereItIsNoTerminal) {
  Running running(words("repl"), {});
  running.type("print('begun')\n");
  running.wait_for("begun");
  running.send(SIGINT);
  EXPECT_EQ(running.finish().code, 130);
}

TEST(Repl, TakesTheProgressLineAwayBeforeItPrints) {
  Terminal terminal({"repl", "--no-lift"}, {}, "xterm");
  terminal.wait_for("> ");
  terminal.type("bouton.game('wythoff'):table { 1500, 1500 }\n");
  terminal.wait_for(" positions");  // so a line is drawn
  terminal.press_ctrl_c();
  const std::string rest = terminal.wait_for("> ");
  const std::size_t erased = rest.rfind("\r\x1b[K");
  ASSERT_NE(erased, std::string::npos) << rest;
  EXPECT_EQ(rest.find("positions", erased), std::string::npos) << rest;
  terminal.type("\x04");
  EXPECT_EQ(terminal.finish(), 0);
}

TEST(Progress, IsTakenAwayBeforeTheProcessIsKilled) {
  Terminal terminal(words("table wythoff 1500 1500 --no-lift"), {}, "xterm");
  terminal.wait_for(" positions");
  terminal.press_ctrl_c();
  terminal.press_ctrl_c();
  EXPECT_EQ(terminal.finish(), 130);
  const std::string& shown = terminal.shown();
  ASSERT_NE(shown.rfind("\r\x1b[K"), std::string::npos) << shown;
  EXPECT_GT(shown.rfind("\r\x1b[K"), shown.rfind("positions")) << shown;
}

TEST(Repl, PrintsInTheOrderOfTheLines) {
  EXPECT_EQ(run_bouton(words("repl"), "print(1)\n2\ndo io.write(3, '\\n') end\n4\n").out, "1\n2\n3\n4\n");
}

// What Lua prints goes through C's streams, which say nothing when it cannot be written.
TEST(Scripts, WhosePrintsCannotBeWrittenFail) {
  const TemporaryDirectory directory;
  directory.write("print.lua", "print(1)\n");
  Running script(words("run print.lua"), directory.path(), "/dev/full");
  const Result result = script.finish();
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(result.err, "bouton: cannot write to standard output\n");
  Running session(words("repl"), {}, "/dev/full");
  session.type("print(1)\n");
  EXPECT_EQ(session.finish().code, 2);
}

TEST(Scripts, EndQuietlyWhenNobodyReads) {
  const TemporaryDirectory directory;
  directory.write("print.lua", "while true do print('more') end\n");
  Running script(words("run print.lua"), directory.path());
  script.wait_for("more");
  script.stop_reading();
  const Result result = script.finish();
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.err, "");
}

/// Every line but those with a word that is itself too long.
void expect_lines_within(std::size_t columns, const std::vector<std::string>& arguments,
                         const std::vector<std::pair<const char*, const char*>>& prompts_and_answers = {}) {
  Terminal terminal(arguments, {}, "dumb", false, static_cast<unsigned short>(columns));
  for (const auto& [prompt, answer] : prompts_and_answers) {
    terminal.wait_for(prompt);
    terminal.type(answer);
  }
  terminal.finish();
  std::istringstream lines(terminal.shown());
  for (std::string line; std::getline(lines, line);) {
    if (line.ends_with('\r')) line.pop_back();
    const std::size_t last = line.rfind(' ');
    const bool one_word = line.size() - (last == std::string::npos ? 0 : last) > columns / 2;
    EXPECT_TRUE(display_width(line) <= columns || one_word) << line;
  }
}

TEST(Prose, IsBrokenBetweenWordsOnANarrowTerminal) {
  expect_lines_within(60, {"--help"});
  expect_lines_within(60, {"sequence", "--help"});
  expect_lines_within(60, {"theorem", "wythoff"});
  expect_lines_within(60, {"theorem", "kayles"});
  expect_lines_within(60, {"discover", "kayles"});
  expect_lines_within(60, {"why", "wythoff", "29,51"});
  expect_lines_within(60, {"why", "cram"});
  expect_lines_within(60, {"explain", "wyt-queens"});
  expect_lines_within(60, {"repl"}, {{"> ", "help\n"}, {"\n> ", "help 'table'\n"}, {"\n> ", "\x04"}});
  expect_lines_within(60, {"play", "wythoff", "5,7"},
                      {{"[yes/no]", "yes\n"}, {"\n> ", "help\n"}, {"\n> ", "hint\n"}, {"\n> ", "moves\n"}, {"\n> ", "quit\n"}});
}

TEST(Colours, AreShownOnTerminalsOfPeopleWhoWantThem) {
  const auto escapes = [](const char* line, const char* kind, bool colours) {
    Terminal terminal(words(line), {}, kind, colours);
    EXPECT_EQ(terminal.finish(), 0) << line;
    EXPECT_NE(terminal.shown(), "") << line;
    return terminal.shown().find('\x1b') != std::string::npos;
  };
  EXPECT_TRUE(escapes("table wythoff 4 4", "xterm-256color", true));
  for (const char* line : {"table wythoff 4 4", "games", "solve wythoff 3,4", "explain wythoff", "verify nim 4"}) {
    EXPECT_FALSE(escapes(line, "xterm-256color", false)) << line;
    EXPECT_FALSE(escapes(line, "dumb", true)) << line;
    EXPECT_EQ(run_bouton(words(line)).out.find('\x1b'), std::string::npos) << line;
  }
}

constexpr const char* kSlowRules = R"lua(
return game {
  position = { "n" },
  moves = function(n)
    if n == 1 then while true do end end
    for t = 1, math.min(n, 2) do move.take(n - t) end
  end,
  players = { slow = function() while true do end end },
}
)lua";

class PlayAtATerminal : public testing::Test {
 protected:
  PlayAtATerminal() { directory_.write("spin.lua", kSlowRules); }

  TemporaryDirectory directory_;
};

TEST_F(PlayAtATerminal, GivesUpTheLineThatIsTypedAtCtrlC) {
  Terminal terminal(words("play nim 2 --first human"));
  terminal.wait_for("> ");
  terminal.type("fly");
  terminal.wait_for("fly");
  terminal.press_ctrl_c();
  terminal.wait_for("> ");
  terminal.type("2\n");
  terminal.wait_for("You win!");
  terminal.wait_for("again? ");
  terminal.press_ctrl_c();
  terminal.wait_for("again? ");
  terminal.type("rematch\n");
  terminal.wait_for("Position: 4");
  terminal.wait_for("> ");
  terminal.type("quit\n");
  EXPECT_EQ(terminal.finish(), 0);
}

TEST_F(PlayAtATerminal, AsksAgainWhoMovesFirst) {
  Terminal terminal(words("play nim 2"));
  terminal.wait_for("Do you want to move first?");
  terminal.press_ctrl_c();
  terminal.wait_for("Do you want to move first?");
  terminal.type("quit\n");
  EXPECT_EQ(terminal.finish(), 0);
}

/// Whoever types nothing, or no whole line, in time leaves the choice to chance; the line is dropped.
TEST_F(PlayAtATerminal, LeavesToChanceWhatIsNotChosenInTime) {
  Terminal terminal(words("play nim 2 --clock 0.001 --seed 1"));
  terminal.wait_for("Do you want to move first?");
  terminal.wait_for("Your time is up. Chance decides: ");
  terminal.wait_for("again? ");  // nobody waits for this answer with a clock in hand
  terminal.type("quit\n");
  EXPECT_EQ(terminal.finish(), 0);
}

TEST_F(PlayAtATerminal, GivesUpWhatACommandComputesAtCtrlC) {
  Terminal terminal(words("play ./spin.lua 5 --opponent human --limit call=1000000"), directory_.path());
  terminal.wait_for("first> ");
  terminal.type("hint\n");
  terminal.wait_for("hint\r\n");
  terminal.press_ctrl_c();
  terminal.wait_for("first> ");
  terminal.type("2\n");
  terminal.wait_for("Position: 3");
  terminal.wait_for("second> ");
  terminal.type("quit\n");
  EXPECT_EQ(terminal.finish(), 0);
}

TEST_F(PlayAtATerminal, LetsTheMachineBeInterruptedWhileItThinks) {
  Terminal terminal(words("play ./spin.lua 9 --opponent slow --first machine --limit call=1000000"), directory_.path());
  terminal.wait_for("Position: 9");
  terminal.press_ctrl_c();
  terminal.wait_for("I have not moved");
  terminal.wait_for("> ");
  terminal.type("1\n");  // no move of the person's
  terminal.wait_for("It is my move.");
  terminal.press_ctrl_c();
  terminal.wait_for("> ");
  terminal.type("opponent random\n");
  terminal.wait_for("I move take to ");
  terminal.wait_for("> ");
  terminal.type("quit\n");
  EXPECT_EQ(terminal.finish(), 0);
}

TEST_F(PlayAtATerminal, EndsAtTheOtherSignals) {
  Terminal terminal(words("play ./spin.lua 9 --opponent slow --first machine --limit call=1000000"), directory_.path());
  terminal.wait_for("Position: 9");
  terminal.send(SIGTERM);
  EXPECT_EQ(terminal.finish(), 128 + SIGTERM);
}

}  // namespace
}  // namespace bouton::cli
