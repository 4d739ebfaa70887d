// The options of a position by a FlowProgram, for tests.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/flow/flow_interpreter.h"
#include "engine/flow/listing/remembered.h"
#include "engine/flow/native/native_row.h"
#include "engine/position/position.h"

namespace bouton {

struct FlowRun {
  FlowStatus status = FlowStatus::done;
  std::vector<std::int64_t> words = {};  ///< a label and the coordinates, option after option
  std::int64_t ticks = 0;                ///< that are left
  friend bool operator==(const FlowRun&, const FlowRun&) = default;
};

/// `runner` is a FlowInterpreter or a NativeRow for lists.
template <class Runner>
FlowRun run_flow(Runner& runner, PositionView position, const Remembered* remembered = nullptr) {
  constexpr std::size_t kWords = std::size_t{1} << 16;
  static std::vector<std::int64_t> words(kWords);
  FlowRow row;
  for (std::size_t i = 0; i < position.size(); ++i) row.coordinates[i] = position[i];
  row.ticks = std::int64_t{1} << 22;
  if (remembered != nullptr) remembered->show(row);
  row.out = words.data();
  row.out_end = words.data() + kWords - position.size();
  FlowRun result;
  result.status = runner.run(row);
  result.ticks = row.ticks;
  if (result.status == FlowStatus::done) result.words.assign(words.data(), row.out);
  return result;
}

}  // namespace bouton
