#include "engine/heap/heap_sequence.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <tuple>
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
/// Heaps that a way is tried on before it is compared with the other.
constexpr std::uint64_t kTrialHeaps = 512;
/// Heaps between two reports of progress.
constexpr std::uint64_t kReportHeaps = 1 << 12;

/// What a way costs: seconds for a heap, when it was last used, and at what load.
struct Cost {
  double seconds = 0;  ///< 0: not tried yet
  double load = 1;     ///< what the cost grows with: heaps, or rare heaps
  std::uint64_t at = 0;

  bool known() const { return seconds > 0; }
  double at_load(double now) const { return seconds * now / load; }
};

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
  void dense(GrundyValues& values, std::uint64_t last, const Budget& budget) {
    timed(dense_cost_, values, static_cast<double>(values.size()), [&] { dense_->extend(values, last, budget); });
  }
  void sparse(GrundyValues& values, std::uint64_t last, const Budget& budget) {
    sparse_->prepare(values);
    timed(sparse_cost_, values, static_cast<double>(sparse_->rare_heaps() + 1),
          [&] { sparse_->extend(values, last, budget); });
  }
  bool sparse_applies(const GrundyValues& values) const { return values.greatest() < SparseValues::kMostValue / 2; }

  /// The way for the next heaps, and how many of them.
  std::pair<HeapWay, std::uint64_t> choose(const GrundyValues& values) {
    const std::uint64_t heaps = values.size();
    if (!sparse_applies(values)) return {HeapWay::dense, kReportHeaps};
    if (!sparse_cost_.known()) return {HeapWay::sparse, kTrialHeaps};
    if (!dense_cost_.known()) return {HeapWay::dense, kTrialHeaps};
    const double dense = dense_cost_.at_load(static_cast<double>(heaps));
    // Only the sparse way counts rare heaps; where it was not used, their part is taken to be what it was.
    const double since = static_cast<double>(heaps) / static_cast<double>(sparse_cost_.at);
    const double sparse = sparse_cost_.seconds * (dense_cost_.at > sparse_cost_.at ? since : 1);
    const HeapWay better = dense < sparse ? HeapWay::dense : HeapWay::sparse;
    const Cost& other = better == HeapWay::dense ? sparse_cost_ : dense_cost_;
    // What was true of small heaps need not be true of large ones.
    if (heaps > 2 * other.at && std::max(dense, sparse) < 4 * std::min(dense, sparse))
      return {better == HeapWay::dense ? HeapWay::sparse : HeapWay::dense, kTrialHeaps};
    return {better, kReportHeaps};
  }

  std::optional<std::uint64_t> rare_heaps() const {
    if (!sparse_cost_.known()) return std::nullopt;
    return sparse_->rare_heaps();
  }
  std::size_t memory() const { return (sparse_ ? sparse_->memory() : 0) + (dense_ ? dense_->memory() : 0); }

 private:
  template <class Work>
  void timed(Cost& cost, const GrundyValues& values, double load, Work&& work) {
    using Clock = std::chrono::steady_clock;
    const std::uint64_t before = values.size();
    const Clock::time_point start = Clock::now();
    work();
    if (values.size() == before) return;
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count() / static_cast<double>(values.size() - before);
    cost = {cost.known() ? 0.75 * cost.at_load(load) + 0.25 * seconds : seconds, load, values.size()};
  }

  TakeAndBreak game_;
  std::optional<BoundedMoves> moves_;
  std::uint64_t first_fast_ = 0;
  std::optional<PlainValues> plain_;
  std::optional<DenseValues> dense_;
  std::optional<SparseValues> sparse_;
  Cost dense_cost_, sparse_cost_;
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
  while (size() <= last) {
    HeapWay next = HeapWay::plain;
    std::uint64_t heaps = kReportHeaps;
    if (ways_->fast(values_) && way != HeapWay::plain) std::tie(next, heaps) = ways_->choose(values_);
    if (way && next != HeapWay::plain) next = *way;
    way_ = next;
    const std::uint64_t until = std::min(last, size() + heaps - 1);
    while (size() <= until) {
      switch (next) {
        case HeapWay::plain: ways_->plain(values_, until, budget); break;
        case HeapWay::dense: ways_->dense(values_, until, budget); break;
        case HeapWay::sparse: ways_->sparse(values_, until, budget); break;
      }
    }
    budget.check_memory(memory() + (last + 1 - size()) * values_.width(), "a sequence of this length");
    if (budget.progress) budget.progress({"heaps", size() - from, last + 1 - from});
  }
}

std::optional<std::uint64_t> HeapSequence::rare_heaps() const { return ways_ ? ways_->rare_heaps() : std::nullopt; }

std::size_t HeapSequence::memory() const { return values_.memory() + (ways_ ? ways_->memory() : 0); }

}  // namespace bouton
