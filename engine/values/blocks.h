// Boxes whose values several processes find, each those of a block of its own.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

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
  /// How far an earlier run of as many ranks came: how many rows, and what keep_states was given.
  virtual Course::Begun begun() const { return {}; }
  /// What keep() returned to that run on this rank. Called before begin().
  virtual void go_on(std::string_view /*kept*/) {}
  /// Values that an earlier run has taken.
  virtual void read(std::uint64_t first, std::span<std::uint32_t> cells);
  /// Returns when what was taken is on the disk, with what the sink needs to go on.
  virtual std::string keep() { return {}; }
  /// Called on one rank: all ranks have kept the first `rows` rows, and these are their states.
  virtual void keep_states(std::uint64_t rows, std::string states);
};

/// How the ranks of a run share a box.
enum class Division : std::uint8_t {
  parts,  ///< every rank solves it, and hands out a part
  slabs   ///< every rank solves some columns
};

}  // namespace bouton
