// Rule functions as MovePrograms, written by hand, and a plain interpreter to compare everything with.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "engine/position/domain.h"
#include "engine/program/integer_arithmetic.h"
#include "engine/program/move_program.h"
#include "engine/rules/rules.h"
#include "engine/values/table.h"

namespace bouton::table_test {

/// Builds a MoveProgram in the order in which a rule file would say it.
class Builder {
 public:
  explicit Builder(std::size_t dimensions) {
    program.dimensions = dimensions;
    for (std::size_t i = 0; i < dimensions; ++i) program.coordinate_names.push_back(std::string(1, static_cast<char>('a' + i)));
    open_.push_back(&program.body);
  }
  ExpressionId c(std::int64_t value) { return program.constant(value); }
  ExpressionId x(std::size_t i) { return program.coordinate(i); }
  ExpressionId add(ExpressionId a, ExpressionId b) { return program.binary(Op::add, a, b); }
  ExpressionId sub(ExpressionId a, ExpressionId b) { return program.binary(Op::sub, a, b); }
  ExpressionId mul(ExpressionId a, ExpressionId b) { return program.binary(Op::mul, a, b); }
  ExpressionId min(ExpressionId a, ExpressionId b) { return program.binary(Op::min, a, b); }
  ExpressionId max(ExpressionId a, ExpressionId b) { return program.binary(Op::max, a, b); }
  ExpressionId op(Op op, ExpressionId a, ExpressionId b) { return program.binary(op, a, b); }
  ExpressionId negated(ExpressionId a) { return program.unary(Op::logical_not, a); }

  /// Everything until end() is in the loop; returns its variable.
  ExpressionId loop(ExpressionId first, ExpressionId last, std::int64_t step = 1) {
    Statement statement;
    statement.kind = Statement::Kind::loop;
    statement.line = ++line_;
    statement.slot = program.new_slot(fmt::format("t{}", program.slot_names.size()));
    statement.a = first;
    statement.b = last;
    statement.c = c(step);
    const ExpressionId variable = program.variable(statement.slot);
    enter(std::move(statement));
    return variable;
  }
  void branch(ExpressionId condition) {
    Statement statement;
    statement.kind = Statement::Kind::branch;
    statement.line = ++line_;
    statement.a = condition;
    enter(std::move(statement));
  }
  /// From the body of the branch to its else part.
  void otherwise() {
    open_.pop_back();
    open_.push_back(&open_.back()->back().otherwise);
  }
  void end() { open_.pop_back(); }
  void move(std::vector<ExpressionId> to) {
    Statement statement;
    statement.kind = Statement::Kind::option;
    statement.line = ++line_;
    statement.to = {std::move(to)};
    open_.back()->push_back(std::move(statement));
  }
  void split(std::vector<std::vector<ExpressionId>> to) {
    open_.back()->push_back({.kind = Statement::Kind::split, .line = ++line_, .to = std::move(to)});
  }
  Slot local(std::string name) { return program.new_slot(std::move(name)); }
  void assign(Slot slot, ExpressionId value) {
    Statement statement;
    statement.kind = Statement::Kind::assign;
    statement.line = ++line_;
    statement.slot = slot;
    statement.a = value;
    open_.back()->push_back(std::move(statement));
  }
  void leave() { simple(Statement::Kind::leave); }
  void finish() { simple(Statement::Kind::finish); }
  void result(ExpressionId value) {
    simple(Statement::Kind::finish);
    open_.back()->back().to = {{value}};
  }

  MoveProgram program;

 private:
  void simple(Statement::Kind kind) {
    Statement statement;
    statement.kind = kind;
    statement.line = ++line_;
    open_.back()->push_back(std::move(statement));
  }
  void enter(Statement statement) {
    open_.back()->push_back(std::move(statement));
    open_.push_back(&open_.back()->back().body);
  }

  std::vector<Block*> open_;
  int line_ = 0;
};

/// What running a program at a position gives.
struct Run {
  std::vector<Position> options;
  std::optional<std::int64_t> result;
  bool trapped = false;
};

/// What an Interpreter tells on its way.
struct Observer {
  std::function<void(ExpressionId, std::int64_t)> value;               ///< of an expression
  std::function<void(const Statement&, const Position&)> option = {};  ///< one that a statement names
};

/// As plain as can be: a tree walk, nothing remembered.
class Interpreter {
 public:
  Interpreter(const MoveProgram& program, PositionView position, const Observer* observer = nullptr)
      : program_(program), position_(position), observer_(observer), slots_(program.slot_names.size(), 0) {}
  Run run() {
    block(program_.body);
    return std::move(run_);
  }

 private:
  enum class Flow { next, leave, finish };

  std::int64_t value(ExpressionId id) {
    const std::int64_t result = evaluate(program_[id]);
    if (observer_ != nullptr && !run_.trapped) observer_->value(id, result);
    return result;
  }
  std::int64_t evaluate(const Expression& e) {
    switch (e.op) {
      case Op::constant: return e.value;
      case Op::coordinate: return position_[static_cast<std::size_t>(e.value)];
      case Op::variable: return slots_[static_cast<std::size_t>(e.value)];
      case Op::element: {
        const auto& list = program_.lists[static_cast<std::size_t>(e.value)];
        const std::int64_t at = value(e.a);
        if (at < 1 || at > static_cast<std::int64_t>(list.size())) return trap();
        return list[static_cast<std::size_t>(at - 1)];
      }
      case Op::add: return wrapping_add(value(e.a), value(e.b));
      case Op::sub: return wrapping_sub(value(e.a), value(e.b));
      case Op::mul: return wrapping_mul(value(e.a), value(e.b));
      case Op::floor_div: {
        const std::int64_t a = value(e.a), b = value(e.b);
        return b == 0 ? trap() : floor_div(a, b);
      }
      case Op::floor_mod: {
        const std::int64_t a = value(e.a), b = value(e.b);
        return b == 0 ? trap() : floor_mod(a, b);
      }
      case Op::bit_and: return value(e.a) & value(e.b);
      case Op::bit_or: return value(e.a) | value(e.b);
      case Op::bit_xor: return value(e.a) ^ value(e.b);
      case Op::shift_left: return shift_left(value(e.a), value(e.b));
      case Op::shift_right: return shift_right(value(e.a), value(e.b));
      case Op::min: return std::min(value(e.a), value(e.b));
      case Op::max: return std::max(value(e.a), value(e.b));
      case Op::neg: return wrapping_neg(value(e.a));
      case Op::bit_not: return ~value(e.a);
      case Op::abs: return wrapping_abs(value(e.a));
      case Op::select: return value(e.a) != 0 ? value(e.b) : value(e.c);
      case Op::equal: return value(e.a) == value(e.b);
      case Op::less: return value(e.a) < value(e.b);
      case Op::less_equal: return value(e.a) <= value(e.b);
      case Op::unsigned_less: return unsigned_less(value(e.a), value(e.b));
      case Op::logical_and: return value(e.a) != 0 && value(e.b) != 0;
      case Op::logical_or: return value(e.a) != 0 || value(e.b) != 0;
      case Op::logical_not: return value(e.a) == 0;
    }
    return 0;
  }
  std::int64_t trap() {
    run_.trapped = true;
    return 0;
  }
  Flow block(const Block& statements) {
    for (const Statement& s : statements) {
      switch (s.kind) {
        case Statement::Kind::assign: slots_[s.slot] = value(s.a); break;
        case Statement::Kind::branch:
          if (const Flow flow = block(value(s.a) != 0 ? s.body : s.otherwise); flow != Flow::next) return flow;
          break;
        case Statement::Kind::loop: {
          const std::int64_t first = value(s.a), last = value(s.b), step = value(s.c);
          if (step == 0) {
            trap();
            break;
          }
          for (std::uint64_t k = 0, n = loop_count(first, last, step); k < n; ++k) {
            slots_[s.slot] = first + static_cast<std::int64_t>(k) * step;
            const Flow flow = block(s.body);
            if (flow == Flow::finish) return flow;
            if (flow == Flow::leave) break;
          }
          break;
        }
        case Statement::Kind::option: {
          Position to;
          for (const ExpressionId id : s.to[0]) to.push_back(value(id));
          run_.options.push_back(to);
          if (observer_ != nullptr && observer_->option) observer_->option(s, to);
          break;
        }
        case Statement::Kind::split: trap(); break;
        case Statement::Kind::leave: return Flow::leave;
        case Statement::Kind::finish:
          if (!s.to.empty() && !s.to[0].empty()) run_.result = value(s.to[0][0]);
          return Flow::finish;
      }
    }
    return Flow::next;
  }

  const MoveProgram& program_;
  PositionView position_;
  const Observer* observer_;
  std::vector<std::int64_t> slots_;
  Run run_;
};

inline Run run(const MoveProgram& program, PositionView position) { return Interpreter(program, position).run(); }

/// The values of `box` by memoised recursion over run(). Nothing where an option is outside the domain or not valid,
/// or the program traps.
class BruteForce {
 public:
  BruteForce(const MoveProgram& program, const Domain& domain, Play play, ValueKind kind, const MoveProgram* valid = nullptr)
      : program_(program), domain_(domain), play_(play), kind_(kind), valid_(valid) {}

  std::optional<Table> table(const Box& box) { return table(box, kind_); }
  std::optional<Table> table(const Box& box, ValueKind kind) {
    Table table{.box = box, .kind = kind, .cells = {}, .loopy = {}};
    for (std::uint64_t i = 0; i < box.size(); ++i) {
      const Position position = box.position(i);
      if (!is_valid(position)) {
        table.cells.push_back(Table::kInvalid);
        continue;
      }
      const Entry entry = solve(position);
      if (failed_) return std::nullopt;
      table.cells.push_back(kind == ValueKind::grundy    ? entry.grundy
                            : kind == ValueKind::outcome ? static_cast<std::uint32_t>(entry.outcome)
                                                         : entry.remoteness);
    }
    return table;
  }

 private:
  struct Entry {
    std::uint32_t grundy = 0, remoteness = 0;
    Outcome outcome = Outcome::P;
  };

  bool is_valid(PositionView position) const { return valid_ == nullptr || run(*valid_, position).result.value_or(0) != 0; }

  Entry solve(const Position& position) {
    if (const auto known = memo_.find(position); known != memo_.end()) return known->second;
    const Run options = run(program_, position);
    if (options.trapped) failed_ = true;
    std::set<std::uint32_t> values;
    std::optional<std::uint32_t> least_p, greatest_n;
    for (const Position& to : options.options) {
      if (!domain_.contains(PositionView(to)) || !is_valid(to)) failed_ = true;
      if (failed_) return {};
      const Entry entry = solve(to);
      values.insert(entry.grundy);
      if (entry.outcome == Outcome::P) least_p = std::min(least_p.value_or(entry.remoteness), entry.remoteness);
      else greatest_n = std::max(greatest_n.value_or(0), entry.remoteness);
    }
    Entry result;
    while (values.contains(result.grundy)) ++result.grundy;
    if (least_p) {
      result.outcome = Outcome::N;
      result.remoteness = *least_p + 1;
    } else if (greatest_n) {
      result.outcome = Outcome::P;
      result.remoteness = *greatest_n + 1;
    } else {
      result.outcome = terminal_outcome(play_);
    }
    memo_.emplace(position, result);
    return result;
  }

  const MoveProgram& program_;
  const Domain& domain_;
  Play play_;
  ValueKind kind_;
  const MoveProgram* valid_;
  std::map<Position, Entry> memo_;
  bool failed_ = false;
};

inline std::optional<Table> brute_force(const MoveProgram& program, const Domain& domain, const Box& box, Play play,
                                        ValueKind kind, const MoveProgram* valid = nullptr) {
  return BruteForce(program, domain, play, kind, valid).table(box);
}

/// Coordinates from `least` on.
inline Domain plain_domain(std::size_t dimensions, Coordinate least = 0) {
  std::vector<Axis> axes;
  for (std::size_t i = 0; i < dimensions; ++i)
    axes.push_back({.name = std::string(1, static_cast<char>('a' + i)), .least = least});
  return Domain::fixed(std::move(axes));
}

// Rules as a lifter would make them.

/// Options position - t * direction for t = 1, 2, ... while all coordinates stay >= 0, for each direction.
inline MoveProgram ray_rule(std::size_t dimensions, const std::vector<std::vector<std::int64_t>>& directions,
                            std::int64_t most = 0) {
  Builder b(dimensions);
  for (const auto& direction : directions) {
    std::optional<ExpressionId> last;
    for (std::size_t i = 0; i < dimensions; ++i) {
      if (direction[i] <= 0) continue;
      const ExpressionId end = direction[i] == 1 ? b.x(i) : b.op(Op::floor_div, b.x(i), b.c(direction[i]));
      last = last ? b.min(*last, end) : end;
    }
    if (most > 0) last = b.min(*last, b.c(most));
    const ExpressionId t = b.loop(b.c(1), *last);
    std::vector<ExpressionId> to;
    for (std::size_t i = 0; i < dimensions; ++i) to.push_back(b.sub(b.x(i), b.mul(t, b.c(direction[i]))));
    b.move(to);
    b.end();
  }
  return b.program;
}

inline MoveProgram wythoff() { return ray_rule(2, {{1, 0}, {0, 1}, {1, 1}}); }

inline MoveProgram heaps(std::size_t count) {
  std::vector<std::vector<std::int64_t>> directions(count, std::vector<std::int64_t>(count, 0));
  for (std::size_t i = 0; i < count; ++i) directions[i][i] = 1;
  return ray_rule(count, directions);
}

inline MoveProgram nimrod() {
  Builder b(2);
  const ExpressionId p = b.x(0), r = b.x(1), one = b.c(1);
  b.branch(b.op(Op::logical_and, b.op(Op::less, one, r), b.op(Op::less_equal, b.sub(r, one), p)));
  b.move({b.sub(p, b.sub(r, one)), b.sub(r, one)});
  b.end();
  b.branch(b.op(Op::less_equal, r, p));
  b.move({b.sub(p, r), r});
  b.end();
  b.branch(b.op(Op::less_equal, b.add(r, one), p));
  b.move({b.sub(p, b.add(r, one)), b.add(r, one)});
  b.end();
  return b.program;
}
inline Domain nimrod_domain() { return Domain::fixed({{.name = "p"}, {.name = "r", .least = 1}}); }

/// f(x) = factor * x + offset.
inline MoveProgram take_away(std::int64_t factor, std::int64_t offset) {
  Builder b(2);
  const ExpressionId t = b.loop(b.c(1), b.min(b.x(1), b.x(0)));
  b.move({b.sub(b.x(0), t), b.max(b.add(b.mul(t, b.c(factor)), b.c(offset)), b.c(0))});
  b.end();
  return b.program;
}

inline MoveProgram subtraction(const std::vector<std::int64_t>& set) {
  Builder b(1);
  for (const std::int64_t take : set) {
    b.branch(b.op(Op::less_equal, b.c(take), b.x(0)));
    b.move({b.sub(b.x(0), b.c(take))});
    b.end();
  }
  return b.program;
}

/// for t = 1, S do if t & (S - t) == 0 and t % 3 ~= 0 then move(S - t, L) end end; the same along L.
inline MoveProgram irregular() {
  Builder b(2);
  for (std::size_t i = 0; i < 2; ++i) {
    const ExpressionId t = b.loop(b.c(1), b.x(i));
    const ExpressionId rest = b.sub(b.x(i), t);
    const ExpressionId disjoint = b.op(Op::equal, b.op(Op::bit_and, t, rest), b.c(0));
    const ExpressionId third = b.negated(b.op(Op::equal, b.op(Op::floor_mod, t, b.c(3)), b.c(0)));
    b.branch(b.op(Op::logical_and, disjoint, third));
    b.move(i == 0 ? std::vector{rest, b.x(1)} : std::vector{b.x(0), rest});
    b.end();
    b.end();
  }
  return b.program;
}

inline MoveProgram euclid() {
  Builder b(2);
  const ExpressionId x = b.x(0), y = b.x(1);
  b.branch(b.op(Op::logical_and, b.op(Op::less, b.c(0), x), b.op(Op::less, b.c(0), y)));
  ExpressionId q = b.loop(b.c(1), b.op(Op::floor_div, x, y));
  b.move({b.sub(x, b.mul(q, y)), y});
  b.end();
  q = b.loop(b.c(1), b.op(Op::floor_div, y, x));
  b.move({x, b.sub(y, b.mul(q, x))});
  b.end();
  b.end();
  return b.program;
}

/// Take from one or two heaps.
inline MoveProgram moore(std::size_t heaps) {
  Builder b(heaps);
  std::vector<ExpressionId> all;
  for (std::size_t i = 0; i < heaps; ++i) all.push_back(b.x(i));
  for (std::size_t i = 0; i < heaps; ++i) {
    const ExpressionId t = b.loop(b.c(1), b.x(i));
    std::vector<ExpressionId> to = all;
    to[i] = b.sub(b.x(i), t);
    b.move(to);
    for (std::size_t j = i + 1; j < heaps; ++j) {
      const ExpressionId u = b.loop(b.c(1), b.x(j));
      std::vector<ExpressionId> both = to;
      both[j] = b.sub(b.x(j), u);
      b.move(both);
      b.end();
    }
    b.end();
  }
  return b.program;
}

inline MoveProgram chomp(std::size_t rows) {
  Builder b(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    const ExpressionId j = b.loop(b.c(1), b.x(i));
    if (i == 0) b.branch(b.op(Op::less, b.c(1), j));
    std::vector<ExpressionId> to;
    for (std::size_t row = 0; row < rows; ++row) to.push_back(row < i ? b.x(row) : b.min(b.x(row), b.sub(j, b.c(1))));
    b.move(to);
    if (i == 0) b.end();
    b.end();
  }
  return b.program;
}
inline MoveProgram chomp_valid(std::size_t rows) {
  Builder b(rows);
  for (std::size_t i = 1; i < rows; ++i) {
    b.branch(b.op(Op::less, b.x(i - 1), b.x(i)));
    b.result(b.c(0));
    b.end();
  }
  b.result(b.c(1));
  return b.program;
}

inline MoveProgram copycat(std::int64_t m) {
  Builder b(2);
  const ExpressionId t = b.loop(b.c(1), b.min(b.c(m), b.x(0)));
  b.branch(b.negated(b.op(Op::equal, t, b.x(1))));
  b.move({b.sub(b.x(0), t), t});
  b.end();
  b.end();
  return b.program;
}
inline Domain copycat_domain(std::int64_t m) { return Domain::fixed({{.name = "n"}, {.name = "last", .greatest = m}}); }

using Squares = std::vector<std::pair<std::int64_t, std::int64_t>>;

inline ExpressionId is_blocked(Builder& b, const Squares& blocked, ExpressionId x, ExpressionId y) {
  ExpressionId any = b.c(0);
  for (const auto& [s, l] : blocked)
    any = b.op(Op::logical_or, any, b.op(Op::logical_and, b.op(Op::equal, x, b.c(s)), b.op(Op::equal, y, b.c(l))));
  return any;
}
inline MoveProgram wyt_queens(const Squares& blocked) {
  Builder b(2);
  for (int kind = 0; kind < 3; ++kind) {
    const ExpressionId last = kind == 0 ? b.x(0) : kind == 1 ? b.x(1) : b.min(b.x(0), b.x(1));
    const ExpressionId t = b.loop(b.c(1), last);
    const ExpressionId x = kind == 1 ? b.x(0) : b.sub(b.x(0), t);
    const ExpressionId y = kind == 0 ? b.x(1) : b.sub(b.x(1), t);
    b.branch(is_blocked(b, blocked, x, y));
    b.leave();
    b.end();
    b.move({x, y});
    b.end();
  }
  return b.program;
}
inline MoveProgram wyt_queens_valid(const Squares& blocked) {
  Builder b(2);
  b.result(b.negated(is_blocked(b, blocked, b.x(0), b.x(1))));
  return b.program;
}

}  // namespace bouton::table_test
