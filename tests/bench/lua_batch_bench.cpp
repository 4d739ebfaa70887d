// Ten rules without a shape, from their rule files to a table, beside the loops that one would write by hand for each: in the
// same run, one after the other, and their values are compared. "times_loops" is how many times as long as the table the loops
// take, each the median of the runs. Both on one thread.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "bindings/lua/load/loader.h"
#include "engine/table/sinks/whole_table.h"

namespace bouton {
namespace {

using Values = std::vector<std::uint16_t>;

/// The first value that no option has: every option stamps its own.
class Mex {
 public:
  explicit Mex(std::size_t values) : stamps_(values, 0) {}
  void begin() { ++stamp_; }
  void see(std::uint16_t value) { stamps_[value] = stamp_; }
  std::uint16_t value() const {
    std::uint16_t value = 0;
    while (stamps_[value] == stamp_) ++value;
    return value;
  }

 private:
  std::vector<std::uint32_t> stamps_;
  std::uint32_t stamp_ = 0;
};

/// The remoteness of a position, from the remotenesses of its options: even ones are P-positions in normal play.
class Remoteness {
 public:
  void see(std::uint16_t r) {
    if (r % 2 == 0) least_even_ = std::min(least_even_, r);
    else greatest_odd_ = std::max(greatest_odd_, r);
  }
  std::uint16_t value() const {
    if (least_even_ != kNone) return static_cast<std::uint16_t>(least_even_ + 1);
    return greatest_odd_ != 0 ? static_cast<std::uint16_t>(greatest_odd_ + 1) : std::uint16_t{0};
  }

 private:
  static constexpr std::uint16_t kNone = 0xFFFF;
  std::uint16_t least_even_ = kNone, greatest_odd_ = 0;
};

struct UnshapedRule {
  const char* name;  ///< of its file in tests/bench/unshaped
  std::size_t dimensions;
  int side;
  ValueKind kind;
  Values (*loops)(int side);  ///< the same values, by hand; outcomes: 1 for N
};

Values halves_by_hand(int side) {
  Values cells(static_cast<std::size_t>(side * side));
  Mex mex(static_cast<std::size_t>(side));
  for (int a = 0; a < side; ++a)
    for (int b = 0; b < side; ++b) {
      mex.begin();
      for (int t = 1; t <= a; ++t)
        if ((t & (a - t)) == 0 && t % 3 != 0 && t / 2 <= b) mex.see(cells[(a - t) * side + b - t / 2]);
      cells[a * side + b] = mex.value();
    }
  return cells;
}

Values divisors_by_hand(int side) {
  Values cells(static_cast<std::size_t>(side * side));
  Mex mex(static_cast<std::size_t>(2 * side));
  for (int a = 0; a < side; ++a)
    for (int b = 0; b < side; ++b) {
      mex.begin();
      for (int t = 1; t < a; ++t)
        if (a % t == 0) mex.see(cells[(a - t) * side + b]);
      for (int t = 1; t < b; ++t)
        if (b % t == 0) mex.see(cells[a * side + b - t]);
      cells[a * side + b] = mex.value();
    }
  return cells;
}

bool has_small_common_divisor(int x, int y) {
  for (int d = 2; d <= 7; ++d)
    if (x % d == 0 && y % d == 0) return true;
  return false;
}
Values coprime_by_hand(int side) {
  Values wins(static_cast<std::size_t>(side * side));
  for (int a = 0; a < side; ++a)
    for (int b = 0; b < side; ++b) {
      bool n = false;
      for (int t = 1; t <= a && !n; ++t)
        if (wins[(a - t) * side + b] == 0 && !has_small_common_divisor(t, a)) n = true;
      for (int t = 1; t <= b && !n; ++t)
        if (wins[a * side + b - t] == 0 && !has_small_common_divisor(t, a + b)) n = true;
      wins[a * side + b] = n ? 1 : 0;
    }
  return wins;
}

Values three_by_hand(int side) {
  Values cells(static_cast<std::size_t>(side * side * side));
  Mex mex(static_cast<std::size_t>(2 * side));
  for (int a = 0; a < side; ++a)
    for (int b = 0; b < side; ++b)
      for (int c = 0; c < side; ++c) {
        mex.begin();
        for (int t = 1; t <= a; ++t)
          if ((t * t + b) % 7 <= c % 5) mex.see(cells[((a - t) * side + b) * side + c]);
        for (int t = 1; t <= std::min(b, c); ++t)
          if ((t & a) == 0) mex.see(cells[(a * side + b - t) * side + c - t]);
        cells[(a * side + b) * side + c] = mex.value();
      }
  return cells;
}

Values nested_by_hand(int side) {
  Values cells(static_cast<std::size_t>(side * side));
  Mex mex(static_cast<std::size_t>(side * side));
  for (int a = 0; a < side; ++a)
    for (int b = 0; b < side; ++b) {
      mex.begin();
      for (int t = 1; t <= a; ++t)
        for (int u = 0; u <= std::min(t, b); ++u)
          if ((t ^ u) % 3 == 1) mex.see(cells[(a - t) * side + b - u]);
      cells[a * side + b] = mex.value();
    }
  return cells;
}

Values products_by_hand(int side) {
  Values wins(static_cast<std::size_t>(side * side));
  for (int a = 0; a < side; ++a)
    for (int b = 0; b < side; ++b) {
      bool any = false, n = false;
      for (int t = 1; t <= a && !n; ++t)
        if (t * b % 5 < 2) {
          any = true;
          n = wins[(a - t) * side + b] == 0;
        }
      for (int t = 1; t <= b && !n; ++t)
        if ((t + a) % 3 != 0) {
          any = true;
          n = wins[a * side + b - t] == 0;
        }
      wins[a * side + b] = n || !any ? 1 : 0;
    }
  return wins;
}

Values layers_by_hand(int side) {
  Values cells(static_cast<std::size_t>(side * side * side));
  for (int a = 0; a < side; ++a)
    for (int b = 0; b < side; ++b)
      for (int c = 0; c < side; ++c) {
        Remoteness remoteness;
        for (int t = 1; t <= a; ++t)
          if (t % 4 != 2) remoteness.see(cells[((a - t) * side + b / 2) * side + c]);
        for (int t = 1; t <= b; ++t)
          if (((t ^ c) & 3) != 0) remoteness.see(cells[(a * side + b - t) * side + c]);
        for (int t = 1; t <= c; ++t)
          if (t * t <= a + b) remoteness.see(cells[(a * side + b) * side + c - t]);
        cells[(a * side + b) * side + c] = remoteness.value();
      }
  return cells;
}

Values quotients_by_hand(int side) {
  Values cells(static_cast<std::size_t>(side * side));
  for (int a = 0; a < side; ++a)
    for (int b = 0; b < side; ++b) {
      Remoteness remoteness;
      for (int t = 1; t <= a; ++t)
        if (((a >> (t & 3)) & 1) == 1) remoteness.see(cells[(a - t) * side + b / t]);
      for (int t = 1; t <= b; ++t)
        if ((t & 5) != 0) remoteness.see(cells[a * side + b - t]);
      cells[a * side + b] = remoteness.value();
    }
  return cells;
}

Values mixed_by_hand(int side) {
  Values cells(static_cast<std::size_t>(side * side));
  Mex mex(static_cast<std::size_t>(2 * side));
  for (int a = 0; a < side; ++a)
    for (int b = 0; b < side; ++b) {
      mex.begin();
      for (int t = 1; t <= a; ++t)
        if ((t ^ a ^ b) % 3 != 0 && (7 * t + 3 * a + b) % 11 < 6) mex.see(cells[(a - t) * side + b]);
      for (int t = 1; t <= b; ++t)
        if ((t ^ b) % 3 != a % 3) mex.see(cells[a * side + b - t]);
      cells[a * side + b] = mex.value();
    }
  return cells;
}

Values heap_by_hand(int side) {
  Values cells(static_cast<std::size_t>(side));
  Mex mex(static_cast<std::size_t>(side));
  for (int n = 0; n < side; ++n) {
    mex.begin();
    for (int t = 1; t <= n; ++t)
      if ((n ^ t) % 5 < 2 && t % 3 != 0) mex.see(cells[n - t]);
    cells[n] = mex.value();
  }
  return cells;
}

const UnshapedRule kUnshapedRules[] = {
    {"halves", 2, 600, ValueKind::grundy, halves_by_hand},     {"divisors", 2, 500, ValueKind::grundy, divisors_by_hand},
    {"coprime", 2, 500, ValueKind::outcome, coprime_by_hand},  {"three", 3, 100, ValueKind::grundy, three_by_hand},
    {"nested", 2, 120, ValueKind::grundy, nested_by_hand},     {"products", 2, 1000, ValueKind::outcome, products_by_hand},
    {"layers", 3, 100, ValueKind::remoteness, layers_by_hand}, {"quotients", 2, 600, ValueKind::remoteness, quotients_by_hand},
    {"mixed", 2, 500, ValueKind::grundy, mixed_by_hand},       {"heap", 1, 15000, ValueKind::grundy, heap_by_hand},
};

std::shared_ptr<const Game> game_of(const UnshapedRule& rule) {
  const std::filesystem::path root = BOUTON_SOURCE_DIRECTORY;
  const std::filesystem::path file = root / "tests/bench/unshaped" / (std::string(rule.name) + ".lua");
  return lua::load_game(file.string(), {}, {});
}

double seconds_of(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double median(std::vector<double> numbers) {
  std::sort(numbers.begin(), numbers.end());
  return numbers[numbers.size() / 2];
}

void Unshaped(benchmark::State& state) {
  const UnshapedRule& rule = kUnshapedRules[state.range(0)];
  state.SetLabel(rule.name);
  const std::shared_ptr<const Game> game = game_of(rule);
  const Lifting lifting = game->rules->lifting(rule.dimensions);
  if (lifting.moves == nullptr) return state.SkipWithError(lifting.refusal.c_str());
  TableProblem problem;
  problem.moves = lifting.moves;
  problem.domain = &game->rules->domain();
  Position low, high;
  for (std::size_t i = 0; i < rule.dimensions; ++i) {
    low.push_back(0);
    high.push_back(rule.side - 1);
  }
  problem.box = Box(low, high);
  problem.play = game->rules->play();
  problem.kind = rule.kind;
  const auto plan = plan_table(problem);
  if (!plan) return state.SkipWithError(plan.reason().c_str());
  if (plan->kernel != TableKernel::batch) return state.SkipWithError("the rule has a shape");
  std::vector<double> by_hand, by_table;
  for (auto _ : state) {
    Values expected;
    Result<Table> table = Refusal{};
    by_hand.push_back(seconds_of([&] { expected = rule.loops(rule.side); }));
    by_table.push_back(seconds_of([&] { table = solve_table(problem, Budget()); }));
    if (!table) return state.SkipWithError(table.reason().c_str());
    for (std::size_t i = 0; i < expected.size(); ++i)
      if (table->cells[i] != expected[i]) return state.SkipWithError("the values differ");
    state.SetIterationTime(by_table.back());
  }
  state.counters["loops_ms"] = 1e3 * median(by_hand);
  state.counters["table_ms"] = 1e3 * median(by_table);
  state.counters["times_loops"] = median(by_hand) / median(by_table);
}
BENCHMARK(Unshaped)->DenseRange(0, static_cast<int>(std::size(kUnshapedRules)) - 1)->Iterations(5)->UseManualTime();

}  // namespace
}  // namespace bouton
