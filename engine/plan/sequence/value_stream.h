// The values of a game of one heap as they are found, for long sequences that nobody keeps.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "engine/base/budget.h"
#include "engine/heap/code/take_and_break.h"
#include "engine/values/mex.h"

namespace bouton {

/// Takes the values of heaps 0, 1, ..., each once and in order. May throw, which ends the run.
struct ValueStream {
  /// Comes first. No value will need more bytes than this one, of 1, 2 and 4.
  std::function<void(Grundy greatest)> begin;
  std::function<void(std::span<const Grundy> values)> write;
};

/// Hands out the values of heaps 0 to `last`. Memory: where a period is proved by the first half million heaps, or where the
/// rare heaps have died out (tail_rules.h), some megabytes; else 1, 2 or 4 bytes a heap, as the greatest value needs. Throws
/// Interrupted and LimitError; LimitError, too, if values that were handed out from a window turn out to need more bytes.
void stream_values(const TakeAndBreak& game, std::uint64_t last, const ValueStream& stream, const Budget& budget);

}  // namespace bouton
