// What the values of heaps take, before they are found.
#pragma once

#include "engine/heap/heap_sequence.h"

namespace bouton {

/// The seconds of costs.h for all heaps up to `last` that the sequence does not have yet, as if no period was proved on the
/// way: by what the moves leave, and by how its last known values are spread over rare and common ones. Best after some
/// thousand values; some 100 microseconds.
double seconds_to_count(const HeapSequence& sequence, double last);

}  // namespace bouton
