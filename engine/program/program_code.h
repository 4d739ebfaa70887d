// The code that a MoveProgram is compiled to: made by program_compiler.cpp, run by move_program_run.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/position/options.h"
#include "engine/program/move_program.h"

namespace bouton {

using Register = std::uint32_t;

/// What an instruction does beyond the operations of expressions.
enum class Do : std::uint8_t {
  move,             ///< dst = a
  jump,             ///< to target
  jump_if,          ///< on a
  jump_unless,      ///< on a
  jump_equal,       ///< on a and b
  jump_not_equal,   ///< on a and b
  jump_less,        ///< on a and b
  jump_less_equal,  ///< on a and b
  loop_begin,       ///< dst runs from a to b by c; registers d (rounds left) and d + 1 (step); to target if there is no round
  loop_skip,        ///< a loop from a to b by c in which nothing happens
  loop_next,        ///< dst and d as above; back to target if there is another round
  label,            ///< the label kComputedLabel is pattern c, filled with b operands from operand a on
  option_ray,       ///< an option for each round that d has left, and one: ray a, from the position in the b operands from c on
  option_1,         ///< the option (a), label c
  option_2,         ///< the option (a, b), label c
  option,           ///< the option of b operands from operand a on, label c
  part,             ///< one position of a split: b operands from operand a on
  end_split,        ///< label c
  results,          ///< the results are b operands from operand a on
  halt
};

/// The number of an instruction's kind. An operation sets dst to its value for the registers a, b and c; Op::element, to
/// element a of list number b.
constexpr std::uint8_t code(Op op) { return static_cast<std::uint8_t>(op); }
constexpr std::uint8_t code(Do what) { return static_cast<std::uint8_t>(code(Op::logical_not) + 1 + static_cast<int>(what)); }

struct Instruction {
  std::uint8_t what;  ///< code(Op) or code(Do)
  Register dst = 0, a = 0, b = 0, c = 0, d = 0;
  std::uint32_t target = 0;
};

/// In place of a label: the one that Do::label made last.
inline constexpr Label kComputedLabel = ~Label{0};

/// How the positions of a loop that does nothing but name options change from round to round.
struct OptionRay {
  Label label = kNoLabel;
  std::vector<std::int64_t> direction;  ///< one a coordinate
};

struct ProgramCode {
  std::size_t dimensions = 0;
  std::vector<std::int64_t> constants;  ///< the first registers; then come the coordinates, the slots, the rest
  std::size_t slots = 0;
  std::size_t registers = 0;
  std::vector<Instruction> instructions;
  std::vector<Register> operands;
  std::vector<std::vector<std::int64_t>> lists;
  std::vector<OptionRay> rays;
  std::vector<std::vector<std::string>> label_patterns;  ///< as MoveProgram::label_patterns
};

/// O(size of the program times the depth of its loops).
ProgramCode compile(const MoveProgram& program);

}  // namespace bouton
