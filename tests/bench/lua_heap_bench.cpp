// A rule in plain Lua that splits heaps, and the same game by its code: loading, lifting, recognising, and a million values.
#include <benchmark/benchmark.h>

#include <string>

#include "bindings/lua/load/loader.h"
#include "engine/heap/heap_sequence.h"
#include "engine/method/solvers/heap_solver.h"

namespace bouton {
namespace {

constexpr std::uint64_t kLast = 1'000'000;

void lua_rule(benchmark::State& state, const std::string& name) {
  for (auto _ : state) {
    const auto game = lua::load_game(BOUTON_SOURCE_DIRECTORY "/tests/bench/" + name, {},
                                     {.rule_directories = {}, .limits = {}, .lift = true, .stop = nullptr});
    const Result<TakeAndBreak> code = heap_description(*game->rules, Budget());
    if (!code) {
      state.SkipWithError(code.reason().c_str());
      break;
    }
    HeapSequence sequence(*code);
    sequence.extend(kLast, Budget());
    benchmark::DoNotOptimize(sequence.values().greatest());
  }
}

void code(benchmark::State& state, const std::string& text) {
  for (auto _ : state) {
    HeapSequence sequence(TakeAndBreak::parse(text));
    sequence.extend(kLast, Budget());
    benchmark::DoNotOptimize(sequence.values().greatest());
  }
}

BENCHMARK_CAPTURE(lua_rule, grundy, "grundy_plain.lua")->Unit(benchmark::kMillisecond)->Iterations(3);
BENCHMARK_CAPTURE(code, grundy, "4.0 unequal")->Unit(benchmark::kMillisecond)->Iterations(3);
BENCHMARK_CAPTURE(lua_rule, officers, "officers_plain.lua")->Unit(benchmark::kMillisecond)->Iterations(3);
BENCHMARK_CAPTURE(code, officers, "0.6")->Unit(benchmark::kMillisecond)->Iterations(3);

}  // namespace
}  // namespace bouton
