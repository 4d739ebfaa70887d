// Outcomes by P-positions: each P-position marks all positions that reach it.
//
// In an order in which options come before their positions, a position that nobody has marked is P. So the work is that of the
// P-positions and of what reaches them, not that of all options: of a game on a square of side n that has a P-position a row,
// n^2 marks instead of n^2 options of n^2 positions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/base/budget.h"
#include "engine/base/result.h"
#include "engine/rules/rules.h"
#include "engine/table/batch/lane_plan.h"
#include "engine/table/marking/turned_moves.h"
#include "engine/table/shape/region.h"

namespace bouton {

struct MarkingProblem {
  const MoveProgram* program = nullptr;
  const std::vector<TurnedMove>* moves = nullptr;  ///< turned_moves() with the strides of make_layout()
  const Region* region = nullptr;
  const SolveOrder* order = nullptr;
  /// Which positions exist; null: all. Its result is not 0 for those that do.
  const MoveProgram* valid = nullptr;
  Play play = Play::normal;  ///< not by_position
};

/// The outcomes of a region, as bits.
class MarkedRegion {
 public:
  MarkedRegion(CellLayout layout, bool all_exist);

  bool exists(PositionView position) const { return missing_.empty() || !bit(missing_, index(position)); }
  /// Of a position that exists.
  bool is_p(PositionView position) const { return !bit(marks_, index(position)); }

 private:
  friend class Marker;
  std::uint64_t index(PositionView position) const { return static_cast<std::uint64_t>(layout_.index(position)); }
  static bool bit(const std::vector<std::uint64_t>& bits, std::uint64_t at) { return (bits[at / 64] >> (at % 64) & 1U) != 0; }

  CellLayout layout_;
  std::vector<std::uint64_t> marks_;    ///< N, or no position
  std::vector<std::uint64_t> missing_;  ///< empty where all exist
};

/// Two bits a position at most.
std::size_t bytes_of_marks(const Box& region, bool all_exist);
/// An estimate; positions have about so many options.
double seconds_of_marking(const Box& region, const std::vector<TurnedMove>& moves, double options);

/// Throws LimitError before it starts, and Interrupted. Refused where the rule traps.
Result<MarkedRegion> mark_positions(const MarkingProblem& problem, const Budget& budget);

}  // namespace bouton
