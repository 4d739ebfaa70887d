#include <fmt/format.h>

#include "engine/program/move_program_run.h"

#include <array>
#include <atomic>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "engine/program/integer_arithmetic.h"

namespace bouton {
namespace {

/// Runs a program as its definition says, statement by statement.
class Reference {
 public:
  Reference(const MoveProgram& program, PositionView position)
      : p_(program), position_(position), slots_(program.slot_names.size()) {}

  struct Trap {};

  Options options;
  std::vector<std::int64_t> results;

  void run() { block(p_.body); }

 private:
  enum class Next { go_on, leave, finish };

  std::int64_t value(ExpressionId id) {
    const Expression& e = p_[id];
    const auto a = [&] { return value(e.a); };
    const auto b = [&] { return value(e.b); };
    switch (e.op) {
      case Op::constant: return e.value;
      case Op::coordinate: return position_[static_cast<std::size_t>(e.value)];
      case Op::variable: return slots_[static_cast<std::size_t>(e.value)];
      case Op::element: {
        const auto& list = p_.lists[static_cast<std::size_t>(e.value)];
        const std::int64_t i = a();
        if (i < 1 || i > static_cast<std::int64_t>(list.size())) throw Trap{};
        return list[static_cast<std::size_t>(i - 1)];
      }
      case Op::add: return wrapping_add(a(), b());
      case Op::sub: return wrapping_sub(a(), b());
      case Op::mul: return wrapping_mul(a(), b());
      case Op::floor_div:
      case Op::floor_mod: {
        const std::int64_t x = a(), y = b();
        if (y == 0) throw Trap{};
        return e.op == Op::floor_div ? floor_div(x, y) : floor_mod(x, y);
      }
      case Op::bit_and: return a() & b();
      case Op::bit_or: return a() | b();
      case Op::bit_xor: return a() ^ b();
      case Op::shift_left: return shift_left(a(), b());
      case Op::shift_right: return shift_right(a(), b());
      case Op::min: return std::min(a(), b());
      case Op::max: return std::max(a(), b());
      case Op::neg: return wrapping_neg(a());
      case Op::bit_not: return ~a();
      case Op::abs: return wrapping_abs(a());
      case Op::select: return a() != 0 ? b() : value(e.c);
      case Op::equal: return a() == b();
      case Op::less: return a() < b();
      case Op::less_equal: return a() <= b();
      case Op::unsigned_less: return unsigned_less(a(), b());
      case Op::logical_and: return a() != 0 && b() != 0;
      case Op::logical_or: return a() != 0 || b() != 0;
      case Op::logical_not: return a() == 0;
    }
    return 0;
  }

  Position position(const std::vector<ExpressionId>& to) {
    Position result;
    for (const ExpressionId id : to) result.push_back(value(id));
    return result;
  }

  Next block(const Block& statements) {
    for (const Statement& s : statements)
      if (const Next next = statement(s); next != Next::go_on) return next;
    return Next::go_on;
  }

  Next statement(const Statement& s) {
    switch (s.kind) {
      case Statement::Kind::assign: slots_[s.slot] = value(s.a); return Next::go_on;
      case Statement::Kind::loop: {
        const std::int64_t first = value(s.a), last = value(s.b), step = value(s.c);
        if (step == 0) throw Trap{};
        const std::uint64_t rounds = loop_count(first, last, step);
        for (std::uint64_t i = 0; i < rounds; ++i) {
          slots_[s.slot] = wrapping_add(first, wrapping_mul(static_cast<std::int64_t>(i), step));
          const Next next = block(s.body);
          if (next == Next::leave) break;
          if (next == Next::finish) return next;
        }
        return Next::go_on;
      }
      case Statement::Kind::branch: return block(value(s.a) != 0 ? s.body : s.otherwise);
      case Statement::Kind::option: options.add(position(s.to[0]), s.label); return Next::go_on;
      case Statement::Kind::split:
        for (const auto& to : s.to) options.add_part(position(to));
        options.end_split(s.label);
        return Next::go_on;
      case Statement::Kind::leave: return Next::leave;
      case Statement::Kind::finish:
        if (!s.to.empty()) {
          const Position all = position(s.to[0]);
          results.assign(all.begin(), all.end());
        }
        return Next::finish;
    }
    return Next::go_on;
  }

  const MoveProgram& p_;
  PositionView position_;
  std::vector<std::int64_t> slots_;
};

class RandomProgram {
 public:
  explicit RandomProgram(std::mt19937_64& random) : random_(random) {
    p.dimensions = 1 + below(3);
    for (std::size_t i = 0; i < p.dimensions; ++i) p.coordinate_names.push_back(fmt::format("c{}", i));
    for (int i = 0; i < 4; ++i) p.new_slot(fmt::format("s{}", i));
    p.lists = {{4, -1, 2}, {7}};
    p.body = block(3, false);
    p.body.push_back({.kind = Statement::Kind::finish, .to = {{integer(2), integer(3)}}});
  }
  MoveProgram p;

 private:
  std::size_t below(std::size_t n) { return random_() % n; }

  ExpressionId integer(int depth) {
    if (depth == 0 || below(4) == 0) {
      switch (below(3)) {
        case 0: return p.constant(static_cast<std::int64_t>(below(9)) - 3);
        case 1: return p.coordinate(below(p.dimensions));
        default: return p.variable(static_cast<Slot>(below(p.slot_names.size())));
      }
    }
    switch (below(12)) {
      case 0: return p.unary(std::array{Op::neg, Op::bit_not, Op::abs}[below(3)], integer(depth - 1));
      case 1: {
        const ExpressionId c = truth(depth - 1), a = integer(depth - 1);
        return p.select(c, a, integer(depth - 1));
      }
      case 2: return p.element(below(2), integer(depth - 1));
      default: {
        constexpr std::array kOps{Op::add,     Op::sub,    Op::mul,     Op::floor_div,  Op::floor_mod,
                                  Op::bit_and, Op::bit_or, Op::bit_xor, Op::shift_left, Op::shift_right,
                                  Op::min,     Op::max,    Op::add,     Op::sub};
        const ExpressionId a = integer(depth - 1);
        return p.binary(kOps[below(kOps.size())], a, integer(depth - 1));
      }
    }
  }

  ExpressionId truth(int depth) {
    if (depth <= 0 || below(3) == 0) {
      constexpr std::array kOps{Op::equal, Op::less, Op::less_equal, Op::unsigned_less};
      const ExpressionId a = integer(std::max(depth, 1) - 1);
      return p.binary(kOps[below(kOps.size())], a, integer(1));
    }
    if (below(4) == 0) return p.unary(Op::logical_not, truth(depth - 1));
    const ExpressionId a = truth(depth - 1);
    return p.binary(below(2) == 0 ? Op::logical_and : Op::logical_or, a, truth(depth - 1));
  }

  std::vector<ExpressionId> to() {
    std::vector<ExpressionId> result;
    const std::size_t n = 1 + below(4);
    for (std::size_t i = 0; i < n; ++i) result.push_back(integer(2));
    return result;
  }

  Block block(int depth, bool in_loop) {
    Block result;
    const std::size_t n = 1 + below(4);
    for (std::size_t i = 0; i < n; ++i) result.push_back(statement(depth, in_loop));
    return result;
  }

  Statement statement(int depth, bool in_loop) {
    Statement s;
    const std::size_t what = below(depth > 0 ? 12 : 7);
    if (what < 3) {
      s.kind = Statement::Kind::option;
      s.label = static_cast<Label>(below(3));
      s.to = {to()};
    } else if (what == 3) {
      s.kind = Statement::Kind::split;
      const std::size_t parts = below(3);
      for (std::size_t i = 0; i < parts; ++i) s.to.push_back(to());
    } else if (what < 6) {
      s.slot = static_cast<Slot>(below(4));
      s.a = integer(3);
    } else if (what == 6) {
      s.kind = Statement::Kind::branch;
      s.a = truth(1);
      s.body = {{.kind = in_loop && below(3) != 0 ? Statement::Kind::leave : Statement::Kind::finish}};
    } else if (what < 9) {
      s.kind = Statement::Kind::branch;
      s.a = truth(2);
      s.body = block(depth - 1, in_loop);
      if (below(2) == 0) s.otherwise = block(depth - 1, in_loop);
    } else {
      s.kind = Statement::Kind::loop;
      s.slot = below(3) == 0 ? static_cast<Slot>(below(4)) : p.new_slot("t");
      s.a = integer(1);
      s.b = p.binary(Op::min, integer(2), p.constant(6));
      s.a = p.binary(Op::max, s.a, p.constant(-3));
      s.c = below(4) == 0 ? integer(1) : p.constant(static_cast<std::int64_t>(1 + below(3)));
      if (below(5) == 0) {
        std::swap(s.a, s.b);
        s.c = p.constant(-1);
        s.a = p.binary(Op::max, s.a, p.constant(-9));
      }
      s.body = block(depth - 1, true);
    }
    return s;
  }

  std::mt19937_64& random_;
};

bool same(const Options& a, const Options& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i].size() != b[i].size() || a[i].label() != b[i].label()) return false;
    for (std::size_t part = 0; part < a[i].size(); ++part)
      if (!std::ranges::equal(a[i][part], b[i][part])) return false;
  }
  return true;
}

TEST(CompiledProgram, RunsRandomProgramsAsTheyAreDefined) {
  std::mt19937_64 random(7);
  int trapped = 0, done = 0;
  for (int i = 0; i < 3000; ++i) {
    const MoveProgram program = RandomProgram(random).p;
    const CompiledProgram compiled(program);
    for (int k = 0; k < 6; ++k) {
      Position position;
      for (std::size_t c = 0; c < program.dimensions; ++c) position.push_back(static_cast<Coordinate>(random() % 12) - 2);
      Reference reference(program, position);
      bool traps = false;
      try {
        reference.run();
      } catch (const Reference::Trap&) {
        traps = true;
      }
      Options options;
      std::vector<std::int64_t> results;
      const RunStatus status = compiled.options(position, options);
      ASSERT_EQ(status == RunStatus::trapped, traps) << to_string(program, std::vector<std::string>{});
      ASSERT_EQ(compiled.results(position, results), status);
      ++(traps ? trapped : done);
      if (traps) continue;
      ASSERT_TRUE(same(options, reference.options))
          << to_string(program, std::vector<std::string>{}) << bouton::to_string(PositionView(position));
      ASSERT_EQ(results, reference.results);
    }
  }
  EXPECT_GT(done, 3000);
  EXPECT_GT(trapped, 100);
}

MoveProgram counting(std::int64_t last) {
  MoveProgram p;
  p.dimensions = 1;
  p.coordinate_names = {"n"};
  const Slot t = p.new_slot("t");
  Statement loop{.kind = Statement::Kind::loop, .slot = t, .a = p.constant(1), .b = p.constant(last), .c = p.constant(1)};
  Statement branch{.kind = Statement::Kind::branch, .a = p.binary(Op::equal, p.variable(t), p.coordinate(0))};
  branch.body = {{.kind = Statement::Kind::option, .to = {{p.variable(t)}}}};
  loop.body = {branch};
  p.body = {loop};
  return p;
}

TEST(CompiledProgram, TrapsWhereItLoopsTooOften) {
  const CompiledProgram compiled(counting(std::numeric_limits<std::int64_t>::max()));
  Options options;
  EXPECT_EQ(compiled.options(Position{3}, options, {.iterations = 1000000}), RunStatus::limited);
  EXPECT_EQ(options.size(), 1U);
  EXPECT_EQ(CompiledProgram(counting(1000)).options(Position{3}, options, {.iterations = 1000}), RunStatus::done);
  EXPECT_EQ(CompiledProgram(counting(1002)).options(Position{3}, options, {.iterations = 1000}), RunStatus::limited);
}

/// A loop without anything in it takes no time, but its rounds count and a step of 0 traps.
TEST(CompiledProgram, CountsTheRoundsOfAnEmptyLoop) {
  MoveProgram p;
  p.dimensions = 2;
  p.coordinate_names = {"n", "step"};
  p.body = {
      {.kind = Statement::Kind::loop, .slot = p.new_slot("t"), .a = p.constant(1), .b = p.coordinate(0), .c = p.coordinate(1)}};
  const CompiledProgram compiled(p);
  Options options;
  std::uint64_t used = 0;
  EXPECT_EQ(compiled.options(Position{1000000, 1}, options, {.iterations = 1000000, .used = &used}), RunStatus::done);
  EXPECT_EQ(used, 1000000U);
  EXPECT_EQ(compiled.options(Position{1000001, 1}, options, {.iterations = 1000000}), RunStatus::limited);
  EXPECT_EQ(compiled.options(Position{1000001, 2}, options, {.iterations = 1000000}), RunStatus::done);
  EXPECT_EQ(compiled.options(Position{std::numeric_limits<std::int64_t>::max(), 1}, options), RunStatus::limited);
  EXPECT_EQ(compiled.options(Position{5, 0}, options), RunStatus::trapped);
  EXPECT_EQ(compiled.options(Position{-5, 1}, options), RunStatus::done);
}

TEST(CompiledProgram, CountsTheRoundsThatItUsed) {
  Options options;
  std::uint64_t used = 7;
  EXPECT_EQ(CompiledProgram(counting(100000)).options(Position{3}, options, {.used = &used}), RunStatus::done);
  EXPECT_EQ(used, 100007U);
}

TEST(CompiledProgram, TrapsWhenStopped) {
  const std::atomic<bool> stop{true};
  Options options;
  EXPECT_EQ(CompiledProgram(counting(std::numeric_limits<std::int64_t>::max())).options(Position{3}, options, {.stop = &stop}),
            RunStatus::limited);
}

TEST(CompiledProgram, TrapsAtTooManyOptions) {
  MoveProgram p = counting(100);
  p.body[0].body = {{.kind = Statement::Kind::option, .to = {{p.variable(0)}}}};
  Options options;
  EXPECT_EQ(CompiledProgram(p).options(Position{3}, options, {.options = 10}), RunStatus::limited);
  EXPECT_LE(options.size(), 10U);
}

/// Options without coordinates, as those of a list that a move empties, take no room.
TEST(CompiledProgram, NamesOptionsWithoutCoordinates) {
  MoveProgram p = counting(4);
  p.body[0].body = {{.kind = Statement::Kind::option, .to = {{}}}};
  Options options;
  EXPECT_EQ(CompiledProgram(p).options(Position{3}, options), RunStatus::done);
  EXPECT_EQ(options.size(), 4U);
}

}  // namespace
}  // namespace bouton
