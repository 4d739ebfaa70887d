#include "engine/position/box.h"

#include <limits>

#include <fmt/format.h>

#include "engine/base/errors.h"

namespace bouton {

Box::Box(Position low, Position high) : low_(std::move(low)), high_(std::move(high)) {
  if (low_.size() != high_.size())
    throw RequestError(fmt::format("the corners of a box cannot have {} coordinates and {}", low_.size(), high_.size()));
  const std::size_t dimensions = low_.size();
  lengths_.resize(dimensions);
  strides_.resize(dimensions);
  for (std::size_t i = dimensions; i-- > 0;) {
    if (low_[i] > high_[i]) throw RequestError(fmt::format("the range {}:{} is empty", low_[i], high_[i]));
    const std::uint64_t length =
        static_cast<std::uint64_t>(high_[i]) - static_cast<std::uint64_t>(low_[i]) + 1;  // 0 for the whole of int64
    constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    if (length == 0 || length > kMost / size_)
      throw RequestError(fmt::format("the box from {} to {} holds too many positions", to_string(low_), to_string(high_)));
    lengths_[i] = length;
    strides_[i] = size_;
    size_ *= length;
  }
}

Position Box::position(std::uint64_t index) const {
  Position result(low_);
  for (std::size_t i = 0; i < lengths_.size(); ++i) {
    result[i] += static_cast<Coordinate>(index / strides_[i]);
    index %= strides_[i];
  }
  return result;
}

bool Box::next(Position& position) const {
  for (std::size_t i = position.size(); i-- > 0;) {
    if (position[i] < high_[i]) {
      ++position[i];
      return true;
    }
    position[i] = low_[i];
  }
  return false;
}

}  // namespace bouton
