// A FlowProgram laid out for the interpreter: one list of steps a function, constants in registers of their own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/flow/flow_program.h"

namespace bouton {

enum class FlowStepOp : std::uint8_t {
  move,
  neg,
  bit_not,
  abs,
  add,
  sub,
  mul,
  floor_div,
  floor_mod,
  truncating_mod,
  bit_and,
  bit_or,
  bit_xor,
  shift_left,
  shift_right,
  min,
  max,
  element,  ///< to = lists[b][a]
  state,
  copy_states,
  set_state,
  call,
  option,
  tick,  ///< number `a`
  jump,  ///< to `to`
  if_equal,
  if_less,
  if_less_equal,
  if_below,  ///< to `to` where it holds of a and b, else to the next step
  finish,    ///< results from `a` on in the list of operands, `b` of them
  trap
};

struct FlowStep {
  FlowStepOp op = FlowStepOp::trap;
  std::uint32_t to = 0, a = 0, b = 0;
};

struct FlowCodeFunction {
  std::vector<FlowStep> steps;
  std::uint32_t registers = 0;          ///< without the constants
  std::vector<std::int64_t> constants;  ///< in the registers behind
  std::vector<std::uint32_t> results;   ///< registers that `finish` names
  int remembered = -1;                  ///< its number among the functions that are remembered
  std::size_t frame() const { return registers + constants.size(); }
};

struct FlowCodeCall {
  std::uint32_t function = 0;
  std::vector<std::uint32_t> arguments, results;
};

struct FlowCodeOption {
  std::int64_t head = 0;          ///< in a list
  std::vector<std::uint32_t> to;  ///< the coordinates, and behind them the values in the name
  FlowPart part = FlowPart::whole;
};

/// `calls` and `options` are numbered anew: their registers are those of the function that they occur in.
struct FlowCode {
  std::size_t dimensions = 0;
  std::size_t cells = 0;
  std::vector<FlowCodeFunction> functions;
  std::vector<FlowCodeCall> calls;
  std::vector<FlowCodeOption> options;
  std::vector<std::vector<std::int64_t>> lists;
  std::size_t greatest_frame = 0;
};

/// Of a program that is verified. O(size).
FlowCode lay_out(const FlowProgram& program);

}  // namespace bouton
