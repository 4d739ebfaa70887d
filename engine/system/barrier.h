// Threads that wait for each other, time and again.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <utility>

#include "engine/system/waiting.h"

namespace bouton {

/// As std::barrier. `Complete` is called by the last thread that arrives, before the others go on; it throws nothing.
template <class Complete>
class Barrier {
 public:
  /// threads >= 1.
  Barrier(std::uint32_t threads, Complete complete) : threads_(threads), missing_(threads), complete_(std::move(complete)) {}
  Barrier(const Barrier&) = delete;
  Barrier& operator=(const Barrier&) = delete;

  /// Returns when all threads have arrived as often as this one.
  void arrive_and_wait() {
    const std::uint32_t phase = phase_.load(std::memory_order_acquire);
    if (!arrive()) await(phase_, kLook, [&](std::uint32_t now) { return now != phase; });
  }
  /// There is one thread less, from this phase on.
  void arrive_and_drop() {
    threads_.fetch_sub(1, std::memory_order_relaxed);
    arrive();
  }

 private:
  static constexpr std::chrono::microseconds kLook{20};

  /// Whether this was the last one.
  bool arrive() {
    if (missing_.fetch_sub(1, std::memory_order_acq_rel) != 1) return false;
    complete_();
    missing_.store(threads_.load(std::memory_order_relaxed), std::memory_order_relaxed);
    phase_.fetch_add(1, std::memory_order_release);
    wake_all(phase_);
    return true;
  }

  std::atomic<std::uint32_t> threads_;
  std::atomic<std::uint32_t> missing_;    ///< have not arrived in this phase
  std::atomic<std::uint32_t> phase_ = 0;  ///< how many have ended
  Complete complete_;
};

}  // namespace bouton
