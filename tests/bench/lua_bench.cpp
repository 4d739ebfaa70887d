// What a rule costs when it is called through Lua, beside the same rule in C++: Wythoff's Nim, options a second.

#include <benchmark/benchmark.h>

#include "bindings/lua/load/loader.h"
#include "engine/position/options.h"

namespace bouton {
namespace {

constexpr Coordinate kSize = 60;

lua::LoaderOptions loader_options() {
  lua::LoaderOptions options;
  options.rule_directories = {BOUTON_SOURCE_DIRECTORY "/rules"};
  return options;
}

void native_options(Coordinate S, Coordinate L, Options& out) {
  for (Coordinate t = 1; t <= S; ++t) out.add(Position{S - t, L}, 1);
  for (Coordinate t = 1; t <= L; ++t) out.add(Position{S, L - t}, 2);
  for (Coordinate t = 1; t <= std::min(S, L); ++t) out.add(Position{S - t, L - t}, 3);
}

template <class ForPosition>
void measure(benchmark::State& state, ForPosition options_of) {
  Options options;
  std::size_t count = 0;
  for (auto _ : state) {
    for (Coordinate S = 0; S < kSize; ++S) {
      for (Coordinate L = 0; L < kSize; ++L) {
        options.clear();
        options_of(S, L, options);
        count += options.size();
        benchmark::DoNotOptimize(options.part_count());
      }
    }
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(count));
}

void OptionsNative(benchmark::State& state) { measure(state, native_options); }
BENCHMARK(OptionsNative)->Unit(benchmark::kMillisecond);

void OptionsThroughLua(benchmark::State& state) {
  lua::LoaderOptions interpreted = loader_options();
  interpreted.lift = false;
  const auto game = lua::load_game("wythoff", {}, interpreted);
  measure(state, [&](Coordinate S, Coordinate L, Options& out) { game->rules->options(Position{S, L}, out); });
}
BENCHMARK(OptionsThroughLua)->Unit(benchmark::kMillisecond);

void LoadRuleFile(benchmark::State& state) {
  const lua::LoaderOptions options = loader_options();
  for (auto _ : state) benchmark::DoNotOptimize(lua::load_game("wythoff", {}, options));
}
BENCHMARK(LoadRuleFile)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace bouton
