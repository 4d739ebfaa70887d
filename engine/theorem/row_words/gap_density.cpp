#include "engine/theorem/row_words/gap_density.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <map>
#include <numeric>

namespace bouton {
namespace {

constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::max();

struct Edge {
  std::size_t from, to;
  std::int64_t length;
};

/// The automaton of Aho and Corasick: its states are the beginnings of impossible words, each the longest that what was read
/// ends with; what would complete an impossible word has no edge.
std::vector<Edge> edges_of(const std::vector<std::uint32_t>& gaps, const std::vector<GapWord>& impossible,
                           std::size_t& states) {
  std::map<GapWord, std::size_t> numbers = {{{}, 0}};
  for (const GapWord& word : impossible)
    for (std::size_t length = 1; length < word.size(); ++length)
      numbers.emplace(GapWord(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(length)), numbers.size());
  states = numbers.size();
  std::vector<Edge> edges;
  for (const auto& [read, from] : numbers)
    for (const std::uint32_t gap : gaps) {
      GapWord next = read;
      next.push_back(gap);
      const bool completes = std::ranges::any_of(impossible, [&](const GapWord& word) {
        return word.size() <= next.size() && std::equal(word.rbegin(), word.rend(), next.rbegin());
      });
      if (completes) continue;
      while (!numbers.contains(next)) next.erase(next.begin());
      edges.push_back({from, numbers.at(next), gap});
    }
  return edges;
}

struct Mean {
  std::int64_t length = 0, edges = 0;  ///< without edges: none
  bool is_greater_than(const Mean& other) const { return length * other.edges > other.length * edges; }
};

/// The least mean length of an edge on a cycle, as a sum of lengths and a number of edges; nothing where there is no cycle.
std::optional<Proportion> least_mean(std::size_t states, const std::vector<Edge>& edges, std::int64_t sign) {
  // shortest[k][v]: of the walks of k edges to v from anywhere.
  std::vector<std::vector<std::int64_t>> shortest(states + 1, std::vector<std::int64_t>(states, kNone));
  std::ranges::fill(shortest[0], 0);
  for (std::size_t k = 0; k < states; ++k)
    for (const Edge& edge : edges)
      if (shortest[k][edge.from] != kNone)
        shortest[k + 1][edge.to] = std::min(shortest[k + 1][edge.to], shortest[k][edge.from] + sign * edge.length);
  Mean least;
  for (std::size_t state = 0; state < states; ++state) {
    if (shortest[states][state] == kNone) continue;
    Mean greatest;
    for (std::size_t k = 0; k < states; ++k) {
      if (shortest[k][state] == kNone) continue;
      const Mean mean{shortest[states][state] - shortest[k][state], static_cast<std::int64_t>(states - k)};
      if (greatest.edges == 0 || mean.is_greater_than(greatest)) greatest = mean;
    }
    if (least.edges == 0 || least.is_greater_than(greatest)) least = greatest;
  }
  if (least.edges == 0) return std::nullopt;
  const auto sum = static_cast<std::uint64_t>(sign * least.length), count = static_cast<std::uint64_t>(least.edges);
  const std::uint64_t divisor = std::gcd(sum, count);
  return Proportion{sum / divisor, count / divisor};
}

}  // namespace

std::optional<GapDensity> gap_density(const std::vector<std::uint32_t>& gaps, const std::vector<GapWord>& impossible) {
  std::size_t states = 0;
  const std::vector<Edge> edges = edges_of(gaps, impossible, states);
  const std::optional<Proportion> shortest = least_mean(states, edges, 1), longest = least_mean(states, edges, -1);
  if (!shortest || !longest) return std::nullopt;
  return GapDensity{{longest->denominator, longest->numerator}, {shortest->denominator, shortest->numerator}};
}

}  // namespace bouton
