// What the author of a rule file gets: from the file to its answers, by every way, lifted and interpreted.

#include <algorithm>
#include <memory>
#include <vector>

#include <benchmark/benchmark.h>

#include "bindings/lua/load/loader.h"
#include "engine/plan/solver.h"

namespace bouton {
namespace {

std::shared_ptr<const Game> load(std::string_view name, bool lift) {
  lua::LoaderOptions options;
  options.rule_directories = {BOUTON_SOURCE_DIRECTORY "/rules"};
  options.lift = lift;
  return lua::load_game(name, {}, options);
}

void LoadAndLift(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(load("wythoff", true)->rules->lifting(2).moves);
}
BENCHMARK(LoadAndLift)->Unit(benchmark::kMillisecond);

/// The table of a rule file as the command makes it; loading and lifting included.
void TableOfRuleFile(benchmark::State& state, ValueKind kind) {
  const Coordinate n = state.range(0);
  Budget budget;
  budget.threads = static_cast<unsigned>(state.range(1));
  for (auto _ : state) {
    Solver solver({load("wythoff", true)->rules}, budget);
    benchmark::DoNotOptimize(solver.table(Box(Position{0, 0}, Position{n - 1, n - 1}), kind));
  }
  state.SetItemsProcessed(state.iterations() * n * n);
}
BENCHMARK_CAPTURE(TableOfRuleFile, grundy, ValueKind::grundy)
    ->Args({1000, 1})
    ->Args({4000, 1})
    ->Args({4000, 2})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(TableOfRuleFile, remoteness, ValueKind::remoteness)
    ->Args({4000, 1})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

/// A specialist's first program for the same: stamps of the values seen, cell by cell.
void TableByStamps(benchmark::State& state) {
  const auto n = static_cast<std::size_t>(state.range(0));
  for (auto _ : state) {
    std::vector<std::uint32_t> table(n * n);
    std::vector<std::uint32_t> stamps(4 * n, 0);
    std::uint32_t stamp = 0;
    for (std::size_t s = 0; s < n; ++s)
      for (std::size_t l = 0; l < n; ++l) {
        ++stamp;
        for (std::size_t t = 1; t <= s; ++t) stamps[table[(s - t) * n + l]] = stamp;
        for (std::size_t t = 1; t <= l; ++t) stamps[table[s * n + l - t]] = stamp;
        for (std::size_t t = 1; t <= std::min(s, l); ++t) stamps[table[(s - t) * n + l - t]] = stamp;
        std::uint32_t value = 0;
        while (stamps[value] == stamp) ++value;
        table[s * n + l] = value;
      }
    benchmark::DoNotOptimize(table.data());
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(n * n));
}
BENCHMARK(TableByStamps)->Arg(500)->Arg(1000)->Unit(benchmark::kMillisecond)->UseRealTime();

/// A single position as it is asked for: searched at first, and from a table where that takes longer.
void PositionOfRuleFile(benchmark::State& state, const char* name, const Position& position, bool lift) {
  const std::shared_ptr<const Game> game = load(name, lift);
  for (auto _ : state) {
    Solver solver({game->rules}, Budget(), {.closed_form = false});
    benchmark::DoNotOptimize(solver.grundy({{0, widen(position)}}));
  }
}
BENCHMARK_CAPTURE(PositionOfRuleFile, wythoff_lifted, "wythoff", Position{100, 100}, true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(PositionOfRuleFile, wythoff_interpreted, "wythoff", Position{100, 100}, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(PositionOfRuleFile, nimrod_lifted, "nimrod", (Position{3000, 1}), true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(PositionOfRuleFile, nimrod_interpreted, "nimrod", (Position{3000, 1}), false)->Unit(benchmark::kMillisecond);

/// Search alone, over the same rule lifted and interpreted.
void SearchOfRuleFile(benchmark::State& state, const char* name, const Position& position, bool lift) {
  const std::shared_ptr<const Game> game = load(name, lift);
  for (auto _ : state) {
    Solver solver({game->rules}, Budget(), {.closed_form = false, .kernels = false});
    benchmark::DoNotOptimize(solver.grundy({{0, widen(position)}}));
  }
}
BENCHMARK_CAPTURE(SearchOfRuleFile, wythoff_lifted, "wythoff", Position{100, 100}, true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(SearchOfRuleFile, wythoff_interpreted, "wythoff", Position{100, 100}, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(SearchOfRuleFile, moore_lifted, "moore", (Position{5, 6, 7, 8}), true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(SearchOfRuleFile, moore_interpreted, "moore", (Position{5, 6, 7, 8}), false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(SearchOfRuleFile, nimrod_lifted, "nimrod", (Position{3000, 1}), true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(SearchOfRuleFile, nimrod_interpreted, "nimrod", (Position{3000, 1}), false)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace bouton
