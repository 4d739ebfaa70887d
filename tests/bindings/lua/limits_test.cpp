// What a rule file may use: time, memory, and the patience of whoever pressed Ctrl-C.

#include <atomic>
#include <chrono>
#include <filesystem>
#include <set>
#include <utility>

#include <gtest/gtest.h>

#include "bindings/lua/host/watchdog.h"
#include "engine/base/errors.h"
#include "engine/plan/solver.h"
#include "tests/bindings/lua/rule_files.h"
#include "tests/extent.h"

namespace bouton {
namespace {

using Seconds = std::chrono::duration<double>;

std::string_view limit_name(Limit limit) {
  switch (limit) {
    case Limit::fixed: break;
    case Limit::memory: return "memory";
    case Limit::rule_memory: return "rule memory";
    case Limit::load_time: return "load time";
    case Limit::call_time: return "call time";
  }
  return "";
}

/// The message of the limit that is met at position 3, with the limit's name.
std::string ask(RuleDirectory& directory, const std::string& text) {
  try {
    const std::shared_ptr<const Game> game = directory.load(text, {}, "slow.lua");
    Options options;
    game->rules->options(Position{3}, options);
    return "";
  } catch (const LimitError& error) {
    return message_with(&limit_name, error);
  }
}

TEST(Limits, EndAFileThatIsNeverLoaded) {
  RuleDirectory directory;
  directory.options.limits.load = Seconds(0.1);
  EXPECT_EQ(ask(directory, "local x = 0\nwhile true do x = x + 1 end"), "slow.lua:2: took longer than 0.1 s; load time");
}

TEST(Limits, EndACallThatNeverReturns) {
  RuleDirectory directory;
  directory.options.limits.call = Seconds(0.1);
  EXPECT_EQ(ask(directory, "return game { position = { 'n' },\n moves = function(n)\n  while true do end\n end }"),
            "slow.lua:3: took longer than 0.1 s; call time");
}

/// What never ends, most of it inside of functions that are written in C. None of it takes more memory than allowed.
constexpr const char* kEndless[] = {
    "local s = ('a'):rep(16777216) local p = ('a'):rep(255) .. 'b' while true do s:find(p) end",
    "while true do local s = ('x'):rep(16777216) end",
    "local s = ('x'):rep(16777216) while true do local t = s .. 'y' end",
    "local s, t = ('x'):rep(16777216), ('x'):rep(16777216) .. '' local u, v = s .. 'a', t .. 'a' while true do local b = u < v "
    "end",
    "local s = ('x'):rep(16777216) while true do s:upper() s:lower() s:reverse() tonumber(s) tonumber(s, 36) end",
    "local s = ('x'):rep(16777216) local t = {} for i = 1, 200 do t[i] = s end local f = ('%.0s'):rep(200) "
    "while true do f:format(table.unpack(t)) end",
    "local f = ('%%'):rep(8000000) while true do f:format() end",
    "local t = {} for i = 1, 1000 do t[i] = i * 7919 % 1009 end while true do table.sort(t, rawequal) end",
    "local t = {} for i = 1, 200 do t[i] = ('x'):rep(100000) .. i % 7 end "
    "while true do table.sort(t) table.sort(t, function(a, b) return a > b end) end",
    "local t = {} for i = 1, 100000 do t[i * 7 % 100003] = i end while true do for k in pairs(t) do break end end",
    "local t = {} for i = 1, 100000 do t[i * 7] = i end local k while true do k = next(t, k) end",
    "local t = {} for i = 1, 100000 do t[i] = 1 end while true do table.insert(t, 1, 1) table.remove(t, 1) end",
    "local t = {} for i = 1, 100000 do t[i] = 'x' end while true do table.concat(t, ',') end",
    "local t = {} for i = 1, 100000 do t[i] = 1 end while true do table.pack(table.unpack(t)) end",
    "while true do pcall(error, {}) end",
    "while true do pcall(function() while true do end end) end",
};

// Takes some 4 s: 16 programs, each by two alarms while it is loaded and while it is called, are given 50 ms. Some need part of
// that to build what they loop over.
TEST(Limits, EndWhateverNeverReturns) {
  for (const lua::Alarm alarm : {lua::Alarm::signal, lua::Alarm::hook}) {
    for (const std::string endless : kEndless) {
      RuleDirectory directory;
      directory.options.alarm = alarm;
      directory.options.limits.load = Seconds(0.05);
      EXPECT_NE(ask(directory, endless).find("; load time"), std::string::npos) << endless;
      directory.options.limits.load = kPatience;
      directory.options.limits.call = Seconds(0.05);
      const std::string in_moves = "return game { position = { 'n' }, moves = function(n) " + endless + " end }";
      EXPECT_NE(ask(directory, in_moves).find("; call time"), std::string::npos) << endless;
    }
  }
}

/// Lists of any length are made of integers as keys: Lua takes a border for the length, be it 2^62.
TEST(Limits, EndFunctionsOnListsWithGaps) {
  const std::string huge = "local t = { 1 } for i = 1, 62 do t[1 << i] = 1 end ";
  for (const std::string call : {"table.insert(t, 1, 1)", "table.remove(t, 1)", "a.without(t, 1)", "a.with(t, 1, 1)",
                                 "a.insert(t, 1, 1)", "table.sort(t, rawequal)"}) {
    RuleDirectory directory;
    directory.options.lift = false;
    directory.options.limits.call = Seconds(0.05);
    // The border depends on how Lua keeps the table: a length that is small makes the function return.
    const std::string text = "return game { position = piles('a'), moves = function(a) " + huge +
                             "while true do pcall(function() " + call + " end) end end }";
    EXPECT_NE(ask(directory, text).find("; call time"), std::string::npos) << call;
  }
}

/// A rule file that Lua itself takes long to compile: it walks through all ends of the branches so far at every elseif.
TEST(Limits, EndTheCompilerOfLua) {
  RuleDirectory directory;
  directory.options.limits.load = Seconds(1e-3);
  std::string text = "return game { position = { 'n' }, moves = function(n)\n if n < 0 then move(0)\n";
  for (int i = 1; i <= 100'000; ++i)
    text += " elseif n == " + std::to_string(i) + " then move(" + std::to_string(i - 1) + ")\n";
  EXPECT_EQ(ask(directory, text + " end end }"), "slow.lua: took longer than 0.001 s; load time");
}

TEST(Limits, CannotBeSwallowedByPcall) {
  RuleDirectory directory;
  directory.options.limits.call = Seconds(0.1);
  const std::string text =
      "local function spin() while true do end end\n"
      "return game { position = { 'n' }, moves = function(n) while true do pcall(spin) end end }";
  EXPECT_NE(ask(directory, text).find("; call time"), std::string::npos);
}

/// A clock that a test moves; and that moves on by itself, a second whenever somebody looks at it.
std::chrono::steady_clock::time_point told_time;
int looks;
std::chrono::steady_clock::time_point tell_time() {
  ++looks;
  return told_time += std::chrono::seconds(1);
}

TEST(Limits, OfTimeEndTheCallAtTheFirstLookPastThem) {
  RuleDirectory directory;
  directory.options.alarm = lua::Alarm::hook;
  directory.options.clock = &tell_time;
  directory.options.limits.call = Seconds(10);
  const std::shared_ptr<const Game> game =
      directory.load("return game { position = { 'n' }, moves = function(n) while n == 3 do end move(0) end }");
  Options options;
  looks = 0;
  EXPECT_THROW(game->rules->reference_options(Position{3}, options), LimitError);
  EXPECT_EQ(looks, 11);  // once as it begins
  options.clear();
  game->rules->reference_options(Position{4}, options);  // a limit that was passed is not that of the next call
  EXPECT_EQ(options.size(), 1U);
}

/// A function that cannot be lifted is run before the question, to compare the others with it.
TEST(Limits, OfTimeAreMetOnceWhereValidNeverReturns) {
  RuleDirectory directory;
  directory.options.alarm = lua::Alarm::hook;
  directory.options.clock = &tell_time;
  directory.options.limits.call = Seconds(100);
  const std::shared_ptr<const Game> game = directory.load(
      "return game { position = { 'n' }, valid = function(n) while true do end end,\n"
      "  moves = function(n) for t = 1, n do move(n - t) end end }");
  looks = 0;
  EXPECT_THROW(game->rules->valid(Position{3}), LimitError);
  EXPECT_LE(looks, 101 + 11);
}

TEST(Limits, LetManyShortCallsPass) {
  RuleDirectory directory;
  directory.options.alarm = lua::Alarm::hook;
  directory.options.clock = &tell_time;
  directory.options.limits.call = Seconds(1000);
  const std::shared_ptr<const Game> game =
      directory.load("return game { position = { 'n' }, moves = function(n) for t = 1, n do move(n - t) end end }");
  for (int call = 0; call < 100; ++call) {
    told_time += std::chrono::seconds(100);
    Options options;
    game->rules->reference_options(Position{100}, options);
    ASSERT_EQ(options.size(), 100U);
  }
}

TEST(CallTimer, CountsEachCallForItself) {
  using std::chrono::seconds;
  const std::chrono::steady_clock::time_point start;
  lua::CallTimer timer;
  EXPECT_FALSE(timer.is_late(1, 10, start));
  EXPECT_FALSE(timer.is_late(1, 10, start + seconds(9)));
  EXPECT_FALSE(timer.is_late(3, 10, start + seconds(11)));  // another call
  EXPECT_FALSE(timer.is_late(3, 10, start + seconds(20)));
  EXPECT_TRUE(timer.is_late(3, 10, start + seconds(21)));
  EXPECT_TRUE(timer.is_late(3, 10, start + seconds(22)));
  EXPECT_FALSE(timer.is_late(5, 0, start + seconds(23)));  // any time
  EXPECT_FALSE(timer.is_late(5, 0, start + seconds(1'000'000)));
}

TEST(Limits, BoundTheMemoryOfLua) {
  RuleDirectory directory;
  directory.options.limits.memory = std::size_t{8} << 20;
  EXPECT_EQ(ask(directory,
                "return game { position = { 'n' },\n moves = function(n)\n"
                "  local t = {} for i = 1, 1e9 do t[i] = i end\n end }"),
            "slow.lua:2: moves: needs more than 8 MiB of Lua memory; rule memory");
  EXPECT_EQ(ask(directory, "local t = {} for i = 1, 1e9 do t[i] = i end"),
            "slow.lua: needs more than 8 MiB of Lua memory; rule memory");
}

/// Else what a rule answers would depend on where a limit lies.
TEST(Limits, OfMemoryCannotBeSwallowedByPcall) {
  const std::string needs = "slow.lua: moves: needs more than 8 MiB of Lua memory; rule memory";
  const std::string options = "the options of one position need more than 4 MiB; memory";
  const std::pair<std::string, std::string> bodies[] = {
      {"local t = {} for i = 1, 1000 do t[i] = ('x'):rep(100000) .. i end", needs},
      {"local s = string.rep('x', 9000000)", needs},
      {"local s = ('x'):rep(5000000) s = s .. s", needs},
      {"select('#', table.unpack({}, 1, 400000))", needs},
      {"while true do move(0) end", options},
  };
  for (const lua::Alarm alarm : {lua::Alarm::signal, lua::Alarm::hook}) {
    for (const auto& [body, message] : bodies) {
      RuleDirectory directory;
      directory.options.alarm = alarm;
      directory.options.limits.memory = std::size_t{8} << 20;
      directory.options.limits.options = std::size_t{4} << 20;
      const std::string text =
          "return game { position = { 'n' }, moves = function(n)\n pcall(function() " + body + " end)\n end }";
      EXPECT_NE(ask(directory, text), "") << body;
      EXPECT_TRUE(ask(directory, text).ends_with(message.substr(message.find(": ") + 2))) << ask(directory, text);
    }
  }
}

/// What a rule sees of an error does not depend on where its file lies; what people see does.
TEST(Limits, OfWhatARuleSeesLeaveOutTheFolder) {
  RuleDirectory directory;
  const std::string long_name = std::string(70, 'l') + ".lua";
  const std::string text =
      "local _, e = pcall(include, 'bad-one')\n"
      "local _, o = pcall(function() return include('other').x.y end)\n"
      "local _, p = pcall(error, 'x', 2)\n"
      "return game { position = { 'n' }, moves = function(n)\n"
      "  local _, i = pcall(function() return n.y.z end)\n"
      "  error('seen: ' .. e .. '|' .. o .. '|' .. p .. '|' .. i)\n end }";
  std::filesystem::create_directories("a/long/way");
  for (const std::string& name : {std::string("one.lua"), long_name}) {
    const std::string seen_as = name == long_name ? "..." + long_name.substr(long_name.size() - 47) : name;
    for (const std::string folder : {"", "a/", "a/long/way/"}) {
      directory.write(folder + "bad-one.lua", "return )");
      directory.write(folder + "other.lua", "return {}");
      const std::shared_ptr<const Game> game = directory.load(text, {}, folder + name);
      Options options;
      try {
        game->rules->reference_options(Position{3}, options);
        FAIL();
      } catch (const RuleError& error) {
        EXPECT_EQ(error.what(), fmt::format("{0}{1}:6: seen: bad-one.lua:1: unexpected symbol near ')'"
                                            "|{2}:2: attempt to index a nil value (field 'x')|{2}:3: x"
                                            "|{2}:5: attempt to index a number value (upvalue 'n'), in moves(3)",
                                            folder, name, seen_as));
      }
    }
  }
}

/// A table of 2^20 nodes has one place for all multiples of 2^20 - 1. To put half a million of them there takes minutes.
TEST(Limits, RefuseTablesWhoseKeysCollide) {
  for (const std::string keys : {"t[i * ((1 << 20) - 1)] = true", "pcall(function() t[i * ((1 << 20) - 1)] = true end)"}) {
    RuleDirectory directory;
    directory.options.limits.call = kPatience;
    const std::string fill = "local t = {} for i = 1, (1 << 19) + 1 do " + keys + " end";
    EXPECT_EQ(ask(directory, "return game { position = { 'n' },\n moves = function(n) " + fill + " end }"),
              "slow.lua:2: moves: fills a table with too many keys that fall into the same place in it");
  }
}

TEST(Limits, LetTablesGrowWhoseKeysDoNotCollide) {
  for (const std::string key : {"2 * i", "i * 1000", "i << 20", "-i", "i + 0.5", "i * 0x1p-40", "'k' .. i"}) {
    RuleDirectory directory;
    directory.options.limits.call = kPatience;
    const std::string fill = "local t = {} for i = 1, 300000 do t[" + key + "] = true end";
    EXPECT_EQ(ask(directory, "return game { position = { 'n' }, moves = function(n) " + fill + " end }"), "") << key;
  }
}

TEST(Limits, BoundTheOptionsOfAPosition) {
  RuleDirectory directory;
  directory.options.limits.memory = std::size_t{8} << 20;
  EXPECT_EQ(ask(directory, "return game { position = { 'n' },\n moves = function(n) while true do move(0) end end }"),
            "slow.lua:2: the options of one position need more than 8 MiB; rule memory");
}

TEST(Limits, BoundTheOptionsOfAPositionWhateverTheyAreMadeOf) {
  const std::string wide = "local t = {} for i = 1, 200 do t[i] = 0 end ";
  for (const std::string& body :
       {wide + "while true do split(table.unpack(t)) end", std::string("while true do split() end")}) {
    RuleDirectory directory;
    directory.options.limits.options = std::size_t{4} << 20;
    const std::string message = ask(directory, "return game { position = { 'n' },\n moves = function(n) " + body + " end }");
    EXPECT_EQ(message, "slow.lua:2: the options of one position need more than 4 MiB; memory") << body;
  }
}

TEST(Limits, OfOptionsCountOnePositionAlone) {
  RuleDirectory directory;
  directory.options.limits.options = std::size_t{4} << 20;
  const std::shared_ptr<const Game> game =
      directory.load("return game { position = { 'n' }, moves = function(n) for i = 1, n do move(0) end end }");
  Options options;
  for (int call = 0; call < 10; ++call) {
    options.clear();
    game->rules->reference_options(Position{30'000}, options);
    EXPECT_EQ(options.size(), 30'000U);
  }
  EXPECT_THROW(game->rules->reference_options(Position{90'000}, options), LimitError);
  options.clear();
  game->rules->reference_options(Position{1}, options);
  EXPECT_EQ(options.size(), 1U);
}

/// What a rule error says at position 3 of a rule whose moves begin with `body`, on the third line.
std::string error_of(RuleDirectory& directory, const std::string& body) {
  try {
    const std::shared_ptr<const Game> game = directory.load(
        "local function deep() return 1 + deep() end\nreturn game { position = { 'n' }, moves = function(n)\n  " + body +
        "\nend }");
    Options options;
    game->rules->reference_options(Position{3}, options);
    return "";
  } catch (const RuleError& error) {
    return error.what();
  }
}

/// How deep calls may nest depends on how much else lies on the stack: so no rule gets to know it.
TEST(Limits, OfTheDepthOfCallsIsAnErrorThatNoRuleCatches) {
  const std::string message = "calls of functions nest too deeply (stack overflow), in moves(3)";
  for (const lua::Alarm alarm : {lua::Alarm::signal, lua::Alarm::hook}) {
    RuleDirectory directory;
    directory.options.alarm = alarm;
    EXPECT_EQ(error_of(directory, "deep()"), "bad.lua:1: " + message);
    EXPECT_EQ(error_of(directory, "pcall(deep) move(0)"), "bad.lua:1: " + message);
    EXPECT_EQ(error_of(directory, "local function f() pcall(f) end f()"), "bad.lua:3: " + message);
    EXPECT_EQ(error_of(directory, "pcall(table.unpack, {}, 1, 900000) move(0)"), "bad.lua:3: " + message);
    EXPECT_EQ(error_of(directory, "local function f(d) return d == 0 and 0 or 1 + f(d - 1) end move(f(20000) - 20000)"), "");
  }
}

/// Before the question the moves are compared with their program: at one position, if calls nest too deeply there.
TEST(Limits, OfDepthAreMetOnceBeforeTheQuestion) {
  const auto looks_of = [](bool lift) {
    RuleDirectory directory;
    directory.options.lift = lift;
    directory.options.alarm = lua::Alarm::hook;
    directory.options.clock = &tell_time;
    const std::shared_ptr<const Game> game = directory.load(
        "return game { position = { 'n' }, moves = function(n)\n"
        "  local function f(x) return 1 + f(x + 1) end\n  if n > 0 then move(n - f(1)) end\nend }");
    looks = 0;
    EXPECT_THROW((void)Solver({game->rules}, Budget()).solve({{0, widen(Position{3})}}), RuleError);
    return looks;
  };
  const int interpreted = looks_of(false);
  EXPECT_GT(interpreted, 10);
  EXPECT_LE(looks_of(true), 3 * interpreted);
}

/// A signal handler that installs a hook visits every call. However long that takes, it is not asked to so often that the
/// function which must end gets no time to.
TEST(CallTimer, TellsACallMoreAndMoreSeldom) {
  using std::chrono::milliseconds;
  const std::chrono::steady_clock::time_point start;
  lua::CallTimer timer;
  timer.is_late(1, 1, start);
  int told = 0;
  for (int tick = 0; tick < 512; ++tick) told += timer.may_tell(start + milliseconds(20 * tick)) ? 1 : 0;
  EXPECT_EQ(told, 7);  // at 0, 0.1, 0.3, 0.7, 1.5, 3.1 and 6.3 s
  timer.is_late(3, 1, start + milliseconds(20 * 512));
  EXPECT_TRUE(timer.may_tell(start + milliseconds(20 * 512)));  // of another call nothing was said yet
}

TEST(Limits, AGameGoesOnAfterALimitWasPassed) {
  for (const lua::Alarm alarm : {lua::Alarm::signal, lua::Alarm::hook}) {
    RuleDirectory directory;
    directory.options.limits.memory = std::size_t{8} << 20;
    directory.options.alarm = alarm;
    const std::shared_ptr<const Game> game = directory.load(
        "return game { position = { 'n' }, moves = function(n)\n"
        "  if n == 3 then local t = {} while true do t[#t + 1] = {} end end\n  if n > 0 then move(n - 1) end\nend }");
    Options options;
    EXPECT_THROW(game->rules->options(Position{3}, options), LimitError);
    options.clear();
    game->rules->options(Position{4}, options);
    EXPECT_EQ(options.size(), 1U);
  }
}

TEST(Interruption, StopsWhateverLuaDoes) {
  for (const lua::Alarm alarm : {lua::Alarm::signal, lua::Alarm::hook}) {
    if (test::kKeepsSignalsBack && alarm == lua::Alarm::signal) continue;
    for (const std::string endless : kEndless) {
      RuleDirectory directory;
      std::atomic<bool> stop{false};
      directory.options.stop = &stop;
      directory.options.alarm = alarm;
      const std::shared_ptr<const Game> game =
          directory.load("return game { position = { 'n' }, moves = function(n) " + endless + " end }");
      stop = true;
      Options options;
      EXPECT_THROW(game->rules->options(Position{3}, options), Interrupted) << endless;
    }
  }
}

}  // namespace
}  // namespace bouton
