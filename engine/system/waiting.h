// How a thread sleeps until a value has changed.
//
// std::atomic has it. But where the system of libstdc++ 12 has no such call (Windows), that looks at the value before it takes
// the lock under which it sleeps: a change in between, told to nobody, is slept through for ever. There the system is asked
// itself. std::barrier and the like sleep in the same way, so that nothing here uses them (engine/system/barrier.h).
#pragma once

#include <atomic>
#include <chrono>

namespace bouton {

#ifdef _WIN32
/// Of a value of 4 bytes: engine/system/windows/waiting.cpp.
void sleep_while_equal(const void* value, const void* old);
void wake_sleeper(void* value);
void wake_sleepers(void* value);
#endif

/// Returns when the value is another one than `old`; perhaps earlier. Who changes it wakes the sleepers.
template <class Value>
void sleep_while(const std::atomic<Value>& value, Value old) {
#ifdef _WIN32
  static_assert(sizeof value == 4);
  sleep_while_equal(&value, &old);
#else
  value.wait(old, std::memory_order_acquire);
#endif
}

/// Returns the value when it is as wanted. Looks for some time before it sleeps: to be woken up costs more than a short wait.
template <class Value, class Predicate>
Value await(const std::atomic<Value>& value, std::chrono::microseconds look, Predicate wanted) {
  const auto begin = std::chrono::steady_clock::now();
  for (bool looking = true;;) {
    const Value now = value.load(std::memory_order_acquire);
    if (wanted(now)) return now;
    looking = looking && std::chrono::steady_clock::now() - begin < look;
    if (!looking) sleep_while(value, now);
  }
}

/// Wakes one thread that sleeps while the value is what it was.
template <class Value>
void wake_one(std::atomic<Value>& value) {
#ifdef _WIN32
  wake_sleeper(&value);
#else
  value.notify_one();
#endif
}

/// Wakes all of them.
template <class Value>
void wake_all(std::atomic<Value>& value) {
#ifdef _WIN32
  wake_sleepers(&value);
#else
  value.notify_all();
#endif
}

}  // namespace bouton
