// What a game engine asks of libbouton while a game is played.

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "bindings/c/include/bouton.h"

namespace {

void check(bouton_status status) {
  if (status != BOUTON_OK) throw std::runtime_error(bouton_error_message());
}

/// The positions of many games that a perfect player plays against a weaker one, from the game's example.
std::vector<bouton_position*> positions_of_play(const bouton_game* game, std::size_t count) {
  std::vector<bouton_position*> positions;
  for (std::uint64_t seed = 0; positions.size() < count; ++seed) {
    bouton_position* position = nullptr;
    check(bouton_position_example(game, &position));
    for (std::uint64_t move = 0;; ++move) {
      bouton_moves* chosen = nullptr;
      const bouton_status status = bouton_best_move(position, move % 2 == 0 ? 10 : 3, seed * 1000 + move, &chosen);
      if (status == BOUTON_UNKNOWN) {
        bouton_position_destroy(position);
        break;
      }
      check(status);
      positions.push_back(position);
      check(bouton_move_make(chosen, 0, &position));
      bouton_moves_destroy(chosen);
    }
  }
  return positions;
}

/// A thousand best moves; the counters are the median and the slowest of them, in seconds.
void BM_c_best_move(benchmark::State& state, const std::string& name) {
  using Clock = std::chrono::steady_clock;
  constexpr std::size_t kCalls = 1000;
  bouton_runtime* runtime = nullptr;
  bouton_game* game = nullptr;
  check(bouton_runtime_create(nullptr, &runtime));
  check(bouton_runtime_add_directory(runtime, BOUTON_SOURCE_DIRECTORY "/rules"));
  check(bouton_game_load(runtime, name.c_str(), nullptr, 0, &game));
  const std::vector<bouton_position*> positions = positions_of_play(game, kCalls);
  std::vector<double> seconds;
  for (auto _ : state) {
    for (std::size_t i = 0; i < kCalls; ++i) {
      const Clock::time_point start = Clock::now();
      bouton_moves* move = nullptr;
      check(bouton_best_move(positions[i], 10, i, &move));
      seconds.push_back(std::chrono::duration<double>(Clock::now() - start).count());
      bouton_moves_destroy(move);
    }
  }
  std::ranges::sort(seconds);
  state.counters["median_s"] = seconds[seconds.size() / 2];
  state.counters["slowest_s"] = seconds.back();
  for (bouton_position* position : positions) bouton_position_destroy(position);
  bouton_game_destroy(game);
  bouton_runtime_destroy(runtime);
}

BENCHMARK_CAPTURE(BM_c_best_move, wythoff, "wythoff")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_c_best_move, take_away, "take-away")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_c_best_move, nimrod, "nimrod")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_c_best_move, kayles, "kayles")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_c_best_move, euclid, "euclid")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_c_best_move, chomp, "chomp")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_c_best_move, welter, "welter")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_c_best_move, silver_dollar, "silver-dollar")->Unit(benchmark::kMillisecond);

}  // namespace
