// What a rule file may use: time, memory, and the patience of whoever pressed Ctrl-C.

#include <atomic>
#include <chrono>
#include <thread>

#include <gtest/gtest.h>

#include "engine/errors.h"
#include "tests/bindings/lua/rule_files.h"

namespace bouton {
namespace {

using Seconds = std::chrono::duration<double>;

std::string ask(RuleDirectory& directory, const std::string& text) {
  try {
    const std::shared_ptr<const Game> game = directory.load(text, {}, "slow.lua");
    Options options;
    game->rules->options(Position{3}, options);
    return "";
  } catch (const LimitError& error) {
    return error.what();
  }
}

TEST(Limits, EndAFileThatIsNeverLoaded) {
  RuleDirectory directory;
  directory.options.limits.load = Seconds(0.1);
  EXPECT_EQ(ask(directory, "local x = 0\nwhile true do x = x + 1 end"),
            "slow.lua:2: took longer than 0.1 s; raise the limit with --limit load=SECONDS");
}

TEST(Limits, EndACallThatNeverReturns) {
  RuleDirectory directory;
  directory.options.limits.call = Seconds(0.1);
  EXPECT_EQ(ask(directory, "return game { position = { 'n' },\n moves = function(n)\n  while true do end\n end }"),
            "slow.lua:3: took longer than 0.1 s; raise the limit with --limit call=SECONDS");
}

TEST(Limits, CannotBeSwallowedByPcall) {
  RuleDirectory directory;
  directory.options.limits.call = Seconds(0.1);
  const std::string text =
      "local function spin() while true do end end\n"
      "return game { position = { 'n' }, moves = function(n) while true do pcall(spin) end end }";
  EXPECT_NE(ask(directory, text).find("raise the limit with --limit call=SECONDS"), std::string::npos);
}

TEST(Limits, LetManyShortCallsPass) {
  RuleDirectory directory;
  directory.options.limits.call = Seconds(0.2);
  const std::shared_ptr<const Game> game =
      directory.load("return game { position = { 'n' }, moves = function(n) for t = 1, n do move(n - t) end end }");
  const auto end = std::chrono::steady_clock::now() + Seconds(0.6);
  while (std::chrono::steady_clock::now() < end) {
    Options options;
    game->rules->options(Position{100}, options);
    ASSERT_EQ(options.size(), 100U);
  }
}

TEST(Limits, BoundTheMemoryOfLua) {
  RuleDirectory directory;
  directory.options.limits.memory = std::size_t{8} << 20;
  EXPECT_EQ(ask(directory, "return game { position = { 'n' },\n moves = function(n)\n"
                           "  local t = {} for i = 1, 1e9 do t[i] = i end\n end }"),
            "slow.lua:2: moves: needs more than 8 MiB of Lua memory; raise the limit with --limit lua-memory=SIZE");
  EXPECT_EQ(ask(directory, "local t = {} for i = 1, 1e9 do t[i] = i end"),
            "slow.lua: needs more than 8 MiB of Lua memory; raise the limit with --limit lua-memory=SIZE");
}

TEST(Limits, BoundTheOptionsOfAPosition) {
  RuleDirectory directory;
  directory.options.limits.memory = std::size_t{8} << 20;
  EXPECT_EQ(ask(directory, "return game { position = { 'n' },\n moves = function(n) while true do move(0) end end }"),
            "the options of one position need more than 8 MiB; raise the limit with --limit lua-memory=SIZE");
}

TEST(Limits, OfStackDepthIsAnErrorOfTheRule) {
  RuleDirectory directory;
  const std::shared_ptr<const Game> game = directory.load(
      "local function f(n) return 1 + f(n) end\nreturn game { position = { 'n' }, moves = function(n) f(n) end }");
  Options options;
  EXPECT_THROW(game->rules->options(Position{3}, options), RuleError);
}

TEST(Limits, AGameGoesOnAfterALimitWasPassed) {
  RuleDirectory directory;
  directory.options.limits.call = Seconds(0.1);
  const std::shared_ptr<const Game> game = directory.load(
      "return game { position = { 'n' }, moves = function(n) while n == 3 do end if n > 0 then move(n - 1) end end }");
  Options options;
  EXPECT_THROW(game->rules->options(Position{3}, options), LimitError);
  options.clear();
  game->rules->options(Position{4}, options);
  EXPECT_EQ(options.size(), 1U);
}

TEST(Interruption, StopsWhateverLuaDoes) {
  RuleDirectory directory;
  std::atomic<bool> stop{false};
  directory.options.stop = &stop;
  const std::shared_ptr<const Game> game =
      directory.load("return game { position = { 'n' }, moves = function(n) while true do end end }");
  std::thread presses([&] {
    std::this_thread::sleep_for(Seconds(0.1));
    stop = true;
  });
  Options options;
  EXPECT_THROW(game->rules->options(Position{3}, options), Interrupted);
  presses.join();
}

}  // namespace
}  // namespace bouton
