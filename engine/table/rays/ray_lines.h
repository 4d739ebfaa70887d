// Ray families over the numbered cells of a box, and the lines that they run along.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/base/result.h"
#include "engine/position/box.h"
#include "engine/table/shape/shapes.h"
#include "engine/table/slabs/slab.h"

namespace bouton {

/// A ray family with coordinates counted from the low corner of a box. Every box is seen as planes of rows: the last
/// two axes are the plane's, those before are "outer"; a box of one dimension is one row.
struct BoxRay {
  std::vector<std::int64_t> offset, step;
  std::int64_t most = 0;  ///< options at most, also as many as the box has room for
  bool single = false;    ///< one option, at `offset`
  bool windowed = false;  ///< `most` is fewer than the box has room for
  /// Every position on the line before this one is an option: offset == step, and neither `most` nor `low` and
  /// `high` leave any out.
  bool plain = false;
  std::vector<std::int64_t> low, high;  ///< options are inside, both included
  std::vector<Guard> guards;
  std::int64_t cell_offset = 0, cell_step = 0;  ///< offset and step in numbers of cells
};

/// The shape of a box as planes of rows.
struct PlaneShape {
  std::vector<std::int64_t> outer;  ///< lengths of the outer axes
  std::int64_t rows = 1, columns = 1;
  explicit PlaneShape(const Box& box);
  std::uint64_t planes() const;
};

/// The families of `rays` over `box`: with two axes at least (a first axis of length 1 is put before a single one).
/// Windows of a few options become as many single ones.
std::vector<BoxRay> box_rays(const Rays& rays, const Box& box);

/// The same for a slab of the box: the families of the whole box, with coordinates counted from the low corner of
/// slab.box(box), which must have two axes at least.
std::vector<BoxRay> slab_rays(const Rays& rays, const Box& box, const Slab& slab);
/// How many columns back the families of a box step, have their first options, or need values that were options; refused where
/// some lie to the right, or the box is a single row.
Result<std::int64_t> slab_reach(const std::vector<BoxRay>& rays, const Box& box);

/// The greatest number of options that a position of the box can have.
std::uint64_t most_options(const std::vector<BoxRay>& rays);

/// A bound on the number of moves of a play in the box: where every move lowers the sum of the coordinates, how often it can;
/// else one less than there are positions.
std::uint64_t longest_play(const std::vector<BoxRay>& rays, const Box& box);

/// A bound on the Grundy values of the box's positions: no value is greater than the number of options, nor than the number of
/// moves of the longest play.
std::uint64_t greatest_grundy(const std::vector<BoxRay>& rays, const Box& box);

/// A program whose result says whether all guards hold.
MoveProgram guard_program(const MoveProgram& program, const std::vector<Guard>& guards);

}  // namespace bouton
