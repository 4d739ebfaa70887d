// The values of a game of one heap as they are found, for long sequences that nobody keeps.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "engine/base/budget.h"
#include "engine/heap/code/take_and_break.h"
#include "engine/heap/files/checkpoint.h"
#include "engine/values/mex.h"
#include "engine/values/resumable_run.h"

namespace bouton {

/// Takes the values of heaps 0, 1, ..., each once and in order; of a run that goes on, those from resumable->begun().done on.
/// May throw, which ends the run.
struct ValueStream {
  /// Comes first. No value will need more bytes than this one, of 1, 2 and 4.
  std::function<void(Grundy greatest)> begin;
  std::function<void(std::span<const Grundy> values)> write;
  /// Of a run that another one may go on with, both; they must outlive it. As long as values are kept they are kept in a file,
  /// too, and nothing is handed out; then the resumable run has all that it takes to go on, some ten thousand bytes.
  Checkpoint* kept = nullptr;
  ResumableRun* resumable = nullptr;
};

/// Hands out the values of heaps 0 to `last`. Memory: where a period is proved by the first half million heaps, or where the
/// rare heaps have died out (tail_rules.h), some megabytes; else 1, 2 or 4 bytes a heap, as the greatest value needs. Throws
/// Interrupted and LimitError; RequestError where what `stream` goes on from is damaged; LimitError, too, if values that were
/// handed out from a window turn out to need more bytes.
void stream_values(const TakeAndBreak& game, std::uint64_t last, const ValueStream& stream, const Budget& budget);

}  // namespace bouton
