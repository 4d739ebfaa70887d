#include "engine/automata/automaton.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>

#include "engine/automata/conjunction.h"

namespace bouton {
namespace {

class Automata : public ::testing::Test {
 protected:
  Budget budget_;
  AutomataWorkspace workspace_{budget_, 100'000, 1'000'000'000};

  /// The tuples that fit sums of multiples.
  Automaton linear(const Numeration& system, std::vector<std::int64_t> coefficients, std::int64_t constant, Relation relation) {
    Conjunction conjunction(system, coefficients.size());
    std::vector<std::size_t> seen(coefficients.size());
    for (std::size_t i = 0; i < seen.size(); ++i) seen[i] = i;
    conjunction.add({std::move(coefficients), constant, relation});
    return conjunction.projection(seen, workspace_);
  }
};

const std::vector<Numeration> kSystems = {Numeration::base(2),
                                          Numeration::base(3),
                                          Numeration::recurrence(1),
                                          Numeration::recurrence(2),
                                          Numeration::recurrence(4),
                                          Numeration::tribonacci(),
                                          Numeration::ostrowski(std::array{1, 1, 3}),
                                          Numeration::ostrowski(std::array{2, 1})};

TEST_F(Automata, LinearRelationsHoldWhereArithmeticSaysSo) {
  struct Case {
    std::vector<std::int64_t> coefficients;
    std::int64_t constant;
    Relation relation;
  };
  const std::vector<Case> cases = {{{1, -1}, 0, Relation::equal},    {{1, -1}, 0, Relation::at_most},
                                   {{2, -3}, 1, Relation::equal},    {{-1, 0}, 7, Relation::at_most},
                                   {{1, 1}, -27, Relation::at_most}, {{-5, 3}, -11, Relation::at_most},
                                   {{1, 1}, 3, Relation::at_most},   {{-1, -1}, 0, Relation::at_most}};
  for (const Numeration& system : kSystems)
    for (const Case& c : cases) {
      const Automaton automaton = linear(system, c.coefficients, c.constant, c.relation);
      for (std::int64_t x = 0; x <= 40; ++x)
        for (std::int64_t y = 0; y <= 40; ++y) {
          const std::int64_t sum = c.coefficients[0] * x + c.coefficients[1] * y + c.constant;
          EXPECT_EQ(automaton.contains({widen(x), widen(y)}), c.relation == Relation::equal ? sum == 0 : sum <= 0)
              << system.key() << " " << x << "," << y;
        }
    }
}

TEST_F(Automata, AdditionAndOrder) {
  for (const Numeration& system : kSystems) {
    const Automaton sum = linear(system, {1, 1, -1}, 0, Relation::equal);
    const Automaton at_most = linear(system, {1, -1}, 0, Relation::at_most);
    for (Coordinate x = 0; x <= 25; ++x)
      for (Coordinate y = 0; y <= 25; ++y) {
        EXPECT_EQ(at_most.contains({widen(x), widen(y)}), x <= y) << system.key();
        for (Coordinate z = x; z <= x + y + 3; ++z)
          EXPECT_EQ(sum.contains({widen(x), widen(y), widen(z)}), x + y == z) << system.key() << " " << x << " " << y;
      }
    const Integer x("8" + std::string(300, '3')), y("7" + std::string(290, '9'));
    EXPECT_TRUE(sum.contains({x, y, Integer(x + y)})) << system.key();
    EXPECT_FALSE(sum.contains({x, y, Integer(x + y + 1)})) << system.key();
    EXPECT_TRUE(is_well_formed(sum, workspace_)) << system.key();
  }
}

/// x + y = z, known sizes: two states in base 2 (carry or none).
TEST_F(Automata, AdditionInBaseTwoHasTwoStates) {
  EXPECT_EQ(linear(Numeration::base(2), {1, 1, -1}, 0, Relation::equal).states(), 2U);
}

TEST_F(Automata, OperationsOnSetsAreThoseOnTuples) {
  for (const Numeration& system : kSystems) {
    const Automaton a = linear(system, {1, -2}, 0, Relation::at_most);
    const Automaton b = linear(system, {-1, 1}, 3, Relation::at_most);
    const std::map<SetOperation, bool (*)(bool, bool)> operations = {
        {SetOperation::both, [](bool x, bool y) { return x && y; }},
        {SetOperation::either, [](bool x, bool y) { return x || y; }},
        {SetOperation::first_only, [](bool x, bool y) { return x && !y; }},
        {SetOperation::differ, [](bool x, bool y) { return x != y; }}};
    const Automaton not_a = complement(a, workspace_);
    for (const auto& [operation, holds] : operations) {
      const Automaton result = combined(a, b, operation, workspace_);
      for (Coordinate x = 0; x <= 30; ++x)
        for (Coordinate y = 0; y <= 30; ++y) {
          const BigPosition tuple = {widen(x), widen(y)};
          EXPECT_EQ(result.contains(tuple), holds(a.contains(tuple), b.contains(tuple)));
          EXPECT_NE(not_a.contains(tuple), a.contains(tuple));
        }
    }
    EXPECT_EQ(combined(a, not_a, SetOperation::either, workspace_), minimised(all_tuples(system, 2), workspace_));
    EXPECT_TRUE(combined(a, not_a, SetOperation::both, workspace_).empty());
  }
}

/// There is z with 3 z = x + y.
TEST_F(Automata, ProjectionLeavesNumbersOutOfSight) {
  for (const Numeration& system : kSystems) {
    Conjunction conjunction(system, 3);
    conjunction.add({{1, 1, -3}, 0, Relation::equal});
    const Automaton automaton = conjunction.projection({0, 1}, workspace_);
    for (Coordinate x = 0; x <= 30; ++x)
      for (Coordinate y = 0; y <= 30; ++y) EXPECT_EQ(automaton.contains({widen(x), widen(y)}), (x + y) % 3 == 0);
  }
}

/// There is z = 20 x: its word is longer than that of x, and still x has no leading zeros of its own.
/// In systems of longer recurrences, whose automata are larger.
TEST_F(Automata, LinearRelationsHoldInLongerRecurrences) {
  for (const std::vector<int>& coefficients : {std::vector{1, 0, 1}, {2, 1, 0, 1}, {1, 0, 0, 1}}) {
    const Numeration system = *Numeration::recurrence(coefficients);
    for (const std::int64_t b : {-2, -1, 1, 3})
      for (const Relation relation : {Relation::equal, Relation::at_most}) {
        const Automaton set = linear(system, {1, b}, -5, relation);
        for (std::int64_t x = 0; x <= 60; ++x)
          for (std::int64_t y = 0; y <= 60; ++y) {
            const std::int64_t sum = x + b * y - 5;
            EXPECT_EQ(set.contains({widen(x), widen(y)}), relation == Relation::equal ? sum == 0 : sum <= 0)
                << system.key() << " " << x << " " << y;
          }
      }
  }
}

TEST_F(Automata, HiddenNumbersMayBeLonger) {
  for (const Numeration& system : kSystems) {
    Conjunction conjunction(system, 2);
    conjunction.add({{20, -1}, 0, Relation::equal});
    EXPECT_EQ(conjunction.projection({0}, workspace_), minimised(all_tuples(system, 1), workspace_)) << system.key();
  }
}

/// Minimal automata of equal sets are equal, however the sets came about.
TEST_F(Automata, MinimisedAutomataAreCanonical) {
  for (const Numeration& system : kSystems) {
    const Automaton equal = linear(system, {1, -1}, 0, Relation::equal);
    const Automaton both = combined(linear(system, {1, -1}, 0, Relation::at_most),
                                    linear(system, {-1, 1}, 0, Relation::at_most), SetOperation::both, workspace_);
    EXPECT_EQ(equal, both);
    EXPECT_EQ(minimised(equal, workspace_), equal);
  }
  // Multiples of 7 take a state for each remainder.
  Conjunction sevenfold(Numeration::base(2), 2);
  sevenfold.add({{1, -7}, 0, Relation::equal});
  EXPECT_EQ(sevenfold.projection({0}, workspace_).states(), 7U);
}

TEST_F(Automata, TheShortestWordIsOfTheLeastNumbers) {
  const Automaton automaton = linear(Numeration::recurrence(1), {-1, 0}, 100, Relation::at_most);
  const std::optional<Word> word = shortest_word(automaton);
  ASSERT_TRUE(word);
  EXPECT_EQ(automaton.numbers_of(*word), (BigPosition{100, 0}));
  EXPECT_FALSE(shortest_word(Automaton(Numeration::base(2), 2)));
}

TEST_F(Automata, TuplesComeInOrder) {
  Conjunction even(Numeration::base(2), 2);
  even.add({{1, -2}, 0, Relation::equal});
  const Automaton automaton = even.projection({0}, workspace_);
  EXPECT_EQ(first_tuples(automaton, 5), (std::vector<BigPosition>{{0}, {2}, {4}, {6}, {8}}));
  EXPECT_FALSE(is_finite(automaton));
  const Automaton few =
      combined(automaton, linear(Numeration::base(2), {1}, -9, Relation::at_most), SetOperation::both, workspace_);
  EXPECT_TRUE(is_finite(few));
  EXPECT_EQ(first_tuples(few, 100).size(), 5U);
  std::vector<Coordinate> found;
  EXPECT_TRUE(for_each_tuple(automaton, 11, [&](PositionView tuple) { found.push_back(tuple[0]); }));
  std::ranges::sort(found);
  EXPECT_EQ(found, (std::vector<Coordinate>{0, 2, 4, 6, 8, 10}));
}

TEST_F(Automata, WitnessesAndSolutions) {
  for (const Numeration& system : kSystems) {
    Conjunction conjunction(system, 2);
    conjunction.add({{1, 1}, -12, Relation::equal});
    conjunction.add({{-2, 1}, 3, Relation::at_most});  // y + 3 <= 2 x
    const std::optional<BigPosition> witness = conjunction.witness(workspace_);
    ASSERT_TRUE(witness);
    EXPECT_EQ((*witness)[0] + (*witness)[1], 12);
    const auto solutions = conjunction.solutions({7}, 0, 10, workspace_);
    EXPECT_EQ(solutions.values, (std::vector<BigPosition>{{7, 5}}));
    EXPECT_TRUE(solutions.complete);
    EXPECT_TRUE(conjunction.solutions({4}, 3, 10, workspace_).values.empty());
    Conjunction below(system, 2);
    below.add({{-1, 1}, 0, Relation::at_most});
    EXPECT_EQ(below.solutions({20}, 2, 100, workspace_).values.size(), 21U);
    EXPECT_FALSE(below.solutions({20}, 2, 20, workspace_).complete);
    EXPECT_EQ(below.solutions({0}, 2, 20, workspace_).values.size(), 1U);
    Conjunction never(system, 1);
    never.add({{2}, -7, Relation::equal});
    EXPECT_FALSE(never.witness(workspace_));
  }
}

/// A large constant takes about as many states as it has digits.
TEST_F(Automata, LargeConstantsTakeFewStates) {
  EXPECT_LT(linear(Numeration::base(2), {1, 0}, -17'711, Relation::equal).states(), 20U);
  EXPECT_LT(linear(Numeration::recurrence(1), {1}, -17'711, Relation::at_most).states(), 60U);
}

TEST_F(Automata, MemoryIsChargedAndGivenBack) {
  const Automaton kept = linear(Numeration::recurrence(1), {1, 1, -1}, 0, Relation::equal);
  const std::size_t of_kept = workspace_.account()->used();
  EXPECT_GT(of_kept, 0U);
  EXPECT_LT(of_kept, 10'000U);
  { const Automaton dropped = linear(Numeration::recurrence(1), {3, -5}, 7, Relation::equal); }
  EXPECT_EQ(workspace_.account()->used(), of_kept);
  Budget small;
  small.memory = 2'000;
  AutomataWorkspace little(small, 100'000, 1'000'000);
  Conjunction conjunction(Numeration::recurrence(1), 2);
  conjunction.add({{3, -5}, 7, Relation::equal});
  EXPECT_FALSE(within_limits([&] { conjunction.projection({0}, little); }));
  EXPECT_EQ(little.account()->used(), 0U);
  EXPECT_FALSE(within_limits([&] { conjunction.witness(little); }));
}

TEST_F(Automata, LimitsAreMet) {
  AutomataWorkspace few(budget_, 5, 1'000'000);
  Conjunction sevenfold(Numeration::base(2), 2);
  sevenfold.add({{1, -7}, 0, Relation::equal});
  EXPECT_THROW(sevenfold.projection({0}, few), AutomatonTooLarge);
  AutomataWorkspace short_of_steps(budget_, 1000, 10);
  EXPECT_THROW(sevenfold.projection({0}, short_of_steps), AutomatonTooLarge);
}

}  // namespace
}  // namespace bouton
