// Positions as bits: equal positions have equal bits, and no others.
#pragma once

#include <cstdint>
#include <span>

#include "engine/position/domain.h"
#include "engine/position/position.h"

namespace bouton::nimbers {

/// A code for the positions of a domain. Cells take as many bits each as their states need; other coordinates are written from
/// the least value of their axis on, in groups of three bits with a fourth that says whether another group follows. A list
/// begins with its length, in the same way. What is left of the words is 0.
class PositionCode {
 public:
  explicit PositionCode(const Domain& domain);

  /// Writes `position`; false where the words do not suffice. O(coordinates).
  bool encode(PositionView position, std::span<std::uint64_t> words) const;
  void decode(std::span<const std::uint64_t> words, Position& position) const;
  /// How many words a position takes.
  std::size_t words(PositionView position) const;

 private:
  template <class Sink>
  void write(PositionView position, Sink& sink) const;

  const Domain& domain_;
  unsigned bits_of_cell_ = 0;  ///< 0: the coordinates are not cells
};

}  // namespace bouton::nimbers
