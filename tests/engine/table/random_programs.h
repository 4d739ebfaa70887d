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

}  // namespace bouton::table_test
