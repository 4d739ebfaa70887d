// A rule's moves as control flow: basic blocks over 64-bit integer registers.
//
// A MoveProgram (engine/program) holds what families of options can be read from: counted loops, guards, expressions. This
// form holds whatever a function of integers does: `while` with any condition, `goto`, early return, helper functions, digits.
// It says nothing of the shape of the moves, and it is fast to run one position at a time.
//
// Registers hold integers; a truth value that is not decided by where control is is 0 or 1. All arithmetic is Lua's
// (engine/program/integer_arithmetic.h). A program traps where the function that it stands for raises an error: whoever runs it
// then hands the position to the rule's interpreter, which says what is wrong.
//
// An example, the moves `local t = 1; while t * t <= a do move(a - t * t, b); t = t + 1 end`:
//
//     function 0 (r0, r1)
//       b0:
//         r2 = move 1
//         jump b1
//       b1:
//         tick
//         r3 = mul r2, r2
//         branch less_equal r3, r0 ? b2 : b3
//       b2:
//         r3 = mul r2, r2
//         r3 = sub r0, r3
//         option (r3, r1)
//         r2 = add r2, 1
//         jump b1
//       b3:
//         return
//
// The position of a board or a graph is an array of the states of its cells. A run has memory for such arrays, one after
// another, of which the first is the position; registers hold *places* in it, counted in states: an array is named by the place
// of its first cell. Nothing is changed but copies, so an array may be shared by as many registers as like. The moves
// `if b:at(1, 2) == 0 then move(b:with(1, 2, 1)) end`:
//
//     function 0 (r0), 4 cells
//       b0:
//         r1 = state r0, 1
//         branch equal r1, 0 ? b1 : b2
//       b1:
//         r2 = copy_states r0
//         r3 = add r2, 1
//         set_state r3, 1
//         option (r2)
//         return
//       b2:
//         return
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/refusal.h"
#include "engine/position/options.h"
#include "engine/program/trap.h"

namespace bouton {

/// A register of the function, or a constant.
struct FlowOperand {
  bool is_constant = true;
  std::int64_t value = 0;  ///< the constant, or the number of the register

  static FlowOperand constant(std::int64_t value) { return {true, value}; }
  static FlowOperand of_register(std::uint32_t number) { return {false, number}; }
  std::uint32_t number() const { return static_cast<std::uint32_t>(value); }
  friend bool operator==(const FlowOperand&, const FlowOperand&) = default;
};

enum class FlowOp : std::uint8_t {
  move,            ///< to = a
  neg,             ///< to = -a
  bit_not,         ///< to = ~a
  abs,             ///< to = math.abs(a)
  add,             ///< to = a + b
  sub,             ///< to = a - b
  mul,             ///< to = a * b
  floor_div,       ///< to = a // b; traps where b is 0
  floor_mod,       ///< to = a % b; traps where b is 0
  truncating_mod,  ///< to = math.fmod(a, b); traps where b is 0
  bit_and,         ///< to = a & b
  bit_or,          ///< to = a | b
  bit_xor,         ///< to = a ~ b
  shift_left,      ///< to = a << b
  shift_right,     ///< to = a >> b
  min,             ///< to = math.min(a, b)
  max,             ///< to = math.max(a, b)
  element,         ///< to = lists[index][a], counted from 0; traps where there is none
  state,           ///< to = the state at the place a + b; traps where nothing stands
  copy_states,     ///< to = the place of a copy of the array at the place a
  set_state,       ///< the state at the place a becomes b, its last eight bits; traps where nothing stands
  call,            ///< calls[index]
  option,          ///< names options[index]
  tick             ///< one more round of a loop, or call: what limits and interrupts count
};

struct FlowInstruction {
  FlowOp op = FlowOp::move;
  std::uint32_t to = 0;
  FlowOperand a = {}, b = {};
  std::uint32_t index = 0;  ///< of a list, a call or an option
  int line = 0;             ///< of the rule file
};

enum class FlowCondition : std::uint8_t { equal, less, less_equal, unsigned_less };

struct FlowTerminator {
  enum class Kind : std::uint8_t {
    jump,    ///< to `then`
    branch,  ///< to `then` where the condition holds of a and b, else to `otherwise`
    finish,  ///< the function returns `results`
    trap     ///< the function that the program stands for raises an error
  };
  Kind kind = Kind::finish;
  FlowCondition condition = FlowCondition::equal;
  FlowOperand a = {}, b = {};
  std::uint32_t then = 0, otherwise = 0;  ///< blocks
  std::vector<FlowOperand> results = {};
  int line = 0;
};

struct FlowBlock {
  std::vector<FlowInstruction> instructions = {};
  FlowTerminator end = {};
};

/// Its parameters come in the registers 0, 1, ...; what another register holds before it is assigned is not said.
struct FlowFunction {
  std::uint32_t parameters = 0;
  std::uint32_t registers = 0;
  std::uint32_t results = 0;
  std::vector<FlowBlock> blocks = {};  ///< the first is where it begins
  /// Whether its result is worth keeping for the next call with the same arguments: it has one or two parameters and one
  /// result, names no option, and calls no function but such.
  bool is_remembered = false;
};

struct FlowCall {
  std::uint32_t function = 0;
  std::vector<FlowOperand> arguments = {};
  std::vector<std::uint32_t> results = {};  ///< the registers that they go to
};

/// Where an option stands in a split, whose parts are named one after another in a block.
enum class FlowPart : std::uint8_t {
  whole,  ///< one position, no split
  more,   ///< a part, and the next option is another part of the same split
  last,   ///< the last part, of at least two
  none    ///< a split that leaves nothing: there are no coordinates
};

struct FlowOption {
  Label label = kNoLabel;
  /// A coordinate each. In a game of piles there may be more or fewer than the position has.
  std::vector<FlowOperand> to = {};
  FlowPart part = FlowPart::whole;
  /// Of an option whose name is made of values: these stand between the texts of label_patterns[label_pattern]. Empty: `label`.
  std::vector<FlowOperand> label_arguments = {};
  std::uint32_t label_pattern = 0;
};
/// Of those that an option may have beyond the position's, and of the values in a name.
inline constexpr std::size_t kMostOptionCoordinates = 64, kMostLabelArguments = 16;

/// The first function is run for a position, whose coordinates are its parameters; of moves it has no results. Every cycle of
/// blocks and every cycle of calls contains a tick.
struct FlowProgram {
  /// Whether it is what somebody claims of a position, to be read and not to be run. The first function returns a truth value
  /// then, whether it holds, and names no options; the second stands for the value of the position that it is given: 0 for a
  /// P-position and more for others, and the Grundy value wherever that is used in another way.
  bool is_claim = false;
  std::size_t dimensions = 0;
  /// Of a board or a graph: how many states an array has. There is one dimension then, the place of an array, which is 0 for
  /// the position. Such a program lists options, and does nothing else. 0: positions are coordinates.
  std::size_t cells = 0;
  std::vector<FlowFunction> functions = {};
  std::vector<FlowCall> calls = {};
  std::vector<FlowOption> options = {};
  std::vector<std::vector<std::int64_t>> lists = {};
  std::vector<std::vector<std::string>> label_patterns = {};
};

/// At most so many functions are remembered. What is kept is the results for arguments from 0 up to these bounds.
inline constexpr std::size_t kMostRemembered = 8;
inline constexpr std::int64_t kRememberedOfOne = std::int64_t{1} << 20, kRememberedOfTwo = 2048;
/// Where the result for (x, y) is kept: x * this + y. A little more than the bound, so that a column is not all in one place of
/// the cache.
inline constexpr std::int64_t kRememberedRow = kRememberedOfTwo + 16;

/// The number of each function among those that are remembered; -1 for the others.
std::vector<int> remembered_numbers(const FlowProgram& program);
/// How many results are kept for the function, which is remembered.
std::size_t remembered_results(const FlowFunction& function);

/// A call nested deeper than this traps: Lua's own limit is far beyond it, and says so itself.
inline constexpr int kDeepestFlowCall = 2000;

/// What is not as a program must be: a register, block, list or function that is not there, a call with a wrong number of
/// arguments, a cycle without a tick; nothing where all is well. Whoever runs a program relies on it. O(size).
std::optional<Refusal> verify(const FlowProgram& program);

/// Whether all options, and the parts of those that are splits, have as many coordinates as the position.
bool keeps_length(const FlowProgram& program);

/// Whether some option is a split.
bool has_splits(const FlowProgram& program);

/// Whether some option has a name that is made of values.
bool makes_labels(const FlowProgram& program);

/// Whether a function that is called, and not only that of the moves, names options.
bool calls_name_options(const FlowProgram& program);

/// The program as text, as above; options have their labels' names, as far as there are any.
std::string to_string(const FlowProgram& program, const std::vector<std::string>& labels = {});

/// Whether a block of the function assigns to a register.
bool assigns(const FlowFunction& function, const FlowProgram& program, std::uint32_t number);

}  // namespace bouton
