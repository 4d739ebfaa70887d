#include "bindings/lua/lift/bytecode/control_flow.h"

#include <algorithm>

namespace bouton::lua {

ControlFlow::ControlFlow(const FunctionPrototype& function) : function_(function), joins_(function.code.size() + 1) {
  const auto join = [&](int pc) { joins_[static_cast<std::size_t>(pc)] = true; };
  for (int pc = 0; pc < static_cast<int>(function.code.size()); ++pc) {
    switch (function.code[static_cast<std::size_t>(pc)].op) {
      case Opcode::JMP: {
        const int target = function.target(pc);
        join(target);
        if (target <= pc) {
          int& last = back_edges_[target];
          last = std::max(last, pc);
        }
        break;
      }
      case Opcode::FORPREP:
      case Opcode::FORLOOP:
      case Opcode::TFORPREP:
      case Opcode::TFORLOOP:
        join(function.target(pc));
        join(pc + 1);
        break;
      case Opcode::LFALSESKIP: join(pc + 2); break;
      default:
        if (is_test(function.code[static_cast<std::size_t>(pc)].op)) join(pc + 2);
        break;
    }
  }
}

int ControlFlow::last_back_edge(int pc) const {
  const auto found = back_edges_.find(pc);
  return found == back_edges_.end() ? -1 : found->second;
}

int ControlFlow::skip_jumps(int pc) const {
  constexpr int kMostJumps = 100;  // a loop of jumps alone has no end
  for (int i = 0; i < kMostJumps && function_.code[static_cast<std::size_t>(pc)].op == Opcode::JMP; ++i)
    pc = function_.target(pc);
  return pc;
}

}  // namespace bouton::lua
