// Emits machine code for a FlowProgram: each register of the program is a virtual one of the assembler's, which gives them
// machine registers. What seldom happens (a division that 32 bits do not hold) stands behind the rest.
#pragma once

#ifdef BOUTON_ASMJIT

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "engine/flow/analysis/coordinate_offsets.h"
#include "engine/flow/analysis/loop_walks.h"
#include "engine/flow/analysis/natural_loops.h"
#include "engine/flow/analysis/safety.h"
#include "engine/flow/flow_program.h"
#include "engine/flow/flow_row.h"
#include "engine/flow/native/macro_assembler.h"

namespace bouton::native {

/// Where a row has the member; of one that is an array, an element.
template <class Member>
Address field(const Gp& row, Member FlowRow::*member, std::size_t index = 0) {
  const FlowRow* const none = nullptr;
  const auto offset = reinterpret_cast<std::size_t>(&(none->*member)) + 8 * index;
  return {.base = row, .displacement = static_cast<std::int64_t>(offset)};
}

/// Emits the functions of a program.
class RowEmitter {
 public:
  RowEmitter(MacroAssembler& assembler, const FlowProgram& program, FlowSink sink, const FlowBox& box, const FlowFacts& facts)
      : masm_(assembler),
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
  Address own_cell() const { return {.base = here_}; }
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
  void shift(bool left, const Gp& to, const FlowOperand& a, const FlowOperand& b);
  void divide(FlowOp op, const Gp& to, const FlowOperand& a, const FlowOperand& b, bool is_small);
  bool divide_by(FlowOp op, const Gp& to, const Gp& a, std::int64_t by, bool is_small);
  void element(const FlowInstruction& i, bool is_there);
  void state(const FlowInstruction& i);
  void copy_states(const FlowInstruction& i);
  void set_state(const FlowInstruction& i);
  void call(const FlowCall& call);
  void call_out(const FlowCall& call);
  void recall(const FlowCall& call, int number);
  Gp place_of_result(const std::vector<Gp>& arguments, const Label& nowhere);
  void tick();
  Condition compare(FlowCondition condition, FlowOperand a, FlowOperand b);

  // Options.
  void option(const FlowOption& option, FlowPlace place);
  void list_option(const FlowOption& option);
  std::optional<Address> cell_of(const FlowOption& option, FlowPlace place);
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
  void see(const Address& cell);
  void see_part(const FlowOption& option, FlowPlace place);

  // Walks.
  void find_walks_of_row();
  std::vector<std::int64_t> row_part(const RegisterForm& cells) const;
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
  Value value_of(const FlowOperand& operand) {
    return operand.is_constant ? Value(operand.value) : Value(reg(operand.number()));
  }

  MacroAssembler& masm_;
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
  Gp row_, ticks_, status_;
  Gp states_;              ///< of a program with cells: where its arrays lie
  std::optional<Gp> out_;  ///< list: where the next option goes; none where a function that is called names options too
  Label trapped_, waiting_, ticks_out_, ended_, finished_;

  // Of the row.
  std::vector<Gp> coordinates_;
  Gp cells_, stamps_, stamp_;
  Gp here_, stop_;                      ///< the position's cell, and that of the position behind the last one
  Gp used_, one_;                       ///< Grundy values, where there are few: those of the options, by bits, and the number 1
  std::optional<Gp> split_;             ///< Grundy values: the sum of the parts so far, within a split
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
