#include "engine/system/thread_alarm.h"

#include <atomic>

#include <signal.h>

namespace bouton {
namespace {

constexpr int kSignal = SIGURG;

thread_local std::atomic<void*> subject_here{nullptr};
void (*handler_of_all)(void*) = nullptr;

void on_signal(int) {
  if (void* const subject = subject_here.load(std::memory_order_relaxed); subject != nullptr) handler_of_all(subject);
}

}  // namespace

ThreadName this_thread_name() { return pthread_self(); }

void install_thread_alarm(void (*handler)(void* subject)) {
  handler_of_all = handler;
  struct sigaction action = {};
  action.sa_handler = &on_signal;
  action.sa_flags = SA_RESTART;
  sigaction(kSignal, &action, nullptr);
}

void* set_alarm_subject(void* subject) {
  void* const before = subject_here.load(std::memory_order_relaxed);
  subject_here.store(subject, std::memory_order_relaxed);
  return before;
}

void ring(ThreadName thread) { pthread_kill(thread, kSignal); }

}  // namespace bouton
