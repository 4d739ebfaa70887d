#include "engine/heap/values/dense_values.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <span>

#include "engine/heap/values/pair_kernels.h"

namespace bouton {
namespace {

/// The most heaps of a tile.
constexpr std::size_t kMostTile = kTileHeaps<std::uint8_t>;
/// Heaps whose pairs are looked at between two looks at which guesses were hit.
constexpr std::uint64_t kStretch = 1024;
/// Guesses that are no longer looked at together.
constexpr std::ptrdiff_t kFew = 20;
/// Tiles that are begun together, one by each thread.
constexpr std::size_t kMostThreads = 2;
/// From this heap on a tile is work enough for a thread to be started.
constexpr std::uint64_t kSharedHeap = 1 << 14;
/// Pairs that are marked, as a multiple of the greatest value: the more of them the longer a wrong guess takes to be hit.
constexpr std::uint64_t sample(std::uint64_t heaps) {
  return heaps < 1 << 14 ? 8 : heaps < 1 << 17 ? 16 : heaps < 1 << 18 ? 24 : 32;
}

}  // namespace

/// Neighbouring heaps whose values are found together: one tile or, on two threads, two in a row. Of every pair one heap is
/// called the small one, the other the large one; the large one is before the tiles if the small one is at least as large as
/// they are together.
template <class T>
class DenseValues::Tile {
 public:
  Tile(const BoundedMoves& moves, std::vector<std::uint8_t>& rows, GrundyValues& values, std::size_t count)
      : moves_(moves),
        values_(values),
        first_(values.size()),
        count_(count),
        limit_(std::bit_ceil(std::size_t{values.greatest()} + 1)),
        row_(limit_ + 1),
        rows_(rows) {
    rows_.assign(count_ * row_, 0);
    values_.visit([&](auto list) {
      if constexpr (sizeof(list[0]) == sizeof(T)) list_ = list.data();
    });
  }

  /// With more heaps than one tile has, on two threads.
  void solve(Worker* worker, const Budget& budget) {
    sample_end_ = std::min<std::uint64_t>(kMost + sample(first_) * (values_.greatest() + std::uint64_t{1}),
                                          (first_ - moves_.two.back()) / 2);
    if (count_ > kTileHeaps<T>) {
      worker->start([&] { guess(kTileHeaps<T>, count_, budget); });
      try {
        guess(0, kTileHeaps<T>, budget);
      } catch (...) {
        worker->wait();
        throw;
      }
      worker->wait();
    } else {
      guess(0, count_, budget);
    }
    settle();
  }

  static constexpr std::size_t kMost = kMostThreads * kTileHeaps<T>;

 private:
  std::uint64_t heap(std::size_t index) const { return first_ + index; }
  void mark(std::size_t index, Grundy value) { rows_[index * row_ + value] = 1; }
  bool marked(std::size_t index, Grundy value) const { return rows_[index * row_ + value] != 0; }

  /// What the pairs of a heap before the tiles leave of the heaps begin .. end - 1 of one tile. On one thread.
  void guess(std::size_t begin, std::size_t end, const Budget& budget) {
    mark_sample(begin, end);
    for (std::size_t index = begin; index < end; ++index) {
      guesses_[index] = next_unmarked(index, 0);
      wanted_[index] = static_cast<T>(guesses_[index]);
    }
    refute_all(begin, end, budget);
  }

  /// Pairs of a heap smaller than sample_end_ and one before the tiles.
  void mark_sample(std::size_t first_index, std::size_t end_index) {
    for (std::size_t index = first_index; index < end_index; ++index)
      for (const std::uint64_t k : moves_.two) {
        const std::uint64_t total = heap(index) - k;
        const std::uint64_t begin = total >= first_ ? total - first_ + 1 : 1;
        mark_pairs(list_ + begin, list_ + (total - begin), sample_end_ - begin, rows_.data() + index * row_);
      }
  }

  static void mark_pairs(const T* lower, const T* upper, std::uint64_t count, std::uint8_t* row) {
    std::uint64_t i = 0;
    for (; i + 4 <= count; i += 4) {
      const Grundy v0 = lower[i] ^ *(upper - i);
      const Grundy v1 = lower[i + 1] ^ *(upper - i - 1);
      const Grundy v2 = lower[i + 2] ^ *(upper - i - 2);
      const Grundy v3 = lower[i + 3] ^ *(upper - i - 3);
      row[v0] = row[v1] = row[v2] = row[v3] = 1;
    }
    for (; i < count; ++i) row[lower[i] ^ *(upper - i)] = 1;
  }

  /// The least value from `value` on that is not marked.
  Grundy next_unmarked(std::size_t index, Grundy value) const {
    const std::uint8_t* row = rows_.data() + index * row_;
    // The place for limit_ itself is never marked.
    return static_cast<Grundy>(static_cast<const std::uint8_t*>(std::memchr(row + value, 0, row_ - value)) - row);
  }

  /// Looks at the pairs of a heap from sample_end_ on, stretch after stretch and round again, until every guess has been
  /// compared with all of them since it was made.
  void refute_all(std::size_t first_index, std::size_t end_index, const Budget& budget) {
    const std::uint64_t end = heap(end_index - 1) / 2 + 1;
    const std::uint64_t stretches = (end - sample_end_ + kStretch - 1) / kStretch;
    for (std::size_t index = first_index; index < end_index; ++index) due_[index] = guesses_[index] < limit_ ? stretches : 0;
    std::uint64_t turn = 0;
    for (;; ++turn) {
      const auto open =
          std::count_if(due_.begin() + static_cast<std::ptrdiff_t>(first_index),
                        due_.begin() + static_cast<std::ptrdiff_t>(end_index), [&](std::uint64_t due) { return due > turn; });
      if (open <= kFew) break;
      budget.check_stop();
      const std::uint64_t begin = sample_end_ + turn % stretches * kStretch;
      const std::uint64_t stretch = std::min(kStretch, end - begin);
      std::array<T, kTileHeaps<T>> hits{};
      for (const std::uint64_t k : moves_.two)
        refute(list_ + begin, list_ + (heap(first_index) - k - begin), stretch, wanted_.data() + first_index, hits.data());
      for (std::size_t index = first_index; index < end_index; ++index)
        if (hits[index - first_index] != 0 && due_[index] > turn) replace_guess(index, turn + 1 + stretches);
    }
    // The last few are not worth a tile.
    for (std::size_t index = first_index; index < end_index; ++index)
      if (due_[index] > turn) guesses_[index] = next_not_excluded(index, guesses_[index]);
  }

  /// The guess was hit: takes the next value that is not marked, which is to be compared until `due`.
  void replace_guess(std::size_t index, std::uint64_t due) {
    Grundy& guess = guesses_[index];
    if (moves_.unequal && guess == 0 && !has_option(index, 0)) {
      due_[index] = 0;  // hit only by two heaps of one size
      return;
    }
    guess = next_unmarked(index, guess + 1);
    wanted_[index] = static_cast<T>(guess);
    due_[index] = guess < limit_ ? due : 0;
  }

  /// Whether some pair of a heap from sample_end_ on has this value.
  bool has_option(std::size_t index, Grundy value) const {
    for (const std::uint64_t k : moves_.two) {
      const std::uint64_t total = heap(index) - k;
      const std::uint64_t end = (moves_.unequal ? (total - 1) / 2 : total / 2) + 1;
      if (has_pair(list_ + sample_end_, list_ + (total - sample_end_), end - sample_end_, static_cast<T>(value))) return true;
    }
    return false;
  }

  /// The least value from `value` on that is neither marked nor that of a pair of a heap from sample_end_ on.
  Grundy next_not_excluded(std::size_t index, Grundy value) const {
    for (value = next_unmarked(index, value); value < limit_ && has_option(index, value);)
      value = next_unmarked(index, value + 1);
    return value;
  }

  /// Brings in the options with one heap and the pairs with a heap of the tile, heap by heap.
  void settle() {
    std::array<Grundy, kMost> found;
    std::size_t index = 0;
    while (index < count_) {
      for (const std::uint64_t k : moves_.one) mark(index, index >= k ? found[index - k] : list_[heap(index) - k]);
      Grundy value = guesses_[index];
      if (marked(index, value)) value = next_not_excluded(index, value + 1);
      found[index++] = value;
      if (value >= limit_) break;
      for (const std::uint64_t k : moves_.two)
        for (std::uint64_t other = index + k; other < count_; ++other) mark(other, value ^ list_[other + 1 - index - k]);
    }
    values_.append(std::span(found.data(), index));
  }

  const BoundedMoves& moves_;
  GrundyValues& values_;
  const T* list_ = nullptr;
  std::uint64_t first_;
  std::size_t count_;
  std::size_t limit_;  ///< a power of two above all values
  std::size_t row_;
  std::vector<std::uint8_t>& rows_;  ///< for each heap of the tile, whether a value is marked
  std::uint64_t sample_end_ = 0;
  std::array<Grundy, kMost> guesses_;
  std::array<T, kMost> wanted_{};
  std::array<std::uint64_t, kMost> due_{};  ///< the turn by which the guess has been compared with all pairs
};

std::uint64_t DenseValues::first_heap(const BoundedMoves& moves) { return 4 * (moves.most_removed + kMostThreads * kMostTile); }

void DenseValues::extend(GrundyValues& values, std::uint64_t last, const Budget& budget) {
  const std::uint64_t left = last + 1 - values.size();
  values.visit([&](auto list) {
    using T = std::remove_cv_t<typename decltype(list)::element_type>;
    if (budget.threads <= 1 || values.size() < kSharedHeap) worker_.reset();
    else if (!worker_) worker_ = std::make_unique<Worker>();
    Tile<T>(moves_, rows_, values, std::min<std::uint64_t>(left, (worker_ ? kMostThreads : 1) * kTileHeaps<T>))
        .solve(worker_.get(), budget);
  });
}

}  // namespace bouton
