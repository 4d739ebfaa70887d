#include "engine/flow/flow_program.h"

#include <algorithm>

#include <fmt/format.h>

namespace bouton {
namespace {

/// Refers to a function of a program that is being verified.
class FunctionVerifier {
 public:
  FunctionVerifier(const FlowProgram& program, std::size_t number)
      : program_(program), function_(program.functions[number]), number_(number) {}

  std::optional<Refusal> check() {
    if (function_.blocks.empty()) return wrong("has no blocks");
    if (function_.parameters > function_.registers) return wrong("has more parameters than registers");
    for (std::size_t b = 0; b < function_.blocks.size(); ++b) {
      for (const FlowInstruction& i : function_.blocks[b].instructions)
        if (!is_right(i)) return wrong(fmt::format("has a wrong instruction in b{}", b));
      if (!are_splits_whole(function_.blocks[b])) return wrong(fmt::format("has a split that is not whole in b{}", b));
      if (!is_right(function_.blocks[b].end)) return wrong(fmt::format("has a wrong end of b{}", b));
    }
    if (has_silent_cycle()) return wrong("has a cycle without a tick");
    return std::nullopt;
  }

 private:
  Refusal wrong(const std::string& what) const { return {fmt::format("function {} {}", number_, what)}; }

  bool is_register(std::uint32_t number) const { return number < function_.registers; }
  bool is_right(const FlowOperand& operand) const {
    return operand.is_constant || (operand.value >= 0 && operand.value < static_cast<std::int64_t>(function_.registers));
  }
  bool are_right(const std::vector<FlowOperand>& operands) const {
    return std::ranges::all_of(operands, [this](const FlowOperand& operand) { return is_right(operand); });
  }

  bool is_length(std::size_t coordinates) const {
    return program_.cells > 0 ? coordinates == 1 : coordinates <= program_.dimensions + kMostOptionCoordinates;
  }

  bool has_right_label(const FlowOption& option) const {
    if (option.label_arguments.empty()) return true;
    return option.label_arguments.size() <= kMostLabelArguments && option.label_pattern < program_.label_patterns.size() &&
           program_.label_patterns[option.label_pattern].size() == option.label_arguments.size() + 1 &&
           are_right(option.label_arguments);
  }
  bool is_right(const FlowOption& option) const {
    if (option.part == FlowPart::none) return option.to.empty() && program_.cells == 0 && has_right_label(option);
    if (option.part != FlowPart::whole && program_.cells > 0) return false;
    if (!has_right_label(option)) return false;
    return is_length(option.to.size()) && are_right(option.to);
  }
  /// Whether the parts of each split stand together.
  bool are_splits_whole(const FlowBlock& block) const {
    bool is_open = false;
    for (const FlowInstruction& i : block.instructions) {
      const bool is_part = i.op == FlowOp::option && program_.options[i.index].part != FlowPart::whole &&
                           program_.options[i.index].part != FlowPart::none;
      if (is_open && !is_part) return false;
      is_open = is_part && program_.options[i.index].part == FlowPart::more;
    }
    return !is_open;
  }

  bool is_right(const FlowInstruction& i) const {
    switch (i.op) {
      case FlowOp::tick: return true;
      case FlowOp::option: return i.index < program_.options.size() && is_right(program_.options[i.index]);
      case FlowOp::state:
      case FlowOp::copy_states: return program_.cells > 0 && is_register(i.to) && is_right(i.a) && is_right(i.b);
      case FlowOp::set_state: return program_.cells > 0 && is_right(i.a) && is_right(i.b);
      case FlowOp::call: {
        if (i.index >= program_.calls.size()) return false;
        const FlowCall& call = program_.calls[i.index];
        return call.function > 0 && call.function < program_.functions.size() &&
               call.arguments.size() == program_.functions[call.function].parameters &&
               call.results.size() == program_.functions[call.function].results && are_right(call.arguments) &&
               std::ranges::all_of(call.results, [this](std::uint32_t r) { return is_register(r); });
      }
      case FlowOp::element:
        return i.index < program_.lists.size() && !program_.lists[i.index].empty() && is_register(i.to) && is_right(i.a);
      default: return is_register(i.to) && is_right(i.a) && is_right(i.b);
    }
  }

  bool is_right(const FlowTerminator& end) const {
    switch (end.kind) {
      case FlowTerminator::Kind::jump: return end.then < function_.blocks.size();
      case FlowTerminator::Kind::branch:
        return end.then < function_.blocks.size() && end.otherwise < function_.blocks.size() && is_right(end.a) &&
               is_right(end.b);
      case FlowTerminator::Kind::finish: return end.results.size() == function_.results && are_right(end.results);
      case FlowTerminator::Kind::trap: return true;
    }
    return false;
  }

  /// Depth first, through blocks without a tick alone.
  bool has_silent_cycle() const {
    enum class Mark : std::uint8_t { unseen, open, done };
    const auto ticks = [&](std::uint32_t b) {
      return std::ranges::any_of(function_.blocks[b].instructions,
                                 [](const FlowInstruction& i) { return i.op == FlowOp::tick; });
    };
    std::vector<Mark> marks(function_.blocks.size(), Mark::unseen);
    struct Step {
      std::uint32_t block;
      int next = 0;
    };
    for (std::uint32_t root = 0; root < function_.blocks.size(); ++root) {
      if (marks[root] != Mark::unseen) continue;
      std::vector<Step> path{{root}};
      marks[root] = Mark::open;
      while (!path.empty()) {
        Step& step = path.back();
        const FlowTerminator& end = function_.blocks[step.block].end;
        const int successors = end.kind == FlowTerminator::Kind::jump ? 1 : end.kind == FlowTerminator::Kind::branch ? 2 : 0;
        if (step.next >= successors || ticks(step.block)) {
          marks[step.block] = Mark::done;
          path.pop_back();
          continue;
        }
        const std::uint32_t to = step.next++ == 0 ? end.then : end.otherwise;
        if (marks[to] == Mark::open && !ticks(to)) return true;
        if (marks[to] != Mark::unseen) continue;
        marks[to] = Mark::open;
        path.push_back({to});
      }
    }
    return false;
  }

  const FlowProgram& program_;
  const FlowFunction& function_;
  std::size_t number_;
};

/// That what is remembered depends on the arguments alone.
std::optional<Refusal> verify_remembered(const FlowProgram& program) {
  std::size_t remembered = 0;
  for (std::size_t f = 0; f < program.functions.size(); ++f) {
    const FlowFunction& function = program.functions[f];
    if (!function.is_remembered) continue;
    const Refusal refusal{fmt::format("function {} cannot be remembered", f)};
    if (f == 0 || ++remembered > kMostRemembered || function.results != 1 || function.parameters < 1 || function.parameters > 2)
      return refusal;
    for (const FlowBlock& block : function.blocks)
      for (const FlowInstruction& i : block.instructions) {
        if (i.op == FlowOp::option || i.op == FlowOp::state || i.op == FlowOp::copy_states || i.op == FlowOp::set_state)
          return refusal;
        if (i.op != FlowOp::call || i.index >= program.calls.size()) continue;
        const std::uint32_t callee = program.calls[i.index].function;
        if (callee >= program.functions.size() || !program.functions[callee].is_remembered) return refusal;
      }
  }
  return std::nullopt;
}

}  // namespace

std::optional<Refusal> verify(const FlowProgram& program) {
  if (auto refusal = verify_remembered(program)) return refusal;
  if (program.functions.empty()) return Refusal{"a program without a function"};
  if (program.cells > 0 && program.dimensions != 1) return Refusal{"a position of cells that is more than one array"};
  if (program.functions[0].parameters != program.dimensions || program.functions[0].results != (program.is_claim ? 1 : 0))
    return Refusal{"function 0 does not take a position"};
  for (std::size_t f = 0; f < program.functions.size(); ++f) {
    if (auto refusal = FunctionVerifier(program, f).check()) return refusal;
    // Whoever is called ticks first, so no cycle of calls is silent.
    const std::vector<FlowInstruction>& first = program.functions[f].blocks[0].instructions;
    if (f > 0 && (first.empty() || first[0].op != FlowOp::tick))
      return Refusal{fmt::format("function {} does not begin with a tick", f)};
  }
  return std::nullopt;
}

std::vector<int> remembered_numbers(const FlowProgram& program) {
  std::vector<int> numbers;
  int next = 0;
  for (const FlowFunction& function : program.functions) numbers.push_back(function.is_remembered ? next++ : -1);
  return numbers;
}

std::size_t remembered_results(const FlowFunction& function) {
  return static_cast<std::size_t>(function.parameters == 1 ? kRememberedOfOne : kRememberedOfTwo * kRememberedRow);
}

bool keeps_length(const FlowProgram& program) {
  return std::ranges::all_of(program.options, [&](const FlowOption& option) {
    return option.part == FlowPart::none || option.to.size() == program.dimensions;
  });
}

bool has_splits(const FlowProgram& program) {
  return std::ranges::any_of(program.options, [](const FlowOption& option) { return option.part != FlowPart::whole; });
}

bool makes_labels(const FlowProgram& program) {
  return std::ranges::any_of(program.options, [](const FlowOption& option) { return !option.label_arguments.empty(); });
}

bool calls_name_options(const FlowProgram& program) {
  for (std::size_t f = 1; f < program.functions.size(); ++f)
    for (const FlowBlock& block : program.functions[f].blocks)
      if (std::ranges::any_of(block.instructions, [](const FlowInstruction& i) { return i.op == FlowOp::option; })) return true;
  return false;
}

bool assigns(const FlowFunction& function, const FlowProgram& program, std::uint32_t number) {
  for (const FlowBlock& block : function.blocks)
    for (const FlowInstruction& i : block.instructions) {
      if (i.op == FlowOp::call) {
        const std::vector<std::uint32_t>& results = program.calls[i.index].results;
        if (std::ranges::find(results, number) != results.end()) return true;
      } else if (i.op != FlowOp::option && i.op != FlowOp::tick && i.op != FlowOp::set_state && i.to == number) {
        return true;
      }
    }
  return false;
}

}  // namespace bouton
