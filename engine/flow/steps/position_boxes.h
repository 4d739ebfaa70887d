// Positions of a region as few boxes: what is known of a position where control flow has come to.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/flow/flow_row.h"
#include "engine/position/box.h"

namespace bouton {

/// A set of positions, or a little more: where it would take many boxes, it is the least box around them. Of
/// kMostFlowDimensions coordinates at most.
class PositionBoxes {
 public:
  struct Part {
    std::array<std::int64_t, kMostFlowDimensions> low{}, high{};
    friend bool operator==(const Part&, const Part&) = default;
  };

  explicit PositionBoxes(std::size_t dimensions) : dimensions_(dimensions) {}
  explicit PositionBoxes(const Box& box);

  bool empty() const { return parts_.empty(); }
  const std::vector<Part>& parts() const { return parts_; }

  /// Takes those out whose coordinate lies from `low` to `high`. O(boxes).
  PositionBoxes take(std::size_t coordinate, std::int64_t low, std::int64_t high);
  /// O(boxes) where they become one with the new ones, else up to O(boxes squared); there are a dozen at most.
  void add(const PositionBoxes& other);

 private:
  void add(Part part);
  bool join(const Part& from, Part& to) const;
  bool is_covered(const Part& part, std::size_t first) const;
  std::optional<Part> grown(const Part& a, const Part& b) const;

  std::size_t dimensions_;
  std::vector<Part> parts_;
};

}  // namespace bouton
