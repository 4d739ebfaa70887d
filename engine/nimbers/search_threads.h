// Threads that look for the same answer.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <thread>
#include <vector>

#include "engine/base/memory_account.h"
#include "engine/nimbers/effort_counter.h"
#include "engine/nimbers/nimber_search.h"
#include "engine/position/position.h"

namespace bouton::nimbers {

/// Calls run(effort, number) in threads 0, 1, ..., of which thread 0 is this one; the first answer ends the others. Nothing
/// where `most_positions` were looked at before there was one. Adds to `effort`. Throws what a run has thrown where no other
/// one had the answer, and what thread 0 has thrown in any case.
template <class Run>
std::optional<std::uint32_t> ask_threads(unsigned threads, std::uint64_t most_positions, NimberSearch::Effort& effort,
                                         Run run) {
  SharedEffort shared;
  shared.most_positions = most_positions;
  std::atomic<std::int64_t> answer = -1;
  std::array<std::exception_ptr, 2> thrown;  // of the thread that asks, and of another one
  const auto run_one = [&](unsigned number) {
    try {
      answer = run(shared, number);
    } catch (const Ended&) {
    } catch (...) {
      if (std::exception_ptr& mine = thrown[number == 0 ? 0 : 1]; number <= 1) mine = std::current_exception();
    }
    shared.ended = true;
  };
  {
    std::vector<std::jthread> others;
    for (unsigned number = 1; number < threads; ++number) others.emplace_back(run_one, number);
    run_one(0);
  }
  effort.positions += shared.positions;
  effort.options += shared.options;
  for (const std::exception_ptr& one : thrown)
    if (one && (answer < 0 || one == thrown[0])) std::rethrow_exception(one);
  if (answer < 0) return std::nullopt;
  return static_cast<std::uint32_t>(answer);
}

/// How much there is to play in all components of a position.
template <class Game>
std::uint32_t cells_to_play(const Game& game, PositionView position) {
  std::vector<typename Game::Part> parts;
  typename Game::Room room(game);
  game.parts(game.states_of(position), room, parts);
  std::uint32_t all = 0;
  for (const auto& part : parts) all += part.size;
  return all;
}

/// A half of what is left, and a little more: tables are powers of two, and of four gigabytes with some kilobytes in use two
/// are the half.
inline std::size_t bytes_for_table(const MemoryAccount& account) {
  constexpr std::size_t kMostBytes = sizeof(std::size_t) < 8 ? std::size_t{1} << 30 : kUsualMemory * 2;
  const std::size_t left = account.limit() - account.used();
  return std::min({kMostBytes, left, left / 2 + account.limit() / 64});
}

}  // namespace bouton::nimbers
