// Sequences of Grundy values written as they are found, in the forms that go value by value.
#pragma once

#include <cstdint>
#include <string>

#include "bindings/output/formats/format.h"
#include "bindings/output/sink/output.h"
#include "bindings/output/streams/continued.h"
#include "engine/position/position.h"
#include "engine/study/sequence/value_stream.h"

namespace bouton {

/// Writes the same bytes as write_values() does for the sequence of heaps low to last in a form that
/// is_streamed() (table_stream.h), from the values of heaps 0 to last. With `begun` heaps an earlier run has written those of
/// before, and what comes first. `provenance`: Values::provenance. `out` must outlive it.
ValueStream sequence_stream(Sink& out, Format format, Coordinate low, Coordinate last, std::uint64_t begun = 0,
                            const std::string& provenance = {});

/// The run of a sequence whose output several runs write.
class ResumableSequence final : public ResumableRun {
 public:
  /// `continued` must outlive it.
  explicit ResumableSequence(Continued& continued) : continued_(continued) {}
  Begun begun() const override { return continued_.begun(); }
  void reached(std::uint64_t done, const std::function<std::string()>& state) override {
    if (continued_.is_due(done)) continued_.save(done, done, state());
  }

 private:
  Continued& continued_;
};

}  // namespace bouton
