#include "engine/flow/analysis/natural_loops.h"

#include <gtest/gtest.h>

namespace bouton {
namespace {

FlowTerminator onward(std::uint32_t to) { return {.kind = FlowTerminator::Kind::jump, .then = to}; }
FlowTerminator either(std::uint32_t then, std::uint32_t otherwise) {
  return {.kind = FlowTerminator::Kind::branch, .then = then, .otherwise = otherwise};
}

FlowFunction function_of(const std::vector<FlowTerminator>& ends) {
  FlowFunction function;
  for (const FlowTerminator& end : ends) function.blocks.push_back({{}, end});
  return function;
}

TEST(NaturalLoops, AreFoundFromTheInnermostOn) {
  // 0 -> 1 (2 -> 3 (4 -> 3) -> 1) -> 5
  const FlowFunction function = function_of({onward(1), either(2, 5), onward(3), either(4, 1), onward(3), {}});
  const std::vector<NaturalLoop> loops = find_loops(function);
  ASSERT_EQ(loops.size(), 2U);
  EXPECT_EQ(loops[0].head, 3U);
  EXPECT_EQ(loops[0].body, (BlockSet{false, false, false, true, true, false}));
  EXPECT_EQ(loops[0].entries, (std::vector<std::uint32_t>{2}));
  EXPECT_EQ(loops[1].head, 1U);
  EXPECT_EQ(loops[1].body, (BlockSet{false, true, true, true, true, false}));
  EXPECT_EQ(loops[1].entries, (std::vector<std::uint32_t>{0}));
}

TEST(NaturalLoops, AreWrittenWholeBeforeWhatFollowsThem) {
  // The loop's block 4 stands behind the end, and 3 cannot be reached.
  const FlowFunction function = function_of({onward(1), either(4, 2), {}, onward(1), onward(1)});
  EXPECT_EQ(block_order(function, find_loops(function)), (std::vector<std::uint32_t>{0, 1, 4, 2}));
}

TEST(NaturalLoops, HaveOneEntrance) {
  // 1 and 2 lead to each other, and both are entered from 0.
  const FlowFunction function = function_of({either(1, 2), onward(2), either(1, 3), {}});
  EXPECT_TRUE(find_loops(function).empty());
  EXPECT_EQ(block_order(function, {}).size(), 4U);
}

}  // namespace
}  // namespace bouton
