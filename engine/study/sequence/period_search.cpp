#include "engine/study/sequence/period_search.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "engine/base/errors.h"
#include "engine/base/progress.h"
#include "engine/heap/files/checkpoint.h"
#include "engine/heap/files/tail_checkpoint.h"
#include "engine/heap/heap_sequence.h"
#include "engine/heap/sequence_period.h"
#include "engine/heap/tail/tail_search.h"

namespace bouton {
namespace {

/// From so many heaps on it is tried whether a window is enough; twice as many when that fails.
constexpr std::uint64_t kTailHeaps = std::uint64_t{1} << 19;

class PeriodSearch {
 public:
  PeriodSearch(const TakeAndBreak& game, std::uint64_t last, const std::optional<std::filesystem::path>& checkpoint,
               const Budget& budget, std::chrono::milliseconds interval)
      : game_(game), last_(last), budget_(budget), path_(checkpoint), interval_(interval), sequence_(game) {}

  FoundPeriod run() {
    if (path_ && is_tail_checkpoint(*path_)) {
      TailCheckpoint known = read_tail_checkpoint(*path_, game_, budget_);
      sequence_.extend(known.known - 1, budget_);
      const Result<TailRules> rules = TailRules::of(game_, sequence_.values(), known.classes, known.reach);
      const bool sound = rules && rules->window(sequence_.values(), known.known) == known.progress.waypoints[0] &&
                         std::ranges::all_of(known.progress.waypoints, [&](const auto& at) { return rules->is_window(at); }) &&
                         rules->is_window(known.progress.now);
      if (!sound) throw RequestError("checkpoint " + path_->string() + ": the file is damaged");
      if (search_tail(*rules, std::move(known.progress))) return std::move(found_);
      values_file_.emplace(*path_, interval_);
    } else if (path_) {
      values_file_.emplace(*path_, interval_);
      sequence_ = values_file_->load(game_, budget_);
    }
    for (std::uint64_t heaps = kTailHeaps;; heaps *= 2)
      if (search_values(heaps)) return std::move(found_);
  }

 private:
  /// With the values of all heaps kept, up to so many. False if there is more to be done. A file with just so many values may
  /// be of a run that was ended before it tried a window: then it is tried now, so that the search ends as it would have.
  bool search_values(std::uint64_t heaps) {
    if (heaps < sequence_.size()) return false;
    const std::uint64_t last = std::min(last_, heaps - 1);
    sequence_.expect(last_);
    found_.period = find_period(sequence_, last, [&](std::uint64_t heap) { extend(heap); });
    found_.known = sequence_.size() - 1;
    if (found_.period && found_.period->proved) {
      found_.certificate = certify(game_, sequence_.values(), *found_.period);
      return true;
    }
    if (last == last_) return true;
    found_.period.reset();
    if (sequence_.size() < tail_from_) return false;
    const Result<TailRules> rules = TailRules::fit(game_, sequence_.values());
    return rules && search_tail(*rules, TailSearch::begin(*rules, sequence_.values()));
  }

  void extend(std::uint64_t heap) {
    if (values_file_) values_file_->extend(sequence_, heap, budget_);
    else sequence_.extend(heap, budget_);
  }

  /// With a window kept. False if a value does not follow from it.
  bool search_tail(const TailRules& rules, TailProgress progress) {
    TailSearch search(rules, sequence_.values(), std::move(progress));
    const auto save = [&] {
      if (!path_) return;
      const Clock::time_point start = Clock::now();
      write_tail_checkpoint(*path_, game_, {sequence_.size(), rules.classes(), rules.reach(), search.progress()});
      saved_ = Clock::now();
      writing_ = interval_.count() == 0 ? Clock::duration() : saved_ - start;
    };
    Budget with_saving = budget_;
    with_saving.progress = [&](const Progress& now) {
      if (Clock::now() > saved_ + std::max<Clock::duration>(interval_, 20 * writing_)) save();
      budget_.report(now.doing, now.done, last_);
    };
    budget_.check_memory(search.memory(), "a search for a period");
    std::optional<Recurrence> recurrence;
    try {
      recurrence = search.run(last_, with_saving);
    } catch (const Interrupted&) {
      save();
      throw;
    }
    if (recurrence) {
      found_.period = period_of(*recurrence);
      found_.tail_certificate = TailCertificate{game_, rules.classes(), rules.reach(), *std::move(recurrence)};
    } else if (search.stuck()) {
      tail_from_ = search.end() + 1;
      return false;
    }
    found_.known = search.end() - 1;
    save();
    return true;
  }

  using Clock = std::chrono::steady_clock;

  const TakeAndBreak& game_;
  const std::uint64_t last_;
  const Budget& budget_;
  const std::optional<std::filesystem::path>& path_;
  const std::chrono::milliseconds interval_;
  HeapSequence sequence_;
  std::optional<Checkpoint> values_file_;
  std::uint64_t tail_from_ = 0;  ///< windows were not enough for a heap before this one
  Clock::time_point saved_ = Clock::now();
  Clock::duration writing_{};
  FoundPeriod found_;
};

}  // namespace

FoundPeriod search_period(const TakeAndBreak& game, std::uint64_t last, const std::optional<std::filesystem::path>& checkpoint,
                          const Budget& budget, std::chrono::milliseconds interval) {
  Budget with_total = budget;
  ProgressTotal progress(with_total, "heaps", last);
  FoundPeriod found = PeriodSearch(game, last, checkpoint, with_total, interval).run();
  progress.finish();
  return found;
}

}  // namespace bouton
