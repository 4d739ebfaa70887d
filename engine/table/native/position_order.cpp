#include "engine/table/native/position_order.h"

#include <algorithm>

namespace bouton {
namespace {

/// Whether `option` comes before `position`.
bool precedes(const SolveOrder& order, PositionView option, PositionView position) {
  if (order.kind == SolveOrder::Kind::sum) {
    // Only a guess: an overflow does no harm.
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < position.size(); ++i)
      sum += static_cast<std::uint64_t>(position[i]) - static_cast<std::uint64_t>(option[i]);
    return static_cast<std::int64_t>(sum) > 0;
  }
  for (const auto& [axis, descending] : order.axes) {
    if (option[axis] == position[axis]) continue;
    return (option[axis] < position[axis]) != descending;
  }
  return false;
}

void visit_sums(const Box& box, const std::function<void(const OrderedRow&)>& visit) {
  const std::size_t n = box.dimensions();
  // The least and the greatest sum of the coordinates from each one on.
  Position least, greatest;
  for (std::size_t i = 0; i <= n; ++i) {
    Coordinate low = 0, high = 0;
    for (std::size_t j = i; j < n; ++j) {
      low += box.low()[j];
      high += box.high()[j];
    }
    least.push_back(low);
    greatest.push_back(high);
  }
  OrderedRow row;
  row.first = box.low();
  row.step = row_step({SolveOrder::Kind::sum, {}}, n);
  const std::function<void(std::size_t, Coordinate)> from = [&](std::size_t axis, Coordinate rest) {
    const Coordinate first = std::max(box.low()[axis], rest - greatest[axis + 1]);
    const Coordinate last = std::min(box.high()[axis], rest - least[axis + 1]);
    if (first > last) return;
    if (axis == n - 2) {
      row.first[axis] = first;
      row.first[axis + 1] = rest - first;
      row.count = static_cast<std::uint64_t>(last - first) + 1;
      visit(row);
      return;
    }
    for (Coordinate value = first; value <= last; ++value) {
      row.first[axis] = value;
      from(axis + 1, rest - value);
    }
  };
  for (Coordinate sum = least[0]; sum <= greatest[0]; ++sum) from(0, sum);
}

}  // namespace

OrderGuess::OrderGuess(std::size_t dimensions) {
  constexpr std::size_t kMostPermuted = 3;
  std::vector<std::size_t> axes;
  for (std::size_t i = 0; i < dimensions; ++i) axes.push_back(i);
  do {
    for (const bool descending : {false, true}) {
      SolveOrder order;
      for (const std::size_t axis : axes) order.axes.push_back({axis, descending});
      orders_.push_back(std::move(order));
    }
  } while (dimensions <= kMostPermuted && std::next_permutation(axes.begin(), axes.end()));
  if (dimensions >= 2) orders_.push_back({SolveOrder::Kind::sum, {}});
  wrong_.assign(orders_.size(), 0);
}

void OrderGuess::see(PositionView position, PositionView option) {
  for (std::size_t i = 0; i < orders_.size(); ++i)
    if (!precedes(orders_[i], option, position)) ++wrong_[i];
}

SolveOrder OrderGuess::best() const {
  return orders_[static_cast<std::size_t>(std::ranges::min_element(wrong_) - wrong_.begin())];
}

Position row_step(const SolveOrder& order, std::size_t dimensions) {
  Position step;
  for (std::size_t i = 0; i < dimensions; ++i) step.push_back(0);
  if (order.kind == SolveOrder::Kind::sum) {
    step[dimensions - 2] = 1;
    step[dimensions - 1] = -1;
  } else {
    step[order.axes.back().axis] = order.axes.back().descending ? -1 : 1;
  }
  return step;
}

void visit_rows(const Box& box, const SolveOrder& order, const std::function<void(const OrderedRow&)>& visit) {
  if (order.kind == SolveOrder::Kind::sum) {
    visit_sums(box, visit);
    return;
  }
  OrderedRow row;
  const auto start = [&](const SolveOrder::Key& key) { return key.descending ? box.high()[key.axis] : box.low()[key.axis]; };
  row.first = box.low();
  for (const SolveOrder::Key& key : order.axes) row.first[key.axis] = start(key);
  row.step = row_step(order, box.dimensions());
  row.count = box.length(order.axes.back().axis);
  for (;;) {
    visit(row);
    std::size_t k = order.axes.size() - 1;
    for (; k > 0; --k) {
      const auto [axis, descending] = order.axes[k - 1];
      Coordinate& value = row.first[axis];
      if (value != (descending ? box.low()[axis] : box.high()[axis])) {
        value += descending ? -1 : 1;
        break;
      }
      value = start(order.axes[k - 1]);
    }
    if (k == 0) return;
  }
}

}  // namespace bouton
