// The control flow of a function's code: where jumps lead, and where loops begin.
#pragma once

#include <map>
#include <vector>

#include "bindings/lua/lift/bytecode/dump_format.h"

namespace bouton::lua {

class ControlFlow {
 public:
  /// `function` must outlive this object. O(size of its code).
  explicit ControlFlow(const FunctionPrototype& function);

  /// Whether control can come to `pc` from elsewhere than the instruction before it.
  bool is_join(int pc) const { return joins_[static_cast<std::size_t>(pc)]; }
  /// The pc of the last jump back to `pc`, or -1: then it is not a head of a `while`, `repeat` or loop of gotos.
  int last_back_edge(int pc) const;
  /// Where control gets to from `pc` by unconditional jumps alone.
  int skip_jumps(int pc) const;

 private:
  const FunctionPrototype& function_;
  std::vector<bool> joins_;
  std::map<int, int> back_edges_;
};

}  // namespace bouton::lua
