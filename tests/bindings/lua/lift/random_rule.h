// Random rule functions, for comparing the lifter with the interpreter.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "tests/bindings/lua/lift/rule_function.h"

namespace bouton::lua {

struct RandomRule {
  Shape shape;
  std::string source;  ///< a chunk that returns the function
};

/// A function with loops, guards, locals, captured constants, lists and functions. It ends soon for small
/// coordinates; for some it may raise an error.
RandomRule random_rule(std::mt19937_64& random);

/// Coordinates for it.
Position random_position(std::mt19937_64& random, const Shape& shape);

namespace random_rule_parts {

class Writer {
 public:
  explicit Writer(std::mt19937_64& random) : random_(random) {}

  RandomRule write() {
    RandomRule rule;
    if (one_in(4)) {
      rule.shape = {{"a"}, static_cast<std::size_t>(1 + below(4)), true};
      piles_ = static_cast<int>(rule.shape.piles);
    } else {
      const int n = 1 + below(3);
      for (int i = 0; i < n; ++i) rule.shape.coordinates.push_back(std::string(1, "SLM"[i]));
    }
    dimensions_ = static_cast<int>(rule.shape.coordinates.size());
    has_traps_ = one_in(3);
    out_ += "local c1, c2, flag, text = " + std::to_string(below(5)) + ", " + std::to_string(below(7) - 3) + ", " +
            (one_in(2) ? "true" : "false") + ", '" + (one_in(2) ? "with" : "instead") + "'\n";
    out_ += "local list = { 3, 1, 4, 2 }\nlocal empty = {}\nlocal pairs_list = { {0, 1}, {1, 0}, {2, 1} }\n";
    out_ += "local min, take = math.min, move.take\n";
    out_ += "local function f(x) return " + with_variables({"x"}, [&] { return integer(3); }) + " end\n";
    out_ += "local function g(x, y)\n";
    scopes_ = {{"x", "y"}};
    in_function_ = true;
    const int statements = 1 + below(2);
    for (int i = 0; i < statements; ++i) statement(1, 2);
    line(1, "return " + integer(2));
    in_function_ = false;
    out_ += "end\n";
    out_ += "local function p(x, y)\n  for i, v in ipairs(list) do if v == x then return y > i end end\n  return " +
            with_variables({"x", "y"}, [&] { return condition(2); }) + "\nend\n";
    std::string parameters;
    for (const std::string& c : rule.shape.coordinates) parameters += (parameters.empty() ? "" : ", ") + c;
    out_ += "return function(" + parameters + ")\n";
    scopes_ = {{}};
    if (piles_ == 0) scopes_[0] = rule.shape.coordinates;
    may_name_ = true;
    const int body = 2 + below(4);
    for (int i = 0; i < body; ++i) statement(1, 3);
    out_ += "end\n";
    rule.source = out_;
    return rule;
  }

 private:
  int below(int n) { return static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }
  bool one_in(int n) { return below(n) == 0; }

  template <typename Make>
  std::string with_variables(std::vector<std::string> names, const Make& make) {
    const auto saved = std::exchange(scopes_, {std::move(names)});
    const int piles = std::exchange(piles_, 0);
    in_function_ = true;
    std::string text = make();
    in_function_ = false;
    piles_ = piles;
    scopes_ = saved;
    return text;
  }

  std::string variable() {
    std::vector<std::string> all;
    for (const auto& scope : scopes_) all.insert(all.end(), scope.begin(), scope.end());
    if (piles_ > 0 && !in_function_ && (all.empty() || one_in(2))) return fmt::format("a[{}]", 1 + below(piles_));
    if (all.empty()) return "c1";
    return all[static_cast<std::size_t>(below(static_cast<int>(all.size())))];
  }

  std::string nonzero(int depth) {
    switch (below(5)) {
      case 0: return fmt::format("({} | 1)", integer(depth - 1));
      case 1: return fmt::format("math.max(1, {})", integer(depth - 1));
      case 2: return one_in(4) ? variable() : std::to_string(2 + below(3));
      default: return std::to_string(one_in(5) ? -3 : 2 + below(4));
    }
  }

  std::string integer(int depth) {
    if (depth <= 0) return one_in(3) ? std::to_string(below(7) - 1) : variable();
    const auto sub = [&] { return integer(depth - 1 - below(2)); };
    switch (below(24)) {
      case 0:
      case 1:
      case 2: return fmt::format("({} + {})", sub(), sub());
      case 3:
      case 4:
      case 5: return fmt::format("({} - {})", sub(), sub());
      case 6: return fmt::format("({} * {})", sub(), sub());
      case 7: return fmt::format("({} // {})", sub(), nonzero(depth));
      case 8: return fmt::format("({} % {})", sub(), nonzero(depth));
      case 9: return fmt::format("({} {} {})", sub(), std::string(1, "&|~"[below(3)]), sub());
      case 10: return fmt::format("({} {} {})", sub(), one_in(2) ? "<<" : ">>", below(4) - 1);
      case 11: return fmt::format("-{}", variable());
      case 12: return fmt::format("(~{})", variable());
      case 13: return fmt::format("math.{}({}, {})", one_in(2) ? "min" : "max", sub(), sub());
      case 14: return fmt::format("math.abs({})", sub());
      case 15:
        return one_in(2) ? fmt::format("min({}, {}, {})", sub(), sub(), sub())
                         : fmt::format("math.fmod({}, {})", sub(), nonzero(depth));
      case 16: return fmt::format("list[({}) % #list + 1]", sub());
      case 17: return one_in(2) ? "c1" : "c2";
      case 18: return fmt::format("({} and {} or {})", condition(depth - 1), sub(), sub());
      case 19: return in_function_ ? "#list" : fmt::format("f({})", sub());
      case 20: return in_function_ ? variable() : fmt::format("g({}, {})", sub(), sub());
      default: return variable();
    }
  }

  std::string condition(int depth) {
    static const char* const kComparisons[] = {"==", "~=", "<", "<=", ">", ">="};
    const auto comparison = [&] { return std::string(kComparisons[below(6)]); };
    if (depth <= 0) return fmt::format("{} {} {}", variable(), comparison(), below(5));
    switch (below(14)) {
      case 0:
      case 1: return fmt::format("({} and {})", condition(depth - 1), condition(depth - 1));
      case 2:
      case 3: return fmt::format("({} or {})", condition(depth - 1), condition(depth - 1));
      case 4: return fmt::format("not ({})", condition(depth - 1));
      case 5: return one_in(2) ? "flag" : "text == 'with'";
      case 6:
        return in_function_ ? fmt::format("math.ult({}, {})", variable(), integer(1))
                            : fmt::format("p({}, {})", integer(1), integer(1));
      case 7:
        if (!booleans_.empty()) return booleans_[static_cast<std::size_t>(below(static_cast<int>(booleans_.size())))];
        [[fallthrough]];
      default: return fmt::format("{} {} {}", integer(depth - 1), comparison(), integer(depth - 1));
    }
  }

  void line(int indent, const std::string& text) {
    out_ += std::string(static_cast<std::size_t>(2 * indent), ' ') + text + "\n";
  }

  void block(int indent, int depth) {
    scopes_.emplace_back();
    const std::size_t booleans = booleans_.size();
    const int n = 1 + below(3);
    for (int i = 0; i < n; ++i) statement(indent, depth);
    scopes_.pop_back();
    booleans_.resize(booleans);
  }

  std::string option() {
    std::string word = one_in(4) ? "take" : one_in(3) ? "move.other" : "move";
    if (one_in(5)) word = fmt::format("move[\"k\" .. ({})]", integer(1));
    else if (one_in(9)) word = fmt::format("move[({}) .. \"_\" .. ({}) .. {}]", integer(1), integer(2), below(9));
    if (piles_ > 0) {
      switch (below(4)) {
        case 0: return fmt::format("{}(a:with({}, {}))", word, 1 + below(piles_), integer(2));
        case 1: return fmt::format("{}(a:without({}))", word, 1 + below(piles_));
        case 2: return fmt::format("{}(a:insert({}, {}))", word, 1 + below(piles_ + 1), integer(1));
        default: return fmt::format("{}({{ {}, {} }})", word, integer(1), integer(1));
      }
    }
    if (one_in(6)) {
      if (dimensions_ == 1) return fmt::format("split({}, {})", integer(2), integer(1));
      std::string parts;
      for (int p = 0; p < 2; ++p) {
        std::string coordinates;
        for (int i = 0; i < dimensions_; ++i) coordinates += (i == 0 ? "" : ", ") + integer(1);
        parts += (p == 0 ? "" : ", ") + ("{ " + coordinates + " }");
      }
      return "split.apart(" + parts + ")";
    }
    std::string coordinates;
    for (int i = 0; i < dimensions_; ++i) coordinates += (i == 0 ? "" : ", ") + integer(2);
    return fmt::format("{}({})", word, coordinates);
  }

  std::string fresh(const char* prefix) { return prefix + std::to_string(++names_); }

  std::string assignable() {
    std::vector<std::string> all;
    for (const auto& scope : scopes_)
      for (const std::string& name : scope)
        if (name[0] == 'v') all.push_back(name);
    return all.empty() ? std::string() : all[static_cast<std::size_t>(below(static_cast<int>(all.size())))];
  }

  /// Something that raises an error for some positions, and has no effect otherwise.
  void trap(int indent) {
    const std::string x = fresh("x");
    switch (below(may_name_ ? 11 : 10)) {
      case 0: line(indent, fmt::format("local {} = {} // {}", x, integer(1), integer(1))); return;
      case 1: line(indent, fmt::format("local {} = {} % {}", x, integer(1), integer(1))); return;
      case 2: line(indent, fmt::format("local {} = math.fmod({}, {})", x, integer(1), integer(1))); return;
      case 3: line(indent, fmt::format("for {} = {} % 6, {} % 6, {} do end", x, integer(1), integer(1), integer(1))); return;
      case 4: line(indent, fmt::format("for {} = 1, 0, {} do local y = {} end", x, integer(1), x)); return;
      case 5: line(indent, fmt::format("if {} then local {} = nil + 1 end", condition(1), x)); return;
      case 6: line(indent, fmt::format("if {} then error('wrong') end", condition(1))); return;
      case 7: line(indent, fmt::format("assert({})", condition(1))); return;
      case 8:
        line(indent, fmt::format("local {0} if {1} then {0} = {2} end {0} = {0} + 1", x, condition(1), integer(1)));
        return;
      case 9:
        line(indent, fmt::format("if {} and {} == {} // {} then local {} = 1 end", condition(0), integer(1), integer(1),
                                 integer(1), x));
        return;
      default: line(indent, fmt::format("if {} then move(1, 2, 3, 4, 5) end", condition(1))); return;
    }
  }

  void statement(int indent, int depth) {
    if (has_traps_ && one_in(12)) trap(indent);
    switch (below(depth > 0 ? 20 : 8)) {
      case 0:
      case 1: {
        const std::string name = fresh("v");
        line(indent, fmt::format("local {} = {}", name, integer(2)));
        scopes_.back().push_back(name);
        return;
      }
      case 2: {
        const std::string name = fresh("b");
        line(indent, fmt::format("local {} = {}", name, condition(2)));
        booleans_.push_back(name);
        return;
      }
      case 3: {
        const std::string name = assignable();
        if (!name.empty()) {
          line(indent, fmt::format("{} = {}", name, integer(2)));
          return;
        }
        [[fallthrough]];
      }
      case 4:
      case 5:
      case 6:
        if (may_name_) {
          line(indent, option());
          return;
        }
        [[fallthrough]];
      case 7: {
        const std::string leave = exits_.empty() || one_in(3)
                                      ? (in_function_ ? "return " + integer(1) : "return")
                                      : exits_[static_cast<std::size_t>(below(static_cast<int>(exits_.size())))];
        line(indent, fmt::format("if {} then {} end", condition(1), leave));
        return;
      }
      case 8:
      case 9:
      case 10: {
        line(indent, fmt::format("if {} then", condition(2)));
        block(indent + 1, depth - 1);
        if (one_in(3)) {
          line(indent, fmt::format("elseif {} then", condition(1)));
          block(indent + 1, depth - 1);
        }
        if (one_in(2)) {
          line(indent, "else");
          block(indent + 1, depth - 1);
        }
        line(indent, "end");
        return;
      }
      case 11: {
        if (piles_ == 0 || in_function_) break;
        const std::string i = fresh("i");
        const bool over = one_in(2);
        const std::string v = fresh("u");
        line(indent, over ? fmt::format("for {}, {} in ipairs(a) do", i, v) : fmt::format("for {} = 1, #a do", i));
        scopes_.push_back({i});
        if (over) scopes_.back().push_back(v);
        if (may_name_) line(indent + 1, fmt::format("if a[{}] > {} then move(a:with({}, {})) end", i, below(3), i, integer(1)));
        loop_body(indent, depth - 1, true);
        scopes_.pop_back();
        line(indent, "end");
        return;
      }
      case 12: {
        const std::string v = fresh("u");
        const bool two = one_in(3);
        line(indent, two ? fmt::format("for _, {} in ipairs(pairs_list) do", v)
                         : fmt::format("for _, {} in ipairs({}) do", v, one_in(5) ? "empty" : "list"));
        scopes_.push_back({two ? v + "[1]" : v});
        if (two) scopes_.back().push_back(v + "[2]");
        loop_body(indent, depth - 1, true);
        scopes_.pop_back();
        line(indent, "end");
        return;
      }
      case 13: {
        const std::string w = fresh("w");
        const bool down = one_in(3);
        line(indent, fmt::format("local {} = {}", w, down ? "(" + integer(1) + ") % 6" : std::to_string(below(3))));
        scopes_.back().push_back(w);
        const bool repeat = one_in(3);
        const std::string bound = down ? std::to_string(below(2)) : "(" + integer(1) + ") % 6";
        if (repeat) line(indent, "repeat");
        else
          line(indent, fmt::format("while {} {} {}{} do", w,
                                   down        ? ">"
                                   : one_in(2) ? "<="
                                               : "<",
                                   bound, one_in(4) ? " and " + condition(1) : ""));
        loop_body(indent, depth - 1, false);
        line(indent + 1, fmt::format("{} = {} {} {}", w, w, down ? "-" : "+", 1 + below(2)));
        line(indent, repeat ? fmt::format("until {} {} {}", w, down ? "<=" : ">", bound) : "end");
        return;
      }
      case 14: {
        // A variable that is nil or an integer.
        const std::string m = fresh("m");
        line(indent, fmt::format("local {}", m));
        if (depth > 1 && one_in(2)) {
          line(indent, fmt::format("for t = 1, ({}) % 5 do if {} then {} = t{} end end", integer(1), condition(1), m,
                                   one_in(2) ? " break" : ""));
        } else {
          line(indent, fmt::format("if {} then {} = {} end", condition(1), m, integer(1)));
        }
        line(indent, fmt::format("if {} then", m));
        scopes_.push_back({m});
        block(indent + 1, depth - 1);
        scopes_.pop_back();
        line(indent, "end");
        return;
      }
      case 15: {
        if (in_function_ || !may_name_) break;
        const std::string h = fresh("h");
        line(indent, fmt::format("local function {}(k)", h));
        const auto exits = std::exchange(exits_, {});
        scopes_.push_back({"k"});
        block(indent + 1, 1);
        scopes_.pop_back();
        exits_ = exits;
        line(indent, "end");
        line(indent, fmt::format("{}({})", h, integer(1)));
        line(indent, fmt::format("if {} then {}({}) end", condition(1), h, integer(1)));
        return;
      }
      default: break;
    }
    const std::string t = fresh("t");
    std::string from = one_in(3) ? std::to_string(below(3)) : "1";
    std::string to = one_in(2) ? "(" + integer(2) + ") % 6" : fmt::format("math.min({}, {})", integer(1), 3 + below(5));
    std::string step;
    switch (below(6)) {
      case 0: step = ", 2"; break;
      case 1:
        std::swap(from, to);
        step = ", -1";
        break;
      case 2: step = one_in(3) ? ", " + nonzero(1) : ", 3"; break;
      default: break;
    }
    if (step.size() > 4) from = "1", to = "6";
    line(indent, fmt::format("for {} = {}, {}{} do", t, from, to, step));
    scopes_.push_back({t});
    loop_body(indent, depth - 1, true);
    scopes_.pop_back();
    line(indent, "end");
  }

  void loop_body(int indent, int depth, bool may_continue) {
    const std::string label = fresh("continue");
    const auto exits = exits_;
    exits_ = {"break"};
    if (may_continue) exits_.push_back("goto " + label);
    block(indent + 1, depth);
    exits_ = exits;
    if (may_continue) line(indent + 1, "::" + label + "::");
  }

  std::mt19937_64& random_;
  std::string out_;
  int dimensions_ = 0;
  int piles_ = 0;
  int names_ = 0;
  bool in_function_ = false;
  bool may_name_ = false;
  bool has_traps_ = false;
  std::vector<std::vector<std::string>> scopes_;
  std::vector<std::string> booleans_;
  std::vector<std::string> exits_;
};

}  // namespace random_rule_parts

inline RandomRule random_rule(std::mt19937_64& random) { return random_rule_parts::Writer(random).write(); }

inline Position random_position(std::mt19937_64& random, const Shape& shape) {
  const std::size_t n = shape.is_piles ? shape.piles : shape.coordinates.size();
  Position position;
  for (std::size_t i = 0; i < n; ++i) {
    const auto value = static_cast<Coordinate>(random() % 13);
    position.push_back(random() % 16 == 0 ? -value : value);
  }
  return position;
}

}  // namespace bouton::lua
