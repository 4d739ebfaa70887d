// Outcomes by P-positions: each P-position marks all positions that reach it.
//
// In an order in which options come before their positions, a position that nobody has marked is P. So the work is that of the
// P-positions and of what reaches them, not that of all options: of a game on a square of side n that has a P-position a row,
// n^2 marks instead of n^2 options of n^2 positions.
//
// Where up to k options are forbidden (engine/rules/blocking.h), each P-position counts at all positions that reach it, once
// even if several moves lead there, and a position is P while it has counted to k at most: n^2 (k + 1) counts in that game.
//
// Where it wins: outcomes of rules with many options and few P-positions. `scripts/bench --kernels 500 outcome` takes 0.001 s
// for moore to 61, 61, 61 and 0.54 s by `table:batch`, which is the only other one; 0.001 and 0.012 s (`table:native`) for
// one-pass-nim; 0.002 and 0.010 s for chomp; less than 0.001 and 0.04 s for transposed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "engine/base/budget.h"
#include "engine/base/result.h"
#include "engine/rules/rules.h"
#include "engine/table/batch/lane_plan.h"
#include "engine/table/marking/turned_moves.h"
#include "engine/table/shape/region.h"
#include "engine/values/value_sink.h"

namespace bouton {

/// Who has won in the end, and what of the options may be taken.
struct Convention {
  Play play = Play::normal;    ///< not by_position
  std::uint64_t blocking = 0;  ///< up to how many options are forbidden; at most kMostCounted
};
/// The most that is counted at a position, less one.
inline constexpr std::uint64_t kMostCounted = 254;

struct MarkingProblem {
  const MoveProgram* program = nullptr;
  const TurnedMoves* moves = nullptr;  ///< turned_moves() with the strides of make_layout()
  const Region* region = nullptr;
  const SolveOrder* order = nullptr;
  Convention convention = {};
  double most_work = std::numeric_limits<double>::infinity();  ///< marks and runs of them; past so many the marking is refused
};

/// The outcomes of a region, as bits.
class MarkedRegion {
 public:
  MarkedRegion(CellLayout layout, bool all_exist);

  /// Hands the outcomes of a box inside the region to a sink, in the order of the box: words of them where that is the order of
  /// solving. Goes on where the sink has begun.
  void hand_out(const Box& box, const Budget& budget, ValueSink& sink) const;

 private:
  friend class Marker;
  /// How many positions that follow each other in the box, from a multiple of so many on, do so in the region, too.
  std::uint64_t neighbours(const Box& box) const;
  /// Hand on `count` positions from number `at` on.
  void hand_words(const Box& box, std::uint64_t at, std::uint64_t count, ValueSink& sink) const;
  void hand_bits(const Box& box, std::uint64_t at, std::uint64_t count, ValueSink& sink) const;
  /// The position at a place, axis by axis as the layout has them.
  void locate(std::uint64_t place, Position& position) const;
  std::uint64_t index(PositionView position) const { return static_cast<std::uint64_t>(layout_.index(position)); }
  static bool bit(const std::vector<std::uint64_t>& bits, std::uint64_t at) { return (bits[at / 64] >> (at % 64) & 1U) != 0; }

  CellLayout layout_;
  std::vector<std::uint64_t> marks_;    ///< N, or no position
  std::vector<std::uint64_t> missing_;  ///< empty where all exist
};

/// Two bits a position at most; 5 bytes more where options are forbidden.
std::size_t bytes_of_marks(const Box& region, bool all_exist, std::uint64_t blocking);

/// What a marking does, counted.
struct MarkingWork {
  double marks = 0;
  double runs = 0;   ///< of marks that lie at equal distances
  double apart = 0;  ///< marks of these that are not side by side
};
/// In the seconds of costs.h.
double seconds_of_marking(const Box& region, const MarkingWork& work);

/// `work`, unless null, is set to what was done. Throws LimitError before it starts, and Interrupted. Refused where the rule
/// traps, and past the work that the problem permits.
Result<MarkedRegion> mark_positions(const MarkingProblem& problem, const Budget& budget, MarkingWork* work = nullptr);

/// What the marking of a region will do, from that of two small ones in its lower corner: how much there is to do for a
/// position grows with the side of the region as it does between them. Nothing where that cannot be told. Some milliseconds at
/// most, whatever the numbers in the rule: the work is counted.
std::optional<MarkingWork> probe_marking(const MoveFamilies& families, const Domain& domain, const MoveProgram* valid,
                                         const Box& region, const Convention& convention);

}  // namespace bouton
