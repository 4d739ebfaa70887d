// Orders in which the positions of a box may be solved, of which one is guessed from a few positions.
//
// A guess, not a proof: whoever solves positions in such an order notices an option that has not been solved, and solves it
// first. So a wrong guess costs time and nothing else.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "engine/position/box.h"
#include "engine/position/position.h"
#include "engine/table/shape/region.h"

namespace bouton {

/// Neighbouring positions of an order: `first`, then `count` - 1 more, each by `step` from the one before.
struct OrderedRow {
  Position first, step;
  std::uint64_t count = 0;
};

/// Counts how many options do not come before their positions, for each of some orders.
class OrderGuess {
 public:
  explicit OrderGuess(std::size_t dimensions);

  void see(PositionView position, PositionView option);
  /// The order with the fewest such options; that of the box where it is as good as any.
  SolveOrder best() const;

 private:
  std::vector<SolveOrder> orders_;
  std::vector<std::uint64_t> wrong_;
};

/// The step of all rows of the order.
Position row_step(const SolveOrder& order, std::size_t dimensions);

/// Calls `visit` with rows that hold every position of the box once, in the order.
void visit_rows(const Box& box, const SolveOrder& order, const std::function<void(const OrderedRow&)>& visit);

}  // namespace bouton
