#include "engine/rules/sample_box.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/base/errors.h"

namespace bouton {
namespace {

std::size_t dimensions_of(const Game& game) {
  const Domain& domain = game.rules->domain();
  if (!domain.is_piles()) return domain.dimensions();
  const std::size_t wanted = game.example ? std::min<std::size_t>(game.example->size(), 4) : 2;
  return std::clamp(wanted, domain.least_length(), domain.greatest_length());
}

/// Whether a box of that side has no more than so many positions.
bool fits(const Domain& domain, std::size_t dimensions, std::uint64_t side, std::uint64_t most) {
  std::uint64_t size = 1;
  for (std::size_t i = 0; i < dimensions && size <= most; ++i) {
    const Axis& axis = domain.axis(i);
    size *= std::min(side, static_cast<std::uint64_t>(axis.greatest) - static_cast<std::uint64_t>(axis.least)) + 1;
  }
  return size <= most;
}

/// The box of the least values and the `side` that follow them, as far as there are so many.
Box box_of_side(const Domain& domain, std::size_t dimensions, std::uint64_t side) {
  Position low;
  Position high;
  for (std::size_t i = 0; i < dimensions; ++i) {
    const Axis& axis = domain.axis(i);
    const std::uint64_t room = static_cast<std::uint64_t>(axis.greatest) - static_cast<std::uint64_t>(axis.least);
    low.push_back(axis.least);
    high.push_back(axis.least + static_cast<Coordinate>(std::min(side, room)));
  }
  return Box(low, high);
}

/// All states of the last cells, as many as have room; the first state of the others.
Box box_of_cells(const Domain& domain, std::uint64_t most) {
  Position low, high;
  for (std::size_t i = 0; i < domain.dimensions(); ++i) {
    low.push_back(0);
    high.push_back(0);
  }
  std::uint64_t size = 1;
  for (std::size_t i = domain.dimensions(); i-- > 0;) {
    size *= static_cast<std::uint64_t>(domain.axis(i).greatest) + 1;
    if (size > most) break;
    high[i] = domain.axis(i).greatest;
  }
  return Box(low, high);
}

}  // namespace

Box sample_box(const Game& game, std::uint64_t most) {
  const Domain& domain = game.rules->domain();
  if (domain.shape() != nullptr) return box_of_cells(domain, most);
  if (domain.is_terms())
    throw RequestError(fmt::format("the positions of {} are values of any form: there is no box of them", game.name));
  const std::size_t dimensions = dimensions_of(game);
  std::uint64_t side = 0;  // the greatest that fits lies from here on, and below `above`
  for (std::uint64_t above = std::max<std::uint64_t>(most, 1); above - side > 1;) {
    const std::uint64_t middle = side + (above - side) / 2;
    (fits(domain, dimensions, middle, most) ? side : above) = middle;
  }
  return box_of_side(domain, dimensions, side);
}

}  // namespace bouton
