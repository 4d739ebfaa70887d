// Tables that several processes solve and write, each a block of its own.
//
// By rays the columns are divided (engine/table/slabs/slab.h): each rank solves its own and tells the next one what crosses the
// edge. By row shifts and thresholds, whose outcomes cost a fraction of a nanosecond each and read rows in both directions,
// every rank solves all of it and keeps one stretch of the positions, so that only what is done with the values is divided.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "engine/base/budget.h"
#include "engine/base/result.h"
#include "engine/farm/ranks.h"
#include "engine/table/slabs/slab.h"
#include "engine/table/table_plan.h"
#include "engine/values/stripes.h"

namespace bouton {

/// Takes the values of one rank's block. May throw, which ends the run.
class BlockSink {
 public:
  BlockSink() = default;
  virtual ~BlockSink() = default;
  BlockSink(const BlockSink&) = delete;
  BlockSink& operator=(const BlockSink&) = delete;

  /// Comes first, on every rank. No value will be greater than `greatest`.
  virtual void begin(std::uint32_t greatest) = 0;
  /// The values of consecutive positions of the box, as in StripeSink, from number `first` on.
  virtual void take(std::uint64_t first, std::span<const std::uint32_t> cells) = 0;
  /// Outcomes: bit `bit` + i of `bits` is 1 where position `first` + i is P. Taken as cells unless the sink knows better.
  virtual void take_outcomes(std::uint64_t first, const std::uint64_t* bits, std::uint64_t bit, std::uint64_t count);

  /// Whether the run is one that can be gone on with.
  virtual bool goes_on() const { return false; }
  /// How far an earlier run of as many ranks came: rows of the region, and what keep_states was given.
  virtual Course::Begun begun() const { return {}; }
  /// Values that an earlier run has taken.
  virtual void read(std::uint64_t first, std::span<std::uint32_t> cells);
  /// Returns when what was taken is on the disk.
  virtual void keep() {}
  /// Called on one rank: all ranks have kept the first `rows` rows, and these are their states.
  virtual void keep_states(std::uint64_t rows, std::string states);
};

/// How the ranks share the box of an analysed problem that has stripes.
enum class Division : std::uint8_t {
  parts,  ///< every rank solves it, and hands out a part
  slabs   ///< every rank solves some columns
};
Division division_of(const TableProblem& problem, const TableAnalysis& analysis);

/// How finely slabs are cut: their widths are multiples of `unit` columns, and `band` rows (0: as many as suit) are solved between
/// two messages.
struct SlabCut {
  std::int64_t unit = kSlabUnit;
  std::int64_t band = 0;
};

/// Hands this rank's values to `sink`: all ranks together those of solve_table, each position once. Refused, on every rank alike and
/// before anything is handed out, where the rule traps. Slabs are gone on with where the sink says so. Throws LimitError where
/// the memory of this rank does not suffice, Interrupted, what the sink throws and what Ranks throws.
Result<bool> solve_block(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget, Ranks& ranks,
                         BlockSink& sink, const SlabCut& cut = {});

}  // namespace bouton
