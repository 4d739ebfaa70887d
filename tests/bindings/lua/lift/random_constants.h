// Random rules with constants of all sizes, which mean little to the few small positions that are asked about: what plans has
// to look at a rule with 2^40 in it as quickly as at one with 3.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace bouton::lua {

class RandomConstants {
 public:
  explicit RandomConstants(std::uint64_t seed) : random_(seed) {}

  struct Rule {
    std::string text;
    std::size_t coordinates = 0;
  };

  /// No loop has more rounds than a coordinate or three. Play may go up, and may have cycles.
  Rule rule() {
    const std::string all = "abc";
    for (int i = 0, n = 1 + below(3); i < n; ++i) names_.push_back(all.substr(static_cast<std::size_t>(i), 1));
    std::string axes;
    for (const std::string& name : names_)
      axes += one_in(5) ? fmt::format("{{ '{}', max = {} }}, ", name, constant()) : fmt::format("'{}', ", name);
    const std::string parameters = fmt::format("{}", fmt::join(names_, ", "));
    text_ = fmt::format("return game {{ name = 'g', title = 'G', position = {{ {} }},{}\n", axes,
                        one_in(5) ? " play = 'misere'," : "");
    if (one_in(8)) text_ += fmt::format("  valid = function({}) return {} end,\n", parameters, condition());
    text_ += fmt::format("  moves = function({})\n", parameters);
    for (int i = 1 + below(3); i > 0; --i) statement(0, "1");
    text_ += "  end }\n";
    return {text_, names_.size()};
  }

 private:
  int below(int n) { return static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }
  bool one_in(int n) { return below(n) == 0; }
  const std::string& name() { return names_[static_cast<std::size_t>(below(static_cast<int>(names_.size())))]; }

  std::int64_t constant() {
    constexpr std::int64_t kSizes[] = {10, 1000, std::int64_t{1} << 20, std::int64_t{1} << 40};
    return kSizes[below(4)] + (one_in(2) ? 0 : below(3) - 1);
  }
  /// What a coordinate may become, never much more than it is.
  std::string smaller() {
    switch (below(8)) {
      case 0: return fmt::format("{} // {}", name(), one_in(2) ? 2 : constant());
      case 1: return fmt::format("{} % {}", name(), constant());
      case 2: return fmt::format("{} - {}", name(), one_in(2) ? 1 + below(3) : constant());
      case 3: return fmt::format("math.min({}, {})", name(), one_in(2) ? fmt::format("{}", constant()) : name());
      case 4: return fmt::format("math.max({} - {}, 0)", name(), 1 + below(3));
      case 5: return std::to_string(below(3));
      default: return name();
    }
  }
  std::string number() {
    switch (below(8)) {
      case 0: return fmt::format("{} * {}", 2 + below(2), name());
      case 1: return fmt::format("{} * {} - {}", constant(), name(), name());
      case 2: return fmt::format("{} + {}", name(), one_in(2) ? below(3) : constant());
      case 3: return fmt::format("{}", constant());
      case 4: return fmt::format("{} + {}", name(), name());
      default: return smaller();
    }
  }
  std::string condition(int depth = 0) {
    constexpr const char* kComparisons[] = {"<", "<=", "==", "~=", ">=", ">"};
    switch (depth < 2 ? below(7) : 0) {
      case 4: return fmt::format("({} and {})", condition(depth + 1), condition(depth + 1));
      case 5: return fmt::format("({} or {})", condition(depth + 1), condition(depth + 1));
      case 6: return fmt::format("not ({})", condition(depth + 1));
      case 3: return fmt::format("{} < {}", name(), constant());
      default: return fmt::format("{} {} {}", number(), kComparisons[below(6)], number());
    }
  }

  void line(int indent, const std::string& text) {
    text_ += std::string(static_cast<std::size_t>(2 * indent + 4), ' ') + text + "\n";
  }
  /// One coordinate falls by `by`; the others mostly stay.
  void move(int indent, const std::string& by) {
    const std::string& falling = name();
    std::vector<std::string> to, locals, tests;
    for (const std::string& one : names_) {
      const std::string other = one_in(3) ? (one_in(6) ? "2 * " + name() : smaller()) : one;
      to.push_back(&one == &falling && !one_in(5) ? fmt::format("{} - {}", one, by) : other);
      locals.push_back("to_" + one);
      tests.push_back(locals.back() + " >= 0");
    }
    const std::string guard = one_in(3) ? "true" : condition();
    line(indent, fmt::format("if {} then", guard));
    line(indent + 1, fmt::format("local {} = {}", fmt::join(locals, ", "), fmt::join(to, ", ")));
    line(indent + 1, fmt::format("if {} then move({}) end", fmt::join(tests, " and "), fmt::join(locals, ", ")));
    line(indent, "end");
  }
  void statement(int depth, const std::string& by) {
    const std::string variable = depth == 0 ? "t" : "u";
    switch (depth < 2 ? below(8) : 7) {
      case 0:
      case 1:
      case 2: {
        constexpr const char* kLast[] = {"{}", "math.min({}, {})", "{} // {}"};
        line(depth, fmt::format("for {} = 1, {}{} do", variable, fmt::format(fmt::runtime(kLast[below(3)]), name(), constant()),
                                one_in(3) ? fmt::format(", {}", 2 + below(2)) : ""));
        statement(depth + 1, variable);
        if (one_in(4)) line(depth + 1, fmt::format("if {} > {} then break end", variable, constant()));
        return line(depth, "end");
      }
      case 3:
        line(depth, fmt::format("if {} then", condition()));
        statement(depth + 1, by);
        line(depth, "else");
        statement(depth + 1, by);
        return line(depth, "end");
      case 4:
        line(depth, fmt::format("local w = math.min({}, {})", name(), constant()));
        line(depth, fmt::format("while w > {} do w = w {}", below(2), one_in(2) ? "- 1" : "// 2"));
        move(depth + 1, "w");
        return line(depth, "end");
      default: return move(depth, by);
    }
  }

  std::mt19937_64 random_;
  std::vector<std::string> names_;
  std::string text_;
};

}  // namespace bouton::lua
