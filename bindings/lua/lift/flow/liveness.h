// Which registers of a Lua function may still be read.
#pragma once

#include <bitset>
#include <vector>

#include "bindings/lua/lift/bytecode/dump_format.h"

namespace bouton::lua {

using RegisterSet = std::bitset<256>;

class Liveness {
 public:
  /// `function` must outlive this object. O(size of its code times the depth of its loops).
  explicit Liveness(const FunctionPrototype& function);

  /// The registers that the instruction at `pc`, or one after it, may read before they are set.
  const RegisterSet& before(int pc) const { return before_[static_cast<std::size_t>(pc)]; }
  /// Those that one after it may read.
  RegisterSet after(int pc) const;
  /// Those whose value, as it is before the instruction or behind it, may become the index of t[r] or of an assignment to it.
  const RegisterSet& indices_before(int pc) const { return indices_[static_cast<std::size_t>(pc)]; }
  RegisterSet indices_after(int pc) const;
  /// Of a FORPREP or FORLOOP: whether the body leaves the loop's variable as it is, so that it can count the rounds itself.
  bool counts_by_variable(int pc) const { return shared_[static_cast<std::size_t>(pc)]; }

 private:
  RegisterSet reads(int pc) const;
  RegisterSet sets(int pc) const;
  RegisterSet indexes(int pc) const;
  std::vector<int> successors(int pc) const;
  const Instruction& at(int pc) const { return function_.code[static_cast<std::size_t>(pc)]; }
  void find_shared();

  const FunctionPrototype& function_;
  std::vector<RegisterSet> before_;
  std::vector<bool> shared_;
  std::vector<RegisterSet> indices_;
  RegisterSet captured_;  ///< by functions that this one makes: always live
};

}  // namespace bouton::lua
