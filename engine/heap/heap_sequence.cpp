#include "engine/heap/heap_sequence.h"

#include <algorithm>
#include <array>
#include <ctime>
#include <limits>
#include <string>
#include <utility>

#include "engine/base/errors.h"
#include "engine/heap/code/moves.h"
#include "engine/heap/period/period.h"
#include "engine/heap/sparse/sparse_space.h"
#include "engine/heap/sparse/sparse_values.h"
#include "engine/heap/values/dense_values.h"
#include "engine/heap/values/plain_values.h"

namespace bouton {
namespace {

/// The plain way up to here: the others need some values to start from.
constexpr std::uint64_t kPlainHeaps = 2048;
/// Heaps of one piece of a trial, and pieces of a trial: at least and at most.
constexpr std::uint64_t kTrialHeaps = 1024;
constexpr int kLeastPieces = 2;
constexpr int kTrialPieces = 4;
/// What trials of the slower way may cost: a part of all the time spent so far, or these seconds.
constexpr double kTrialPart = 0.06;
constexpr double kLeastTrial = 0.01;
/// A trial ends early where a heap costs so many times what it does by the fastest way, and the ways whose cost is easily
/// told are not tried then.
constexpr double kHopeless = 2;
/// Heaps between two reports of progress; of games that have the plain way alone, where each takes its time.
constexpr std::uint64_t kReportHeaps = 16 * kSparseBlock;
constexpr std::uint64_t kReportPlainHeaps = 512;
/// Periods are looked for from so many heaps on, and up to so many: that takes 6 bytes a heap or more.
constexpr std::uint64_t kFirstProof = 512;
constexpr std::uint64_t kLastProof = std::uint64_t{1} << 22;
/// Heaps that a period gives at once.
constexpr std::uint64_t kRepeated = std::uint64_t{1} << 20;
/// With more rare heaps than this among the last quarter, as a part of it, the sparse way is not even tried: each of them
/// costs it a block.
constexpr double kManyRare = 0.01;
/// About what its lists take at first: seconds for each shift and value.
constexpr double kListed = 1e-8;
/// The sparse way's cost beside its rare heaps, in rare heaps.
constexpr double kRareBase = 64;
/// Bytes that the lists of the sparse way may take: these, and some for each heap. What takes more gains little by them.
constexpr std::size_t kListBytes = std::size_t{64} << 20;
constexpr std::size_t kListBytesOfHeap = 3;

/// What a heap costs by some way: seconds of processor time, when it was last used, and at what load.
struct Cost {
  double seconds = 0;  ///< 0: not tried yet
  double load = 1;     ///< what the cost grows with: heaps, or rare heaps
  std::uint64_t at = 0;
  double lists = 0;  ///< seconds that the last trial took for lists, beside its heaps

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
    case HeapWay::periodic: return "periodic";
  }
  return "";
}

/// The solvers behind each way, and what they have cost so far.
class HeapSequence::Ways {
 public:
  explicit Ways(const TakeAndBreak& game) : game_(game), moves_(bounded_moves(game)), theorem_(period_theorem(game)) {
    if (theorem_ && theorem_->kind == PeriodTheorem::Kind::all_but) theorem_.reset();
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
    const std::uint64_t stop = std::min<std::uint64_t>(last + 1, values.size() + 64);
    while (values.size() < stop) {
      budget.check_stop();
      values.push_back(plain_->next(values));
    }
  }
  /// The next heaps, at least one and at most up to `last`, by a way that applies.
  void advance(HeapWay way, GrundyValues& values, std::uint64_t last, const Budget& budget) {
    const double before = seconds_worked();
    const std::uint64_t first = values.size();
    switch (way) {
      case HeapWay::plain: plain(values, last, budget); break;
      case HeapWay::dense: dense_->extend(values, last, budget); break;
      case HeapWay::sparse: sparse(values, last, budget); break;
      case HeapWay::periodic: break;
    }
    const double seconds = seconds_worked() - before;
    spent_ += seconds;
    latest_ = values.size() > first ? seconds / static_cast<double>(values.size() - first) : 0;
  }

  /// The next heaps by a period, if one is proved.
  bool repeat(GrundyValues& values, std::uint64_t last, const Budget& budget) {
    if (!period_ && theorem_ && values.size() >= next_proof_) look_for_period(values);
    if (!period_) return false;
    budget.check_stop();
    values.repeat(*period_, std::min(last + 1 - values.size(), kRepeated));
    return true;
  }

  /// The next heaps by the way that has been the fastest, now and then by another; returns the fastest one.
  HeapWay advance(GrundyValues& values, std::uint64_t last, const Budget& budget) {
    const Choice choice = fast(values) ? choose(values, budget) : Choice{HeapWay::plain, std::nullopt};
    if (choice.trial) {
      try_out(*choice.trial, values, last, budget);
      return choice.best;
    }
    const HeapWay way = choice.best;
    const std::uint64_t heaps = values.size();
    advance(way, values, std::min(last, heaps + (way == HeapWay::sparse ? SparseValues::kPiece : kReportHeaps) - 1), budget);
    if (!moves_ || latest_ == 0) return way;
    const double load = load_of(way, values);
    Cost& known = cost(way);
    known = {known.known() ? 0.75 * known.at_load(load) + 0.25 * latest_ : latest_, load, values.size(), known.lists};
    return way;
  }

  /// How the cost of a heap grows with the heaps, by a way (see Progress::growth).
  double growth(HeapWay way) const {
    switch (way) {
      case HeapWay::sparse:
      case HeapWay::periodic: return 0;
      case HeapWay::dense: return 1;
      case HeapWay::plain: break;
    }
    // Each heap goes through what a move takes, where that has no bound, and how the rest is divided in two.
    return game_.most_removed() && game_.most_heaps().value_or(2) < 2 ? 0 : 1;
  }

  std::optional<std::uint64_t> rare_heaps() const {
    if (!sparse_ran_) return std::nullopt;
    return sparse_->rare_heaps() + (sparse_->classes().common(0, 0) ? 0 : 1);
  }
  std::size_t memory() const { return (sparse_ ? sparse_->memory() : 0) + (dense_ ? dense_->memory() : 0); }

 private:
  void sparse(GrundyValues& values, std::uint64_t last, const Budget& budget) {
    const std::uint64_t first = values.size();
    sparse_ran_ = true;
    sparse_->prepare(values);
    sparse_->extend(values, last, budget);
    // Values may have become too great for it.
    if (values.size() == first) dense_->extend(values, last, budget);
  }

  /// What the cost of a heap grows with.
  double load_of(HeapWay way, const GrundyValues& values) const {
    if (way != HeapWay::sparse) return static_cast<double>(values.size());
    return static_cast<double>(sparse_->rare_heaps()) + kRareBase;
  }

  Cost& cost(HeapWay way) { return costs_[static_cast<std::size_t>(way)]; }
  /// Seconds for a heap. A way that was not tried is not counted on: only the plain one, where a sequence goes on that others
  /// began.
  double predicted(HeapWay way, const GrundyValues& values) {
    return cost(way).known() ? cost(way).at_load(load_of(way, values)) : std::numeric_limits<double>::infinity();
  }

  /// The way that seems the fastest, and one that is to be tried instead.
  struct Choice {
    HeapWay best;
    std::optional<HeapWay> trial;
  };

  Choice choose(const GrundyValues& values, const Budget& budget) {
    const std::uint64_t heaps = values.size();
    const std::uint64_t room = std::min<std::uint64_t>(budget.memory / 2, kListBytes + kListBytesOfHeap * heaps);
    const bool sparse_applies = values.greatest() < SparseValues::kMostValue / 2 &&
                                sparse_->memory_for(values.greatest(), sparse_->rare_heaps()) < room;
    if (!cost(HeapWay::dense).known()) return {HeapWay::plain, HeapWay::dense};
    HeapWay best = HeapWay::plain;
    for (const HeapWay way : {HeapWay::dense, HeapWay::sparse})
      if ((way != HeapWay::sparse || sparse_applies) && predicted(way, values) < predicted(best, values)) best = way;
    if (sparse_applies && heaps > cost(HeapWay::sparse).at && heaps > counted_at_ + counted_at_ / 4) {
      sparse_->prepare(values);  // counts the rare heaps
      counted_at_ = heaps;
      const std::uint64_t quarter = heaps / 4;
      const bool few =
          static_cast<double>(sparse_->rare_heaps_from(heaps - quarter)) < kManyRare * static_cast<double>(quarter);
      const double lists = static_cast<double>(sparse_->rare_heaps() * moves_->two.size()) * values.greatest() * kListed;
      if (few && !cost(HeapWay::sparse).known() && lists < std::max(kLeastTrial, kTrialPart * spent_))
        return {best, HeapWay::sparse};
    }
    // What was true of small heaps need not be true of large ones.
    for (const HeapWay way : {HeapWay::plain, HeapWay::dense, HeapWay::sparse}) {
      if (way == best || !cost(way).known() || (way == HeapWay::sparse && !sparse_applies)) continue;
      if (way != HeapWay::sparse && predicted(way, values) > kHopeless * predicted(best, values)) continue;
      const double price = predicted(way, values) * kTrialHeaps + cost(way).lists;
      if (heaps > cost(way).at + cost(way).at / 2 && price < std::max(kLeastTrial, kTrialPart * spent_)) return {best, way};
    }
    return {best, std::nullopt};
  }

  void look_for_period(const GrundyValues& values) {
    const std::uint64_t size = values.size();
    if (size > kLastProof) return;
    const PeriodProof proof = prove_period(*theorem_, values);
    if (proof.proved) period_ = proof.proved->period;
    // Where a period that is in sight will be proved; but not step by step after one that never is.
    next_proof_ = std::min(size + size / 4, std::max(proof.needed + 1, size + size / 32));
  }

  /// A few thousand heaps by a way that is perhaps slower. The cheapest step tells: making lists comes before it, and is rare
  /// where a way is kept to. So the first piece, which has the lists in it, does not say that a way is hopeless.
  void try_out(HeapWay way, GrundyValues& values, std::uint64_t last, const Budget& budget) {
    const double before = spent_;
    const std::uint64_t first = values.size();
    const double allowed = spent_ + std::max(kLeastTrial, kTrialPart * spent_);
    const double fastest =
        std::min({predicted(HeapWay::plain, values), predicted(HeapWay::dense, values), predicted(HeapWay::sparse, values)});
    double best = 0;
    for (int piece = 0; piece < kTrialPieces && values.size() <= last && (piece < kLeastPieces || spent_ < allowed); ++piece) {
      for (const std::uint64_t until = std::min(last, values.size() + kTrialHeaps - 1); values.size() <= until;) {
        advance(way, values, until, budget);
        if (latest_ > 0 && (best == 0 || latest_ < best)) best = latest_;
      }
      if (piece + 1 >= kLeastPieces && best > kHopeless * fastest) break;
    }
    const double lists = way == HeapWay::sparse ? spent_ - before - best * static_cast<double>(values.size() - first) : 0;
    cost(way) = {best, load_of(way, values), values.size(), std::max(0.0, lists)};
  }

  TakeAndBreak game_;
  std::optional<BoundedMoves> moves_;
  std::uint64_t first_fast_ = 0;
  std::optional<PeriodTheorem> theorem_;
  std::optional<std::uint64_t> period_;  ///< proved
  std::uint64_t next_proof_ = kFirstProof;
  std::optional<PlainValues> plain_;
  std::optional<DenseValues> dense_;
  std::optional<SparseValues> sparse_;
  std::array<Cost, 3> costs_;  ///< of each way
  bool sparse_ran_ = false;
  double spent_ = 0;              ///< seconds so far
  double latest_ = 0;             ///< seconds a heap of the last step; 0 where they were too few to measure
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
  if (way == HeapWay::periodic) throw RequestError("periodic: this way cannot be asked for by itself");
  if (way && *way != HeapWay::plain && !ways_->fast())
    throw RequestError(std::string(name(*way)) +
                       ": only for games with moves that leave two heaps, and none that leaves more, "
                       "removes any number of tokens, or leaves heaps of equal size");
  constexpr std::uint64_t kMost = std::uint64_t{1} << 60;  // bytes that can be counted
  budget.check_memory(std::min(last, kMost) * values_.width(), "a sequence of this length");
  values_.reserve(last + 1);
  const std::uint64_t end = std::max(last, expected_);
  std::uint64_t reported = size();
  while (size() <= last) {
    if (!way && use_periods_ && ways_->repeat(values_, last, budget)) {
      way_ = HeapWay::periodic;
    } else if (!way) {
      way_ = ways_->advance(values_, last, budget);
    } else {
      way_ = ways_->fast(values_) ? *way : HeapWay::plain;
      ways_->advance(way_, values_, last, budget);
    }
    const std::uint64_t apart = ways_->fast() || way_ != HeapWay::plain ? kReportHeaps : kReportPlainHeaps;
    if (size() < reported + apart && size() <= last) continue;
    reported = size();
    budget.check_memory(memory() + (last + 1 - size()) * values_.width(), "a sequence of this length");
    if (budget.progress) budget.progress({"heaps", size() - 1, end, ways_->growth(way_)});
  }
}

std::optional<std::uint64_t> HeapSequence::rare_heaps() const { return ways_ ? ways_->rare_heaps() : std::nullopt; }

std::size_t HeapSequence::memory() const { return values_.memory() + (ways_ ? ways_->memory() : 0); }

}  // namespace bouton
