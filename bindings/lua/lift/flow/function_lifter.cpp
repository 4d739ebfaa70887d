#include "bindings/lua/lift/flow/function_lifter.h"

#include <algorithm>

#include <fmt/format.h>

namespace bouton::lua {
namespace {

constexpr std::size_t kMostBlocks = 6000;
constexpr std::size_t kMostFlowInstructions = 40'000;
/// Versions of one instruction from which on the function is refused.
constexpr int kMostVersions = 1000;

}  // namespace

FunctionLifter::FunctionLifter(ProgramLifter& shared, const Signature& signature, const std::string& name, std::uint32_t number)
    : shared_(shared), signature_(signature), number_(number) {
  Frame frame;
  frame.callee = signature.callee;
  frame.prototype = signature.callee.kind == FlowValue::Kind::closure
                        ? shared.closures[static_cast<std::size_t>(signature.callee.data)].prototype
                        : shared.constants.prototype(signature.callee.value);
  frame.name = name;
  if (frame.prototype == nullptr) throw FlowRefusal{"a function whose code cannot be read", name, 0};
  if (frame.prototype->is_vararg)
    throw FlowRefusal{"a variable number of arguments (...)", name, frame.prototype->line_defined};
  frame.facts = &shared.facts(*frame.prototype);
  State state;
  state.registers.resize(static_cast<std::size_t>(frame.prototype->registers));
  const auto parameters = static_cast<std::size_t>(frame.prototype->parameters);
  for (std::size_t i = 0; i < parameters; ++i)
    state.registers[i] = i < signature.parameters.size() ? signature.parameters[i] : FlowValue::nil();
  for (const FlowValue& parameter : signature.parameters)
    if (parameter.is_in_register()) ++function_.parameters;
  if (signature.piles) {
    function_.parameters = static_cast<std::uint32_t>(signature.piles->size());
    state.lists.push_back({*signature.piles, true});
  }
  state.frames.push_back(std::move(frame));
  // Parameters come in the registers 0, 1, ...; from there they are taken home.
  const std::uint32_t first = new_block();
  begin(first);
  state_ = std::move(state);
  ended_ = false;
  go_to(0);
}

FlowFunction FunctionLifter::lift() {
  while (!open_.empty()) {
    Version version = std::move(open_.front());
    open_.pop_front();
    translate(std::move(version));
  }
  function_.results = 0;
  for (const FlowValue& result : results_)
    if (result.is_in_register()) ++function_.results;
  renumber(function_);
  place_ticks(function_);
  return std::move(function_);
}

/// Translates from the beginning of a version to where control parts or comes to another.
void FunctionLifter::translate(Version version) {
  state_ = std::move(version.state);
  begin(version.block);
  ended_ = false;
  bool first = true;
  while (!ended_) {
    if (!first && top().facts->flow.is_join(top().pc)) {
      go_to(top().pc);
      return;
    }
    first = false;
    try {
      step();
    } catch (const FlowError&) {
      trap();
    } catch (const Refused& refused) {
      refuse(refused.construct);
    }
  }
}

/// Translates one instruction, and puts the pc behind it.
void FunctionLifter::step() {
  const Instruction i = top().prototype->code[static_cast<std::size_t>(top().pc)];
  if (i.op >= Opcode::ADDI && i.op <= Opcode::SHR) return arithmetic(i);
  if (test(i) || load(i) || change_list(i) || access(i) || loop(i)) return;
  switch (i.op) {
    case Opcode::JMP: go_to(top().prototype->target(top().pc)); return;
    case Opcode::CALL:
    case Opcode::TAILCALL: call(i); return;
    case Opcode::RETURN:
    case Opcode::RETURN0:
    case Opcode::RETURN1: return_values(i); return;
    case Opcode::CONCAT: concatenate(i); return;
    case Opcode::VARARG:
    case Opcode::VARARGPREP: refuse("a variable number of arguments (...)");
    case Opcode::TBC: refuse("a variable to be closed");
    default: refuse(fmt::format("the instruction {}", to_string(i)));
  }
}

std::uint32_t FunctionLifter::new_block() {
  if (function_.blocks.size() >= kMostBlocks) refuse("code of this length");
  function_.blocks.emplace_back();
  return static_cast<std::uint32_t>(function_.blocks.size() - 1);
}

/// Where the frames stand.
std::string FunctionLifter::place_of(const State& state) const {
  std::string place;
  for (const Frame& frame : state.frames)
    place += fmt::format("{}:{}@{};", static_cast<const void*>(frame.prototype), frame.pc, frame.base);
  return place;
}

std::string FunctionLifter::key_of(const State& state) const {
  std::string key = place_of(state);
  for (const Frame& frame : state.frames)
    key += fmt::format("{}.{}.{} ", static_cast<int>(frame.callee.kind), frame.callee.data, frame.callee.value.index);
  key += fmt::format("{}|", state.top);
  const auto add = [&key](const FlowValue& value) {
    const bool anywhere = value.is_in_register() || value.kind == FlowValue::Kind::undefined;
    key += fmt::format("{}.{}.{}.{} ", static_cast<int>(value.kind), anywhere ? 0 : value.data,
                       static_cast<int>(value.value.kind), value.value.index);
  };
  for (const FlowValue& value : state.registers) add(value);
  for (const FlowList& list : state.lists) {
    key += list.are_piles ? "/" : ":";
    for (const FlowValue& entry : list.entries) add(entry);
  }
  return key;
}

/// The block of a state whose values are at home, which is translated if it is new.
std::uint32_t FunctionLifter::version_of(State&& state) {
  const auto [at, is_new] = versions_.emplace(key_of(state), 0);
  if (!is_new) return at->second;
  if (++versions_at_[place_of(state)] > kMostVersions) refuse("variables of too many kinds, or a list of this length");
  at->second = new_block();
  open_.push_back({at->second, std::move(state)});
  return at->second;
}

void FunctionLifter::trap() {
  FlowTerminator& end = function_.blocks[block_].end;
  end = {};
  end.kind = FlowTerminator::Kind::trap;
  end.line = line();
  ended_ = true;
}

int FunctionLifter::line() const {
  if (state_.frames.empty()) return 0;
  const Frame& frame = top();
  const auto pc = static_cast<std::size_t>(frame.pc);
  return pc < frame.prototype->lines.size() ? frame.prototype->lines[pc] : 0;
}

void FunctionLifter::refuse(const std::string& construct) const {
  throw FlowRefusal{construct, state_.frames.empty() ? std::string() : top().name, line()};
}

/// Each block that an edge goes back to begins with a tick, and so does a function that is called.
void FunctionLifter::place_ticks(FlowFunction& function) const {
  enum class Mark : std::uint8_t { unseen, open, done };
  std::vector<Mark> marks(function.blocks.size(), Mark::unseen);
  std::vector<bool> ticks(function.blocks.size(), false);
  std::vector<std::pair<std::uint32_t, int>> path{{0, 0}};
  marks[0] = Mark::open;
  while (!path.empty()) {
    auto& [block, next] = path.back();
    const FlowTerminator& end = function.blocks[block].end;
    const int successors = end.kind == FlowTerminator::Kind::jump ? 1 : end.kind == FlowTerminator::Kind::branch ? 2 : 0;
    if (next >= successors) {
      marks[block] = Mark::done;
      path.pop_back();
      continue;
    }
    const std::uint32_t to = next++ == 0 ? end.then : end.otherwise;
    if (marks[to] == Mark::open) ticks[to] = true;
    if (marks[to] != Mark::unseen) continue;
    marks[to] = Mark::open;
    path.emplace_back(to, 0);
  }
  if (number_ > 0) ticks[0] = true;
  for (std::size_t b = 0; b < ticks.size(); ++b)
    if (ticks[b]) {
      std::vector<FlowInstruction>& all = function.blocks[b].instructions;
      all.insert(all.begin(), FlowInstruction{.op = FlowOp::tick});
    }
}

/// Leaves out blocks that only jump, and those that nothing leads to; numbers blocks and registers without gaps.
void FunctionLifter::renumber(FlowFunction& function) {
  std::vector<FlowBlock>& blocks = function.blocks;
  const auto past_jumps = [&](std::uint32_t block) {
    for (std::size_t steps = 0; steps < blocks.size(); ++steps) {
      const FlowBlock& b = blocks[block];
      if (!b.instructions.empty() || b.end.kind != FlowTerminator::Kind::jump) break;
      block = b.end.then;
    }
    return block;
  };
  for (FlowBlock& block : blocks) {
    block.end.then = past_jumps(block.end.then);
    block.end.otherwise = past_jumps(block.end.otherwise);
  }
  std::vector<std::uint32_t> order, number(blocks.size(), 0xFFFFFFFF);
  std::vector<std::uint32_t> open{past_jumps(0)};
  while (!open.empty()) {
    const std::uint32_t block = open.back();
    open.pop_back();
    if (number[block] != 0xFFFFFFFF) continue;
    number[block] = static_cast<std::uint32_t>(order.size());
    order.push_back(block);
    const FlowTerminator& end = blocks[block].end;
    if (end.kind == FlowTerminator::Kind::branch) open.push_back(end.otherwise);
    if (end.kind == FlowTerminator::Kind::branch || end.kind == FlowTerminator::Kind::jump) open.push_back(end.then);
  }
  std::vector<FlowBlock> kept;
  std::map<std::uint32_t, std::uint32_t> registers;
  for (std::uint32_t r = 0; r < function.parameters; ++r) registers.emplace(r, r);
  const auto rename = [&](std::uint32_t r) {
    return registers.emplace(r, static_cast<std::uint32_t>(registers.size())).first->second;
  };
  const auto rename_operand = [&](FlowOperand& operand) {
    if (!operand.is_constant) operand.value = rename(operand.number());
  };
  for (const std::uint32_t old : order) {
    FlowBlock block = std::move(blocks[old]);
    for (FlowInstruction& i : block.instructions) {
      rename_operand(i.a);
      rename_operand(i.b);
      if (i.op == FlowOp::option)
        for (std::vector<FlowOperand>* operands :
             {&shared_.program.options[i.index].to, &shared_.program.options[i.index].label_arguments})
          for (FlowOperand& operand : *operands) rename_operand(operand);
      if (i.op == FlowOp::call) {
        FlowCall& call = shared_.program.calls[i.index];
        for (FlowOperand& argument : call.arguments) rename_operand(argument);
        for (std::uint32_t& result : call.results) result = rename(result);
      }
      if (i.op < FlowOp::call && i.op != FlowOp::set_state) i.to = rename(i.to);
    }
    rename_operand(block.end.a);
    rename_operand(block.end.b);
    for (FlowOperand& result : block.end.results) rename_operand(result);
    block.end.then = block.end.kind == FlowTerminator::Kind::jump || block.end.kind == FlowTerminator::Kind::branch
                         ? number[block.end.then]
                         : 0;
    block.end.otherwise = block.end.kind == FlowTerminator::Kind::branch ? number[block.end.otherwise] : 0;
    kept.push_back(std::move(block));
  }
  blocks = std::move(kept);
  function.registers = static_cast<std::uint32_t>(registers.size());
}

}  // namespace bouton::lua
