// One worker at a time, and a way to stop the one who works.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>

#include "engine/base/errors.h"

namespace bouton::c {

/// Calls take turns. The work that is run must look at stop() now and then.
///
/// A process may be copied (fork) while somebody works. The thread that does is not in the copy: there the work stays half done
/// for ever, and the gate refuses everybody.
class Gate {
 public:
  const std::atomic<bool>& stop() const { return stop_; }
  /// For run(): calls of cancel() that come later than this concern the caller.
  std::uint64_t epoch() const {
    const std::scoped_lock lock(state_);
    return epoch_;
  }

  /// Runs `work` when it is the caller's turn. Throws Interrupted if cancel() was called since `epoch`, RequestError if the
  /// work of another thread was left half done in this copy of a process.
  template <class Work>
  auto run(std::uint64_t epoch, Work work) {
    if (abandoned_)
      throw RequestError(
          "this runtime was at work in another thread when the process was forked, and that thread is not in the child; make a "
          "new "
          "runtime in the child");
    const std::scoped_lock turn(turn_);
    const Working working(*this, epoch);
    return work();
  }
  template <class Work>
  auto run(Work work) {
    return run(epoch(), std::move(work));
  }

  /// Stops the call that works and those that wait for their turn. May be called from any thread, and returns at once.
  void cancel() {
    const std::scoped_lock lock(state_);
    ++epoch_;
    if (busy_) stop_.store(true, std::memory_order_relaxed);
  }
  /// Stops the call that works: for the progress callback.
  void stop_now() { stop_.store(true, std::memory_order_relaxed); }

  /// Before the process is copied: nobody begins or ends work until let_go() is called here, and become_copy() in the copy.
  void hold() {
    state_.lock();
    idle_ = !busy_ && turn_.try_lock();
  }
  void let_go() {
    if (idle_) turn_.unlock();
    state_.unlock();
  }
  void become_copy() {
    if (!idle_) abandoned_ = true;
    stop_.store(false, std::memory_order_relaxed);
    let_go();
  }
  /// Whether this is a copy in which work was left half done.
  bool abandoned() const { return abandoned_; }

 private:
  class Working {
   public:
    Working(Gate& gate, std::uint64_t epoch) : gate_(gate) {
      const std::scoped_lock lock(gate_.state_);
      if (gate_.epoch_ != epoch) throw Interrupted();
      gate_.busy_ = true;
    }
    ~Working() {
      const std::scoped_lock lock(gate_.state_);
      gate_.busy_ = false;
      gate_.stop_.store(false, std::memory_order_relaxed);
    }
    Working(const Working&) = delete;
    Working& operator=(const Working&) = delete;

   private:
    Gate& gate_;
  };

  std::mutex turn_;
  mutable std::mutex state_;
  std::uint64_t epoch_ = 0;
  bool busy_ = false;
  bool idle_ = false;       ///< between hold() and let_go(): whether nobody works
  bool abandoned_ = false;  ///< changes while the process has one thread
  std::atomic<bool> stop_{false};
};

}  // namespace bouton::c
