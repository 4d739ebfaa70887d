#include "engine/table/marking/marking.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/table/sinks/p_positions.h"
#include "engine/table/sinks/whole_table.h"
#include "engine/table/table_plan.h"
#include "tests/engine/table/axis_orders.h"
#include "tests/engine/table/random_programs.h"

namespace bouton {
namespace {

using namespace table_test;

std::optional<std::string> refusal_of_marking(const TableCase& asked) {
  TableProblem problem = asked.problem();
  problem.kind = ValueKind::outcome;
  problem.only = TableKernel::marking;
  const auto analysis = analyse_table(problem);
  if (!analysis) return analysis.reason();
  return std::nullopt;
}

/// By marking and no other kernel; nothing where that does not apply.
std::optional<std::vector<std::uint32_t>> marked(const TableCase& asked) {
  TableProblem problem = asked.problem();
  problem.kind = ValueKind::outcome;
  problem.only = TableKernel::marking;
  const auto analysis = analyse_table(problem);
  if (!analysis) return std::nullopt;
  EXPECT_EQ(analysis->plan.kernel, TableKernel::marking);
  const auto table = solve_table(problem, *analysis, Budget());
  if (!table) return std::nullopt;
  std::set<Position> visited;
  const auto count = visit_p_positions(problem, *analysis, Budget(), [&](PositionView at) { visited.insert(Position(at)); });
  EXPECT_TRUE(count && *count == visited.size());
  for (std::uint64_t i = 0; i < table->cells.size(); ++i)
    EXPECT_EQ(visited.contains(table->box.position(i)), table->valid(i) && table->outcome(i) == Outcome::P);
  return table->cells;
}

TEST(Marking, AgreesWithBruteForceOnRulesOfEveryShape) {
  std::set<std::string> applied;
  for (const RuleOfAxes& rule : rules_of_every_shape()) {
    RuleOfAxes::Plain plain(rule);
    for (const AxisOrder& order : axis_orders(rule.axes.size()))
      for (const Play play : {Play::normal, Play::misere}) {
        const auto expected = plain.cells(ValueKind::outcome, play);
        if (!expected) continue;
        TableCase asked = rule.in(order);
        asked.play = play;
        const auto found = marked(asked);
        if (!found) continue;
        applied.insert(rule.name);
        EXPECT_EQ(*found, rule.cells_in(order, *expected)) << rule.name;
      }
  }
  for (const char* name :
       {"rays", "bounded rays, a part", "rays that rise", "chomp", "nimrod", "subtraction", "two clocks", "euclid"})
    EXPECT_EQ(applied.contains(name), std::string(name) != "euclid") << name;
}

/// Moves from (a, b) to (a - s, b - t) with |s - t| < 2: two loops, one inside the other.
MoveProgram near_diagonal() {
  Builder b(2);
  const ExpressionId s = b.loop(b.c(0), b.x(0));
  const ExpressionId t = b.loop(b.max(b.c(0), b.sub(s, b.c(1))), b.min(b.x(1), b.add(s, b.c(1))));
  b.branch(b.op(Op::less, b.c(0), b.add(s, t)));
  b.move({b.sub(b.x(0), s), b.sub(b.x(1), t)});
  b.end();
  b.end();
  b.end();
  return b.program;
}

TEST(Marking, TakesLoopsInsideEachOther) {
  const MoveProgram program = near_diagonal();
  const Domain domain = plain_domain(2);
  const TableCase asked{program, domain, Box({0, 0}, {40, 70}), Play::normal, ValueKind::outcome};
  const auto found = marked(asked);
  ASSERT_TRUE(found);
  EXPECT_EQ(*found, BruteForce(program, domain, Play::normal, ValueKind::outcome).table(asked.box)->cells);
}

// Halves, remainders, exchanged coordinates, lists: each alone.
TEST(Marking, TakesWhatCanBeTakenApart) {
  std::vector<MoveProgram> programs;
  {
    Builder b(2);  // half of one heap, rounded either way
    b.branch(b.op(Op::less, b.c(0), b.x(0)));
    b.move({b.op(Op::floor_div, b.x(0), b.c(2)), b.x(1)});
    b.end();
    b.branch(b.op(Op::less, b.c(1), b.x(1)));
    b.move({b.x(0), b.sub(b.x(1), b.op(Op::floor_div, b.x(1), b.c(2)))});
    b.end();
    programs.push_back(b.program);
  }
  {
    Builder b(2);  // heaps of odd numbers are taken by two, and change places
    b.branch(b.op(Op::equal, b.op(Op::floor_mod, b.x(1), b.c(2)), b.c(1)));
    const ExpressionId t = b.loop(b.c(2), b.min(b.x(0), b.x(1)), 2);
    b.move({b.sub(b.x(0), t), b.sub(b.x(1), b.c(1))});
    b.end();
    b.end();
    const ExpressionId s = b.loop(b.x(1), b.c(1), -1);
    b.move({b.min(b.x(0), b.x(1)), b.sub(b.x(1), s)});
    b.end();
    programs.push_back(b.program);
  }
  {
    Builder b(2);  // one is taken away, the other divided: delete nim with heaps of one
    const ExpressionId t = b.loop(b.c(0), b.sub(b.x(0), b.c(1)));
    b.move({t, b.sub(b.sub(b.x(0), t), b.c(1))});
    b.end();
    const ExpressionId u = b.loop(b.c(0), b.sub(b.x(1), b.c(1)));
    b.move({u, b.sub(b.sub(b.x(1), u), b.c(1))});
    b.end();
    programs.push_back(b.program);
  }
  const Domain domain = plain_domain(2);
  for (const MoveProgram& program : programs)
    for (const Play play : {Play::normal, Play::misere}) {
      const TableCase asked{program, domain, Box({3, 0}, {25, 30}), play, ValueKind::outcome};
      const auto found = marked(asked);
      ASSERT_TRUE(found) << refusal_of_marking(asked).value_or("");
      EXPECT_EQ(*found, BruteForce(program, domain, play, ValueKind::outcome).table(asked.box)->cells);
    }
}

// Where it cannot be shown that every option is a position, the rule may be wrong, and is left to what sees that.
TEST(Marking, RefusesWhatMayBeAnError) {
  Builder outside(1);
  outside.branch(outside.op(Op::equal, outside.x(0), outside.c(7)));
  outside.move({outside.sub(outside.x(0), outside.c(8))});
  outside.end();
  EXPECT_TRUE(refusal_of_marking({outside.program, plain_domain(1), Box({0}, {90})}).has_value());
  TableCase chomps{chomp(3), plain_domain(3), Box({0, 0, 0}, {9, 9, 9})};
  chomps.valid = chomp_valid(3);
  EXPECT_EQ(refusal_of_marking(chomps), std::nullopt);
  Builder swapped(2);  // from positions with b <= a to such with b > a
  swapped.branch(swapped.op(Op::less, swapped.c(0), swapped.x(0)));
  swapped.move({swapped.sub(swapped.x(0), swapped.c(1)), swapped.x(1)});
  swapped.end();
  Builder valid(2);
  valid.result(valid.op(Op::less_equal, valid.x(1), valid.x(0)));
  TableCase wrong{swapped.program, plain_domain(2), Box({0, 0}, {9, 9})};
  wrong.valid = valid.program;
  EXPECT_EQ(refusal_of_marking(wrong), "marking: it is not shown that every option is valid");
}

// What falls into more cases than are looked at is refused, not taken for a rule that has fewer moves.
TEST(Marking, RefusesMoreCasesThanItLooksAt) {
  Builder b(2);  // the sum of the greater of two pairs of coordinates and constants, again and again
  const ExpressionId t = b.loop(b.c(1), b.x(0));
  ExpressionId sum = b.c(0);
  for (std::int64_t i = 1; i <= 9; ++i) sum = b.add(sum, b.max(b.x(1), b.c(i)));
  b.branch(b.op(Op::less, t, sum));
  b.move({b.sub(b.x(0), t), b.x(1)});
  b.end();
  b.end();
  EXPECT_EQ(refusal_of_marking({b.program, plain_domain(2), Box({0, 0}, {9, 9})}), "marking: there are too many cases");
  Builder c(2);  // each guard has two ways to hold, all of them many
  const ExpressionId s = c.loop(c.c(1), c.x(0));
  for (std::int64_t i = 1; i <= 9; ++i) c.branch(c.negated(c.op(Op::equal, c.x(1), c.c(-i))));
  c.move({c.sub(c.x(0), s), c.x(1)});
  for (int i = 0; i <= 9; ++i) c.end();
  EXPECT_EQ(refusal_of_marking({c.program, plain_domain(2), Box({0, 0}, {9, 9})}), "marking: there are too many cases");
}

// What is expected from two small corners is what is done in the whole, within a small factor.
TEST(Marking, IsProbedInACorner) {
  Builder dense(2);  // two of three numbers may be taken from one heap, one from the other: a third of the positions are P
  const ExpressionId t = dense.loop(dense.c(1), dense.x(0));
  dense.branch(dense.negated(dense.op(Op::equal, dense.op(Op::floor_mod, t, dense.c(3)), dense.c(0))));
  dense.move({dense.sub(dense.x(0), t), dense.x(1)});
  dense.end();
  dense.end();
  dense.branch(dense.op(Op::less, dense.c(0), dense.x(1)));
  dense.move({dense.x(0), dense.sub(dense.x(1), dense.c(1))});
  dense.end();
  for (const MoveProgram& program : {dense.program, near_diagonal()}) {
    const Domain domain = plain_domain(2);
    const auto families = move_families(program);
    ASSERT_TRUE(families);
    const auto region = find_region(program, domain, Box({0, 0}, {399, 399}));
    ASSERT_TRUE(region);
    const auto order = find_order(program, *region);
    ASSERT_TRUE(order);
    const auto moves = turned_moves(*families, *region, nullptr, make_layout(region->box, *order).strides);
    ASSERT_TRUE(moves);
    MarkingWork done;
    ASSERT_TRUE(mark_positions({&program, &*moves, &*region, &*order, {Play::normal, 0}}, Budget(), &done));
    const auto expected = probe_marking(*families, domain, nullptr, region->box, {Play::normal, 0});
    ASSERT_TRUE(expected);
    for (const double factor : {expected->marks / done.marks, expected->runs / done.runs}) {
      EXPECT_GT(factor, 0.5);
      EXPECT_LT(factor, 2);
    }
  }
}

// Where options of the smallest corner lead far away, or a position has very many, a look at what marking takes ends all the
// same.
TEST(Marking, StopsWhereItsWorkIsSpent) {
  const MoveProgram program = near_diagonal();
  const Domain domain = plain_domain(2);
  const auto families = move_families(program);
  ASSERT_TRUE(families);
  const auto region = find_region(program, domain, Box({0, 0}, {399, 399}));
  ASSERT_TRUE(region);
  const auto order = find_order(program, *region);
  ASSERT_TRUE(order);
  const auto moves = turned_moves(*families, *region, nullptr, make_layout(region->box, *order).strides);
  ASSERT_TRUE(moves);
  constexpr double kMostWork = 1000, kOnePosition = 400 * 4;
  MarkingWork done;
  const auto marked = mark_positions({&program, &*moves, &*region, &*order, {Play::normal, 0}, kMostWork}, Budget(), &done);
  ASSERT_FALSE(marked);
  EXPECT_EQ(marked.reason(), "the marks take more work than they may");
  EXPECT_GT(done.marks + done.runs, kMostWork);
  EXPECT_LE(done.marks + done.runs, kMostWork + kOnePosition);
}
TEST(Marking, IsNotProbedFarFromTheCorner) {
  const auto is_probed = [](std::int64_t far, const Box& box) {
    Builder b(2);  // from (a, b) to (a - 1, far), so that a corner of any size leads to all of that row
    b.branch(b.op(Op::less, b.c(0), b.x(0)));
    b.move({b.sub(b.x(0), b.c(1)), b.c(far)});
    b.end();
    const auto families = move_families(b.program);
    return families && probe_marking(*families, plain_domain(2), nullptr, box, Convention{Play::normal, 0}).has_value();
  };
  EXPECT_TRUE(is_probed(100, Box({0, 0}, {399, 399})));
  EXPECT_FALSE(is_probed(5'000'000, Box({0, 0}, {399, 399})));
}

/// Rules whose moves are sums, minima, quotients and remainders, under guards of all kinds, that lower one coordinate.
class RandomLinearRule {
 public:
  RandomLinearRule(std::size_t dimensions, std::int64_t high)
      : b_(dimensions), high_(high), lead_(static_cast<std::size_t>(pick(0, static_cast<std::int64_t>(dimensions)))) {
    for (std::size_t i = 0; i < dimensions; ++i) numbers_.push_back(b_.x(i));
  }

  MoveProgram make() {
    for (std::int64_t families = pick(1, 4); families > 0; --families) {
      const std::size_t known = numbers_.size();
      int open = 0;
      for (std::int64_t loops = pick(0, 3); loops > 0; --loops, ++open) {
        static constexpr std::int64_t kSteps[] = {1, 1, 1, -1, 2, 3, -2};
        numbers_.push_back(b_.loop(number(), number(), kSteps[pick(0, 7)]));
        if (pick(0, 3) == 0) {
          b_.branch(truth(0));
          ++open;
        }
      }
      std::vector<ExpressionId> to;
      for (std::size_t i = 0; i < b_.program.dimensions; ++i) to.push_back(pick(0, 3) == 0 ? b_.x(i) : number());
      to[lead_] = pick(0, 2) == 0 ? b_.sub(b_.x(lead_), number()) : number();
      ExpressionId inside = b_.op(Op::less, to[lead_], b_.x(lead_));
      for (const ExpressionId coordinate : to) {
        inside = b_.op(Op::logical_and, inside, b_.op(Op::less_equal, b_.c(0), coordinate));
        inside = b_.op(Op::logical_and, inside, b_.op(Op::less_equal, coordinate, b_.c(high_)));
      }
      b_.branch(inside);
      b_.move(to);
      for (; open >= 0; --open) b_.end();
      numbers_.resize(known);
    }
    return b_.program;
  }

 private:
  ExpressionId one() {
    if (pick(0, 4) == 0) return b_.c(pick(-2, 6));
    return numbers_[static_cast<std::size_t>(pick(0, static_cast<std::int64_t>(numbers_.size())))];
  }
  ExpressionId number() {
    switch (pick(0, 9)) {
      case 0: return b_.add(one(), one());
      case 1: return b_.sub(one(), one());
      case 2: return b_.min(one(), one());
      case 3: return b_.max(one(), one());
      case 4: return b_.op(Op::floor_div, one(), b_.c(pick(1, 4)));
      case 5: return b_.op(Op::floor_mod, one(), b_.c(pick(1, 4)));
      case 6: return b_.mul(one(), b_.c(pick(-1, 3)));
      default: return one();
    }
  }
  ExpressionId truth(int depth) {
    if (depth < 2 && pick(0, 3) == 0)
      return b_.op(pick(0, 2) == 0 ? Op::logical_and : Op::logical_or, truth(depth + 1), truth(depth + 1));
    static constexpr Op kOps[] = {Op::equal, Op::less, Op::less_equal};
    const ExpressionId compared = b_.op(kOps[pick(0, 3)], number(), number());
    return pick(0, 3) == 0 ? b_.negated(compared) : compared;
  }

  Builder b_;
  std::int64_t high_;
  std::size_t lead_;
  std::vector<ExpressionId> numbers_;
};

void expect_random_rules_as_by_brute_force() {
  const auto n = static_cast<std::size_t>(pick(1, 4));
  const std::int64_t high = n == 1 ? 70 : n == 2 ? pick(5, 14) : 5;
  const MoveProgram program = RandomLinearRule(n, high).make();
  const RandomBox random(n, high);
  const Domain domain = Domain::fixed(random.axes);
  const Play play = pick(0, 2) == 0 ? Play::normal : Play::misere;
  const TableCase asked{program, domain, random.box, play, ValueKind::outcome};
  const auto found = marked(asked);
  RC_CLASSIFY(found.has_value(), "marked");
  if (!found) return;
  const auto expected = BruteForce(program, domain, play, ValueKind::outcome).table(asked.box);
  RC_ASSERT(expected.has_value());
  if (*found != expected->cells)
    RC_FAIL(fmt::format("{}, box {} to {}, {} play\n{}", to_string(program, std::vector<std::string>()),
                        to_string(random.box.low()), to_string(random.box.high()), play == Play::normal ? "normal" : "misere",
                        refusal_of_marking(asked).value_or("")));
}

/// Outcomes where up to `most` options are forbidden, by recursion: the distinct options that are P are counted.
class BlockedBruteForce {
 public:
  BlockedBruteForce(const MoveProgram& program, std::uint64_t most, Play play, const MoveProgram* valid)
      : program_(program), most_(most), play_(play), valid_(valid) {}

  std::vector<std::uint32_t> cells(const Box& box) {
    std::vector<std::uint32_t> cells;
    for (std::uint64_t i = 0; i < box.size(); ++i) {
      const Position position = box.position(i);
      const bool exists = valid_ == nullptr || run(*valid_, position).result.value_or(0) != 0;
      cells.push_back(exists ? static_cast<std::uint32_t>(is_P(position) ? Outcome::P : Outcome::N) : Table::kInvalid);
    }
    return cells;
  }

 private:
  bool is_P(const Position& position) {
    if (const auto known = memo_.find(position); known != memo_.end()) return known->second;
    const Run named = run(program_, position);
    const std::set<Position> options(named.options.begin(), named.options.end());
    std::size_t p = 0;
    for (const Position& to : options) p += is_P(to) ? 1 : 0;
    return memo_[position] = p <= most_ && (play_ == Play::normal || p < options.size());
  }

  const MoveProgram& program_;
  std::uint64_t most_;
  Play play_;
  const MoveProgram* valid_;
  std::map<Position, bool> memo_;
};

/// By marking, where options are forbidden; nothing where that does not apply.
std::optional<std::vector<std::uint32_t>> counted(const TableCase& asked, std::uint64_t most) {
  TableProblem problem = asked.problem();
  problem.kind = ValueKind::outcome;
  problem.blocking = most;
  const auto analysis = analyse_table(problem);
  if (!analysis) return std::nullopt;
  EXPECT_EQ(analysis->plan.kernel, TableKernel::marking);
  const auto table = solve_table(problem, *analysis, Budget());
  if (!table) return std::nullopt;
  std::vector<Position> visited;
  const auto count = visit_p_positions(
      problem, *analysis, Budget(), [&](PositionView position) { visited.emplace_back(position); }, nullptr);
  EXPECT_TRUE(count && *count == visited.size());
  EXPECT_EQ(visited.size(), static_cast<std::size_t>(std::ranges::count(table->cells, static_cast<std::uint32_t>(Outcome::P))));
  return table->cells;
}

/// Rules of every shape with their axes in every order, each under some of six ways of forbidding, one after the other. Returns
/// how many tables were compared.
std::size_t compare_where_options_are_forbidden(std::size_t ways_each) {
  const std::uint64_t mosts[] = {1, 2, 7};
  std::size_t compared = 0, way = 0;
  for (const RuleOfAxes& rule : rules_of_every_shape())
    for (const AxisOrder& order : axis_orders(rule.axes.size()))
      for (std::size_t i = 0; i < ways_each; ++i, ++way) {
        const Play play = way % 2 == 0 ? Play::normal : Play::misere;
        const std::uint64_t most = mosts[way / 2 % std::size(mosts)];
        TableCase asked = rule.in(order);
        asked.play = play;
        const auto found = counted(asked, most);
        if (!found) continue;
        ++compared;
        BlockedBruteForce expected(asked.program, most, play, asked.valid ? &*asked.valid : nullptr);
        EXPECT_EQ(*found, expected.cells(asked.box)) << rule.name << ", " << most << " forbidden";
      }
  return compared;
}

TEST(Marking, CountsWhereOptionsAreForbidden) { EXPECT_GT(compare_where_options_are_forbidden(1), 10U); }
TEST(Marking, CountsWhereOptionsAreForbiddenInEveryWaySlow) { EXPECT_GT(compare_where_options_are_forbidden(6), 60U); }

void expect_random_rules_with_blocking_as_by_brute_force() {
  const auto n = static_cast<std::size_t>(pick(1, 4));
  const std::int64_t high = n == 1 ? 70 : n == 2 ? pick(5, 14) : 5;
  const MoveProgram program = RandomLinearRule(n, high).make();
  const RandomBox random(n, high);
  const Domain domain = Domain::fixed(random.axes);
  const Play play = pick(0, 2) == 0 ? Play::normal : Play::misere;
  const auto most = static_cast<std::uint64_t>(pick(1, 5));
  const TableCase asked{program, domain, random.box, play, ValueKind::outcome};
  const auto found = counted(asked, most);
  RC_CLASSIFY(found.has_value(), "counted");
  if (!found) return;
  if (*found != BlockedBruteForce(program, most, play, nullptr).cells(asked.box))
    RC_FAIL(fmt::format("{}, box {} to {}, {} play, {} forbidden", to_string(program, std::vector<std::string>()),
                        to_string(random.box.low()), to_string(random.box.high()), play == Play::normal ? "normal" : "misere",
                        most));
}

TEST(Marking, CountsAsBruteForceDoesOnRandomLinearRules) {
  EXPECT_TRUE(rc::check("linear rules with blocking", expect_random_rules_with_blocking_as_by_brute_force));
}

TEST(Marking, CountsAsBruteForceDoesOnThousandsOfRandomLinearRulesSlow) {
  EXPECT_TRUE(rc::check("linear rules with blocking", [] {
    for (int i = 0; i < 40; ++i) expect_random_rules_with_blocking_as_by_brute_force();
  }));
}

TEST(Marking, AgreesWithBruteForceOnRandomLinearRules) {
  EXPECT_TRUE(rc::check("linear rules", expect_random_rules_as_by_brute_force));
}

TEST(Marking, AgreesWithBruteForceOnThousandsOfRandomLinearRulesSlow) {
  EXPECT_TRUE(rc::check("linear rules", [] {
    for (int i = 0; i < 40; ++i) expect_random_rules_as_by_brute_force();
  }));
}

}  // namespace
}  // namespace bouton
