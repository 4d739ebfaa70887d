#include "engine/heap/sequence_period.h"

#include <algorithm>

namespace bouton {

std::optional<Period> find_period(HeapSequence& sequence, std::uint64_t last, const Budget& budget) {
  sequence.expect(last);
  return find_period(sequence, last, [&](std::uint64_t heap) { sequence.extend(heap, budget); });
}

std::optional<Period> find_period(HeapSequence& sequence, std::uint64_t last,
                                  const std::function<void(std::uint64_t)>& extend) {
  const std::optional<PeriodTheorem> theorem = period_theorem(sequence.game());
  std::uint64_t next = std::min<std::uint64_t>(last, std::max<std::uint64_t>(sequence.size(), 64));
  while (theorem && next < last) {
    extend(next);
    const std::uint64_t size = sequence.size();
    if (size <= next) return find_period(sequence.game(), sequence.values());
    next = size + size / 4;
    if (theorem->kind == PeriodTheorem::Kind::all_but) {
      if (std::optional<Period> found = find_period(sequence.game(), sequence.values()); found && found->proved) return found;
    } else {
      PeriodProof proof = prove_period(*theorem, sequence.values());
      if (proof.proved) return std::move(proof.proved);
      // Straight to where the period that is in sight will be proved; but not step by step after one that never is.
      next = std::min(next, std::max(proof.needed, size + size / 32));
    }
    next = std::min(next, last);
  }
  extend(last);
  return find_period(sequence.game(), sequence.values());
}

}  // namespace bouton
