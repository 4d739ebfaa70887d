// The values of all positions of a StepLayout, slot by slot.
#pragma once

#include <cstdint>

#include "engine/base/budget.h"
#include "engine/rules/rules.h"
#include "engine/table/steps/step_layout.h"
#include "engine/values/table.h"

namespace bouton {

/// In which the value of a position stands beside those of its neighbours, while they are computed.
enum class StepLane : std::uint8_t {
  bits8,   ///< Grundy values below 8, outcomes, remoteness below 127
  bits16,  ///< below 16, or 32767
  bits32,  ///< below 32, or 2^31 - 1
  bits64,  ///< Grundy values below 64
  any      ///< Grundy values
};

struct StepRun {
  const StepLayout* layout = nullptr;
  ValueKind kind = ValueKind::grundy;
  Play play = Play::normal;  ///< normal or misère
  StepLane lane = StepLane::bits8;
};

/// Bytes of a value that sweep_steps writes: a Grundy value, an outcome as its enumerator's number, a remoteness.
std::size_t bytes_of_step_value(ValueKind kind, StepLane lane);
/// What it takes beside the values.
std::size_t bytes_of_step_sweep(const StepRun& run);

/// Writes the value of every position of the region, in its order, to `values`. False if a value does not fit the lanes. Throws
/// Interrupted.
bool sweep_steps(const StepRun& run, const Budget& budget, void* values);

/// `count` values of `bytes` bytes each, 1, 2 or 4, as cells.
void widen_step_values(const void* values, std::size_t bytes, std::size_t count, std::uint32_t* cells);

}  // namespace bouton
