// `bouton watch`: a rule file that changes. Nothing here waits for time, only for what the command writes.
#include <gtest/gtest.h>

#include "tests/bindings/cli/program.h"
#include "tests/bindings/cli/terminal.h"

namespace bouton::cli {
namespace {

std::string rules(const std::string& most) {
  return "return game { name = 'taking', position = { 'n' }, example = { 5 },\n"
         "  moves = function(n) for t = 1, math.min(n, " +
         most + ") do move(n - t) end end }\n";
}

TEST(Watch, RunsTheVerbAgainWhenTheFileIsSaved) {
  const TemporaryDirectory directory;
  directory.write("a.lua", rules("2"));
  Running watching(words("watch a.lua sequence 6"), directory.path());
  watching.wait_for("bouton sequence ./a.lua 6\n0 1 2 0 1 2 0\n");
  directory.write("a.lua", rules("3"));
  watching.wait_for("bouton sequence ./a.lua 6\n0 1 2 3 0 1 2\n");
  // Editors write another file, and put it in the place of this one.
  directory.write("a.lua.new", rules("1"));
  std::filesystem::rename(directory / "a.lua.new", directory / "a.lua");
  watching.wait_for("bouton sequence ./a.lua 6\n0 1 0 1 0 1 0\n");
  watching.send(SIGINT);
  EXPECT_EQ(watching.finish().code, 130);
}

TEST(Watch, GoesOnAfterAnError) {
  const TemporaryDirectory directory;
  directory.write("a.lua", rules("2"));
  Terminal watching(words("watch ./a.lua"), directory.path());
  watching.wait_for("bouton solve ./a.lua\r\n");
  watching.wait_for("outcome       N");
  directory.write("a.lua", "return game {");
  watching.wait_for("bouton: ./a.lua:1: ");
  directory.write("a.lua", rules("4"));
  watching.wait_for("taking 5\r\n  outcome       P");
  watching.send(SIGTERM);
  EXPECT_EQ(watching.finish(), 143);
}

TEST(Watch, EndsARunThatTakesLong) {
  const TemporaryDirectory directory;
  directory.write(
      "a.lua", "return game { position = { 'n' }, example = { 1 }, moves = function(n) print('begun') while true do end end }");
  Terminal watching(words("watch a.lua solve 1 --limit call=1000000"), directory.path());
  watching.wait_for("begun");
  watching.press_ctrl_c();
  EXPECT_EQ(watching.finish(), 130) << watching.shown();
}

TEST(Watch, TakesThePlaceOfTheRunBeforeOnATerminal) {
  const TemporaryDirectory directory;
  directory.write("a.lua", rules("2"));
  Terminal terminal(words("watch a.lua sequence 3"), directory.path(), "xterm");
  terminal.wait_for("\x1b[H\x1b[2J");
  terminal.wait_for("0 1 2 0");
  directory.write("a.lua", rules("1"));
  terminal.wait_for("\x1b[H\x1b[2J");
  terminal.wait_for("0 1 0 1");
  terminal.press_ctrl_c();
  EXPECT_EQ(terminal.finish(), 130);
}

}  // namespace
}  // namespace bouton::cli
