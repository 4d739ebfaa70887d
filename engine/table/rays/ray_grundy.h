// Grundy values of rules whose moves are rays.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "engine/base/budget.h"
#include "engine/base/result.h"
#include "engine/table/batch/solved_region.h"
#include "engine/table/shape/shapes.h"
#include "engine/table/slabs/slab.h"

namespace bouton {

/// Whether the functions below take these rays over the box: windows must not be very long.
std::optional<Refusal> check_ray_grundy(const Rays& rays, const Box& box);

/// Roughly how many bytes ray_grundy takes in addition to the cells.
std::size_t ray_grundy_memory(const Rays& rays, const Box& box);

/// The Grundy values of all positions of the box, which must hold all options of its positions. Normal play.
/// Each line along a ray keeps the set of values on it so far; a value is the first that all lines through a position
/// lack: some nanoseconds a position, whatever the number of options. A rule that is symmetric in
/// two equal axes of a two-dimensional box is computed on one half. Uses budget.threads.
Result<SolvedRegion> ray_grundy(const Rays& rays, const Box& box, const Budget& budget);

/// Takes whole rows of cells, `row` the number of the first.
struct GrundyRowVisitor {
  std::function<void(std::uint64_t row, std::span<const std::uint16_t> cells)> narrow;
  std::function<void(std::uint64_t row, std::span<const std::uint32_t> cells)> wide;
};

/// The same values, which are handed on while others are found: each row once, in the order of the box, on the caller's thread,
/// all by `narrow` if every value fits into 16 bits, else all by `wide`. Keeps all cells until the end. False if a guard has no
/// value.
bool ray_grundy_by_rows(const Rays& rays, const Box& box, const Budget& budget, const GrundyRowVisitor& visitor);

/// How ray_grundy_stripes goes on with an earlier run: from the values that it found. All may be empty.
struct ResumableGrundyRows {
  std::uint64_t known_rows = 0;  ///< rows of the box, in its order, whose values read() tells and that are not visited
  /// The values of all rows from `row` on that fit.
  std::function<void(std::uint64_t row, std::span<std::uint32_t> cells)> read = {};
  /// Called when all rows before `next` have been visited.
  std::function<void(std::uint64_t next)> reached = {};
};

/// The same values, in the order of the box: calls `visit` with all cells of some rows, `row` the number of the first. Keeps
/// the lines and as many cells as the options of single moves and bounded rays reach back, and computes so many rows at once
/// (0: as many as keep the threads busy). False if a guard has no value.
/// With `part`, of one slab of the box: the rows' cells with the halo's before them, a band of rows of a plane at once. Where
/// slab_reach of the families refuses, there are no slabs.
bool ray_grundy_stripes(const Rays& rays, const Box& box, const Budget& budget,
                        const std::function<void(std::uint64_t row, std::span<const std::uint32_t> cells)>& visit,
                        const ResumableGrundyRows& resumable = {}, std::int64_t rows_at_once = 0,
                        const SlabPart* part = nullptr);
/// Roughly how many bytes the stripes take.
std::size_t ray_grundy_stripes_memory(const Rays& rays, const Box& box, unsigned threads);

}  // namespace bouton
