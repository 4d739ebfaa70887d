// How dense the P-positions of a row can be, by the words of gaps between them that never occur.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace bouton {

/// Differences of successive P-positions of a row.
using GapWord = std::vector<std::uint32_t>;

/// In lowest terms.
struct Proportion {
  std::uint64_t numerator = 0, denominator = 1;
  friend bool operator==(const Proportion&, const Proportion&) = default;
};

/// The lower density of the P-positions is not less, and the upper density not more.
struct GapDensity {
  Proportion least, greatest;
  friend bool operator==(const GapDensity&, const GapDensity&) = default;
};

/// Of all infinite words of these gaps, each at least 1, without any of the impossible words in them: the least and the
/// greatest mean of a cycle of the graph of what may follow what, as the number of P-positions a place. Nothing where no word
/// goes on for ever. Source: R. M. Karp (1978), A characterization of the minimum cycle mean in a digraph. O(n^2 gaps) for n
/// letters of impossible words.
std::optional<GapDensity> gap_density(const std::vector<std::uint32_t>& gaps, const std::vector<GapWord>& impossible);

}  // namespace bouton
