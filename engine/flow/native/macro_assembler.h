// What RowEmitter emits, one operation after another, for the machine that Bouton is built for. What knows an instruction set
// stands in a file for each, as macro_assembler_x86_64.cpp, of which one is compiled.
//
// The only header that knows asmjit; empty where Bouton is built without it.
#pragma once

#ifdef BOUTON_ASMJIT

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include <asmjit/core.h>
#if defined(__aarch64__)
#include <asmjit/arm/a64compiler.h>
#else
#include <asmjit/x86.h>
#endif

#include "engine/flow/flow_program.h"

namespace bouton::native {

#if defined(__aarch64__)
namespace machine = asmjit::a64;
inline constexpr asmjit::InstId kCallLabel = machine::Inst::kIdBl;
/// The registers that a call changes before the callee's first instruction: a bit for each.
inline constexpr std::uint32_t kCallClobbers = 1U << machine::Gp::kIdLr;
#else
namespace machine = asmjit::x86;
inline constexpr asmjit::InstId kCallLabel = machine::Inst::kIdCall;
inline constexpr std::uint32_t kCallClobbers = 0;
#endif
using asmjit::Label;
/// A virtual register, to which asmjit's compiler gives one of the machine's, or a place on the stack.
using Gp = machine::Gp;

/// How two numbers that were compared are to each other: signed, or, `below` and `above`, unsigned.
enum class Condition : std::uint8_t {
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  below,
  below_equal,
  above,
  above_equal
};

/// The one that holds where this one does not.
Condition negated(Condition condition);

/// Whether 32 bits hold the number, with its sign.
inline bool is_small(std::int64_t value) {
  return value >= std::numeric_limits<std::int32_t>::min() && value <= std::numeric_limits<std::int32_t>::max();
}

/// A register, or a constant.
class Value {
 public:
  Value(const Gp& reg) : reg_(reg) {}
  Value(std::int64_t constant) : is_constant_(true), constant_(constant) {}

  bool is_constant() const { return is_constant_; }
  bool is_small_constant() const { return is_constant_ && is_small(constant_); }
  bool is(const Gp& reg) const { return !is_constant_ && reg_.id() == reg.id(); }
  const Gp& reg() const { return reg_; }
  std::int64_t constant() const { return constant_; }

 private:
  Gp reg_;
  bool is_constant_ = false;
  std::int64_t constant_ = 0;
};

/// The memory at base + 2^shift * index + displacement; the displacement is small.
struct Address {
  Gp base;
  std::optional<Gp> index = std::nullopt;
  std::uint32_t shift = 0;  ///< at most 3
  std::int64_t displacement = 0;
};

/// How many bytes copy() copies.
inline constexpr std::int64_t kCopiedBytes = 16;

/// Registers hold 64 bits, but those of word(), which hold 32; operands of one operation are of one width, and what is stored
/// is as wide as its register, unless an operation says otherwise. Arithmetic wraps around. A comparison, or count_down, is for
/// the jumps and choices that follow it with nothing between them but those, move, load and store of registers: what computes
/// may forget it. Where a result goes may be one of the operands too. asmjit's errors must throw.
class MacroAssembler {
 public:
  explicit MacroAssembler(asmjit::CodeHolder& holder);
  /// Makes machine code of what was emitted, in the holder.
  void finalize() { cc_.finalize(); }

  Gp number() { return cc_.newInt64(); }
  Gp pointer() { return cc_.newIntPtr(); }
  Gp word() { return cc_.newUInt32(); }
  /// The register of a value; of a constant a new one.
  Gp in_register(const Value& value);

  // Functions: they take a pointer and numbers, and return a word.
  asmjit::FuncNode* declare(std::size_t numbers);
  void begin(asmjit::FuncNode* function, const std::vector<Gp>& parameters);
  void give_back(const Gp& word) { cc_.ret(word); }
  /// With what was put behind.
  void end();
  /// Emits this behind the rest of the function: what seldom happens.
  void put_behind(std::function<void()> emit) { behind_.push_back(std::move(emit)); }
  void emit_behind();
  void call(asmjit::FuncNode* function, const std::vector<Gp>& arguments, const Gp& result);

  // Jumps.
  Label label() { return cc_.newLabel(); }
  void bind(const Label& label) { cc_.bind(label); }
  /// Lets code begin where the machine fetches it fast.
  void align();
  void jump(const Label& to);
  void jump_if(Condition condition, const Label& to);
  /// Where a bit is set from this number on.
  void jump_if_bits(const Gp& bits, std::uint32_t from, const Label& to);

  // Memory.
  void load(const Gp& to, const Address& from);
  /// 32 bits; 0 above them.
  void load_word(const Gp& to, const Address& from);
  /// 32 bits, whose sign goes on.
  void load_signed_word(const Gp& to, const Address& from);
  /// 8 bits; 0 above them.
  void load_byte(const Gp& to, const Address& from);
  /// 64 bits of a constant.
  void store(const Address& to, const Value& value);
  /// 32 bits.
  void store_word(const Address& to, const Value& value);
  /// 8 bits.
  void store_byte(const Address& to, const Value& value);
  /// kCopiedBytes.
  void copy(const Address& to, const Address& from);
  /// To the 64 bits that lie there.
  void add_to(const Address& to, const Value& value);

  // Comparisons.
  void compare(const Gp& a, const Value& b);
  void compare(const Gp& a, const Address& b);
  /// 64 bits there with a small constant.
  void compare(const Address& a, std::int64_t b);
  /// 32 bits there with the low ones of a register, or with a small constant.
  void compare_word(const Address& a, const Value& b);
  /// Subtracts 1; afterwards the conditions tell how the number was to 1.
  void count_down(const Gp& number);
  void count_down(const Address& number);
  /// to = condition ? then : otherwise. `to` is not `then`.
  void choose(Condition condition, const Gp& to, const Gp& then, const Gp& otherwise);

  // Arithmetic.
  void set(const Gp& to, std::int64_t constant);
  void move(const Gp& to, const Gp& from);
  void move(const Gp& to, const Value& from);
  /// add, sub, bit_and, bit_or, bit_xor
  void compute(FlowOp op, const Gp& to, const Value& a, const Value& b);
  void add(const Gp& to, const Value& a, const Value& b) { compute(FlowOp::add, to, a, b); }
  void subtract(const Gp& to, const Value& a, const Value& b) { compute(FlowOp::sub, to, a, b); }
  /// to = base + 2^shift * index; the shift is at most 3.
  void add_shifted(const Gp& to, const Gp& base, const Gp& index, std::uint32_t shift);
  void negate(const Gp& to, const Value& from);
  void invert(const Gp& to, const Value& from);
  void absolute(const Gp& to, const Value& from);
  void extreme(bool is_max, const Gp& to, const Value& a, const Value& b);
  void multiply(const Gp& to, const Value& a, const Value& b);
  /// By 0 to 63 bits.
  void shift_left(const Gp& to, const Gp& from, std::uint32_t by);
  void shift_right(const Gp& to, const Gp& from, std::uint32_t by);
  void shift_right_signed(const Gp& to, const Gp& from, std::uint32_t by);
  /// As Lua does: 64 and more give 0, a negative amount shifts the other way.
  void shift(bool left, const Gp& to, const Value& from, const Gp& by);
  /// Sets the bit with this number, modulo 64. `one` is 1.
  void set_bit(const Gp& bits, const Gp& number, const Gp& one);
  /// The number of the first bit that is 0; there is one.
  void first_zero_bit(const Gp& to, const Gp& bits);

  // Division: floor_div, floor_mod and truncating_mod.
  /// Of numbers from 0 to 2^31 - 1, the second not 0.
  void divide_small(FlowOp op, const Gp& to, const Gp& a, const Gp& b);
  /// Of any numbers, most of which are small; the second is not 0.
  void divide(FlowOp op, const Gp& to, const Gp& a, const Value& b);
  /// Of any numbers, of which few are small; the second is not 0.
  void divide_wide(FlowOp op, const Gp& to, const Gp& a, const Gp& b);

 private:
  machine::Mem memory(const Address& address, std::uint32_t bytes);

  machine::Compiler cc_;
  std::vector<std::function<void()>> behind_;  ///< of the present function
};

}  // namespace bouton::native

#endif
