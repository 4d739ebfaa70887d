// Random rules of piles whose number changes, with every way of making a list and changing it; all of them end.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace bouton::lua {

/// A rule file. Many rules raise an error at some positions, or name options that are none.
class RandomPiles {
 public:
  explicit RandomPiles(std::uint64_t seed, bool splits = false) : random_(seed), splits_(splits) {}

  std::string text() {
    std::string text = kHelpers;
    text += fmt::format("local list = {{ {}, {}, 3 }}\n", pick(6), pick(6));
    text += "return game { position = piles('p'), moves = function(p)\n";
    // w has the methods of piles, q is a list, and r has lists in it, one of which is q.
    text += fmt::format("  local i, j, n, w, flag = {}, #p, {}, p, false\n", 1 + pick(2), pick(4));
    text += fmt::format("  local q = {}\n", one_of({"copy(p)", "{ 1, 2 }", "{ p[1], #p }", "but(p, 1)"}));
    text += "  local r = { q, { 1, n } }\n";
    for (std::uint64_t part = 2 + pick(3); part > 0; --part) text += statement(2, "  ");
    return text + move("  ") + "end }\n";
  }

 private:
  static constexpr const char* kHelpers = R"(
local function copy(p) local c = {} for k = 1, #p do c[k] = p[k] end return c end
local function but(p, i) local c = {} for k, v in ipairs(p) do if k ~= i then c[#c + 1] = v end end return c end
local function above(p, least) local c = {} for _, v in ipairs(p) do if v > least then table.insert(c, v) end end return c end
local function sorted(p) local c = { table.unpack(p) } table.sort(c) return c end
local function total(p) local n = 0 for _, v in ipairs(p) do n = n + v end return n end
local function gcd(a, b) while b ~= 0 do a, b = b, a % b end return a end
local function placed(p, v)
  local c, k = copy(p), 1
  while k <= #c and c[k] < v do k = k + 1 end
  table.insert(c, k, v)
  return c
end
local function pop(c) return table.remove(c), #c end
)";

  std::uint64_t pick(std::uint64_t n) { return random_() % n; }
  std::string one_of(const std::vector<std::string>& all) { return all[pick(all.size())]; }

  std::string list() { return one_of({"q", "q", "w", "w", "p", "r[1]", "r[2]"}); }
  std::string place() { return one_of({"i", "i", "i", "1", "1", "j", "#q", "n", "i + 1"}); }
  /// Mostly a small number, which may be nil or below 0.
  std::string value(int depth) {
    switch (pick(depth == 0 ? 6 : 9)) {
      case 0: return fmt::format("{}", pick(5));
      case 1: return "n";
      case 2: return one_of({"i", "#q", "#w", "#p"});
      case 3: return fmt::format("({}[{}] or {})", list(), place(), pick(3));
      case 4: return pick(5) == 0 ? fmt::format("{}[{}]", list(), place()) : "(p[i] or 1) // 2";
      case 5: return fmt::format("(list[{}] or 1)", place());
      case 6: return fmt::format("total({}) % 5", list());
      case 7: return fmt::format("gcd({}, 6)", value(0));
      default: return fmt::format("({} {} {}) % 7", value(depth - 1), one_of({"+", "-", "*"}), value(depth - 1));
    }
  }
  std::string condition() {
    switch (pick(6)) {
      case 0: return "flag";
      case 1: return fmt::format("{} == {}", list(), list());
      case 2: return fmt::format("#{} < {}", list(), 2 + pick(3));
      case 3: return fmt::format("{}[{}]", list(), place());
      default: return fmt::format("{} {} {}", value(1), one_of({"<", "==", ">=", "~="}), value(1));
    }
  }
  /// A list with the methods of piles; none is long.
  std::string piles() {
    const std::string from = one_of({"w", "w", "p"});
    switch (pick(4)) {
      case 0: return fmt::format("#{0} < 5 and {0}:insert({1}, {2}) or p", from, place(), value(1));
      case 1: return fmt::format("#{0} > 1 and {0}:without({1}) or w", from, place());
      case 2: return fmt::format("{}:without({})", from, place());
      default: return fmt::format("{}:with({}, {})", from, place(), value(1));
    }
  }
  std::string new_list() {
    switch (pick(7)) {
      case 0: return fmt::format("copy({})", list());
      case 1: return fmt::format("but({}, {})", list(), place());
      case 2: return fmt::format("above({}, {})", list(), pick(3));
      case 3: return fmt::format("sorted({})", list());
      case 4: return fmt::format("#{0} < 5 and placed({0}, {1}) or q", list(), value(1));
      case 5: return fmt::format("{{ {}, {} }}", value(1), value(0));
      default: return list();
    }
  }

  std::string block(int depth, const std::string& indent) {
    std::string text;
    for (std::uint64_t n = 1 + pick(2); n > 0; --n) text += statement(depth, indent);
    return text;
  }
  std::string change(const std::string& indent) {
    switch (pick(9)) {
      case 0: return fmt::format("{}q[{}] = {}\n", indent, place(), value(1));
      case 1: return fmt::format("{}if #q < 5 then q[#q + 1] = {} end\n", indent, value(1));
      case 2: return fmt::format("{}if #q < 5 then table.insert(q, {}) end\n", indent, value(1));
      case 3: return fmt::format("{}if #q < 5 then table.insert(q, {}, {}) end\n", indent, place(), value(1));
      case 4: return fmt::format("{}n = table.remove(q) or {}\n", indent, pick(3));
      case 5: return fmt::format("{}if q[{}] then table.remove(q, {}) end\n", indent, one_of({"i", "1"}), one_of({"i", "1"}));
      case 6: return fmt::format("{}r[{}] = {}\n", indent, one_of({"1", "2", "2"}), one_of({"q", "w", "{ n }", "r[1]"}));
      case 7: return fmt::format("{}r[{}][1] = {}\n", indent, one_of({"1", "2"}), value(1));
      default: return fmt::format("{0}if #q > 1 then n, j = pop(q) end\n", indent);
    }
  }
  std::string loop(int depth, const std::string& indent) {
    const std::string inner = block(depth - 1, indent + "  ");
    switch (pick(6)) {
      case 0: return fmt::format("{0}for i = 1, #{1} do\n{2}{0}end\n", indent, one_of({"p", "w", "q"}), inner);
      case 1: return fmt::format("{0}for i, n in ipairs({1}) do\n{2}{0}end\n", indent, list(), inner);
      case 2: return fmt::format("{0}for i = #p, 1, -1 do\n{1}{0}end\n", indent, inner);
      case 3:
        return fmt::format("{0}for k = 1, {1} do\n{0}  if {2} then break end\n{0}  n = k\n{3}{0}end\n", indent, value(0),
                           condition(), inner);
      case 4: return fmt::format("{0}for _, c in ipairs(r) do\n{0}  n = c[1] or 0\n{1}{0}end\n", indent, inner);
      default:
        return fmt::format(
            "{0}do\n{0}  local t = 1\n{0}  while t * t <= (p[i] or 3) do\n{0}    n, t = t, t + 1\n{1}{0}  end\n{0}end\n",
            indent, inner);
    }
  }
  std::string statement(int depth, const std::string& indent) {
    if (depth == 0) return pick(2) == 0 ? move(indent) : change(indent);
    switch (pick(11)) {
      case 0: return fmt::format("{}n = {}\n", indent, value(2));
      case 1: return fmt::format("{}i = {}\n", indent, one_of({"1", "2", "#p", "1 + n % 3", "j"}));
      case 2: return fmt::format("{}w = {}\n", indent, piles());
      case 3: return fmt::format("{}q = {}\n", indent, new_list());
      case 4: return fmt::format("{}flag = {}\n", indent, one_of({"true", "n > 2", "q == r[1]", "#q == #p"}));
      case 5:
        return fmt::format("{0}if {1} then\n{2}{0}else\n{3}{0}end\n", indent, condition(), block(depth - 1, indent + "  "),
                           block(depth - 1, indent + "  "));
      case 6:
      case 7: return change(indent);
      case 8: return move(indent);
      default: return loop(depth, indent);
    }
  }
  std::string move(const std::string& indent) {
    if (splits_ && pick(3) == 0) {
      const auto part = [&] { return one_of({"w", "q", piles(), new_list(), "{}"}); };
      const std::string parts = pick(4) == 0 ? "" : pick(3) == 0 ? part() : fmt::format("{}, {}", part(), part());
      return fmt::format("{}if {} then {}({}) end\n", indent, condition(), one_of({"split", "split.one"}), parts);
    }
    return fmt::format("{}if {} then {}({}) end\n", indent, condition(), one_of({"move", "move.one", "move.other"}),
                       one_of({"w", "q", piles(), new_list()}));
  }

  std::mt19937_64 random_;
  bool splits_;
};

}  // namespace bouton::lua
