// Heaps of games of one heap with moves that oblige, from the smallest on: a fast way for rules such as Top Entails.
//
// The moves of each kind (ordinary, again, entail) are a take-and-break game of their own, recognised from the program of the
// moves. For each heap the values of what its ordinary moves leave are found by one look at every pair of heaps, the sets A(n)
// (entailing_search.h) are put together from them, and the value is the least number that A(n) lacks. Loony heaps have a value
// with a high bit in that look, so that no sum with one of them is met below it.
//
// Cost: in all n^2 / 4 pairs for moves that divide a heap, some nanosecond each: a few seconds for 10^5 heaps; for each heap
// its set, some hundred bytes.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/base/budget.h"
#include "engine/base/memory_account.h"
#include "engine/base/result.h"
#include "engine/entailing/nimber_set.h"
#include "engine/heap/code/take_and_break.h"
#include "engine/rules/rules.h"
#include "engine/values/nimber.h"

namespace bouton {

/// The moves of one heap, kind by kind (MoveKind), each as the code of a take-and-break game that leaves two heaps at most.
using EntailingCodes = std::array<TakeAndBreak, 3>;

/// The codes of a game of one heap whose moves oblige; a refusal for others.
Result<EntailingCodes> entailing_codes(const Rules& rules, const Budget& budget);

/// "ordinary 4.0, entail 0.3".
std::string to_string(const EntailingCodes& codes);

/// Remembers the heaps that were counted. Throws LimitError and Interrupted.
class EntailingHeaps {
 public:
  /// Heaps that are counted up to at most: beyond them the pairs take hours.
  static constexpr std::uint64_t kGreatest = 4'000'000;
  /// What a heap takes, about.
  static constexpr std::size_t kBytes = 256;

  EntailingHeaps(EntailingCodes codes, const std::shared_ptr<MemoryAccount>& account);

  const EntailingCodes& codes() const { return codes_; }
  /// How many heaps are known, from heap 0 on.
  std::uint64_t size() const { return values_.size(); }
  /// Counts up to `last`.
  void extend(std::uint64_t last, const Budget& budget);
  /// Of a known heap.
  Nimber value(std::uint64_t heap) const { return values_[heap] == kLoony ? Nimber::loony() : Nimber(Grundy{values_[heap]}); }
  NimberSet wins(std::uint64_t heap) const;
  /// The seconds of costs.h that it takes to count up to `last` from what is known.
  double seconds(std::uint64_t last) const;

 private:
  static constexpr std::uint16_t kLoony = 0x8000;

  void add_heap(std::uint64_t heap);
  template <class Visit>
  void each_sum(const TakeAndBreak& code, std::uint64_t heap, Visit visit) const;
  void mark_ordinary(std::uint64_t heap);
  void collect_marked(NimberUnion& wins);

  EntailingCodes codes_;
  ChargedVector<std::uint16_t> values_;
  /// A(n) of every heap: its numbers lie in listed_ up to its end.
  struct SetEnd {
    std::uint64_t end : 63;
    std::uint64_t cofinite : 1;
  };
  ChargedVector<SetEnd> ends_;
  ChargedVector<std::uint16_t> listed_;
  ChargedVector<std::uint8_t> marks_;  ///< a byte for each number that may be a sum
  std::uint32_t marked_below_ = 1;     ///< a power of two above all values
};

}  // namespace bouton
