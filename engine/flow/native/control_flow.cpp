// Functions, blocks, jumps and calls as machine code.
#include "engine/flow/native/row_emitter.h"

#ifdef BOUTON_ASMJIT

#include <utility>

namespace bouton::native {

Label RowEmitter::emit() {
  for (std::uint32_t f = 0; f < program_.functions.size(); ++f) {
    asmjit::FuncSignatureBuilder signature;
    signature.setRet(asmjit::TypeId::kUInt32);
    signature.addArg(asmjit::TypeId::kIntPtr);
    if (f > 0)
      for (std::uint32_t p = 0; p < program_.functions[f].parameters; ++p) signature.addArg(asmjit::TypeId::kInt64);
    functions_.push_back(cc_.newFunc(signature));
  }
  for (std::uint32_t f = 0; f < program_.functions.size(); ++f) function(f);
  return functions_[0]->label();
}

void RowEmitter::function(std::uint32_t number) {
  function_ = &program_.functions[number];
  is_main_ = number == 0;
  asmjit::FuncNode* const node = functions_[number];
  cc_.addFunc(node);
  registers_.clear();
  labels_.clear();
  cold_.clear();
  for (std::uint32_t r = 0; r < function_->registers; ++r) registers_.push_back(cc_.newInt64());
  for (std::size_t b = 0; b < function_->blocks.size(); ++b) labels_.push_back(cc_.newLabel());
  row_ = cc_.newIntPtr();
  status_ = cc_.newUInt32();
  for (Label* label : {&trapped_, &waiting_, &ticks_out_, &ended_, &finished_}) *label = cc_.newLabel();
  node->setArg(0, row_);
  if (program_.cells > 0) {
    states_ = cc_.newIntPtr();
    cc_.mov(states_, field(row_, &FlowRow::states));
  }
  if (is_main_) {
    begin_row();
    begin_position();
  } else {
    for (std::uint32_t p = 0; p < function_->parameters; ++p) node->setArg(1 + p, registers_[p]);
  }
  blocks(*function_);
  if (is_main_) enter_value();
  else {
    cc_.bind(finished_);
    cc_.xor_(status_, status_);
    cc_.ret(status_);
  }
  for (std::size_t c = 0; c < cold_.size(); ++c) {
    const std::function<void()> emit = cold_[c];
    emit();
  }
  leave_with(static_cast<std::uint32_t>(FlowStatus::trapped), trapped_);
  leave_with(static_cast<std::uint32_t>(FlowStatus::waiting), waiting_);
  leave_with(static_cast<std::uint32_t>(FlowStatus::ticks_out), ticks_out_);
  cc_.bind(ended_);
  if (is_main_) end_row();
  cc_.ret(status_);
  cc_.endFunc();
}

void RowEmitter::leave_with(std::uint32_t status, Label at) {
  cc_.bind(at);
  cc_.mov(status_, status);
  cc_.jmp(ended_);
}

/// Whether a block that is jumped to is short enough to stand at the end of what jumps to it too: of a loop's head, so that
/// there is one jump a round.
bool RowEmitter::is_written_twice(const FlowBlock& block) const {
  constexpr std::size_t kMostWrittenTwice = 5;
  return block.end.kind == FlowTerminator::Kind::branch && block.instructions.size() <= kMostWrittenTwice &&
         std::ranges::none_of(block.instructions, [this](const FlowInstruction& i) {
           return i.op == FlowOp::call || i.op == FlowOp::copy_states || (i.op == FlowOp::option && sink_ == FlowSink::list) ||
                  i.op == FlowOp::floor_div || i.op == FlowOp::floor_mod || i.op == FlowOp::truncating_mod;
         });
}

/// The blocks that rounds of loops begin with, as they are written.
std::vector<bool> RowEmitter::loop_starts(const FlowFunction& function) const {
  std::vector<bool> starts(function.blocks.size(), false), written(function.blocks.size(), false);
  for (const std::uint32_t b : order_) {
    written[b] = true;
    const FlowTerminator& end = function.blocks[b].end;
    const bool jumps = end.kind == FlowTerminator::Kind::jump;
    const FlowTerminator& last = jumps && is_written_twice(function.blocks[end.then]) ? function.blocks[end.then].end : end;
    const std::vector<std::uint32_t> next = successors(last);
    const auto back = std::ranges::find_if(next, [&](std::uint32_t to) { return written[to]; });
    if (back != next.end()) starts[*back] = true;
  }
  return starts;
}

void RowEmitter::block_instructions(std::uint32_t number) {
  block_ = number;
  if (is_main_) offsets_.begin(number);
  const std::vector<FlowInstruction>& instructions = function_->blocks[number].instructions;
  for (std::size_t i = 0; i < instructions.size(); ++i) {
    instruction(instructions[i], i);
    if (!is_main_) continue;
    offsets_.pass(instructions[i]);
    move_walks({number, i});
  }
}

void RowEmitter::blocks(const FlowFunction& function) {
  constexpr std::uint32_t kAlignment = 16;
  order_ = block_order(function, find_loops(function));
  find_selects(function);
  const std::vector<bool> starts = loop_starts(function);
  for (std::size_t k = 0; k < order_.size(); ++k) {
    const std::uint32_t b = order_[k];
    if (starts[b]) cc_.align(asmjit::AlignMode::kCode, kAlignment);
    cc_.bind(labels_[b]);
    block_instructions(b);
    terminator(function.blocks[b].end, k + 1 < order_.size() ? order_[k + 1] : kNoBlock);
  }
}

/// Compares; gives the condition under which the branch is taken.
x86::CondCode RowEmitter::compare(FlowCondition condition, FlowOperand a, FlowOperand b) {
  const bool swapped = a.is_constant && !b.is_constant;
  if (swapped) std::swap(a, b);
  const Gp left = value_of(a);
  if (b.is_constant && b.value == 0 && condition != FlowCondition::unsigned_less) cc_.test(left, left);
  else if (b.is_constant && is_small(b.value)) cc_.cmp(left, static_cast<std::int32_t>(b.value));
  else cc_.cmp(left, value_of(b));
  switch (condition) {
    case FlowCondition::equal: return x86::CondCode::kEqual;
    case FlowCondition::less: return swapped ? x86::CondCode::kSignedGT : x86::CondCode::kSignedLT;
    case FlowCondition::less_equal: return swapped ? x86::CondCode::kSignedGE : x86::CondCode::kSignedLE;
    case FlowCondition::unsigned_less: return swapped ? x86::CondCode::kUnsignedGT : x86::CondCode::kUnsignedLT;
  }
  return x86::CondCode::kEqual;
}

void RowEmitter::terminator(const FlowTerminator& end, std::uint32_t next) {
  switch (end.kind) {
    case FlowTerminator::Kind::jump: {
      if (is_main_) start_walks();
      if (end.then == next) break;
      const FlowBlock& target = function_->blocks[end.then];
      if (is_written_twice(target)) {
        block_instructions(end.then);
        terminator(target.end, next);
      } else {
        cc_.jmp(labels_[end.then]);
      }
      break;
    }
    case FlowTerminator::Kind::branch: {
      if (const auto both = selects_.find(&end); both != selects_.end()) {
        select(end, both->second);
        terminator({.kind = FlowTerminator::Kind::jump, .then = both->second.to}, next);
        break;
      }
      const x86::CondCode condition = compare(end.condition, end.a, end.b);
      if (end.then == next) {
        cc_.j(x86::negateCond(condition), labels_[end.otherwise]);
      } else {
        cc_.j(condition, labels_[end.then]);
        if (end.otherwise != next) cc_.jmp(labels_[end.otherwise]);
      }
      break;
    }
    case FlowTerminator::Kind::finish:
      for (std::size_t r = 0; r < end.results.size(); ++r) {
        const FlowOperand& result = end.results[r];
        cc_.mov(field(row_, &FlowRow::results, r), value_of(result));
      }
      if (next != kNoBlock) cc_.jmp(finished_);
      break;
    case FlowTerminator::Kind::trap: cc_.jmp(trapped_); break;
  }
}

void RowEmitter::tick() {
  if (is_main_ && block_ < facts_.uncounted.size() && facts_.uncounted[block_]) return;
  if (is_main_) cc_.dec(ticks_);
  else cc_.dec(field(row_, &FlowRow::ticks));
  cc_.js(ticks_out_);
}

void RowEmitter::call(const FlowCall& call) {
  const int number = remembered_[call.function];
  if (number >= 0) recall(call, number);
  else call_out(call);
}

/// Where the result of a call is kept, in entries; jumps where it is not.
Gp RowEmitter::place_of_result(const std::vector<Gp>& arguments, const Label& nowhere) {
  const auto bound = static_cast<std::int32_t>(arguments.size() == 1 ? kRememberedOfOne : kRememberedOfTwo);
  for (const Gp& argument : arguments) {
    cc_.cmp(argument, bound);
    cc_.jae(nowhere);
  }
  if (arguments.size() == 1) return arguments[0];
  const Gp place = temporary();
  cc_.imul(place, arguments[0], static_cast<std::int32_t>(kRememberedRow));
  cc_.add(place, arguments[1]);
  return place;
}

/// Calls where the result is not known.
void RowEmitter::recall(const FlowCall& call, int number) {
  const auto kept = field(row_, &FlowRow::remembered, static_cast<std::size_t>(number));
  const Label unknown = cc_.newLabel(), done = cc_.newLabel();
  std::vector<Gp> arguments;
  for (const FlowOperand& argument : call.arguments) arguments.push_back(value_of(argument));
  const Gp result = temporary(), results = cc_.newIntPtr();
  const Gp place = place_of_result(arguments, unknown);
  cc_.mov(results, kept);
  if (sink_ == FlowSink::list) {
    cc_.test(results, results);
    cc_.jz(unknown);
  }
  cc_.movsxd(result, x86::dword_ptr(results, place, 2));
  cc_.sub(result, 1);
  cc_.jb(unknown);
  cc_.mov(reg(call.results[0]), result);
  cc_.bind(done);
  cold_.push_back([this, call, arguments, kept, unknown, done] {
    cc_.bind(unknown);
    std::vector<Gp> copies;  // the result may go where an argument is
    for (const Gp& argument : arguments) {
      copies.push_back(temporary());
      cc_.mov(copies.back(), argument);
    }
    call_out(call);
    const Gp& value = reg(call.results[0]);
    const Gp to = cc_.newIntPtr(), more = temporary();
    cc_.cmp(value, std::numeric_limits<std::int32_t>::max());
    cc_.jae(done);
    const Gp there = place_of_result(copies, done);
    cc_.mov(to, kept);
    if (sink_ == FlowSink::list) {
      cc_.test(to, to);
      cc_.jz(done);
    }
    cc_.lea(more, x86::ptr(value, 1));
    cc_.mov(x86::dword_ptr(to, there, 2), more.r32());
    cc_.jmp(done);
  });
}

void RowEmitter::call_out(const FlowCall& call) {
  if (is_main_) cc_.mov(field(row_, &FlowRow::ticks), ticks_);
  cc_.cmp(field(row_, &FlowRow::depth), kDeepestFlowCall);
  cc_.jge(trapped_);
  cc_.inc(field(row_, &FlowRow::depth));
  std::vector<Gp> arguments;
  for (const FlowOperand& argument : call.arguments) {
    const Gp copy = temporary();
    load(copy, argument);
    arguments.push_back(copy);
  }
  asmjit::InvokeNode* invoke = nullptr;
  asmjit::FuncSignatureBuilder signature;
  signature.setRet(asmjit::TypeId::kUInt32);
  signature.addArg(asmjit::TypeId::kIntPtr);
  for (std::size_t a = 0; a < arguments.size(); ++a) signature.addArg(asmjit::TypeId::kInt64);
  cc_.invoke(&invoke, functions_[call.function]->label(), signature);
  invoke->setArg(0, row_);
  for (std::size_t a = 0; a < arguments.size(); ++a) invoke->setArg(static_cast<std::uint32_t>(1 + a), arguments[a]);
  invoke->setRet(0, status_);
  if (is_main_) cc_.mov(ticks_, field(row_, &FlowRow::ticks));
  cc_.dec(field(row_, &FlowRow::depth));
  cc_.test(status_, status_);
  cc_.jnz(ended_);
  for (std::size_t r = 0; r < call.results.size(); ++r) cc_.mov(reg(call.results[r]), field(row_, &FlowRow::results, r));
}

}  // namespace bouton::native

#endif
