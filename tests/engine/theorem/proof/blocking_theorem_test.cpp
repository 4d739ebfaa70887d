// Theorems where options are forbidden: the counting of distinct options in a set, and that nothing false is proved.
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "engine/automata/conjunction.h"
#include "engine/plan/solver.h"
#include "engine/rules/blocking.h"
#include "engine/study/discovery/theorem.h"
#include "engine/theorem/proof/prover.h"
#include "tests/engine/theorem/generated_rules.h"
#include "tests/extent.h"

namespace bouton {
namespace {

using test::Draw;
using test::ProgramRules;
using test::RuleGenerator;

std::vector<std::uint16_t> arbitrary_numbers() {
  return *rc::gen::container<std::vector<std::uint16_t>>(40, rc::gen::inRange<std::uint16_t>(0, 5040));
}

/// The tuples whose sum leaves a remainder.
Automaton remainders(std::size_t tracks, std::int64_t modulus, std::int64_t remainder, AutomataWorkspace& workspace) {
  Conjunction set(Numeration::base(2), tracks + 1);
  LinearRelation sum{std::vector<std::int64_t>(tracks + 1, 1), -remainder, Relation::equal};
  sum.coefficients[tracks] = -modulus;
  set.add(std::move(sum));
  std::vector<std::size_t> seen;
  for (std::size_t i = 0; i < tracks; ++i) seen.push_back(i);
  return set.projection(seen, workspace);
}

/// Positions with at least so many options whose tracks have a sum that leaves a remainder, beside a list of the options.
void check_counting(const std::vector<std::uint16_t>& numbers, int& compared) {
  Draw draw(numbers);
  const std::size_t dimensions = draw.one_in(2) ? 2 : 1;
  const Coordinate most = dimensions == 1 ? 60 : 12;
  RuleGenerator generator(draw, dimensions, most);
  const std::unique_ptr<ProgramRules> rules = generator.rules();
  const Budget budget;
  AutomataWorkspace workspace(budget, 8'000, 4'000'000);
  const Result<GameFormula> formula = GameFormula::of(*rules, dimensions, workspace);
  if (!formula) return;
  const std::int64_t modulus = 1 + draw.below(4), remainder = draw.below(modulus);
  const auto within = within_limits([&] {
    const Automaton set = remainders(formula->tracks().size(), modulus, remainder, workspace);
    Prover prover(*formula, Numeration::base(2), workspace);
    for (std::uint64_t count = 1; count <= 3; ++count) {
      const PositionSet found = prover.reaching(PositionSet(formula->sheets(), set), count);
      const Box box(generator.least(), Position(std::vector<Coordinate>(dimensions, most)));
      Position position = box.low();
      do {
        if (!rules->domain().contains(position) || !rules->valid(position)) continue;
        const std::optional<GameFormula::Place> place = formula->place_of(widen(position));
        if (!place) continue;
        Options options;
        rules->options(position, options);
        std::set<Position> in_set;
        for (std::size_t i = 0; i < options.size(); ++i) {
          const GameFormula::Place to = *formula->place_of(widen(options[i][0]));
          if (set.contains(to.numbers)) in_set.insert(Position(options[i][0]));
        }
        RC_ASSERT(found[place->sheet].contains(place->numbers) == (in_set.size() >= count));
        ++compared;
      } while (box.next(position));
    }
  });
  RC_CLASSIFY(within, "within limits");
}

TEST(BlockingTheorems, CountDistinctOptionsInASet) {
  int compared = 0;
  EXPECT_TRUE(rc::check("counting", [&] { check_counting(arbitrary_numbers(), compared); }));
  EXPECT_GT(compared, 1'000);
}

/// What is proved with options forbidden agrees with a search beyond what was learnt from.
void check_theorem(const std::vector<std::uint16_t>& numbers, int& proved) {
  Draw draw(numbers);
  const std::size_t dimensions = draw.one_in(3) ? 2 : 1;
  const Coordinate learnt = dimensions == 1 ? 80 : 14;
  RuleGenerator generator(draw, dimensions, learnt);
  const std::shared_ptr<const Rules> plain = generator.rules();
  if (plain->play() == Play::by_position) return;
  const auto rules = with_blocking(plain, 1 + static_cast<std::uint64_t>(draw.below(3)));
  TheoremLimits limits;
  limits.most_learnt = learnt;
  limits.most_states = 40;
  limits.most_states_of_any = 8'000;
  limits.most_steps = 4'000'000;
  const TheoremReport report = find_theorem(*rules, dimensions, 0, Budget(), limits);
  if (!report.theorem) return;
  ++proved;
  Solver solver({rules}, Budget(), Methods::search_alone());
  const Box box(generator.least(), Position(std::vector<Coordinate>(dimensions, 2 * learnt)));
  Position position = box.low();
  do {
    if (!rules->domain().contains(position) || !rules->valid(position)) continue;
    const GameFormula::Place place = *report.formula->place_of(widen(position));
    if (report.theorem->p_positions()[place.sheet].contains(place.numbers) !=
        (solver.outcome({{0, widen(position)}}) == Outcome::P))
      RC_FAIL("a false theorem, at " + to_string(PositionView(position)));
  } while (box.next(position));
}

TEST(BlockingTheorems, OfGeneratedRulesAreTrue) {
  int proved = 0;
  EXPECT_TRUE(rc::check("theorems", [&] { check_theorem(arbitrary_numbers(), proved); }));
  EXPECT_GT(proved, 5);
}

MoveProgram wythoff_moves() {
  test::ProgramBuilder b(2);
  const Slot s = b.slot(), t = b.slot(), u = b.slot();
  b.program.body = {
      b.loop(s, b.c(1), b.x(0), b.c(1), {b.option({b.sub(b.x(0), b.t(s)), b.x(1)})}),
      b.loop(t, b.c(1), b.x(1), b.c(1), {b.option({b.x(0), b.sub(b.x(1), b.t(t))})}),
      b.loop(u, b.c(1), b.binary(Op::min, b.x(0), b.x(1)), b.c(1), {b.option({b.sub(b.x(0), b.t(u)), b.sub(b.x(1), b.t(u))})})};
  return b.program;
}

/// U. Larsson (2011): with two options forbidden (n, 2n + 1) and (n, 2n + 2), in either order, and (0, 0).
TEST(BlockingTheorems, OfWythoffsGameWithOneOrTwoForbiddenAreProved) {
  const auto plain = std::make_shared<ProgramRules>(Domain::fixed({{.name = "a"}, {.name = "b"}}), wythoff_moves());
  for (const std::uint64_t most : {2U, 1U}) {
    const TheoremReport report = find_theorem(*with_blocking(plain, most), 2, 0, Budget(), {});
    ASSERT_TRUE(report.theorem) << most << ": " << report.theorem.reason();
    const Automaton& set = report.theorem->p_positions()[0];
    if (most == 1) {
      for (const Integer& n : {Integer(5), Integer("1000000000000000000000")}) EXPECT_TRUE(set.contains({n, 2 * n + 1}));
      EXPECT_FALSE(set.contains({5, 12}));
      EXPECT_TRUE(set.contains({2, 2}));
      continue;
    }
    for (const Integer& n : {Integer(5), Integer("1000000000000000000000")})
      for (int more = 0; more <= 3; ++more) EXPECT_EQ(set.contains({n, 2 * n + more}), more == 1 || more == 2) << more;
  }
}

}  // namespace
}  // namespace bouton
