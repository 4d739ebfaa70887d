// Outcomes of rules with a coordinate that only bounds loops from above (the limit of take-away): only the least
// value of it that wins is stored, for each value of the other coordinates.
//
// Where it wins. Neither the time nor the memory depends on how far that coordinate reaches, in the box or in what moves lead
// to. `bouton table take-away 1000000 0:16 --value outcome` takes 0.3 s and 23 MiB; marking, the next best kernel, would take
// 233 GiB, as limits of two million can be reached. On squares marking keeps a bit a position: with `--packed -o t.npy` and one
// thread, `table take-away N N` takes, by `--method table:thresholds` and `table:marking`, 0.04 and 0.05 s to 2,000, 0.18 and
// 0.27 s to 8,000, 0.8 and 1.4 s to 20,000, and 14 and 106 MiB there. `table:native` takes 0.14 s and 59 MiB to 2,000. Small
// tables of three coordinates (`table dynamic-nim 150 150 150`) take as long by marking.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/base/budget.h"
#include "engine/base/result.h"
#include "engine/position/domain.h"
#include "engine/table/shape/region.h"
#include "engine/table/shape/shapes.h"
#include "engine/values/value_sink.h"

namespace bouton {

struct ThresholdTable {
  static constexpr std::uint32_t kNever = 0xFFFFFFFF;

  std::size_t axis = 0;
  Coordinate least = 0;                   ///< of the domain's coordinates along the axis
  Box rest;                               ///< of the other coordinates; one coordinate 0 if there are none
  std::vector<std::uint32_t> thresholds;  ///< in the order of `rest`, counted from `least`

  /// Hands the outcomes of a box to a sink, in its order, `rest` holding the other coordinates of its positions. Goes on where
  /// the sink has begun. Along the last axis, a run of P and a run of N for each row.
  void hand_out(const Box& box, const Budget& budget, ValueSink& sink) const;

  /// A position is P exactly if its coordinate along the axis, at least `least`, is below the threshold of the others.
  bool is_p(std::uint64_t rest_index, Coordinate along_axis) const {
    return !wins(rest_index, static_cast<std::uint64_t>(along_axis) - static_cast<std::uint64_t>(least));
  }
  /// Whether it is N, for a coordinate that is counted from `least`.
  bool wins(std::uint64_t rest_index, std::uint64_t from_least) const {
    const std::uint32_t threshold = thresholds[rest_index];
    return threshold != kNever && from_least >= threshold;
  }
};

/// Why there is no table of thresholds for the region, if that is so: positions do not come after their options in the order of
/// the box, or options may leave the domain. No work to speak of.
std::optional<Refusal> objection_to_thresholds(const Thresholds& shape, const Region& region, const Domain& domain);

/// Thresholds for all positions of the region (see find_region_without) under normal play, as far as they matter to its
/// box and to the options of its positions: 4 bytes a value of the other coordinates. Time: the moves up to the first
/// that wins. Refused where there is an objection_to_thresholds, where a threshold does not fit into 32 bits, and where the
/// rule raises an error.
Result<ThresholdTable> solve_thresholds(const Thresholds& shape, const Region& region, const Domain& domain,
                                        const Budget& budget);

}  // namespace bouton
