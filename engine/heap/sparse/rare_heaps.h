// How many heaps of a game are rare.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/heap/code/take_and_break.h"
#include "engine/heap/values/grundy_values.h"

namespace bouton {

/// The number of rare heaps among those whose values these are, the first of which is the empty heap, by the classes with the
/// fewest of them; nothing of games that the sparse way is not for. It follows from the values alone, however they were found.
/// O(heaps + v log v) for v values.
std::optional<std::uint64_t> count_rare_heaps(const TakeAndBreak& game, const GrundyValues& values);

}  // namespace bouton
