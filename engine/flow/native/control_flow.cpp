// Functions, blocks, jumps and calls as machine code.
#include "engine/flow/native/row_emitter.h"

#ifdef BOUTON_ASMJIT

#include <utility>

namespace bouton::native {

Label RowEmitter::emit() {
  for (std::uint32_t f = 0; f < program_.functions.size(); ++f)
    functions_.push_back(masm_.declare(f == 0 ? 0 : program_.functions[f].parameters));
  for (std::uint32_t f = 0; f < program_.functions.size(); ++f) function(f);
  return functions_[0]->label();
}

void RowEmitter::function(std::uint32_t number) {
  function_ = &program_.functions[number];
  is_main_ = number == 0;
  registers_.clear();
  labels_.clear();
  for (std::uint32_t r = 0; r < function_->registers; ++r) registers_.push_back(masm_.number());
  for (std::size_t b = 0; b < function_->blocks.size(); ++b) labels_.push_back(masm_.label());
  row_ = masm_.pointer();
  status_ = masm_.word();
  for (Label* label : {&trapped_, &waiting_, &ticks_out_, &ended_, &finished_}) *label = masm_.label();
  std::vector<Gp> parameters = {row_};
  if (!is_main_) parameters.insert(parameters.end(), registers_.begin(), registers_.begin() + function_->parameters);
  masm_.begin(functions_[number], parameters);
  if (program_.cells > 0) {
    states_ = masm_.pointer();
    masm_.load(states_, field(row_, &FlowRow::states));
  }
  if (is_main_) {
    begin_row();
    begin_position();
  }
  blocks(*function_);
  if (is_main_) enter_value();
  else {
    masm_.bind(finished_);
    masm_.set(status_, 0);
    masm_.give_back(status_);
  }
  masm_.emit_behind();
  leave_with(static_cast<std::uint32_t>(FlowStatus::trapped), trapped_);
  leave_with(static_cast<std::uint32_t>(FlowStatus::waiting), waiting_);
  leave_with(static_cast<std::uint32_t>(FlowStatus::ticks_out), ticks_out_);
  masm_.bind(ended_);
  if (is_main_) end_row();
  masm_.give_back(status_);
  masm_.end();
}

void RowEmitter::leave_with(std::uint32_t status, Label at) {
  masm_.bind(at);
  masm_.set(status_, status);
  masm_.jump(ended_);
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
  order_ = block_order(function, find_loops(function));
  find_selects(function);
  const std::vector<bool> starts = loop_starts(function);
  for (std::size_t k = 0; k < order_.size(); ++k) {
    const std::uint32_t b = order_[k];
    if (starts[b]) masm_.align();
    masm_.bind(labels_[b]);
    block_instructions(b);
    terminator(function.blocks[b].end, k + 1 < order_.size() ? order_[k + 1] : kNoBlock);
  }
}

/// Compares; gives the condition under which the branch is taken.
Condition RowEmitter::compare(FlowCondition condition, FlowOperand a, FlowOperand b) {
  const bool swapped = a.is_constant && !b.is_constant;
  if (swapped) std::swap(a, b);
  masm_.compare(masm_.in_register(value_of(a)), value_of(b));
  switch (condition) {
    case FlowCondition::equal: return Condition::equal;
    case FlowCondition::less: return swapped ? Condition::greater : Condition::less;
    case FlowCondition::less_equal: return swapped ? Condition::greater_equal : Condition::less_equal;
    case FlowCondition::unsigned_less: return swapped ? Condition::above : Condition::below;
  }
  return Condition::equal;
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
        masm_.jump(labels_[end.then]);
      }
      break;
    }
    case FlowTerminator::Kind::branch: {
      if (const auto both = selects_.find(&end); both != selects_.end()) {
        select(end, both->second);
        terminator({.kind = FlowTerminator::Kind::jump, .then = both->second.to}, next);
        break;
      }
      const Condition condition = compare(end.condition, end.a, end.b);
      if (end.then == next) {
        masm_.jump_if(negated(condition), labels_[end.otherwise]);
      } else {
        masm_.jump_if(condition, labels_[end.then]);
        if (end.otherwise != next) masm_.jump(labels_[end.otherwise]);
      }
      break;
    }
    case FlowTerminator::Kind::finish:
      for (std::size_t r = 0; r < end.results.size(); ++r) {
        const FlowOperand& result = end.results[r];
        masm_.store(field(row_, &FlowRow::results, r), value_of(result));
      }
      if (next != kNoBlock) masm_.jump(finished_);
      break;
    case FlowTerminator::Kind::trap: masm_.jump(trapped_); break;
  }
}

void RowEmitter::tick() {
  if (is_main_ && block_ < facts_.uncounted.size() && facts_.uncounted[block_]) return;
  if (is_main_) masm_.count_down(ticks_);
  else masm_.count_down(field(row_, &FlowRow::ticks));
  masm_.jump_if(Condition::less, ticks_out_);
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
    masm_.compare(argument, bound);
    masm_.jump_if(Condition::above_equal, nowhere);
  }
  if (arguments.size() == 1) return arguments[0];
  const Gp place = masm_.number();
  masm_.multiply(place, arguments[0], static_cast<std::int64_t>(kRememberedRow));
  masm_.add(place, place, arguments[1]);
  return place;
}

/// Calls where the result is not known.
void RowEmitter::recall(const FlowCall& call, int number) {
  const auto kept = field(row_, &FlowRow::remembered, static_cast<std::size_t>(number));
  const Label unknown = masm_.label(), done = masm_.label();
  std::vector<Gp> arguments;
  for (const FlowOperand& argument : call.arguments) arguments.push_back(masm_.in_register(value_of(argument)));
  const Gp result = masm_.number(), results = masm_.pointer();
  const Gp place = place_of_result(arguments, unknown);
  masm_.load(results, kept);
  if (sink_ == FlowSink::list) {
    masm_.compare(results, 0);
    masm_.jump_if(Condition::equal, unknown);
  }
  masm_.load_signed_word(result, {.base = results, .index = place, .shift = 2});
  masm_.count_down(result);
  masm_.jump_if(Condition::below, unknown);
  masm_.move(reg(call.results[0]), result);
  masm_.bind(done);
  masm_.put_behind([this, call, arguments, kept, unknown, done] {
    masm_.bind(unknown);
    std::vector<Gp> copies;  // the result may go where an argument is
    for (const Gp& argument : arguments) {
      copies.push_back(masm_.number());
      masm_.move(copies.back(), argument);
    }
    call_out(call);
    const Gp& value = reg(call.results[0]);
    const Gp to = masm_.pointer(), more = masm_.number();
    masm_.compare(value, std::numeric_limits<std::int32_t>::max());
    masm_.jump_if(Condition::above_equal, done);
    const Gp there = place_of_result(copies, done);
    masm_.load(to, kept);
    if (sink_ == FlowSink::list) {
      masm_.compare(to, 0);
      masm_.jump_if(Condition::equal, done);
    }
    masm_.add(more, value, 1);
    masm_.store_word({.base = to, .index = there, .shift = 2}, more);
    masm_.jump(done);
  });
}

void RowEmitter::call_out(const FlowCall& call) {
  if (is_main_) masm_.store(field(row_, &FlowRow::ticks), ticks_);
  masm_.compare(field(row_, &FlowRow::depth), kDeepestFlowCall);
  masm_.jump_if(Condition::greater_equal, trapped_);
  masm_.add_to(field(row_, &FlowRow::depth), 1);
  std::vector<Gp> arguments = {row_};
  for (const FlowOperand& argument : call.arguments) {
    const Gp copy = masm_.number();
    masm_.move(copy, value_of(argument));
    arguments.push_back(copy);
  }
  masm_.call(functions_[call.function], arguments, status_);
  if (is_main_) masm_.load(ticks_, field(row_, &FlowRow::ticks));
  masm_.add_to(field(row_, &FlowRow::depth), -1);
  masm_.compare(status_, 0);
  masm_.jump_if(Condition::not_equal, ended_);
  for (std::size_t r = 0; r < call.results.size(); ++r) masm_.load(reg(call.results[r]), field(row_, &FlowRow::results, r));
}

}  // namespace bouton::native

#endif
