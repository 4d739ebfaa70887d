// The loops of a function of a FlowProgram, and which registers matter where.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "engine/flow/flow_program.h"

namespace bouton {

/// A natural loop: the blocks from which control comes back to its head without leaving by it.
struct FlowLoop {
  std::uint32_t head = 0;
  int parent = -1;             ///< the number of the innermost loop around it
  std::vector<bool> contains;  ///< by block, those of inner loops too
  std::vector<bool> assigns;   ///< by register
};

class LoopNest {
 public:
  /// Throws Refused where control jumps into the middle of a loop. O(blocks x (blocks + registers)) at most.
  LoopNest(const FlowProgram& program, const FlowFunction& function);

  /// The blocks that control comes to, each behind all that lead to it but by a jump back.
  const std::vector<std::uint32_t>& order() const { return order_; }
  const std::vector<FlowLoop>& loops() const { return loops_; }
  /// The innermost loop that a block is in; -1 for none.
  int loop_of(std::uint32_t block) const { return loop_of_[block]; }
  /// By register, whether it may be read from the begin of the block on before it is assigned.
  const std::vector<bool>& live(std::uint32_t block) const { return live_[block]; }

  /// The registers that a loop assigns to and reads in a later round, and what every round adds to each, where that is a
  /// constant. `constants` are the values of registers before the loop, as far as they are known. O(size of the loop).
  using Carried = std::map<std::uint32_t, std::optional<std::int64_t>>;
  Carried carried(const FlowLoop& loop, const std::vector<std::optional<std::int64_t>>& constants) const;

 private:
  std::vector<std::uint32_t> successors(std::uint32_t block) const;
  void find_order();
  void find_dominators();
  void find_loops();
  void find_live();
  bool dominates(std::uint32_t a, std::uint32_t b) const;

  const FlowProgram& program_;
  const FlowFunction& function_;
  std::vector<std::uint32_t> order_, place_;  ///< place_: by block, where it stands in the order
  std::vector<std::vector<std::uint32_t>> predecessors_;
  std::vector<std::uint32_t> dominator_;
  std::vector<FlowLoop> loops_;
  std::vector<int> loop_of_;
  std::vector<std::vector<bool>> live_;
};

}  // namespace bouton
