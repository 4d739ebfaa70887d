// What a computation says of its progress, and stopping it at a place that is counted, for tests.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "engine/base/budget.h"
#include "engine/base/errors.h"

namespace bouton::test {

/// Keeps all reports.
class Reports {
 public:
  std::function<void(const Progress&)> listener() {
    return [this](const Progress& progress) {
      done_.push_back(progress.done);
      totals_.push_back(progress.total);
      doing_.emplace_back(progress.doing);
    };
  }
  const std::vector<std::uint64_t>& done() const { return done_; }

  /// There were reports; all are of `total` things, none goes back or beyond it, and the last one is of all of them.
  void expect_one_total(std::string_view doing, std::uint64_t total, bool to_the_end = true) const {
    ASSERT_FALSE(done_.empty());
    for (std::size_t i = 0; i < done_.size(); ++i) {
      EXPECT_EQ(doing_[i], doing);
      EXPECT_EQ(totals_[i], total);
      EXPECT_LE(done_[i], total);
      if (i > 0) EXPECT_GE(done_[i], done_[i - 1]);
    }
    if (to_the_end) EXPECT_EQ(done_.back(), total);
  }

 private:
  std::vector<std::uint64_t> done_, totals_;
  std::vector<std::string> doing_;
};

/// How often `work` looks whether to stop when nobody stops it.
inline std::int64_t polls_of(const std::function<void(const Budget&)>& work, Budget budget = {}) {
  constexpr std::int64_t kMany = std::numeric_limits<std::int64_t>::max();
  std::atomic<std::int64_t> left = kMany;
  budget.polls_left = &left;
  work(budget);
  return kMany - left;
}

/// Stops `work` at its first look, at its last one and at some between: it ends as one that was interrupted, and looks no
/// more than once more a thread. Of looks there are at least `least`, which says how much work lies between two.
inline void expect_stops(const std::function<void(const Budget&)>& work, std::int64_t least, const Budget& budget = {}) {
  const std::int64_t all = polls_of(work, budget);
  EXPECT_GE(all, least);
  for (const std::int64_t at : {std::int64_t{0}, all / 3, all / 2, all - 1}) {
    std::atomic<std::int64_t> left = at;
    Budget stopped = budget;
    stopped.polls_left = &left;
    EXPECT_THROW(work(stopped), Interrupted) << "at look " << at << " of " << all;
    EXPECT_GE(left, -2 * static_cast<std::int64_t>(budget.threads)) << "at look " << at << " of " << all;
  }
}

}  // namespace bouton::test
