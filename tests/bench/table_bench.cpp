// The table kernels beside loops that one would write by hand, on the same rules, in the same run.
//
// "times naive" is how many times longer the naive loops would take: they are measured on a smaller box and their time
// is multiplied by as many options as the larger one has (the cube of the ratio of the sides, in two dimensions).
// Items are positions.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <functional>
#include <map>

#include "engine/table/sinks/p_positions.h"
#include "engine/table/sinks/whole_table.h"
#include "tests/engine/table/programs.h"

namespace bouton {
namespace {

using Directions = std::vector<std::vector<std::int64_t>>;
using table_test::plain_domain;

const Directions kWythoff = {{1, 0}, {0, 1}, {1, 1}};
const Directions kUnseen = {{1, 0}, {0, 1}, {1, 2}, {2, 1}};
const Directions kAllDiagonals = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 0}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}};

double seconds_of(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// --- what one would write first ---

/// Every option stamps its value; the first value without a stamp is the answer.
std::vector<std::uint32_t> naive_plane(std::int64_t side, const Directions& directions) {
  std::vector<std::uint32_t> cells(static_cast<std::size_t>(side * side));
  std::vector<std::uint32_t> stamps(static_cast<std::size_t>(side) * (directions.size() + 1), 0);
  std::uint32_t stamp = 0;
  for (std::int64_t x = 0; x < side; ++x)
    for (std::int64_t y = 0; y < side; ++y) {
      ++stamp;
      const std::uint32_t* here = cells.data() + x * side + y;
      for (const auto& d : directions) {
        const std::int64_t by_x = d[0] > 0 ? x / d[0] : side, by_y = d[1] > 0 ? y / d[1] : side;
        const std::int64_t step = d[0] * side + d[1];
        for (std::int64_t t = 1; t <= std::min(by_x, by_y); ++t) stamps[here[-t * step]] = stamp;
      }
      std::uint32_t value = 0;
      while (stamps[value] == stamp) ++value;
      cells[static_cast<std::size_t>(x * side + y)] = value;
    }
  return cells;
}

std::vector<std::uint32_t> naive_space(std::int64_t side, const Directions& directions) {
  std::vector<std::uint32_t> cells(static_cast<std::size_t>(side * side * side));
  std::vector<std::uint32_t> stamps(static_cast<std::size_t>(side) * (directions.size() + 1), 0);
  std::uint32_t stamp = 0;
  std::size_t at = 0;
  for (std::int64_t x = 0; x < side; ++x)
    for (std::int64_t y = 0; y < side; ++y)
      for (std::int64_t z = 0; z < side; ++z, ++at) {
        ++stamp;
        const std::uint32_t* here = cells.data() + at;
        for (const auto& d : directions) {
          const std::int64_t most =
              std::min({d[0] > 0 ? x / d[0] : side, d[1] > 0 ? y / d[1] : side, d[2] > 0 ? z / d[2] : side});
          const std::int64_t step = (d[0] * side + d[1]) * side + d[2];
          for (std::int64_t t = 1; t <= most; ++t) stamps[here[-t * step]] = stamp;
        }
        std::uint32_t value = 0;
        while (stamps[value] == stamp) ++value;
        cells[at] = value;
      }
  return cells;
}

/// for t = 1, S do if t & (S - t) == 0 and t % 3 ~= 0 then ... end end, and along L.
std::vector<std::uint32_t> naive_irregular(std::int64_t side) {
  std::vector<std::uint32_t> cells(static_cast<std::size_t>(side * side)), stamps(static_cast<std::size_t>(4 * side), 0);
  std::uint32_t stamp = 0;
  for (std::int64_t x = 0; x < side; ++x)
    for (std::int64_t y = 0; y < side; ++y) {
      ++stamp;
      const std::uint32_t* here = cells.data() + x * side + y;
      for (std::int64_t t = 1; t <= x; ++t)
        if ((t & (x - t)) == 0 && t % 3 != 0) stamps[here[-t * side]] = stamp;
      for (std::int64_t t = 1; t <= y; ++t)
        if ((t & (y - t)) == 0 && t % 3 != 0) stamps[here[-t]] = stamp;
      std::uint32_t value = 0;
      while (stamps[value] == stamp) ++value;
      cells[static_cast<std::size_t>(x * side + y)] = value;
    }
  return cells;
}

/// Seconds of the naive loops, measured once.
double naive_seconds(const std::string& name, const std::function<std::vector<std::uint32_t>()>& loops) {
  static std::map<std::string, double> known;
  const auto found = known.find(name);
  if (found != known.end()) return found->second;
  return known[name] = seconds_of([&] { benchmark::DoNotOptimize(loops()); });
}

// --- what a specialist would write for Wythoff's game ---

/// One half, used-values bitsets of rows (shared with columns) and diagonals, tiles of 128 x 128, within a tile eight
/// rows at a time, each a column behind the one above. For this game alone.
class TiledWythoff {
 public:
  explicit TiledWythoff(std::int64_t side)
      : side_(side),
        words_(static_cast<std::size_t>(side * 3 / 2 / 64 + 2) | 1U),
        cells(static_cast<std::size_t>(side * side)) {
    lines_.assign(static_cast<std::size_t>(side) * words_ + 8, 0);
    diagonals_ = lines_;
    line_open_.assign(static_cast<std::size_t>(side), 0);
    diagonal_open_ = line_open_;
  }

  void solve() {
    constexpr std::int64_t kTile = 128, kRows = 8;
    for (std::int64_t left = 0; left < side_; left += kTile)
      for (std::int64_t top = 0; top <= left; top += kTile) {
        const std::int64_t right = std::min(side_, left + kTile), bottom = std::min(side_, top + kTile);
        for (std::int64_t row = top; row < bottom; row += kRows) {
          const std::int64_t rows = std::min(kRows, bottom - row);
          for (std::int64_t step = left; step < right + rows - 1; ++step) {
            std::uint32_t values[kRows];
            for (std::int64_t i = 0; i < rows; ++i)
              if (const std::int64_t c = step - i; c >= std::max(left, row + i) && c < right) values[i] = value(row + i, c);
            for (std::int64_t i = 0; i < rows; ++i)
              if (const std::int64_t c = step - i; c >= std::max(left, row + i) && c < right) store(row + i, c, values[i]);
          }
        }
        constexpr std::int64_t kBlock = 16;
        for (std::int64_t r = top; r < bottom; r += kBlock)
          for (std::int64_t c = std::max(left, r); c < right; ++c)
            for (std::int64_t i = r; i < std::min({r + kBlock, bottom, c}); ++i)
              cells[static_cast<std::size_t>(c * side_ + i)] = cells[static_cast<std::size_t>(i * side_ + c)];
      }
  }

 private:
  std::uint32_t value(std::int64_t r, std::int64_t c) const {
    const std::uint64_t* a = lines_.data() + static_cast<std::size_t>(r) * words_;
    const std::uint64_t* b = lines_.data() + static_cast<std::size_t>(c) * words_;
    const std::uint64_t* d = diagonals_.data() + static_cast<std::size_t>(c - r) * words_;
    std::size_t w = std::max({line_open_[static_cast<std::size_t>(r)], line_open_[static_cast<std::size_t>(c)],
                              diagonal_open_[static_cast<std::size_t>(c - r)]});
    std::uint64_t used = 0;
    while ((used = a[w] | b[w] | d[w]) == ~std::uint64_t{0}) ++w;
    return static_cast<std::uint32_t>(64 * w + static_cast<std::size_t>(std::countr_one(used)));
  }
  void store(std::int64_t r, std::int64_t c, std::uint32_t v) {
    cells[static_cast<std::size_t>(r * side_ + c)] = v;
    const std::uint64_t bit = std::uint64_t{1} << (v & 63U);
    const auto enter = [&](std::vector<std::uint64_t>& sets, std::vector<std::uint32_t>& open, std::int64_t line) {
      std::uint64_t* set = sets.data() + static_cast<std::size_t>(line) * words_;
      set[v >> 6U] |= bit;
      std::uint32_t& first = open[static_cast<std::size_t>(line)];
      while (set[first] == ~std::uint64_t{0}) ++first;
    };
    enter(lines_, line_open_, r);
    enter(lines_, line_open_, c);
    enter(diagonals_, diagonal_open_, c - r);
  }

  std::int64_t side_;
  std::size_t words_;
  std::vector<std::uint64_t> lines_, diagonals_;
  std::vector<std::uint32_t> line_open_, diagonal_open_;

 public:
  std::vector<std::uint32_t> cells;
};

// --- the kernels ---

/// The least of the times so far, since the machine may have other work.
void solve_again_and_again(benchmark::State& state, const TableProblem& problem, unsigned threads, double seconds_of_naive,
                           const std::vector<std::uint32_t>* expected = nullptr) {
  Budget budget;
  budget.threads = threads;
  double best = 1e9;
  for (auto _ : state) {
    const auto start = std::chrono::steady_clock::now();
    auto table = solve_table(problem, budget);
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    if (!table) return state.SkipWithError(table.reason().c_str());
    benchmark::DoNotOptimize(table->cells.data());
    if (expected != nullptr && table->cells != *expected) return state.SkipWithError("the values differ");
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(problem.box.size()));
  state.counters["best_s"] = best;
  if (seconds_of_naive > 0) state.counters["times_naive"] = seconds_of_naive / best;
}

Box cube(std::size_t dimensions, std::int64_t side) {
  Position low, high;
  for (std::size_t i = 0; i < dimensions; ++i) {
    low.push_back(0);
    high.push_back(side - 1);
  }
  return Box(low, high);
}

void rays(benchmark::State& state, const std::string& name, const Directions& directions, ValueKind kind) {
  const std::int64_t side = state.range(0);
  const std::size_t n = directions[0].size();
  const std::int64_t small = n == 2 ? 1000 : side;
  const double scale = static_cast<double>(side) / static_cast<double>(small);
  const double naive =
      naive_seconds(name, [&] { return n == 2 ? naive_plane(small, directions) : naive_space(small, directions); });
  const MoveProgram program = table_test::ray_rule(n, directions);
  const Domain domain = plain_domain(n);
  TableProblem problem;
  problem.moves = &program;
  problem.domain = &domain;
  problem.box = cube(n, side);
  problem.kind = kind;
  solve_again_and_again(state, problem, static_cast<unsigned>(state.range(1)),
                        kind == ValueKind::grundy ? naive * scale * scale * scale : 0);
}

void BM_WythoffNaive(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(naive_plane(state.range(0), kWythoff));
  state.SetItemsProcessed(state.iterations() * state.range(0) * state.range(0));
}
BENCHMARK(BM_WythoffNaive)->Arg(1000)->Arg(2000)->Unit(benchmark::kMillisecond)->Iterations(1)->UseRealTime();

void BM_WythoffTiled(benchmark::State& state) {
  double best = 1e9;
  for (auto _ : state)
    best = std::min(best, seconds_of([&] {
                      TiledWythoff table(state.range(0));
                      table.solve();
                      benchmark::DoNotOptimize(table.cells.data());
                    }));
  state.counters["best_s"] = best;
  state.SetItemsProcessed(state.iterations() * state.range(0) * state.range(0));
}
BENCHMARK(BM_WythoffTiled)->Arg(1000)->Arg(4000)->Unit(benchmark::kMillisecond)->UseRealTime();

void BM_Wythoff(benchmark::State& state) { rays(state, "wythoff", kWythoff, ValueKind::grundy); }
BENCHMARK(BM_Wythoff)->ArgsProduct({{1000, 4000}, {1, 2}})->Unit(benchmark::kMillisecond)->UseRealTime();

void BM_WythoffOutcomes(benchmark::State& state) { rays(state, "wythoff", kWythoff, ValueKind::outcome); }
BENCHMARK(BM_WythoffOutcomes)->Args({4000, 1})->Unit(benchmark::kMillisecond)->UseRealTime();

void BM_UnseenRays(benchmark::State& state) { rays(state, "unseen", kUnseen, ValueKind::grundy); }
BENCHMARK(BM_UnseenRays)->ArgsProduct({{1000, 4000}, {1, 2}})->Unit(benchmark::kMillisecond)->UseRealTime();

void BM_ThreeHeapsAllDiagonals(benchmark::State& state) { rays(state, "diagonals", kAllDiagonals, ValueKind::grundy); }
BENCHMARK(BM_ThreeHeapsAllDiagonals)->ArgsProduct({{150}, {1, 2}})->Unit(benchmark::kMillisecond)->UseRealTime();

/// The tiled kernel and the table agree with the loops.
void BM_Agreement(benchmark::State& state) {
  constexpr std::int64_t kSide = 500;
  const auto expected = naive_plane(kSide, kWythoff);
  TiledWythoff tiled(kSide);
  tiled.solve();
  if (tiled.cells != expected) state.SkipWithError("the tiled kernel is wrong");
  const MoveProgram program = table_test::wythoff();
  const Domain domain = plain_domain(2);
  TableProblem problem;
  problem.moves = &program;
  problem.domain = &domain;
  problem.box = cube(2, kSide);
  solve_again_and_again(state, problem, 1, 0, &expected);
}
BENCHMARK(BM_Agreement)->Iterations(1)->Unit(benchmark::kMillisecond)->UseRealTime();

void BM_Irregular(benchmark::State& state) {
  const std::int64_t side = state.range(0);
  std::vector<std::uint32_t> expected;
  const double naive = seconds_of([&] { expected = naive_irregular(side); });
  const MoveProgram program = table_test::irregular();
  const Domain domain = plain_domain(2);
  TableProblem problem;
  problem.moves = &program;
  problem.domain = &domain;
  problem.box = cube(2, side);
  solve_again_and_again(state, problem, 1, naive, &expected);
}
BENCHMARK(BM_Irregular)->Arg(300)->Arg(1000)->Unit(benchmark::kMillisecond)->UseRealTime();

/// Heaps as one position of four coordinates.
void BM_FourHeaps(benchmark::State& state) {
  const MoveProgram program = table_test::heaps(4);
  const Domain domain = plain_domain(4);
  TableProblem problem;
  problem.moves = &program;
  problem.domain = &domain;
  problem.box = cube(4, state.range(0));
  problem.kind = static_cast<ValueKind>(state.range(1));
  solve_again_and_again(state, problem, 1, 0);
  const auto plan = plan_table(problem);
  state.counters["bytes/position"] = static_cast<double>(plan->bytes) / static_cast<double>(problem.box.size());
  state.SetLabel(std::string(name(problem.kind)));
}
BENCHMARK(BM_FourHeaps)->ArgsProduct({{32, 64}, {1, 2}})->Unit(benchmark::kMillisecond)->UseRealTime();

void p_positions(benchmark::State& state, const MoveProgram& program, const Domain& domain, const Box& box) {
  TableProblem problem;
  problem.moves = &program;
  problem.domain = &domain;
  problem.box = box;
  problem.kind = ValueKind::outcome;
  problem.positions_only = true;
  std::uint64_t found = 0;
  for (auto _ : state) {
    Coordinate sum = 0;
    const auto count = visit_p_positions(problem, Budget(), [&](PositionView position) { sum += position[0]; });
    if (!count) return state.SkipWithError(count.reason().c_str());
    found = *count;
    benchmark::DoNotOptimize(sum);
  }
  state.counters["P_positions"] = static_cast<double>(found);
  state.counters["planned_MB"] = static_cast<double>(plan_table(problem)->bytes) / 1e6;
}

/// Row 1 of Nimrod, by two bits a position and a proved cap of the rows.
void BM_NimrodRowOne(benchmark::State& state) {
  p_positions(state, table_test::nimrod(), table_test::nimrod_domain(), Box({0, 1}, {state.range(0), 1}));
}
BENCHMARK(BM_NimrodRowOne)->Arg(1000000)->Arg(10000000)->Arg(100000000)->Unit(benchmark::kMillisecond)->UseRealTime();

/// Take-away: n sticks, take up to the limit, which then is twice what was taken. The P-positions with limit n - 1.
void BM_TakeAwayThresholds(benchmark::State& state) {
  p_positions(state, table_test::take_away(2, 0), plain_domain(2), Box({0, 1}, {state.range(0), 1}));
}
BENCHMARK(BM_TakeAwayThresholds)->Arg(10000000)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace bouton
