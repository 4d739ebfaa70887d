// Lists the options of single positions by a FlowProgram.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "engine/flow/flow_code.h"
#include "engine/flow/flow_interpreter.h"
#include "engine/flow/flow_row.h"
#include "engine/flow/listing/remembered.h"
#include "engine/flow/native/native_row.h"
#include "engine/position/options.h"
#include "engine/position/position.h"

namespace bouton {

/// By the interpreter at first; by machine code, where it may and there is any, once that has been worth while. One thread at a
/// time.
class OptionLister {
 public:
  /// The program must outlive this object.
  explicit OptionLister(const FlowProgram& program, bool may_compile = false);
  OptionLister(const OptionLister&) = delete;
  OptionLister& operator=(const OptionLister&) = delete;

  /// Lists the options of `position`, with at most so many rounds of its loops, and in so much memory. Done, trapped, out of
  /// ticks, or waiting where the memory does not suffice; what was named until then is listed all the same. Of a program with
  /// cells the position has a state for each, from 0 to 255.
  FlowStatus list(PositionView position, std::int64_t ticks, std::size_t bytes = std::numeric_limits<std::size_t>::max());
  /// What the last call listed, and the rounds that it took.
  std::size_t count() const { return count_; }
  std::int64_t ticks() const { return ticks_; }
  /// Of a program without cells.
  PositionView option(std::size_t i) const { return {at(i) + 1, static_cast<std::size_t>(*at(i) >> 32)}; }
  Label label(std::size_t i) const { return static_cast<Label>(*at(i)); }
  /// Adds that option to a list; all of them.
  void add_to(Options& options, std::size_t i) const;
  void add_all_to(Options& options) const;
  /// Whether the options of each position have as many coordinates as that has.
  bool keeps_length() const { return keeps_length_; }

  // For others that run the program.
  const FlowCode& code() const { return code_; }
  const Remembered& remembered() const { return remembered_; }

 private:
  const std::int64_t* at(std::size_t i) const { return words_.data() + (starts_.empty() ? i * (dimensions_ + 1) : starts_[i]); }
  void count_options(const std::int64_t* end);
  bool are_arrays(std::int64_t end) const;

  const FlowProgram& program_;
  std::size_t dimensions_;
  std::size_t most_words_;  ///< that an option takes
  FlowCode code_;
  Remembered remembered_;
  FlowInterpreter interpreter_;
  std::optional<NativeRow> native_;
  bool may_compile_;
  bool keeps_length_;
  FlowRow row_;  ///< what a run does not change is set once
  std::vector<std::int64_t> words_;
  std::vector<std::size_t> starts_;   ///< of options in `words_`, where these are not all of one length
  std::vector<std::uint8_t> states_;  ///< of a program with cells
  std::size_t count_ = 0;
  std::int64_t ticks_ = 0, interpreted_ = 0;
};

}  // namespace bouton
