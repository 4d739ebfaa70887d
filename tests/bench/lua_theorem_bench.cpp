// Theorems, from the rule file to the proof.

#include <memory>

#include <benchmark/benchmark.h>

#include "bindings/lua/load/loader.h"
#include "engine/study/discovery/theorem.h"

namespace bouton {
namespace {

/// The statement, the table, the automaton and the proof; loading and lifting the file too.
void LearntAndProved(benchmark::State& state, const char* name, std::size_t dimensions) {
  lua::LoaderOptions options;
  options.rule_directories = {BOUTON_SOURCE_DIRECTORY "/rules"};
  for (auto _ : state) {
    const std::shared_ptr<const Game> game = lua::load_game(name, {}, options);
    const TheoremReport report = find_theorem(*game->rules, dimensions, 0, {});
    if (!report.theorem) state.SkipWithError(report.theorem.reason().c_str());
  }
}
BENCHMARK_CAPTURE(LearntAndProved, wythoff, "wythoff", 2)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(LearntAndProved, attrition, "attrition", 2)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(LearntAndProved, misere_nim_of_three, "misere-nim", 3)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(LearntAndProved, fibonacci_nim, "take-away", 2)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(LearntAndProved, flip_flop, "flip-flop", 4)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(LearntAndProved, pell, BOUTON_SOURCE_DIRECTORY "/tests/bench/near_plain.lua", 2)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(LearntAndProved, ostrowski, BOUTON_SOURCE_DIRECTORY "/tests/bench/invariant_plain.lua", 2)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(LearntAndProved, bits, BOUTON_SOURCE_DIRECTORY "/tests/bench/powers_plain.lua", 1)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace bouton
