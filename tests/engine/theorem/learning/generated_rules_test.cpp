// No false theorem: whatever is proved of a generated rule agrees with plain recursion far beyond what was learnt from.

#include <cstdlib>
#include <sstream>

#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "engine/theorem/learning/theorem_search.h"
#include "tests/engine/theorem/plain_positions.h"
#include "tests/engine/theorem/programs.h"

namespace bouton {
namespace {

using test::PlainPositions;
using test::ProgramBuilder;
using test::ProgramRules;

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

struct GeneratedRule {
  std::size_t dimensions;
  Play play;
  MoveProgram program;
};

/// A rule of a few linear kinds of moves, every one of which decreases the sum of the coordinates. Guards speak of remainders,
/// differences, binary digits and, beyond `learnt`, of sizes that no table to learn from has.
class RuleGenerator {
 public:
  RuleGenerator(Draw& draw, std::size_t dimensions, Coordinate learnt)
      : draw_(draw), dimensions_(dimensions), learnt_(learnt), b_(dimensions) {}

  MoveProgram program() {
    const std::int64_t kinds = 1 + draw_.below(3);
    for (std::int64_t kind = 0; kind < kinds; ++kind) b_.program.body.push_back(moves());
    if (draw_.one_in(3)) b_.program.body.push_back(far_option());
    return b_.program;
  }

 private:
  ExpressionId some_coordinate() { return b_.x(static_cast<std::size_t>(draw_.below(static_cast<std::int64_t>(dimensions_)))); }
  ExpressionId some_amount() {
    if (draw_.one_in(3)) return b_.binary(Op::floor_div, some_coordinate(), b_.c(2 + draw_.below(3)));
    return b_.c(1 + draw_.below(6));
  }
  /// Between the table to learn from and ten times its size.
  ExpressionId far_number() { return b_.c(learnt_ + 1 + draw_.below(9 * learnt_ - 1)); }
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
    const ExpressionId room = both ? b_.binary(Op::min, b_.x(0), b_.x(1)) : b_.x(from);
    const ExpressionId last = draw_.one_in(3) ? room : b_.binary(Op::min, room, some_amount());
    std::vector<ExpressionId> to;
    for (std::size_t i = 0; i < dimensions_; ++i) to.push_back(i == from || both ? b_.sub(b_.x(i), b_.t(t)) : b_.x(i));
    Block body = {b_.option(to)};
    if (draw_.below(5) < 3) body = {b_.branch(guard(b_.t(t)), body)};
    return b_.loop(t, b_.c(1 + draw_.below(3)), last, b_.c(1 + draw_.below(2)), body);
  }
  /// One option more from one far position.
  Statement far_option() {
    ExpressionId here = b_.c(1);
    std::vector<ExpressionId> to;
    for (std::size_t i = 0; i < dimensions_; ++i) {
      here = b_.binary(Op::logical_and, here, b_.binary(Op::equal, b_.x(i), far_number()));
      to.push_back(b_.c(draw_.below(4)));
    }
    return b_.branch(here, {b_.option(to)});
  }

  Draw& draw_;
  const std::size_t dimensions_;
  const Coordinate learnt_;
  ProgramBuilder b_;
};

Domain heaps_of(std::size_t dimensions) {
  std::vector<Axis> axes;
  for (std::size_t i = 0; i < dimensions; ++i) axes.push_back({.name = std::string(1, static_cast<char>('a' + i))});
  return Domain::fixed(axes);
}

/// The first position to `bound` where the theorem is not what plain recursion says.
std::string first_wrong(const Theorem& theorem, const GameFormula& formula, const PlainPositions& plain) {
  Position position = plain.box().low();
  do {
    const GameFormula::Place place = *formula.place_of(widen(position));
    for (std::size_t value = 0; value < theorem.values.size(); ++value)
      if (theorem.values[value][place.sheet].contains(place.numbers) != (plain.value(position) == static_cast<int>(value)))
        return to_string(PositionView(position));
  } while (plain.box().next(position));
  return {};
}

struct Counts {
  int rules = 0, stated = 0, proved = 0;
};

/// Looks for a theorem about a rule, and compares what is found at ten times the size.
void check_rule(const std::vector<std::uint16_t>& numbers, Counts& counts) {
  Draw draw(numbers);
  const std::size_t dimensions = draw.one_in(3) ? 2 : 1;
  const Coordinate learnt = dimensions == 1 ? 100 : 20;
  const Play play = draw.one_in(3) ? Play::misere : Play::normal;
  const std::size_t greatest_value = play == Play::normal && draw.one_in(4) ? 1 : 0;
  const ProgramRules rules(heaps_of(dimensions), RuleGenerator(draw, dimensions, learnt).program(), play);
  ++counts.rules;
  const Budget budget;
  AutomataWorkspace workspace(budget, 100'000, 50'000'000);
  const Result<GameFormula> formula = GameFormula::of(rules, dimensions, workspace);
  if (!formula) return;
  ++counts.stated;
  const PlainPositions plain(rules, Position(std::vector<Coordinate>(dimensions, 10 * learnt)));
  TheoremLimits limits;
  limits.most_learnt = learnt;
  limits.most_states = 60;
  limits.most_states_of_any = 10'000;
  limits.most_steps = 6'000'000;
  TheoremSearch search;
  const Result<Theorem> theorem = find_theorem(rules, *formula, greatest_value, plain.table(), limits, budget, search);
  if (!theorem) return;
  ++counts.proved;
  const std::string wrong = first_wrong(*theorem, *formula, plain);
  if (!wrong.empty()) RC_FAIL("the theorem is false at " + wrong);
}

/// Ten parts, each of a thousand rules where BOUTON_LONG_TESTS is set, and else of a few.
class GeneratedRules : public ::testing::TestWithParam<int> {};

TEST_P(GeneratedRules, WhatIsProvedOfThemAgreesFarBeyondWhatWasLearnt) {
  const bool is_long = std::getenv("BOUTON_LONG_TESTS") != nullptr;
  Counts counts;
  const auto property = [&] {
    check_rule(*rc::gen::container<std::vector<std::uint16_t>>(40, rc::gen::inRange<std::uint16_t>(0, 5040)), counts);
  };
  rc::detail::TestMetadata metadata;
  rc::detail::TestParams params;
  params.seed = 1000 + static_cast<std::uint64_t>(GetParam());
  params.maxSuccess = is_long ? 1000 : 3;
  const auto result = rc::detail::checkTestable(property, metadata, params);
  if (!result.template is<rc::detail::SuccessResult>()) {
    std::ostringstream text;
    rc::detail::printResultMessage(result, text);
    ADD_FAILURE() << text.str();
  }
  RecordProperty("stated", counts.stated);
  RecordProperty("proved", counts.proved);
  if (is_long) {
    std::printf("%d rules, %d stated, %d proved\n", counts.rules, counts.stated, counts.proved);
    EXPECT_GT(counts.proved, counts.rules / 4);
  }
}

INSTANTIATE_TEST_SUITE_P(Parts, GeneratedRules, ::testing::Range(0, 10));

}  // namespace
}  // namespace bouton
