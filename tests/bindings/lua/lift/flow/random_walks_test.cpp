// Tables of generated rules whose options lie in lines: by machine code, which follows them with pointers, by the interpreter
// of the same form, and by plain recursion.
#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "bindings/lua/lift/flow/lift_flow.h"
#include "engine/flow/analysis/loop_walks.h"
#include "engine/table/native/native_table.h"
#include "tests/bindings/lua/lift/flow/flow_recursion.h"
#include "tests/bindings/lua/lift/rule_function.h"

namespace bouton::lua {
namespace {

/// A rule of a and b whose options have a smaller sum than their position, and coordinates from `least` on.
class RandomLines {
 public:
  RandomLines(std::uint64_t seed, int least) : random_(seed), least_(least) {}

  std::string source() {
    std::string text = "return function(a, b)\n  local low, high, s, t = math.min(a, b), math.max(a, b), 0, 1\n";
    for (std::uint64_t loops = 1 + pick(2); loops > 0; --loops) text += pick(3) == 0 ? counting() : rounds();
    return text + (pick(2) == 0 ? option("  ") : "") + "end\n";
  }

 private:
  std::uint64_t pick(std::uint64_t n) { return random_() % n; }
  template <std::size_t n>
  std::string one_of(const char* const (&words)[n]) {
    return words[pick(n)];
  }

  std::string coordinate() {
    return one_of({"a - t", "b - t", "a - 2 * t", "b + t", "a - t + s", "high - t", "low - t", "t", "b", "a", "b - s", "low",
                   "t - 3 * s", "a + b - t", "-t", "a // 2", "2", "t // 2", "math.min(t, 9)"});
  }
  std::string option(const std::string& indent) {
    return fmt::format("{0}do local p, q = {1}, {2} if p >= {3} and q >= {3} and p + q < a + b then move(p, q) end end\n",
                       indent, coordinate(), coordinate(), least_);
  }
  /// What is known to lie in the box, where coordinates begin at 0.
  std::string plain_option(const std::string& indent) {
    return indent +
           one_of({"if t <= a then move(a - t, b) end", "if t <= b then move(a, b - t) end",
                   "if t <= a then move(b, a - t) end", "if t <= low then move(low - t, high) end",
                   "if t <= a and t <= b then move(a - t, b - t) end"}) +
           "\n";
  }
  std::string options(const std::string& indent) {
    std::string text = least_ == 0 && pick(2) == 0 ? plain_option(indent) : option(indent);
    if (pick(3) == 0)
      text = indent +
             one_of({"if t ~= s then\n", "if (t + a) % 3 > 0 then\n", "if t > 0 and a % t < 2 then\n",
                     "if t > 0 and b // t > 1 then\n"}) +
             text + indent + "end\n";
    if (pick(3) == 0) text += option(indent);
    return text;
  }

  std::string counting() {
    return fmt::format("  for r = 1, {} do\n    t = t + {}\n{}{}  end\n", one_of({"a", "high", "5"}), 1 + pick(3),
                       options("    "), pick(2) == 0 ? fmt::format("    s = s - {}\n", pick(3)) : std::string());
  }
  std::string rounds() {
    std::string text = fmt::format("  t = {}\n  while t <= {} do\n", one_of({"1", "1", "low", "0"}),
                                   one_of({"a", "b", "high", "a + b", "low", "7"}));
    if (pick(3) == 0) text += "    if t * t > a + b + 9 then break end\n";
    if (pick(4) == 0) {
      text += "    s = 0\n    repeat\n" + options("      ") + "      s = s + 1\n    until s > b or s > 3\n";
    } else {
      text += options("    ");
    }
    if (pick(3) == 0) text += "    if t % 4 == 1 then t = t + 1 end\n";
    if (pick(4) == 0) text += option("    ");
    return text + fmt::format("    t = t + {}\n  end\n", 1 + pick(2));
  }

  std::mt19937_64 random_;
  int least_;
};

struct Counts {
  std::uint64_t solved = 0, walked = 0, great = 0;
};

FlowBox flow_box(const Box& box) {
  FlowBox flow;
  flow.dimensions = box.dimensions();
  for (std::size_t i = 0; i < box.dimensions(); ++i) {
    flow.low[i] = box.low()[i];
    flow.length[i] = static_cast<std::int64_t>(box.length(i));
    flow.stride[i] = static_cast<std::int64_t>(box.stride(i));
  }
  return flow;
}

std::optional<Table> table_of(NativeProblem problem, bool interpreted) {
  problem.interpreted = interpreted;
  const Result<NativeProbe> probe = probe_native(problem);
  if (!probe) return std::nullopt;
  Result<Table> table = solve_native(problem, *probe, Budget());
  if (!table) return std::nullopt;
  return *std::move(table);
}

void compare_kind(const NativeProblem& problem, RuleFunction& function, const std::string& about, Counts* counts) {
  const std::optional<Table> native = table_of(problem, false), interpreted = table_of(problem, true);
  ASSERT_EQ(native.has_value(), interpreted.has_value()) << about;
  if (!native || !interpreted) return;  // play has a cycle
  ASSERT_EQ(native->cells, interpreted->cells) << about;
  ++counts->solved;
  if (problem.kind == ValueKind::grundy && std::ranges::max(native->cells) >= kManyGrundyValues) ++counts->great;
  Recursion recursion(function, problem.play == Play::misere);
  Position position(problem.box.low());
  const Coordinate least = position[0];
  for (std::uint64_t i = 0; i < native->cells.size(); ++i, problem.box.next(position))
    if (position[0] < least + 9 && position[1] < least + 11)
      ASSERT_EQ(native->cells[i], value_of(recursion.of(position), problem.kind)) << about << " at " << to_string(position);
}

void compare(std::uint64_t seed, Counts* counts) {
  const int least = seed % 3 == 0 ? -4 : 0;
  const std::string source = RandomLines(seed, least).source();
  RuleFunction function(source, {{"a", "b"}});
  ASSERT_EQ(function.problem(), "") << source;
  const LiftContext context = function.context();
  const Result<FlowProgram> program = lift_flow(function.state(), 1, context);
  ASSERT_TRUE(program) << source;
  const Domain domain = Domain::fixed({{"a", least}, {"b", least}});
  NativeProblem problem;
  problem.program = &*program;
  problem.domain = &domain;
  problem.box = Box({least, least}, {26, 71});
  counts->walked += find_walks(*program, flow_box(problem.box)).count > 0 ? 1 : 0;
  for (const Play play : {Play::normal, Play::misere})
    for (const ValueKind kind : {ValueKind::grundy, ValueKind::outcome, ValueKind::remoteness}) {
      if (play == Play::misere && kind == ValueKind::grundy) continue;
      problem.play = play;
      problem.kind = kind;
      compare_kind(problem, function, fmt::format("{}{} {}", source, seed, name(kind)), counts);
      if (testing::Test::HasFatalFailure()) return;
    }
}

// Takes some 2 s: each of 60 rules fills five tables of some 2000 positions by machine code and by the interpreter, of which
// the latter takes long.
TEST(RandomTables, OfLinesAreThoseOfPlainRecursion) {
  const char* const asked = std::getenv("BOUTON_RANDOM_FLOWS");
  const std::uint64_t count = asked == nullptr ? 60 : std::strtoull(asked, nullptr, 10);
  Counts counts;
  for (std::uint64_t seed = 0; seed < count && !HasFailure(); ++seed) compare(seed, &counts);
  if (HasFailure()) return;
  EXPECT_GT(counts.solved, count * 3);
  EXPECT_GT(counts.walked, count / 4);
  EXPECT_GT(counts.great, 0U);
}

}  // namespace
}  // namespace bouton::lua
