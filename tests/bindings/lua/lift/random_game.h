// Whole rule files of games with coordinates, at random: with all that a rule file may say of such a game, and with errors of
// every kind at some of the positions.
#pragma once

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "engine/position/box.h"

namespace bouton {

struct RandomGame {
  std::string source;  ///< the rule file
  Box box;             ///< small, of its positions
};

/// A game whose play mostly ends. For some positions its functions may raise errors.
RandomGame random_game(std::mt19937_64& random);

namespace random_game_parts {

class Writer {
 public:
  explicit Writer(std::mt19937_64& random) : random_(random) {}

  RandomGame write() {
    choose_coordinates();
    errors_ = one_in(2) ? 1 + below(2) : 0;
    out_ = fmt::format("local K, T, P = {}, {{ {}, {}, {} }}, {{ {{ 0, 1 }}, {{ 1, 0 }}, {{ 2, 1 }} }}\n", below(7), below(4),
                       1 + below(3), below(6));
    out_ += fmt::format("local function f(x) return {} end\n", in_scope({"x"}, [&] { return integer(2); }));
    out_ += "return game {\n  name = 'g', title = 'G', position = { " + declarations() + " },\n";
    symmetric_ = names_.size() > 1 && same_axes_ && one_in(4);
    cyclic_ = one_in(8);
    has_valid_ = one_in(4);
    if (symmetric_) out_ += "  symmetric = true,\n";
    if (has_valid_) valid();
    if (!symmetric_ && names_.size() == 2 && same_axes_ && one_in(8)) normalize();
    play();
    out_ += "  moves = function(" + joined(names_) + ")\n";
    moves();
    out_ += "  end,\n}\n";
    return {out_, Box(low_, high_)};
  }

 private:
  int below(int n) { return static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }
  bool one_in(int n) { return below(n) == 0; }

  static std::string joined(const std::vector<std::string>& parts) { return fmt::format("{}", fmt::join(parts, ", ")); }

  void choose_coordinates() {
    const int n = one_in(2) ? 2 : one_in(3) ? 3 : 1;
    constexpr int kLengths[] = {30, 11, 5};
    same_axes_ = one_in(2);
    const bool shifted = one_in(5), bounded = one_in(4), named = !same_axes_ && one_in(5);
    for (int i = 0; i < n; ++i) {
      names_.push_back(std::string(1, "abc"[i]));
      const bool has_names = named && i + 1 == n && n > 1;
      const int least = has_names ? 0 : shifted && (same_axes_ || one_in(2)) ? (same_axes_ ? 2 : below(7)) - 4 : 0;
      const int length = has_names ? 3 : same_axes_ ? kLengths[n - 1] : kLengths[n - 1] - below(4);
      const bool ends = !has_names && bounded;
      least_.push_back(least);
      const int high = least + length - 1 - (has_names ? 0 : below(2));
      low_.push_back(std::min(high, least + (same_axes_ || one_in(3) ? 0 : below(3))));
      high_.push_back(high);
      axes_.push_back(has_names    ? fmt::format("{{ '{}', values = {{ 'x', 'y', 'z' }} }}", names_.back())
                      : ends       ? fmt::format("{{ '{}', min = {}, max = {} }}", names_.back(), least, least + length - 1)
                      : least != 0 ? fmt::format("{{ '{}', min = {} }}", names_.back(), least)
                                   : fmt::format("'{}'", names_.back()));
    }
  }
  std::string declarations() const { return joined(axes_); }

  // --- expressions ---

  template <class Make>
  std::string in_scope(std::vector<std::string> scope, const Make& make) {
    std::swap(scope, scope_);
    std::string text = make();
    std::swap(scope, scope_);
    return text;
  }
  std::string variable() { return scope_[static_cast<std::size_t>(below(static_cast<int>(scope_.size())))]; }

  std::string integer(int depth) {
    if (depth <= 0) return one_in(3) ? std::to_string(below(6)) : one_in(8) ? "K" : variable();
    const auto part = [&] { return integer(depth - 1 - below(2)); };
    switch (below(16)) {
      case 0:
      case 1:
      case 2: return fmt::format("({} + {})", part(), part());
      case 3:
      case 4:
      case 5: return fmt::format("({} - {})", part(), part());
      case 6: return fmt::format("({} * {})", part(), part());
      case 7: return fmt::format("({} // {})", part(), 2 + below(3));
      case 8: return fmt::format("({} % {})", part(), 2 + below(4));
      case 9: return fmt::format("({} {} {})", part(), std::string(1, "&|~"[below(3)]), part());
      case 10: return fmt::format("math.{}({}, {})", one_in(2) ? "min" : "max", part(), part());
      case 11: return fmt::format("T[({}) % 3 + 1]", part());
      case 12: return fmt::format("({} and {} or {})", condition(0), part(), part());
      case 13: return fmt::format("({} {} {})", part(), one_in(2) ? "<<" : ">>", below(3));
      default: return variable();
    }
  }
  std::string condition(int depth) {
    static const char* const kComparisons[] = {"==", "~=", "<", "<=", ">", ">="};
    const std::string comparison = kComparisons[below(6)];
    if (depth <= 0) return fmt::format("{} {} {}", variable(), comparison, below(6));
    switch (below(6)) {
      case 0: return fmt::format("({} and {})", condition(depth - 1), condition(depth - 1));
      case 1: return fmt::format("({} or {})", condition(depth - 1), condition(depth - 1));
      case 2: return fmt::format("not ({})", condition(depth - 1));
      default: return fmt::format("{} {} {}", integer(depth), comparison, integer(depth - 1));
    }
  }
  /// Of something that is rarely 0.
  std::string divisor() {
    switch (below(4)) {
      case 0: return fmt::format("({} - {})", variable(), below(12));
      case 1: return fmt::format("({} % {})", variable(), 2 + below(4));
      case 2: return fmt::format("({} // {})", variable(), 2 + below(4));
      default: return integer(2);
    }
  }

  // --- the other functions ---

  void valid() {
    scope_ = names_;
    const std::string a = names_[0];
    const int which = below(10);
    std::string test = symmetric_ || one_in(2) ? "true" : condition(1);
    if (symmetric_) {
      test = names_.size() == 2 ? fmt::format("a ~= {0} and b ~= {0}", 1 + below(5))
                                : fmt::format("a + b + c ~= {}", 1 + below(7));
    } else if (one_in(2)) {
      test = fmt::format("{} ~= {}", a, 1 + below(6));
    }
    const std::string error = errors_ > 0 && which == 0 ? fmt::format(" and {} // {} > -9", integer(1), divisor()) : "";
    validity_ = test;
    out_ += fmt::format("  valid = function({}) return {}{} end,\n", joined(names_), test, error);
  }
  /// The game is made symmetric by naming every option both ways round.
  void normalize() {
    symmetric_ = true;
    out_ += one_in(2) ? "  normalize = function(a, b) if a > b then return b, a end return a, b end,\n"
                      : "  normalize = function(a, b) return math.min(a, b), math.max(a, b) end,\n";
    if (has_valid_) {
      has_valid_ = false;  // what was written is not symmetric: it is taken back
      const std::size_t at = out_.find("  valid = ");
      out_.erase(at, out_.find('\n', at) + 1 - at);
    }
  }
  void play() {
    switch (below(6)) {
      case 0: out_ += "  play = 'misere',\n"; return;
      case 1: {
        scope_ = names_;
        const std::string when = symmetric_ ? "(" + fmt::format("{}", fmt::join(names_, " + ")) + ") % 3 == 0" : condition(1);
        out_ += fmt::format("  play = function({}) if {} then return 'misere' end return {} end,\n", joined(names_), when,
                            one_in(6) ? "'draw'" : "'normal'");
        return;
      }
      default: return;
    }
  }

  // --- moves ---

  void line(int indent, const std::string& text) {
    out_ += std::string(static_cast<std::size_t>(2 * indent + 4), ' ') + text + "\n";
  }

  void moves() {
    const int statements = 1 + below(4);
    int errors = errors_;
    for (int i = 0; i < statements; ++i) {
      scope_ = names_;
      if (errors > 0 && one_in(2)) error(0), --errors;
      statement(0);
    }
    scope_ = names_;
    while (errors-- > 0) error(0);
  }

  /// One move, guarded so that it leads to a position.
  void guarded(int indent, const std::vector<std::string>& to, const std::string& label) {
    std::vector<std::string> targets, tests;
    const std::string suffix = std::to_string(++counter_);
    for (std::size_t i = 0; i < to.size(); ++i) {
      targets.push_back(names_[i] + suffix);
      tests.push_back(fmt::format("{} >= {}", targets.back(), least_[i]));
      if (axes_[i].find("max") != std::string::npos || axes_[i].find("values") != std::string::npos)
        tests.push_back(fmt::format("{} <= {}", targets.back(), least_[i] + length_of(i) - 1));
    }
    // A bound of its own keeps sums from wrapping around.
    for (std::size_t i = 0; i < to.size(); ++i)
      tests.push_back(fmt::format("{} <= {}", targets[i], least_[i] + (cyclic_ ? 12 : 60)));
    if (!cyclic_) tests.push_back(fmt::format("{} < {}", fmt::join(targets, " + "), fmt::join(names_, " + ")));
    if (has_valid_) {
      std::string test = validity_;
      std::string renamed;
      for (std::size_t k = 0; k < test.size(); ++k) {
        const bool alone = (k == 0 || (std::isalnum(static_cast<unsigned char>(test[k - 1])) == 0 && test[k - 1] != '.')) &&
                           (k + 1 == test.size() || std::isalnum(static_cast<unsigned char>(test[k + 1])) == 0);
        renamed += test[k];
        if (alone && std::string("abc").find(test[k]) != std::string::npos) renamed += suffix;
      }
      tests.push_back("(" + renamed + ")");
    }
    line(indent, fmt::format("local {} = {}", joined(targets), joined(to)));
    line(indent, fmt::format("if {} then {}({}) end", fmt::join(tests, " and "), label, joined(targets)));
  }

  int length_of(std::size_t i) const {
    const std::string& axis = axes_[i];
    if (axis.find("values") != std::string::npos) return 3;
    const std::size_t at = axis.find("max = ");
    return std::stoi(axis.substr(at + 6)) - least_[i] + 1;
  }

  std::string word() {
    constexpr const char* kWords[] = {"move", "move", "move.take", "move.other"};
    return kWords[below(4)];
  }

  void statement(int indent) {
    if (symmetric_) return symmetric_statement(indent);
    const std::size_t i = static_cast<std::size_t>(below(static_cast<int>(names_.size())));
    switch (below(9)) {
      case 0:
      case 1: {  // a ray, or part of one
        const std::string t = fmt::format("t{}", ++counter_);
        const std::string n = names_[i];
        std::string bound = least_[i] == 0 ? n : fmt::format("{} - ({})", n, least_[i]);
        if (one_in(3)) bound = fmt::format("math.min({}, {})", bound, one_in(2) ? integer(1) : std::to_string(1 + below(5)));
        std::vector<std::string> to = names_;
        to[i] = fmt::format("{} - {}", n, t);
        if (has_valid_ || cyclic_ || one_in(3)) {
          line(indent, fmt::format("for {} = 1, {} do", t, bound));
          scope_.push_back(t);
          if (one_in(3) && names_.size() > 1) to[(i + 1) % names_.size()] = integer(1);
          guarded(indent + 1, to, word());
          line(indent, "end");
        } else {
          line(indent, fmt::format("for {} = 1, {} do {}({}) end", t, bound, word(), joined(to)));
        }
        return;
      }
      case 2: {  // a loop with guards, steps and early ends
        const std::string t = fmt::format("t{}", ++counter_);
        line(indent, one_in(2) ? fmt::format("for {} = {}, {} % 9, {} do", t, below(3), integer(1), 1 + below(3))
                               : fmt::format("for {} = {} % 9, {}, {} do", t, integer(1), below(2), -1 - below(2)));
        scope_.push_back(t);
        if (one_in(3)) line(indent + 1, fmt::format("if {} then break end", condition(1)));
        inner(indent + 1);
        line(indent, "end");
        scope_.pop_back();
        return;
      }
      case 3: {
        line(indent, fmt::format("if {} then", condition(2)));
        inner(indent + 1);
        if (one_in(2)) {
          line(indent, "else");
          inner(indent + 1);
        }
        line(indent, "end");
        return;
      }
      case 4: {  // a split
        if (names_.size() != 1 || least_[0] != 0 || has_valid_ || cyclic_) break;
        const std::string t = fmt::format("t{}", ++counter_);
        const int less = below(3);
        line(indent, fmt::format("for {} = {}, (a - {}) // {} do split({}, a - {} - {}) end", t, less == 0 ? 1 : below(2), less,
                                 less == 0 || one_in(2) ? 2 : 3, t, less == 0 ? 0 : less, t));
        return;
      }
      case 5: {  // from a list
        const std::string v = fmt::format("v{}", ++counter_);
        std::vector<std::string> to = names_;
        line(indent, fmt::format("for _, {} in ipairs(T) do", v));
        scope_.push_back(v);
        to[i] = fmt::format("{} - {}", names_[i], v);
        guarded(indent + 1, to, word());
        scope_.pop_back();
        line(indent, "end");
        return;
      }
      case 6: line(indent, fmt::format("if {} then return end", condition(1))); [[fallthrough]];
      default: break;
    }
    inner(indent);
  }

  void inner(int indent) {
    std::vector<std::string> to;
    const std::size_t lowered = static_cast<std::size_t>(below(static_cast<int>(names_.size())));
    for (std::size_t i = 0; i < names_.size(); ++i)
      to.push_back(i == lowered && one_in(2) ? fmt::format("{} - {}", names_[i], 1 + below(3))
                   : one_in(2)               ? names_[i]
                                             : integer(2));
    if (errors_ > 0 && one_in(6)) error(indent);
    guarded(indent, to, one_in(6) ? "move[\"take\"]" : word());
    if (one_in(8)) {
      const std::string q = fmt::format("q{}", ++counter_);
      line(indent, fmt::format("local {} = ({}) % 5", q, integer(1)));
      line(indent, fmt::format("while {0} > 0 do {0} = {0} - 1{1} end", q,
                               errors_ > 0 && one_in(3) ? fmt::format(" local z = K // ({} - {})", variable(), below(9)) : ""));
    }
  }

  /// Every coordinate in turn is lowered in the same way.
  void symmetric_statement(int indent) {
    const std::string amount = one_in(2) ? std::to_string(1 + below(3)) : "t";
    const std::string bound = one_in(2) ? "3" : "v";
    for (std::size_t i = 0; i < names_.size(); ++i) {
      std::vector<std::string> to = names_;
      to[i] = names_[i] + " - " + amount;
      const std::string n = least_[i] == 0 ? names_[i] : fmt::format("{} - ({})", names_[i], least_[i]);
      line(indent, fmt::format("for t = 1, {} do", bound == "v" ? n : fmt::format("math.min(3, {})", n)));
      guarded(indent + 1, to, "move");
      line(indent, "end");
    }
    if (errors_ > 0 && one_in(2))
      line(indent, fmt::format("local z = K // ({} - {})", fmt::format("{}", fmt::join(names_, " + ")), below(9)));
  }

  // --- errors ---

  void error(int indent) {
    const std::string x = fmt::format("x{}", ++counter_);
    if (symmetric_) {
      line(indent, fmt::format("local {} = K % ({} - {})", x, fmt::format("{}", fmt::join(names_, " + ")), below(9)));
      return;
    }
    const std::string rare = one_in(2) ? fmt::format("{} == {}", variable(), below(9)) : condition(2);
    std::vector<std::string> to = names_;
    const std::size_t i = static_cast<std::size_t>(below(static_cast<int>(names_.size())));
    switch (below(17)) {
      case 0: line(indent, fmt::format("local {} = {} // {}", x, integer(1), divisor())); return;
      case 1: line(indent, fmt::format("local {} = {} % {}", x, integer(1), divisor())); return;
      case 2: line(indent, fmt::format("local {} = math.fmod({}, {})", x, integer(1), divisor())); return;
      case 3:
        line(indent, fmt::format("for {} = {} % 20, {} % 9, {} do local z = {} end", x, integer(1), integer(1), divisor(), x));
        return;
      case 4: line(indent, fmt::format("for {} = 1, 4, {} do end", x, divisor())); return;
      case 5: line(indent, fmt::format("if {} then move({}) end", rare, names_.size() == 1 ? "a, a" : "a")); return;
      case 6:
        to[i] = fmt::format("{} - {}", names_[i], 1 + below(12));
        line(indent, fmt::format("if {} then move({}) end", rare, joined(to)));
        return;
      case 7:
        to[i] = fmt::format("{} / 2", names_[i]);
        line(indent, fmt::format("if {} then move({}) end", rare, joined(to)));
        return;
      case 8: line(indent, fmt::format("if {} then local z = nil + 1 end", rare)); return;
      case 9: line(indent, fmt::format("if {} then error('wrong here') end", rare)); return;
      case 10: line(indent, fmt::format("assert({}, 'not so')", condition(1))); return;
      case 11: line(indent, fmt::format("local {} = T[{}] + 1", x, variable())); return;
      case 12: line(indent, fmt::format("if {} == {} // {} then return end", integer(1), integer(1), divisor())); return;
      case 13: line(indent, fmt::format("if {} and {} // {} > 2 then return end", condition(0), integer(1), divisor())); return;
      case 14:
        line(indent, fmt::format("for {0} = 1, {1} do if {0} == {2} then local z = {3} % {4} end end", x, variable(), below(6),
                                 integer(1), divisor()));
        return;
      case 15:
        line(indent, fmt::format("local {} if {} then {} = {} end local z = {} + 1", x, condition(1), x, integer(1), x));
        return;
      default: line(indent, fmt::format("if {} then move({}) end", rare, joined(low_targets()))); return;
    }
  }
  std::vector<std::string> low_targets() {
    std::vector<std::string> to;
    for (std::size_t i = 0; i < names_.size(); ++i) to.push_back(fmt::format("{} % 40 - 6", integer(2)));
    return to;
  }

  std::mt19937_64& random_;
  std::string out_, validity_;
  std::vector<std::string> names_, axes_, scope_;
  std::vector<int> least_;
  Position low_, high_;
  bool same_axes_ = false, symmetric_ = false, cyclic_ = false, has_valid_ = false;
  int errors_ = 0, counter_ = 0;
};

}  // namespace random_game_parts

inline RandomGame random_game(std::mt19937_64& random) { return random_game_parts::Writer(random).write(); }

}  // namespace bouton
