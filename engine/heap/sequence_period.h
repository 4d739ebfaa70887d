// The period of a sequence that is extended only as far as a proof of its period needs.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "engine/base/budget.h"
#include "engine/heap/heap_sequence.h"
#include "engine/heap/period/period.h"

namespace bouton {

/// Extends the sequence, at most up to heap `last`, until a period is proved; then the period. Else what find_period says of
/// all of it. Looks for a period whenever the sequence has grown by a quarter, and where one that is in sight will be proved.
std::optional<Period> find_period(HeapSequence& sequence, std::uint64_t last, const Budget& budget);
/// The same; `extend` brings the sequence up to the heap it is given, or leaves it shorter: then that is all there is.
/// What the whole is of which progress is told says sequence.expect(), before.
std::optional<Period> find_period(HeapSequence& sequence, std::uint64_t last, const std::function<void(std::uint64_t)>& extend);

}  // namespace bouton
