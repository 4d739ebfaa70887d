// Random rule functions that subtract steps from a fixed list, or nearly so.
#pragma once

#include <cstdint>
#include <random>
#include <string>

#include <fmt/format.h>

namespace bouton::lua {

/// A chunk that returns a function of two coordinates, a and b. Every option that it names is a position.
class RandomSteps {
 public:
  explicit RandomSteps(std::uint64_t seed) : random_(seed) {}

  std::string source() {
    std::string text = R"(
local function odd(n) while n > 1 do n = n - 2 end return n == 1 end
local LIST = { 1, 4, 5, 7 }
local PAIRS = { { 1, 2 }, { 2, 0 }, { 3, 1 } }
return function(a, b)
  local t = 1
)";
    for (std::uint64_t part = 1 + pick(3); part > 0; --part) text += loop();
    return text + "end\n";
  }

 private:
  std::uint64_t pick(std::uint64_t n) { return random_() % n; }

  /// What a loop subtracts, of its variable t.
  std::string amount() {
    switch (pick(6)) {
      case 0: return "t * t";
      case 1: return "(t << 1)";
      case 2: return fmt::format("(t + {})", pick(3));
      case 3: return "LIST[t % 4 + 1]";
      default: return "t";
    }
  }
  /// About the variable alone, mostly.
  std::string guard() {
    switch (pick(12)) {
      case 0: return "odd(t)";
      case 1: return fmt::format("t % {} ~= 1", 2 + pick(3));
      case 2: return fmt::format("t ~= {}", pick(5));
      case 3: return fmt::format("{} > {}", pick(2) == 0 ? "a" : "b", pick(4));
      case 4: return "t <= b + 1";
      default: return "true";
    }
  }
  std::string counted(const std::string& move, const std::string& bound, const std::string& amount) {
    const char* const next[] = {"t = t + 1", "t = t + 2", "t = t * 2", "t = t + t + 1"};
    const char* const step = next[pick(4)];
    const int label = labels_++;
    switch (pick(4)) {
      case 0: return fmt::format("  t = 1\n  while {} do if {} then {} end {} end\n", bound, guard(), move, step);
      case 1:
        return fmt::format("  for t = 1, a + b do if not ({}) then break end if {} then {} end end\n", bound, guard(), move);
      case 2: return fmt::format("  for t = {}, 1, -1 do if {} and {} then {} end end\n", 5 + pick(9), bound, guard(), move);
      default:
        return fmt::format(
            "  t = 1\n  while true do\n    if t > 12 or {} > 40 then goto done{} end\n"
            "    if {} and {} then {} end {}\n  end\n  ::done{}::\n",
            amount, label, bound, guard(), move, step, label);
    }
  }
  std::string loop() {
    const std::string s = amount();
    switch (pick(6)) {
      case 0: return counted(fmt::format("move(a - {}, b)", s), fmt::format("{} <= a", s), s);
      case 1: return counted(fmt::format("move(a, b - {})", s), fmt::format("b >= {}", s), s);
      case 2: return counted(fmt::format("move(a - {0}, b - {0})", s), fmt::format("{0} <= a and b - {0} >= 0", s), s);
      case 3: return counted(fmt::format("move(a - {0}, b - {0})", s), fmt::format("{} <= math.min(a, b)", s), s);
      case 4: return "  for _, s in ipairs(PAIRS) do if a >= s[1] and b >= s[2] then move(a - s[1], b - s[2]) end end\n";
      default:
        return fmt::format(
            "  t = 1\n  while t <= a or t <= b do\n    if {} then\n      if t <= a then move(a - t, b) end\n"
            "      if t <= b then move(a, b - t) end\n    end\n    t = t + {}\n  end\n",
            guard(), 1 + pick(3));
    }
  }

  std::mt19937_64 random_;
  int labels_ = 0;
};

}  // namespace bouton::lua
