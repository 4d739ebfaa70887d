#include "engine/position/position.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace bouton {

void Position::reserve(std::size_t wanted) {
  if (wanted <= capacity_) return;
  const std::size_t capacity = std::max(wanted, 2 * capacity_);
  auto grown = std::make_unique<Coordinate[]>(capacity);
  std::copy_n(data(), size_, grown.get());
  heap_ = std::move(grown);
  capacity_ = capacity;
}

std::string to_string(PositionView position) { return fmt::format("{}", fmt::join(position, ",")); }

}  // namespace bouton
