// The games that a position is the disjunctive sum of, where each of its coordinates is one
// (engine/flow/analysis/separation.h): the options of every value of a coordinate, whatever the others are.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/base/result.h"
#include "engine/flow/flow_program.h"
#include "engine/position/box.h"
#include "engine/position/domain.h"
#include "engine/table/shape/step_set.h"

namespace bouton {

/// The game of one coordinate. Its positions are the numbers 0, 1, ..., which stand for the values `low`, `low` + 1, ...
struct AxisGame {
  Coordinate low = 0;
  std::vector<std::uint32_t> from;     ///< where the options of each position begin in `options`; one more at the end
  std::vector<std::uint32_t> options;  ///< positions, each less than that whose option it is

  std::size_t size() const { return from.size() - 1; }
  std::span<const std::uint32_t> options_of(std::size_t position) const {
    return {options.data() + from[position], options.data() + from[position + 1]};
  }
};

/// The games of all coordinates, as far as the positions of `box` lead: up to the box's greatest. Refused where the program
/// does not separate, where an option is not a position of the game, or not less than its position (another kernel may do, or
/// say what is wrong), and where listing all options takes more than `most_seconds` by the estimate, or more memory than some
/// tens of megabytes.
Result<std::vector<AxisGame>> find_axis_games(const FlowProgram& flow, const Domain& domain, const Box& box,
                                              double most_seconds, bool may_compile);

/// The same for fixed steps, all of which change one coordinate, in a region that no option leaves. Refused where one changes
/// several, or goes up, and where there are very many options.
Result<std::vector<AxisGame>> games_of_steps(const StepSet& set, const Box& region);

/// The Grundy values of the positions. O(options).
std::vector<std::uint32_t> grundy_values(const AxisGame& game);

/// The number of moves of the longest play from each position. O(options).
std::vector<std::uint32_t> longest_plays(const AxisGame& game);

}  // namespace bouton
