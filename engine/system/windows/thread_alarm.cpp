#include "engine/system/thread_alarm.h"

#include <atomic>
#include <map>
#include <mutex>

#include <windows.h>

namespace bouton {
namespace {

void (*handler_of_all)(void*) = nullptr;

class Subject;

/// The subjects of all threads that have ever had one and have not ended. Never destroyed, for threads may outlive whatever is.
struct Subjects {
  std::mutex mutex;
  std::map<ThreadName, Subject*> of_thread;
};
Subjects& subjects() {
  static auto* const all = new Subjects;
  return *all;
}

class Subject {
 public:
  Subject() {
    const std::scoped_lock lock(subjects().mutex);
    subjects().of_thread[this_thread_name()] = this;
  }
  ~Subject() {
    const std::scoped_lock lock(subjects().mutex);
    subjects().of_thread.erase(this_thread_name());
  }
  Subject(const Subject&) = delete;
  Subject& operator=(const Subject&) = delete;

  std::atomic<void*> value{nullptr};
};

thread_local Subject subject_here;

}  // namespace

ThreadName this_thread_name() { return GetCurrentThreadId(); }

void install_thread_alarm(void (*handler)(void* subject)) { handler_of_all = handler; }

void* set_alarm_subject(void* subject) {
  void* const before = subject_here.value.load(std::memory_order_relaxed);
  subject_here.value.store(subject, std::memory_order_relaxed);
  return before;
}

/// The lock is taken first, so that the thread that stands still does not hold it.
void ring(ThreadName thread) {
  const std::scoped_lock lock(subjects().mutex);
  const auto found = subjects().of_thread.find(thread);
  if (found == subjects().of_thread.end()) return;
  const HANDLE handle = OpenThread(THREAD_SUSPEND_RESUME | THREAD_GET_CONTEXT, FALSE, thread);
  if (handle == nullptr) return;
  if (SuspendThread(handle) != static_cast<DWORD>(-1)) {
    // SuspendThread only asks for it. The registers can be read as soon as the thread stands still.
    CONTEXT registers = {};
    registers.ContextFlags = CONTEXT_CONTROL;
    if (GetThreadContext(handle, &registers) != 0)
      if (void* const subject = found->second->value.load(std::memory_order_relaxed); subject != nullptr)
        handler_of_all(subject);
    ResumeThread(handle);
  }
  CloseHandle(handle);
}

}  // namespace bouton
