// Emits machine code for a FlowProgram with asmjit's compiler: each register of the program is a virtual one of the compiler's,
// which gives them machine registers. What seldom happens (a division that 32 bits do not hold) stands behind the rest.
//
// The only header that knows asmjit; empty where Bouton is built without it.
#pragma once

#ifdef BOUTON_ASMJIT

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <vector>

#include <asmjit/x86.h>

#include "engine/flow/analysis/coordinate_offsets.h"
#include "engine/flow/analysis/loop_walks.h"
#include "engine/flow/analysis/natural_loops.h"
#include "engine/flow/analysis/safety.h"
#include "engine/flow/flow_program.h"
#include "engine/flow/flow_row.h"

namespace bouton::native {

namespace x86 = asmjit::x86;
using asmjit::Label;
using x86::Gp;

/// Whether an instruction can hold the number.
inline bool is_small(std::int64_t value) {
  return value >= std::numeric_limits<std::int32_t>::min() && value <= std::numeric_limits<std::int32_t>::max();
}

/// Where a row has the member; of one that is an array, an element.
template <class Member>
x86::Mem field(const Gp& row, Member FlowRow::*member, std::size_t index = 0) {
  const FlowRow* const none = nullptr;
  const auto offset = reinterpret_cast<std::size_t>(&(none->*member)) + 8 * index;
  return x86::qword_ptr(row, static_cast<std::int32_t>(offset));
}

/// Emits the functions of a program. asmjit's errors must throw.
class RowEmitter {
 public:
  RowEmitter(x86::Compiler& compiler, const FlowProgram& program, FlowSink sink, const FlowBox& box, const FlowFacts& facts)
      : cc_(compiler),
        program_(program),
        sink_(sink),
        box_(box),
        facts_(facts),
        remembered_(remembered_numbers(program)),
        offsets_(program) {}

  /// The label of the code to run.
  Label emit();

 private:
  // The functions.
  void function(std::uint32_t number);
  void begin_row();
  void begin_position();
  void enter_value();
  void enter_mex();
  void enter_mex_of_few();
  void enter_outcome();
  void enter_remoteness();
  void next_position();
  void end_row();
  std::int64_t index_step() const;
  bool is_row() const;
  bool has_few_values() const { return sink_ == FlowSink::grundy && box_.has_few_values; }
  x86::Mem own_cell(std::int32_t displacement = 0) const { return x86::dword_ptr(here_, displacement); }
  void leave_with(std::uint32_t status, Label at);
  void blocks(const FlowFunction& function);
  bool is_written_twice(const FlowBlock& block) const;
  std::vector<bool> loop_starts(const FlowFunction& function) const;

  // Selections.
  static constexpr std::uint32_t kNoBlock = 0xFFFFFFFF;
  struct Select {
    std::uint32_t then = kNoBlock, otherwise = kNoBlock;  ///< the sides; none where there is nothing to do
    std::uint32_t to = kNoBlock;                          ///< the block that both lead to
  };
  void find_selects(const FlowFunction& function);
  std::map<std::uint32_t, Gp> emit_side(std::uint32_t side);
  void select(const FlowTerminator& end, const Select& select);
  void block_instructions(std::uint32_t number);

  // Instructions.
  void instruction(const FlowInstruction& i, std::size_t number);
  void terminator(const FlowTerminator& end, std::uint32_t next);
  void two_address(FlowOp op, const Gp& to, const FlowOperand& a, const FlowOperand& b);
  void multiply(const Gp& to, const FlowOperand& a, const FlowOperand& b);
  void extreme(bool is_max, const Gp& to, const FlowOperand& a, const FlowOperand& b);
  void shift(bool left, const Gp& to, const FlowOperand& a, const FlowOperand& b);
  void shift_by(bool left, const Gp& to, const FlowOperand& a, std::int64_t by);
  void divide(FlowOp op, const Gp& to, const FlowOperand& a, const FlowOperand& b, bool is_small);
  bool divide_by(FlowOp op, const Gp& to, const Gp& a, std::int64_t by, bool is_small);
  void divide_small(FlowOp op, const Gp& to, const Gp& a, const FlowOperand& b);
  void divide_wide(FlowOp op, const Gp& to, const Gp& a, const Gp& b);
  void element(const FlowInstruction& i, bool is_there);
  void state(const FlowInstruction& i);
  void copy_states(const FlowInstruction& i);
  void set_state(const FlowInstruction& i);
  void call(const FlowCall& call);
  void call_out(const FlowCall& call);
  void recall(const FlowCall& call, int number);
  Gp place_of_result(const std::vector<Gp>& arguments, const Label& nowhere);
  void tick();
  x86::CondCode compare(FlowCondition condition, FlowOperand a, FlowOperand b);

  // Options.
  void option(const FlowOption& option, FlowPlace place);
  void list_option(const FlowOption& option);
  std::optional<x86::Mem> cell_of(const FlowOption& option, FlowPlace place);
  bool check_inside(const FlowOption& option);
  Gp from_low(const FlowOperand& to, std::size_t place);
  bool is_shown_inside(const FlowOption& option, std::size_t place) const;
  std::uint32_t steady_places(const FlowOption& option) const;
  bool needs_no_check(const FlowOperand& to, std::size_t place) const;
  bool is_own_cell(std::uint32_t places) const;
  void find_steady_parts();
  Gp steady_part(std::uint32_t places);
  std::int64_t steady_step(std::uint32_t places) const;
  void advance(const Gp& pointer, std::int64_t cells);
  void scale(const Gp& to, const Gp& from, std::int64_t stride);
  void see(const x86::Mem& cell);
  void mark(const Gp& value);

  // Walks.
  void find_walks_of_row();
  std::vector<std::int64_t> row_part(const LinearForm& cells) const;
  Gp row_pointer(const std::vector<std::int64_t>& part, std::int64_t& constant);
  void add_cells(const Gp& pointer, const Gp& number, std::int64_t factor);
  void start_walks();
  void move_walks(FlowPlace place);

  // What need not be computed.
  void find_needed();
  std::vector<std::uint32_t> used_by(const FlowInstruction& i, FlowPlace place) const;
  std::vector<std::uint32_t> used_by_option(const FlowOption& option, FlowPlace place) const;
  bool is_pure(const FlowInstruction& i, FlowPlace place) const;
  std::vector<bool> live_before(std::uint32_t block, std::vector<bool> live);

  // Operands.
  const Gp& reg(std::uint32_t number) { return registers_[number]; }
  Gp temporary() { return cc_.newInt64(); }
  Gp value_of(const FlowOperand& operand);
  void load(const Gp& to, const FlowOperand& operand);

  x86::Compiler& cc_;
  const FlowProgram& program_;
  FlowSink sink_;
  FlowBox box_;
  const FlowFacts& facts_;
  std::vector<int> remembered_;  ///< by function
  CoordinateOffsets offsets_;    ///< at the instruction that is emitted
  std::vector<asmjit::FuncNode*> functions_;

  // Of the present function.
  const FlowFunction* function_ = nullptr;
  std::uint32_t block_ = 0;
  bool is_main_ = false;
  std::vector<Gp> registers_;
  std::vector<Label> labels_;
  std::vector<std::uint32_t> order_;  ///< in which blocks are written
  std::map<const FlowTerminator*, Select> selects_;
  std::vector<std::function<void()>> cold_;
  Gp row_, ticks_, status_;
  Gp states_;  ///< of a program with cells: where its arrays lie
  Label trapped_, waiting_, ticks_out_, ended_, finished_;

  // Of the row.
  std::vector<Gp> coordinates_;
  Gp cells_, stamps_, stamp_;
  Gp here_, stop_;                      ///< the position's cell, and that of the position behind the last one
  Gp used_, one_;                       ///< Grundy values, where there are few: those of the options, by bits, and the number 1
  Gp any_;                              ///< outcome: not 0 where there is an option (misere play)
  Gp all_n_;                            ///< outcome: 1 while all options are N
  Gp seen_;                             ///< outcome: the values of all options, or-ed; remoteness: the greatest of them
  std::map<std::uint32_t, Gp> steady_;  ///< by what steady_places says of options
  LoopWalks walks_;
  std::vector<Gp> walk_registers_;
  std::map<std::vector<std::int64_t>, Gp> row_pointers_;       ///< by the factors of the position's coordinates
  std::vector<std::vector<std::vector<std::uint32_t>>> uses_;  ///< registers, by block and instruction
  std::vector<std::vector<bool>> needed_;                      ///< by block and instruction
  Label position_, next_;
  Label not_n_;  ///< after a comparison of a value with 1
};

}  // namespace bouton::native

#endif
