#include "engine/heap/values/position_window.h"

#include <algorithm>
#include <cstring>

namespace bouton {

PositionWindow::PositionWindow(const GrundyValues& values, std::uint64_t end, std::size_t limit, std::size_t reach)
    : limit_(limit), reach_(reach), stride_(bytes_of_plane(reach)), planes_(limit * stride_), recent_(limit) {
  base_ = end > reach ? (end - reach) / 64 * 64 : 0;
  end_ = std::max<std::uint64_t>(base_, 1);
  values.visit([&](auto list) {
    while (end_ < end) add(list[end_]);
  });
}

void PositionWindow::take_back(std::span<const Grundy> values) {
  end_ -= values.size();
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::uint64_t bit = end_ + i - base_;
    planes_[values[i] * stride_ + bit / 8] &= static_cast<std::uint8_t>(~(1 << bit % 8));
    recent_[values[i]] -= 1;
    recent_total_ -= 1;
  }
}

/// Where the next heaps would not fit, forgets all but the last reach() ones.
void PositionWindow::make_room(std::size_t heaps) {
  if (end_ + heaps - base_ <= 8 * stride_ - kMargin) return;
  const std::uint64_t gone = (end_ - reach_) / 64 * 64 - base_;
  for (std::size_t value = 0; value < limit_; ++value) {
    std::uint8_t* plane = planes_.data() + value * stride_;
    std::memmove(plane, plane + gone / 8, stride_ - gone / 8);
    std::memset(plane + stride_ - gone / 8, 0, gone / 8);
  }
  base_ += gone;
  for (float& count : recent_) count /= 2;
  recent_total_ /= 2;
}

}  // namespace bouton
