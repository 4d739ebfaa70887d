#include "engine/heap/values/partition_values.h"

#include <algorithm>
#include <atomic>
#include <set>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "engine/base/errors.h"

namespace bouton {
namespace {

/// Whether sizes in ascending order, of which the first and the last are the least and the greatest, obey the constraint.
bool obeys(HeapConstraint constraint, const std::vector<std::uint64_t>& sizes) {
  if (sizes.size() < 2) return true;
  switch (constraint) {
    case HeapConstraint::unequal: return std::ranges::adjacent_find(sizes) == sizes.end();
    case HeapConstraint::not_all_equal: return sizes.front() != sizes.back();
    default: return true;
  }
}

/// Adds the nim-sum of each partition of `rest` into so many heaps, none smaller than the last of `sizes`.
void add_partitions(HeapConstraint constraint, const std::vector<Grundy>& values, std::uint64_t rest, unsigned count,
                    std::vector<std::uint64_t>& sizes, std::set<Grundy>& sums) {
  if (count == 0) {
    if (rest != 0 || !obeys(constraint, sizes)) return;
    Grundy sum = 0;
    for (const std::uint64_t size : sizes) sum ^= values[size - 1];
    sums.insert(sum);
    return;
  }
  for (std::uint64_t size = sizes.empty() ? 1 : sizes.back(); size <= std::min<std::uint64_t>(rest, values.size()); ++size) {
    sizes.push_back(size);
    add_partitions(constraint, values, rest - size, count - 1, sizes, sums);
    sizes.pop_back();
  }
}

std::set<Grundy> members(const ValueSet& set) {
  std::set<Grundy> values;
  for (Grundy value = 0; value < 64 * set.words().size(); ++value)
    if (set.contains(value)) values.insert(value);
  return values;
}

constexpr HeapConstraint kConstraints[] = {HeapConstraint::none, HeapConstraint::unequal, HeapConstraint::not_all_equal};

/// Sizes that are stopped while they join, at any place, join all the same when that is tried again.
RC_GTEST_PROP(PartitionValues, AreThoseOfAllPartitionsHoweverOftenTheyAreStopped, ()) {
  const HeapConstraint constraint = *rc::gen::elementOf(std::vector(std::begin(kConstraints), std::end(kConstraints)));
  const auto count = *rc::gen::inRange(15U, 40U);
  const auto values = *rc::gen::container<std::vector<Grundy>>(count, rc::gen::inRange<Grundy>(0, 90));
  const Budget free_budget;
  PartitionValues partitions(3, false, constraint, free_budget);
  std::atomic<std::int64_t> polls{0};
  Budget counted;
  counted.polls_left = &polls;
  partitions.set_budget(counted);
  while (partitions.sizes() < values.size()) {
    polls = *rc::gen::inRange(0, 3);
    const std::uint64_t before = partitions.sizes();
    try {
      partitions.join(values[before]);
      RC_ASSERT(partitions.sizes() == before + 1);
    } catch (const Interrupted&) {
      RC_ASSERT(partitions.sizes() == before);
      polls = 1'000'000;
      partitions.join(values[before]);
    }
  }
  const std::uint64_t total = *rc::gen::inRange<std::uint64_t>(1, values.size() + 2);
  for (unsigned heaps = 1; heaps <= 3; ++heaps) {
    HeapCounts counts;
    counts.insert(heaps);
    ValueSet found;
    partitions.collect(total, counts, found);
    std::vector<std::uint64_t> sizes;
    std::set<Grundy> expected;
    add_partitions(constraint, values, total, heaps, sizes, expected);
    RC_ASSERT(members(found) == expected);
  }
}

/// What joining takes is told to the budget: so much work, so many looks at it.
TEST(PartitionValues, CountTheirWork) {
  const auto polls_for = [](std::size_t sizes) {
    std::atomic<std::int64_t> polls{1'000'000'000};
    Budget budget;
    budget.polls_left = &polls;
    PartitionValues partitions(3, false, HeapConstraint::none, budget);
    for (std::size_t size = 1; size <= sizes; ++size) partitions.join(static_cast<Grundy>(size / 2));
    return 1'000'000'000 - polls.load();
  };
  const std::int64_t fewer = polls_for(400), more = polls_for(800);
  EXPECT_GT(fewer, 100);
  EXPECT_GT(more, 6 * fewer);  // twice the sizes, twice the totals, twice the values
}

}  // namespace
}  // namespace bouton
