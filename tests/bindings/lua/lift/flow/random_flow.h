// Random rule functions of integers with every kind of control flow, all of which end.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "tests/extent.h"

namespace bouton::lua {

/// How many generated functions a test takes: as many as BOUTON_RANDOM_FLOWS says, ten thousand where BOUTON_LONG_TESTS is set,
/// else `usual`.
inline std::uint64_t flows_or(std::uint64_t usual) {
  if (const char* const asked = std::getenv("BOUTON_RANDOM_FLOWS")) return std::strtoull(asked, nullptr, 10);
  return test::cases(usual, 10'000);
}

/// A chunk that returns a function of two coordinates, a and b.
class RandomFlow {
 public:
  /// `ending`: options have a smaller sum of coordinates than their position, and coordinates from 0 to 15, so that play ends.
  explicit RandomFlow(std::uint64_t seed, bool ending = false) : random_(seed), ending_(ending), splits_(pick(3) == 0) {}

  std::string source() {
    std::string text = kHelpers;
    text += fmt::format("local list = {{ {}, {}, {}, {}, {}, {}, {}, {}, {} }}\n", number(), number(), number(), number(),
                        number(), number(), number(), number(), number());
    text += fmt::format("local short = {{ {}, {}, 3 }}\n", pick(9), pick(9));
    text += fmt::format("local sparse = {{ [{}] = {}, [{}] = {}, [9] = 4 }}\n", pick(4), number(), 5 + pick(3), number());
    text += fmt::format("local set = {{ [1] = true, [{}] = false, [4] = true }}\n", 2 + pick(2));
    text += "local name = 'n'\n";
    text += "local pairs_of = { { 1, 2 }, { 2, 1 }, { 0, 3 } }\n";
    text += "local function own(x, y)\n  local z, flag, maybe = 1, false, nil\n";
    variables_ = {"x", "y", "z"};
    in_helper_ = true;
    text += block(2, "  ");
    text += "  return x - y\nend\n";
    in_helper_ = false;
    text += "return function(a, b)\n  local x, y, z, flag, maybe = a, b, 0, true, nil\n";
    text += fmt::format("  local q, r = {{ {}, {} }}, {{ a, b, z }}\n", number(), variable_of("ab"));
    has_lists_ = true;
    variables_ = {"a", "b", "x", "y", "z"};
    for (int part = 0; part < 3; ++part) text += block(3, "  ");
    text += "  " + move_to("x & 15", "y & 15") + "\nend\n";
    has_lists_ = false;
    return text;
  }

 private:
  static constexpr const char* kHelpers = R"(
local function gcd(x, y) while y ~= 0 do x, y = y, x % y end return x end
local function rgcd(x, y) if y == 0 then return x end return rgcd(y, x % y) end
local function digits(n) if n < 0 then n = -(n + 1) end if n < 10 then return n end return n % 10 + digits(n // 10) end
local function prime(n)
  if n < 2 then return false end
  local d = 2
  while d * d <= n and d < 50 do if n % d == 0 then return false end d = d + 1 end
  return true
end
local function fib(n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end
local even, odd
local function parity(n) if n <= 0 then return n == 0 end return not parity(n - 1) end
local function swap(l) l[1], l[2] = l[2], l[1] return l end
local function both(x, y) if x > y then return y, x end return x, y end
local function perhaps(x) if x % 3 == 0 then return nil end return x end
local function count(n, k) local c = 0 for i = 1, n do if i % k == 0 then goto next end c = c + 1 ::next:: end return c end
)";

  std::uint64_t pick(std::uint64_t n) { return random_() % n; }
  template <class T>
  const T& one_of(const std::vector<T>& all) {
    return all[pick(all.size())];
  }
  std::string variable() { return one_of(variables_); }
  std::string variable_of(const std::string& letters) { return std::string(1, letters[pick(letters.size())]); }

  /// A change of a list that the function made: of two to five entries, none of them nil.
  std::string change_of_list() {
    const std::string list = variable_of("qr");
    switch (pick(9)) {
      case 0: return fmt::format("{0}[({1} & 1) + 1] = {2}", list, expression(1), expression(2));
      case 1: return fmt::format("if #{0} < 5 then {0}[#{0} + 1] = {1} end", list, expression(2));
      case 2: return fmt::format("if #{0} < 5 then table.insert({0}, {2}, {1}) end", list, expression(1), 1 + pick(2));
      case 3: return fmt::format("if #{0} > 2 then z = table.remove({0}) end", list);
      case 4: return fmt::format("if #{0} > 2 then z = z + table.remove({0}, 1) end", list);
      case 5: return fmt::format("table.sort({})", list);
      case 6: return fmt::format("{} = {{ table.unpack({}) }}", variable_of("qr"), list);
      case 7: return fmt::format("x, y = swap({})[1], {}[2]", list, list);
      default: return fmt::format("{} = {{ {}, {}, x }}", list, expression(1), expression(1));
    }
  }

  std::string number() {
    static const std::vector<std::string> odd = {
        "math.mininteger", "math.maxinteger", "(1 << 31)", "(1 << 32)", "63", "64", "65", "(-64)", "(-1)", "(-7)", "100",
        "(1 << 53)"};
    return pick(4) == 0 ? one_of(odd) : fmt::format("{}", pick(8));
  }

  std::string expression(int depth) {
    if (depth == 0 || pick(4) == 0) return pick(3) == 0 ? number() : variable();
    const auto inner = [&] { return expression(depth - 1); };
    static const std::vector<std::string> ops = {"+", "-", "*", "&", "|", "~", "<<", ">>", "+", "-"};
    switch (pick(16)) {
      case 0: return fmt::format("({} // (({} & 7) + 1))", inner(), inner());
      case 1: return fmt::format("({} % (({} & 7) - 9))", inner(), inner());
      case 2: return fmt::format("({} {} {})", inner(), pick(2) == 0 ? "//" : "%", inner());
      case 3:
        return fmt::format("({} // {})", inner(), one_of<std::string>({"2", "3", "10", "(-1)", "8", "7", "1000003", "(-4)"}));
      case 4:
        return fmt::format("({} % {})", inner(), one_of<std::string>({"2", "3", "10", "(-1)", "8", "7", "1000003", "(-4)"}));
      case 5: return fmt::format("math.{}({}, {})", pick(2) == 0 ? "min" : "max", inner(), inner());
      case 6: return fmt::format("math.abs({})", inner());
      case 7: return fmt::format("math.fmod({}, {})", inner(), pick(3) == 0 ? inner() : "7");
      case 8: return fmt::format("(-{})", inner());
      case 9: return fmt::format("(~{})", inner());
      case 10: return fmt::format("list[({} & 7) + 1]", inner());
      case 11: return fmt::format("(sparse[{} & 15] or {})", inner(), variable());
      case 12: return call();
      default: return fmt::format("({} {} {})", inner(), one_of(ops), inner());
    }
  }

  std::string call() {
    switch (pick(in_helper_ ? 8 : 9)) {
      case 0: return fmt::format("gcd({}, {})", variable(), variable());
      case 1: return fmt::format("rgcd({}, {} & 31)", variable(), variable());
      case 2: return fmt::format("digits({})", variable());
      case 3: return fmt::format("fib({} & 7)", variable());
      case 4: return fmt::format("(perhaps({}) or 5)", variable());
      case 5: return fmt::format("count({} & 15, ({} & 3) + 1)", variable(), variable());
      case 6: return fmt::format("#list + {}", variable());
      case 7: return fmt::format("({} and {} or {})", condition(0), variable(), number());
      default:
        if (pick(2) == 0) return fmt::format("own({}, {} & 255)", variable(), variable());
        switch (has_lists_ ? pick(4) : 4) {
          case 0: return fmt::format("({}[{} & 7] or 6)", variable_of("qr"), variable());
          case 1: return fmt::format("{}[{}]", variable_of("qr"), 1 + pick(2));
          case 2: return fmt::format("#{}", variable_of("qr"));
          case 3: return fmt::format("({0}[#{0}] - {0}[1])", variable_of("qr"));
          default: return variable();
        }
    }
  }

  std::string condition(int depth) {
    const auto inner = [&] { return expression(1); };
    static const std::vector<std::string> orders = {"<", "<=", ">", ">=", "==", "~="};
    if (depth > 0 && pick(2) == 0) {
      switch (pick(3)) {
        case 0: return fmt::format("({} and {})", condition(depth - 1), condition(depth - 1));
        case 1: return fmt::format("({} or {})", condition(depth - 1), condition(depth - 1));
        default: return fmt::format("(not {})", condition(depth - 1));
      }
    }
    switch (pick(9)) {
      case 0: return "flag";
      case 1: return "maybe";
      case 2: return fmt::format("set[{} & 7]", variable());
      case 3: return fmt::format("prime({} & 127)", variable());
      case 4: return fmt::format("parity({} & 15)", variable());
      case 5: return fmt::format("math.ult({}, {})", inner(), inner());
      default: return fmt::format("{} {} {}", inner(), one_of(orders), inner());
    }
  }

  std::string move() {
    const std::string first = expression(2);
    return move_to(first, expression(1));
  }
  std::string move_to(const std::string& first, const std::string& second) {
    if (splits_ && pick(3) == 0) return split_into(first, second);
    static const std::vector<std::string> words = {"move",      "move",           "move.take",
                                                   "move.give", "move['t' .. z]", "move[name .. (x & 3) .. '_' .. y]"};
    const std::string& word = one_of(words);
    if (!ending_) return fmt::format("{}({}, {})", word, first, second);
    return fmt::format("do local p, q = ({}) & 15, ({}) & 15 if p + q < a + b then {}(p, q) end end", first, second, word);
  }

  /// Into none, one, two or three positions.
  std::string split_into(const std::string& first, const std::string& second) {
    const std::string word = one_of<std::string>({"split", "split.apart", "split['a' .. x .. name]"});
    static const std::vector<std::string> parts = {"{ p, q }", "{ p, q }, { q // 2, p // 2 }", "{ q, p }, { 0, q }, { p, 0 }",
                                                   "{ q // 3, p }, { p, q // 3 }", ""};
    const std::string& into = one_of(parts);
    if (!ending_) return fmt::format("do local p, q = {}, {} {}({}) end", first, second, word, into);
    return fmt::format("do local p, q = ({}) & 15, ({}) & 15 if p + q < a + b then {}({}) end end", first, second, word, into);
  }

  std::string block(int depth, const std::string& indent) {
    std::string text;
    const std::size_t locals = variables_.size();
    for (std::uint64_t n = 1 + pick(3); n > 0; --n) text += indent + statement(depth, indent) + "\n";
    variables_.resize(locals);
    return text;
  }

  std::string loop(int depth, const std::string& indent) {
    const std::string name = fmt::format("i{}", names_++);
    const std::string deeper = indent + "  ";
    const auto body = [&](const std::string& variable) {
      const std::size_t locals = variables_.size();
      ++loops_;
      if (!variable.empty()) variables_.push_back(variable);
      std::string text = block(depth - 1, deeper);
      if (pick(3) == 0) text += fmt::format("{}if {} then break end\n", deeper, condition(1));
      if (pick(4) == 0)
        text += fmt::format("{}if {} then goto {}next end\n{}do {} end\n", deeper, condition(0), name, deeper,
                            in_helper_ ? "z = z + 1" : move());
      variables_.resize(locals);
      --loops_;
      return text + fmt::format("{}::{}next::\n", deeper, name);
    };
    switch (pick(6)) {
      case 0:
        return fmt::format("local {0} = {1} & 3 while {0} < 5 and {2} do {0} = {0} + 1\n{3}{4}end", name, variable(),
                           condition(1), body(name), indent);
      case 1: {
        const std::string inside = body("");
        return fmt::format("local {0} = 0 repeat {0} = {0} + 1\n{1}{2}until {0} > 3 or {3}", name, inside, indent,
                           condition(0));
      }
      case 2: {
        const std::string element = fmt::format("s{}", names_++);
        const std::string list = has_lists_ && pick(2) == 0 ? variable_of("qr") : pick(2) == 0 ? "short" : "list";
        const std::string inside = body(pick(2) == 0 ? element : name);
        return fmt::format("for {}, {} in ipairs({}) do\n{}{}end", name, element, list, inside, indent);
      }
      case 3:
        return fmt::format("for _, {0} in ipairs(pairs_of) do x = x + {0}[1] y = y - {0}[2]\n{1}{2}end", name, body(""),
                           indent);
      case 4:
        return fmt::format("for {} = {} & 7, {} % 9, {} do\n{}{}end", name, variable(), variable(),
                           one_of<std::string>({"1", "2", "-1", "3", "-2", "(z & 3) + 1", "(y & 7) - 9"}), body(name), indent);
      default:
        return fmt::format("for {0} = {1}, {1} + (({2}) & 3) do\n{3}{4}end", name, variable(), variable(), body(name), indent);
    }
  }

  std::string statement(int depth, const std::string& indent) {
    const std::string deeper = indent + "  ";
    if (has_lists_ && pick(7) == 0) return change_of_list();
    switch (pick(depth > 0 ? 14 : 7)) {
      case 0: return fmt::format("{} = {}", one_of<std::string>({"x", "y", "z"}), expression(3));
      case 1: return "x, y = y, x";
      case 2: return fmt::format("flag = {}", condition(1));
      case 3: return fmt::format("maybe = {}", one_of<std::string>({"nil", "x", "perhaps(z)", "sparse[y & 15]", "set[x & 7]"}));
      case 4:
      case 5:
        if (in_helper_) return fmt::format("z = {}", expression(2));
        return move();
      case 6:
        if (pick(3) == 0) return fmt::format("if {} then return {} end", condition(1), in_helper_ ? "z" : "");
        return fmt::format("x, z = both({}, {})", variable(), expression(1));
      case 7:
      case 8:
        return fmt::format("if {} then\n{}{}else\n{}{}end", condition(2), block(depth - 1, deeper), indent,
                           block(depth - 1, deeper), indent);
      case 9:
        return fmt::format("if {} then\n{}{}elseif {} then\n{}{}end", condition(1), block(depth - 1, deeper), indent,
                           condition(1), block(depth - 1, deeper), indent);
      case 10: return fmt::format("do\n{}{}end", block(depth - 1, deeper), indent);
      default: return loops_ < 2 ? loop(depth, indent) : fmt::format("z = {}", expression(2));
    }
  }

  std::mt19937_64 random_;
  bool ending_;
  bool splits_;
  std::vector<std::string> variables_;
  bool in_helper_ = false;
  bool has_lists_ = false;  ///< q and r
  int loops_ = 0;
  int names_ = 0;
};

}  // namespace bouton::lua
