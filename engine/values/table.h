// The values of a box of positions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/base/budget.h"
#include "engine/position/box.h"
#include "engine/values/nimber.h"
#include "engine/values/outcome.h"

namespace bouton {

enum class ValueKind {
  grundy,
  outcome,
  remoteness,
  suspense,  ///< as the remoteness, but that the winner delays and the loser hastens; of play that comes to an end
  longest    ///< the most moves that both sides can make together
};

std::string_view name(ValueKind kind);

/// Values of all positions of a box, in its order, 4 bytes each. Plain data.
struct Table {
  /// The cell of a position that is not valid.
  static constexpr std::uint32_t kInvalid = 0xFFFFFFFF;
  /// Grundy tables: the cell of a position whose nimber is infinite or loony, which then stands in `loopy`.
  /// Remoteness tables: the cell of a draw; of the longest play, where play need not end.
  static constexpr std::uint32_t kInfinite = 0xFFFFFFFE;

  Box box;
  ValueKind kind = ValueKind::grundy;
  /// Grundy values, numbers of moves, or outcomes as their enumerators' numbers.
  std::vector<std::uint32_t> cells;
  std::map<std::uint64_t, Nimber> loopy;

  bool valid(std::uint64_t index) const { return cells[index] != kInvalid; }
  /// Of a valid cell of a Grundy table.
  Nimber nimber(std::uint64_t index) const {
    return cells[index] == kInfinite ? loopy.at(index) : Nimber(Grundy{cells[index]});
  }
  /// Of a valid cell of an outcome table.
  Outcome outcome(std::uint64_t index) const { return static_cast<Outcome>(cells[index]); }
  /// Of a valid cell of a remoteness table; absent for a draw.
  std::optional<Remoteness> remoteness(std::uint64_t index) const {
    if (cells[index] == kInfinite) return std::nullopt;
    return cells[index];
  }
};

/// What the cells of a table of `box` take; as much as can be said where that does not fit.
std::size_t bytes_of_cells(const Box& box);
/// A table in which no position is valid. Throws Interrupted.
Table empty_table(const Box& box, ValueKind kind, const Budget& budget);

}  // namespace bouton
