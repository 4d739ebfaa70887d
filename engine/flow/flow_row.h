// What a compiled or interpreted FlowProgram is asked: the options of one position, or the values of a row of positions whose
// options have been solved.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "engine/flow/flow_program.h"

namespace bouton {

inline constexpr std::size_t kMostFlowDimensions = 8;
/// That a function which is called may have in compiled code.
inline constexpr std::size_t kMostFlowResults = 8;

/// What the options of a position are made into.
enum class FlowSink : std::uint8_t {
  list,       ///< a list of them
  grundy,     ///< the mex of their values
  outcome,    ///< N where one of them is P
  remoteness  ///< how long play lasts
};

/// The value of a split is the nim-sum of those of its parts, so of rules that split only Grundy values are told.
///
/// Cells hold Grundy values; 0 for P and 1 for N; or, for remoteness r, r + 1 where the position is N and kLongest - r where it
/// is P: so that the greatest of the options says all about the position. From here on they hold none.
inline constexpr std::uint32_t kLeastNoValue = 0xFFFFFFF0;
/// Play is less than half as long.
inline constexpr std::uint32_t kLongest = 0x40000000;
/// The value of a position that has not been solved.
inline constexpr std::uint32_t kUnsolved = 0xFFFFFFFD;
/// The value of what is not a position of the game.
inline constexpr std::uint32_t kNoPosition = 0xFFFFFFFF;
/// Where all Grundy values are less, those of a position's options fit the bits of a word: there is a bit more for each of the
/// four greatest numbers, which are not values.
inline constexpr std::uint32_t kManyGrundyValues = 60;

/// Why a run ended. Numbers, since compiled code returns them.
enum class FlowStatus : std::uint32_t {
  done = 0,
  trapped = 1,    ///< at the position where the row stands
  waiting = 2,    ///< an option of that position is not solved, or lies outside of the box
  ticks_out = 3,  ///< at that position; `ticks` is to be renewed, or the run given up
  too_great = 4   ///< the position has a Grundy value that the code, which is for few, does not enter
};

/// The positions of a row, one after another: `coordinates` plus 0, 1, ... times `step`. What is read and written here lies
/// where compiled code expects it. Those that have a value are passed over. Where the run ends early, `coordinates`, `index`
/// and `left` are those of the position that it ended at, and nothing has been written for it.
struct FlowRow {
  std::array<std::int64_t, kMostFlowDimensions> coordinates{};
  std::array<std::int64_t, kMostFlowDimensions> step{};
  std::int64_t index = 0;  ///< of the position's cell
  std::int64_t index_step = 0;
  std::int64_t left = 1;  ///< positions, at least 1
  std::uint32_t* cells = nullptr;
  /// Grundy: an entry a value, those used for the present position are `stamp`. There must be room for `greatest`, and for
  /// `left` values beyond it, and for 16 entries before the first, where what is not a value (taken as a signed number) leaves
  /// its stamp. None of the stamps to come may be there.
  std::uint32_t* stamps = nullptr;
  std::uint64_t stamp = 0;  ///< counted up for each position
  std::uint64_t greatest = 0;
  std::int64_t ticks = 0;  ///< how many may pass, all positions together; counted down
  /// List: where options go: an option_head, the coordinates, and the values in the name. One is written while `out` <
  /// `out_end`, behind which there is room for one; with no room left the run ends as waiting.
  std::int64_t* out = nullptr;
  std::int64_t* out_end = nullptr;
  std::int64_t depth = 0;  ///< of nested calls
  /// By number among the functions that are remembered: remembered_results of each, 0 where the result is not known, else 1
  /// more than the result. The interpreter, and code for a list, do without where they are null.
  std::array<std::int32_t*, kMostRemembered> remembered{};
  std::array<std::int64_t, kMostFlowResults> results{};  ///< of the call that ended last, in compiled code
  /// Of a program with cells: the arrays, the position in front; those that are in use end before `states_used`. A copy is made
  /// while it ends before `states_end`, behind which there is room for one array; with no room left the run ends as waiting.
  std::uint8_t* states = nullptr;
  std::int64_t states_used = 0;
  std::int64_t states_end = 0;
};

/// From the place of an array of so many cells to the next: some bytes more, so that it is copied 16 at a time.
constexpr std::int64_t states_of_array(std::size_t cells) { return static_cast<std::int64_t>((cells + 15) / 16 * 16); }

/// What stands in front of an option in a list: its label, or the pattern of its name, and how many coordinates follow, which
/// part of a split it is, and how many values in the name follow these.
constexpr std::int64_t option_head(Label label, std::size_t coordinates, FlowPart part, std::size_t label_arguments = 0) {
  return static_cast<std::int64_t>(std::uint64_t{label_arguments} << 56 | std::uint64_t{static_cast<std::uint8_t>(part)} << 48 |
                                   std::uint64_t{coordinates} << 32 | label);
}
inline std::int64_t option_head(const FlowOption& option) {
  return option_head(option.label_arguments.empty() ? option.label : Label{option.label_pattern}, option.to.size(), option.part,
                     option.label_arguments.size());
}
constexpr std::size_t coordinates_of_head(std::int64_t head) { return static_cast<std::size_t>(head >> 32 & 0xFFFF); }
constexpr FlowPart part_of_head(std::int64_t head) { return static_cast<FlowPart>(head >> 48 & 0xFF); }
constexpr std::size_t label_arguments_of_head(std::int64_t head) { return static_cast<std::size_t>(head >> 56); }

/// Where the cells of a box lie: index = sum of (coordinate - low) * stride. An option outside of it is not looked at.
struct FlowBox {
  std::size_t dimensions = 0;
  std::array<std::int64_t, kMostFlowDimensions> low{};
  std::array<std::int64_t, kMostFlowDimensions> length{};
  std::array<std::int64_t, kMostFlowDimensions> stride{};
  std::uint32_t terminal = 0;  ///< the value of a position without options
  /// Outcome: whether the options of a position that is known to be N need not be looked at. Not where they might be wrong.
  bool ends_early = false;
  /// The steps of all rows of more than one position, each -1, 0 or 1. For compiled code, which does not read a row's.
  std::array<std::int64_t, kMostFlowDimensions> step{};
  /// Compiled code: whether positions of a row that have a value are passed over. Where that is rare they may as well be solved
  /// again, since looking at a cell that is about to be written takes the time that it takes to fetch it.
  bool passes_over_solved = true;
  /// Grundy, compiled code: whether the cells hold no values from kManyGrundyValues on. It needs no stamps then.
  bool has_few_values = false;
};

}  // namespace bouton
