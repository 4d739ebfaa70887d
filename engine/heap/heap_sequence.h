// The Grundy values of a take-and-break game, heap after heap, by whichever way is fastest.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "engine/base/budget.h"
#include "engine/heap/code/take_and_break.h"
#include "engine/heap/values/grundy_values.h"

namespace bouton {

/// The ways to find the value of a heap. They agree; only the cost differs.
enum class HeapWay { plain, dense, sparse, periodic };

std::string_view name(HeapWay way);

/// The values of heaps 0, 1, ..., as far as they were asked for; heap 0 has value 0. One thread at a time.
class HeapSequence {
 public:
  explicit HeapSequence(TakeAndBreak game);
  /// Continues from known values, of heaps 0 up to values.size() - 1; they are trusted.
  HeapSequence(TakeAndBreak game, GrundyValues values);
  ~HeapSequence();
  HeapSequence(HeapSequence&&) noexcept;
  HeapSequence& operator=(HeapSequence&&) noexcept;

  const TakeAndBreak& game() const { return game_; }
  const GrundyValues& values() const { return values_; }
  /// How many heaps are known.
  std::uint64_t size() const { return values_.size(); }

  /// Finds the values of all heaps up to `last`. Begins with the plain way; where moves leave at most two heaps, larger heaps
  /// go by the dense or the sparse way, whichever has been faster; and once a period is proved, by that. Memory: 1, 2 or 4
  /// bytes a value, as the greatest needs, and some MiB; a hundred, if the budget has them, where values are in the
  /// thousands. Throws Interrupted and LimitError between one group of heaps and the next, and then keeps the values found
  /// so far: the same call goes on from there.
  void extend(std::uint64_t last, const Budget& budget);
  /// The same by one way only. Throws RequestError if `way` does not apply to the game, as `periodic` never does: it needs
  /// another. Heaps that are too small for the way go by the plain one.
  void extend(std::uint64_t last, HeapWay way, const Budget& budget);

  /// What is reported as the total, where extend() is called with smaller heaps before the last one.
  void expect(std::uint64_t last) { expected_ = last; }

  /// Whether periods are looked for and used; at first they are.
  void use_periods(bool use) { use_periods_ = use; }

  /// What found the last values, but for those by which other ways are tried.
  HeapWay way() const { return way_; }
  /// Rare heaps found so far, where the sparse way was last tried; the empty heap counts where it is one.
  std::optional<std::uint64_t> rare_heaps() const;
  /// Bytes in use.
  std::size_t memory() const;

 private:
  class Ways;

  void run(std::uint64_t last, std::optional<HeapWay> way, const Budget& budget);

  TakeAndBreak game_;
  GrundyValues values_;
  HeapWay way_ = HeapWay::plain;
  bool use_periods_ = true;
  std::uint64_t expected_ = 0;
  std::unique_ptr<Ways> ways_;
};

}  // namespace bouton
