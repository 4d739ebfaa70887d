// Detects when the state of a game in which nearly all numbers of tokens may be removed recurs.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "engine/heap/code/take_and_break.h"
#include "engine/heap/period/period.h"

namespace bouton {

/// Whether moves leave at most one heap, and all numbers of tokens from some f on may be removed to leave one.
bool is_all_but(const TakeAndBreak& game);

/// The least n1 >= preperiod for which what decides the values from n1 on is, relative to the least value m that no heap up
/// to n1 - f has, what it is at n1 + period, and m has grown by the saltus; nothing if the values, which are those of
/// heaps 0, 1, ... and need not reach n1 + period, show none. O(n f) at most.
template <class T>
std::optional<std::uint64_t> all_but_recurrence(const TakeAndBreak& game, std::span<const T> values, const Period& period);

}  // namespace bouton
