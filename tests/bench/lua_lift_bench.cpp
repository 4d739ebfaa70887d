// What lifting costs, and what it gains: options interpreted, and run natively.
#include <benchmark/benchmark.h>

#include "tests/bindings/lua/lift/rule_function.h"

namespace bouton::lua {
namespace {

constexpr const char* kWythoff = R"(return function(S, L)
  for t = 1, S do move.horizontal(S - t, L) end
  for t = 1, L do move.vertical(S, L - t) end
  for t = 1, math.min(S, L) do move.diagonal(S - t, L - t) end
end)";

constexpr const char* kMoore = R"(local function take(a, first, most)
  for i = first, #a do
    for t = 1, a[i] do
      local b = a:with(i, a[i] - t)
      move(b)
      if most > 1 then take(b, i + 1, most - 1) end
    end
  end
end
return function(a) take(a, 1, 2) end)";

constexpr const char* kIrregular = R"(return function(S, L)
  for t = 1, S do if t & (S - t) == 0 and t % 3 ~= 0 then move(S - t, L) end end
  for t = 1, L do if t & (L - t) == 0 and t % 3 ~= 0 then move(S, L - t) end end
end)";

void lift(benchmark::State& state, const char* source, const Shape& shape) {
  RuleFunction rule(source, shape);
  for (auto _ : state) benchmark::DoNotOptimize(rule.lift());
}

void LiftWythoff(benchmark::State& state) { lift(state, kWythoff, {{"S", "L"}}); }
BENCHMARK(LiftWythoff)->Unit(benchmark::kMicrosecond);

void LiftAndCompileWythoff(benchmark::State& state) {
  RuleFunction rule(kWythoff, {{"S", "L"}});
  for (auto _ : state) benchmark::DoNotOptimize(CompiledProgram(*rule.lift()));
}
BENCHMARK(LiftAndCompileWythoff)->Unit(benchmark::kMicrosecond);

void LiftMooreOfPiles(benchmark::State& state) { lift(state, kMoore, {{"a"}, static_cast<std::size_t>(state.range(0)), true}); }
BENCHMARK(LiftMooreOfPiles)->Arg(3)->Arg(6)->Arg(10)->Unit(benchmark::kMicrosecond);

/// All positions of a square, the least coordinates first.
template <typename Each>
void each_position(Coordinate size, const Each& each) {
  for (Coordinate S = 0; S < size; ++S)
    for (Coordinate L = 0; L < size; ++L) each(Position{S, L});
}

void run_natively(benchmark::State& state, const char* source) {
  RuleFunction rule(source, {{"S", "L"}});
  const CompiledProgram program(*rule.lift());
  Options options;
  std::size_t count = 0;
  for (auto _ : state) {
    each_position(state.range(0), [&](const Position& position) {
      options.clear();
      program.options(position, options);
      count += options.size();
    });
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(count));
}
void OptionsOfWythoffNative(benchmark::State& state) { run_natively(state, kWythoff); }
void OptionsOfIrregularNative(benchmark::State& state) { run_natively(state, kIrregular); }
BENCHMARK(OptionsOfWythoffNative)->Arg(300)->Arg(8)->Unit(benchmark::kMillisecond);
BENCHMARK(OptionsOfIrregularNative)->Arg(300)->Unit(benchmark::kMillisecond);

void interpret(benchmark::State& state, const char* source) {
  RuleFunction rule(source, {{"S", "L"}});
  std::size_t count = 0;
  for (auto _ : state)
    each_position(state.range(0), [&](const Position& position) { count += rule.interpret(position).options.size(); });
  state.SetItemsProcessed(static_cast<std::int64_t>(count));
}
void OptionsOfWythoffInterpreted(benchmark::State& state) { interpret(state, kWythoff); }
void OptionsOfIrregularInterpreted(benchmark::State& state) { interpret(state, kIrregular); }
BENCHMARK(OptionsOfWythoffInterpreted)->Arg(300)->Arg(8)->Unit(benchmark::kMillisecond);
BENCHMARK(OptionsOfIrregularInterpreted)->Arg(300)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace bouton::lua
