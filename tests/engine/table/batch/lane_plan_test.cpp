#include "engine/table/batch/lane_plan.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <functional>
#include <map>
#include <set>

#include "engine/program/analysis/affine.h"
#include "tests/engine/table/random_programs.h"

namespace bouton {
namespace {

using namespace table_test;

std::vector<const Statement*> options_in(const Block& block) {
  std::vector<const Statement*> found;
  for (const Statement& statement : block) {
    if (statement.kind == Statement::Kind::option) found.push_back(&statement);
    for (const Block* inner : {&statement.body, &statement.otherwise})
      for (const Statement* option : options_in(*inner)) found.push_back(option);
  }
  return found;
}

std::vector<Interval> intervals_of(const Box& box) {
  std::vector<Interval> result;
  for (std::size_t i = 0; i < box.dimensions(); ++i) result.push_back({box.low()[i], box.high()[i]});
  return result;
}

/// A program with what a plan is made from; positions in the order of the box.
struct Planned {
  Planned(MoveProgram moves, const Box& box, LaneMode mode, bool all_options = true)
      : program(std::move(moves)), known(ranges(program, intervals_of(box))) {
    SolveOrder order;
    for (std::size_t i = 0; i < box.dimensions(); ++i) order.axes.push_back({i, false});
    layout = make_layout(box, order);
    keep = all_options ? options_in(program.body) : std::vector<const Statement*>();
    plan = make_lane_plan(program, known, layout, mode, keep);
  }
  Planned(const Planned&) = delete;
  Planned& operator=(const Planned&) = delete;

  MoveProgram program;
  Ranges known;
  CellLayout layout;
  std::vector<const Statement*> keep;
  LanePlan plan;
};

/// The nodes of the plan, the outermost first, that a test asks for.
std::vector<LaneNode> nodes_of(const std::vector<LaneNode>& nodes, Statement::Kind kind) {
  std::vector<LaneNode> found;
  for (const LaneNode& node : nodes) {
    if (node.kind == kind) found.push_back(node);
    for (const std::vector<LaneNode>* inner : {&node.body, &node.otherwise})
      for (const LaneNode& child : nodes_of(*inner, kind)) found.push_back(child);
  }
  return found;
}

TEST(LanePlan, LayoutsNumberTheCellsInTheOrderOfSolving) {
  EXPECT_TRUE(rc::check("every cell once, in order", [] {
    const auto n = static_cast<std::size_t>(pick(1, 5));
    Position low, high;
    SolveOrder order;
    for (std::size_t i = 0; i < n; ++i) {
      low.push_back(pick(-9, 9));
      high.push_back(low[i] + pick(0, 4));
      order.axes.insert(order.axes.begin() + static_cast<std::ptrdiff_t>(pick(0, static_cast<std::int64_t>(i) + 1)),
                        {i, pick(0, 2) == 0});
    }
    const Box box(low, high);
    const CellLayout layout = make_layout(box, order);
    std::map<std::vector<std::int64_t>, std::int64_t> in_order;
    for (std::uint64_t i = 0; i < box.size(); ++i) {
      const Position position = box.position(i);
      std::vector<std::int64_t> key;
      for (const auto& [axis, descending] : order.axes) key.push_back(descending ? -position[axis] : position[axis]);
      in_order[key] = layout.index(position);
    }
    std::int64_t next = 0;
    for (const auto& [key, index] : in_order) RC_ASSERT(index == next++);
  }));
}

TEST(LanePlan, RowsAreRecordedWhereThereAreSeveralAndNoneIsTooLong) {
  const auto can = [](const Position& high) {
    SolveOrder order;
    for (std::size_t i = 0; i < high.size(); ++i) order.axes.push_back({i, false});
    return can_record(make_layout(Box(Position(std::vector<Coordinate>(high.size(), 0)), high), order));
  };
  EXPECT_FALSE(can({2, 99}));
  EXPECT_TRUE(can({3, 99}));
  EXPECT_FALSE(can({99}));
  EXPECT_TRUE(can({9, static_cast<Coordinate>(kMostPlaces) - 1}));
  EXPECT_FALSE(can({9, static_cast<Coordinate>(kMostPlaces)}));
}

TEST(LanePlan, NumbersFit32BitsWithRoomToSpare) {
  const auto fits = [](std::int64_t factor) {
    Builder b(1);
    b.move({b.op(Op::floor_div, b.mul(b.x(0), b.c(factor)), b.c(factor + 1))});
    return fits_32_bits(b.program, ranges(b.program, {{0, 1 << 10}}));
  };
  EXPECT_TRUE(fits((1 << 20) - 1));
  EXPECT_FALSE(fits((1 << 20) + 1));
  Builder loop(1);
  const ExpressionId t = loop.loop(loop.c(0), loop.mul(loop.x(0), loop.c(1 << 21)));
  loop.move({loop.op(Op::floor_div, t, loop.c(1 << 21))});
  loop.end();
  EXPECT_FALSE(fits_32_bits(loop.program, ranges(loop.program, {{0, 1 << 10}})));
}

/// What a plan says of the numbers of a program, beside the numbers that it computes.
void check_expressions(const Planned& planned, LaneMode mode) {
  const Box& box = planned.layout.box;
  const std::size_t lane = box.dimensions() - 1;
  const std::size_t slots = planned.program.slot_names.size();
  // In a row: what an expression was that no variable has a part in and the lanes have in common.
  std::map<std::pair<Position, ExpressionId>, std::int64_t> in_row;
  for (std::uint64_t i = 0; i < box.size(); ++i) {
    const Position position = box.position(i);
    Position row = position;
    row[lane] = box.low()[lane];
    const Observer observer{.value =
                                [&](ExpressionId id, std::int64_t value) {
                                  const LaneExpression& e = planned.plan.expressions[id];
                                  if (e.small) RC_ASSERT(value >= -(1 << 21) && value <= (1 << 21));
                                  for (Slot slot = 0; slot < slots; ++slot)
                                    if (depends_on_slot(planned.program, id, slot)) return;
                                  if (e.varying || mode == LaneMode::cell) return;
                                  const auto [known, is_new] = in_row.try_emplace({row, id}, value);
                                  RC_ASSERT(is_new || known->second == value);
                                },
                            .option =
                                [&](const Statement& option, const Position& to) {
                                  for (const LaneTarget& target : planned.plan.targets) {
                                    if (target.line != option.line) continue;
                                    for (std::size_t k = 0; k < to.size(); ++k) {
                                      if (target.parts[k].inside) RC_ASSERT(to[k] >= box.low()[k] && to[k] <= box.high()[k]);
                                      if (target.parts[k].same) RC_ASSERT(to[k] == position[k]);
                                    }
                                  }
                                }};
    if (!Interpreter(planned.program, position, &observer).run().trapped) continue;
    // What traps is known to, or it is a step of 0.
    bool known = false;
    for (const LaneExpression& e : planned.plan.expressions) known = known || e.may_trap;
    for (const Statement& statement : planned.program.body)
      known = known || (statement.kind == Statement::Kind::loop && planned.program[statement.c].op != Op::constant);
    RC_ASSERT(known);
  }
}

TEST(LanePlan, WhatItSaysOfNumbersIsSo) {
  EXPECT_TRUE(rc::check("plans of random programs", [] {
    const auto n = static_cast<std::size_t>(pick(1, 4));
    const std::int64_t high = n == 1 ? 40 : n == 2 ? 7 : 3;
    const MoveProgram program =
        pick(0, 2) == 0 ? RandomProgram(n, high).make() : RandomLoops(std::vector<std::int64_t>(n, high)).make();
    const std::vector<Coordinate> low(n, 0), top(n, high);
    const LaneMode mode = pick(0, 2) == 0 ? LaneMode::row : LaneMode::cell;
    check_expressions(Planned(program, Box(Position(low), Position(top)), mode), mode);
  }));
}

/// irregular(): t of the first number, then of the second, where t & (x - t) == 0 and t % 3 ~= 0.
TEST(LanePlan, OfARowHasLanesThatDifferInTheirLastCoordinate) {
  const Planned planned(irregular(), Box({0, 0}, {20, 20}), LaneMode::row);
  const auto loops = nodes_of(planned.plan.body, Statement::Kind::loop);
  ASSERT_EQ(loops.size(), 2U);
  // To the first number: the same rounds in all lanes, and all guards are the same too, so that they are tabulated.
  EXPECT_FALSE(loops[0].varying);
  EXPECT_NE(loops[0].tabulated, 0U);
  EXPECT_TRUE(loops[0].leads_to);
  EXPECT_FALSE(loops[0].body[0].varying);
  // To the second one: each lane has as many rounds as its number.
  EXPECT_TRUE(loops[1].varying);
  EXPECT_EQ(loops[1].lane_loop, false);
  ASSERT_EQ(planned.plan.targets.size(), 2U);
  EXPECT_TRUE(planned.plan.targets[0].linear);
  EXPECT_TRUE(planned.plan.targets[0].varying);
  EXPECT_EQ(planned.plan.targets[0].parts[1].coefficient, 1);
  EXPECT_FALSE(planned.plan.targets[0].parts[1].same);  // it is that of the lanes
  EXPECT_TRUE(planned.plan.targets[1].parts[0].same);
}

TEST(LanePlan, OfACellHasTheRoundsOfTheInnermostLoopForLanes) {
  const Planned planned(irregular(), Box({0, 0}, {20, 20}), LaneMode::cell);
  const auto loops = nodes_of(planned.plan.body, Statement::Kind::loop);
  ASSERT_EQ(loops.size(), 2U);
  for (const LaneNode& loop : loops) {
    EXPECT_TRUE(loop.lane_loop);
    EXPECT_TRUE(planned.plan.slot_varying[loop.slot]);
    EXPECT_TRUE(loop.body[0].varying);
  }
  // The rounds of the second one depend on nothing but the last number: they are remembered from row to row.
  EXPECT_EQ(loops[0].recorded, 0U);
  EXPECT_EQ(loops[1].recorded, 1U);
  EXPECT_EQ(planned.plan.recorded, 1U);
  EXPECT_EQ(planned.plan.targets[1].parts[1].coefficient, -1);
  // Of nested loops the inner one has the lanes.
  const Planned nested(moore(2), Box({0, 0}, {9, 9}), LaneMode::cell);
  const auto of_nested = nodes_of(nested.plan.body, Statement::Kind::loop);
  ASSERT_EQ(of_nested.size(), 3U);
  EXPECT_FALSE(of_nested[0].lane_loop);
  EXPECT_TRUE(of_nested[1].lane_loop);
  EXPECT_TRUE(of_nested[2].lane_loop);
}

TEST(LanePlan, LeavesOutWhatDecidesNothing) {
  Builder b(2);
  const Slot idle = b.local("idle"), used = b.local("used");
  b.assign(idle, b.mul(b.x(0), b.x(1)));
  b.assign(used, b.add(b.x(0), b.c(1)));
  b.branch(b.op(Op::less, b.program.variable(used), b.x(1)));
  b.move({b.x(0), b.sub(b.x(1), b.c(1))});
  b.end();
  b.loop(b.c(1), b.x(1));
  b.assign(idle, b.c(3));
  b.end();
  const Planned planned(b.program, Box({0, 0}, {9, 9}), LaneMode::row);
  ASSERT_EQ(nodes_of(planned.plan.body, Statement::Kind::assign).size(), 1U);
  EXPECT_EQ(nodes_of(planned.plan.body, Statement::Kind::assign)[0].slot, used);
  EXPECT_TRUE(nodes_of(planned.plan.body, Statement::Kind::loop).empty());
  // What might have no value stays.
  Builder traps(2);
  const Slot quotient = traps.local("quotient");
  traps.assign(quotient, traps.op(Op::floor_div, traps.c(6), traps.x(0)));
  traps.branch(traps.op(Op::less, traps.c(0), traps.x(1)));
  traps.move({traps.x(0), traps.sub(traps.x(1), traps.c(1))});
  traps.end();
  const Planned trapping(traps.program, Box({0, 0}, {9, 9}), LaneMode::row);
  EXPECT_EQ(nodes_of(trapping.plan.body, Statement::Kind::assign).size(), 1U);
}

TEST(LanePlan, OfNoOptionIsEmpty) {
  Builder b(2);
  const ExpressionId t = b.loop(b.c(1), b.x(0));
  b.move({b.sub(b.x(0), t), b.x(1)});
  b.end();
  b.split({{b.x(0), b.c(0)}, {b.c(0), b.x(1)}});
  const Planned planned(b.program, Box({0, 0}, {9, 9}), LaneMode::row);
  EXPECT_FALSE(planned.plan.empty());
  const Statement elsewhere;
  EXPECT_TRUE(make_lane_plan(planned.program, planned.known, planned.layout, LaneMode::row, {&elsewhere}).empty());
}

/// A variable that lanes assign in branches of their own, or where they part ways, is no longer the same in all of them.
TEST(LanePlan, FollowsWhatLanesAssign) {
  const auto varies = [](const std::function<void(Builder&, Slot)>& assign) {
    Builder b(2);
    const Slot slot = b.local("v");
    b.assign(slot, b.c(0));
    assign(b, slot);
    b.branch(b.op(Op::less, b.program.variable(slot), b.x(0)));
    b.move({b.sub(b.x(0), b.c(1)), b.x(1)});
    b.end();
    const Planned planned(b.program, Box({0, 0}, {9, 9}), LaneMode::row);
    return static_cast<bool>(planned.plan.slot_varying[slot]);
  };
  EXPECT_FALSE(varies([](Builder& b, Slot slot) { b.assign(slot, b.x(0)); }));
  EXPECT_TRUE(varies([](Builder& b, Slot slot) { b.assign(slot, b.x(1)); }));
  const auto within = [](std::size_t coordinate) {
    return [coordinate](Builder& b, Slot slot) {
      b.branch(b.op(Op::less, b.x(coordinate), b.c(3)));
      b.assign(slot, b.c(1));
      b.end();
    };
  };
  EXPECT_FALSE(varies(within(0)));
  EXPECT_TRUE(varies(within(1)));
  const auto in_loop = [](std::size_t coordinate, bool leaves) {
    return [coordinate, leaves](Builder& b, Slot slot) {
      b.loop(b.c(1), leaves ? b.c(5) : b.x(coordinate));
      if (leaves) {
        b.branch(b.op(Op::less, b.x(coordinate), b.c(3)));
        b.leave();
        b.end();
      }
      b.assign(slot, b.c(1));
      b.end();
    };
  };
  EXPECT_FALSE(varies(in_loop(0, false)));
  EXPECT_TRUE(varies(in_loop(1, false)));
  EXPECT_FALSE(varies(in_loop(0, true)));
  EXPECT_TRUE(varies(in_loop(1, true)));
}

}  // namespace
}  // namespace bouton
