#include "engine/conjecture/evidence.h"

#include <algorithm>

namespace bouton {

std::uint32_t ValueGrid::at(const std::vector<std::size_t>& indices) const {
  std::size_t index = 0;
  for (std::size_t i = 0; i < lengths.size(); ++i) index = index * lengths[i] + indices[i];
  return values[index];
}

bool ValueGrid::complete() const { return std::ranges::find(values, kNone) == values.end(); }

std::optional<ConjectureCheck> checked(const ValueGrid& grid, const Position& low,
                                       const std::function<bool(const std::vector<std::size_t>&)>& fits) {
  ConjectureCheck check;
  std::vector<std::size_t> indices(grid.lengths.size(), 0);
  Coordinate least_greatest = 0;
  for (std::size_t index = 0; index < grid.values.size(); ++index) {
    bool learnt = true;
    Position position;
    for (std::size_t i = 0; i < indices.size(); ++i) {
      learnt = learnt && indices[i] < grid.lengths[i] / 2;
      position.push_back(low[i] + static_cast<Coordinate>(indices[i]));
    }
    const Coordinate greatest = *std::ranges::max_element(position);
    check.holds_to = std::max(check.holds_to, greatest);
    if (!learnt) ++check.positions;
    if (!fits(indices)) {
      if (learnt) return std::nullopt;
      if (!check.failure || greatest < least_greatest) {
        check.failure = position;
        least_greatest = greatest;
      }
    }
    for (std::size_t i = indices.size(); i-- > 0;) {
      if (++indices[i] < grid.lengths[i]) break;
      indices[i] = 0;
    }
  }
  if (check.failure) check.holds_to = least_greatest - 1;
  return check;
}

}  // namespace bouton
