// The Wythoff pairs (a_n, b_n) = (floor(n phi), floor(n phi) + n) one after another, without phi.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace bouton {

struct WythoffPair {
  std::uint64_t a, b;
  friend bool operator==(const WythoffPair&, const WythoffPair&) = default;
};

/// The pairs n = 0..count - 1 by the sieve: a_n is the least positive integer not yet used, b_n = a_n + n.
/// Wythoff (1907). O(count) time; 0.33 bytes a pair beside the result. Throws std::bad_alloc, std::length_error.
std::vector<WythoffPair> wythoff_pairs_by_sieve(std::size_t count);

/// The same by a recurrence that looks only at earlier a's: a_(n+1) is a_n + 1 unless that is the next b_j not passed so
/// far; then it is a_n + 2. O(count) time; no memory beside the result.
std::vector<WythoffPair> wythoff_pairs_by_recurrence(std::size_t count);

}  // namespace bouton
