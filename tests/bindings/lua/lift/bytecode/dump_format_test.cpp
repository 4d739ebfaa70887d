#include "bindings/lua/lift/bytecode/dump_format.h"

#include <random>
#include <set>

#include <gtest/gtest.h>

#include "tests/bindings/lua/lift/rule_function.h"

namespace bouton::lua {
namespace {

int append(lua_State*, const void* bytes, std::size_t count, void* to) {
  static_cast<std::string*>(to)->append(static_cast<const char*>(bytes), count);
  return 0;
}

std::string dump(const std::string& source, bool strip = false) {
  lua_State* L = luaL_newstate();
  std::string bytes;
  if (luaL_loadbufferx(L, source.data(), source.size(), "=rule", "t") == LUA_OK) lua_dump(L, append, &bytes, strip ? 1 : 0);
  lua_close(L);
  return bytes;
}

constexpr const char* kSource = R"(local limit <const> = 2.5
local names = { "a", "b", n = true }
return function(S, L)
  local long = "a string that is longer than the forty bytes of a short one"
  for t = 1, S do
    if t % 3 == 0 then goto continue end
    names.n(S - t, 123456789012345, limit, long)
    ::continue::
  end
end)";

TEST(DumpFormat, OfThisLuaIsKnown) { EXPECT_TRUE(dump_format_is_known()); }

void collect_operations(const FunctionPrototype& function, std::set<Opcode>& operations) {
  for (const Instruction& instruction : function.code) operations.insert(instruction.op);
  for (const FunctionPrototype& inner : function.functions) collect_operations(inner, operations);
}

TEST(DumpFormat, EveryOperationThatTheReaderKnowsOccursInTheSelfTest) {
  std::set<Opcode> tested;
  for (const FunctionPrototype& function : self_test()) collect_operations(function, tested);
  for (int op = 0; op < 128; ++op) EXPECT_EQ(is_known(static_cast<Opcode>(op)), tested.contains(static_cast<Opcode>(op))) << op;
  EXPECT_EQ(tested.size(), kOpcodes - 1U);  // all but LOADKX
}

TEST(DumpFormat, RefusesAnOperationThatTheSelfTestCannotHave) {
  std::string source = "return { 0.5";
  for (int i = 1; i <= 1 << 17; ++i) source += fmt::format(", {}.5", i);
  const std::string bytes = dump(source + " }");
  ASSERT_FALSE(bytes.empty());
  EXPECT_FALSE(parse_dump(bytes));
}

TEST(DumpFormat, KeepsWhatTheLifterNeeds) {
  const std::optional<FunctionPrototype> chunk = parse_dump(dump(kSource));
  ASSERT_TRUE(chunk);
  EXPECT_EQ(chunk->source, "=rule");
  EXPECT_TRUE(chunk->is_vararg);
  ASSERT_EQ(chunk->functions.size(), 1U);
  const FunctionPrototype& function = chunk->functions[0];
  EXPECT_EQ(function.source, "=rule");
  EXPECT_EQ(function.line_defined, 3);
  EXPECT_EQ(function.parameters, 2);
  EXPECT_FALSE(function.is_vararg);
  ASSERT_EQ(function.upvalues.size(), 1U);
  EXPECT_EQ(function.upvalues[0].name, "names");
  EXPECT_TRUE(function.upvalues[0].in_stack);
  EXPECT_EQ(function.upvalues[0].index, 0);
  EXPECT_NE(std::ranges::find(function.constants, Constant(lua_Integer{123456789012345})), function.constants.end());
  EXPECT_NE(std::ranges::find(function.constants, Constant(2.5)), function.constants.end());
  EXPECT_NE(std::ranges::find(function.constants,
                              Constant(std::string("a string that is longer than the forty bytes of a short one"))),
            function.constants.end());
  EXPECT_EQ(function.local_name(0, 1), "S");
  EXPECT_EQ(function.local_name(2, 4), "long");
  EXPECT_EQ(function.locals_at(0), 2);
  ASSERT_EQ(function.lines.size(), function.code.size());
  EXPECT_EQ(function.lines[0], 4);
  EXPECT_EQ(function.lines.back(), 10);
  EXPECT_TRUE(std::ranges::is_sorted(std::vector<int>(function.lines.begin() + 8, function.lines.end() - 2)));
}

TEST(DumpFormat, KnowsTheLinesOfLongFunctions) {
  std::string source = "local x = 0\n";
  for (int i = 0; i < 400; ++i) source += i % 50 == 49 ? std::string(300, '\n') : "x = x + 1\n";
  source += "return x";
  const std::optional<FunctionPrototype> chunk = parse_dump(dump(source));
  ASSERT_TRUE(chunk);
  EXPECT_EQ(chunk->lines.back(), std::ranges::count(source, '\n') + 1);
}

TEST(DumpFormat, RefusesAStrippedDump) { EXPECT_FALSE(parse_dump(dump(kSource, true))); }

TEST(DumpFormat, RefusesOtherHeaders) {
  const std::string good = dump(kSource);
  ASSERT_TRUE(parse_dump(good));
  // The signature, version, format, check data, sizes, and the two check numbers.
  for (std::size_t i = 0; i < 4 + 1 + 1 + 6 + 3 + 8 + 8; ++i) {
    std::string bad = good;
    bad[i] = static_cast<char>(bad[i] + 1);
    EXPECT_FALSE(parse_dump(bad)) << i;
  }
  EXPECT_FALSE(parse_dump(""));
  EXPECT_FALSE(parse_dump(good + "x"));
}

TEST(DumpFormat, TakesAnyBytes) {
  const std::string good = dump(kSource);
  for (std::size_t size = 0; size < good.size(); ++size) EXPECT_FALSE(parse_dump(good.substr(0, size)));
  std::mt19937_64 random(1);
  int parsed = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string bytes = good;
    const int changes = 1 + static_cast<int>(random() % 4);
    for (int k = 0; k < changes; ++k) {
      const std::size_t at = 31 + random() % (bytes.size() - 31);
      switch (random() % 4) {
        case 0: bytes[at] = static_cast<char>(random()); break;
        case 1: bytes[at] = static_cast<char>(bytes[at] ^ (1 << random() % 8)); break;
        case 2: bytes.erase(at, 1 + random() % 8); break;
        default: bytes.insert(at, 1 + random() % 8, static_cast<char>(random())); break;
      }
      if (bytes.size() < 40) break;
    }
    if (parse_dump(bytes)) ++parsed;
  }
  EXPECT_GT(parsed, 0);  // a changed constant or name does no harm
}

TEST(DumpFormat, WhereItIsNotKnownNothingIsLifted) {
  RuleFunction rule("return function(n) for t = 1, n do move(n - t) end end", {{"n"}});
  const PretendUnknownDumpFormat pretend;
  EXPECT_FALSE(dump_format_is_known());
  EXPECT_EQ(rule.text(), "refused: moves: bytecode that this build of Bouton does not know (another release of Lua)\n");
}

TEST(DumpFormat, IsKnownAgainAfterwards) {
  { const PretendUnknownDumpFormat pretend; }
  EXPECT_TRUE(dump_format_is_known());
}

}  // namespace
}  // namespace bouton::lua
