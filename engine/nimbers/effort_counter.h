// How much a thread of a search has looked at, and when it is to end.
#pragma once

#include <atomic>
#include <cstdint>

#include "engine/base/budget.h"

namespace bouton::nimbers {

/// Ends a thread's search: another one has the answer, or the effort is spent.
struct Ended {};

/// What the threads of one search share.
struct SharedEffort {
  std::atomic<bool> ended = false;
  std::atomic<std::uint64_t> positions = 0;
  std::atomic<std::uint64_t> options = 0;
  std::uint64_t most_positions = 0;
};

/// Counts for one thread; what it counts is told to the others now and then, and at its end. The first of the threads tells
/// the budget.
class EffortCounter {
 public:
  EffortCounter(const Budget& budget, SharedEffort& effort, bool first) : budget_(budget), effort_(effort), first_(first) {}
  ~EffortCounter() { publish(); }
  EffortCounter(const EffortCounter&) = delete;
  EffortCounter& operator=(const EffortCounter&) = delete;

 protected:
  /// One more position. Throws Ended, and in the first thread Interrupted.
  void count() {
    if (++positions_ % 64 == 0) tell();
    if (effort_.ended.load(std::memory_order_relaxed)) throw Ended();
  }

  std::uint64_t positions_ = 0;
  std::uint64_t options_looked_at_ = 0;

 private:
  static constexpr std::uint64_t kReport = 1 << 14;

  std::uint64_t publish() {
    const std::uint64_t all = effort_.positions.fetch_add(positions_ - told_, std::memory_order_relaxed) + positions_ - told_;
    effort_.options.fetch_add(options_looked_at_ - told_options_, std::memory_order_relaxed);
    told_ = positions_;
    told_options_ = options_looked_at_;
    return all;
  }
  void tell() {
    const std::uint64_t all = publish();
    // Positions with very many options count for more than one.
    constexpr std::uint64_t kOptionsAPosition = 20;
    if (all > effort_.most_positions || effort_.options / kOptionsAPosition > effort_.most_positions) effort_.ended = true;
    if (!first_) return;
    budget_.check_stop();
    if (positions_ / kReport != reported_) {
      reported_ = positions_ / kReport;
      budget_.report("positions", all, 0);
    }
  }

  const Budget& budget_;
  SharedEffort& effort_;
  bool first_;
  std::uint64_t told_ = 0, told_options_ = 0, reported_ = 0;
};

}  // namespace bouton::nimbers
