// The only file that knows asmjit. Each register of the program is a virtual one of asmjit's compiler, which gives them machine
// registers. What seldom happens (a division that 32 bits do not hold, an option that is not solved) stands behind the rest.
#include "engine/flow/native/native_row.h"

#ifndef BOUTON_ASMJIT

namespace bouton {

struct NativeRow::Code {};

Result<NativeRow> NativeRow::compile(const FlowProgram&, FlowSink, const FlowBox&) {
  return Refusal{"Bouton was built without a code generator for this machine"};
}
NativeRow::NativeRow(std::shared_ptr<const Code> code) : code_(std::move(code)) {}
std::size_t NativeRow::bytes() const { return 0; }
bool has_native_code() { return false; }

}  // namespace bouton

#else

#include <bit>
#include <cstddef>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include <asmjit/x86.h>

namespace bouton {
namespace {

namespace x86 = asmjit::x86;
using asmjit::Label;
using x86::Gp;

/// Functions that call each other take this much of a program's registers and no more: larger frames might exhaust the stack.
constexpr std::uint32_t kMostCalledRegisters = 200;

bool is_small(std::int64_t value) {
  return value >= std::numeric_limits<std::int32_t>::min() && value <= std::numeric_limits<std::int32_t>::max();
}

/// Stops the emission: asmjit found something that it cannot do.
struct Failed {
  const char* what;
};

class ErrorThrower : public asmjit::ErrorHandler {
 public:
  void handleError(asmjit::Error error, const char*, asmjit::BaseEmitter*) override {
    throw Failed{asmjit::DebugUtils::errorAsString(error)};
  }
};

template <class Member>
x86::Mem field(const Gp& row, Member FlowRow::*member, std::size_t index = 0) {
  const FlowRow* const none = nullptr;
  const auto offset = reinterpret_cast<std::size_t>(&(none->*member)) + 8 * index;
  return x86::qword_ptr(row, static_cast<std::int32_t>(offset));
}

/// Emits the functions of a program.
class Emitter {
 public:
  Emitter(x86::Compiler& compiler, const FlowProgram& program, FlowSink sink, const FlowBox& box)
      : cc_(compiler), program_(program), sink_(sink), box_(box) {}

  /// The label of the code to run.
  Label emit();

 private:
  // The functions.
  void function(std::uint32_t number);
  void begin_row();
  void begin_position();
  void enter_value();
  void end_row();
  void leave_with(std::uint32_t status, Label at);
  void blocks(const FlowFunction& function);

  // Instructions.
  void instruction(const FlowInstruction& i);
  void terminator(const FlowTerminator& end, std::uint32_t next);
  void two_address(FlowOp op, const Gp& to, const FlowOperand& a, const FlowOperand& b);
  void multiply(const Gp& to, const FlowOperand& a, const FlowOperand& b);
  void extreme(bool is_max, const Gp& to, const FlowOperand& a, const FlowOperand& b);
  void shift(bool left, const Gp& to, const FlowOperand& a, const FlowOperand& b);
  void shift_by(bool left, const Gp& to, const FlowOperand& a, std::int64_t by);
  void divide(FlowOp op, const Gp& to, const FlowOperand& a, const FlowOperand& b);
  bool divide_by(FlowOp op, const Gp& to, const Gp& a, std::int64_t by);
  void divide_wide(FlowOp op, const Gp& to, const Gp& a, const Gp& b);
  void element(const FlowInstruction& i);
  void call(const FlowCall& call);
  void tick();
  x86::CondCode compare(FlowCondition condition, FlowOperand a, FlowOperand b);

  // Options.
  void option(const FlowOption& option);
  void list_option(const FlowOption& option);
  std::optional<Gp> cell_of(const FlowOption& option);
  Gp steady_part(std::uint32_t same);
  void see(const Gp& index);

  // Operands.
  const Gp& reg(std::uint32_t number) { return registers_[number]; }
  Gp temporary() { return cc_.newInt64(); }
  Gp value_of(const FlowOperand& operand);
  void load(const Gp& to, const FlowOperand& operand);

  x86::Compiler& cc_;
  const FlowProgram& program_;
  FlowSink sink_;
  FlowBox box_;
  std::vector<asmjit::FuncNode*> functions_;

  // Of the present function.
  const FlowFunction* function_ = nullptr;
  bool is_main_ = false;
  std::vector<Gp> registers_;
  std::vector<Label> labels_;
  std::vector<std::function<void()>> cold_;
  Gp row_, ticks_, status_;
  Label trapped_, waiting_, ticks_out_, ended_, finished_, decided_;

  // Of the row.
  std::vector<Gp> coordinates_;
  Gp index_, cells_, stamps_, stamp_;
  Gp any_, won_, least_p_, greatest_n_;
  std::map<std::uint32_t, Gp> steady_;  ///< by the coordinates that an option shares with its position, as bits
  std::vector<std::uint32_t> same_;     ///< of each option: those coordinates
  Label position_, next_;
};

Label Emitter::emit() {
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

void Emitter::function(std::uint32_t number) {
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
  for (Label* label : {&trapped_, &waiting_, &ticks_out_, &ended_, &finished_, &decided_}) *label = cc_.newLabel();
  node->setArg(0, row_);
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

void Emitter::leave_with(std::uint32_t status, Label at) {
  cc_.bind(at);
  cc_.mov(status_, status);
  cc_.jmp(ended_);
}

void Emitter::begin_row() {
  coordinates_.clear();
  steady_.clear();
  same_.clear();
  cc_.mov(field(row_, &FlowRow::depth), 0);
  ticks_ = temporary();
  cc_.mov(ticks_, field(row_, &FlowRow::ticks));
  for (std::size_t i = 0; i < program_.dimensions; ++i) {
    // A coordinate that the program leaves alone is its register.
    const auto number = static_cast<std::uint32_t>(i);
    coordinates_.push_back(assigns(*function_, program_, number) ? cc_.newInt64() : registers_[i]);
    cc_.mov(coordinates_.back(), field(row_, &FlowRow::coordinates, i));
  }
  for (const FlowOption& option : program_.options) {
    std::uint32_t same = 0;
    for (std::uint32_t i = 0; i < option.to.size(); ++i)
      if (option.to[i] == FlowOperand::of_register(i) && !assigns(*function_, program_, i)) same |= 1U << i;
    same_.push_back(same);
  }
  if (sink_ == FlowSink::list) return;
  index_ = temporary();
  cells_ = cc_.newIntPtr();
  cc_.mov(index_, field(row_, &FlowRow::index));
  cc_.mov(cells_, field(row_, &FlowRow::cells));
  if (sink_ != FlowSink::grundy) return;
  stamps_ = cc_.newIntPtr();
  stamp_ = temporary();
  cc_.mov(stamps_, field(row_, &FlowRow::stamps));
  cc_.mov(stamp_, field(row_, &FlowRow::stamp));
}

void Emitter::begin_position() {
  position_ = cc_.newLabel();
  next_ = cc_.newLabel();
  cc_.bind(position_);
  if (sink_ != FlowSink::list) {
    cc_.cmp(x86::dword_ptr(cells_, index_, 2), static_cast<std::int32_t>(kUnsolved));
    cc_.jne(next_);
  }
  for (std::size_t i = 0; i < program_.dimensions; ++i)
    if (coordinates_[i].id() != registers_[i].id()) cc_.mov(registers_[i], coordinates_[i]);
  if (sink_ == FlowSink::list) return;
  for (const std::uint32_t same : same_) {
    if (same == 0 || steady_.contains(same)) continue;
    steady_.emplace(same, steady_part(same));
  }
  if (sink_ == FlowSink::outcome || sink_ == FlowSink::remoteness) {
    any_ = cc_.newUInt32();
    cc_.xor_(any_, any_);
  }
  if (sink_ == FlowSink::outcome) {
    won_ = cc_.newUInt32();
    cc_.xor_(won_, won_);
  }
  if (sink_ == FlowSink::remoteness) {
    least_p_ = cc_.newUInt32();
    greatest_n_ = cc_.newUInt32();
    cc_.mov(least_p_, -1);
    cc_.xor_(greatest_n_, greatest_n_);
  }
}

/// The part of an option's index that its shared coordinates make.
Gp Emitter::steady_part(std::uint32_t same) {
  std::optional<Gp> sum;
  for (std::size_t i = 0; i < program_.dimensions; ++i) {
    if ((same >> i & 1U) == 0) continue;
    if (std::has_single_bit(same) && box_.low[i] == 0 && box_.stride[i] == 1) return coordinates_[i];
    const Gp part = temporary();
    cc_.mov(part, coordinates_[i]);
    if (box_.low[i] != 0) two_address(FlowOp::sub, part, FlowOperand{false, -1}, FlowOperand::constant(box_.low[i]));
    if (box_.stride[i] != 1) {
      if (is_small(box_.stride[i])) {
        cc_.imul(part, part, static_cast<std::int32_t>(box_.stride[i]));
      } else {
        const Gp stride = temporary();
        cc_.mov(stride, box_.stride[i]);
        cc_.imul(part, stride);
      }
    }
    if (sum) cc_.add(*sum, part);
    else sum = part;
  }
  return *sum;
}

void Emitter::enter_value() {
  cc_.bind(finished_);
  const x86::Mem cell = sink_ == FlowSink::list ? x86::Mem() : x86::dword_ptr(cells_, index_, 2);
  switch (sink_) {
    case FlowSink::list: break;
    case FlowSink::grundy: {
      const Gp mex = temporary();
      const Label again = cc_.newLabel(), found = cc_.newLabel();
      cc_.xor_(mex.r32(), mex.r32());
      cc_.bind(again);
      cc_.cmp(x86::dword_ptr(stamps_, mex, 2), stamp_.r32());
      cc_.jne(found);
      cc_.inc(mex);
      cc_.jmp(again);
      cc_.bind(found);
      cc_.mov(cell, mex.r32());
      cc_.inc(stamp_);
      const Label is_greatest = cc_.newLabel(), on = cc_.newLabel();
      cc_.cmp(mex, field(row_, &FlowRow::greatest));
      cc_.ja(is_greatest);
      cc_.bind(on);
      cold_.push_back([this, mex, is_greatest, on] {
        cc_.bind(is_greatest);
        cc_.mov(field(row_, &FlowRow::greatest), mex);
        cc_.jmp(on);
      });
      break;
    }
    case FlowSink::outcome: {
      // The number of options that are P; a position without options is as the play says.
      const Gp value = cc_.newUInt32();
      cc_.xor_(value, value);
      cc_.cmp(won_, 0);
      cc_.setne(value.r8());
      if (box_.terminal != 0) {
        cc_.test(any_, any_);
        const Gp terminal = cc_.newUInt32();
        cc_.mov(terminal, box_.terminal);
        cc_.cmovz(value, terminal);
      }
      cc_.mov(cell, value);
      if (box_.ends_early) {
        cc_.jmp(next_);
        cc_.bind(decided_);
        cc_.mov(cell, 1);
      }
      break;
    }
    case FlowSink::remoteness: {
      const Gp value = cc_.newUInt32(), other = cc_.newUInt32();
      cc_.mov(value, box_.terminal);
      cc_.lea(other, x86::ptr(greatest_n_, 1));
      cc_.test(greatest_n_, greatest_n_);
      cc_.cmovnz(value, other);
      cc_.lea(other, x86::ptr(least_p_, 3));
      cc_.cmp(least_p_, -1);
      cc_.cmovne(value, other);
      cc_.mov(cell, value);
      break;
    }
  }
  if (sink_ == FlowSink::list) {
    cc_.xor_(status_, status_);
    cc_.jmp(ended_);
    return;
  }
  cc_.bind(next_);
  const Label done = cc_.newLabel();
  cc_.dec(field(row_, &FlowRow::left));
  cc_.jle(done);
  for (std::size_t i = 0; i < program_.dimensions; ++i) cc_.add(coordinates_[i], field(row_, &FlowRow::step, i));
  cc_.add(index_, field(row_, &FlowRow::index_step));
  cc_.jmp(position_);
  cc_.bind(done);
  cc_.xor_(status_, status_);
  cc_.jmp(ended_);
}

/// What the row says afterwards.
void Emitter::end_row() {
  cc_.mov(field(row_, &FlowRow::ticks), ticks_);
  if (sink_ == FlowSink::list) return;
  for (std::size_t i = 0; i < program_.dimensions; ++i) cc_.mov(field(row_, &FlowRow::coordinates, i), coordinates_[i]);
  cc_.mov(field(row_, &FlowRow::index), index_);
  if (sink_ == FlowSink::grundy) cc_.mov(field(row_, &FlowRow::stamp), stamp_);
}

void Emitter::blocks(const FlowFunction& function) {
  for (std::uint32_t b = 0; b < function.blocks.size(); ++b) {
    cc_.bind(labels_[b]);
    for (const FlowInstruction& i : function.blocks[b].instructions) instruction(i);
    terminator(function.blocks[b].end, b + 1);
  }
}

void Emitter::load(const Gp& to, const FlowOperand& operand) {
  if (!operand.is_constant) cc_.mov(to, reg(operand.number()));
  else if (operand.value == 0) cc_.xor_(to.r32(), to.r32());
  else cc_.mov(to, operand.value);
}

Gp Emitter::value_of(const FlowOperand& operand) {
  if (!operand.is_constant) return reg(operand.number());
  const Gp value = temporary();
  load(value, operand);
  return value;
}

void Emitter::instruction(const FlowInstruction& i) {
  switch (i.op) {
    case FlowOp::move: load(reg(i.to), i.a); break;
    case FlowOp::neg:
    case FlowOp::bit_not:
      load(reg(i.to), i.a);
      if (i.op == FlowOp::neg) cc_.neg(reg(i.to));
      else cc_.not_(reg(i.to));
      break;
    case FlowOp::abs: {
      const Gp a = value_of(i.a), negative = temporary();
      cc_.mov(negative, a);
      cc_.neg(negative);
      cc_.cmovs(negative, a);
      cc_.mov(reg(i.to), negative);
      break;
    }
    case FlowOp::mul: multiply(reg(i.to), i.a, i.b); break;
    case FlowOp::floor_div:
    case FlowOp::floor_mod:
    case FlowOp::truncating_mod: divide(i.op, reg(i.to), i.a, i.b); break;
    case FlowOp::shift_left: shift(true, reg(i.to), i.a, i.b); break;
    case FlowOp::shift_right: shift(false, reg(i.to), i.a, i.b); break;
    case FlowOp::min: extreme(false, reg(i.to), i.a, i.b); break;
    case FlowOp::max: extreme(true, reg(i.to), i.a, i.b); break;
    case FlowOp::element: element(i); break;
    case FlowOp::call: call(program_.calls[i.index]); break;
    case FlowOp::option: option(program_.options[i.index]); break;
    case FlowOp::tick: tick(); break;
    default: two_address(i.op, reg(i.to), i.a, i.b); break;
  }
}

/// add, sub and the operations on bits. The operand {false, -1} is `to` itself.
void Emitter::two_address(FlowOp op, const Gp& to, const FlowOperand& a, const FlowOperand& b) {
  const bool in_place = !a.is_constant && a.value == -1;
  const auto is_to = [&](const FlowOperand& x) { return !x.is_constant && x.value >= 0 && reg(x.number()).id() == to.id(); };
  if (op == FlowOp::add && !in_place && !a.is_constant && !b.is_constant && !is_to(a) && !is_to(b)) {
    cc_.lea(to, x86::ptr(reg(a.number()), reg(b.number())));
    return;
  }
  if ((op == FlowOp::add || op == FlowOp::sub) && !in_place && !a.is_constant && !is_to(a) && b.is_constant && is_small(b.value) &&
      is_small(-b.value)) {
    cc_.lea(to, x86::ptr(reg(a.number()), static_cast<std::int32_t>(op == FlowOp::add ? b.value : -b.value)));
    return;
  }
  Gp target = to;
  if (!in_place && !is_to(a)) {
    // The second operand may be where the result goes.
    if (is_to(b)) target = temporary();
    load(target, a);
  }
  const auto apply = [&](const auto& operand) {
    switch (op) {
      case FlowOp::add: cc_.add(target, operand); break;
      case FlowOp::sub: cc_.sub(target, operand); break;
      case FlowOp::bit_and: cc_.and_(target, operand); break;
      case FlowOp::bit_or: cc_.or_(target, operand); break;
      default: cc_.xor_(target, operand); break;
    }
  };
  if (b.is_constant && is_small(b.value)) apply(static_cast<std::int32_t>(b.value));
  else apply(value_of(b));
  if (target.id() != to.id()) cc_.mov(to, target);
}

void Emitter::multiply(const Gp& to, const FlowOperand& a, const FlowOperand& b) {
  if (b.is_constant && is_small(b.value) && !a.is_constant) {
    cc_.imul(to, reg(a.number()), static_cast<std::int32_t>(b.value));
  } else if (a.is_constant && is_small(a.value) && !b.is_constant) {
    cc_.imul(to, reg(b.number()), static_cast<std::int32_t>(a.value));
  } else {
    const Gp product = temporary();
    load(product, a);
    cc_.imul(product, value_of(b));
    cc_.mov(to, product);
  }
}

void Emitter::extreme(bool is_max, const Gp& to, const FlowOperand& a, const FlowOperand& b) {
  const Gp result = temporary(), other = value_of(b);
  load(result, a);
  cc_.cmp(result, other);
  if (is_max) cc_.cmovl(result, other);
  else cc_.cmovg(result, other);
  cc_.mov(to, result);
}

void Emitter::shift_by(bool left, const Gp& to, const FlowOperand& a, std::int64_t by) {
  if (by <= -64 || by >= 64) {
    cc_.xor_(to.r32(), to.r32());
    return;
  }
  load(to, a);
  if ((by >= 0) == left) cc_.shl(to, static_cast<std::uint32_t>(by < 0 ? -by : by));
  else cc_.shr(to, static_cast<std::uint32_t>(by < 0 ? -by : by));
}

/// By any amount: 64 and more give 0, a negative amount shifts the other way.
void Emitter::shift(bool left, const Gp& to, const FlowOperand& a, const FlowOperand& b) {
  if (b.is_constant) {
    shift_by(left, to, a, b.value);
    return;
  }
  const Gp by = temporary(), value = temporary(), result = temporary(), sum = temporary();
  const Label done = cc_.newLabel(), back = cc_.newLabel();
  cc_.mov(by, reg(b.number()));
  load(value, a);
  cc_.xor_(result.r32(), result.r32());
  cc_.lea(sum, x86::ptr(by, 63));
  cc_.cmp(sum, 126);
  cc_.ja(done);
  cc_.mov(result, value);
  cc_.test(by, by);
  cc_.js(back);
  if (left) cc_.shl(result, by.r8());
  else cc_.shr(result, by.r8());
  cc_.jmp(done);
  cc_.bind(back);
  cc_.neg(by);
  if (left) cc_.shr(result, by.r8());
  else cc_.shl(result, by.r8());
  cc_.bind(done);
  cc_.mov(to, result);
}

/// Division that 32 bits need not hold.
void Emitter::divide_wide(FlowOp op, const Gp& to, const Gp& a, const Gp& b) {
  const Gp quotient = temporary(), remainder = temporary(), signs = temporary();
  const Label by_minus_one = cc_.newLabel(), done = cc_.newLabel();
  cc_.cmp(b, -1);
  cc_.je(by_minus_one);
  cc_.mov(quotient, a);
  cc_.mov(remainder, a);
  cc_.sar(remainder, 63);
  cc_.idiv(remainder, quotient, b);
  if (op != FlowOp::truncating_mod) {
    const Label exact = cc_.newLabel();
    cc_.test(remainder, remainder);
    cc_.jz(exact);
    cc_.mov(signs, remainder);
    cc_.xor_(signs, b);
    cc_.jns(exact);
    cc_.dec(quotient);
    cc_.add(remainder, b);
    cc_.bind(exact);
  }
  cc_.mov(to, op == FlowOp::floor_div ? quotient : remainder);
  cc_.jmp(done);
  cc_.bind(by_minus_one);
  if (op == FlowOp::floor_div) {
    cc_.mov(quotient, a);
    cc_.neg(quotient);
    cc_.mov(to, quotient);
  } else {
    cc_.xor_(to.r32(), to.r32());
  }
  cc_.bind(done);
}

/// By a constant; false for those that are divided by like any other number.
bool Emitter::divide_by(FlowOp op, const Gp& to, const Gp& a, std::int64_t by) {
  if (by < 1 || by > std::numeric_limits<std::int32_t>::max()) return false;
  const auto divisor = static_cast<std::uint64_t>(by);
  const bool is_floor = op != FlowOp::truncating_mod;
  if (is_floor && std::has_single_bit(divisor)) {
    if (op == FlowOp::floor_div) {
      if (to.id() != a.id()) cc_.mov(to, a);
      if (by > 1) cc_.sar(to, static_cast<std::uint32_t>(std::countr_zero(divisor)));
    } else {
      if (to.id() != a.id()) cc_.mov(to, a);
      cc_.and_(to, static_cast<std::int32_t>(by - 1));
    }
    return true;
  }
  if (by == 1) return false;
  // For 0 <= a < 2^31: a // by = a * m >> 31 + k, where 2^k >= by and m = 2^(31 + k) / by, rounded up (Granlund and Montgomery,
  // Division by invariant integers using multiplication, 1994, theorem 4.2).
  const int k = std::bit_width(divisor - 1);
  const std::uint64_t m = (std::uint64_t{1} << (31 + k)) / divisor + 1;
  const Gp quotient = temporary(), dividend = temporary();
  const Label wide = cc_.newLabel(), done = cc_.newLabel();
  cc_.mov(dividend, a);
  cc_.cmp(dividend, std::numeric_limits<std::int32_t>::max());
  cc_.ja(wide);
  if (m <= static_cast<std::uint64_t>(std::numeric_limits<std::int32_t>::max())) {
    cc_.imul(quotient, dividend, static_cast<std::int32_t>(m));
  } else {
    cc_.mov(quotient, m);
    cc_.imul(quotient, dividend);
  }
  cc_.shr(quotient, static_cast<std::uint32_t>(31 + k));
  if (op == FlowOp::floor_div) {
    cc_.mov(to, quotient);
  } else {
    cc_.imul(quotient, quotient, static_cast<std::int32_t>(by));
    const Gp rest = temporary();
    cc_.mov(rest, dividend);
    cc_.sub(rest, quotient);
    cc_.mov(to, rest);
  }
  cc_.bind(done);
  cold_.push_back([this, op, to, dividend, by, wide, done] {
    cc_.bind(wide);
    const Gp b = temporary();
    cc_.mov(b, by);
    divide_wide(op, to, dividend, b);
    cc_.jmp(done);
  });
  return true;
}

void Emitter::divide(FlowOp op, const Gp& to, const FlowOperand& a, const FlowOperand& b) {
  if (b.is_constant && b.value == 0) {
    cc_.jmp(trapped_);
    return;
  }
  const Gp x = value_of(a);
  if (b.is_constant && divide_by(op, to, x, b.value)) return;
  const Gp dividend = temporary(), divisor = temporary(), both = temporary(), high = temporary();
  const Label wide = cc_.newLabel(), done = cc_.newLabel();
  cc_.mov(dividend, x);
  load(divisor, b);
  if (!b.is_constant) {
    cc_.test(divisor, divisor);
    cc_.jz(trapped_);
  }
  // Most are small, and small ones are divided in half the time.
  cc_.mov(both, dividend);
  cc_.or_(both, divisor);
  cc_.shr(both, 32);
  cc_.jnz(wide);
  const Gp low = temporary();
  cc_.mov(low, dividend);
  cc_.xor_(high.r32(), high.r32());
  cc_.div(high.r32(), low.r32(), divisor.r32());
  const Gp result = op == FlowOp::floor_div ? low : high;
  cc_.mov(to.r32(), result.r32());
  cc_.bind(done);
  cold_.push_back([this, op, to, dividend, divisor, wide, done] {
    cc_.bind(wide);
    divide_wide(op, to, dividend, divisor);
    cc_.jmp(done);
  });
}

void Emitter::element(const FlowInstruction& i) {
  const std::vector<std::int64_t>& list = program_.lists[i.index];
  const Gp at = value_of(i.a), base = cc_.newIntPtr();
  cc_.cmp(at, static_cast<std::int32_t>(list.size()));
  cc_.jae(trapped_);
  cc_.mov(base, reinterpret_cast<std::uintptr_t>(list.data()));
  cc_.mov(reg(i.to), x86::qword_ptr(base, at, 3));
}

void Emitter::tick() {
  if (is_main_) cc_.dec(ticks_);
  else cc_.dec(field(row_, &FlowRow::ticks));
  cc_.js(ticks_out_);
}

void Emitter::call(const FlowCall& call) {
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

/// Compares; gives the condition under which the branch is taken.
x86::CondCode Emitter::compare(FlowCondition condition, FlowOperand a, FlowOperand b) {
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

void Emitter::terminator(const FlowTerminator& end, std::uint32_t next) {
  switch (end.kind) {
    case FlowTerminator::Kind::jump:
      if (end.then != next) cc_.jmp(labels_[end.then]);
      break;
    case FlowTerminator::Kind::branch: {
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
      cc_.jmp(finished_);
      break;
    case FlowTerminator::Kind::trap: cc_.jmp(trapped_); break;
  }
}

void Emitter::list_option(const FlowOption& option) {
  const Gp out = cc_.newIntPtr();
  cc_.mov(out, field(row_, &FlowRow::out));
  cc_.cmp(out, field(row_, &FlowRow::out_end));
  cc_.jae(waiting_);
  cc_.mov(x86::qword_ptr(out), value_of(FlowOperand::constant(option.label)));
  for (std::size_t i = 0; i < option.to.size(); ++i)
    cc_.mov(x86::qword_ptr(out, static_cast<std::int32_t>(8 * (i + 1))), value_of(option.to[i]));
  cc_.add(out, static_cast<std::int32_t>(8 * (option.to.size() + 1)));
  cc_.mov(field(row_, &FlowRow::out), out);
}

void Emitter::option(const FlowOption& option) {
  if (sink_ == FlowSink::list) {
    list_option(option);
    return;
  }
  if (const std::optional<Gp> index = cell_of(option)) see(*index);
  else cc_.jmp(waiting_);
}

/// The index of an option's cell, every coordinate that differs from the position's having been checked; nothing where it lies
/// outside whatever the position.
std::optional<Gp> Emitter::cell_of(const FlowOption& option) {
  const std::uint32_t same = same_[static_cast<std::size_t>(&option - program_.options.data())];
  const Gp index = temporary();
  bool any = false;
  std::int64_t fixed = 0;
  for (std::size_t i = 0; i < option.to.size(); ++i) {
    if ((same >> i & 1U) != 0) continue;
    const FlowOperand& to = option.to[i];
    const std::int64_t low = box_.low[i], length = box_.length[i], stride = box_.stride[i];
    if (to.is_constant) {
      const std::uint64_t offset = static_cast<std::uint64_t>(to.value) - static_cast<std::uint64_t>(low);
      if (offset >= static_cast<std::uint64_t>(length)) return std::nullopt;
      fixed += static_cast<std::int64_t>(offset) * stride;
      continue;
    }
    const Gp offset = any ? temporary() : index;
    cc_.mov(offset, reg(to.number()));
    if (low != 0) two_address(FlowOp::sub, offset, FlowOperand{false, -1}, FlowOperand::constant(low));
    if (is_small(length)) cc_.cmp(offset, static_cast<std::int32_t>(length));
    else cc_.cmp(offset, value_of(FlowOperand::constant(length)));
    cc_.jae(waiting_);
    if (stride != 1) {
      if (is_small(stride)) cc_.imul(offset, offset, static_cast<std::int32_t>(stride));
      else cc_.imul(offset, value_of(FlowOperand::constant(stride)));
    }
    if (any) cc_.add(index, offset);
    any = true;
  }
  if (!any) load(index, FlowOperand::constant(fixed));
  else if (fixed != 0) two_address(FlowOp::add, index, FlowOperand{false, -1}, FlowOperand::constant(fixed));
  if (same != 0) cc_.add(index, steady_.at(same));
  return index;
}

/// Notes the value of the option in the cell `index`.
void Emitter::see(const Gp& index) {
  const Gp value = cc_.newUInt32();
  cc_.mov(value, x86::dword_ptr(cells_, index, 2));
  switch (sink_) {
    case FlowSink::list: break;
    case FlowSink::grundy:
      cc_.cmp(value, static_cast<std::int32_t>(kLeastNoValue));
      cc_.jae(waiting_);
      cc_.mov(x86::dword_ptr(stamps_, value.r64(), 2), stamp_.r32());
      break;
    case FlowSink::outcome:
      cc_.cmp(value, 1);
      cc_.ja(waiting_);
      if (box_.ends_early) cc_.jb(decided_);
      else cc_.adc(won_, 0);
      if (box_.terminal != 0) cc_.mov(any_, 1);
      break;
    case FlowSink::remoteness: {
      cc_.cmp(value, static_cast<std::int32_t>(kLeastNoValue));
      cc_.jae(waiting_);
      // All ones where the option is N.
      const Gp is_n = cc_.newUInt32(), seen = cc_.newUInt32();
      cc_.mov(is_n, value);
      cc_.and_(is_n, 1);
      cc_.neg(is_n);
      cc_.mov(seen, value);
      cc_.or_(seen, is_n);
      cc_.cmp(seen, least_p_);
      cc_.cmovb(least_p_, seen);
      cc_.and_(value, is_n);
      cc_.cmp(value, greatest_n_);
      cc_.cmova(greatest_n_, value);
      break;
    }
  }
}

/// Why a program is not compiled, though it is right.
std::optional<Refusal> unfit(const FlowProgram& program, FlowSink sink) {
  if (program.dimensions > kMostFlowDimensions) return Refusal{"the positions have many coordinates"};
  for (std::size_t f = 1; f < program.functions.size(); ++f) {
    const FlowFunction& function = program.functions[f];
    if (function.results > kMostFlowResults || function.parameters > 12 || function.registers > kMostCalledRegisters)
      return Refusal{"a function that calls itself is large"};
    if (sink == FlowSink::list) continue;
    for (const FlowBlock& block : function.blocks)
      for (const FlowInstruction& i : block.instructions)
        if (i.op == FlowOp::option) return Refusal{"a function that calls itself names options"};
  }
  for (const std::vector<std::int64_t>& list : program.lists)
    if (list.size() > (std::size_t{1} << 24)) return Refusal{"a list is very long"};
  return std::nullopt;
}

}  // namespace

struct NativeRow::Code {
  Code() = default;
  Code(const Code&) = delete;
  Code& operator=(const Code&) = delete;
  ~Code() {
    if (memory != nullptr) asmjit::VirtMem::release(memory, size);
  }
  FlowProgram program;  ///< whose lists the code reads
  void* memory = nullptr;
  std::size_t size = 0;
  std::size_t entry = 0;
};

NativeRow::NativeRow(std::shared_ptr<const Code> code) : code_(std::move(code)) {
  entry_ = reinterpret_cast<Entry>(static_cast<char*>(code_->memory) + code_->entry);
}

std::size_t NativeRow::bytes() const { return code_->size; }

bool has_native_code() { return asmjit::Environment::host().is64Bit() && asmjit::Environment::host().isFamilyX86(); }

Result<NativeRow> NativeRow::compile(const FlowProgram& program, FlowSink sink, const FlowBox& box) {
  if (!has_native_code()) return Refusal{"there is no code generator for this machine"};
  if (auto refusal = unfit(program, sink)) return *refusal;
  const auto refused = [](const char* what) { return Refusal{std::string("the code generator says: ") + what}; };
  auto made = std::make_shared<Code>();
  made->program = program;
  try {
    ErrorThrower thrower;
    asmjit::CodeHolder holder;
    holder.init(asmjit::Environment::host());
    holder.setErrorHandler(&thrower);
    x86::Compiler compiler(&holder);
    const asmjit::Label entry = Emitter(compiler, made->program, sink, box).emit();
    compiler.finalize();
    holder.flatten();
    holder.resolveUnresolvedLinks();
    const std::size_t page = asmjit::VirtMem::info().pageSize;
    made->size = (holder.codeSize() + page - 1) / page * page;
    if (asmjit::VirtMem::alloc(&made->memory, made->size, asmjit::VirtMem::MemoryFlags::kAccessRW) != asmjit::kErrorOk)
      return refused("no memory");
    holder.relocateToBase(reinterpret_cast<std::uintptr_t>(made->memory));
    holder.copyFlattenedData(made->memory, made->size);
    if (asmjit::VirtMem::protect(made->memory, made->size, asmjit::VirtMem::MemoryFlags::kAccessRX) != asmjit::kErrorOk)
      return refused("no memory that may be executed");
    made->entry = holder.labelOffset(entry);
  } catch (const Failed& failed) {
    return refused(failed.what);
  }
  return NativeRow(std::shared_ptr<const Code>(std::move(made)));
}

}  // namespace bouton

#endif
