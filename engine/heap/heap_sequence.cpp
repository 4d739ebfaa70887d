#include "engine/heap/heap_sequence.h"

#include <algorithm>
#include <ctime>
#include <string>
#include <utility>

#include "engine/errors.h"
#include "engine/heap/dense_values.h"
#include "engine/heap/moves.h"
#include "engine/heap/plain_values.h"
#include "engine/heap/sparse_values.h"

namespace bouton {
namespace {

/// The plain way up to here: the others need some values to start from.
constexpr std::uint64_t kPlainHeaps = 2048;
/// Heaps of one piece of a trial, and pieces of a trial at most.
constexpr std::uint64_t kTrialHeaps = 512;
constexpr int kTrialPieces = 6;
/// What trials of the slower way may cost: a part of all the time spent so far, or these seconds.
constexpr double kTrialPart = 0.04;
constexpr double kLeastTrial = 0.002;
/// Heaps between two reports of progress.
constexpr std::uint64_t kReportHeaps = 1 << 13;
/// The sparse way's cost beside its rare heaps, in rare heaps.
constexpr double kRareBase = 64;

/// What a heap costs by some way: seconds of processor time, when it was last used, and at what load.
struct Cost {
  double seconds = 0;  ///< 0: not tried yet
  double load = 1;     ///< what the cost grows with: heaps, or rare heaps
  std::uint64_t at = 0;

  bool known() const { return seconds > 0; }
  double at_load(double now) const { return seconds * now / load; }
};

/// Seconds that this thread has worked. Not the time of day: what else the machine does would decide which way is taken.
double seconds_worked() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace

std::string_view name(HeapWay way) {
  switch (way) {
    case HeapWay::plain: return "plain";
    case HeapWay::dense: return "dense";
    case HeapWay::sparse: return "sparse space";
  }
  return "";
}

/// The solvers behind each way, and what they have cost so far.
class HeapSequence::Ways {
 public:
  explicit Ways(const TakeAndBreak& game) : game_(game), moves_(bounded_moves(game)) {
    if (moves_ && moves_->two.empty()) moves_.reset();
    if (!moves_) return;
    first_fast_ = std::max({kPlainHeaps, SparseValues::first_heap(*moves_), DenseValues::first_heap(*moves_)});
    sparse_.emplace(*moves_);
    dense_.emplace(*moves_);
  }

  bool fast() const { return moves_.has_value(); }
  bool fast(const GrundyValues& values) const {
    return moves_ && values.size() >= first_fast_ && values.greatest() < DenseValues::kMostValue / 2;
  }

  void plain(GrundyValues& values, std::uint64_t last, const Budget& budget) {
    if (!plain_) plain_.emplace(game_, budget);
    plain_->set_budget(budget);
    const std::uint64_t stop = std::min(last + 1, values.size() + 64);
    while (values.size() < stop) {
      budget.check_stop();
      values.push_back(plain_->next(values));
    }
  }
  /// The next heaps, at least one and at most up to `last`, by a way that applies.
  void advance(HeapWay way, GrundyValues& values, std::uint64_t last, const Budget& budget) {
    if (way == HeapWay::plain) return plain(values, last, budget);
    const double before = seconds_worked();
    const std::uint64_t first = values.size();
    if (way == HeapWay::dense) dense_->extend(values, last, budget);
    else sparse(values, last, budget);
    const double seconds = seconds_worked() - before;
    spent_ += seconds;
    latest_ = values.size() > first ? seconds / static_cast<double>(values.size() - first) : 0;
  }

  /// The next heaps by the way that has been the fastest, now and then by the other.
  HeapWay advance(GrundyValues& values, std::uint64_t last, const Budget& budget) {
    if (!fast(values)) {
      plain(values, last, budget);
      return HeapWay::plain;
    }
    const auto [way, trial] = choose(values);
    if (trial) {
      try_out(way, values, last, budget);
    } else {
      const std::uint64_t heaps = values.size();
      advance(way, values, std::min(last, heaps + kReportHeaps - 1), budget);
      Cost& cost = way == HeapWay::dense ? dense_cost_ : sparse_cost_;
      const double load = load_of(way, values);
      if (latest_ > 0) cost = {0.75 * cost.at_load(load) + 0.25 * latest_, load, values.size()};
    }
    return way;
  }

  std::optional<std::uint64_t> rare_heaps() const {
    if (!sparse_cost_.known()) return std::nullopt;
    return sparse_->rare_heaps();
  }
  std::size_t memory() const { return (sparse_ ? sparse_->memory() : 0) + (dense_ ? dense_->memory() : 0); }

 private:
  void sparse(GrundyValues& values, std::uint64_t last, const Budget& budget) {
    const std::uint64_t first = values.size();
    sparse_->prepare(values);
    sparse_->extend(values, last, budget);
    // Values may have become too great for it.
    if (values.size() == first) dense_->extend(values, last, budget);
  }

  /// What the cost of a heap grows with.
  double load_of(HeapWay way, const GrundyValues& values) const {
    if (way == HeapWay::dense) return static_cast<double>(values.size());
    return static_cast<double>(sparse_->rare_heaps()) + kRareBase;
  }

  /// The way for the next heaps, and whether it is only tried.
  std::pair<HeapWay, bool> choose(const GrundyValues& values) {
    const std::uint64_t heaps = values.size();
    if (values.greatest() >= SparseValues::kMostValue / 2) return {HeapWay::dense, !dense_cost_.known()};
    if (!dense_cost_.known()) return {HeapWay::dense, true};
    if (!sparse_cost_.known()) return {HeapWay::sparse, true};
    if (dense_cost_.at > sparse_cost_.at && heaps > counted_at_ + counted_at_ / 4) {
      sparse_->prepare(values);  // counts the rare heaps
      counted_at_ = heaps;
    }
    const double dense = dense_cost_.at_load(static_cast<double>(heaps));
    const double sparse = sparse_cost_.at_load(load_of(HeapWay::sparse, values));
    const HeapWay better = dense < sparse ? HeapWay::dense : HeapWay::sparse;
    const Cost& other = better == HeapWay::dense ? sparse_cost_ : dense_cost_;
    // What was true of small heaps need not be true of large ones.
    const double price = std::max(dense, sparse) * kTrialHeaps;
    if (heaps > other.at + other.at / 2 && price < std::max(kLeastTrial, kTrialPart * spent_))
      return {better == HeapWay::dense ? HeapWay::sparse : HeapWay::dense, true};
    return {better, false};
  }

  /// A few hundred heaps by a way that is perhaps slower. The cheapest piece tells: making lists comes before it, and is
  /// rare where a way is kept to.
  void try_out(HeapWay way, GrundyValues& values, std::uint64_t last, const Budget& budget) {
    const double allowed = spent_ + std::max(kLeastTrial, kTrialPart * spent_);
    double best = 0;
    for (int piece = 0; piece < kTrialPieces && values.size() <= last && (best == 0 || spent_ < allowed); ++piece) {
      for (const std::uint64_t until = std::min(last, values.size() + kTrialHeaps - 1); values.size() <= until;) {
        advance(way, values, until, budget);
        if (latest_ > 0 && (best == 0 || latest_ < best)) best = latest_;
      }
    }
    Cost& cost = way == HeapWay::dense ? dense_cost_ : sparse_cost_;
    cost = {best, load_of(way, values), values.size()};
  }

  TakeAndBreak game_;
  std::optional<BoundedMoves> moves_;
  std::uint64_t first_fast_ = 0;
  std::optional<PlainValues> plain_;
  std::optional<DenseValues> dense_;
  std::optional<SparseValues> sparse_;
  Cost dense_cost_, sparse_cost_;
  double spent_ = 0;   ///< seconds in the fast ways
  double latest_ = 0;  ///< seconds a heap of the last step; 0 where they were too few to measure
  std::uint64_t counted_at_ = 0;  ///< heaps when the rare ones were last counted
};

HeapSequence::HeapSequence(TakeAndBreak game) : HeapSequence(std::move(game), GrundyValues()) {}

HeapSequence::HeapSequence(TakeAndBreak game, GrundyValues values) : game_(std::move(game)), values_(std::move(values)) {}

HeapSequence::~HeapSequence() = default;
HeapSequence::HeapSequence(HeapSequence&&) noexcept = default;
HeapSequence& HeapSequence::operator=(HeapSequence&&) noexcept = default;

void HeapSequence::extend(std::uint64_t last, const Budget& budget) { run(last, std::nullopt, budget); }

void HeapSequence::extend(std::uint64_t last, HeapWay way, const Budget& budget) { run(last, way, budget); }

void HeapSequence::run(std::uint64_t last, std::optional<HeapWay> way, const Budget& budget) {
  if (size() > last) return;
  if (!ways_) ways_ = std::make_unique<Ways>(game_);
  if (way && *way != HeapWay::plain && !ways_->fast())
    throw RequestError(std::string(name(*way)) + ": only for games with moves that leave two heaps, and none that leaves more, "
                       "removes any number of tokens, or leaves heaps of equal size");
  budget.check_memory((last + 1) * values_.width(), "a sequence of this length");
  values_.reserve(last + 1);
  const std::uint64_t from = size();
  std::uint64_t reported = from;
  while (size() <= last) {
    if (!way) {
      way_ = ways_->advance(values_, last, budget);
    } else {
      way_ = ways_->fast(values_) ? *way : HeapWay::plain;
      ways_->advance(way_, values_, last, budget);
    }
    if (size() < reported + kReportHeaps && size() <= last) continue;
    reported = size();
    budget.check_memory(memory() + (last + 1 - size()) * values_.width(), "a sequence of this length");
    if (budget.progress) budget.progress({"heaps", size() - from, last + 1 - from});
  }
}

std::optional<std::uint64_t> HeapSequence::rare_heaps() const { return ways_ ? ways_->rare_heaps() : std::nullopt; }

std::size_t HeapSequence::memory() const { return values_.memory() + (ways_ ? ways_->memory() : 0); }

}  // namespace bouton
