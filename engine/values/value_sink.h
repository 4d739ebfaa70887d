// What takes the values of a box from whatever finds them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "engine/base/refusal.h"
#include "engine/values/outcome.h"
#include "engine/values/resumable_run.h"
#include "engine/values/table.h"

namespace bouton {

/// Outcomes of consecutive positions: the i-th has bit `first` + i, counted from the least bit of the first word on.
struct OutcomeBits {
  const std::uint64_t* p = nullptr;  ///< 1 for P; 0 for N, and for positions that are not valid
  std::uint64_t first = 0, count = 0;
  const std::uint64_t* missing = nullptr;  ///< 1 for positions that are not valid; null: all are valid

  bool is_p(std::uint64_t i) const { return ((p[(first + i) / 64] >> ((first + i) % 64)) & 1U) != 0; }
  /// As the numbers of the enumerators, or Table::kInvalid.
  void write(std::span<std::uint32_t> cells) const;
  /// `length` of them from number `from` on.
  OutcomeBits part(std::uint64_t from, std::uint64_t length) const { return {p, first + from, length, missing}; }
};

/// Takes the values of a table: each position once, in the order of the box, in pieces that begin with the position of number
/// `first`; or all at once. May throw, which ends the run.
class ValueSink : public ResumableRun {
 public:
  /// Whether all at once is what it wants, where that is found faster so.
  virtual bool wants_table() const { return false; }
  /// Whether it wants to hear of P-positions alone: those that are handed on come by take_run, the others not at all.
  virtual bool wants_p_positions() const { return false; }
  /// Whether nothing is to be seen yet of what was taken, so that another run may begin again.
  virtual bool may_begin_again() const { return false; }

  /// Comes before the first piece, unless all comes at once. No value will be greater than `greatest`.
  virtual void begin(std::uint32_t greatest) = 0;
  /// Grundy values, remotenesses, or outcomes as their enumerators' numbers. Of positions that are not valid only outcomes
  /// tell.
  virtual void take(std::uint64_t first, std::span<const std::uint32_t> cells) = 0;
  /// Outcomes as bits. Taken as cells unless the sink knows better.
  virtual void take_outcomes(std::uint64_t first, const OutcomeBits& outcomes);
  /// `count` positions of the same outcome. Taken as cells unless the sink knows better.
  virtual void take_run(std::uint64_t first, Outcome outcome, std::uint64_t count);
  /// All of them. Taken as cells unless the sink knows better.
  virtual void take_table(Table&& table) { take(0, table.cells); }

  /// The values that an earlier run has handed out, for a run that goes on with it; `first` is never less than in the call
  /// before. Only asked for positions below begun().done, and only of Grundy values.
  virtual void read(std::uint64_t first, std::span<std::uint32_t> cells);

  /// Grundy values or remotenesses that fit into 16 bits. Taken as cells unless the sink knows better.
  virtual void take_narrow(std::uint64_t first, std::span<const std::uint16_t> cells);
};

/// For a run that refuses in the end: `why`, or a LimitError where some values were handed on and cannot be taken back.
Refusal given_up(const ValueSink& sink, bool handed, const Refusal& why);

/// Takes the values of one rank's block, some positions of the box, where several processes find those of a block each. Begins
/// on every rank.
class BlockSink : public ValueSink {
 public:
  /// How far an earlier run of as many ranks came: how many rows, and what keep_states was given.
  Begun begun() const override { return {}; }
  /// Whether the run is one that can be gone on with.
  virtual bool goes_on() const { return false; }
  /// What keep() returned to that run on this rank. Called before begin().
  virtual void go_on(std::string_view /*kept*/) {}
  /// Returns when what was taken is on the disk, with what the sink needs to go on.
  virtual std::string keep() { return {}; }
  /// Called on one rank: all ranks have kept the first `rows` rows, and these are their states.
  virtual void keep_states(std::uint64_t /*rows*/, std::string /*states*/) {}
};

/// How the ranks of a run share a box.
enum class Division : std::uint8_t {
  parts,  ///< every rank solves it, and hands out a part
  slabs   ///< every rank solves some columns
};

}  // namespace bouton
