// Random rules of boards and graphs with every kind of control flow, all of which end.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace bouton::lua {

/// A rule file. Some rules raise an error at some positions.
class RandomBoard {
 public:
  explicit RandomBoard(std::uint64_t seed) : random_(seed) {}

  std::string text() {
    is_graph_ = pick(5) == 0;
    states_ = 2 + pick(2);
    const std::string position = is_graph_ ? graph() : fmt::format("board({}, {}, '{}')", 1 + pick(4), 1 + pick(4), letters());
    std::string text = is_graph_ ? kGraphHelpers : kBoardHelpers;
    text += fmt::format("local steps = {{ {{ 1, 0 }}, {{ {}, 1 }}, {{ -1, {} }} }}\n", pick(2), pick(3));
    text += "local weights = { 3, 1, 4, 1, 5 }\n";
    text += fmt::format("return game {{ position = {}, moves = function(b)\n", position);
    // A list of its own, so that no run of the rule is followed cell by cell.
    text += "  local own, n, q, flag = { 0 }, 0, b, false\n";
    text += is_graph_ ? "  local r, y = 1, 2\n" : "  local r, c, y, x = 1, 1, 2, 1\n";
    for (std::uint64_t part = 1 + pick(3); part > 0; --part) text += statement(3, "  ");
    return text + "  own[1] = n\nend }\n";
  }

 private:
  static constexpr const char* kBoardHelpers = R"(
local function stones(b) local n = 0 for r, c in b:cells() do n = n + b:at(r, c) end return n end
local function flood(b, r, c)
  if b:at(r, c) ~= 1 then return b end
  b = flood(b:with(r, c, 0), r + 1, c)
  b = flood(b, r - 1, c)
  return flood(flood(b, r, c + 1), r, c - 1)
end
local function near(b, r, c, s)
  local n = 0
  for y, x in b:neighbours(r, c) do if b:at(y, x) == s then n = n + 1 end end
  return n
end
local function run(b, r, c, dr, dc)
  local n = 0
  while b:at(r, c) == 0 do r, c, n = r + dr, c + dc, n + 1 end
  return n
end
local function fall(b, c)
  for r = b.rows, 2, -1 do b = b:with(r, c, b:at(r - 1, c)) end
  return b:with(1, c, 0)
end
local function first(b, s) for r, c in b:cells() do if b:at(r, c) == s then return r, c end end end
)";
  static constexpr const char* kGraphHelpers = R"(
local function stones(b) local n = 0 for v in b:cells() do n = n + b:at(v) end return n end
local function flood(b, v)
  if b:at(v) ~= 1 then return b end
  b = b:with(v, 0)
  for w in b:neighbours(v) do b = flood(b, w) end
  return b
end
local function near(b, v, s)
  local n = 0
  for w in b:neighbours(v) do if b:at(w) == s then n = n + 1 end end
  return n
end
local function ends(b, v)
  local n = 0
  if v <= b.vertices then for e in b:edges_at(v) do local p, q = b:ends(e) n = n + p + q end end
  return n
end
)";

  std::uint64_t pick(std::uint64_t n) { return random_() % n; }
  std::string one_of(const std::vector<std::string>& all) { return all[pick(all.size())]; }
  std::string letters() const { return std::string(".XO").substr(0, states_); }

  std::string graph() {
    const std::string name = one_of({"path 4", "cycle 5", "star 3", "grid 2 3", "edges 1-2 2-3 1-3 3-4"});
    return fmt::format("graph('{}', {{ states = '{}', cells = '{}' }})", name, letters(),
                       one_of({"vertices", "vertices", "edges"}));
  }

  std::string board() { return one_of({"b", "b", "q"}); }
  /// The arguments that name a cell, mostly one that is there.
  std::string cell() {
    if (is_graph_) return one_of({"r", "r", "r", "y", "r + 1", "1", "b.size"});
    return one_of({"r, c", "r, c", "r, c", "y, x", "y, c", "r + 1, c", "r, c - 1", "1, c", "b.rows, b.columns", "n, n"});
  }
  std::string state() { return pick(6) == 0 ? "n" : fmt::format("{}", pick(pick(9) == 0 ? states_ + 1 : states_)); }

  std::string value(int depth) {
    const std::string looked = fmt::format("{}:at({})", board(), cell());
    switch (pick(depth == 0 ? 5 : 8)) {
      case 0: return fmt::format("{}", pick(4));
      case 1: return "n";
      case 2: return is_graph_ ? "r" : one_of({"r", "c", "b.columns - c"});
      case 3: return fmt::format("({} or {})", looked, pick(3));
      case 4: return pick(4) == 0 ? looked : fmt::format("stones({})", board());
      case 5: return is_graph_ ? one_of({"ends(b, r)", "near(b, r, 1)"}) : one_of({"run(q, r, c, 0, 1)", "near(b, r, c, 1)"});
      case 6: return fmt::format("(weights[{} % 5 + 1] + {})", value(0), value(depth - 1));
      default: return fmt::format("({} {} {})", value(depth - 1), one_of({"+", "-", "*", "% 3 +", "// 2 -"}), value(depth - 1));
    }
  }

  std::string condition(int depth) {
    switch (pick(depth == 0 ? 4 : 6)) {
      case 0: return fmt::format("{}:at({}) == {}", board(), cell(), pick(states_));
      case 1: return fmt::format("{}:at({}) ~= {}", board(), cell(), pick(states_));
      case 2: return fmt::format("{} {} {}", value(1), one_of({"<", "==", ">=", "~="}), value(1));
      case 3: return pick(2) == 0 ? "flag" : fmt::format("{}:at({})", board(), cell());
      case 4: return fmt::format("({} and {})", condition(depth - 1), condition(depth - 1));
      default: return fmt::format("(not {} or {})", condition(depth - 1), condition(depth - 1));
    }
  }

  std::string copy() {
    const std::string from = board();
    switch (pick(is_graph_ ? 4 : 6)) {
      case 0: return fmt::format("{}:with({}, {}, {}, {})", from, cell(), state(), cell(), state());
      case 1: return fmt::format("flood({}, {})", from, is_graph_ ? "r" : "r, c");
      case 4: return fmt::format("fall({}, c)", from);
      case 5: return fmt::format("({}) and b or q", condition(0));
      default: return fmt::format("{}:with({}, {})", from, cell(), state());
    }
  }

  std::string block(int depth, const std::string& indent) {
    std::string text;
    for (std::uint64_t n = 1 + pick(2); n > 0; --n) text += statement(depth, indent);
    return text;
  }

  std::string loop(int depth, const std::string& indent) {
    const std::string deeper = indent + "  ";
    const std::string rounds = fmt::format("i{}", names_++);
    if (is_graph_) {
      switch (pick(3)) {
        case 0: return fmt::format("{0}for r in b:cells() do\n{1}{0}end\n", indent, block(depth - 1, deeper));
        case 1: return fmt::format("{0}for y in q:neighbours(r) do\n{1}{0}end\n", indent, block(depth - 1, deeper));
        default: return fmt::format("{0}for r = b.size, 1, -1 do\n{1}{0}end\n", indent, block(depth - 1, deeper));
      }
    }
    switch (pick(6)) {
      case 0: return fmt::format("{0}for r, c in b:cells() do\n{1}{0}end\n", indent, block(depth - 1, deeper));
      case 1: return fmt::format("{0}for y, x in b:neighbours(r, c) do\n{1}{0}end\n", indent, block(depth - 1, deeper));
      case 2:
        return fmt::format("{0}for r = 1, b.rows do for c = b.columns, 1, -1 do\n{1}{0}end end\n", indent,
                           block(depth - 1, deeper));
      case 3:
        return fmt::format("{0}for _, d in ipairs(steps) do\n{1}y, x = r + d[1], c + d[2]\n{2}{0}end\n", indent, deeper,
                           block(depth - 1, deeper));
      case 4:
        return fmt::format("{0}for {3} = 1, {4} do\n{1}if {5} then break end\n{2}{0}end\n", indent, deeper,
                           block(depth - 1, deeper), rounds, 1 + pick(12), condition(0));
      default:
        return fmt::format(
            "{0}do\n{1}local {3} = 0\n{1}while {3} < 6 and {4} do\n{1}  {3} = {3} + 1\n{1}  y, x = y + {5}, x + "
            "1\n{2}{1}end\n{0}end\n",
            indent, deeper, block(depth - 1, deeper + "  "), rounds, condition(0), pick(3));
    }
  }

  std::string statement(int depth, const std::string& indent) {
    if (depth == 0) return move(indent);
    switch (pick(9)) {
      case 0: return fmt::format("{}n = {}\n", indent, value(2));
      case 1: return fmt::format("{}if {} then q = {} end\n", indent, condition(1), copy());
      case 2: return fmt::format("{}flag = {}\n", indent, condition(1));
      case 3: return fmt::format("{0}if {1} then\n{2}{0}end\n", indent, condition(1), block(depth - 1, indent + "  "));
      case 4:
        return fmt::format("{0}if {1} then\n{2}{0}else\n{3}{0}end\n", indent, condition(1), block(depth - 1, indent + "  "),
                           block(depth - 1, indent + "  "));
      case 5: return move(indent);
      default: return loop(depth, indent);
    }
  }

  std::string move(const std::string& indent) {
    return fmt::format("{}if {} then {}({}) end\n", indent, condition(1), one_of({"move", "move.one", "move.other"}),
                       one_of({"q", copy(), copy()}));
  }

  std::mt19937_64 random_;
  bool is_graph_ = false;
  std::uint64_t states_ = 2;
  int names_ = 0;
};

}  // namespace bouton::lua
