// Grundy values through the sparse space.
//
// The idea. Call a value rare if the parity of its bits under a mask is even, else common (value_classes.h; in some games the
// parity of the heap counts as one more bit). Two values of the same kind add up to a rare one, two of different kinds to a
// common one. For a mask that suits the game nearly all heaps have common values: Winning Ways, ch. 4, calls this the sparse
// space phenomenon. Then of the n / 2 ways to leave two heaps nearly all give rare values, and a common value is excluded at
// heap n only by a pair with a rare heap in it.
//
// So heap n is found in two steps.
// 1. The candidate. For each rare heap r and each number k of tokens that a move removes, G(r) xor G(n - k - r) is excluded.
// Moves that leave one heap count as pairs with heap 0, whose value 0 is rare. The least common value that is not excluded this
// way is the candidate c. Cost: the number of rare heaps, not n.
// 2. The witnesses. G(n) is c if every rare value below c is excluded as well. For each of them one pair of heaps with that sum
// is enough, and nearly always such a pair is found at once. Where a full search finds none, G(n) is that rare value, and n
// joins the list of rare heaps.
//
// Invariant: the list has every rare heap below n. Then step 1 is exact for common values and step 2 for rare ones, so that the
// result is the mex of all options for any game and any mask. How sparse the space is decides on the time alone.
//
// Example: Kayles (take 1 or 2 tokens and leave the rest in one or two heaps), all bits in the mask. The rare heaps below 40
// are 0, 3, 6, 11, 18, 22, 28, 34 and 39, with values 0, 3, 3, 6, 3, 6, 5, 6 and 3. At n = 40 the pairs with these heaps
// exclude the common values 2, 4, 7, 11 and 14: 2 by (0, 38), 4 by (3, 35), 7 by (3, 36) and so on. The candidate is 1. The one
// rare value below it is 0, and (1, 37) is a witness: G(1) = G(37) = 1. So G(40) = 1. The last rare heap of all is 70: a heap
// of a million takes no more pairs than a heap of a hundred.
//
// Blocks. Heaps are found in blocks of kSparseBlock: first candidates for a whole block, as if no new heap in it were rare,
// then the witnesses for the block, by bits (lagging_pairs.h) and by vectors. If one heap turns out to be rare, the block ends
// there and the rest is found anew. For few rare heaps candidates are found by marking what is excluded (sparse_marks.h), for
// many by guessing them from the pairs that lead far back and verifying the guesses (sparse_guesses.h). A second thread may
// check the witnesses of one block (sparse_witnesses.h) while the next block is found.
//
// Source: E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, ch. 4; A. Flammenkamp, Lange Perioden in Subtraktions-Spielen
// (1997), and his computations of octal games.
#include "engine/heap/sparse/sparse_values.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <utility>

#include "engine/heap/sparse/lagging_pairs.h"
#include "engine/heap/sparse/sparse_guesses.h"
#include "engine/heap/sparse/sparse_marks.h"
#include "engine/heap/sparse/sparse_space.h"
#include "engine/heap/sparse/sparse_witnesses.h"
#include "engine/system/worker.h"

namespace bouton {
namespace {

/// With more shifts than this it pays to guess values and verify them, rather than to mark all that is excluded.
constexpr std::size_t kManyShifts = 40;
/// The least reach of the windows in which positions are kept by value, and the most.
constexpr std::size_t kLeastReach = std::size_t{1} << 12;
constexpr std::size_t kMostReach = std::size_t{1} << 15;
/// Bytes that the planes of a window should not exceed.
constexpr std::size_t kWindowBytes = std::size_t{1} << 25;
/// From this heap on a block is work enough for a thread to be started.
constexpr std::uint64_t kThreadedHeap = 1 << 13;
/// The least a block is cut to after a rare heap was found in it.
constexpr std::size_t kLeastBlock = 64;

std::size_t window_reach(std::size_t limit) {
  return std::clamp(std::bit_floor(4 * kWindowBytes / limit), kLeastReach, kMostReach);
}

}  // namespace

class SparseValues::Impl {
 public:
  explicit Impl(BoundedMoves moves) { space_.moves = std::move(moves); }

  void extend(GrundyValues& values, std::uint64_t last, const Budget& budget);
  void prepare(const GrundyValues& values);
  std::size_t rare_heaps() const { return space_.rare.size(); }
  std::size_t rare_heaps_from(std::uint64_t heap) const {
    return static_cast<std::size_t>(space_.rare.end() - std::ranges::lower_bound(space_.rare, Shift{heap, 0}));
  }
  const ValueClasses& classes() const { return space_.classes; }
  std::size_t memory_for(Grundy greatest, std::size_t rare_heaps) const;
  std::size_t memory() const {
    return latest_.memory() + guesses_.memory() + marks_.memory() + witnesses_.memory() +
           space_.rare.capacity() * sizeof(Shift);
  }

 private:
  /// A block that is being checked, perhaps by another thread. If it is left unfinished, its values are taken back.
  class Checked {
   public:
    Checked(Impl& impl, GrundyValues& values) : impl_(impl), values_(values) {}
    ~Checked();
    Checked(const Checked&) = delete;
    Checked& operator=(const Checked&) = delete;

    bool pending() const { return pending_; }
    /// The values end with this block, which begins with heap `first`.
    void set(std::uint64_t first, std::vector<Grundy> block);
    /// Lets the worker, if there is one, do `first` and then check the block, if there is one.
    void begin(std::function<void()> first);
    /// Takes up the block, if there is one. False if it had a wrong value: then that is put right, and later values are gone.
    bool finish();

   private:
    Impl& impl_;
    GrundyValues& values_;
    std::uint64_t first_ = 0;
    std::vector<Grundy> block_;
    bool pending_ = false;
    bool running_ = false;  ///< on the other thread
  };

  void fit(const GrundyValues& values);
  bool lists_are_due(const GrundyValues& values) const;
  void list_all(const GrundyValues& values);

  void accept(std::uint64_t first, std::span<const Grundy> block);

  SparseSpace space_;
  ValueCounts counts_;
  std::uint64_t counted_ = 0;    ///< heaps in counts_
  std::uint64_t fitted_at_ = 0;  ///< heaps when the classes were last fitted

  PositionWindow latest_;
  bool by_guesses_ = false;
  SparseMarks marks_;
  SparseGuesses guesses_;
  SparseWitnesses witnesses_;
  std::uint64_t listed_at_ = 0;  ///< heaps when the lists were made; 0: they are to be made
  std::size_t new_rare_ = 0;     ///< since then

  std::size_t span_ = kSparseBlock;  ///< how many heaps the next block should have
  std::unique_ptr<Worker> worker_;   ///< checks blocks; null: they are checked where they are found
};

std::uint64_t SparseValues::first_heap(const BoundedMoves& moves) { return 2 * moves.most_removed + LaggingPairs::kLeastHeaps; }

SparseValues::SparseValues(BoundedMoves moves) : impl_(std::make_unique<Impl>(std::move(moves))) {}
SparseValues::~SparseValues() = default;
SparseValues::SparseValues(SparseValues&&) noexcept = default;
void SparseValues::extend(GrundyValues& values, std::uint64_t last, const Budget& budget) {
  impl_->extend(values, last, budget);
}
void SparseValues::prepare(const GrundyValues& values) { impl_->prepare(values); }
std::size_t SparseValues::rare_heaps() const { return impl_->rare_heaps(); }
std::size_t SparseValues::rare_heaps_from(std::uint64_t heap) const { return impl_->rare_heaps_from(heap); }
const ValueClasses& SparseValues::classes() const { return impl_->classes(); }
std::size_t SparseValues::memory() const { return impl_->memory(); }

std::size_t SparseValues::memory_for(Grundy greatest, std::size_t rare_heaps) const {
  return impl_->memory_for(greatest, rare_heaps);
}

std::size_t SparseValues::Impl::memory_for(Grundy greatest, std::size_t rare_heaps) const {
  const std::size_t limit = std::bit_ceil(std::size_t{greatest} + 1);
  return limit * (PositionWindow::bytes_of_plane(window_reach(limit)) + SparseWitnesses::kMostBytesOfValue +
                  rare_heaps * space_.moves.two.size() * PairCovers::kBytesOfPair);
}

void SparseValues::Impl::prepare(const GrundyValues& values) {
  const bool others = counted_ != values.size();  // heaps that were found otherwise
  values.visit([&](auto list) {
    for (; counted_ < list.size(); ++counted_)
      if (counted_ > 0) counts_.add(list[counted_], counted_);
  });
  const std::size_t limit = std::bit_ceil(std::size_t{values.greatest()} + 1);
  if (limit <= space_.limit && values.size() <= 2 * fitted_at_ && !others) return;
  space_.limit = std::max(limit, space_.limit);
  fit(values);
}

/// Classes, the rare heaps, and all that depends on them.
void SparseValues::Impl::fit(const GrundyValues& values) {
  space_.classes = fit_classes(counts_, space_.moves.two);
  fitted_at_ = values.size();
  space_.rare_parities.assign(space_.limit, 0);
  for (std::size_t parity = 0; parity < 2; ++parity) {
    space_.common[parity].clear();
    for (Grundy value = 0; value < space_.limit; ++value)
      if (space_.classes.common(value, parity)) space_.common[parity].push_back(value);
      else space_.rare_parities[value] |= static_cast<std::uint8_t>(1U << parity);
  }
  space_.rare.clear();
  values.visit([&](auto list) {
    for (std::uint64_t heap = 1; heap < list.size(); ++heap)
      if (space_.is_rare(list[heap], heap)) space_.rare.push_back({heap, list[heap]});
  });
  latest_ = {};
  listed_at_ = 0;
}

/// What the next blocks look up.
void SparseValues::Impl::list_all(const GrundyValues& values) {
  if (latest_.limit() != space_.limit)
    latest_ = PositionWindow(values, values.size(), space_.limit, window_reach(space_.limit));
  listed_at_ = values.size();
  new_rare_ = 0;
  by_guesses_ = space_.rare.size() * space_.moves.two.size() > kManyShifts;
  if (by_guesses_) guesses_.list(space_, latest_);
  else marks_.list(space_);
  witnesses_.list(space_, values);
}

void SparseValues::Impl::extend(GrundyValues& values, std::uint64_t last, const Budget& budget) {
  prepare(values);
  // With a worker the next block is solved while the last one is checked.
  if (budget.threads <= 1 || values.size() < kThreadedHeap) worker_.reset();
  else if (!worker_) worker_ = std::make_unique<Worker>();
  Checked checked(*this, values);
  for (const std::uint64_t begin = values.size(); values.size() <= last && values.size() < begin + kPiece;) {
    if (lists_are_due(values)) {
      checked.finish();
      list_all(values);
      continue;
    }
    if (!worker_) checked.finish();
    budget.check_stop();
    // While another thread reads the values, they must stay where they are.
    const Grundy most = checked.pending() ? values.widest() : std::numeric_limits<Grundy>::max();
    const std::uint64_t first = values.size();
    std::vector<Grundy> block(std::min<std::uint64_t>({span_, kSparseBlock, last + 1 - first}));
    if (by_guesses_) guesses_.begin(block.size(), worker_ != nullptr);
    checked.begin([this] {
      if (by_guesses_) guesses_.help(space_, latest_);
    });
    if (by_guesses_) guesses_.guess(space_, latest_);
    const std::size_t solved =
        by_guesses_ ? guesses_.solve(space_, values, block, most) : marks_.solve(space_, values, block, most);
    const bool whole = solved == block.size();
    block.resize(solved);
    const bool alone = !checked.pending();
    if (!checked.finish()) continue;
    latest_.append(std::span<const Grundy>(block));
    checked.set(first, std::move(block));
    if (whole || !checked.finish() || !alone) continue;
    // The next value is none of those below the limit.
    if (space_.limit * 2 > kMostValue) return;
    space_.limit *= 2;
    fit(values);
  }
  checked.finish();
}

bool SparseValues::Impl::lists_are_due(const GrundyValues& values) const {
  return listed_at_ == 0 || new_rare_ > 24 + space_.rare.size() / 16 ||
         values.size() > listed_at_ + listed_at_ / 8 + 256 * kSparseBlock;
}

void SparseValues::Impl::Checked::set(std::uint64_t first, std::vector<Grundy> block) {
  first_ = first;
  block_ = std::move(block);
  values_.reserve(values_.size() + kSparseBlock);
  impl_.witnesses_.begin(values_, block_);
  pending_ = true;
}

void SparseValues::Impl::Checked::begin(std::function<void()> first) {
  if (!impl_.worker_) return;
  running_ = true;
  impl_.worker_->start([this, first = std::move(first)] {
    first();
    if (pending_) impl_.witnesses_.check(impl_.space_);
  });
}

bool SparseValues::Impl::Checked::finish() {
  if (std::exchange(running_, false)) {
    impl_.guesses_.share(impl_.worker_->done());
    if (pending_) impl_.witnesses_.help(impl_.space_);
    impl_.worker_->wait();
  } else if (pending_) {
    impl_.witnesses_.check(impl_.space_);
  }
  if (!std::exchange(pending_, false)) return true;
  const auto failure = impl_.witnesses_.failure();
  if (!failure) {
    impl_.accept(first_, block_);
    impl_.span_ = std::min(kSparseBlock, 2 * impl_.span_);
    return true;
  }
  // The values of the block may bear witness for each other: those before the first wrong one are right.
  const std::size_t right = failure->index;
  impl_.latest_.take_back(std::span<const Grundy>(block_).subspan(right));
  block_.resize(right + 1);
  block_[right] = failure->value;
  values_.truncate(first_ + right);
  values_.push_back(failure->value);
  impl_.latest_.append(std::span<const Grundy>(block_).last(1));
  impl_.accept(first_, block_);
  impl_.span_ = std::max<std::size_t>(kLeastBlock, 2 * right);
  return false;
}

SparseValues::Impl::Checked::~Checked() {
  try {
    if (running_) impl_.worker_->wait();
  } catch (...) {
    // Another exception is on its way already.
  }
  if (!pending()) return;
  // What is not checked is given up.
  values_.truncate(first_);
  impl_.latest_ = {};
  impl_.listed_at_ = 0;
}

/// The values of the block are right: takes them up.
void SparseValues::Impl::accept(std::uint64_t first, std::span<const Grundy> block) {
  bool new_rare = false;
  for (std::size_t i = 0; i < block.size(); ++i) {
    counts_.add(block[i], first + i);
    if (!space_.is_rare(block[i], first + i)) continue;
    space_.rare.push_back({first + i, block[i]});
    new_rare = true;
    ++new_rare_;
    if (!by_guesses_) marks_.add_rare(space_, space_.rare.back());
  }
  counted_ = first + block.size();
  if (by_guesses_ && new_rare) guesses_.list_shifts(space_, counted_);
}

}  // namespace bouton
