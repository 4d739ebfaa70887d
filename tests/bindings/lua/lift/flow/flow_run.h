// The options of a position by a FlowProgram, for tests.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/base/errors.h"
#include "engine/flow/flow_interpreter.h"
#include "engine/flow/listing/remembered.h"
#include "engine/flow/native/native_row.h"
#include "engine/position/options.h"
#include "engine/position/position.h"
#include "engine/rules/rules.h"

namespace bouton {

struct FlowRun {
  FlowStatus status = FlowStatus::done;
  /// A label and the coordinates, or the states of the cells, option after option, and part after part of those that are
  /// splits.
  std::vector<std::int64_t> words = {};
  std::int64_t ticks = 0;  ///< that are left
  friend bool operator==(const FlowRun&, const FlowRun&) = default;
};

/// Labels, or the patterns of names, and coordinates, and the values in a name.
inline std::vector<std::int64_t> without_lengths(const std::int64_t* at, const std::int64_t* end) {
  std::vector<std::int64_t> words;
  while (at < end) {
    const std::int64_t head = *at++;
    const std::size_t length = coordinates_of_head(head) + label_arguments_of_head(head);
    words.push_back(static_cast<Label>(head));
    words.insert(words.end(), at, at + length);
    at += length;
  }
  return words;
}

/// Whether the words have the lengths of options beside their labels (option_head).
enum class Heads : std::uint8_t { kept, labels };

/// `runner` is a FlowInterpreter or a NativeRow for lists.
template <class Runner>
FlowRun run_flow(Runner& runner, PositionView position, const Remembered* remembered = nullptr, Heads heads = Heads::labels) {
  constexpr std::size_t kWords = std::size_t{1} << 16;
  static std::vector<std::int64_t> words(kWords);
  FlowRow row;
  for (std::size_t i = 0; i < position.size(); ++i) row.coordinates[i] = position[i];
  row.ticks = std::int64_t{1} << 22;
  if (remembered != nullptr) remembered->show(row);
  row.out = words.data();
  row.out_end = words.data() + kWords - position.size() - kMostOptionCoordinates;
  FlowRun result;
  result.status = runner.run(row);
  result.ticks = row.ticks;
  if (result.status == FlowStatus::done)
    result.words =
        heads == Heads::kept ? std::vector<std::int64_t>(words.data(), row.out) : without_lengths(words.data(), row.out);
  return result;
}

/// Of a program with cells.
template <class Runner>
FlowRun run_cells(Runner& runner, const FlowProgram& program, PositionView position) {
  constexpr std::size_t kWords = std::size_t{1} << 13, kStates = std::size_t{1} << 18;
  static std::vector<std::int64_t> words(kWords);
  static std::vector<std::uint8_t> states(kStates);
  for (std::size_t i = 0; i < position.size(); ++i) states[i] = static_cast<std::uint8_t>(position[i]);
  const std::int64_t array = states_of_array(program.cells);
  FlowRow row;
  row.ticks = std::int64_t{1} << 18;
  row.out = words.data();
  row.out_end = words.data() + kWords - 1;
  row.states = states.data();
  row.states_used = array;
  row.states_end = static_cast<std::int64_t>(kStates) - array;
  FlowRun result;
  result.status = runner.run(row);
  result.ticks = row.ticks;
  if (result.status != FlowStatus::done) return result;
  for (const std::int64_t* at = words.data(); at < row.out; at += 2) {
    result.words.push_back(static_cast<Label>(*at));
    result.words.insert(result.words.end(), states.begin() + at[1],
                        states.begin() + at[1] + static_cast<std::int64_t>(program.cells));
  }
  return result;
}

/// The same words of options that are listed.
inline std::vector<std::int64_t> words_of(const Options& options, Heads heads = Heads::labels) {
  std::vector<std::int64_t> words;
  const auto begin = [&](Label label, std::size_t coordinates, FlowPart part) {
    words.push_back(heads == Heads::kept ? option_head(label, coordinates, part) : label);
  };
  for (std::size_t i = 0; i < options.size(); ++i) {
    const Options::Option option = options[i];
    if (option.size() == 0) begin(option.label(), 0, FlowPart::none);
    for (std::size_t part = 0; part < option.size(); ++part) {
      const PositionView to = option[part];
      begin(option.label(), to.size(),
            !option.is_split()         ? FlowPart::whole
            : part + 1 < option.size() ? FlowPart::more
                                       : FlowPart::last);
      words.insert(words.end(), to.begin(), to.end());
    }
  }
  return words;
}

/// The options of a position by the interpreter of rules.
struct Listed {
  bool failed = false;                   ///< the rule raised an error, as where an option is not a position
  std::vector<std::int64_t> words = {};  ///< as a program lists options
};

inline Listed listed_by_rules(const Rules& rules, PositionView position, Heads heads) {
  Listed listed;
  Options options;
  try {
    rules.reference_options(position, options);
  } catch (const RuleError&) {
    listed.failed = true;
    return listed;
  }
  listed.words = words_of(options, heads);
  return listed;
}

}  // namespace bouton
