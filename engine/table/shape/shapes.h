// The shapes of rules that a kernel exists for, found in the families of a MoveProgram. Never by a game's name.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/program/analysis/move_families.h"
#include "engine/table/shape/region.h"

namespace bouton {

/// Options position - offset - k * step, for k = 0, 1, ...
struct RayFamily {
  int line = 0;
  std::vector<std::int64_t> offset;
  std::vector<std::int64_t> step;    ///< all 0 for a single option
  std::optional<std::int64_t> most;  ///< so many k at most; without it, as many as stay in `targets`
  std::vector<Interval> targets;     ///< only options inside exist, coordinate by coordinate
  std::vector<Guard> guards;         ///< of the position alone

  bool is_single() const;
};

/// Every option lies on a ray from its position. Offsets lead to earlier positions of the box; so do steps.
struct Rays {
  MoveProgram program;  ///< whose expressions the guards are
  std::vector<RayFamily> families;
};
Result<Rays> find_rays(const MoveFamilies& families, const Region& region);
/// The same families wherever they lead, single options alone included.
Result<std::vector<RayFamily>> find_ray_families(const MoveFamilies& families, const Region& region);

/// Along one axis every move is a shift by an amount that does not depend on that axis, and is at least 1: from row q
/// (the position without the axis), option (row, coordinate - shift), for coordinates within bounds that depend on
/// the row alone. Which rows and shifts these are is found row by row: see RowMoves.
struct RowShifts {
  MoveProgram program;
  std::vector<Family> families;
  std::size_t axis = 0;
};
Result<RowShifts> find_row_shifts(const MoveFamilies& families, const Region& region);

/// One option of all positions of a row whose coordinate along the axis is in `where`.
struct RowMove {
  Position row;  ///< the option without the axis
  std::int64_t shift = 0;
  Interval where;
};
/// The options of the positions of one row, `row` without the axis; nothing where an expression traps or there are
/// more than `most`.
std::optional<std::vector<RowMove>> row_moves(const RowShifts& shape, PositionView row, std::size_t most);

/// A coordinate that only bounds a loop from above: raising it keeps all options. A position is then P exactly if
/// the coordinate is below a threshold that depends on the others.
struct Thresholds {
  MoveProgram program;
  std::size_t axis = 0;
  struct Options {
    Family family;
    /// The loop that the axis bounds, if any; then the axis must be at least
    /// ceil((divisor * t - rest) / coefficient) for each of `bounds`.
    std::optional<std::size_t> loop;
    struct Bound {
      Affine rest;  ///< of the other coordinates
      std::int64_t coefficient = 1, divisor = 1;
    };
    std::vector<Bound> bounds;
    /// The loop's other bounds: t <= floor(sum / divisor).
    std::vector<Quotient> others;
  };
  std::vector<Options> families;
};
Result<Thresholds> find_thresholds(const MoveFamilies& families, std::size_t dimensions);

}  // namespace bouton
