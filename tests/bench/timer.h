// A limit of time for what is measured.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace bouton::bench {

/// Sets a flag after some time, unless it is called off before.
class Timer {
 public:
  explicit Timer(double seconds) : thread_([this, seconds] { wait(seconds); }) {}
  ~Timer() {
    {
      const std::scoped_lock lock(mutex_);
      done_ = true;
    }
    changed_.notify_all();
  }
  const std::atomic<bool>* flag() const { return &flag_; }

 private:
  void wait(double seconds) {
    std::unique_lock lock(mutex_);
    if (!changed_.wait_for(lock, std::chrono::duration<double>(seconds), [this] { return done_; })) flag_ = true;
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  bool done_ = false;
  std::atomic<bool> flag_{false};
  std::jthread thread_;  // last, so that it ends first
};

}  // namespace bouton::bench
