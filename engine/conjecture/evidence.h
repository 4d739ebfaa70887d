// What is known of a game's values, for conjectures to be made from one part of it and to be checked on the rest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/position/position.h"

namespace bouton {

/// The values of a box of positions, the last coordinate fastest. Indices are from 0; the numbers of a position are its indices
/// plus TableEvidence::low.
struct ValueGrid {
  /// The value of a position that does not exist, or has no finite value.
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;

  std::vector<std::size_t> lengths;
  std::vector<std::uint32_t> values;

  bool empty() const { return values.empty(); }
  std::uint32_t at(const std::vector<std::size_t>& indices) const;
  /// Whether every position has a value.
  bool complete() const;
};

/// Of a game, or of its positions in which the coordinates of few values have certain ones. What is empty is not known.
struct TableEvidence {
  std::vector<std::string> names;  ///< of the coordinates
  Position low;                    ///< the least number of each
  bool grundy = true;              ///< values are Grundy values; else outcomes: 0 for P, 1 for N
  ValueGrid square;                ///< all coordinates up to the same length
  std::vector<ValueGrid>
      strips;  ///< of two coordinates: few numbers of the first and many of the second; the other way round; perhaps empty
  std::vector<std::uint32_t> line;  ///< heap by heap from 0: of one coordinate, or of what one number names; kNone as above
  Coordinate p_bound = 0;
  std::vector<Position> p_positions;  ///< all that have no number beyond p_bound, in lexicographic order
};

/// What became of a statement about positions when it was looked at.
struct ConjectureCheck {
  Coordinate holds_to = 0;          ///< all positions with no greater number fit
  std::uint64_t positions = 0;      ///< looked at that were not used to find the statement
  std::optional<Position> failure;  ///< the first position that does not fit, by its greatest number; absent where all do

  friend bool operator==(const ConjectureCheck&, const ConjectureCheck&) = default;
};

/// Looks at all positions of a grid with numbers `low` + index; those with indices below half the lengths are the ones that a
/// statement was found from. Nothing if it fails at one of them. O(positions).
std::optional<ConjectureCheck> checked(const ValueGrid& grid, const Position& low,
                                       const std::function<bool(const std::vector<std::size_t>&)>& fits);

}  // namespace bouton
