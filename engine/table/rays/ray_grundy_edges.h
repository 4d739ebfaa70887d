// What the Grundy values of a slab need of the slab on its left, and tell the one on its right.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/table/rays/ray_grundy_kernel-inl.h"
#include "engine/table/rays/ray_lines.h"
#include "engine/table/slabs/slab.h"

namespace bouton {

/// For each band of rows one message: of each row the values of its last columns, and for each direction that leads to the
/// right the lines through these that go on in the other slab. A line is put when the row comes where it enters.
class GrundyEdges {
 public:
  /// `families` as slab_rays makes them, `shape` that of the slab with its halo. All must outlive this object.
  GrundyEdges(const std::vector<BoxRay>& families, const PlaneShape& shape, const Slab& slab, SlabEdges& edges);

  /// Takes the message about the rows of a pass, and puts the halo's values among the cells of these rows.
  void hear(const ray_grundy_kernel::Pass& pass, std::span<std::uint32_t> cells);
  /// Puts the lines that enter in these rows.
  void enter(const ray_grundy_kernel::Pass& pass, ray_grundy_kernel::RayGrundy<std::uint32_t>& kernel);
  /// Tells of these rows when they are done.
  void tell(const ray_grundy_kernel::Pass& pass, std::span<const std::uint32_t> cells,
            const ray_grundy_kernel::RayGrundy<std::uint32_t>& kernel);

 private:
  std::uint64_t number_of(const ray_grundy_kernel::Pass& pass, std::int64_t row) const {
    return pass.plane * static_cast<std::uint64_t>(shape_.rows) + static_cast<std::uint64_t>(row);
  }
  /// The number of the row that a line comes to next from this one; nothing if it leaves the box.
  std::optional<std::uint64_t> row_after(std::uint64_t number, const BoxRay& ray) const;

  const std::vector<BoxRay>& families_;
  const PlaneShape& shape_;
  const Slab& slab_;
  SlabEdges& edges_;
  std::vector<std::size_t> crossing_;                                      ///< families whose lines lead to the right
  std::map<std::pair<std::uint64_t, std::size_t>, std::string> entering_;  ///< by the row's number and the family
};

}  // namespace bouton
