// Outcomes and remoteness of rules whose moves are rays.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "engine/base/budget.h"
#include "engine/base/refusal.h"
#include "engine/rules/rules.h"
#include "engine/table/rays/ray_rows.h"
#include "engine/table/shape/shapes.h"

namespace bouton {

/// Whether the functions below take these rays over the box: windows must not be long.
std::optional<Refusal> check_ray_outcomes(const Rays& rays, const Box& box);

/// Calls `visit` for each row of the box, in its order, with the row's first position and a bit for each position
/// (1: P). A row's bits are the NOR of bit rows, one for each direction: whether the line has met a P-position yet.
/// O(positions / 64) word operations a direction; memory for a few rows (in more than two dimensions, planes).
/// `play` is normal or misère. The box must hold all options of its positions. False if a guard has no value.
/// With `part`, of one slab of the box: rows with the halo's columns before the slab's. Where slab_reach of the families
/// refuses, there are no slabs.
bool ray_outcome_rows(const Rays& rays, const Box& box, Play play, const Budget& budget,
                      const std::function<void(PositionView row, const std::uint64_t* bits)>& visit,
                      const ResumableRows& resumable = {}, const SlabPart* part = nullptr);
/// About how many bytes the rows take.
std::size_t ray_outcome_rows_memory(const Rays& rays, const Box& box);

/// The remoteness likewise: each line carries the least remoteness of its P-positions and the greatest of its N-positions.
/// O(positions) a direction; memory for as many rows as the options reach back.
bool ray_remoteness_rows(const Rays& rays, const Box& box, Play play, const Budget& budget,
                         const std::function<void(PositionView row, std::span<const std::uint32_t> cells)>& visit,
                         const ResumableRows& resumable = {}, const SlabPart* part = nullptr);
/// About how many bytes the rows take.
std::size_t ray_remoteness_rows_memory(const Rays& rays, const Box& box);

}  // namespace bouton
