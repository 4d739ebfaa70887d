// Generated rules with programs, for tests of theorems: drawn by RapidCheck, so that a rule that fails is made smaller.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/engine/theorem/plain_positions.h"
#include "tests/engine/theorem/programs.h"

namespace bouton::test {

/// Numbers that a rule is made of, drawn by RapidCheck so that a failing rule is made smaller.
class Draw {
 public:
  explicit Draw(std::vector<std::uint16_t> numbers) : numbers_(std::move(numbers)) {}
  std::int64_t below(std::int64_t n) { return at_ < numbers_.size() ? numbers_[at_++] % n : 0; }
  bool one_in(std::int64_t n) { return below(n) == n - 1; }

 private:
  std::vector<std::uint16_t> numbers_;
  std::size_t at_ = 0;
};

/// A rule of a few linear kinds of moves, every one of which decreases the sum of the coordinates. Guards speak of remainders,
/// differences, binary digits and, beyond `learnt`, of sizes that no table to learn from has.
class RuleGenerator {
 public:
  /// Without `far` nothing is said of sizes beyond `learnt`.
  RuleGenerator(Draw& draw, std::size_t dimensions, Coordinate learnt, bool far = true)
      : draw_(draw), dimensions_(dimensions), learnt_(learnt), far_(far), b_(dimensions) {}

  /// Once.
  std::unique_ptr<ProgramRules> rules() {
    const Play play = draw_.one_in(3) ? Play::misere : Play::normal;
    const bool shifted = draw_.one_in(4);
    for (std::size_t i = 0; i < dimensions_; ++i) {
      least_.push_back(shifted ? draw_.below(5) : 0);
      axes_.push_back({.name = std::string(1, static_cast<char>('a' + i)), .least = least_.back()});
    }
    if (draw_.one_in(4)) valid_ = 1 + draw_.below(4);
    const std::int64_t kinds = 1 + draw_.below(3);
    for (std::int64_t kind = 0; kind < kinds; ++kind) b_.program.body.push_back(moves());
    if (far_ && draw_.one_in(3)) b_.program.body.push_back(far_option());
    auto rules = std::make_unique<ProgramRules>(Domain::fixed(axes_), b_.program, play);
    if (valid_ != 0) {
      ProgramBuilder valid(dimensions_);
      std::vector<ExpressionId> position;
      for (std::size_t i = 0; i < dimensions_; ++i) position.push_back(valid.x(i));
      valid.program.body = {valid.finish(is_valid(valid, position))};
      rules->set_valid(valid.program);
    }
    return rules;
  }
  /// Of the positions.
  Position least() const { return Position(least_); }

 private:
  ExpressionId some_coordinate() { return b_.x(static_cast<std::size_t>(draw_.below(static_cast<std::int64_t>(dimensions_)))); }
  ExpressionId some_amount() {
    if (draw_.one_in(3)) return b_.binary(Op::floor_div, some_coordinate(), b_.c(2 + draw_.below(3)));
    return b_.c(1 + draw_.below(6));
  }
  /// Between the table to learn from and ten times its size.
  ExpressionId far_number() {
    const std::int64_t more = draw_.below(9 * learnt_ - 1);
    return b_.c(far_ ? learnt_ + 1 + more : more % learnt_);
  }
  /// Whether a position exists: remainders, a difference, a number that none may be.
  ExpressionId is_valid(ProgramBuilder& b, const std::vector<ExpressionId>& position) const {
    ExpressionId sum = position[0];
    for (std::size_t i = 1; i < position.size(); ++i) sum = b.add(sum, b.binary(Op::mul, position[i], b.c(2)));
    const auto differs = [&](ExpressionId of, std::int64_t from) {
      return b.program.unary(Op::logical_not, b.binary(Op::equal, of, b.c(from)));
    };
    switch (valid_) {
      case 1: return differs(b.binary(Op::floor_mod, sum, b.c(3)), 1);
      case 2: return differs(b.binary(Op::floor_mod, position.back(), b.c(4)), 2);
      case 3: return b.binary(Op::less_equal, position[0], b.add(position.back(), b.c(3)));
      default: return differs(position[0], 7);
    }
  }
  /// The option, where it leads to a position.
  Statement option_to(const std::vector<ExpressionId>& to) {
    return valid_ == 0 ? b_.option(to) : b_.branch(is_valid(b_, to), {b_.option(to)});
  }
  /// How much can be taken from a heap.
  ExpressionId room(std::size_t i) { return b_.sub(b_.x(i), b_.c(least_[i])); }
  ExpressionId guard(ExpressionId taken) {
    switch (draw_.below(6)) {
      case 0:
        return b_.binary(Op::equal, b_.binary(Op::floor_mod, some_coordinate(), b_.c(2 + draw_.below(3))),
                         b_.c(draw_.below(2)));
      case 1: return b_.binary(Op::less_equal, some_amount(), some_coordinate());
      case 2: return b_.binary(Op::less, b_.program.unary(Op::abs, b_.sub(taken, some_amount())), b_.c(1 + draw_.below(4)));
      case 3: return b_.binary(Op::less_equal, draw_.one_in(2) ? taken : some_coordinate(), far_number());
      case 4:
        return b_.binary(Op::equal, b_.binary(draw_.one_in(2) ? Op::bit_and : Op::bit_xor, taken, some_coordinate()),
                         b_.c(draw_.below(3)));
      default: return b_.binary(Op::equal, b_.binary(Op::bit_and, taken, b_.sub(taken, b_.c(1))), b_.c(0));
    }
  }
  Statement moves() {
    const auto from = static_cast<std::size_t>(draw_.below(static_cast<std::int64_t>(dimensions_)));
    const bool both = dimensions_ > 1 && draw_.one_in(2);
    const Slot t = b_.slot();
    const ExpressionId most = both ? b_.binary(Op::min, room(0), room(1)) : room(from);
    const ExpressionId last = draw_.one_in(3) ? most : b_.binary(Op::min, most, some_amount());
    std::vector<ExpressionId> to;
    for (std::size_t i = 0; i < dimensions_; ++i) to.push_back(i == from || both ? b_.sub(b_.x(i), b_.t(t)) : b_.x(i));
    Block body = {option_to(to)};
    if (draw_.below(5) < 3) body = {b_.branch(guard(b_.t(t)), body)};
    return b_.loop(t, b_.c(1 + draw_.below(3)), last, b_.c(1 + draw_.below(2)), body);
  }
  /// One option more from one far position.
  Statement far_option() {
    ExpressionId here = b_.c(1);
    std::vector<ExpressionId> to;
    for (std::size_t i = 0; i < dimensions_; ++i) {
      here = b_.binary(Op::logical_and, here, b_.binary(Op::equal, b_.x(i), far_number()));
      to.push_back(b_.c(least_[i] + draw_.below(4)));
    }
    return b_.branch(here, {option_to(to)});
  }

  Draw& draw_;
  const std::size_t dimensions_;
  const Coordinate learnt_;
  const bool far_;
  ProgramBuilder b_;
  std::vector<Axis> axes_;
  std::vector<Coordinate> least_;
  std::int64_t valid_ = 0;  ///< which positions exist; 0: all
};

}  // namespace bouton::test
