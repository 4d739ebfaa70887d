// Runs a FlowProgram where there is no compiled form of it: on any machine, a few nanoseconds an operation.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/flow/flow_code.h"
#include "engine/flow/flow_row.h"

namespace bouton {

/// One thread at a time.
class FlowInterpreter {
 public:
  /// `code` must outlive this object. The box says where the cells of `row` lie; a list needs none.
  FlowInterpreter(const FlowCode& code, FlowSink sink, const FlowBox& box = {});

  /// Solves the positions of the row, or lists the options of its first position.
  FlowStatus run(FlowRow& row);

 private:
  const FlowCode& code_;
  FlowSink sink_;
  FlowBox box_;
  std::vector<std::int64_t> stack_;
};

}  // namespace bouton
