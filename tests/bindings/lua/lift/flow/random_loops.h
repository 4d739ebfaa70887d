// Random rule functions of loops: every phrase of a loop that counts, and some that do not.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace bouton::lua {

/// A chunk that returns a function of two coordinates, a and b. Some of its loops may not end.
class RandomLoops {
 public:
  explicit RandomLoops(std::uint64_t seed) : random_(seed) {}

  std::string source() {
    std::string text = R"(
local function least(x, y) if x < y then return x end return y end
local function walk(x, y, dx, dy) while x - dx >= 0 and y - dy >= 0 do x, y = x - dx, y - dy move(x, y) end end
local function run(x, y, d) x, y = x - d, y - 1 if x < 0 or y < 0 then return end move.run(x, y) return run(x, y, d) end
local steps = { 1, 2, 4 }
local many = { 1, 2, 3, 5, 8, 13, 21, 34, 55, 89 }
return function(a, b)
  local x, y, t = a, b, 1
)";
    values_ = {"a", "b", "x", "y", "t"};
    for (std::uint64_t part = 1 + pick(3); part > 0; --part) text += statement(2, "  ");
    return text + "end\n";
  }

 private:
  std::uint64_t pick(std::uint64_t n) { return random_() % n; }
  template <class T>
  const T& one_of(const std::vector<T>& all) {
    return all[pick(all.size())];
  }
  const std::string& value() { return one_of(values_); }

  std::string sum() {
    switch (pick(10)) {
      case 0: return fmt::format("{}", pick(6));
      case 1: return fmt::format("{} + {}", value(), value());
      case 2: return fmt::format("{} - {}", value(), value());
      case 3: return fmt::format("2 * {} - {}", value(), pick(4));
      case 4: return fmt::format("{} // {}", value(), 1 + pick(3));
      case 5: return fmt::format("math.{}({}, {})", pick(2) == 0 ? "min" : "max", value(), value());
      case 6: return fmt::format("least({}, {})", value(), value());
      case 7: return fmt::format("{} {} 1", value(), pick(2) == 0 ? "<<" : ">>");
      default: return fmt::format("{} {} {}", value(), pick(2) == 0 ? "+" : "-", pick(3));
    }
  }

  std::string condition(int depth) {
    static const std::vector<std::string> orders = {"<", "<=", "<", "<=", ">", ">=", "~=", "=="};
    if (depth > 0 && pick(2) == 0) {
      switch (pick(3)) {
        case 0: return fmt::format("({} and {})", condition(depth - 1), condition(depth - 1));
        case 1: return fmt::format("({} or {})", condition(depth - 1), condition(depth - 1));
        default: return fmt::format("not ({})", condition(depth - 1));
      }
    }
    return fmt::format("{} {} {}", pick(3) == 0 ? sum() : value(), one_of(orders), sum());
  }

  /// Mostly one that ends a loop whose variable goes that way.
  std::string stays(const std::string& name, bool up) {
    if (pick(8) == 0) return condition(1);
    const std::string one =
        up ? fmt::format("{} {} {}", name, pick(2) == 0 ? "<" : "<=", pick(2) == 0 ? value() : sum())
           : fmt::format("{} {}", name, one_of<std::string>({"> 0", ">= 0", "~= 0", "> 1", ">= b", "> a - 3"}));
    switch (pick(6)) {
      case 0: return fmt::format("{} and {}", one, condition(0));
      case 1: return fmt::format("{} and {} {} {}", one, name, up ? "<=" : ">=", sum());
      case 2: return fmt::format("({} or {} {} {})", one, name, up ? "<" : ">", sum());
      case 3: return fmt::format("not ({} {} {} or not ({}))", name, up ? ">" : "<", value(), one);
      default: return one;
    }
  }

  std::string move(const std::string& indent) {
    static const std::vector<std::string> words = {"move", "move", "move.take", "move.give"};
    const std::string name = one_of(words);
    return fmt::format("{}{}({}, {})\n", indent, name, sum(), pick(2) == 0 ? value() : sum());
  }

  std::string body(int depth, const std::string& indent, const std::string& name) {
    const std::size_t before = values_.size();
    if (!name.empty()) values_.push_back(name);
    std::string text;
    for (std::uint64_t n = 1 + pick(2); n > 0; --n) text += pick(3) == 0 ? statement(depth - 1, indent) : move(indent);
    if (pick(4) == 0) text += fmt::format("{}if {} then {} end\n", indent, condition(1), pick(3) == 0 ? "return" : "break");
    if (pick(3) == 0) text += move(indent);
    values_.resize(before);
    return text;
  }

  std::string loop(int depth, const std::string& indent) {
    const std::string name = fmt::format("i{}", names_++), deeper = indent + "  ";
    const bool up = pick(3) != 0;
    const std::string next = fmt::format("{0} = {0} {1} {2}\n", name, up ? "+" : "-", pick(4) == 0 ? 1 + pick(3) : 1);
    const std::string start = up ? fmt::format("{}", pick(3)) : value();
    const std::string first = pick(5) == 0 ? sum() : start;
    const bool later = pick(2) == 0;
    const std::string inside = later ? body(depth, deeper, name) + deeper + next : deeper + next + body(depth, deeper, name);
    switch (pick(9)) {
      case 0:
      case 1:
      case 2:
        return fmt::format("{}local {} = {}\n{}while {} do\n{}{}end\n", indent, name, first, indent, stays(name, up), inside,
                           indent);
      case 3:
        return fmt::format("{}local {} = {}\n{}repeat\n{}{}until not ({})\n", indent, name, first, indent, inside, indent,
                           stays(name, up));
      case 4:
        return fmt::format("{0}local {1} = {2}\n{0}while true do\n{0}  if not ({3}) then break end\n{4}{0}end\n", indent, name,
                           first, stays(name, up), inside);
      case 5:
        return fmt::format("{0}do local {1} = {2}\n{0}::{1}top::\n{0}if {3} then\n{4}{0}goto {1}top\n{0}end end\n", indent,
                           name, first, stays(name, up), inside_without_breaks(depth, deeper, name, next));
      case 6:
        return fmt::format("{0}while {2} do\n{0}  x, y = x - 1, y {1} 1\n{3}{0}end\n", indent, pick(2) == 0 ? "-" : "+",
                           one_of<std::string>({"x > 0 and y > 0", "x ~= 0", "x >= 1 and y < 9", "x > 0"}),
                           body(depth, deeper, ""));
      case 7:
        return fmt::format("{}for _, {} in ipairs({}) do\n{}{}end\n", indent, name, pick(2) == 0 ? "steps" : "many",
                           body(depth, deeper, name), indent);
      default:
        return fmt::format("{}for {} = {}, {}{} do\n{}{}end\n", indent, name, up ? start : sum(), up ? sum() : "0",
                           one_of<std::string>(up ? std::vector<std::string>{"", "", "", ", 2", ", 3"}
                                                  : std::vector<std::string>{", -1", ", -1", ", -2"}),
                           body(depth, deeper, name), indent);
    }
  }

  std::string inside_without_breaks(int depth, const std::string& indent, const std::string& name, const std::string& next) {
    values_.push_back(name);
    std::string text = move(indent);
    if (depth > 1 && pick(3) == 0) text += statement(depth - 1, indent);
    values_.pop_back();
    return text + indent + next;
  }

  std::string statement(int depth, const std::string& indent) {
    if (depth <= 0) return move(indent);
    switch (pick(10)) {
      case 0:
        return fmt::format("{}if {} then {} = {} end\n", indent, condition(1), one_of<std::string>({"x", "y", "t"}), sum());
      case 1: return fmt::format("{}if x > y then x, y = y, x end\n", indent);
      case 2:
        return fmt::format("{0}if {1} then\n{2}{0}else\n{3}{0}end\n", indent, condition(1), move(indent + "  "),
                           move(indent + "  "));
      case 3:
        return fmt::format("{}{}\n", indent,
                           one_of<std::string>({"walk(a, b, 1, 1)", "walk(x, y, 1, 0)", "run(a, b, 1)", "run(x, y, 2)"}));
      default: return loop(depth, indent);
    }
  }

  std::mt19937_64 random_;
  std::vector<std::string> values_;
  int names_ = 0;
};

}  // namespace bouton::lua
