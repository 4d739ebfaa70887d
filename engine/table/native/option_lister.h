// The options of single positions of a FlowProgram, as coordinates: by its interpreter, for positions that are few.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/flow/flow_code.h"
#include "engine/flow/flow_interpreter.h"
#include "engine/flow/flow_row.h"
#include "engine/position/position.h"
#include "engine/table/native/remembered.h"

namespace bouton {

/// One thread at a time.
class OptionLister {
 public:
  /// `code` and `remembered`, which are of one program, must outlive this object.
  OptionLister(const FlowCode& code, const Remembered& remembered);

  /// Lists the options of `position`, with at most so many rounds of its loops. Done, trapped or out of ticks; what was named
  /// until then is listed all the same.
  FlowStatus list(PositionView position, std::int64_t ticks);
  /// What the last call listed, and the rounds that it took.
  std::size_t count() const { return count_; }
  std::int64_t ticks() const { return ticks_; }
  PositionView option(std::size_t i) const { return {words_.data() + i * (dimensions_ + 1) + 1, dimensions_}; }

 private:
  std::size_t dimensions_;
  FlowInterpreter interpreter_;
  const Remembered& remembered_;
  std::vector<std::int64_t> words_;
  std::size_t count_ = 0;
  std::int64_t ticks_ = 0;
};

}  // namespace bouton
