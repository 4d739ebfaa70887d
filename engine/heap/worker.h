// A second thread that waits for work: for pieces too small for a thread each.
#pragma once

#include <exception>
#include <functional>
#include <semaphore>
#include <stop_token>
#include <thread>
#include <utility>

namespace bouton {

/// One piece of work at a time. Starting one costs some microseconds.
class Worker {
 public:
  Worker() : thread_([this](const std::stop_token& stop) { work(stop); }) {}
  /// Waits for the piece that is being worked on.
  ~Worker() {
    thread_.request_stop();
    wanted_.release();
  }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// Calls `piece` on the other thread. The last one has been waited for.
  void start(std::function<void()> piece) {
    piece_ = std::move(piece);
    wanted_.release();
  }
  /// Returns when the piece that was started is done; throws what it threw.
  void wait() {
    done_.acquire();
    if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
  }

 private:
  void work(const std::stop_token& stop) {
    for (wanted_.acquire(); !stop.stop_requested(); wanted_.acquire()) {
      try {
        piece_();
      } catch (...) {
        thrown_ = std::current_exception();
      }
      done_.release();
    }
  }

  std::function<void()> piece_;
  std::exception_ptr thrown_;
  std::binary_semaphore wanted_{0};
  std::binary_semaphore done_{0};
  std::jthread thread_;  // last: the others must be there when it starts
};

}  // namespace bouton
