// What a search for a period beyond the rare heaps has found out, in a file of some hundred thousand bytes, however far it has
// come.
//
// A kept file (engine/kept/record_file.h) of the work "search for the period of heaps", which is that of the game by its code,
// as TakeAndBreak::code() writes it. Its one piece, integers little-endian:
//   u64       heaps whose values come before the first waypoint; they are found anew
//   u32, u8   the mask of the classes; 1 where the heap's parity counts, 3 where an odd number of tokens is removed as well,
//             else 0
//   u64       the reach
//   u64, u64, u64  spacing of the waypoints, heaps when the pattern was taken, heaps up to which anchors are distrusted
//   u64, u64  two heaps with the same hash that are being looked at, or 0
//   u32, ...  zeros of the hashes, and the bytes of the pattern
//   u32, ...  number of waypoints, and for each its heap (u64) and the bytes of its window
//   u64, ...  the heap that the search has come to, and the bytes of the window there
//   u32, ...  number of anchors, and for each its hash and its heap (u64 each), by ascending hash
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>

#include "engine/base/budget.h"
#include "engine/heap/code/take_and_break.h"
#include "engine/heap/tail/tail_rules.h"
#include "engine/heap/tail/tail_search.h"

namespace bouton {

struct TailCheckpoint {
  std::uint64_t known = 0;  ///< heaps before the first waypoint
  ValueClasses classes;
  std::uint64_t reach = 0;
  TailProgress progress;
};

/// Whether the file begins as such a checkpoint does.
bool is_tail_checkpoint(const std::filesystem::path& path);

/// Writes it to `path`, whole or not at all. Throws OutputError if that fails.
void write_tail_checkpoint(const std::filesystem::path& path, const TakeAndBreak& game, const TailCheckpoint& checkpoint);

/// What `path` holds. Throws RequestError, naming the file, if it is damaged, not such a checkpoint, or of another game.
TailCheckpoint read_tail_checkpoint(const std::filesystem::path& path, const TakeAndBreak& game, const Budget& budget = {});

}  // namespace bouton
