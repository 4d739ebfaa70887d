#include "engine/automata/conjunction.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <set>

#include "tests/engine/table/random_rays.h"

namespace bouton {
namespace {

using table_test::pick;
using Numbers = std::vector<std::int64_t>;

Numeration random_system() {
  switch (pick(0, 7)) {
    case 0: return Numeration::base(static_cast<int>(pick(2, 5)));
    case 1: return Numeration::recurrence(static_cast<int>(pick(1, 4)));
    case 2: return Numeration::tribonacci();
    case 3: return Numeration::ostrowski(std::array{1, 2});
    case 6: return *Numeration::recurrence(std::array{1, 0, 1});
    case 4: return Numeration::ostrowski(std::array{2, 1, 1});
    default: return Numeration::base(2);
  }
}

BigPosition big(const Numbers& numbers) {
  BigPosition result;
  for (const std::int64_t number : numbers) result.push_back(Integer(number));
  return result;
}
Numbers small(const BigPosition& numbers) {
  Numbers result;
  for (const Integer& number : numbers) result.push_back(number.get_si());
  return result;
}

/// Conditions that are also looked at one by one, by arithmetic.
struct Conditions {
  struct Remainder {
    std::size_t variable;
    std::int64_t modulus, remainder;
  };
  std::size_t variables = 0;
  std::vector<LinearRelation> relations;
  std::vector<Remainder> remainders;  ///< as sets that are made elsewhere

  bool hold(const Numbers& numbers) const {
    return std::ranges::all_of(relations,
                               [&](const LinearRelation& relation) {
                                 const std::int64_t sum = std::inner_product(numbers.begin(), numbers.end(),
                                                                             relation.coefficients.begin(), relation.constant);
                                 return relation.relation == Relation::equal ? sum == 0 : sum <= 0;
                               }) &&
           std::ranges::all_of(remainders, [&](const Remainder& r) { return numbers[r.variable] % r.modulus == r.remainder; });
  }
};

/// The numbers n with n = modulus k + remainder for some k.
Automaton numbers_with(const Numeration& system, const Conditions::Remainder& r, AutomataWorkspace& workspace) {
  Conjunction set(system, 2);
  set.add({{1, -r.modulus}, -r.remainder, Relation::equal});
  return set.projection({0}, workspace);
}

Conjunction conjunction_of(const Numeration& system, const Conditions& conditions, AutomataWorkspace& workspace) {
  Conjunction conjunction(system, conditions.variables);
  for (const LinearRelation& relation : conditions.relations) conjunction.add(relation);
  for (const Conditions::Remainder& r : conditions.remainders)
    conjunction.add(numbers_with(system, r, workspace), {r.variable});
  return conjunction;
}

/// The first `seen` numbers are free; each other one is at most the sum of those, plus 3.
Conditions random_conditions(std::size_t seen, std::size_t hidden) {
  Conditions conditions{.variables = seen + hidden, .relations = {}, .remainders = {}};
  for (std::size_t variable = seen; variable < conditions.variables; ++variable) {
    std::vector<std::int64_t> bound(conditions.variables, 0);
    std::fill_n(bound.begin(), seen, -1);
    bound[variable] = 1;
    conditions.relations.push_back({std::move(bound), -3, Relation::at_most});
  }
  for (std::int64_t i = 0, count = pick(1, 3); i < count; ++i) {
    LinearRelation relation{{}, pick(-6, 7), pick(0, 2) == 0 ? Relation::equal : Relation::at_most};
    for (std::size_t variable = 0; variable < conditions.variables; ++variable) relation.coefficients.push_back(pick(-2, 3));
    conditions.relations.push_back(std::move(relation));
  }
  if (pick(0, 2) == 0) {
    const std::int64_t modulus = pick(2, 4);
    conditions.remainders.push_back(
        {static_cast<std::size_t>(pick(0, static_cast<std::int64_t>(conditions.variables))), modulus, pick(0, modulus)});
  }
  return conditions;
}

/// All numbers with those at the beginning for which the conditions hold.
std::vector<Numbers> plain_solutions(const Conditions& conditions, const Numbers& given) {
  const std::int64_t bound = std::accumulate(given.begin(), given.end(), std::int64_t{3});
  std::vector<Numbers> found;
  Numbers numbers = given;
  numbers.resize(conditions.variables, 0);
  for (;;) {
    if (conditions.hold(numbers)) found.push_back(numbers);
    std::size_t i = given.size();
    while (i < numbers.size() && numbers[i] == bound) numbers[i++] = 0;
    if (i == numbers.size()) return found;
    ++numbers[i];
  }
}

class Conjunctions : public ::testing::Test {
 protected:
  Budget budget_;
  AutomataWorkspace workspace_{budget_, 100'000, 1'000'000'000};
};

/// What the conditions say of each choice of the numbers that are seen, beside arithmetic.
void check_choices(const Conditions& conditions, const Conjunction& conjunction, const Numeration& system, std::size_t seen,
                   AutomataWorkspace& workspace) {
  // The seen ones in their order, and the other way round.
  std::vector<std::size_t> order(seen), back(seen);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::reverse_copy(order.begin(), order.end(), back.begin());
  const Automaton projection = conjunction.projection(order, workspace);
  const Automaton reversed = conjunction.projection(back, workspace);
  RC_ASSERT(is_well_formed(projection, workspace));
  const std::optional<BigPosition> witness = conjunction.witness(workspace);
  if (witness) RC_ASSERT(conditions.hold(small(*witness)));
  const auto length = [&](const BigPosition& numbers) { return Automaton(system, numbers.size()).word_of(numbers).size(); };

  const std::int64_t most = seen == 1 ? 15 : 6;
  Numbers given(seen, 0);
  for (;;) {
    const std::vector<Numbers> plain = plain_solutions(conditions, given);
    RC_ASSERT(projection.contains(big(given)) == !plain.empty());
    RC_ASSERT(reversed.contains(big(Numbers(given.rbegin(), given.rend()))) == !plain.empty());
    for (const Numbers& numbers : plain) RC_ASSERT(witness && length(*witness) <= length(big(numbers)));
    // No hidden number is greater than 18: six digits more than those of 0 are enough in every system.
    const auto solutions = conjunction.solutions(big(given), 6, 10'000, workspace);
    std::set<Numbers> found;
    for (const BigPosition& values : solutions.values) found.insert(small(values));
    RC_ASSERT(solutions.complete);
    RC_ASSERT(found.size() == solutions.values.size());
    RC_ASSERT(found == std::set<Numbers>(plain.begin(), plain.end()));
    if (plain.size() > 1) {
      const auto few = conjunction.solutions(big(given), 6, plain.size() - 1, workspace);
      RC_ASSERT(!few.complete);
      RC_ASSERT(few.values.size() == plain.size() - 1);
    }
    std::size_t i = 0;
    while (i < seen && given[i] == most) given[i++] = 0;
    if (i == seen) return;
    given[i] += seen == 1 ? 1 : 2;
  }
}

TEST_F(Conjunctions, HideNumbersAsArithmeticSays) {
  EXPECT_TRUE(rc::check("projections, witnesses and solutions", [] {
    const Numeration system = random_system();
    const auto seen = static_cast<std::size_t>(pick(1, 3));
    const auto hidden = static_cast<std::size_t>(pick(0, seen == 1 ? 3 : 2));
    const Conditions conditions = random_conditions(seen, hidden);
    const Budget budget;
    AutomataWorkspace workspace(budget, 20'000, 10'000'000);
    const bool decided = within_limits(
        [&] { check_choices(conditions, conjunction_of(system, conditions, workspace), system, seen, workspace); });
    RC_CLASSIFY(!decided, "too large");
  }));
}

/// J. J. Sylvester: of coprime a and b, (a - 1)(b - 1) / 2 numbers are not sums of as and bs, and the greatest is a b - a - b.
// Takes some 4 s: where two numbers are hidden, an automaton is made deterministic whose states are sets of states.
TEST_F(Conjunctions, FindTheNumbersThatAreNoSumsOfTwoCoins) {
  const Numeration systems[] = {Numeration::base(2), Numeration::base(3), Numeration::recurrence(1), Numeration::tribonacci()};
  for (const auto& [a, b] : {std::pair{2, 3}, {3, 4}, {2, 7}})
    for (const Numeration& system : systems) {
      if (system.order() > 2 && b > 3) continue;  // there are many ways to read on
      Conjunction sums(system, 3);
      sums.add({{1, -a, -b}, 0, Relation::equal});
      const Automaton others = complement(sums.projection({0}, workspace_), workspace_);
      ASSERT_TRUE(is_finite(others)) << system.key();
      const auto found = first_tuples(others, 100);
      EXPECT_EQ(found.size(), static_cast<std::size_t>((a - 1) * (b - 1) / 2)) << system.key();
      EXPECT_EQ(found.back(), BigPosition{Integer(a * b - a - b)}) << system.key();
    }
}

/// Even numbers are closed under addition, odd ones are not: nothing and something stands against it.
TEST_F(Conjunctions, WithSetsAndTheirComplementsProveAndDisprove) {
  for (const Numeration& system : {Numeration::base(3), Numeration::recurrence(1), Numeration::tribonacci()})
    for (const std::int64_t remainder : {0, 1}) {
      const Automaton set = numbers_with(system, {.variable = 0, .modulus = 2, .remainder = remainder}, workspace_);
      Conjunction against(system, 3);
      against.add({{1, 1, -1}, 0, Relation::equal});
      against.add(set, {0});
      against.add(set, {1});
      against.add(complement(set, workspace_), {2});
      const auto witness = against.witness(workspace_);
      EXPECT_EQ(witness.has_value(), remainder == 1) << system.key();
      if (witness) {
        EXPECT_EQ((*witness)[0] + (*witness)[1], (*witness)[2]);
        EXPECT_EQ((*witness)[0] % 2, 1);
      }
    }
}

/// 2^i hidden behind i equations: each number is left out of the two that speak of it, so that this takes no product of all.
TEST_F(Conjunctions, OfManyHiddenNumbersStaySmall) {
  constexpr std::size_t kNumbers = 24;
  Conjunction doubled(Numeration::base(2), kNumbers);
  for (std::size_t i = 0; i + 1 < kNumbers; ++i) {
    LinearRelation relation{std::vector<std::int64_t>(kNumbers, 0), 0, Relation::equal};
    relation.coefficients[i] = -2;
    relation.coefficients[i + 1] = 1;
    doubled.add(std::move(relation));
  }
  const Automaton multiples = doubled.projection({kNumbers - 1}, workspace_);
  for (const std::int64_t n : {0, 1, 2, 3}) EXPECT_TRUE(multiples.contains({Integer(n << 23)}));
  for (const std::int64_t n : {1, 2, 1 << 22, (1 << 23) + (1 << 22)}) EXPECT_FALSE(multiples.contains({Integer(n)}));
  EXPECT_LE(multiples.states(), 26U);
  // All of them at once are too many letters.
  EXPECT_THROW((void)doubled.witness(workspace_), AutomatonTooLarge);
}

TEST_F(Conjunctions, OfNoConditionsHaveAllTuples) {
  for (const Numeration& system : {Numeration::base(2), Numeration::recurrence(2), Numeration::tribonacci()}) {
    EXPECT_EQ(Conjunction(system, 3).projection({0, 2}, workspace_), minimised(all_tuples(system, 2), workspace_));
    EXPECT_EQ(Conjunction(system, 2).witness(workspace_), (BigPosition{0, 0}));
  }
}

}  // namespace
}  // namespace bouton
