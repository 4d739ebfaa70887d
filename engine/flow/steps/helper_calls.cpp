#include "engine/flow/steps/helper_calls.h"

#include <algorithm>
#include <limits>

#include "engine/base/refusal.h"
#include "engine/flow/flow_row.h"
#include "engine/position/position.h"

namespace bouton {

void StepWork::end() { throw Refusal{"looking for a fixed set of steps would take longer than the table"}; }

HelperCalls::Helper& HelperCalls::helper(std::uint32_t number) {
  std::unique_ptr<Helper>& found = helpers_[number];
  if (found) return *found;
  const FlowFunction& function = program_.functions[number];
  if (calls_name_options(program_)) throw Refusal{"a function that is called names options"};
  const std::uint32_t arguments = function.parameters, results = function.results;
  const std::uint32_t dimensions = std::max({arguments, results, std::uint32_t{1}});
  if (dimensions > kMostFlowDimensions) throw Refusal{"a function of many numbers"};
  found = std::make_unique<Helper>();
  FlowProgram& program = found->program;
  program = program_;
  program.dimensions = dimensions;
  FlowCall call{.function = number};
  FlowOption option;
  for (std::uint32_t i = 0; i < arguments; ++i) call.arguments.push_back(FlowOperand::of_register(i));
  for (std::uint32_t i = 0; i < dimensions; ++i) {
    if (i < results) call.results.push_back(dimensions + i);
    option.to.push_back(i < results ? FlowOperand::of_register(dimensions + i) : FlowOperand::constant(0));
  }
  FlowBlock block;
  block.instructions = {{.op = FlowOp::call, .index = static_cast<std::uint32_t>(program.calls.size())},
                        {.op = FlowOp::option}};
  program.calls.push_back(std::move(call));
  program.options = {std::move(option)};
  program.functions[0] = {.parameters = dimensions, .registers = dimensions + results, .blocks = {std::move(block)}};
  found->lister = std::make_unique<OptionLister>(program, may_compile_);
  return *found;
}

HelperCalls::Integers HelperCalls::results(std::uint32_t function, const Integers& arguments) {
  OptionLister& lister = *helper(function).lister;
  Position position{PositionView(arguments)};
  while (position.size() < helpers_[function]->program.dimensions) position.push_back(0);
  constexpr std::uint64_t kTick = 4, kCall = 4;
  const std::uint64_t most = std::min<std::uint64_t>(work_.left() / kTick, std::numeric_limits<std::int32_t>::max());
  const FlowStatus status = lister.list(position, static_cast<std::int64_t>(most));
  work_.take(kCall + kTick * static_cast<std::uint64_t>(std::max<std::int64_t>(lister.ticks(), 0)));
  if (status == FlowStatus::ticks_out) work_.take(work_.left() + 1);
  if (status != FlowStatus::done) throw Refusal{"an error that may be raised"};
  const PositionView named = lister.listed().part(0);
  return {named.begin(), named.begin() + program_.functions[function].results};
}

}  // namespace bouton
