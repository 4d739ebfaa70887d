// Outcomes by P-positions: each P-position marks all positions that reach it.
//
// In an order in which options come before their positions, a position that nobody has marked is P. So the work is that of the
// P-positions and of what reaches them, not that of all options: of a game on a square of side n that has a P-position a row,
// n^2 marks instead of n^2 options of n^2 positions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
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
  const TurnedMoves* moves = nullptr;  ///< turned_moves() with the strides of make_layout()
  const Region* region = nullptr;
  const SolveOrder* order = nullptr;
  Play play = Play::normal;  ///< not by_position
};

/// The outcomes of a region, as bits.
class MarkedRegion {
 public:
  MarkedRegion(CellLayout layout, bool all_exist);

  /// Of a position that exists.
  bool is_p(PositionView position) const { return !bit(marks_, index(position)); }
  /// Calls `visit` with every P-position of a box inside the region, in the order of the box. A 64th of a step a position where
  /// that is the order of solving.
  void visit_p_positions(const Box& box, const Budget& budget, const std::function<void(PositionView)>& visit) const;
  /// Calls `row` with the first position of every row of the box along its last axis, and with the place of it and the distance
  /// to the next one, for exists_at() and is_p_at().
  void visit_rows(const Box& box, const Budget& budget,
                  const std::function<void(PositionView row, std::int64_t place, std::int64_t stride)>& visit) const;
  bool exists_at(std::int64_t place) const { return missing_.empty() || !bit(missing_, static_cast<std::uint64_t>(place)); }
  bool is_p_at(std::int64_t place) const { return !bit(marks_, static_cast<std::uint64_t>(place)); }

 private:
  friend class Marker;
  bool in_order_of_boxes() const;
  /// The position at a place, axis by axis as the layout has them.
  void locate(std::uint64_t place, Position& position) const;
  std::uint64_t index(PositionView position) const { return static_cast<std::uint64_t>(layout_.index(position)); }
  static bool bit(const std::vector<std::uint64_t>& bits, std::uint64_t at) { return (bits[at / 64] >> (at % 64) & 1U) != 0; }

  CellLayout layout_;
  std::vector<std::uint64_t> marks_;    ///< N, or no position
  std::vector<std::uint64_t> missing_;  ///< empty where all exist
};

/// Two bits a position at most.
std::size_t bytes_of_marks(const Box& region, bool all_exist);

/// What a marking does, counted.
struct MarkingWork {
  double marks = 0;
  double runs = 0;  ///< of marks that lie at equal distances
};
/// In the seconds of costs.h.
double seconds_of_marking(const Box& region, const MarkingWork& work);

/// `work`, unless null, is set to what was done. Throws LimitError before it starts, and Interrupted. Refused where the rule
/// traps.
Result<MarkedRegion> mark_positions(const MarkingProblem& problem, const Budget& budget, MarkingWork* work = nullptr);

/// What the marking of a region will do, from that of two small ones in its lower corner: how much there is to do for a
/// position grows with the side of the region as it does between them. Nothing where that cannot be told. Some milliseconds at
/// most.
std::optional<MarkingWork> probe_marking(const MoveFamilies& families, const Domain& domain, const MoveProgram* valid,
                                         const Box& region, Play play);

}  // namespace bouton
