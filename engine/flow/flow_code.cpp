#include "engine/flow/flow_code.h"

#include <algorithm>
#include <map>
#include <utility>

#include "engine/flow/flow_row.h"

namespace bouton {
namespace {

FlowStepOp step_of(FlowOp op) { return static_cast<FlowStepOp>(op); }
static_assert(static_cast<int>(FlowStepOp::max) == static_cast<int>(FlowOp::max));
static_assert(static_cast<int>(FlowStepOp::element) == static_cast<int>(FlowOp::element));
static_assert(static_cast<int>(FlowStepOp::tick) == static_cast<int>(FlowOp::tick));

FlowStepOp step_of(FlowCondition condition) {
  return static_cast<FlowStepOp>(static_cast<int>(FlowStepOp::if_equal) + static_cast<int>(condition));
}

class Layout {
 public:
  Layout(const FlowProgram& program, const FlowFunction& function, FlowCode& code)
      : program_(program), function_(function), code_(code) {
    laid_out_.registers = function.registers;
  }

  FlowCodeFunction run() {
    begins_.assign(function_.blocks.size(), kNowhere);
    open_.push_back(0);
    while (!open_.empty()) {
      std::uint32_t block = open_.back();
      open_.pop_back();
      // As far as possible each block is followed by one that it leads to.
      while (begins_[block] == kNowhere) {
        begins_[block] = static_cast<std::uint32_t>(laid_out_.steps.size());
        for (const FlowInstruction& i : function_.blocks[block].instructions) add(i);
        const FlowTerminator& end = function_.blocks[block].end;
        add(end);
        if (end.kind == FlowTerminator::Kind::branch) open_.push_back(end.then);
        if (end.kind == FlowTerminator::Kind::branch) block = end.otherwise;
        else if (end.kind == FlowTerminator::Kind::jump) block = end.then;
        else break;
        if (begins_[block] != kNowhere) jump_to(block);
      }
    }
    for (const auto& [step, block] : to_blocks_) laid_out_.steps[step].to = begins_[block];
    return std::move(laid_out_);
  }

 private:
  static constexpr std::uint32_t kNowhere = 0xFFFFFFFF;

  std::uint32_t reg(const FlowOperand& operand) {
    if (!operand.is_constant) return operand.number();
    const auto [at, is_new] =
        constants_.emplace(operand.value, static_cast<std::uint32_t>(function_.registers + laid_out_.constants.size()));
    if (is_new) laid_out_.constants.push_back(operand.value);
    return at->second;
  }
  std::vector<std::uint32_t> regs(const std::vector<FlowOperand>& operands) {
    std::vector<std::uint32_t> all;
    for (const FlowOperand& operand : operands) all.push_back(reg(operand));
    return all;
  }
  void jump_to(std::uint32_t block) {
    to_blocks_.emplace_back(laid_out_.steps.size(), block);
    laid_out_.steps.push_back({FlowStepOp::jump});
  }

  void add_option(const FlowOption& option) {
    FlowCodeOption laid{option_head(option), regs(option.to), option.part};
    const std::vector<std::uint32_t> arguments = regs(option.label_arguments);
    laid.to.insert(laid.to.end(), arguments.begin(), arguments.end());
    code_.options.push_back(std::move(laid));
  }

  void add(const FlowInstruction& i) {
    FlowStep step{step_of(i.op), i.to, reg(i.a), reg(i.b)};
    switch (i.op) {
      case FlowOp::tick: break;
      case FlowOp::element: step.b = i.index; break;
      case FlowOp::option:
        step.a = static_cast<std::uint32_t>(code_.options.size());
        add_option(program_.options[i.index]);
        break;
      case FlowOp::call: {
        const FlowCall& call = program_.calls[i.index];
        step.a = static_cast<std::uint32_t>(code_.calls.size());
        code_.calls.push_back({call.function, regs(call.arguments), call.results});
        break;
      }
      default: break;
    }
    laid_out_.steps.push_back(step);
  }

  void add(const FlowTerminator& end) {
    switch (end.kind) {
      case FlowTerminator::Kind::jump: break;
      case FlowTerminator::Kind::branch: {
        to_blocks_.emplace_back(laid_out_.steps.size(), end.then);
        laid_out_.steps.push_back({step_of(end.condition), 0, reg(end.a), reg(end.b)});
        break;
      }
      case FlowTerminator::Kind::finish: {
        const auto first = static_cast<std::uint32_t>(laid_out_.results.size());
        for (const FlowOperand& result : end.results) laid_out_.results.push_back(reg(result));
        laid_out_.steps.push_back({FlowStepOp::finish, 0, first, static_cast<std::uint32_t>(end.results.size())});
        break;
      }
      case FlowTerminator::Kind::trap: laid_out_.steps.push_back({FlowStepOp::trap}); break;
    }
  }

  const FlowProgram& program_;
  const FlowFunction& function_;
  FlowCode& code_;
  FlowCodeFunction laid_out_;
  std::map<std::int64_t, std::uint32_t> constants_;
  std::vector<std::uint32_t> begins_, open_;
  std::vector<std::pair<std::size_t, std::uint32_t>> to_blocks_;
};

}  // namespace

FlowCode lay_out(const FlowProgram& program) {
  FlowCode code;
  code.dimensions = program.dimensions;
  code.cells = program.cells;
  code.lists = program.lists;
  const std::vector<int> remembered = remembered_numbers(program);
  for (const FlowFunction& function : program.functions) {
    code.functions.push_back(Layout(program, function, code).run());
    code.functions.back().remembered = remembered[code.functions.size() - 1];
    code.greatest_frame = std::max(code.greatest_frame, code.functions.back().frame());
  }
  return code;
}

}  // namespace bouton
