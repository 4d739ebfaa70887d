// Several runs of stretches, on two threads where that pays.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "engine/system/worker.h"
#include "engine/table/row_shifts/row_steps.h"

namespace bouton {

/// Runs that are computed at once by a machine with many bands.
inline constexpr std::uint32_t kMostRuns = 8;

/// Computes runs of one machine. Where a run has many bands, and no rows are in lanes, a second thread computes every other
/// run, two bands behind.
class RowRuns {
 public:
  explicit RowRuns(unsigned threads) : threads_(threads) {}

  /// `runs` runs from `position` on, at most kMostRuns, as run_stretches.
  void compute(RowMachine& machine, std::size_t word, std::int64_t position, std::uint32_t runs);

 private:
  unsigned threads_;
  std::unique_ptr<Worker> worker_;  ///< null until there is something to share
};

}  // namespace bouton
