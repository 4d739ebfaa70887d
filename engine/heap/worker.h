// A second thread that waits for work: for pieces too small for a thread each.
#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <semaphore>
#include <stop_token>
#include <thread>
#include <utility>

namespace bouton {

/// One piece of work at a time. Starting one costs some microseconds, and a processor that is busy otherwise costs little: a
/// piece that the worker has not begun when it is waited for is done by the one who waits.
class Worker {
 public:
  Worker() : thread_([this](const std::stop_token& stop) { work(stop); }) {}
  /// The last piece has been waited for.
  ~Worker() {
    thread_.request_stop();
    wanted_.release();
  }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// Calls `piece` on the other thread. The last one has been waited for.
  void start(std::function<void()> piece) {
    piece_ = std::move(piece);
    open_.store(true, std::memory_order_release);
    wanted_.release();
  }
  /// Returns when the piece that was started is done; throws what it threw.
  void wait() {
    if (open_.exchange(false, std::memory_order_acq_rel)) {
      piece_();
      return;
    }
    acquire(done_);
    if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
  }

 private:
  /// Looks for some ten microseconds before it goes to sleep: waking up takes as long.
  template <class Semaphore>
  static void acquire(Semaphore& semaphore) {
    constexpr int kLooks = 4000;
    for (int look = 0; look < kLooks; ++look)
      if (semaphore.try_acquire()) return;
    semaphore.acquire();
  }
  void work(const std::stop_token& stop) {
    for (acquire(wanted_); !stop.stop_requested(); acquire(wanted_)) {
      if (!open_.exchange(false, std::memory_order_acq_rel)) continue;  // done by the other thread
      try {
        piece_();
      } catch (...) {
        thrown_ = std::current_exception();
      }
      done_.release();
    }
  }

  std::function<void()> piece_;
  std::atomic<bool> open_ = false;  ///< the piece has not been begun
  std::exception_ptr thrown_;
  std::counting_semaphore<> wanted_{0};
  std::binary_semaphore done_{0};
  std::jthread thread_;  // last: the others must be there when it starts
};

}  // namespace bouton
