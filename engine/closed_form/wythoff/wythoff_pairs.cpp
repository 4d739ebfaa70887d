#include "engine/closed_form/wythoff/wythoff_pairs.h"

namespace bouton {

std::vector<WythoffPair> wythoff_pairs_by_sieve(std::size_t count) {
  std::vector<WythoffPair> pairs;
  pairs.reserve(count);
  if (count == 0) return pairs;
  pairs.push_back({0, 0});
  std::vector<bool> used(3 * count);  // a_n < 2n and b_n < 3n
  std::uint64_t a = 1;
  for (std::uint64_t n = 1; n < count; ++n) {
    while (used[a]) ++a;
    used[a] = used[a + n] = true;
    pairs.push_back({a, a + n});
  }
  return pairs;
}

std::vector<WythoffPair> wythoff_pairs_by_recurrence(std::size_t count) {
  std::vector<WythoffPair> pairs;
  pairs.reserve(count);
  if (count == 0) return pairs;
  pairs.push_back({0, 0});
  std::uint64_t a = 0;
  std::size_t j = 1;  // b_j is the least of the b that no a has passed
  for (std::uint64_t n = 1; n < count; ++n) {
    ++a;
    if (j < n && a == pairs[j].a + j) {
      ++a;
      ++j;
    }
    pairs.push_back({a, a + n});
  }
  return pairs;
}

std::vector<SieveStep> wythoff_sieve_steps(std::size_t count) {
  std::vector<SieveStep> steps;
  steps.reserve(count);
  std::size_t first = 1;  // the least j with b_j > a_(n-1)
  for (std::uint64_t n = 1; n <= count; ++n) {
    const std::uint64_t before = n == 1 ? 0 : steps.back().pair.a;
    while (first < n && steps[first - 1].pair.b <= before) ++first;
    std::uint64_t u = before + 1;
    for (std::size_t j = first; j < n && steps[j - 1].pair.b <= u; ++j)
      if (steps[j - 1].pair.b == u) ++u;
    steps.push_back({{u, u + n}, first});
  }
  return steps;
}

std::vector<RecurrenceStep> wythoff_recurrence_steps(std::size_t count) {
  std::vector<RecurrenceStep> steps;
  steps.reserve(count);
  if (count == 0) return steps;
  steps.push_back({{1, 2}, 2, 1});
  for (std::uint64_t n = 2; n <= count; ++n) {
    const RecurrenceStep& last = steps.back();
    const std::uint64_t a = last.covered + 1;
    const std::uint64_t next = last.passed + 1;  // b_next is the least b that is not covered
    const std::uint64_t next_b = next < n ? steps[next - 1].pair.b : a + n;
    const bool meets = a + 1 == next_b;
    steps.push_back({{a, a + n}, meets ? a + 1 : a, meets ? next : last.passed});
  }
  return steps;
}

}  // namespace bouton
