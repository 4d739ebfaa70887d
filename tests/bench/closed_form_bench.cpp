// The closed forms on large positions, beside the plain GMP operations that they are to be measured by.
#include <benchmark/benchmark.h>

#include <algorithm>

#include "engine/closed_form/registry/registry.h"
#include "engine/closed_form/wythoff/golden_ratio.h"
#include "engine/closed_form/wythoff/wythoff_newton.h"
#include "engine/closed_form/wythoff/wythoff_pairs.h"

namespace bouton {
namespace {

Integer number_of_digits(unsigned long digits, unsigned long seed) {
  gmp_randclass random(gmp_randinit_default);
  random.seed(seed);
  Integer least;
  mpz_ui_pow_ui(least.get_mpz_t(), 10, digits - 1);
  return least + random.get_z_range(9 * least);
}

unsigned long digits(const benchmark::State& state) { return static_cast<unsigned long>(state.range(0)); }

std::unique_ptr<ClosedForm> form(std::string_view name, const ClosedFormArguments& arguments = {}) {
  return *make_closed_form(name, arguments);
}

/// Outcome and all winning moves of two heaps of that many digits near a P-position.
void solve(ClosedForm& wythoff, const BigPosition& position) {
  benchmark::DoNotOptimize(*wythoff.outcome(position));
  benchmark::DoNotOptimize(*wythoff.winning_moves(position, 10));
}

BigPosition near_P(unsigned long digits) {
  const Integer n = number_of_digits(digits, 1);
  const Integer S = golden_floor(n);
  return {S, S + n + 1};
}

void BM_SquareRoot(benchmark::State& state) {
  const Integer number = number_of_digits(digits(state), 1);
  for (auto _ : state) benchmark::DoNotOptimize(Integer(sqrt(number)));
}
BENCHMARK(BM_SquareRoot)->Arg(1000)->Arg(100'000)->Arg(1'000'000)->Unit(benchmark::kMicrosecond);

/// With phi still to be computed.
void BM_WythoffFirst(benchmark::State& state) {
  const BigPosition position = near_P(digits(state));
  for (auto _ : state) solve(*form("wythoff"), position);
}
BENCHMARK(BM_WythoffFirst)->Arg(18)->Arg(1000)->Arg(100'000)->Arg(1'000'000)->Unit(benchmark::kMicrosecond);

void BM_WythoffAgain(benchmark::State& state) {
  const BigPosition position = near_P(digits(state));
  const auto wythoff = form("wythoff");
  for (auto _ : state) solve(*wythoff, position);
}
BENCHMARK(BM_WythoffAgain)->Arg(18)->Arg(1000)->Arg(100'000)->Arg(1'000'000)->Unit(benchmark::kMicrosecond);

void BM_WythoffByNewton(benchmark::State& state) {
  const Integer n = number_of_digits(digits(state), 1);
  for (auto _ : state) benchmark::DoNotOptimize(wythoff_by_newton(n));
}
BENCHMARK(BM_WythoffByNewton)->Arg(18)->Arg(1000)->Arg(100'000)->Unit(benchmark::kMicrosecond);

void BM_WythoffSieve(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(wythoff_pairs_by_sieve(1'000'000));
}
BENCHMARK(BM_WythoffSieve)->Unit(benchmark::kMillisecond);

void BM_WythoffRecurrence(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(wythoff_pairs_by_recurrence(1'000'000));
}
BENCHMARK(BM_WythoffRecurrence)->Unit(benchmark::kMillisecond);

/// f(x) = 2x: the sequence, the outcome and as many winning takes as asked for.
void BM_TakeAway(benchmark::State& state) {
  const IntegerFunction twice = [](std::span<const Integer> x) { return Integer(2 * x[0]); };
  const Integer n = number_of_digits(1000, 1);
  const BigPosition position = {n, n - 1};
  for (auto _ : state) {
    const auto take_away = form("take-away", {{"f", twice}});
    benchmark::DoNotOptimize(*take_away->outcome(position));
    benchmark::DoNotOptimize(*take_away->winning_moves(position, static_cast<std::size_t>(state.range(0))));
  }
}
BENCHMARK(BM_TakeAway)->Arg(1)->Arg(1000)->Unit(benchmark::kMillisecond);

/// A thousand piles of a hundred digits.
void BM_Staircase(benchmark::State& state) {
  BigPosition piles;
  for (unsigned long i = 0; i < 1000; ++i) piles.push_back(number_of_digits(100, i));
  std::ranges::sort(piles);
  const auto staircase = form("staircase");
  for (auto _ : state) {
    benchmark::DoNotOptimize(*staircase->outcome(piles));
    benchmark::DoNotOptimize(*staircase->winning_moves(piles, 1000));
  }
}
BENCHMARK(BM_Staircase)->Unit(benchmark::kMillisecond);

void BM_CopycatPeriod(benchmark::State& state) {
  const Integer n("1000000000000000000000000000000");
  for (auto _ : state) benchmark::DoNotOptimize(*form("copycat", {{"m", Integer(state.range(0))}})->outcome({n, 0}));
}
BENCHMARK(BM_CopycatPeriod)->Arg(9)->Arg(99)->Arg(999)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace bouton
