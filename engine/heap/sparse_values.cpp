#include "engine/heap/sparse_values.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include "engine/heap/pair_kernels.h"

namespace bouton {
namespace {

/// Heaps whose values are found before the rare values below them are looked at.
constexpr std::size_t kBlock = kCoverHeaps;
/// Heaps whose candidates are found before the pairs among themselves are looked at.
constexpr std::size_t kGroup = kShiftHeaps;
/// Heaps of the window in which positions are kept by value; a pair in which the smaller heap lies beyond it is looked
/// at by itself.
constexpr std::size_t kWindow = std::size_t{1} << 15;
/// Candidates that are kept for a heap: values that the pairs looked at first do not exclude.
constexpr std::size_t kCandidates = 20;
/// Shifts after which the candidates that were hit are replaced.
constexpr std::size_t kChunk = 96;
/// With more shifts than this it pays to guess candidates and verify them, rather than to mark all that is excluded.
constexpr std::size_t kManyShifts = 150;
/// How often a guess should be hit by the pairs that are looked at first, if it is excluded at all.
constexpr double kEnoughHits = 5;
/// The part of the heaps whose values are too great to be guessed.
constexpr double kMissedGuesses = 0.01;

/// A rare heap with a removal: heap n has the option { rare heap, n - distance }.
struct Shift {
  std::uint64_t distance;
  Grundy value;
  friend auto operator<=>(const Shift&, const Shift&) = default;
};

/// For each value the heaps of the latest values that have it, as bits. Bit i stands for heap base() + i.
class PositionWindow {
 public:
  PositionWindow() = default;
  /// Takes up the last values of `values`, all below `limit`.
  PositionWindow(const GrundyValues& values, std::size_t limit)
      : limit_(limit), stride_((2 * kWindow + 2 * kBlock) / 8 + 64), bytes_(limit * stride_), recent_(limit) {
    base_ = values.size() > kWindow ? (values.size() - kWindow) / 64 * 64 : 0;
    end_ = std::max<std::uint64_t>(base_, 1);
    values.visit([&](auto list) {
      for (const Grundy value : list.subspan(end_)) add(value);
    });
  }

  /// The next heaps have these values.
  void append(std::span<const Grundy> values) {
    if (end_ + values.size() - base_ > 2 * kWindow + kBlock) slide();
    for (const Grundy value : values) add(value);
  }
  /// Takes back the last values that were appended.
  void take_back(std::span<const Grundy> values) {
    end_ -= values.size();
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::uint64_t bit = end_ + i - base_;
      bytes_[values[i] * stride_ + bit / 8] &= static_cast<std::uint8_t>(~(1 << bit % 8));
      recent_[values[i]] -= 1;
    }
    recent_total_ -= static_cast<double>(values.size());
  }

  std::size_t limit() const { return limit_; }
  std::size_t stride() const { return stride_; }
  const std::uint8_t* bytes() const { return bytes_.data(); }
  std::uint64_t base() const { return base_; }
  /// One past the last heap.
  std::uint64_t end() const { return end_; }
  /// About which part of the heaps has the value, the latest above all.
  double frequency(Grundy value) const { return recent_[value] / std::max(1.0, recent_total_); }

 private:
  void add(Grundy value) {
    const std::uint64_t bit = end_++ - base_;
    bytes_[value * stride_ + bit / 8] |= static_cast<std::uint8_t>(1 << bit % 8);
    recent_[value] += 1;
    recent_total_ += 1;
  }
  /// Forgets all but the last kWindow heaps.
  void slide() {
    const std::uint64_t gone = (end_ - kWindow) / 64 * 64 - base_;
    for (std::size_t value = 0; value < limit_; ++value) {
      std::uint8_t* row = bytes_.data() + value * stride_;
      std::memmove(row, row + gone / 8, stride_ - gone / 8);
      std::memset(row + stride_ - gone / 8, 0, gone / 8);
    }
    base_ += gone;
    for (float& count : recent_) count /= 2;
    recent_total_ /= 2;
  }

  std::size_t limit_ = 0;
  std::size_t stride_ = 0;
  std::vector<std::uint8_t> bytes_;
  std::uint64_t base_ = 0;
  std::uint64_t end_ = 0;
  std::vector<float> recent_;  ///< heaps of each value, those before a slide by half
  double recent_total_ = 0;
};

/// The lists for cover(), one for each value.
class CoverLists {
 public:
  struct Entry {
    Grundy plane;
    std::uint64_t distance;
  };

  void clear() {
    entries_.clear();
    lists_.clear();
  }
  /// The list for the next value.
  void add(std::span<const Entry> entries, std::size_t stride) {
    List& list = lists_.emplace_back();
    list.first = entries_.size();
    std::array<std::uint32_t, 8> next{};  // where the next entry of each group goes
    for (const Entry& entry : entries) ++next[entry.distance % 8];
    std::uint32_t place = 0;
    for (std::size_t group = 0; group < 8; ++group) {
      place += std::exchange(next[group], place);
      list.ends[group] = place;
    }
    entries_.resize(list.first + place);
    for (const Entry& entry : entries)
      entries_[list.first + next[entry.distance % 8]++] =
          static_cast<std::int32_t>(entry.plane * stride) - static_cast<std::int32_t>(entry.distance / 8);
  }
  CoverList operator[](std::size_t value) const {
    return {entries_.data() + lists_[value].first, lists_[value].ends.data()};
  }
  std::size_t memory() const { return entries_.capacity() * sizeof(entries_[0]) + lists_.capacity() * sizeof(List); }

 private:
  struct List {
    std::size_t first;
    std::array<std::uint32_t, 8> ends;
  };
  std::vector<std::int32_t> entries_;
  std::vector<List> lists_;
};

/// Pairs of a heap that is a little larger than `lag` and one that is about as much smaller than those of the block.
class LaggingPairs {
 public:
  static constexpr std::size_t kFrequent = 20;

  /// Takes up the heaps from lag + 1 on, whose values are below `limit`, and the numbers of tokens that are removed.
  LaggingPairs(const GrundyValues& values, std::uint64_t lag, std::size_t limit, std::span<const std::uint64_t> removals)
      : lag_(lag), ranks_(limit) {
    constexpr std::size_t kMostOfValue = 16;
    std::vector<std::vector<std::uint16_t>> distances(limit);
    for (std::uint64_t heap = 1; heap < LaggingHeaps::kReach && lag + heap < values.size() / 2; ++heap)
      for (const std::uint64_t k : removals) {
        std::vector<std::uint16_t>& of_value = distances[values[lag + heap]];
        if (heap + k < LaggingHeaps::kReach && of_value.size() < kMostOfValue)
          of_value.push_back(static_cast<std::uint16_t>(heap + k));
      }
    ends_.assign(1, 0);
    for (const std::vector<std::uint16_t>& of_value : distances) {
      distances_.insert(distances_.end(), of_value.begin(), of_value.end());
      ends_.push_back(static_cast<std::uint32_t>(distances_.size()));
    }
  }
  /// Takes up the heaps that `lag` leaves of the block that begins with `first`, and those shortly before them.
  void look(const GrundyValues& values, std::uint64_t first) {
    const std::uint64_t begin = first - lag_ - LaggingHeaps::kReach;
    values.visit([&](auto list) { look_at(list.subspan(begin, std::min(LaggingHeaps::kReach + kBlock, list.size() - begin))); });
  }
  LaggingHeaps heaps() const { return {copies_.data(), order_.data(), order_.size(), distances_.data(), ends_.data()}; }

 private:
  template <class T>
  void look_at(std::span<const T> list) {
    std::vector<std::uint32_t> counts(ranks_.size());
    for (const T value : list) ++counts[value];
    order_.resize(ranks_.size());
    std::iota(order_.begin(), order_.end(), 0);
    const std::size_t frequent = std::min(kFrequent, order_.size());
    std::partial_sort(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(frequent), order_.end(),
                      [&](Grundy a, Grundy b) { return counts[a] > counts[b]; });
    for (std::size_t i = 0; i < order_.size(); ++i) ranks_[order_[i]] = static_cast<std::uint16_t>(i);
    order_.resize(frequent);
    constexpr std::size_t kCopy = LaggingHeaps::kCopy;
    copies_.assign(frequent * 8 * kCopy + 8, 0);
    for (std::size_t i = 0; i < list.size(); ++i)
      if (ranks_[list[i]] < frequent) copies_[ranks_[list[i]] * 8 * kCopy + i / 8] |= static_cast<std::uint8_t>(1 << i % 8);
    for (std::size_t i = 0; i < frequent; ++i) {
      const std::uint8_t* from = copies_.data() + i * 8 * kCopy;
      for (unsigned shift = 1; shift < 8; ++shift)
        for (std::size_t j = 0; j < kCopy; j += 8) {
          std::uint64_t low, high;
          std::memcpy(&low, from + j, 8);
          std::memcpy(&high, from + j + 8, 8);
          low = low >> shift | high << (64 - shift);
          std::memcpy(copies_.data() + (i * 8 + shift) * kCopy + j, &low, 8);
        }
    }
  }

  std::uint64_t lag_;
  std::vector<std::uint16_t> distances_;
  std::vector<std::uint32_t> ends_;
  std::vector<std::uint16_t> ranks_;
  std::vector<Grundy> order_;
  std::vector<std::uint8_t> copies_;
};

using Words = std::array<std::uint64_t, kCoverWords>;

}  // namespace

class SparseValues::Impl {
 public:
  explicit Impl(BoundedMoves moves) : moves_(std::move(moves)) {}

  void extend(GrundyValues& values, std::uint64_t last, const Budget& budget);
  void prepare(const GrundyValues& values);
  std::size_t rare_heaps() const { return rare_.size(); }
  const ValueClasses& classes() const { return classes_; }
  std::size_t memory() const {
    return window_.limit() * window_.stride() + exclusions_.memory() + rare_.capacity() * sizeof(Shift) +
           3 * shifts_.capacity() * sizeof(Shift);
  }

 private:
  struct Failure {
    std::size_t index;
    Grundy value;
  };

  void fit(const GrundyValues& values);
  void list_all(const GrundyValues& values);
  void list_shifts(std::uint64_t heap);
  void limit_guesses();
  void list_exclusions();

  void find_candidates(std::size_t count);
  std::size_t solve_block(GrundyValues& values, std::size_t count);
  void mark_known(const GrundyValues& values, std::size_t group, std::size_t count);
  void verify_candidates(const GrundyValues& values, std::size_t group, std::size_t count);
  void next_candidate(const GrundyValues& values, std::size_t index);
  void complete_row(const GrundyValues& values, std::size_t index);
  Grundy least_unmarked(std::size_t index) const;
  std::optional<Failure> check_block(const GrundyValues& values, std::size_t count);
  bool has_witness(const GrundyValues& values, std::size_t index, Grundy value) const;
  void accept(const GrundyValues& values);

  std::uint64_t* row(std::size_t index) { return rows_.data() + index % kGroup * row_words_; }
  const std::uint64_t* row(std::size_t index) const { return rows_.data() + index % kGroup * row_words_; }
  void exclude(std::size_t index, Grundy value) { row(index)[value / 64] |= std::uint64_t{1} << value % 64; }
  bool excluded(std::size_t index, Grundy value) const { return (row(index)[value / 64] >> value % 64 & 1) != 0; }
  /// The heaps of the block at which `value` is common, as bits.
  std::uint64_t common_pattern(Grundy value) const {
    const std::uint64_t even = classes_.common(value, first_) ? 0x5555555555555555 : 0;
    const std::uint64_t odd = classes_.common(value, first_ + 1) ? 0xAAAAAAAAAAAAAAAA : 0;
    return even | odd;
  }

  BoundedMoves moves_;
  ValueClasses classes_;
  ValueCounts counts_;
  std::uint64_t counted_ = 0;    ///< heaps in counts_
  std::uint64_t fitted_at_ = 0;  ///< heaps when the classes were last fitted
  std::size_t limit_ = 0;        ///< a power of two above all values
  std::vector<Shift> rare_;      ///< distance: the rare heap itself

  PositionWindow window_;
  std::vector<Shift> shifts_;  ///< all rare heaps with all removals, each distance and value once
  std::vector<Shift> near_;    ///< of shifts_: those that lead from one heap of a group to another
  std::vector<Shift> marked_;  ///< the others that are marked heap by heap; what is left is in verified_
  std::vector<std::uint64_t> verified_distances_;
  std::vector<Grundy> verified_values_;
  std::vector<std::uint8_t> verified_values_8_;
  std::vector<std::uint16_t> verified_values_16_;
  CoverLists exclusions_;  ///< for each value: the shifts that exclude it most often
  std::vector<LaggingPairs> lagging_;  ///< pairs that show at once that most rare values are excluded
  bool by_candidates_ = false;   ///< whether candidates are guessed from exclusions_ and then verified
  Grundy guess_limit_ = 0;       ///< only values below are guessed
  std::uint64_t listed_at_ = 0;  ///< heaps when the lists were made
  std::size_t new_rare_ = 0;     ///< since then

  // The block.
  std::uint64_t first_ = 0;
  std::size_t span_ = kBlock;  ///< how many heaps the next block should have
  std::array<Grundy, kBlock> block_;
  struct Candidates {
    std::uint16_t next = 0, count = 0;
    std::array<std::uint16_t, kCandidates> values;
  };
  std::array<Candidates, kBlock> candidates_;
  std::vector<std::uint16_t> heaps_of_;

  // The group.
  std::size_t row_words_ = 1;
  std::vector<std::uint64_t> rows_;  ///< for each heap the excluded values that are known
  std::array<std::vector<std::uint64_t>, 2> common_;  ///< the common values of an even, an odd heap
  std::array<Grundy, kGroup> guess_;
};

std::uint64_t SparseValues::first_heap(const BoundedMoves& moves) { return 2 * (moves.most_removed + LaggingHeaps::kReach); }

SparseValues::SparseValues(BoundedMoves moves) : impl_(std::make_unique<Impl>(std::move(moves))) {}
SparseValues::~SparseValues() = default;
SparseValues::SparseValues(SparseValues&&) noexcept = default;
void SparseValues::extend(GrundyValues& values, std::uint64_t last, const Budget& budget) {
  impl_->extend(values, last, budget);
}
void SparseValues::prepare(const GrundyValues& values) { impl_->prepare(values); }
std::size_t SparseValues::rare_heaps() const { return impl_->rare_heaps(); }
const ValueClasses& SparseValues::classes() const { return impl_->classes(); }
std::size_t SparseValues::memory() const { return impl_->memory(); }

void SparseValues::Impl::prepare(const GrundyValues& values) {
  values.visit([&](auto list) {
    for (; counted_ < list.size(); ++counted_)
      if (counted_ > 0) counts_.add(list[counted_], counted_);
  });
  const std::size_t limit = std::bit_ceil(std::size_t{values.greatest()} + 1);
  if (limit > limit_ || values.size() > 2 * fitted_at_ || first_ != values.size()) {
    limit_ = std::max(limit, limit_);
    fit(values);
  }
}

/// Classes, the rare heaps, and all that depends on them.
void SparseValues::Impl::fit(const GrundyValues& values) {
  classes_ = fit_classes(counts_, moves_.two);
  fitted_at_ = values.size();
  rare_.clear();
  values.visit([&](auto list) {
    for (std::uint64_t heap = 1; heap < list.size(); ++heap)
      if (!classes_.common(list[heap], heap)) rare_.push_back({heap, list[heap]});
  });
  row_words_ = std::max<std::size_t>(1, limit_ / 64);
  rows_.assign(kGroup * row_words_, 0);
  for (std::size_t parity = 0; parity < 2; ++parity) {
    common_[parity].assign(row_words_, 0);
    for (Grundy value = 0; value < limit_; ++value)
      if (classes_.common(value, parity)) common_[parity][value / 64] |= std::uint64_t{1} << value % 64;
  }
  window_ = {};
  first_ = values.size();
  listed_at_ = 0;
}

/// What the next blocks look up.
void SparseValues::Impl::list_all(const GrundyValues& values) {
  if (window_.limit() != limit_) window_ = PositionWindow(values, limit_);
  listed_at_ = values.size();
  new_rare_ = 0;
  list_shifts(listed_at_);
  limit_guesses();
  list_exclusions();
  lagging_.clear();
  for (const std::uint64_t lag : {listed_at_ / 5, std::uint64_t{0}})
    if (lag == 0 || lag > LaggingHeaps::kReach) lagging_.emplace_back(values, lag, limit_, moves_.two);
}

void SparseValues::Impl::list_shifts(std::uint64_t heap) {
  shifts_.clear();
  for (const Shift& rare : rare_)
    for (const std::uint64_t k : moves_.two) shifts_.push_back({rare.distance + k, rare.value});
  std::ranges::sort(shifts_);
  shifts_.erase(std::ranges::unique(shifts_).begin(), shifts_.end());
  by_candidates_ = shifts_.size() > kManyShifts;
  near_.clear();
  marked_.clear();
  verified_distances_.clear();
  verified_values_.clear();
  for (const Shift& shift : shifts_) {
    if (shift.distance < kGroup) {
      near_.push_back(shift);
    } else if (by_candidates_ && shift.distance < heap) {
      verified_distances_.push_back(shift.distance);
      verified_values_.push_back(shift.value);
    } else {
      marked_.push_back(shift);
    }
  }
  verified_values_8_.assign(verified_values_.begin(), verified_values_.end());
  verified_values_16_.assign(verified_values_.begin(), verified_values_.end());
}

/// How many values to guess from: few heaps have another one, and those are found by marking all that is excluded.
void SparseValues::Impl::limit_guesses() {
  double greater = 0;
  guess_limit_ = limit_;
  while (guess_limit_ > 1 && greater + window_.frequency(guess_limit_ - 1) < kMissedGuesses)
    greater += window_.frequency(--guess_limit_);
}

/// For each common value the shifts that are likely to exclude it, the likeliest first, until kEnoughHits are expected.
void SparseValues::Impl::list_exclusions() {
  exclusions_.clear();
  if (!by_candidates_) return;
  std::vector<Grundy> order(limit_);
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, std::greater<>(), [&](Grundy value) { return window_.frequency(value); });
  std::vector<std::vector<std::uint64_t>> distances(limit_);  // by the rare heap's value
  for (const Shift& shift : shifts_)
    if (shift.distance >= kBlock && shift.distance <= std::min<std::uint64_t>(kWindow, listed_at_))
      distances[shift.value].push_back(shift.distance);
  std::vector<CoverLists::Entry> entries;
  for (Grundy value = 0; value < guess_limit_; ++value) {
    entries.clear();
    double expected = 0;
    for (std::size_t i = 0; i < order.size() && common_pattern(value) != 0 && expected < kEnoughHits; ++i)
      for (const std::uint64_t distance : distances[order[i] ^ value]) {
        entries.push_back({order[i], distance});
        expected += window_.frequency(order[i]);
      }
    exclusions_.add(entries, window_.stride());
  }
}

void SparseValues::Impl::extend(GrundyValues& values, std::uint64_t last, const Budget& budget) {
  constexpr int kBlocks = 16;
  prepare(values);
  for (int blocks = 0; blocks < kBlocks && values.size() <= last; ++blocks) {
    budget.check_stop();
    if (listed_at_ == 0 || new_rare_ > 24 + rare_.size() / 16 || values.size() > listed_at_ + listed_at_ / 8 + 256 * kBlock)
      list_all(values);
    first_ = values.size();
    const std::size_t count = std::min<std::uint64_t>({span_, kBlock, last + 1 - first_});
    if (by_candidates_) find_candidates(count);
    const std::size_t solved = solve_block(values, count);
    // The values of the block may bear witness for each other: those before the first wrong one are right.
    window_.append(std::span(block_.data(), solved));
    const std::optional<Failure> failure = check_block(values, solved);
    if (failure) {
      const std::size_t right = failure->index;
      window_.take_back(std::span(block_.data() + right, solved - right));
      values.truncate(first_ + right);
      window_.append(std::span(&failure->value, 1));
      values.push_back(failure->value);
      accept(values);
      span_ = std::max<std::size_t>(kGroup, 2 * right);
      continue;
    }
    accept(values);
    span_ = std::min(kBlock, 2 * span_);
    if (solved == count) continue;
    // The next value is none of those below limit_.
    if (limit_ * 2 > kMostValue) return;
    limit_ *= 2;
    fit(values);
  }
}

/// For each heap of the block the least common values that the pairs of exclusions_ do not exclude.
void SparseValues::Impl::find_candidates(std::size_t count) {
  std::fill_n(candidates_.begin(), count, Candidates{});
  Words done{};  // heaps that have enough
  for (std::size_t i = 0; i < kCoverWords; ++i) {
    const std::size_t heaps = count > 64 * i ? std::min<std::size_t>(64, count - 64 * i) : 0;
    if (heaps < 64) done[i] = ~std::uint64_t{0} << heaps;
  }
  std::uint64_t all_done = 0;
  for (Grundy value = 0; value < guess_limit_ && all_done != ~std::uint64_t{0}; ++value) {
    const std::uint64_t pattern = common_pattern(value);
    if (pattern == 0) continue;
    Words covered;
    for (std::size_t i = 0; i < kCoverWords; ++i) covered[i] = done[i] | ~pattern;
    cover(window_.bytes(), first_ - window_.base(), exclusions_[value], covered.data());
    all_done = ~std::uint64_t{0};
    for (std::size_t i = 0; i < kCoverWords; ++i) {
      for (std::uint64_t left = ~covered[i]; left != 0; left &= left - 1) {
        Candidates& candidates = candidates_[64 * i + static_cast<unsigned>(std::countr_zero(left))];
        candidates.values[candidates.count++] = static_cast<std::uint16_t>(value);
        if (candidates.count == kCandidates) done[i] |= left & (0 - left);
      }
      all_done &= done[i];
    }
  }
}

/// Appends to `values` the least common value of each heap that is not excluded; returns how many heaps have one
/// below limit_.
std::size_t SparseValues::Impl::solve_block(GrundyValues& values, std::size_t count) {
  for (std::size_t group = 0; group < count; group += kGroup) {
    const std::size_t end = std::min(group + kGroup, count);
    std::fill_n(rows_.begin(), (end - group) * row_words_, 0);
    mark_known(values, group, end);
    if (by_candidates_) verify_candidates(values, group, end);
    for (std::size_t index = group; index < end; ++index) {
      const std::uint64_t heap = first_ + index;
      for (const std::uint64_t k : moves_.one)
        exclude(index, index >= group + k ? block_[index - k] : values[heap - k]);
      Grundy value = 0;
      if (by_candidates_) {
        value = guess_[index % kGroup];
        if (value >= limit_ || excluded(index, value)) {
          complete_row(values, index);
          value = least_unmarked(index);
        }
      } else {
        value = least_unmarked(index);
      }
      if (value >= limit_) {
        values.append(std::span(block_.data() + group, index - group));
        return index;
      }
      block_[index] = value;
      for (const auto& [distance, rare] : near_) {
        if (index + distance >= end) break;
        exclude(index + distance, rare ^ value);
      }
    }
    values.append(std::span(block_.data() + group, end - group));
  }
  return count;
}

/// Marks the pairs of a rare heap that is not verified and a heap before the group.
void SparseValues::Impl::mark_known(const GrundyValues& values, std::size_t group, std::size_t end) {
  const std::uint64_t first = first_ + group;
  const std::size_t count = end - group;
  values.visit([&](auto list) {
    const auto mark = [&](const Shift& shift, std::size_t begin, std::size_t stop) {
      if (begin >= stop) return;
      const auto* other = list.data() + (first + begin - shift.distance);
      if (row_words_ == 1) {
        for (std::size_t i = begin; i < stop; ++i) rows_[i] |= std::uint64_t{1} << ((*other++ ^ shift.value) & 63);
      } else {
        for (std::size_t i = begin; i < stop; ++i) exclude(i, *other++ ^ shift.value);
      }
    };
    for (const Shift& shift : near_) mark(shift, 0, std::min<std::size_t>(shift.distance, count));
    for (const Shift& shift : marked_) mark(shift, shift.distance >= first ? shift.distance - first + 1 : 0, count);
  });
}

/// Sets guess_ to the least candidate of each heap that no verified shift hits. A guess that is hit gives way to the next
/// one, which is verified when the shifts have come round once more.
void SparseValues::Impl::verify_candidates(const GrundyValues& values, std::size_t group, std::size_t end) {
  values.visit([&](auto list) {
    using T = std::remove_cv_t<typename decltype(list)::element_type>;
    const T* added = nullptr;
    if constexpr (sizeof(T) == 1) added = verified_values_8_.data();
    else if constexpr (sizeof(T) == 2) added = verified_values_16_.data();
    else added = verified_values_.data();
    std::array<T, kGroup> wanted{};
    for (std::size_t index = group; index < end; ++index) {
      next_candidate(values, index);
      wanted[index - group] = static_cast<T>(guess_[index - group]);
    }
    const std::size_t shifts = verified_distances_.size();
    std::uint64_t open = end - group == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << (end - group)) - 1;
    std::size_t begin = 0;
    std::size_t rest = shifts;  // shifts until every guess has seen all
    while (rest > 0) {
      const std::size_t length = std::min({kChunk, shifts - begin, rest});
      std::uint64_t hits = open & hit_by_shifts(list.data() + first_ + group, verified_distances_.data() + begin,
                                                added + begin, length, wanted.data());
      rest -= length;
      if (hits != 0) rest = shifts;
      for (; hits != 0; hits &= hits - 1) {
        const auto i = static_cast<std::size_t>(std::countr_zero(hits));
        next_candidate(values, group + i);
        wanted[i] = static_cast<T>(guess_[i]);
        // A row that has been completed needs no verification, nor does a value that no pair has.
        if (candidates_[group + i].next > candidates_[group + i].count || guess_[i] > std::numeric_limits<T>::max())
          open &= ~(std::uint64_t{1} << i);
      }
      begin += length;
      if (begin == shifts) begin = 0;
    }
  });
}

/// Sets the guess of a heap to its next candidate that is not marked; to the least common value that is not excluded by
/// anything known when there is none left.
void SparseValues::Impl::next_candidate(const GrundyValues& values, std::size_t index) {
  Candidates& candidates = candidates_[index];
  while (candidates.next < candidates.count) {
    guess_[index % kGroup] = candidates.values[candidates.next++];
    if (!excluded(index, guess_[index % kGroup])) return;
  }
  candidates.next = candidates.count + 1;
  complete_row(values, index);
  guess_[index % kGroup] = least_unmarked(index);
}

/// Marks the pairs that are verified otherwise.
void SparseValues::Impl::complete_row(const GrundyValues& values, std::size_t index) {
  const std::uint64_t heap = first_ + index;
  values.visit([&](auto list) {
    for (std::size_t j = 0; j < verified_distances_.size(); ++j)
      exclude(index, list[heap - verified_distances_[j]] ^ verified_values_[j]);
  });
}

Grundy SparseValues::Impl::least_unmarked(std::size_t index) const {
  const std::vector<std::uint64_t>& common = common_[(first_ + index) % 2];
  for (std::size_t word = 0; word < row_words_; ++word)
    if (const std::uint64_t free = common[word] & ~row(index)[word]; free != 0)
      return static_cast<Grundy>(64 * word + static_cast<unsigned>(std::countr_zero(free)));
  return static_cast<Grundy>(limit_);
}

/// The first heap of the block that has a rare value.
std::optional<SparseValues::Impl::Failure> SparseValues::Impl::check_block(const GrundyValues& values, std::size_t count) {
  if (count == 0) return std::nullopt;
  const Grundy greatest = *std::max_element(block_.begin(), block_.begin() + static_cast<std::ptrdiff_t>(count));
  for (LaggingPairs& pairs : lagging_) pairs.look(values, first_);
  // The heaps of the block by value, each list ended by kBlock.
  heaps_of_.assign(limit_, kBlock);
  std::array<std::uint16_t, kBlock> next;
  Words open{};  // heaps of greater values that still matter
  for (std::size_t i = 0; i < count; ++i) {
    next[i] = std::exchange(heaps_of_[block_[i]], static_cast<std::uint16_t>(i));
    open[i / 64] |= std::uint64_t{1} << i % 64;
  }
  std::optional<Failure> failure;
  for (Grundy value = 0; value < greatest; ++value) {
    for (std::size_t i = heaps_of_[value]; i != kBlock; i = next[i]) open[i / 64] &= ~(std::uint64_t{1} << i % 64);
    const std::uint64_t rare = ~common_pattern(value);
    if (rare == 0) continue;
    Words covered;
    for (std::size_t i = 0; i < kCoverWords; ++i) covered[i] = ~(open[i] & rare);
    for (const LaggingPairs& pairs : lagging_)
      if (cover_lagging(pairs.heaps(), value, covered.data())) {
        covered.fill(~std::uint64_t{0});
        break;
      }
    for (std::size_t i = 0; i < kCoverWords; ++i)
      for (std::uint64_t left = ~covered[i]; left != 0; left &= left - 1) {
        const std::size_t index = 64 * i + static_cast<unsigned>(std::countr_zero(left));
        if (has_witness(values, index, value)) continue;
        failure = {index, value};  // the first so far: nothing from here on matters any more
        open[i] &= (std::uint64_t{1} << index % 64) - 1;
        std::fill(open.begin() + static_cast<std::ptrdiff_t>(i) + 1, open.end(), 0);
        std::fill(covered.begin() + static_cast<std::ptrdiff_t>(i) + 1, covered.end(), ~std::uint64_t{0});
        break;
      }
  }
  return failure;
}

/// Whether some option of the heap has this value.
bool SparseValues::Impl::has_witness(const GrundyValues& values, std::size_t index, Grundy value) const {
  const std::uint64_t heap = first_ + index;
  for (const std::uint64_t k : moves_.one)
    if (values[heap - k] == value) return true;
  const bool no_middle = moves_.unequal && value == 0;  // only heaps of equal value add up to 0
  return values.visit([&](auto list) {
    using T = std::remove_cv_t<typename decltype(list)::element_type>;
    if (value > std::numeric_limits<T>::max()) return false;
    // All removals a stretch of heaps at a time: what one of them cannot reach another often does at once.
    std::uint64_t stretch = 4096;
    for (std::uint64_t begin = 1; 2 * begin <= heap; begin += stretch, stretch *= 2)
      for (const std::uint64_t k : moves_.two) {
        const std::uint64_t total = heap - k;
        const std::uint64_t end = std::min(begin + stretch, (no_middle ? (total - 1) / 2 : total / 2) + 1);
        if (begin < end && has_pair(list.data() + begin, list.data() + (total - begin), end - begin, static_cast<T>(value)))
          return true;
      }
    return false;
  });
}

/// The values are right: takes them up.
void SparseValues::Impl::accept(const GrundyValues& values) {
  for (std::uint64_t heap = first_; heap < values.size(); ++heap) {
    const Grundy value = values[heap];
    counts_.add(value, heap);
    if (classes_.common(value, heap)) continue;
    rare_.push_back({heap, value});
    ++new_rare_;
    for (const std::uint64_t k : moves_.two) {
      shifts_.push_back({heap + k, value});
      marked_.push_back({heap + k, value});
    }
  }
  counted_ = values.size();
  first_ = values.size();
}

}  // namespace bouton
