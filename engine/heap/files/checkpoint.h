// Values of a long run in a file, so that it can go on after an interruption, a crash or another day.
//
// A kept file (engine/kept/record_file.h) of the work "values of heaps", which is that of the game by its code: as
// TakeAndBreak::code() writes it, that is all that the values depend on. Its pieces, integers little-endian:
//   the first     u32 w = 1, 2 or 4: bytes of a value; u64 the number of values
//   the others    the values of heaps 0, 1, ..., w bytes each
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>

#include "engine/base/budget.h"
#include "engine/heap/code/take_and_break.h"
#include "engine/heap/heap_sequence.h"
#include "engine/heap/values/grundy_values.h"

namespace bouton {

/// Writes the values to `path`, whole or not at all. Throws RequestError if that fails. O(values) time.
void write_checkpoint(const std::filesystem::path& path, const TakeAndBreak& game, const GrundyValues& values);

/// The values that `path` holds; nothing if there is no such file. Throws RequestError, naming the file, if it is damaged,
/// not a checkpoint, of another game or version, or no file at all but a device or a pipe; LimitError, Interrupted.
std::optional<GrundyValues> read_checkpoint(const std::filesystem::path& path, const TakeAndBreak& game,
                                            const Budget& budget = {});

/// Keeps a file up to date while a sequence grows. Several processes may keep the same one: each goes on from what it found at
/// the start, and the file holds the values of one of them.
class Checkpoint {
 public:
  /// The file is written when so much time has gone by since the last time, and twenty times what writing it took.
  static constexpr std::chrono::milliseconds kInterval{10'000};

  explicit Checkpoint(std::filesystem::path path, std::chrono::milliseconds interval = kInterval)
      : path_(std::move(path)), interval_(interval) {}

  /// The sequence of `game`, as far as the file goes.
  HeapSequence load(const TakeAndBreak& game, const Budget& budget = {});
  /// HeapSequence::extend, with the file written now and then and at the end, be it Interrupted or LimitError.
  /// Throws OutputError, before any work, where the file cannot be written.
  void extend(HeapSequence& sequence, std::uint64_t last, const Budget& budget);

 private:
  using Clock = std::chrono::steady_clock;

  void save(const HeapSequence& sequence);

  std::filesystem::path path_;
  std::chrono::milliseconds interval_;
  std::uint64_t saved_ = 0;  ///< values in the file
  Clock::time_point next_;
};

}  // namespace bouton
