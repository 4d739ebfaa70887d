// Random rule functions whose moves change one coordinate at a time, mostly by what that coordinate says alone.
#pragma once

#include <cstdint>
#include <random>
#include <string>

#include <fmt/format.h>

namespace bouton::lua {

/// A chunk that returns a function of coordinates a, b and perhaps c. All options are less than their positions, but some rules
/// raise errors.
class RandomSums {
 public:
  RandomSums(std::uint64_t seed, std::size_t dimensions) : random_(seed), dimensions_(dimensions) {}

  std::string source() {
    std::string text = R"(
local function ones(n) local k = 0 while n > 0 do n = n & (n - 1) k = k + 1 end return k end
local LIST = { 1, 3, 4, 9 }
local LIMIT = { 2, 5, 1, 3 }
)";
    text += fmt::format("return function({})\n", all("{}"));
    for (std::uint64_t part = 1 + pick(4); part > 0; --part) text += moves(pick(dimensions_));
    return text + "end\n";
  }

 private:
  std::uint64_t pick(std::uint64_t n) { return random_() % n; }
  static std::string name(std::size_t i) { return std::string(1, static_cast<char>('a' + i)); }

  std::string all(const std::string& pattern) const {
    std::string text;
    for (std::size_t i = 0; i < dimensions_; ++i) text += (i > 0 ? ", " : "") + fmt::format(fmt::runtime(pattern), name(i));
    return text;
  }
  /// A move that changes a coordinate.
  std::string to(std::size_t axis, const std::string& value) const {
    std::string text;
    for (std::size_t i = 0; i < dimensions_; ++i) text += (i > 0 ? ", " : "move(") + (i == axis ? value : name(i));
    return text + ")";
  }
  std::string guard(const std::string& x) {
    switch (pick(12)) {
      case 0: return fmt::format("{} % 3 == {}", x, pick(3));
      case 1: return fmt::format("t % {} ~= 1", 2 + pick(3));
      case 2: return fmt::format("{} & t ~= 0", x);
      case 3: return pick(4) == 0 ? fmt::format("{} > 2", name(pick(dimensions_))) : "t ~= 2";
      case 4: return pick(4) == 0 ? fmt::format("t // ({} - 7) < 9", x) : "t < 9";
      default: return "true";
    }
  }

  std::string moves(std::size_t axis) {
    const std::string x = name(axis), less = to(axis, x + " - t"), step = fmt::format("{}", 1 + pick(2));
    switch (pick(11)) {
      case 0: return fmt::format("  for t = 1, {0} - 1 do if {0} % t == 0 then {1} end end\n", x, less);
      case 1: return fmt::format("  for t = 1, {} do if {} then {} end end\n", x, guard(x), less);
      case 2: return fmt::format("  if {0} > 0 then {1} end\n", x, to(axis, x + " // 2"));
      case 3: return fmt::format("  for t = 1, math.min({0}, ones({0})) do {1} end\n", x, less);
      case 4:
        return fmt::format("  do local t = 1 while t * t <= {0} do if {1} then {2} end t = t + 1 end end\n", x, guard(x),
                           to(axis, x + " - t * t"));
      case 5: return fmt::format("  for t = 1, math.min({0}, LIMIT[{0} % 4 + 1]) do {1} end\n", x, less);
      case 6: return fmt::format("  for _, t in ipairs(LIST) do if t <= {} and {} then {} end end\n", x, guard(x), less);
      case 7:
        return fmt::format("  do local t = {0} repeat t = t // 2 if t < {0} and t % {1} == 0 then {2} end until t == 0 end\n",
                           x, step, to(axis, "t"));
      case 8:
        return fmt::format("  do local t = {1} while true do if t > {0} then break end {2} t = t + t end end\n", x, step, less);
      case 9:
        return fmt::format("  if {0} % 2 == 1 then {1} elseif {0} > 3 then {2} end\n", x, to(axis, x + " - 1"), to(axis, "3"));
      default:
        return fmt::format("  do local t = 1 while t <= {} or t <= {} do if t <= {} then {} end t = t + {} end end\n",
                           name(pick(dimensions_)), x, x, less, step);
    }
  }

  std::mt19937_64 random_;
  std::size_t dimensions_;
};

}  // namespace bouton::lua
