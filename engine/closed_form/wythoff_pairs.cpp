#include "engine/closed_form/wythoff_pairs.h"

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

}  // namespace bouton
