// The jumps of a function's code.
#pragma once

#include <map>
#include <vector>

#include "bindings/lua/lift/bytecode/dump_format.h"

namespace bouton::lua {

class ControlFlow {
 public:
  explicit ControlFlow(const FunctionPrototype& function);

  /// Whether control can come to `pc` from elsewhere than the instruction before it.
  bool is_join(int pc) const { return joins_[static_cast<std::size_t>(pc)]; }
  /// The last jump back to `pc`, or -1: then no `while`, `repeat` or backward `goto` begins there.
  int last_back_edge(int pc) const;
  /// Where control gets to from `pc` through unconditional jumps.
  int skip_jumps(int pc) const;

 private:
  const FunctionPrototype& function_;
  std::vector<bool> joins_;
  std::map<int, int> back_edges_;
};

}  // namespace bouton::lua
