// Lists the options of single positions by a FlowProgram.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/flow/flow_code.h"
#include "engine/flow/flow_interpreter.h"
#include "engine/flow/flow_row.h"
#include "engine/flow/listing/remembered.h"
#include "engine/flow/native/native_row.h"
#include "engine/position/domain.h"
#include "engine/position/options.h"
#include "engine/position/position.h"

namespace bouton {

/// By the interpreter at first; by machine code, where it may and there is any, once that has been worth while. One thread at a
/// time.
class OptionLister {
 public:
  static constexpr std::size_t kAnyBytes = std::numeric_limits<std::size_t>::max();

  /// Numbers the names of moves that are made of values; nothing for what can be no name.
  using LabelNumbers = std::function<std::optional<Label>(std::string_view)>;

  /// The program, the domain and `labels`, if there are any, must outlive this object. With a domain the coordinates of an
  /// option that is outside of it are a trap, and so are those of a position. With `labels` a name that cannot be is a trap;
  /// without them options whose names are made of values have none.
  explicit OptionLister(const FlowProgram& program, bool may_compile = false, const Domain* domain = nullptr,
                        const LabelNumbers* labels = nullptr);
  OptionLister(const OptionLister&) = delete;
  OptionLister& operator=(const OptionLister&) = delete;

  /// Lists the options of `position` in `out`, which is empty, with at most so many rounds of its loops, and in so much memory.
  /// Done, trapped, out of ticks, or waiting where the memory does not suffice; what was named until then is listed all the
  /// same. Of a program with cells the position has a state for each, from 0 to 255.
  FlowStatus list(PositionView position, Options& out, std::int64_t ticks, std::size_t bytes = kAnyBytes);
  /// The same in a list of its own.
  FlowStatus list(PositionView position, std::int64_t ticks, std::size_t bytes = kAnyBytes) {
    listed_.clear();
    return list(position, listed_, ticks, bytes);
  }
  const Options& listed() const { return listed_; }
  /// The rounds that the last call took.
  std::int64_t ticks() const { return ticks_; }
  /// Whether the options of each position, or their parts, have as many coordinates as that has.
  bool keeps_length() const { return keeps_length_; }

  // For others that run the program.
  const FlowCode& code() const { return code_; }
  const Remembered& remembered() const { return remembered_; }

 private:
  FlowStatus list_natively(PositionView position, Options& out, std::int64_t ticks);
  FlowStatus list_in_any_room(PositionView position, Options& out, std::int64_t ticks, std::size_t bytes);
  void make_code();
  bool show(PositionView position);
  bool are_inside(const Options& options) const;
  void count_rows(std::span<const std::int64_t> room, Options& out) const;
  bool add_words(Options& out) const;
  std::optional<Label> made_label(const std::int64_t* option) const;

  const FlowProgram& program_;
  const Domain* domain_;
  const LabelNumbers* labels_;
  std::size_t dimensions_;
  std::size_t most_words_;  ///< that an option takes
  FlowCode code_;
  Remembered remembered_;
  FlowInterpreter interpreter_;
  std::optional<NativeRow> native_;
  bool may_compile_;
  bool keeps_length_;
  FlowRow row_;                       ///< what a run does not change is set once
  bool has_rows_;                     ///< whether options are written into the list itself
  FlowBox box_;                       ///< of coordinates in the domain that may be met; of no dimensions where any may
  std::vector<std::int64_t> words_;   ///< otherwise, where they are written
  std::vector<std::uint8_t> states_;  ///< of a program with cells
  std::int64_t ticks_ = 0, interpreted_ = 0;
  Options listed_;
};

}  // namespace bouton
