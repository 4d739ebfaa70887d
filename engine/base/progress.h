// One count and one total for a question that takes several steps.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <thread>

#include "engine/base/budget.h"

namespace bouton {

/// For its lifetime, the listener of `budget` hears of one total, `total`: what the steps of the question report in units of
/// their own is scaled to it. The count never decreases, even if a step starts again, and never is more than the total. What
/// has no total of its own (Progress::total is 0, or Progress::is_step) is told as what was looked at beside the count.
///
/// Made by the outermost question, before anything copies the budget: a ProgressTotal within another adds to it. Reports from
/// other threads than that which made this object are not heard. `budget` and `doing` must outlive this object.
class ProgressTotal {
 public:
  /// What becomes of totals that the steps report.
  enum class Steps {
    are_scaled,  ///< they are the work, or the part of it that step() says
    are_beside   ///< the work is counted by reports of `doing` and `total`; all else goes on beside it
  };

  /// `growth`: of the cost of the things (see Progress), where steps report parts of them.
  ProgressTotal(Budget& budget, std::string_view doing, std::uint64_t total, double growth = 0,
                Steps steps = Steps::are_scaled);
  ~ProgressTotal() { budget_.progress = std::move(listener_); }
  ProgressTotal(const ProgressTotal&) = delete;
  ProgressTotal& operator=(const ProgressTotal&) = delete;

  /// What the steps report from here on is of the things from `first` up to `last`, not of all of them.
  void step(std::uint64_t first, std::uint64_t last);
  /// Says that all is done.
  void finish();

 private:
  void hear(const Progress& progress);
  void tell(std::uint64_t done, double growth);
  bool is_whole() const { return first_ == 0 && last_ == total_; }

  Budget& budget_;
  std::string_view doing_;
  std::uint64_t total_;
  double growth_;
  Steps steps_;
  std::uint64_t first_ = 0;
  std::uint64_t last_;
  std::uint64_t done_ = 0;
  std::uint64_t looked_at_ = 0, looked_before_ = 0;  ///< by what looks now, and by all before it
  std::thread::id thread_ = std::this_thread::get_id();
  std::function<void(const Progress&)> listener_;
};

/// For its lifetime, the listener of `budget` hears that all totals are those of steps: of a question of which nobody knows how
/// many steps it takes. Counts of the same things without a total are added up where one begins again, as when a search takes
/// over from another. Within a ProgressTotal all go on beside its count. As to threads and lifetimes the same.
class ProgressSteps {
 public:
  explicit ProgressSteps(Budget& budget);
  ~ProgressSteps() { budget_.progress = std::move(listener_); }
  ProgressSteps(const ProgressSteps&) = delete;
  ProgressSteps& operator=(const ProgressSteps&) = delete;

 private:
  void hear(const Progress& progress);

  Budget& budget_;
  std::string doing_;  ///< what was counted last without a total
  std::uint64_t done_ = 0, before_ = 0;
  std::thread::id thread_ = std::this_thread::get_id();
  std::function<void(const Progress&)> listener_;
};

/// How the cost of things grows, from what the last of them have cost: counted work, such as options that were looked at.
class MeasuredGrowth {
 public:
  /// For the first `done` things, `work` was done; neither is less than it was before. Returns what Progress::growth is.
  double after(std::uint64_t done, std::uint64_t work);

 private:
  struct Mark {
    double done, work;
  };
  std::deque<Mark> marks_;  ///< of the last things
};

}  // namespace bouton
