#include "engine/flow/families/flow_families.h"

#include <utility>

#include "engine/flow/families/family_finder.h"
#include "engine/program/construction/refused.h"
#include "engine/program/construction/simplify.h"

namespace bouton {

namespace {

/// A list that is sorted is minima of maxima of minima, and each of them may be any of the numbers below it: what is known of
/// them doubles from one to the next.
constexpr std::size_t kMostExtremes = 12;

std::size_t extremes(const FlowProgram& flow) {
  std::size_t count = 0;
  for (const FlowFunction& function : flow.functions)
    for (const FlowBlock& block : function.blocks)
      for (const FlowInstruction& i : block.instructions) count += i.op == FlowOp::min || i.op == FlowOp::max ? 1 : 0;
  return count;
}

/// Whether some expression, as a tree, has more parts than whoever goes through trees is to meet: s * s, thirty times over, is
/// a thousand million.
bool has_large_tree(const MoveProgram& program, const std::vector<CoordinateRange>& ranges) {
  constexpr std::uint32_t kGreatestTree = std::uint32_t{1} << 14;
  Facts facts(program, ranges);
  for (ExpressionId id = 0; id < program.expressions.size(); ++id)
    if (facts.size(id) > kGreatestTree) return true;
  return false;
}

}  // namespace

Result<MoveProgram> flow_families(const FlowProgram& flow, const std::vector<CoordinateRange>& ranges,
                                  const std::vector<std::string>& coordinate_names) {
  if (flow.cells > 0 || !keeps_length(flow)) return Refusal{"moves to positions of another form"};
  if (extremes(flow) > kMostExtremes) return Refusal{"minima and maxima of many numbers"};
  MoveProgram program;
  program.dimensions = flow.dimensions;
  program.coordinate_names = coordinate_names;
  FamilyFinder finder(flow, program, ranges);
  try {
    program.body = finder.find();
    program = simplify(std::move(program));
    if (has_large_tree(program, ranges)) return Refusal{"a number that is computed in very many steps"};
    return program;
  } catch (const Refusal& refusal) {
    return refusal;
  } catch (const Refused& refused) {
    return Refusal{refused.construct, finder.line()};
  }
}

}  // namespace bouton
