// The hashed search, and the same by a map of positions and recursion, on rules in C++.
// Items are positions: positions a second are what to read.
#include <benchmark/benchmark.h>

#include <map>

#include "engine/search/search.h"
#include "tests/engine/games.h"

namespace bouton {
namespace {

/// What one would write first: a map, and recursion.
class NaiveOutcomes {
 public:
  explicit NaiveOutcomes(const Rules& rules) : rules_(rules) {}

  bool wins(const Position& position) {
    Position key = position;
    rules_.normalize(key);
    if (const auto found = known_.find(key); found != known_.end()) return found->second;
    Options options;
    rules_.options(key, options);
    bool wins = false;
    for (std::size_t i = 0; i < options.size(); ++i)
      if (!this->wins(Position(options[i][0]))) wins = true;
    known_[key] = wins;
    return wins;
  }
  std::size_t size() const { return known_.size(); }

 private:
  const Rules& rules_;
  std::map<Position, bool> known_;
};

void search(benchmark::State& state, const test::GamePointer& game, const Position& start, Search::Quantity quantity) {
  const Budget budget;
  std::size_t bytes = 0;
  const std::size_t asked_before = game->asked;
  for (auto _ : state) {
    const auto account = std::make_shared<MemoryAccount>(budget);
    Search search(*game, quantity, budget, account);
    benchmark::DoNotOptimize(search.find(start));
    bytes = account->used();
  }
  const std::size_t positions = game->asked - asked_before;
  state.SetItemsProcessed(static_cast<std::int64_t>(positions));
  state.counters["bytes/position"] =
      static_cast<double>(bytes) * static_cast<double>(state.iterations()) / static_cast<double>(positions);
}

void naive(benchmark::State& state, const test::GamePointer& game, const Position& start) {
  std::size_t positions = 0;
  for (auto _ : state) {
    NaiveOutcomes outcomes(*game);
    benchmark::DoNotOptimize(outcomes.wins(start));
    positions += outcomes.size();
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(positions));
}

// Nimrod: at most three options a position, 0.5 million positions.
const Position kNimrodStart{7000, 1};

void BM_NimrodSearch(benchmark::State& state) { search(state, test::nimrod(), kNimrodStart, Search::Quantity::outcome); }
BENCHMARK(BM_NimrodSearch)->Unit(benchmark::kMillisecond);

void BM_NimrodSearchWithGrundyValues(benchmark::State& state) {
  search(state, test::nimrod(), kNimrodStart, Search::Quantity::both);
}
BENCHMARK(BM_NimrodSearchWithGrundyValues)->Unit(benchmark::kMillisecond);

void BM_NimrodNaive(benchmark::State& state) { naive(state, test::nimrod(), kNimrodStart); }
BENCHMARK(BM_NimrodNaive)->Unit(benchmark::kMillisecond);

// Four heaps of 15 in one position, sorted: some 30 options a position.
const Position kPilesStart{15, 15, 15, 15};

void BM_PilesSearch(benchmark::State& state) { search(state, test::piles_nim(), kPilesStart, Search::Quantity::outcome); }
BENCHMARK(BM_PilesSearch)->Unit(benchmark::kMillisecond);

void BM_PilesNaive(benchmark::State& state) { naive(state, test::piles_nim(), kPilesStart); }
BENCHMARK(BM_PilesNaive)->Unit(benchmark::kMillisecond);

/// A box kept without keys, row by row.
void BM_WythoffBox(benchmark::State& state) {
  constexpr Coordinate kSide = 300;
  const test::GamePointer game = test::wythoff(Play::normal, false);
  const Budget budget;
  for (auto _ : state) {
    const Box box(Position{0, 0}, Position{kSide - 1, kSide - 1});
    Search search(*game, Search::Quantity::grundy, budget, std::make_shared<MemoryAccount>(budget), box);
    Position position = box.low();
    do benchmark::DoNotOptimize(search.find(position));
    while (box.next(position));
  }
  state.SetItemsProcessed(state.iterations() * kSide * kSide);
}
BENCHMARK(BM_WythoffBox)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace bouton
