// Tables that several processes solve and write, each a block of its own.
//
// By rays the columns are divided (engine/table/slabs/slab.h): each rank solves its own and tells the next one what crosses the
// edge. By row shifts and thresholds, whose outcomes cost a fraction of a nanosecond each and read rows in both directions,
// every rank solves all of it and keeps one stretch of the positions, so that only what is done with the values is divided.
#pragma once

#include <cstdint>

#include "engine/base/budget.h"
#include "engine/base/result.h"
#include "engine/farm/ranks.h"
#include "engine/table/slabs/slab.h"
#include "engine/table/table_plan.h"
#include "engine/values/value_sink.h"

namespace bouton {

/// Of an analysed problem that has stripes.
Division division_of(const TableProblem& problem, const TableAnalysis& analysis);

/// How finely slabs are cut: their widths are multiples of `unit` columns, and `band` rows (0: as many as suit) are solved
/// between two messages.
struct SlabCut {
  std::int64_t unit = kSlabUnit;
  std::int64_t band = 0;
};

/// Hands this rank's values to `sink`: all ranks together those of solve_table, each position once. Refused, on every rank
/// alike and before anything is handed out, where the rule traps. Slabs are gone on with where the sink says so. Throws
/// LimitError where the memory of this rank does not suffice, Interrupted, what the sink throws and what Ranks throws.
Result<bool> solve_block(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget, Ranks& ranks,
                         BlockSink& sink, const SlabCut& cut = {});

}  // namespace bouton
