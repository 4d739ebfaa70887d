// What a search may cost, as counts.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "engine/base/costs.h"
#include "engine/base/whole_part.h"

namespace bouton {

/// How much one search may do before it gives up: counted, so that it ends at the same place on every machine.
struct Effort {
  std::uint64_t positions = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t options = std::numeric_limits<std::uint64_t>::max();

  /// About what a search of a rule that runs natively does in so many seconds.
  static Effort worth(double seconds) {
    return {whole_part(kPositionsASecond * seconds), whole_part(kOptionsASecond * seconds)};
  }
  bool unlimited() const { return positions == std::numeric_limits<std::uint64_t>::max(); }
  /// What has an estimated cost instead of a count is within the effort up to this.
  double seconds() const {
    if (unlimited()) return std::numeric_limits<double>::infinity();
    return std::max(static_cast<double>(positions) / kPositionsASecond, static_cast<double>(options) / kOptionsASecond);
  }
  bool covers(const Effort& other) const { return positions >= other.positions && options >= other.options; }
  /// What both allow.
  Effort capped(const Effort& other) const { return {std::min(positions, other.positions), std::min(options, other.options)}; }

 private:
  static constexpr double kPositionsASecond = 1 / costs::kSearchPosition;
  static constexpr double kOptionsASecond = 1 / costs::kSearchOption;
};

}  // namespace bouton
