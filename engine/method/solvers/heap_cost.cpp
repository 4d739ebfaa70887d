#include "engine/method/solvers/heap_cost.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>

#include "engine/base/costs.h"
#include "engine/heap/code/moves.h"
#include "engine/heap/sparse/sparse_values.h"

namespace bouton {
namespace {

/// Heaps up to here are counted one pair after the other.
constexpr double kPlainHeaps = 2048;

/// From which heap on the sparse way is faster: where hardly any new heaps are rare. Of a game in which they become fewer that
/// is some doublings later, of others never.
double first_sparse_heap(const SparseValues& sparse, std::uint64_t known) {
  constexpr double kManyRare = 0.01, kGrows = 1.7, kLater = 8;
  const auto heaps = static_cast<double>(known);
  if (static_cast<double>(sparse.rare_heaps_from(known - known / 4)) < kManyRare * heaps / 4) return heaps;
  const auto last_half = static_cast<double>(sparse.rare_heaps_from(known / 2));
  const double before = static_cast<double>(sparse.rare_heaps_from(known / 4)) - last_half;
  return last_half < kGrows * before ? kLater * heaps : std::numeric_limits<double>::infinity();
}

/// Of moves that leave at most two heaps and remove so many tokens at most.
double seconds_of_bounded(const HeapSequence& sequence, const BoundedMoves& moves, double last) {
  const auto known = static_cast<double>(sequence.size());
  const auto pairs = [](double from, double to) { return to <= from ? 0 : (to * to - from * from) / 2; };
  const double plain = std::min(last, kPlainHeaps);
  double seconds = costs::kHeapPair * pairs(known, plain);
  if (last <= kPlainHeaps) return seconds;
  if (known < kPlainHeaps || sequence.values().greatest() >= SparseValues::kMostValue)
    return seconds + costs::kHeapDensePair * pairs(std::max(known, plain), last);
  SparseValues sparse(moves);
  sparse.prepare(sequence.values());
  const double turn = std::min(last, first_sparse_heap(sparse, sequence.size()));
  const auto greatest = static_cast<double>(sequence.values().greatest());
  // The greatest value grows somewhat as long as new heaps are rare.
  const double values = greatest * static_cast<double>(moves.two.size()) * (turn > known ? 2 : 1);
  return seconds + costs::kHeapDensePair * pairs(known, turn) +
         costs::kHeapSparseValue * values * std::max(0.0, last - std::max(known, turn));
}

/// Of moves that leave three heaps or more: sets of values of every total, by every number of heaps.
double seconds_of_partitions(const HeapSequence& sequence, double last) {
  constexpr unsigned kLeast = 2;  // numbers of heaps that are kept apart
  const HeapCounts all = [&] {
    HeapCounts counts;
    for (const HeapCounts& digit : sequence.game().digits()) {
      if (const std::optional<unsigned> greatest = digit.greatest()) counts.insert(*greatest);
      if (!digit.bounded()) counts.insert(digit.from());
    }
    return counts;
  }();
  const auto known = static_cast<double>(sequence.size());
  // Values grow with the heaps, or hardly at all; those of few heaps do not tell.
  const double greatest = static_cast<double>(sequence.values().greatest()) * last / std::max(1.0, known);
  const double words = std::exp2(std::ceil(std::log2(1 + greatest / 64)));
  return costs::kHeapPartitionWord * words * std::max(kLeast, all.greatest().value_or(0)) * (last * last - known * known);
}

}  // namespace

double seconds_to_count(const HeapSequence& sequence, double last) {
  const TakeAndBreak& game = sequence.game();
  const auto known = static_cast<double>(sequence.size());
  if (last < known) return 0;
  const unsigned heaps = game.most_heaps().value_or(HeapCounts::kMost);
  if (heaps < 2) return costs::kHeap * (last - known);
  if (heaps > 2) return seconds_of_partitions(sequence, last);
  if (const std::optional<BoundedMoves> moves = bounded_moves(game)) return seconds_of_bounded(sequence, *moves, last);
  const std::span<const HeapCounts> digits = game.digits();
  const auto splits = [](const HeapCounts& counts) { return counts.contains(2); };
  const bool repeated = std::ranges::any_of(digits.last(game.repeat()), splits);
  return (repeated ? costs::kHeapRepeatedPair : costs::kHeapPair) * (last * last - known * known) / 2;
}

}  // namespace bouton
