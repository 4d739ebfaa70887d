// Which positions must be solved for a given box, and in which order.
#pragma once

#include <optional>
#include <vector>

#include "engine/base/result.h"
#include "engine/position/box.h"
#include "engine/position/domain.h"
#include "engine/program/analysis/ranges.h"
#include "engine/program/move_program.h"

namespace bouton {

/// A box that holds all options of its positions, as far as they are in the domain, and what the program can compute
/// for positions of it.
struct Region {
  Box box;
  Ranges ranges;
};

/// The box of the lower corner whose sides are shorter by the factor `part`, at most 1.
Box lower_corner(const Box& box, double part);

/// What each coordinate may be in a box.
std::vector<Interval> intervals(const Box& box);

/// Why the ranges do not exclude that an expression wraps around; nothing where they do.
std::optional<Refusal> may_wrap(const MoveProgram& program, const Ranges& ranges);

/// The least such region around `asked` that interval analysis finds; refused where a coordinate has no bound, where an
/// expression might wrap around, or where an option has another number of coordinates than its position (a list that
/// grows or shrinks): every OptionRange of a Region has as many as its box.
Result<Region> find_region(const MoveProgram& program, const Domain& domain, const Box& asked);

/// The greatest values of the region's coordinates where `axis` is left out of the fixpoint (its range stays that of
/// `asked`); options may lead outside along that axis alone.
Result<Region> find_region_without(const MoveProgram& program, const Domain& domain, const Box& asked, std::size_t axis);

/// An order of positions in which every option comes before the position it is an option of.
struct SolveOrder {
  enum class Kind {
    lexicographic,  ///< by `axes`, the first deciding first
    sum             ///< by the sum of all coordinates
  };
  struct Key {
    std::size_t axis;
    bool descending;  ///< options have the greater coordinate
  };
  Kind kind = Kind::lexicographic;
  std::vector<Key> axes;  ///< all axes, each once
};

/// Such an order for all positions of the region, or why none was found (the game may be loopy). Prefers the order
/// of the box.
Result<SolveOrder> find_order(const MoveProgram& program, const Region& region);

}  // namespace bouton
