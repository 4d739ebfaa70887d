// A limit of processor time for what is measured.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <ctime>
#include <mutex>
#include <thread>

namespace bouton::bench {

/// What the process has taken so far, whatever else the machine does.
inline double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// Sets a flag when the process has taken some more processor time, unless it is called off before.
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
    constexpr std::chrono::milliseconds kBetweenLooks{20};
    const double end = processor_seconds() + seconds;
    std::unique_lock lock(mutex_);
    while (!flag_ && !changed_.wait_for(lock, kBetweenLooks, [this] { return done_; })) flag_ = processor_seconds() >= end;
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  bool done_ = false;
  std::atomic<bool> flag_{false};
  std::jthread thread_;  // last, so that it ends first
};

}  // namespace bouton::bench
