// Random games of lists of piles, as whole rule files: lists that keep their length, grow and shrink, with everything
// that the rule language has for them.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "engine/position/box.h"

namespace bouton::lua {

struct RandomListGame {
  std::string text;  ///< the rule file
  Box box;           ///< some positions of it, not all of them valid perhaps
};

/// A game with few positions below those of its box. Most end; some are loopy, and some raise an error somewhere.
class RandomListGameWriter {
 public:
  explicit RandomListGameWriter(std::mt19937_64& random) : random_(random) {}

  RandomListGame write() {
    choose_domain();
    choose_style();
    const std::string moves = this->moves();
    out_.clear();
    if (!valid_.empty()) line(0, fmt::format("local function ok(a) {} end", valid_));
    line(0, "return game {");
    line(1, fmt::format("name = \"g\", title = \"G\", position = {},", domain()));
    if (!valid_.empty()) line(1, "valid = ok,");
    if (!same_.empty()) line(1, same_ + ",");
    if (!play_.empty()) line(1, play_ + ",");
    out_ += moves;
    line(0, "}");
    return {out_, box()};
  }

 private:
  int below(int n) { return static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }
  bool one_in(int n) { return below(n) == 0; }
  template <class... Text>
  std::string one_of(const Text&... texts) {
    const std::vector<std::string> all = {texts...};
    return all[static_cast<std::size_t>(below(static_cast<int>(all.size())))];
  }
  void line(int indent, const std::string& text) {
    out_ += std::string(static_cast<std::size_t>(2 * indent), ' ') + text + "\n";
  }

  // --- what the game is ---

  void choose_domain() {
    least_ = one_in(3) ? below(5) - 2 : 0;
    if (one_in(5)) {  // few long piles
      shortest_ = 1 + below(2);
      longest_ = shortest_;
      if (one_in(2)) greatest_ = least_ + 75;
      long_piles_ = true;
      return;
    }
    if (!one_in(4)) greatest_ = least_ + 2 + below(4);
    shortest_ = one_in(2) ? 0 : 1 + below(4) / 3;
    if (!one_in(5)) longest_ = std::max(1, shortest_ + below(4));
  }

  std::string domain() const {
    std::string length;
    if (shortest_ > 0) length = fmt::format("min = {}", shortest_);
    if (longest_) length += fmt::format("{}max = {}", length.empty() ? "" : ", ", *longest_);
    std::string fields;
    const auto add = [&](const std::string& field) { fields += (fields.empty() ? "" : ", ") + field; };
    if (least_ != 0) add(fmt::format("min = {}", least_));
    if (greatest_) add(fmt::format("max = {}", *greatest_));
    if (!length.empty()) add(fmt::format("length = {{ {} }}", length));
    return fields.empty() ? "piles(\"a\")" : fmt::format("piles(\"a\", {{ {} }})", fields);
  }

  void choose_style() {
    symmetric_ = one_in(6);
    loopy_ = !symmetric_ && !long_piles_ && greatest_ && longest_ && one_in(4);
    const std::string total = "local s = 0 for _, x in ipairs(a) do s = s + x end";
    if (one_in(5)) {
      valid_ = one_of(fmt::format("for _, x in ipairs(a) do if x == {} then return false end end return true", least_ + 1),
                      fmt::format("{} return s % 3 ~= 1", total));
      if (!symmetric_ && one_in(2))
        valid_ = one_of("for i = 2, #a do if a[i] < a[i - 1] then return false end end return true",
                        fmt::format("return #a == 0 or a[#a] ~= {}", least_ + below(3)),
                        "for i = 1, #a - 1 do if a[i] == a[i + 1] then return false end end return true");
      tries_ = !one_in(6);
    }
    if (symmetric_) {
      same_ = one_of("symmetric = true", "normalize = function(a) local b = { table.unpack(a) } table.sort(b) return b end");
      drops_zeros_ = least_ == 0 && shortest_ == 0 && valid_.empty() && one_in(2);
      if (drops_zeros_)
        same_ =
            "normalize = function(a) local b = {} for _, x in ipairs(a) do if x ~= 0 then b[#b + 1] = x end end return "
            "b end";
    }
    const int play = below(10);
    if (play < 2) play_ = "play = \"misere\"";
    if (play < 2 || play > 3) return;
    by_position_ = true;
    play_ = fmt::format("play = function(a) {} if s % 2 == {} then return \"misere\" end return \"{}\" end", total, below(2),
                        one_of("normal", "normal", "draw"));
    if (!symmetric_ && one_in(2))
      play_ = one_of("play = function(a) return #a % 2 == 0 and \"normal\" or \"misere\" end",
                     "play = function(a) if #a > 0 and a[1] == 0 then return \"misere\" end return \"normal\" end");
  }

  Box box() {
    const int most = longest_.value_or(shortest_ + 3);
    const int length = std::min(shortest_ + below(most - shortest_ + 1), 4);
    Position low, high;
    for (int i = 0; i < length; ++i) {
      const int side = long_piles_   ? (length == 1 || i == 1 ? 66 + below(8) : 3)
                       : length < 2  ? 7
                       : length == 2 ? 4
                       : length == 3 ? 3
                                     : 2;
      const int end = greatest_ ? std::min(*greatest_, least_ + side) : least_ + side;
      const int from = one_in(2) ? least_ : least_ + below(end - least_ + 1);
      low.push_back(from);
      high.push_back(one_in(2) ? end : from + below(end - from + 1));
    }
    return {low, high};
  }

  // --- conditions ---

  /// Of an entry `value`; of its place too where the game has no symmetry.
  std::string condition(const std::string& value, bool in_loop = true) {
    const int k = least_ + below(4);
    switch (below(symmetric_ || !in_loop ? 6 : 12)) {
      case 0: return fmt::format("{} > {}", value, k);
      case 1: return fmt::format("{} % {} == {}", value, 2 + below(2), below(2));
      case 2: return fmt::format("{} ~= {}", value, k);
      case 3:
        return drops_zeros_ ? fmt::format("({} & 1) == 0", value)
                            : fmt::format("#a {} {}", one_of("<", "==", ">", "~="), below(4));
      case 4: return fmt::format("({} and {})", condition(value, in_loop), condition(value, in_loop));
      case 5:
        return one_in(2) ? fmt::format("not ({})", condition(value, in_loop))
                         : fmt::format("({} or {})", condition(value, in_loop), condition(value, in_loop));
      case 6: return fmt::format("i == {}", one_of("1", "#a", "2"));
      case 7: return fmt::format("(i > 1 and a[i - 1] or {}) < {}", least_, value);
      case 8: return fmt::format("a[1] {} {}", one_of("<=", "==", "~="), value);
      case 9: return fmt::format("(i < #a and a[i + 1] >= {})", value);
      case 10: return fmt::format("math.max({}, {}) == {}", value, k, k);
      default: return fmt::format("i % 2 == {}", below(2));
    }
  }

  // --- moves ---

  std::string word() {
    if (!valid_.empty() && tries_) return "try";
    return one_in(3) ? one_of("move.take", "move.other") : "move";
  }

  std::string moves() {
    out_.clear();
    line(1, "moves = function(a)");
    if (!valid_.empty() && tries_) line(2, "local function try(b) if ok(b) then move(b) end end");
    const int statements = 1 + below(4);
    const int wrong = !symmetric_ && one_in(8) ? below(statements) : -1;
    for (int k = 0; k < statements; ++k) {
      if (k == wrong) mistake();
      statement();
    }
    line(1, "end,");
    return out_;
  }

  void statement() {
    if (symmetric_) return over_entries();
    switch (below(14)) {
      case 0: return unpacked();
      case 1: return extremes();
      case 2: return merge();
      case 3: return ends();
      case 4: return early_return();
      case 5: return total();
      default: return over_entries();
    }
  }

  void over_entries() {
    const bool named = one_in(3);
    const std::string v = named ? "x" : "a[i]";
    std::string head = "for i, x in ipairs(a) do";
    if (!named)
      head = symmetric_ ? one_of("for i = 1, #a do", "for i = #a, 1, -1 do")
                        : one_of("for i = 1, #a do", "for i = 1, #a do", "for i = 2, #a do", "for i = #a, 1, -1 do",
                                 "for i = 1, #a, 2 do");
    line(2, head);
    const bool skips = one_in(8);
    if (skips) line(3, fmt::format("if {} then goto continue end", condition(v)));
    int indent = 3;
    const bool guarded = one_in(3);
    if (guarded) line(indent++, fmt::format("if {} then", condition(v)));
    for (int k = 0, n = 1 + below(2); k < n; ++k) entry_move(indent, v);
    if (guarded) line(--indent, "end");
    if (!symmetric_ && one_in(10)) line(3, fmt::format("if {} then break end", condition(v)));
    if (skips) line(3, "::continue::");
    line(2, "end");
  }

  /// Where the list may be shortened, or lengthened.
  std::string may_drop() const { return fmt::format("#a > {}", shortest_); }
  std::string may_grow() const { return longest_ ? fmt::format("#a < {} and ", *longest_) : ""; }

  /// A move at place i, whose entry is `v`.
  void entry_move(int indent, const std::string& v) {
    const auto put = [&](const std::string& text) { line(indent, text); };
    const int kind = below(drops_zeros_ ? 4 : symmetric_ ? 6 : loopy_ ? 16 : 14);
    switch (kind) {
      case 0: return put(fmt::format("if {} > {} then {}(a:with(i, {} - 1)) end", v, least_, word(), v));
      case 1: {
        const std::string room =
            least_ == 0 ? v : fmt::format("{} - {}", v, least_ < 0 ? fmt::format("({})", least_) : std::to_string(least_));
        const std::string last = one_in(2) ? room : fmt::format("math.min({}, {})", room, 1 + below(4));
        return put(fmt::format("for t = {}, {}{} do {}(a:with(i, {} - t)) end", 1 + below(2), last, one_in(4) ? ", 2" : "",
                               word(), v));
      }
      case 2:
        return put(one_in(2) ? fmt::format("for w = {}, {} - 1 do {}(a:with(i, w)) end", least_, v, word())
                             : fmt::format("for w = {} - 1, {}, -{} do {}(a:with(i, w)) end", v, least_, 1 + below(2), word()));
      case 3:
        return put(fmt::format("for _, k in ipairs{{ {}, {}, {} }} do if {} - k >= {} then {}(a:with(i, {} - k)) end end",
                               1 + below(2), 3, 4 + below(3), v, least_, word(), v));
      case 4:
      case 5: {
        const std::string when = one_in(2) ? fmt::format(" and {}", condition(v)) : "";
        return put(fmt::format("if {}{} then {}(a:without(i)) end", may_drop(), when,
                               one_in(3) && (valid_.empty() || !tries_) ? "move.drop" : word()));
      }
      case 6:
      case 7: {  // the weight of the list, its excess over least values, falls
        const int taken = 1 + below(3);
        const int left = below(taken);
        return put(fmt::format("if {}{} >= {} then {}(a:with(i, {} - {}):insert({}, {})) end", may_grow(), v, least_ + taken,
                               word(), v, taken, one_of("i", "i + 1", "1", "#a + 1"), least_ + left));
      }
      case 8:
        return put(
            fmt::format("if i > 1 and {} > {} then {}(a:with(i, a[i - 1]):with(i - 1, {} - 1)) end", v, least_, word(), v));
      case 9: return copied(indent, v);
      case 10:
        return put(
            fmt::format("if i < #a and {} > {} and a[i + 1] > {} then {}(a:with(i, {} - 1):with(i + 1, a[i + 1] - 1)) end", v,
                        least_, least_, word(), v));
      case 11:
        return put(fmt::format("if {}//2 >= {} and {}//2 < {} then {}(a:with(i, {}//2)) end", v, least_, v, v, word(), v));
      case 12: return split(indent, v);
      case 13: {  // two piles from one
        const std::string p = least_ == 0 ? "t" : fmt::format("{} + t", least_), rest = fmt::format("{} - t - 1", v);
        return put(fmt::format("{}for t = 0, {} - ({}) - 1 do {}(a:with(i, {}):insert(i, {})) end{}",
                               longest_ ? "if #a < " + std::to_string(*longest_) + " then " : "", v, least_, word(), p, rest,
                               longest_ ? " end" : ""));
      }
      case 14: return put(fmt::format("if {} < {} then {}(a:with(i, {} + 1)) end", v, *greatest_, word(), v));
      default: return put(fmt::format("if #a < {} then {}(a:insert(i, {})) end", *longest_, word(), v));
    }
  }

  void copied(int indent, const std::string& v) {
    if (one_in(2)) {
      line(indent, fmt::format("if {} > {} then", v, least_));
      line(indent + 1, "local b = {}");
      line(indent + 1, "for j = 1, #a do b[j] = a[j] end");
      line(indent + 1, fmt::format("b[i] = {} - 1", v));
    } else {
      line(indent, fmt::format("if {} then", may_drop()));
      line(indent + 1, "local b = {}");
      line(indent + 1, one_in(2) ? "for j, y in ipairs(a) do if j ~= i then b[#b + 1] = y end end"
                                 : "for j, y in ipairs(a) do if j ~= i then table.insert(b, y) end end");
    }
    line(indent + 1, word() + "(b)");
    line(indent, "end");
  }

  void split(int indent, const std::string& v) {
    if (by_position_ || !valid_.empty() || loopy_ || long_piles_ || shortest_ > 1) return entry_move(indent, v);
    switch (below(3)) {
      case 0: return line(indent, fmt::format("if #a > 1 then split({{ {} }}, a:without(i)) end", v));
      case 1: return line(indent, fmt::format("if {} > {} then split.apart({{ {} - 1 }}, {{ {} }}) end", v, least_, v, least_));
      default:
        return line(
            indent,
            fmt::format("if i > 1 and i < #a then split({{ table.unpack(a, 1, i - 1) }}, {{ table.unpack(a, i + 1) }}) end"));
    }
  }

  void unpacked() {
    line(2, "local p, q, r = table.unpack(a)");
    switch (below(5)) {
      case 0: return line(2, fmt::format("if #a == 2 and p > {} then {}{{ p - 1, q }} end", least_, word()));
      case 1: return line(2, fmt::format("if #a == 3 and q > {} then {}({{ r, q - 1, p }}) end", least_, word()));
      case 2:
        if (shortest_ > 1) return over_entries();
        return line(2, fmt::format("if #a == 2 and p {} q then {}{{ math.min(p, q) }} end", one_of("<", "~=", "=="), word()));
      case 3: return line(2, fmt::format("if q and not r and q > {} then {}{{ q - 1, p }} end", least_, word()));
      default:
        if (longest_ && *longest_ < 2) return over_entries();
        return line(2, fmt::format("if #a == 1 and p >= {} then {}{{ p - 2, {} }} end", least_ + 2, word(), least_ + below(2)));
    }
  }

  void extremes() {
    switch (below(3)) {
      case 0:
        line(2, fmt::format("local high = {}", least_));
        line(2, "for _, x in ipairs(a) do high = math.max(high, x) end");
        return line(2, fmt::format("for i = 1, #a do if a[i] == high and high > {} then {}(a:with(i, high - 1)) end end",
                                   least_, word()));
      case 1:
        line(2, "if #a > 0 then");
        line(3, "local low = math.min(table.unpack(a))");
        line(3, fmt::format("for i = 1, #a do if a[i] > low then {}(a:with(i, low)) end end", word()));
        return line(2, "end");
      default:
        line(2, "local low, at");
        line(2, "for i, x in ipairs(a) do if not low or x < low then low, at = x, i end end");
        return line(2, fmt::format("if at and {} then {}(a:without(at)) end", may_drop(), word()));
    }
  }

  void merge() {
    if (least_ > 0) return over_entries();
    const std::string fits = greatest_ ? fmt::format(" and a[1] + a[2] - 1 <= {}", *greatest_) : "";
    line(2, fmt::format("if #a >= 2 and {} and a[1] + a[2] - 1 >= {}{} then", may_drop(), least_, fits));
    line(3, word() + (one_in(2) ? "(a:without(1):with(1, a[1] + a[2] - 1))" : "(a:with(2, a[1] + a[2] - 1):without(1))"));
    line(2, "end");
  }

  void ends() {
    switch (below(3)) {
      case 0:
        return line(2, fmt::format("if {} and #a > 0 and a[#a] == {} then {}(a:without(#a)) end", may_drop(), least_, word()));
      case 1: return line(2, fmt::format("if #a > 0 and a[#a] > {} then {}(a:with(#a, a[#a] - 1)) end", least_, word()));
      default:
        return line(2, fmt::format("if #a > 1 and a[1] > {} then {}(a:with(1, a[#a]):with(#a, a[1] - 1)) end", least_, word()));
    }
  }

  void early_return() {
    line(2, one_in(2) ? fmt::format("if #a == {} then return end", below(4))
                      : fmt::format("if #a > 0 and {} then return end", condition("a[1]", false)));
    over_entries();
  }

  void total() {
    line(2, "local s = 0");
    line(2, "for _, x in ipairs(a) do s = s + x end");
    line(2, fmt::format("if s % {} {} {} then", 2 + below(2), one_of("==", "~="), below(2)));
    over_entries();
    line(2, "end");
  }

  /// Something that is wrong at some positions.
  void mistake() {
    const int k = least_ + below(4);
    switch (below(13)) {
      case 0: return line(2, fmt::format("if #a == {} then move(a:without(#a + 1)) end", 1 + below(3)));
      case 1:
        return line(2, fmt::format("for i = 1, #a do if {} then move(a:with(i, {})) end end", condition("a[i]"), least_ - 1));
      case 2: return line(2, fmt::format("if #a > 0 then local z = 7 // (a[1] - {}) if z > 100 then move(a) end end", k));
      case 3:
        return line(2, fmt::format("if #a > 0 and a[1] > {} then for t = 1, 3, a[#a] - {} do move(a:with(1, a[1] - 1)) end end",
                                   least_, k));
      case 4: return line(2, fmt::format("if #a == {} then move(a[1]) end", 1 + below(2)));
      case 5:
        if (!longest_) return mistake();  // it would never end
        return line(2, fmt::format("if #a >= {} then move(a:insert(1, {})) end", *longest_, least_));
      case 6: return line(2, fmt::format("for i = 1, #a do if a[i] == {} then local z = a[i + 1] + 1 end end", k));
      case 7: return line(2, fmt::format("for i = 1, #a do if {} then error(\"no\") end end", condition("a[i]")));
      case 8: return line(2, fmt::format("if #a > 0 and a[1] > {} then move(a:with(1, a[1] / 2)) end", least_ + 1));
      case 9:
        return line(2, fmt::format("for i = 1, #a do if a[i] > {} and 9 % (a[i] - {}) == 0 then move(a:with(i, {})) end end",
                                   least_, k, least_));
      case 10: return line(2, fmt::format("if #a == {} then move(a:with(2, {})) end", 1 + below(2), least_));
      case 11: return line(2, fmt::format("if #a > 1 then assert(a[1] <= a[2] + {}) end", 1 + below(3)));
      default: return line(2, fmt::format("if #a == {} then move{{ {}, a[2], a[3] }} end", 1 + below(3), least_));
    }
  }

  std::mt19937_64& random_;
  std::string out_;
  int least_ = 0, shortest_ = 0;
  std::optional<int> greatest_, longest_;
  bool long_piles_ = false, symmetric_ = false, drops_zeros_ = false, loopy_ = false, by_position_ = false, tries_ = false;
  std::string valid_, same_, play_;
};

inline RandomListGame random_list_game(std::mt19937_64& random) { return RandomListGameWriter(random).write(); }

/// A game of lists of 9 to 40 entries, mostly more than are lifted, whose moves shorten, split, keep or lengthen them at the
/// ends and in the middle: so few positions lie below one list of them, which is its box.
class RandomLongListGameWriter {
 public:
  explicit RandomLongListGameWriter(std::mt19937_64& random) : random_(random) {}

  RandomListGame write() {
    const int length = 9 + below(kLongest - 8);
    const bool by_length = below(4) == 0;
    std::string text =
        fmt::format("return game {{ name = 'g', title = 'G', position = piles('a'{}),{}\n  moves = function(a)\n",
                    below(2) == 0 ? fmt::format(", {{ max = 1, length = {{ max = {} }} }}", kLongest) : "",
                    by_length       ? " play = function(a) return #a % 2 == 0 and 'normal' or 'misere' end,"
                    : below(4) == 0 ? " play = 'misere',"
                                    : "");
    for (int moves = 1 + below(3); moves > 0; --moves) text += "    " + move(by_length) + "\n";
    text += "  end }\n";
    // All entries alike but for the ends, where the moves are.
    Position list(std::vector<Coordinate>(static_cast<std::size_t>(length), below(2)));
    list[0] = below(2);
    list[static_cast<std::size_t>(length) - 1] = below(2);
    return {text, Box(list, list)};
  }

 private:
  static constexpr int kLongest = 40;
  int below(int n) { return static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }

  std::string move(bool by_length) {
    constexpr const char* kPlaces[] = {"1", "#a", "(#a + 1) // 2"};
    const std::string place = kPlaces[below(3)];
    const std::string when = below(3) == 0 ? fmt::format("#a % {} == {} and ", 2 + below(2), below(2)) : "";
    switch (below(by_length ? 6 : 8)) {
      case 0:
      case 1: return fmt::format("if {}#a > {} then move(a:without({})) end", when, below(3), place);
      case 2: return fmt::format("if {}#a > 2 then move.two(a:without(1):without(#a - 1)) end", when);
      case 3: return fmt::format("if {0}#a > 0 and a[{1}] > 0 then move(a:with({1}, a[{1}] - 1)) end", when, place);
      case 4:
        return fmt::format("if {0}#a > 0 and #a < {1} and a[1] > 0 then move(a:with(1, 0):insert(1, 0)) end", when, kLongest);
      case 5: return fmt::format("if {}#a > 0 then local b = {{}} for i = 2, #a do b[#b + 1] = a[i] end move(b) end", when);
      case 6:
        return fmt::format("if {}#a > 1 then split({{ table.unpack(a, 1, #a // 2) }}, {{ table.unpack(a, #a // 2 + 1) }}) end",
                           when);
      default: return fmt::format("if {}#a > 1 then split.off({{ a[1] }}, a:without(1)) end", when);
    }
  }

  std::mt19937_64& random_;
};

inline RandomListGame random_long_list_game(std::mt19937_64& random) { return RandomLongListGameWriter(random).write(); }

}  // namespace bouton::lua
