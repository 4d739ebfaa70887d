// Random rule functions, for RapidCheck.
#pragma once

#include <vector>

#include "tests/engine/table/programs.h"
#include "tests/engine/table/random_rays.h"

namespace bouton::table_test {

/// x + 2 y + 3 z is not 1 less than a multiple of the modulus.
inline ExpressionId is_valid(Builder& b, const std::vector<ExpressionId>& position, std::int64_t modulus) {
  ExpressionId sum = b.c(1);
  for (std::size_t i = 0; i < position.size(); ++i) sum = b.add(sum, b.mul(position[i], b.c(static_cast<std::int64_t>(i) + 1)));
  return b.negated(b.op(Op::equal, b.op(Op::floor_mod, sum, b.c(modulus)), b.c(0)));
}
inline MoveProgram valid_program(std::size_t dimensions, std::int64_t modulus) {
  Builder b(dimensions);
  std::vector<ExpressionId> position;
  for (std::size_t i = 0; i < dimensions; ++i) position.push_back(b.x(i));
  b.result(is_valid(b, position, modulus));
  return b.program;
}

/// Axes from 0 to `high`, and a box of such coordinates.
struct RandomBox {
  RandomBox(std::size_t dimensions, std::int64_t high) {
    Position low, top;
    for (std::size_t i = 0; i < dimensions; ++i) {
      axes.push_back({.name = std::string(1, static_cast<char>('a' + i)), .greatest = high});
      low.push_back(pick(0, 2) == 0 ? 0 : pick(0, high + 1));
      top.push_back(pick(0, 2) == 0 ? high : pick(low[i], high + 1));
    }
    box = Box(low, top);
  }
  std::vector<Axis> axes;
  Box box;
};

/// Statements of any kind in any order, options that stay in the domain.
class RandomProgram {
 public:
  /// Coordinates from 0 to `high`. With `modulus` not 0 only positions with is_valid exist, and options lead to them.
  RandomProgram(std::size_t dimensions, std::int64_t high, std::int64_t modulus = 0)
      : b_(dimensions), n_(dimensions), high_(high), modulus_(modulus) {}
  MoveProgram make() {
    const Slot kept = b_.local("kept");
    b_.assign(kept, number(0));
    variables_.push_back(b_.program.variable(kept));
    kept_ = kept;
    block(0);
    return b_.program;
  }

 private:
  ExpressionId number(int depth) {
    if (depth > 2 || pick(0, 3) == 0) {
      const std::int64_t kind = pick(0, 3);
      if (kind == 0) return b_.c(pick(-3, 9));
      if (kind == 1 && !variables_.empty())
        return variables_[static_cast<std::size_t>(pick(0, static_cast<std::int64_t>(variables_.size())))];
      return b_.x(static_cast<std::size_t>(pick(0, static_cast<std::int64_t>(n_))));
    }
    static const Op kOps[] = {Op::add,     Op::sub,    Op::mul,     Op::min,       Op::max,
                              Op::bit_and, Op::bit_or, Op::bit_xor, Op::floor_div, Op::floor_mod};
    const Op op = kOps[pick(0, 10)];
    if (op == Op::floor_div || op == Op::floor_mod)
      return b_.op(op, number(depth + 1), b_.c(pick(0, 2) == 0 ? pick(1, 5) : -pick(1, 4)));
    return b_.op(op, number(depth + 1), number(depth + 1));
  }
  ExpressionId truth(int depth = 0) {
    if (depth < 2 && pick(0, 3) == 0)
      return b_.op(pick(0, 2) == 0 ? Op::logical_and : Op::logical_or, truth(depth + 1), truth(depth + 1));
    static const Op kOps[] = {Op::equal, Op::less, Op::less_equal};
    const ExpressionId one = b_.op(kOps[pick(0, 3)], number(1), number(1));
    return pick(0, 3) == 0 ? b_.negated(one) : one;
  }
  void option() {
    // One coordinate falls by at least 1, those after it become anything in the domain.
    const auto lead = static_cast<std::size_t>(pick(0, static_cast<std::int64_t>(n_)));
    const ExpressionId amount = b_.max(b_.c(1), b_.op(Op::floor_mod, number(1), b_.c(pick(2, 7))));
    b_.branch(b_.op(Op::less_equal, amount, b_.x(lead)));
    std::vector<ExpressionId> to;
    for (std::size_t i = 0; i < n_; ++i) {
      if (i < lead) to.push_back(b_.x(i));
      else if (i == lead) to.push_back(b_.sub(b_.x(i), amount));
      else to.push_back(pick(0, 2) == 0 ? b_.x(i) : b_.op(Op::floor_mod, number(1), b_.c(high_ + 1)));
    }
    if (modulus_ != 0) b_.branch(is_valid(b_, to, modulus_));
    b_.move(to);
    if (modulus_ != 0) b_.end();
    b_.end();
  }
  void block(int depth) {
    for (std::int64_t i = 0, count = pick(1, 4); i < count; ++i) {
      switch (pick(0, depth > 2 ? 3 : 7)) {
        case 0:
        case 1: option(); break;
        case 2: b_.assign(kept_, b_.op(Op::floor_mod, number(0), b_.c(pick(2, 40)))); break;
        case 3:
        case 4: {
          const ExpressionId t = b_.loop(pick(0, 2) == 0 ? b_.c(pick(0, 3)) : number(1), b_.min(b_.c(pick(0, 12)), number(1)),
                                         pick(0, 4) == 0 ? -1 : pick(1, 3));
          variables_.push_back(t);
          block(depth + 1);
          if (pick(0, 4) == 0) {
            b_.branch(truth());
            b_.leave();
            b_.end();
          }
          if (pick(0, 2) == 0) option();
          variables_.pop_back();
          b_.end();
          break;
        }
        case 5:
          b_.branch(truth());
          block(depth + 1);
          if (pick(0, 2) == 0) {
            b_.otherwise();
            block(depth + 1);
          }
          b_.end();
          break;
        default:
          b_.branch(truth());
          if (pick(0, 2) == 0) option();
          b_.finish();
          b_.end();
          break;
      }
    }
  }

  Builder b_;
  std::size_t n_;
  std::int64_t high_;
  std::int64_t modulus_;
  Slot kept_ = 0;
  std::vector<ExpressionId> variables_;
};

/// Loops of moves that take t from one coordinate under guards, as most rules without a shape are: guards of t, of coordinates
/// and of both, quotients, flags that another loop sets, bounds of all kinds; now and then something that ties the rounds
/// together. Coordinates from 0 to `highs`; all options stay there.
class RandomLoops {
 public:
  explicit RandomLoops(std::vector<std::int64_t> highs) : b_(highs.size()), highs_(std::move(highs)) {}
  MoveProgram make() {
    kept_ = b_.local("kept");
    b_.assign(kept_, b_.c(pick(0, 3)));
    for (std::int64_t i = 0, count = pick(1, 4); i < count; ++i) loop();
    return b_.program;
  }

 private:
  ExpressionId coordinate() { return b_.x(static_cast<std::size_t>(pick(0, static_cast<std::int64_t>(highs_.size())))); }
  ExpressionId number(ExpressionId t) {
    switch (pick(0, 8)) {
      case 0: return coordinate();
      case 1: return b_.op(Op::bit_xor, t, coordinate());
      case 2: return b_.op(Op::bit_and, t, b_.sub(coordinate(), t));
      case 3: return b_.add(b_.mul(t, b_.c(pick(1, 8))), coordinate());
      case 4: return b_.mul(t, pick(0, 2) == 0 ? t : coordinate());
      case 5:
        return b_.op(Op::floor_div, pick(0, 2) == 0 ? b_.mul(t, t) : coordinate(), pick(0, 3) == 0 ? t : b_.c(pick(1, 9)));
      default: return t;
    }
  }
  ExpressionId guard(ExpressionId t) {
    ExpressionId one = number(t);
    if (pick(0, 3) != 0) {
      const std::int64_t modulus = pick(-3, 13);
      // By a coordinate it may trap.
      one = b_.op(Op::floor_mod, one,
                  pick(0, 40) == 0  ? coordinate()
                  : pick(0, 8) == 0 ? t
                                    : b_.c(modulus == 0 ? 13 : modulus));
    }
    static const Op kOps[] = {Op::equal, Op::less, Op::less_equal};
    one =
        b_.op(kOps[pick(0, 3)], one, pick(0, 2) == 0 ? b_.c(pick(0, 5)) : b_.op(Op::floor_mod, coordinate(), b_.c(pick(2, 6))));
    return pick(0, 2) == 0 ? b_.negated(one) : one;
  }
  /// Whether t and a number have no small divisor in common.
  ExpressionId flag(ExpressionId t) {
    const Slot free = b_.local("free");
    const ExpressionId value = b_.program.variable(free);
    // Now and then a flag that stays as the round before left it.
    if (pick(0, 8) != 0) b_.assign(free, b_.c(1));
    const ExpressionId d = b_.loop(b_.c(2), pick(0, 2) == 0 ? b_.c(pick(2, 5)) : b_.min(t, b_.c(4)));
    const auto divides = [&](ExpressionId of) { return b_.op(Op::equal, b_.op(Op::floor_mod, of, d), b_.c(0)); };
    b_.branch(b_.op(Op::logical_and, divides(t), divides(number(t))));
    b_.assign(free, b_.c(0));
    if (pick(0, 3) == 0) b_.leave();
    b_.end();
    b_.end();
    return b_.op(Op::equal, value, b_.c(1));
  }
  void loop() {
    const auto lead = static_cast<std::size_t>(pick(0, static_cast<std::int64_t>(highs_.size())));
    const ExpressionId x = b_.x(lead);
    const ExpressionId bounds[] = {x,
                                   b_.min(x, b_.c(pick(1, 9))),
                                   b_.min(x, coordinate()),
                                   b_.sub(x, b_.c(pick(0, 3))),
                                   b_.op(Op::floor_div, x, b_.c(2)),
                                   b_.c(highs_[lead])};
    const ExpressionId t = b_.loop(b_.c(pick(1, 3)), bounds[pick(0, 6)], pick(0, 8) == 0 ? 2 : 1);
    std::vector<ExpressionId> guards = {b_.op(Op::less_equal, t, x)};
    if (pick(0, 4) == 0) guards.push_back(flag(t));
    if (pick(0, 8) == 0) {
      const ExpressionId kept = b_.program.variable(kept_);
      guards.push_back(b_.op(Op::less, b_.op(Op::floor_mod, kept, b_.c(3)), b_.c(2)));
      b_.assign(kept_, b_.op(Op::floor_mod, b_.add(kept, t), b_.c(7)));
    }
    for (std::int64_t i = 0, count = pick(0, 4); i < count; ++i) guards.push_back(guard(t));
    std::vector<ExpressionId> to;
    for (std::size_t i = 0; i < highs_.size(); ++i) to.push_back(i == lead ? b_.sub(x, t) : b_.x(i));
    if (lead + 1 < highs_.size() && pick(0, 2) == 0) change_another(t, to, guards);
    std::size_t open = 0;
    if (pick(0, 2) == 0) {
      ExpressionId all = guards[0];
      for (const ExpressionId other : guards) all = b_.op(Op::logical_and, all, other);
      b_.branch(all);
      open = 1;
    } else {
      for (; open < guards.size(); ++open) b_.branch(guards[open]);
    }
    b_.move(to);
    for (; open > 0; --open) b_.end();
    if (pick(0, 12) == 0) {
      b_.branch(guard(t));
      b_.leave();
      b_.end();
    }
    b_.end();
  }
  void change_another(ExpressionId t, std::vector<ExpressionId>& to, std::vector<ExpressionId>& guards) {
    const std::size_t last = highs_.size() - 1;
    const ExpressionId y = b_.x(last);
    switch (pick(0, 4)) {
      case 0: to[last] = b_.op(Op::floor_div, y, pick(0, 2) == 0 ? t : b_.c(pick(1, 4))); break;
      case 1: to[last] = b_.op(Op::floor_mod, b_.add(y, t), b_.c(highs_[last] + 1)); break;
      case 2:
        to[last] = b_.sub(y, b_.op(Op::floor_div, t, b_.c(2)));
        guards.push_back(b_.op(Op::less_equal, b_.op(Op::floor_div, t, b_.c(2)), y));
        break;
      default: to[last] = b_.max(b_.sub(y, t), b_.c(0)); break;
    }
  }

  Builder b_;
  std::vector<std::int64_t> highs_;
  Slot kept_ = 0;
};

}  // namespace bouton::table_test
