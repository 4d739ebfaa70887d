#include "engine/method/solvers/dense_box.h"

#include <algorithm>

namespace bouton {
namespace {

/// A region of this many cells is cheap, whatever is wanted of it; a larger one may be this many times as large as the
/// box that was asked for.
constexpr std::uint64_t kCheapCells = std::uint64_t{1} << 22;
constexpr std::uint64_t kProportion = 4;

}  // namespace

std::optional<Box> dense_box(const Domain& domain, const Box& box, std::uint64_t affordable) {
  const std::uint64_t in_proportion =
      box.size() > affordable / kProportion ? affordable : std::max(kCheapCells, kProportion * box.size());
  const std::uint64_t most = std::min(affordable, in_proportion);
  Position low = box.low();
  std::uint64_t cells = 1;
  bool fits = true;
  for (std::size_t i = 0; i < low.size() && fits; ++i) {
    const Coordinate least = domain.axis(i).least;
    if (least != kLeastCoordinate) low[i] = std::min(low[i], least);
    const std::uint64_t length = static_cast<std::uint64_t>(box.high()[i]) - static_cast<std::uint64_t>(low[i]) + 1;
    fits = length != 0 && length <= most / cells;
    cells *= length;
  }
  if (fits) return Box(std::move(low), box.high());
  if (box.size() <= affordable) return box;
  return std::nullopt;
}

}  // namespace bouton
