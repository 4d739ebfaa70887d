// Sequences of Grundy values written as they are found, in the forms that go value by value.
#pragma once

#include <cstdint>

#include "bindings/output/formats/format.h"
#include "bindings/output/sink/output.h"
#include "engine/plan/sequence/value_stream.h"
#include "engine/position/position.h"

namespace bouton {

/// Writes the same bytes as write_values() does for the sequence of heaps low to last in a form that
/// is_streamed() (table_stream.h), from the values of heaps 0 to last.
/// `out` must outlive it.
ValueStream sequence_stream(Sink& out, Format format, Coordinate low, Coordinate last);

}  // namespace bouton
