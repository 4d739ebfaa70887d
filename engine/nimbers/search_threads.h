// Threads that look for the same answer.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "engine/base/memory_account.h"
#include "engine/nimbers/effort_counter.h"
#include "engine/nimbers/nimber_search.h"
#include "engine/position/position.h"

namespace bouton::nimbers {

/// Calls run(effort, number) in threads 0, 1, ..., of which thread 0 is this one; the first answer ends the others. Nothing
/// where `most_positions` were looked at before there was one. Adds to `effort`. Throws what a run has thrown where no other
/// one had the answer, and what thread 0 has thrown in any case.
std::optional<std::uint32_t> ask_threads(unsigned threads, std::uint64_t most_positions, NimberSearch::Effort& effort,
                                         const std::function<std::uint32_t(SharedEffort& effort, unsigned number)>& run);

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
