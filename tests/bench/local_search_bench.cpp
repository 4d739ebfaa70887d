// Large positions of boards: cram by the search of local moves, with and without what makes it fast, and the same method
// written by hand for this one game. Items are positions whose options are looked at.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/local/board_bits.h"
#include "engine/local/local_search.h"
#include "engine/position/hash.h"
#include "tests/engine/local/local_games.h"

namespace bouton {
namespace {

/// Cram on up to 8 x 8 squares, and nothing else: a row is a byte, free squares are bits.
class HandWrittenCram {
 public:
  HandWrittenCram() : table_(std::size_t{1} << 20) {}

  int value(std::uint64_t free) {
    for (int n = 0;; ++n)
      if (is_P(normal(free), n)) return n;
  }
  std::uint64_t positions = 0;

 private:
  static constexpr std::uint64_t kNotFirstColumn = 0xfefefefefefefefeU;
  struct Entry {
    std::uint64_t key = 0;
    std::uint32_t excluded = 0;
    int value = -1;
  };
  struct Sum {
    std::vector<std::uint64_t> parts;
    int value = 0;
    int order = 0;
  };

  std::uint64_t normal(std::uint64_t x) const {
    local::BitBox box;
    x >>= board_.distance_to_corner(x, box);
    std::uint64_t least = x;
    for (const std::uint64_t y : {x, board_.transposed(x)}) {
      const std::uint64_t z = board_.mirrored(y, box);
      least = std::min({least, y, z, board_.half_turned(y, box), board_.half_turned(z, box)});
      std::swap(box.lines, box.columns);
    }
    return least;
  }
  static std::uint64_t beside(std::uint64_t x) {
    return x << 8 | x >> 8 | (x << 1 & kNotFirstColumn) | (x & kNotFirstColumn) >> 1;
  }
  Entry& place(std::uint64_t key) { return table_[mix(key) & (table_.size() - 1)]; }
  Entry known(std::uint64_t key) {
    const Entry& entry = place(key);
    return entry.key == key ? entry : Entry{key};
  }

  Sum parts(std::uint64_t free) {
    Sum sum;
    for (free &= beside(free); free != 0;) {
      std::uint64_t part = free & -free;
      for (std::uint64_t edge = part; edge != 0; part |= edge) edge = beside(part) & free & ~part;
      free &= ~part;
      sum.order = std::max(sum.order, std::popcount(part));
      const std::uint64_t key = normal(part);
      if (const auto same = std::ranges::find(sum.parts, key); same != sum.parts.end()) sum.parts.erase(same);
      else if (const Entry entry = known(key); entry.value >= 0) sum.value ^= entry.value;
      else sum.parts.push_back(key);
    }
    return sum;
  }

  bool sum_is_P(Sum sum, int n) {
    n ^= sum.value;
    if (sum.parts.empty()) return n == 0;
    std::ranges::sort(sum.parts, {}, [](std::uint64_t x) { return std::popcount(x); });
    for (std::size_t i = 0; i + 1 < sum.parts.size(); ++i) n ^= value(sum.parts[i]);
    return is_P(sum.parts.back(), n);
  }

  bool is_P(std::uint64_t x, int n) {
    Entry entry = known(x);
    if (entry.value >= 0) return entry.value == n;
    if ((entry.excluded >> n & 1) != 0) return false;
    ++positions;
    std::vector<Sum> options;
    const std::uint64_t across = x & (x & kNotFirstColumn) >> 1, down = x & x >> 8;
    for (std::uint64_t rest = across; rest != 0; rest &= rest - 1) options.push_back(parts(x & ~((rest & -rest) * 3)));
    for (std::uint64_t rest = down; rest != 0; rest &= rest - 1) options.push_back(parts(x & ~((rest & -rest) * 257)));
    std::ranges::sort(options, {}, &Sum::order);
    bool wins = std::ranges::any_of(options, [&](const Sum& sum) { return sum.parts.empty() && sum.value == n; });
    for (std::size_t i = 0; i < options.size() && !wins; ++i) wins = !options[i].parts.empty() && sum_is_P(options[i], n);
    if (!wins)
      for (int m = 0; m < n; ++m)
        if (is_P(x, m)) return false;
    entry = known(x);
    if (wins) entry.excluded |= 1U << n;
    else entry.value = n;
    place(x) = entry;
    return !wins;
  }

  std::vector<Entry> table_;
  local::BoardBits<std::uint64_t> board_{8, 8};
};

void by_hand(benchmark::State& state) {
  std::uint64_t positions = 0;
  for (auto _ : state) {
    HandWrittenCram cram;
    std::uint64_t free = 0;
    for (std::int64_t row = 0; row < state.range(0); ++row) free |= ((std::uint64_t{1} << state.range(1)) - 1) << 8 * row;
    benchmark::DoNotOptimize(cram.value(free));
    positions += cram.positions;
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(positions));
}

void by_local_moves(benchmark::State& state, const nimbers::SearchUse& use, unsigned threads) {
  const LocalMoves game = test::cram(static_cast<std::uint32_t>(state.range(0)), static_cast<std::uint32_t>(state.range(1)));
  Position board;
  for (std::uint32_t cell = 0; cell < game.cells; ++cell) board.push_back(0);
  Budget budget;
  budget.threads = threads;
  std::uint64_t positions = 0;
  for (auto _ : state) {
    auto search = local::local_search(game, Play::normal, budget, std::make_shared<MemoryAccount>(budget), use);
    benchmark::DoNotOptimize((*search)->grundy(board));
    positions += (*search)->effort().positions;
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(positions));
}

BENCHMARK(by_hand)
    ->Name("LocalSearch/cram/by_hand")
    ->Args({4, 5})
    ->Args({5, 5})
    ->Args({5, 6})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(by_local_moves, everything, nimbers::SearchUse{}, 1)
    ->Args({4, 5})
    ->Args({5, 5})
    ->Args({5, 6})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(by_local_moves, two_threads, nimbers::SearchUse{}, 2)
    ->Args({5, 6})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(by_local_moves, without_mirrors, nimbers::SearchUse{.mirrors = false}, 1)
    ->Args({4, 5})
    ->Args({5, 5})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(by_local_moves, without_symmetry, nimbers::SearchUse{.symmetry = false}, 1)
    ->Args({4, 5})
    ->Args({5, 5})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(by_local_moves, without_ordering, nimbers::SearchUse{.ordering = false}, 1)
    ->Args({4, 5})
    ->Args({5, 5})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(by_local_moves, without_learning, nimbers::SearchUse{.learning = false}, 1)
    ->Args({5, 5})
    ->Args({5, 6})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(by_local_moves, without_components, nimbers::SearchUse{.components = false}, 1)
    ->Args({4, 5})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
}  // namespace bouton
