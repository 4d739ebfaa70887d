// A second thread that waits for work: for pieces too small for a thread each.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <thread>
#include <utility>

#include "engine/system/process_copies.h"
#include "engine/system/waiting.h"

namespace bouton {

/// One piece of work at a time. A piece that the worker has not begun when it is waited for is done by the one who waits, so a
/// processor that is busy otherwise costs little, and so does a copy of the process (fork), in which there is no worker.
class Worker {
 public:
  Worker() : thread_(std::make_unique<std::jthread>([this] { work(); })) {}
  /// The last piece has been waited for.
  ~Worker() {
    if (process_copy() != process_) {
      static_cast<void>(thread_.release());  // nobody can wait for a thread of another process
      return;
    }
    state_.store(State::stopped, std::memory_order_release);
    wake_one(state_);
  }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// Calls `piece` on the other thread. The last one has been waited for.
  void start(std::function<void()> piece) {
    piece_ = std::move(piece);
    state_.store(State::wanted, std::memory_order_release);
    wake_one(state_);
  }
  /// Whether the piece that was started is done.
  bool done() const { return state_.load(std::memory_order_acquire) == State::done; }
  /// Returns when the piece that was started is done; throws what it threw.
  void wait() {
    State state = State::wanted;
    if (state_.compare_exchange_strong(state, State::idle, std::memory_order_acq_rel)) {
      piece_();
      return;
    }
    await(state_, kLook, [](State now) { return now == State::done; });
    state_.store(State::idle, std::memory_order_relaxed);
    if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
  }

 private:
  enum class State { idle, wanted, running, done, stopped };

  /// About as long as a piece takes.
  static constexpr std::chrono::microseconds kLook{400};

  void work() {
    for (;;) {
      State state = await(state_, kLook, [](State now) { return now == State::wanted || now == State::stopped; });
      if (state == State::stopped) return;
      if (!state_.compare_exchange_strong(state, State::running, std::memory_order_acq_rel)) continue;
      try {
        piece_();
      } catch (...) {
        thrown_ = std::current_exception();
      }
      state_.store(State::done, std::memory_order_release);
      wake_one(state_);
    }
  }

  std::function<void()> piece_;
  std::atomic<State> state_ = State::idle;
  std::exception_ptr thrown_;
  std::uint64_t process_ = process_copy();
  std::unique_ptr<std::jthread> thread_;  // last: the others must be there when it starts
};

}  // namespace bouton
