// Take-and-break games from rule files: by the field heap, or recognised from plain Lua.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <tuple>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/base/random.h"
#include "engine/method/solvers/heap_solver.h"
#include "engine/plan/solver.h"
#include "engine/study/sequence/heap_run.h"
#include "tests/bindings/lua/rule_files.h"
#include "tests/engine/reports.h"
#include "tests/extent.h"

namespace bouton {
namespace {

std::string rule(const std::string& moves, const std::string& fields = "") {
  return fmt::format("return game {{ name = 'bad', position = {{ 'n' }}, {}\n  moves = function(n)\n{}\n  end }}\n", fields,
                     moves);
}

/// The code of the game whose moves these are, or why there is none.
std::string recognised(const RuleDirectory& directory, const std::string& moves, const std::string& fields = "") {
  const std::shared_ptr<const Game> game = const_cast<RuleDirectory&>(directory).load(rule(moves, fields));
  const Result<TakeAndBreak> found = heap_description(*game->rules, Budget());
  return found ? found->code() : found.reason();
}

TEST(HeapRules, AreRecognisedInPlainLua) {
  const RuleDirectory directory;
  const std::pair<const char*, const char*> cases[] = {
      {"for t = 1, n do move(n - t) end", "0.3..."},
      {"for left = 0, n - 1 do move(left) end", "0.3..."},
      {"for t = 1, math.min(3, n) do move(n - t) end", "0.333"},
      {"for t = 1, 3 do if t <= n then move(n - t) end end", "0.333"},
      {"if n >= 1 then move(n - 1) end if n > 2 then move(n - 2) end", "0.32"},
      {"for t = 2, n do move(n - t) end", "0.03..."},
      {"for t = 1, n - 1 do move(n - t) end", "0.2..."},
      {"for left = 0, (n - 1) // 2 do split(left, n - 1 - left) end\n"
       "for left = 0, (n - 2) // 2 do split(left, n - 2 - left) end",
       "0.77"},
      {"for k = 1, 2 do for a = 0, n - k do split(a, n - k - a) end end", "0.77"},
      {"for k = 1, 2 do local rest = n - k for a = 0, rest // 2 do split(rest - a, a) end end", "0.77"},
      {"for a = 0, n - 2 do split(a, n - 2 - a) end", "0.07"},
      {"for k = 1, (n - 1) // 2 do split(k, n - k) end", "4.0 unequal"},
      {"for a = 1, n - 1 do if a ~= n - a then split(a, n - a) end end", "4.0 unequal"},
      {"for a = 1, n do local b = n - a if b > a then split(a, b) end end", "4.0 unequal"},
      {"for t = 1, n do move(n - t) end for k = 1, n // 2 do split(k, n - k) end", "4.3..."},
      {"for a = 1, n - 2 do split(a, n - 1 - a) end", "0.4"},
      {"if n == 1 then move(0) end for a = 1, n - 4 do split(a, n - 3 - a) end", "0.104"},
      {"for a = 1, n // 3 do for b = a, (n - a) // 2 do split(a, b, n - a - b) end end", "8.0"},
      {"for a = 0, n - 1 do for b = a, n - 1 - a do if n - 1 - a - b >= b then split(a, b, n - 1 - a - b) end end end", "0.F"},
      {"for k = 1, n do for a = 1, (n - k) // 2 do split(a, n - k - a) end end", "0.4..."},
      {"if n % 2 == 0 and n > 0 then split(n // 2, n // 2) end", "an operation on sizes that is not linear"},
      {"if n >= 2 and 2 * (n // 2) == n then split(n // 2, n // 2) end", "4.0 all-equal"},
      {"", "0.0"},
      // Nearly.
      {"for k = 1, (n - 1) // 2 do if k ~= 50 then split(k, n - k) end end",
       "the moves are not all the ways to take so many and leave so many heaps"},
      {"for k = 2, (n - 1) // 2 do split(k, n - k) end",
       "the moves are not all the ways to take so many and leave so many heaps"},
      {"for k = 1, (n - 2) // 2 do split(k, n - k) end",
       "the moves are not all the ways to take so many and leave so many heaps"},
      {"for t = 1, n // 2 do move(n - t) end", "the moves are not all the ways to take so many and leave so many heaps"},
      {"if n > 0 then move(n // 2) end", "the moves are not all the ways to take so many and leave so many heaps"},
      {"if n >= 1 and n ~= 333 then move(n - 1) end", "the moves are not all the ways to take so many and leave so many heaps"},
      {"if n >= 5000 then move(n - 1) end", "the moves are not all the ways to take so many and leave so many heaps"},
      {"if n > 100000 then move(n - 1) end", "the constants are too large"},
      {"for t = 1, n, 2 do move(n - t) end", "a loop over sizes in steps other than 1"},
      {"for t = 1, n do if t * t <= n then move(n - t * t) end end", "a product of sizes"},
      {"if n & 1 == 1 then move(n - 1) end", "an operation on sizes that is not linear"},
  };
  for (const auto& [moves, expected] : cases) EXPECT_EQ(recognised(directory, moves), expected) << moves;
  EXPECT_EQ(recognised(directory, "if n > 1 then move(n - 1) end", "valid = function(n) return n > 0 end,"),
            "not all heaps are valid");
  EXPECT_EQ(recognised(directory, "if n > 0 then move(n - 1) end", "play = 'misere',"), "play is not normal");
}

TEST(HeapRules, AreNoTakeAndBreakGamesWhereFarHeapsMoveOtherwise) {
  const RuleDirectory directory;
  const char* const no_game = "the moves are not all the ways to take so many and leave so many heaps";
  const std::pair<const char*, const char*> cases[] = {
      // From multiples of 990 alone.
      {"if n >= 1 then move(n - 1) end\n"
       "if n >= 2 and 9 * (n // 9) == n and 10 * (n // 10) == n and 11 * (n // 11) == n then move(n - 2) end",
       no_game},
      {"if n >= 1 then move(n - 1) end\n"
       "if n >= 2 and (n + 8) // 9 == n // 9 and (n + 9) // 10 == n // 10 and (n + 10) // 11 == n // 11 then move(n - 2) end",
       no_game},
      // From 13,205 on.
      {"if n >= 1 then move(n - 1) end if n >= 2 and n // 11 + n // 12 > n // 6 + 100 then move(n - 2) end", no_game},
      {"if n >= 1 then move(n - 1) end if math.min(n // 100, 60) == 60 then move(n - 3) end", no_game},
      {"if n >= 1 and n ~= 10007 then move(n - 1) end", no_game},
      {"for k = 1, 3 do if n >= k and n // 37 ~= 90 + k then move(n - k) end end", no_game},
      {"for a = 1, (n - 1) // 2 do if a < 400 or a ~= n // 3 then split(a, n - a) end end", no_game},
      // A loop that ends early, a variable that is assigned on one way only.
      {"for t = 1, n do if t > 5000 then break end move(n - t) end", "too many moves to be compared"},
      {"for t = 1, n - 1 do if t > 50 then return end split(t, n - t) end", "a loop over sizes that may end early"},
      // The guards are about nothing.
      {"if n >= 1 and n // 7 <= n // 6 then move(n - 1) end", "0.3"},
      {"if n >= 1 then move(n - 1) end if n // 12 > n // 11 then move(n - 2) end", "0.3"},
  };
  for (const auto& [moves, expected] : cases) EXPECT_EQ(recognised(directory, moves), expected) << moves;
}

/// A look whether to stop goes before the options of each heap.
TEST(HeapRules, AreRefusedByTheirFirstHeaps) {
  RuleDirectory directory;
  const std::tuple<const char*, const char*, std::int64_t> cases[] = {
      {"for k = 1, (n - 1) // 2 do if k ~= 50 then split(k, n - k) end end",
       "the moves are not all the ways to take so many and leave so many heaps", 500},
      {"for a = 0, (n - 4) // 2 do if n ~= 2400 then split(a, n - 4 - a) end end", "too many moves to be compared", 1200},
  };
  for (const auto& [moves, expected, most] : cases) {
    const std::shared_ptr<const Game> game = directory.load(rule(moves));
    std::string found;
    EXPECT_LE(test::polls_of([&](const Budget& budget) { found = heap_description(*game->rules, budget).reason(); }), most);
    EXPECT_EQ(found, expected);
  }
}

TEST(HeapRules, AreNoTakeAndBreakGamesWhereNumbersMayWrapAround) {
  const RuleDirectory directory;
  // 8 * n is negative from 2^60 on, and then for as many heaps.
  EXPECT_EQ(recognised(directory, "if n >= 1 then move(n - 1) end if n >= 2 and 8 * n < 0 then move(n - 2) end"),
            "a multiple of a size, which may be more than 64 bits hold");
  EXPECT_EQ(recognised(directory, "if n >= 1 then move(n - 1) end if n >= 2 and 9 * (n // 9) < 0 then move(n - 2) end"), "0.3");
}

/// Rules of one heap whose guards may hold far out only.
class FarGuards {
 public:
  explicit FarGuards(std::uint64_t seed) : random_(seed) {}

  std::string moves(bool splits) {
    std::string text;
    for (int count = between(1, 3); count > 0; --count) {
      const int k = between(1, 4);
      switch (between(0, splits ? 3 : 1)) {
        case 0: text += fmt::format("if n >= {} and {} then move(n - {}) end\n", k, guard("n", 2), k); break;
        case 1: text += fmt::format("for k = 1, {} do if n >= k and ({}) then move(n - k) end end\n", k, guard("n", 1)); break;
        case 2:
          text += fmt::format("for a = {}, (n - {}) // 2 do if {} then split(a, n - {} - a) end end\n", between(0, 1), k,
                              guard(between(0, 1) == 0 ? "n" : "a", 1), k);
          break;
        default: text += fmt::format("for a = 0, n - {} do if {} then split(a, n - {} - a) end end\n", k, guard("n", 2), k);
      }
    }
    return text;
  }

 private:
  int between(int low, int high) { return low + static_cast<int>(random_.below(static_cast<std::uint64_t>(high - low + 1))); }

  /// True, or false, of most numbers.
  std::string guard(const std::string& x, int depth) {
    const int a = between(5, 13);
    const int b = between(2, 13);
    switch (between(0, depth > 0 ? 9 : 6)) {
      case 0: return "true";
      case 1: return fmt::format("{} ~= {}", x, between(0, 2500));
      case 2: return fmt::format("{} < {}", x, between(100, 2500));
      case 3: return fmt::format("{} // {} + {} // {} <= {} // {} + {}", x, a, x, b, x, between(1, 6), between(0, 60));
      case 4: return fmt::format("({} + {}) // {} ~= {} // {}", x, between(1, a - 1), a, x, a);
      case 5: return fmt::format("math.max({} // {}, {}) - {} // {} <= {}", x, a, between(0, 40), x, b, between(0, 40));
      case 6: return fmt::format("{} * ({} // {}) ~= {}", a, x, a, x);
      case 7: return fmt::format("({}) and ({})", guard(x, depth - 1), guard(x, depth - 1));
      default: return fmt::format("({} or {} or {})", guard(x, 0), guard(x, 0), guard(x, depth - 1));
    }
  }

  Random random_;
};

/// The sizes, ascending and without empty heaps, that each option leaves; each option once, in order.
std::vector<std::vector<Coordinate>> left_by(const Options& options) {
  std::vector<std::vector<Coordinate>> result;
  for (std::size_t i = 0; i < options.size(); ++i) {
    std::vector<Coordinate> sizes;
    for (std::size_t part = 0; part < options[i].size(); ++part)
      if (options[i][part][0] != 0) sizes.push_back(options[i][part][0]);
    std::ranges::sort(sizes);
    result.push_back(std::move(sizes));
  }
  std::ranges::sort(result);
  result.erase(std::ranges::unique(result).begin(), result.end());
  return result;
}

TEST(HeapRulesSlow, ThatAreRecognisedMoveAsTheirCodeSaysFarOut) {
  RuleDirectory directory;
  const bool is_long = test::is_long();
  const std::uint64_t rules = is_long ? 4000 : 60;
  std::uint64_t recognised = 0;
  for (std::uint64_t seed = 1; seed <= rules; ++seed) {
    const bool splits = seed % 3 == 0;
    const std::string moves = FarGuards(seed).moves(splits);
    const auto game = directory.load(rule(moves));
    const Result<TakeAndBreak> found = heap_description(*game->rules, Budget());
    if (!found) continue;
    ++recognised;
    for (Coordinate heap = 0; heap <= (splits ? 250 : 3000); ++heap) {
      Options by_rule, by_code;
      game->rules->options(Position{heap}, by_rule);
      found->options(heap, by_code);
      ASSERT_EQ(left_by(by_rule), left_by(by_code)) << heap << " of seed " << seed << ":\n" << moves;
    }
  }
  EXPECT_GE(recognised, rules / 10);
}

TEST(HeapRules, SayTheirCode) {
  RuleDirectory directory;
  const auto game = directory.load(rule("if n >= 1 then move(n - 1) end", "heap = { code = '0.3' },"));
  EXPECT_EQ(heap_description(*game->rules, Budget())->code(), "0.3");
  const std::pair<const char*, const char*> wrong[] = {
      {"heap = '0.77',", "heap is the string '0.77', expected a table such as { code = \"0.77\" }"},
      {"heap = { code = 77 },", "expected a table such as { code = \"0.77\" }"},
      {"heap = { code = '0.77', more = 1 },", "expected a table such as { code = \"0.77\" }"},
      {"heap = { code = '1.7' },", "heap: code '1.7', place 2: the digit before the point"},
  };
  for (const auto& [field, message] : wrong) {
    try {
      directory.load(rule("", field));
      ADD_FAILURE() << field;
    } catch (const RuleError& error) {
      EXPECT_NE(std::string(error.what()).find(message), std::string::npos) << error.what();
    }
  }
}

TEST(HeapRules, AreSolvedByTheirSequenceSlow) {
  RuleDirectory directory;
  const auto game = directory.load(rule("for k = 1, 2 do for a = 0, n - k do split(a, n - k - a) end end"));
  Solver solver({game->rules}, Budget());
  const Answer answer = solver.solve({{0, {Integer(60)}}});
  EXPECT_EQ(answer.solver, "heap");
  EXPECT_EQ(answer.value.grundy->text(), Solver({game->rules}, Budget(), {.heap = false}).grundy({{0, {Integer(60)}}})->text());
  const Integer huge("1" + std::string(1000, '0'));
  const Answer of_huge = solver.solve({{0, {huge}}}, 5);
  EXPECT_EQ(of_huge.value.outcome, Outcome::N);
  EXPECT_FALSE(of_huge.winning_moves_complete);
  ASSERT_FALSE(of_huge.winning_moves.empty());
  for (const Move& move : of_huge.winning_moves) {
    Sum sum;
    Integer total = 0;
    for (const BigPosition& to : move.to) {
      sum.push_back({0, to});
      total += to[0];
    }
    EXPECT_EQ(solver.outcome(sum), Outcome::P);
    EXPECT_TRUE(total == huge - 1 || total == huge - 2);
  }
  // A sum with a heap that is too large for a search.
  EXPECT_EQ(solver.grundy({{0, {huge}}, {0, {Integer(5)}}})->text(),
            (*solver.grundy({{0, {huge}}}) + *solver.grundy({{0, {Integer(5)}}})).text());
  const HeapRun run = run_heaps(*game, {.last = 1000, .period = true, .checkpoint = {}}, Budget());
  ASSERT_TRUE(run.period && run.period->proved);
  EXPECT_EQ(run.period->period, 12U);
  EXPECT_EQ(run.values.cells, solver.table(Box({0}, {1000}), ValueKind::grundy).cells);
  EXPECT_EQ(check_certificate(*run.certificate, Budget()), "");
}

TEST(HeapRules, BeginWithTheLeastHeap) {
  RuleDirectory directory;
  const auto game = directory.load(
      "return game { name = 'bad', position = { { 'n', min = 1 } },\n"
      "moves = function(n) for k = 1, (n - 1) // 2 do split(k, n - k) end end }\n");
  EXPECT_EQ(heap_description(*game->rules, Budget())->code(), "4.0 unequal");
  const HeapRun run = run_heaps(*game, {.last = 10, .period = false, .checkpoint = {}}, Budget());
  EXPECT_EQ(run.values.box.low()[0], 1);
  EXPECT_EQ(run.values.cells, (std::vector<std::uint32_t>{0, 0, 1, 0, 2, 1, 0, 2, 1, 0}));
  const auto kayles = directory.load(rule("for k = 1, 2 do for a = 0, n - k do split(a, n - k - a) end end"));
  Solver solver({kayles->rules}, Budget());
  EXPECT_TRUE(period_of(*kayles, solver.table(Box({0}, {200}), ValueKind::grundy), Budget())->proved);
}

}  // namespace
}  // namespace bouton
