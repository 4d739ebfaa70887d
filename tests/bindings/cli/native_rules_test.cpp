// Rules of any control flow: what answers for them, and that nothing else about them changes. Calls through Lua are the
// reference.
#include <regex>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/bindings/cli/program.h"

namespace bouton::cli {
namespace {

struct NativeRuleText {
  const char* name;
  const char* moves;  ///< a chunk that ends in the function
  const char* box;
  const char* valid = nullptr;
};

constexpr NativeRuleText kNativeRules[] = {
    {"squares",
     "function(a, b) local t = 1 while t * t <= a do move(a - t * t, b) t = t + 1 end"
     " t = 1 while t * t <= b do move(a, b - t * t) t = t + 1 end end",
     "30 30"},
    {"coprime",
     "function(a, b) for t = 1, a do if gcd(t, b) == 1 then move(a - t, b) end end"
     " for t = 1, b do if gcd(t, a) == 1 then move(a, b - t) end end end",
     "25 25"},
    {"primes", "function(a, b) for t = 1, a do if prime(t) then move(a - t, b) end end if b > 0 then move(a, b - 1) end end",
     "40 12"},
    {"digits",
     "function(a, b) local n, s = a, 0 while n > 0 do s = s + n % 10 n = n // 10 end"
     " if a > 0 then move(a - s, b) end if b > 0 then move(a, b - 1) end end",
     "60 8"},
    {"exchange", "function(a, b) for t = 1, a do move(b, a - t) end end", "24 24"},
    {"steps",
     "function(a, b) for _, s in ipairs(STEPS) do if a >= s[1] and b >= s[2] then move(a - s[1], b - s[2]) end end end",
     "30 30"},
    {"beyond", "function(a, b) local t = 1 while t <= a and t <= b do move(a - t, 2 * t) t = t + 1 end end", "24 24"},
    {"divisors", "function(a) local d = 1 while d < a do if a % d == 0 then move(a - d) end d = d + 1 end end", "300"},
    {"ordered",
     "function(a, b) local t = 1 while t * t <= a do move(a - t * t, b) t = t + 1 end t = 1"
     " while b - t >= a do move(a, b - t) t = t + t end end",
     "24 24", "function(a, b) return a <= b end"},
    {"odd", "function(a) local n = 1 while a - 2 * n >= 1 do move(a - 2 * n) n = n + n + 1 end end", "299",
     "function(a) return a % 2 == 1 end"},
};

constexpr const char* kNativeHelpers = R"(
local STEPS = { { 1, 2 }, { 2, 1 }, { 0, 3 }, { 4, 0 } }
local function gcd(x, y) while y ~= 0 do x, y = y, x % y end return x end
local function prime(n)
  if n < 2 then return false end
  local d = 2
  while d * d <= n do
    if n % d == 0 then return false end
    d = d + 1
  end
  return true
end
)";

std::string native_rule_file(const NativeRuleText& rule) {
  const bool is_single = std::string(rule.moves).starts_with("function(a)");
  return fmt::format("{}return game {{ name = \"{}\", position = {{ {} }}, moves = {}, valid = {} }}", kNativeHelpers,
                     rule.name, is_single ? "\"a\"" : "\"a\", \"b\"", rule.moves, rule.valid == nullptr ? "nil" : rule.valid);
}

class NativeRules : public testing::TestWithParam<NativeRuleText> {
 protected:
  NativeRules() { directory_.write("rule.lua", native_rule_file(GetParam())); }
  std::string answer(const std::string& command) {
    const Result run = run_bouton(words(command), "", directory_.path());
    return run.code == 0 ? run.out : run.err;
  }
  /// Without the line that names what answered.
  std::string solution(const std::string& command) {
    return std::regex_replace(answer(command), std::regex(" *solver .*\n"), "");
  }
  TemporaryDirectory directory_;
};

TEST_P(NativeRules, HaveTheTablesThatLuaGives) {
  for (const std::string value : {"grundy", "outcome", "remoteness"})
    for (const std::string play : {"normal", "misere"}) {
      if (value == "grundy" && play == "misere") continue;
      const std::string table = fmt::format("table rule.lua {} --value {} --play {} --format csv", GetParam().box, value, play);
      const std::string expected = answer(table + " --no-lift");
      EXPECT_FALSE(expected.starts_with("bouton")) << expected;
      for (const char* way : {"", " --method table:native", " --method table:native --no-native"})
        EXPECT_EQ(answer(table + way), expected) << table << way;
    }
}

TEST_P(NativeRules, HaveThePositionsAndAnswersThatLuaGives) {
  const std::string box = GetParam().box;
  EXPECT_EQ(answer("positions rule.lua " + box + " --method table:native"), answer("positions rule.lua " + box + " --no-lift"));
  std::string corner = box;
  for (char& c : corner)
    if (c == ' ') c = ',';
  for (const std::string value : {"grundy", "outcome", "remoteness"})
    EXPECT_EQ(solution(fmt::format("solve rule.lua {} --value {} --method table", corner, value)),
              solution(fmt::format("solve rule.lua {} --value {} --no-lift", corner, value)));
}

TEST_P(NativeRules, AreExplained) {
  for (const bool native : {true, false}) {
    const auto explained =
        nlohmann::json::parse(answer(fmt::format("explain rule.lua {} --value grundy --format json --method table:native{}",
                                                 GetParam().box, native ? "" : " --no-native")));
    bool found = false;
    for (const auto& question : explained["questions"]) {
      if (question["kernel"] != "native") continue;
      found = true;
      EXPECT_EQ(question["method"], "table");
      const std::string reason = question["reason"];
      if (!native) {
        EXPECT_NE(reason.find("interpreter"), std::string::npos) << reason;
      }
    }
    EXPECT_TRUE(found) << explained;
  }
}

INSTANTIATE_TEST_SUITE_P(Each, NativeRules, testing::ValuesIn(kNativeRules), [](const auto& info) { return info.param.name; });

/// With what a rule does wrong somewhere in the table; the message is that of the interpreter, wherever the table comes from.
TEST(NativeRule, SaysWhatLuaSaysOfAnError) {
  const TemporaryDirectory directory;
  const char* const wrong[] = {
      "local t = 1 while t <= a do move(a - t, b)\n if a == 23 and b == 5 then t = t // (b - 5) end t = t + 1 end",
      "local t = 1 while t <= a do\n move(a - t * (a == 23 and 2 or 1), b) t = t + 1 end",
      "local t = 1 while t <= a do move(a - t, b) t = t + 1 end\n if b == 17 then error('no') end",
      "local t = 1 while t <= a do move(a - t, b) t = t + 1 end\n if b == 17 then assert(a < 20, 'wide') end",
      "local t = 1 while t <= a do move(a - t, b) t = t + 1 end\n local x = ({ 1, 2, 3 })[a % 4 + 1] + 1",
      "local t = 1 while t <= a do move(a - t, b) t = t + 1 end\n if a == 21 then local x = 7 % (b - 2) end",
      "local t = 1 while t <= a do move(a - t, b) t = t + 1 end\n if b > 8 then move(a, b - 8) end end,\n"
      "valid = function(a, b) return a + b ~= 40 or a == b",
  };
  for (const char* const moves : wrong) {
    directory.write("wrong.lua", fmt::format("return game {{ name = \"wrong\", position = {{ \"a\", \"b\" }},\n"
                                             "moves = function(a, b) {} end }}",
                                             moves));
    for (const std::string command : {"table wrong.lua 24 24 --format csv", "positions wrong.lua 24 24"}) {
      const Result expected = run_bouton(words(command + " --no-lift"), "", directory.path());
      EXPECT_NE(expected.code, 0) << moves;
      for (const char* way : {"", " --no-native"}) {
        const Result found = run_bouton(words(command + way), "", directory.path());
        EXPECT_EQ(found.err, expected.err) << moves;
        EXPECT_EQ(found.code, expected.code) << moves;
        EXPECT_EQ(found.out, expected.out) << moves;
      }
    }
  }
}

/// Recursion that is too deep is Lua's own error.
TEST(NativeRule, LeavesDeepRecursionToLua) {
  const TemporaryDirectory directory;
  directory.write("deep.lua", R"(local function down(n) if n <= 0 then return 0 end return 1 + down(n - 1) end
return game { name = "deep", position = { "a" }, moves = function(a)
  if a > 0 then move(a - 1) end
  if a == 290 then down(1000000) end
end })");
  const Result expected = run_bouton(words("table deep.lua 300 --no-lift"), "", directory.path());
  EXPECT_NE(expected.code, 0);
  EXPECT_EQ(run_bouton(words("table deep.lua 300"), "", directory.path()).err, expected.err);
}

/// Where no kernel knows the shape and there are many positions, machine code is what the plan takes.
TEST(NativeRule, IsTheMethodOfItsOwnAccord) {
  const TemporaryDirectory directory;
  directory.write("coprime.lua", native_rule_file(kNativeRules[1]));
  const Result run = run_bouton(words("explain coprime.lua 300 300 --value grundy --format json"), "", directory.path());
  const auto explained = nlohmann::json::parse(run.out);
  bool found = false;
  for (const auto& question : explained["questions"]) found = found || question["kernel"] == "native";
  EXPECT_TRUE(found) << run.out;
}

}  // namespace
}  // namespace bouton::cli
