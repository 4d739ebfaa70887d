// A MoveProgram prepared to run in lanes: one operation for many values.
//
// The lanes are neighbouring positions of one row (a row program), or iterations of an innermost loop for one position (a
// cell program), or the positions of a row that come after a solved one, which asks each of them whether it is an option (a
// push program, see pushed_loops.h). What does not depend on the lane is computed once for all of them, what depends on one
// line of lanes and the row is tabulated once a row, and anything else is computed again only when something that it
// depends on has changed.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/position/box.h"
#include "engine/program/analysis/affine.h"
#include "engine/program/move_program.h"
#include "engine/table/shape/region.h"

namespace bouton {

/// At most so many lanes at once.
inline constexpr std::size_t kMostLanes = 256;

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

/// Places along the innermost axis, at most, for which loops are recorded.
inline constexpr std::uint64_t kMostPlaces = std::uint64_t{1} << 16;

/// Whether what depends on the innermost coordinate alone is worth remembering from row to row.
bool can_record(const CellLayout& layout);

/// A source of change: coordinate i is source i, slot s is source dimensions + s.
using LaneSource = std::uint32_t;

struct LaneExpression {
  bool varying = false;   ///< differs from lane to lane
  bool may_trap = false;  ///< division by 0, an element that is not there
  bool small = false;     ///< its value is within 2^21 either way
  /// Depends on the numbers of one line of lanes, and on coordinates that are the same throughout a row: worth a table.
  bool fixed = false;
  bool by_distance = false;        ///< fixed: the line is that of the pushed loop's variable
  std::vector<LaneSource> steady;  ///< fixed: the coordinates it depends on besides
  std::vector<LaneSource> sources;
};

/// Where an option leads.
struct LaneTarget {
  struct Part {
    ExpressionId to = 0;
    bool inside = false;  ///< known to stay in the box
    bool same = false;    ///< the position's own coordinate, not that of the lanes
    /// to = rest + coefficient * lane variable, rest the same in all lanes; only if LaneTarget::linear.
    std::int64_t coefficient = 0;
    Affine rest;
  };
  int line = 0;
  bool linear = false;
  bool varying = false;
  bool inside = false;                    ///< all parts are
  std::optional<std::size_t> along = {};  ///< not linear: the one coordinate that differs between lanes
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
  bool plain = false;  ///< branch: no loop and no assignment inside
  /// Of a row program, branch without another part, or loop whose rounds do not depend on each other: the one option inside,
  /// which leads to cells that a line of lanes reads.
  std::optional<std::uint32_t> leads_to = {};
  /// Loop of a row program with bounds and a first guard, or several, that are the same in all lanes: which rounds pass them is
  /// tabulated. Its number, from 1; 0: not.
  std::uint32_t tabulated = 0;
  bool pushed = false;  ///< loop of a push program: its variable is the distance from the solved position, shifted
  /// Pushed loop: b - (lane coordinate), the same in all lanes, where it is.
  std::optional<Affine> beyond = {};
  std::vector<LaneNode> body, otherwise;
};

/// What the rounds of a tabulated loop must pass: the body of the loop is as many branches inside each other.
struct RoundGuards {
  std::vector<ExpressionId> conditions;
  std::vector<LaneExpression> expressions;  ///< of the program, where the loop's rounds are the lanes
  std::vector<LaneSource> sources;          ///< that decide besides the loop's variable
};

struct LanePlan {
  MoveProgram program;
  std::vector<LaneNode> body;
  std::vector<LaneTarget> targets;
  std::vector<LaneExpression> expressions;
  std::vector<bool> slot_varying;
  std::vector<std::int64_t> slot_shift;   ///< of a pushed loop's variable: what is added to the distance
  std::uint32_t recorded = 0;             ///< how many loops are
  std::vector<RoundGuards> round_guards;  ///< of tabulated loops
  bool empty() const { return body.empty(); }
};

enum class LaneMode { row, cell, push };

/// A loop whose options lie in the position's own row, one for each value of its variable: that value less the distance
/// between the two, counted along the row in the order of solving, is `shift`.
struct PushedLoop {
  const Statement* loop = nullptr;
  std::int64_t shift = 0;
  std::vector<const Statement*> options;  ///< that it is pushed for
  /// Whether an equation of the variable and the coordinate along the row is among its guards: few rounds will pass.
  bool sparse = false;
};

/// The parts of `program` that name options `keep` says yes to. `ranges` are of the program (its statements and
/// expressions), for positions of the layout's box.
/// `pushed`: the loops of a push program that it may push, with what each adds to the distance.
LanePlan make_lane_plan(const MoveProgram& program, const Ranges& ranges, const CellLayout& layout, LaneMode mode,
                        const std::vector<const Statement*>& keep, const std::vector<PushedLoop>& pushed = {});

/// Whether every number that the program can compute fits 32 bits with room to spare.
bool fits_32_bits(const MoveProgram& program, const Ranges& ranges);

}  // namespace bouton
