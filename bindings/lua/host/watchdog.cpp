#include "bindings/lua/host/watchdog.h"

#include <algorithm>
#include <new>
#include <thread>

#include "bindings/lua/host/state.h"
#include "engine/system/blocked_signals.h"
#include "engine/system/process_copies.h"
#include "engine/system/thread_alarm.h"

namespace bouton::lua {
namespace {

constexpr auto kTick = std::chrono::milliseconds(20);

}  // namespace

bool CallTimer::is_late(std::uint64_t call_number, double limit, Clock::time_point now) {
  if (call_number != call_number_) {
    call_number_ = call_number;
    since_ = now;
    wait_ = Clock::duration(0);
  }
  return limit > 0 && std::chrono::duration<double>(now - since_).count() >= limit;
}

bool CallTimer::may_tell(Clock::time_point now) {
  if (wait_ > Clock::duration(0) && now < told_ + wait_) return false;
  constexpr Clock::duration kFirstWait = std::chrono::milliseconds(100);
  wait_ = std::max(2 * wait_, kFirstWait);
  told_ = now;
  return true;
}

Watchdog& Watchdog::get() {
  static auto* const watchdog = new Watchdog;  // never destroyed: its thread runs to the end of the process
  return *watchdog;
}

State* Watchdog::set_running(State* state) { return static_cast<State*>(set_alarm_subject(state)); }

Watchdog::Watchdog() {
  install_thread_alarm(&Watchdog::on_alarm);
  // A copy of this process has no threads but the one that made it: it needs a watchdog of its own.
  instance = this;
  call_at_copies([] { instance->mutex_.lock(); }, [] { instance->mutex_.unlock(); },
                 [] {
                   instance->mutex_.unlock();
                   new (&instance->changed_) std::condition_variable;  // the old one has a waiter who is no more
                   instance->start();
                 });
  start();
}

void Watchdog::start() {
  const HostSignalsBlocked blocked;
  std::thread([this] { run(); }).detach();
}

void Watchdog::watch(State& state) {
  const std::scoped_lock lock(mutex_);
  watched_.push_back({&state, {}});
  changed_.notify_one();
}

void Watchdog::forget(State& state) {
  const std::scoped_lock lock(mutex_);
  std::erase_if(watched_, [&](const Watched& watched) { return watched.state == &state; });
}

void Watchdog::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return !watched_.empty(); });
    const Clock::time_point now = Clock::now();
    for (Watched& watched : watched_) look_at(watched, now);
    lock.unlock();
    std::this_thread::sleep_for(kTick);
    lock.lock();
  }
}

void Watchdog::look_at(Watched& watched, Clock::time_point now) {
  State& state = *watched.state;
  const std::uint64_t number = state.call_number_.load(std::memory_order_acquire);
  const bool runs = number % 2 == 1;
  if (!runs) return;
  const bool late = watched.timer.is_late(number, state.call_limit_.load(std::memory_order_relaxed), now);
  const bool stopped = state.limits_.stop != nullptr && state.limits_.stop->load(std::memory_order_relaxed);
  if ((!late && !stopped) || !watched.timer.may_tell(now)) return;
  state.abort_call_.store(number, std::memory_order_release);
  ring(state.thread_.load(std::memory_order_relaxed));
}

void Watchdog::on_alarm(void* state) { lua_sethook(static_cast<State*>(state)->get(), &State::on_hook, LUA_MASKCOUNT, 1); }

}  // namespace bouton::lua
