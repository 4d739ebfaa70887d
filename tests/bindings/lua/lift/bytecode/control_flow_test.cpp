#include "bindings/lua/lift/bytecode/control_flow.h"

#include <set>

#include <gtest/gtest.h>

namespace bouton::lua {
namespace {

/// The code of a chunk; empty where it does not compile.
FunctionPrototype compiled(const std::string& source) {
  lua_State* L = luaL_newstate();
  std::optional<FunctionPrototype> function;
  if (luaL_loadbufferx(L, source.data(), source.size(), "=chunk", "t") == LUA_OK) function = read_function(L, -1);
  lua_close(L);
  return function.value_or(FunctionPrototype());
}

/// Where control may go from an instruction, by the reference of the virtual machine (lopcodes.h).
std::set<int> successors(const FunctionPrototype& function, int pc) {
  const Instruction& i = function.code[static_cast<std::size_t>(pc)];
  switch (i.op) {
    case Opcode::JMP: return {pc + 1 + i.bx};
    case Opcode::FORLOOP: return {pc + 1, pc + 1 - i.bx};
    case Opcode::FORPREP: return {pc + 1, pc + 2 + i.bx};
    case Opcode::TFORPREP: return {pc + 1 + i.bx};
    case Opcode::TFORLOOP: return {pc + 1, pc + 1 - i.bx};
    case Opcode::LFALSESKIP: return {pc + 2};
    case Opcode::RETURN:
    case Opcode::RETURN0:
    case Opcode::RETURN1: return {};
    default: break;
  }
  const bool tests = (i.op >= Opcode::EQ && i.op <= Opcode::TESTSET);
  return tests ? std::set{pc + 1, pc + 2} : std::set{pc + 1};
}

const std::string kChunks[] = {
    "local a = ... if a > 1 then a = 2 else a = 3 end return a",
    "local a = ... while a > 1 do a = a - 1 if a == 5 then break end end return a",
    "local a = ... repeat a = a - 1 until a < 0 or a == 7 return a and 1 or 2",
    "local a = ... for i = 1, a do for j = i, 2, -1 do if i == j then goto on end a = a + j ::on:: end end",
    "for i, v in ipairs({ 1, 2 }) do if v then return not i end end",
    "local a = ... ::again:: a = a + 1 if a < 9 then goto again end while true do while a do a = nil end break end",
};

TEST(ControlFlow, EveryTargetOfAJumpIsAJoin) {
  for (const std::string& source : kChunks) {
    const FunctionPrototype function = compiled(source);
    ASSERT_FALSE(function.code.empty()) << source;
    const ControlFlow flow(function);
    for (int pc = 0; pc < static_cast<int>(function.code.size()); ++pc)
      for (const int next : successors(function, pc)) EXPECT_TRUE(next == pc + 1 || flow.is_join(next)) << source << ", " << pc;
  }
}

TEST(ControlFlow, StraightCodeHasNoJoins) {
  const FunctionPrototype function = compiled("local a, b = ... a = a + b * 2 b = { a, b } return #b");
  const ControlFlow flow(function);
  for (int pc = 0; pc < static_cast<int>(function.code.size()); ++pc) EXPECT_FALSE(flow.is_join(pc)) << pc;
}

TEST(ControlFlow, OnlyHeadsOfLoopsHaveABackEdge) {
  for (const std::string& source : kChunks) {
    const FunctionPrototype function = compiled(source);
    const ControlFlow flow(function);
    for (int head = 0; head < static_cast<int>(function.code.size()); ++head) {
      int last = -1;
      for (int pc = head; pc < static_cast<int>(function.code.size()); ++pc)
        if (function.code[static_cast<std::size_t>(pc)].op == Opcode::JMP && successors(function, pc).contains(head)) last = pc;
      EXPECT_EQ(flow.last_back_edge(head), last) << source << ", " << head;
    }
  }
}

TEST(ControlFlow, SkipsJumpsToJumps) {
  FunctionPrototype function;
  const auto jump = [](int by) { return Instruction{.op = Opcode::JMP, .bx = by}; };
  function.code = {jump(1), {.op = Opcode::MOVE}, jump(1), jump(-3), {.op = Opcode::RETURN0}, jump(-1)};
  const ControlFlow flow(function);
  EXPECT_EQ(flow.skip_jumps(0), 4);
  EXPECT_EQ(flow.skip_jumps(3), 1);
  EXPECT_EQ(flow.skip_jumps(4), 4);
  EXPECT_EQ(flow.skip_jumps(5), 5);  // a jump to itself has no end
}

}  // namespace
}  // namespace bouton::lua
