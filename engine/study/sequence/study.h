// A sequence of values with its period, as it is asked for.
#pragma once

#include <filesystem>
#include <map>
#include <optional>

#include "engine/plan/solver.h"
#include "engine/study/sequence/heap_run.h"

namespace bouton {

/// What a sequence is asked for.
struct SequenceRequest {
  Coordinate last = 0;  ///< the last heap, or the last value of the coordinate that a row leaves free
  ValueKind kind = ValueKind::grundy;
  std::optional<std::map<std::size_t, Coordinate>> row = {};  ///< coordinates that are fixed: a row of a larger game
  bool period = false;       ///< look for one; of heaps whose values are cheap, further than `last` (HeapRunRequest)
  bool only_period = false;  ///< no values are wanted where they need not be kept
  bool certificate = false;  ///< of the period that is proved, for heaps and rows
  std::optional<std::filesystem::path> checkpoint = {};  ///< for heaps
};

/// Whether the values of this kind are the Grundy values of a take-and-break game.
bool are_heap_values(const Game& game, ValueKind kind, const Budget& budget);

/// Whether the request is answered by run_heaps, which counts its own progress.
bool is_heap_run(const Game& game, const SequenceRequest& request, const Budget& budget);

/// The values of heaps or of a row, and their period. `solver` is one for the game's rules. Throws RequestError where the game
/// has no such sequence, or what only heaps have is asked for of another; what Solver and run_heaps throw.
HeapRun find_sequence(const Game& game, Solver& solver, const SequenceRequest& request, const Budget& budget);

}  // namespace bouton
