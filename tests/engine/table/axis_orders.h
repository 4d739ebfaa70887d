// Rules of every shape that has a kernel, under every order of their coordinates, with the values that brute force finds.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/engine/table/programs.h"
#include "tests/engine/table/random_rays.h"
#include "tests/engine/table/table_case.h"

namespace bouton::table_test {

/// Coordinate i of the new order is coordinate order[i] of the old one.
using AxisOrder = std::vector<std::size_t>;

inline std::vector<AxisOrder> axis_orders(std::size_t dimensions) {
  AxisOrder order(dimensions);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::vector<AxisOrder> orders;
  do orders.push_back(order);
  while (std::ranges::next_permutation(order).found);
  return orders;
}

template <class List>
List in_order(const List& list, const AxisOrder& order) {
  List result;
  for (const std::size_t i : order) result.push_back(list[i]);
  return result;
}

inline void reorder(Block& block, const AxisOrder& order) {
  for (Statement& statement : block) {
    if (statement.kind == Statement::Kind::option || statement.kind == Statement::Kind::split)
      for (auto& to : statement.to) to = in_order(to, order);
    reorder(statement.body, order);
    reorder(statement.otherwise, order);
  }
}

/// The same rule, its coordinates in another order.
inline MoveProgram in_order(MoveProgram program, const AxisOrder& order) {
  for (Expression& expression : program.expressions)
    if (expression.op == Op::coordinate)
      expression.value = std::ranges::find(order, static_cast<std::size_t>(expression.value)) - order.begin();
  program.index.clear();
  program.coordinate_names = in_order(program.coordinate_names, order);
  reorder(program.body, order);
  return program;
}

/// A rule that has an order to begin with.
struct RuleOfAxes {
  std::string name;
  MoveProgram program;
  std::vector<Axis> axes;
  Box box;
  std::optional<MoveProgram> valid = {};
  /// The plan is for a kernel that then refuses, so that there are no stripes and the batch interpreter answers.
  bool falls_back = false;

  TableCase in(const AxisOrder& order) const {
    TableCase asked{in_order(program, order), Domain::fixed(in_order(axes, order)),
                    Box(in_order(Position(box.low()), order), in_order(Position(box.high()), order))};
    if (valid) asked.valid = in_order(*valid, order);
    return asked;
  }
  /// The cells of the table in that order, from those of the table in the order of the rule.
  std::vector<std::uint32_t> cells_in(const AxisOrder& order, const std::vector<std::uint32_t>& cells) const {
    const Box other(in_order(Position(box.low()), order), in_order(Position(box.high()), order));
    std::vector<std::uint32_t> result;
    Position old(box.low());
    for (std::uint64_t i = 0; i < other.size(); ++i) {
      const Position position = other.position(i);
      for (std::size_t k = 0; k < order.size(); ++k) old[order[k]] = position[k];
      result.push_back(cells[box.index(old)]);
    }
    return result;
  }
  /// The values under both kinds of play. Nothing where an option leaves the positions, or the rule raises an error.
  class Plain {
   public:
    explicit Plain(const RuleOfAxes& rule)
        : rule_(rule), domain_(Domain::fixed(rule.axes)), normal_(of(Play::normal)), misere_(of(Play::misere)) {}
    std::optional<std::vector<std::uint32_t>> cells(ValueKind kind, Play play) {
      const auto table = (play == Play::normal ? normal_ : misere_).table(rule_.box, kind);
      if (!table) return std::nullopt;
      return table->cells;
    }

   private:
    BruteForce of(Play play) const {
      return {rule_.program, domain_, play, ValueKind::outcome, rule_.valid ? &*rule_.valid : nullptr};
    }
    const RuleOfAxes& rule_;
    const Domain domain_;
    BruteForce normal_, misere_;
  };
};

inline std::vector<Axis> axes_named(const std::vector<std::string>& names) {
  std::vector<Axis> axes;
  for (const std::string& name : names) axes.push_back({.name = name});
  return axes;
}

/// Take up to a limit from one of two heaps; the limit then depends on what was taken, and on the heap.
inline MoveProgram take_away_of_two_heaps() {
  Builder b(3);
  const ExpressionId n = b.x(0), m = b.x(1), limit = b.x(2);
  ExpressionId t = b.loop(b.c(1), b.min(limit, n));
  b.move({b.sub(n, t), m, b.mul(t, b.c(2))});
  b.end();
  t = b.loop(b.c(1), b.min(limit, m));
  b.move({n, b.sub(m, t), b.add(t, b.c(1))});
  b.end();
  return b.program;
}

/// Take 1 to 3, not as many as were taken last, by turns under two rules.
inline MoveProgram two_clocks() {
  Builder b(3);
  const ExpressionId n = b.x(0), last = b.x(1), side = b.x(2);
  const ExpressionId t = b.loop(b.c(1), b.min(b.c(3), n));
  b.branch(b.negated(b.op(Op::equal, t, last)));
  b.move({b.sub(n, t), t, b.sub(b.c(1), side)});
  b.end();
  b.end();
  b.branch(b.op(Op::logical_and, b.op(Op::equal, side, b.c(1)), b.op(Op::less_equal, b.c(5), n)));
  b.move({b.sub(n, b.c(5)), b.c(0), b.c(0)});
  b.end();
  return b.program;
}

/// Take from `n` up to a limit that may be negative; while b is below 3 the limit may be spent on b instead, which does not
/// touch n: options come later in the order of n and b.
inline MoveProgram rising_beside_a_limit() {
  Builder b(3);
  const ExpressionId n = b.x(0), up = b.x(1), limit = b.x(2);
  ExpressionId t = b.loop(b.c(1), b.min(limit, b.sub(b.c(3), up)));
  b.move({n, b.add(up, t), b.c(1)});
  b.end();
  t = b.loop(b.c(1), b.min(limit, n));
  b.move({b.sub(n, t), up, b.add(t, b.c(1))});
  b.end();
  return b.program;
}

inline MoveProgram take_away_below_zero() {
  Builder b(2);
  const ExpressionId t = b.loop(b.c(1), b.min(b.x(0), b.add(b.x(1), b.c(4))));
  b.move({b.sub(b.x(0), t), b.sub(t, b.c(3))});
  b.end();
  return b.program;
}

/// A limit that allows nothing, whatever it is.
inline MoveProgram idle_limit() {
  Builder b(2);
  const ExpressionId t = b.loop(b.c(1), b.min(b.x(1), b.c(0)));
  b.move({b.sub(b.x(0), t), b.c(0)});
  b.end();
  return b.program;
}

/// Of every shape, in whole boxes and in parts of boxes, longer than a word of 64 bits along some axis and no multiple of 8.
inline std::vector<RuleOfAxes> rules_of_every_shape() {
  const std::vector<Axis> one = axes_named({"a"}), two = axes_named({"a", "b"}), three = axes_named({"a", "b", "c"});
  const MoveProgram bounded = ray_rule(2, {{1, 0}, {0, 1}, {2, 1}}, 11);
  const MoveProgram rays = ray_rule(3, {{1, 0, 0}, {0, 1, 2}, {0, 0, 1}, {1, 1, 0}});
  const std::vector<Axis> nimrods = {{.name = "p"}, {.name = "r", .least = 1}};
  const std::vector<Axis> copycats = {{.name = "n"}, {.name = "last", .greatest = 4}};
  const std::vector<Axis> clocks = {{.name = "n"}, {.name = "last", .greatest = 3}, {.name = "side", .greatest = 1}};
  const std::vector<Axis> risers = {{.name = "a", .greatest = 30}, {.name = "b", .greatest = 70}};
  const std::vector<Axis> rising = {{.name = "n"}, {.name = "b", .greatest = 3}, {.name = "limit"}};
  const std::vector<Axis> negative = {{.name = "n"}, {.name = "limit", .least = -3}};
  const Squares blocked = {{2, 1}, {5, 5}, {0, 7}};
  return {
      {"bounded rays", bounded, two, Box({0, 0}, {36, 74})},
      {"bounded rays, a part", bounded, two, Box({7, 3}, {70, 30})},
      {"rays", rays, three, Box({0, 0, 0}, {6, 9, 66})},
      {"rays, a part", rays, three, Box({1, 2, 3}, {5, 70, 9})},
      {"rays that rise", rays_inside({{1, -1}, {0, 1}, {1, 0}}, Position{30, 70}), risers, Box({0, 0}, {30, 70})},
      {"steps", ray_rule(3, {{1, 2, 0}, {0, 1, 1}, {2, 0, 1}, {1, 1, 1}}, 1), three, Box({0, 0, 0}, {9, 12, 70})},
      {"steps, a part", ray_rule(3, {{0, 2, 1}, {3, 0, 0}, {0, 0, 2}}, 1), three, Box({2, 5, 1}, {9, 12, 40})},
      {"nimrod", nimrod(), nimrods, Box({0, 1}, {700, 3})},
      {"nimrod, a part", nimrod(), nimrods, Box({40, 2}, {600, 3})},
      {"subtraction", subtraction({1, 4, 9}), one, Box({5}, {2200})},
      {"copycat", copycat(4), copycats, Box({0, 0}, {1100, 4})},
      {"two clocks", two_clocks(), clocks, Box({0, 0, 0}, {1050, 3, 1})},
      {"two clocks, a part", two_clocks(), clocks, Box({70, 1, 0}, {270, 2, 1})},
      {"take-away", take_away(2, 0), two, Box({0, 0}, {300, 25})},
      {"take-away, a part", take_away(2, -1), two, Box({11, 2}, {90, 33})},
      {"take-away of two heaps", take_away_of_two_heaps(), three, Box({0, 0, 0}, {14, 17, 20})},
      {"take-away of two heaps, a part", take_away_of_two_heaps(), three, Box({3, 1, 2}, {9, 14, 20})},
      {"a limit below 0", take_away_below_zero(), negative, Box({0, -3}, {60, 20})},
      {"a limit that allows nothing", idle_limit(), two, Box({0, 0}, {9, 9})},
      {"beside a limit something rises", rising_beside_a_limit(), rising, Box({0, 0, 0}, {12, 3, 9}), {}, true},
      {"irregular", irregular(), two, Box({0, 0}, {30, 70})},
      {"irregular, a part", irregular(), two, Box({9, 3}, {70, 20})},
      {"euclid", euclid(), two, Box({0, 0}, {33, 66})},
      {"chomp", chomp(3), three, Box({0, 0, 0}, {11, 11, 11}), chomp_valid(3)},
      {"blocked queens", wyt_queens(blocked), two, Box({0, 0}, {20, 70}), wyt_queens_valid(blocked)},
  };
}

}  // namespace bouton::table_test
