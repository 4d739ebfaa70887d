// Sequences of Grundy values of take-and-break games: the sequence as the engine finds it, and beside it the plain way with
// a stamp for each value (each pair looked at once, sums that digits share looked at once), in the same run.
// "seconds" is the processor's time of all threads. The plain way is quadratic: where it would take minutes, it runs to a
// smaller heap, and "plain_seconds" of the other line is what it would take by that.
#include <benchmark/benchmark.h>

#include <optional>
#include <span>
#include <string>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/heap/heap_sequence.h"
#include "engine/heap/period/period.h"
#include "engine/heap/sequence_period.h"
#include "engine/study/sequence/period_search.h"
#include "engine/study/sequence/value_stream.h"
#include "tests/bench/timer.h"

namespace bouton {
namespace {

using bench::processor_seconds;

/// Seconds a pair of heaps takes by the plain way, measured once for a code.
double plain_seconds(const std::string& code, std::uint64_t last) {
  constexpr std::uint64_t kMeasured = 20'000;
  HeapSequence sequence(TakeAndBreak::parse(code));
  const double start = processor_seconds();
  sequence.extend(kMeasured, HeapWay::plain, Budget());
  const double scale = static_cast<double>(last) / kMeasured;
  return (processor_seconds() - start) * scale * scale;
}

/// By one way, or by whichever is fastest.
void sequence(benchmark::State& state, const std::string& code, std::uint64_t last, unsigned threads,
              std::optional<HeapWay> way = std::nullopt) {
  Budget budget;
  budget.threads = threads;
  double seconds = 0;
  for (auto _ : state) {
    HeapSequence sequence(TakeAndBreak::parse(code));
    const double start = processor_seconds();
    if (way) sequence.extend(last, *way, budget);
    else sequence.extend(last, budget);
    seconds += processor_seconds() - start;
    state.counters["greatest"] = sequence.values().greatest();
    state.counters["bytes/heap"] = static_cast<double>(sequence.memory()) / static_cast<double>(last);
    if (sequence.rare_heaps()) state.counters["rare"] = static_cast<double>(*sequence.rare_heaps());
    state.SetLabel(std::string(name(sequence.way())));
  }
  seconds /= static_cast<double>(state.iterations());
  const double plain = plain_seconds(code, last);
  state.counters["seconds"] = seconds;
  state.counters["plain_seconds"] = plain;
  state.counters["times_plain"] = plain / seconds;
}

void proof(benchmark::State& state, const std::string& code, std::uint64_t last) {
  for (auto _ : state) {
    HeapSequence sequence(TakeAndBreak::parse(code));
    const std::optional<Period> period = find_period(sequence, last, Budget());
    if (!period || !period->proved) state.SkipWithError("no proof");
    else state.counters["period"] = static_cast<double>(period->period);
  }
}

/// In a process of its own, whose peak memory counts.
template <class Work>
void in_a_process(benchmark::State& state, const Work& work) {
  for (auto _ : state) {
    const pid_t child = fork();
    if (child == 0) _exit(work() ? 0 : 1);
    int status = 0;
    rusage usage{};
    if (child < 0 || wait4(child, &status, 0, &usage) != child || status != 0) state.SkipWithError("failed");
    state.counters["peak_MB"] = static_cast<double>(usage.ru_maxrss) / 1024;
    state.counters["seconds"] = static_cast<double>(usage.ru_utime.tv_sec) + 1e-6 * static_cast<double>(usage.ru_utime.tv_usec);
  }
}

/// The period alone, proved in constant memory.
void period_alone(benchmark::State& state, const std::string& code, std::uint64_t last) {
  in_a_process(state, [&] {
    const FoundPeriod found = search_period(TakeAndBreak::parse(code), last, std::nullopt, Budget());
    return found.period && found.period->proved;
  });
}

/// Values that are handed out as they are found.
void streamed(benchmark::State& state, const std::string& code, std::uint64_t last) {
  in_a_process(state, [&] {
    std::uint64_t heaps = 0;
    stream_values(TakeAndBreak::parse(code), last,
                  {[](Grundy) {}, [&](std::span<const Grundy> values) { heaps += values.size(); }}, Budget());
    return heaps == last + 1;
  });
}

#define SEQUENCE(label, code, last, ...) \
  BENCHMARK_CAPTURE(sequence, label, code, last, __VA_ARGS__)->Unit(benchmark::kMillisecond)->Iterations(1)->UseRealTime()

SEQUENCE(grundy_1e6, "4.0 unequal", 1'000'000, 1);
SEQUENCE(grundy_1e7, "4.0 unequal", 10'000'000, 1);
SEQUENCE(grundy_1e7_two_threads, "4.0 unequal", 10'000'000, 2);
SEQUENCE(grundy_5e7, "4.0 unequal", 50'000'000, 1);
SEQUENCE(kayles_1e7, "0.77", 10'000'000, 1, HeapWay::sparse);
SEQUENCE(kayles_by_its_period_1e7, "0.77", 10'000'000, 1);
SEQUENCE(octal_16_1e7, "0.16", 10'000'000, 1, HeapWay::sparse);
SEQUENCE(octal_16_by_its_period_1e7, "0.16", 10'000'000, 1);
SEQUENCE(officers_1e6, "0.6", 1'000'000, 1);
SEQUENCE(officers_1e7, "0.6", 10'000'000, 1);
SEQUENCE(octal_106_1e6, "0.106", 1'000'000, 1);
SEQUENCE(treblecross_1e5, "0.007", 100'000, 1);
SEQUENCE(treblecross_1e5_two_threads, "0.007", 100'000, 2);
SEQUENCE(treblecross_3e5, "0.007", 300'000, 1);
SEQUENCE(treblecross_3e5_two_threads, "0.007", 300'000, 2);
SEQUENCE(treblecross_1e6, "0.007", 1'000'000, 1);
SEQUENCE(treblecross_1e6_two_threads, "0.007", 1'000'000, 2);

#define IN_A_PROCESS(what, label, code, last) \
  BENCHMARK_CAPTURE(what, label, code, last)->Unit(benchmark::kMillisecond)->Iterations(1)->UseRealTime()

IN_A_PROCESS(period_alone, octal_104, "0.104", 1'000'000'000);
IN_A_PROCESS(period_alone, octal_054, "0.054", 1'000'000'000);
IN_A_PROCESS(period_alone, octal_1777, "0.1777", 1'000'000'000);
IN_A_PROCESS(streamed, octal_106_1e9, "0.106", 1'000'000'000);
IN_A_PROCESS(streamed, grundy_1e7, "4.0 unequal", 10'000'000);

BENCHMARK_CAPTURE(proof, kayles, "0.77", 1'000)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(proof, octal_165, "0.165", 20'000)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(proof, octal_16, "0.16", 600'000)->Unit(benchmark::kMillisecond)->Iterations(1);

}  // namespace
}  // namespace bouton
