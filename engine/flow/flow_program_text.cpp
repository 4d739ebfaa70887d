// A FlowProgram as text, for tests and for people.
#include <fmt/format.h>

#include "engine/flow/flow_program.h"

namespace bouton {
namespace {

constexpr const char* kOps[] = {
    "move",           "neg",         "bit_not",   "abs",     "add",        "sub",         "mul", "floor_div", "floor_mod",
    "truncating_mod", "bit_and",     "bit_or",    "bit_xor", "shift_left", "shift_right", "min", "max",       "element",
    "state",          "copy_states", "set_state", "call",    "option",     "tick"};
constexpr const char* kParts[] = {"option", "part", "last part", "split"};
constexpr const char* kConditions[] = {"equal", "less", "less_equal", "unsigned_less"};

std::string text(const FlowOperand& operand) {
  return operand.is_constant ? fmt::format("{}", operand.value) : fmt::format("r{}", operand.value);
}

std::string text(const std::vector<FlowOperand>& operands) {
  std::string all;
  for (const FlowOperand& operand : operands) all += (all.empty() ? "" : ", ") + text(operand);
  return all;
}

std::string registers(const std::vector<std::uint32_t>& numbers) {
  std::string all;
  for (const std::uint32_t number : numbers) all += fmt::format("{}r{}", all.empty() ? "" : ", ", number);
  return all;
}

/// "take_<r2>"
std::string made_label(const FlowOption& option, const FlowProgram& program) {
  const std::vector<std::string>& pattern = program.label_patterns[option.label_pattern];
  std::string name = pattern[0];
  for (std::size_t i = 0; i < option.label_arguments.size(); ++i)
    name += fmt::format("<{}>{}", text(option.label_arguments[i]), pattern[i + 1]);
  return name;
}

std::string text(const FlowInstruction& i, const FlowProgram& program, const std::vector<std::string>& labels) {
  switch (i.op) {
    case FlowOp::tick: return "tick";
    case FlowOp::option: {
      const FlowOption& option = program.options[i.index];
      std::string name = option.label == kNoLabel ? "" : fmt::format(" #{}", option.label);
      if (option.label != kNoLabel && option.label < labels.size()) name = " " + labels[option.label];
      if (!option.label_arguments.empty()) name = " " + made_label(option, program);
      return fmt::format("{}{} ({})", kParts[static_cast<std::size_t>(option.part)], name, text(option.to));
    }
    case FlowOp::call: {
      const FlowCall& call = program.calls[i.index];
      return fmt::format("{}{}call {} ({})", registers(call.results), call.results.empty() ? "" : " = ", call.function,
                         text(call.arguments));
    }
    case FlowOp::element: return fmt::format("r{} = element {}[{}]", i.to, i.index, text(i.a));
    case FlowOp::set_state: return fmt::format("set_state {}, {}", text(i.a), text(i.b));
    default: break;
  }
  const bool is_unary = i.op <= FlowOp::abs || i.op == FlowOp::copy_states;
  return fmt::format("r{} = {} {}{}{}", i.to, kOps[static_cast<std::size_t>(i.op)], text(i.a), is_unary ? "" : ", ",
                     is_unary ? "" : text(i.b));
}

std::string text(const FlowTerminator& end) {
  switch (end.kind) {
    case FlowTerminator::Kind::jump: return fmt::format("jump b{}", end.then);
    case FlowTerminator::Kind::branch:
      return fmt::format("branch {} {}, {} ? b{} : b{}", kConditions[static_cast<std::size_t>(end.condition)], text(end.a),
                         text(end.b), end.then, end.otherwise);
    case FlowTerminator::Kind::finish: return end.results.empty() ? "return" : "return " + text(end.results);
    case FlowTerminator::Kind::trap: return "trap";
  }
  return {};
}

}  // namespace

std::string to_string(const FlowProgram& program, const std::vector<std::string>& labels) {
  std::string all;
  for (std::size_t l = 0; l < program.lists.size(); ++l) {
    all += fmt::format("list {}:", l);
    for (const std::int64_t value : program.lists[l]) all += fmt::format(" {}", value);
    all += "\n";
  }
  for (std::size_t f = 0; f < program.functions.size(); ++f) {
    const FlowFunction& function = program.functions[f];
    std::vector<std::uint32_t> parameters;
    for (std::uint32_t r = 0; r < function.parameters; ++r) parameters.push_back(r);
    all += fmt::format("function {} ({}){}{}\n", f, registers(parameters), function.is_remembered ? ", remembered" : "",
                       f == 0 && program.cells > 0 ? fmt::format(", {} cells", program.cells) : "");
    for (std::size_t b = 0; b < function.blocks.size(); ++b) {
      all += fmt::format("  b{}:\n", b);
      for (const FlowInstruction& i : function.blocks[b].instructions) all += fmt::format("    {}\n", text(i, program, labels));
      all += fmt::format("    {}\n", text(function.blocks[b].end));
    }
  }
  return all;
}

}  // namespace bouton
