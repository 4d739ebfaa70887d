// A MoveProgram prepared to run in lanes: one operation for many values.
//
// Either the lanes are neighbouring positions of one row (a row program), or they are iterations of an innermost loop
// for one position (a cell program). What does not depend on the lane is computed once for all of them, and anything
// is computed again only when something that it depends on has changed.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/position/box.h"
#include "engine/program/analysis/affine.h"
#include "engine/program/move_program.h"
#include "engine/table/shape/region.h"

namespace bouton {

/// Where the cells of a region lie in memory, in the order in which they are solved.
struct CellLayout {
  Box box;
  std::vector<std::int64_t> strides;  ///< of each coordinate; negative where the coordinate runs downwards
  std::int64_t origin = 0;            ///< index = origin + sum of coordinate * stride
  std::vector<SolveOrder::Key> axes;  ///< outermost first
  std::int64_t index(PositionView position) const {
    std::int64_t index = origin;
    for (std::size_t i = 0; i < position.size(); ++i) index += position[i] * strides[i];
    return index;
  }
};
CellLayout make_layout(const Box& box, const SolveOrder& order);

/// A source of change: coordinate i is source i, slot s is source dimensions + s.
using LaneSource = std::uint32_t;

struct LaneExpression {
  bool varying = false;   ///< differs from lane to lane
  bool may_trap = false;  ///< division by 0, an element that is not there
  bool fixed = false;     ///< depends on the lane's own number alone, the same in every row or cell
  std::vector<LaneSource> sources;
};

/// Where an option leads.
struct LaneTarget {
  struct Part {
    ExpressionId to = 0;
    bool inside = false;  ///< known to stay in the box
    /// to = rest + coefficient * lane variable, rest the same in all lanes; only if LaneTarget::linear.
    std::int64_t coefficient = 0;
    Affine rest;
  };
  int line = 0;
  bool linear = false;
  bool varying = false;
  std::vector<Part> parts;
};

struct LaneNode {
  Statement::Kind kind = Statement::Kind::assign;
  int line = 0;
  Slot slot = 0;
  ExpressionId a = 0, b = 0, c = 0;
  bool varying = false;    ///< branch: the condition differs between lanes; loop: its bounds do; finish: the result does
  bool lane_loop = false;  ///< loop whose iterations are the lanes
  bool may_exit = false;   ///< contains leave or finish
  /// Of a lane loop: which options it names depends on the innermost coordinate alone, and is worth remembering.
  std::uint32_t recorded = 0;  ///< its number, from 1; 0: not
  std::uint32_t target = 0;
  std::vector<LaneNode> body, otherwise;
};

struct LanePlan {
  MoveProgram program;
  std::vector<LaneNode> body;
  std::vector<LaneTarget> targets;
  std::vector<LaneExpression> expressions;
  std::vector<bool> slot_varying;
  std::uint32_t recorded = 0;  ///< how many loops are
  bool empty() const { return body.empty(); }
};

enum class LaneMode { row, cell };

/// The parts of `program` that name options `keep` says yes to. `ranges` are of the program (its statements and
/// expressions), for positions of the layout's box.
LanePlan make_lane_plan(const MoveProgram& program, const Ranges& ranges, const CellLayout& layout, LaneMode mode,
                        const std::vector<const Statement*>& keep);

/// Whether every number that the program can compute fits 32 bits with room to spare.
bool fits_32_bits(const MoveProgram& program, const Ranges& ranges);

}  // namespace bouton
