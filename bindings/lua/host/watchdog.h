// Ends calls into Lua that take too long, or that somebody wants to stop.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <vector>

namespace bouton::lua {

class State;

/// How long the calls of a State have been seen to run.
class CallTimer {
 public:
  using Clock = std::chrono::steady_clock;
  /// Whether the call with that number has run for `limit` seconds (0: any time) since the first look at it.
  bool is_late(std::uint64_t call_number, double limit, Clock::time_point now);
  /// Whether the call that was looked at last may be told, perhaps again, that it must end. Twice as long passes from one time
  /// to the next: telling it takes longer the more functions it has called, and must leave it the time to listen.
  bool may_tell(Clock::time_point now);

 private:
  std::uint64_t call_number_ = 0;  ///< of no call
  Clock::time_point since_;
  Clock::time_point told_;
  Clock::duration wait_{0};  ///< from then on; 0 before it is told
};

/// One thread per process looks at all states, some fifty times a second while there are any. A call that must end is told
/// so by an alarm of its thread (engine/system/thread_alarm.h), whose handler installs a hook: Lua allows just that in a signal
/// handler of the thread that runs it, and a hook that is not installed costs nothing.
class Watchdog {
 public:
  /// The one of this process. Starts the thread at the first call.
  static Watchdog& get();

  void watch(State& state);
  void forget(State& state);

  /// The state whose call runs on the calling thread becomes `state` (perhaps null); returns the one before.
  static State* set_running(State* state);

 private:
  using Clock = std::chrono::steady_clock;
  struct Watched {
    State* state;
    CallTimer timer;
  };

  Watchdog();
  void start();
  void run();
  void look_at(Watched& watched, Clock::time_point now);
  static void on_alarm(void* state);

  inline static Watchdog* instance = nullptr;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Watched> watched_;
};

}  // namespace bouton::lua
