// A copy of a process has the memory of the other and one of its threads, the one that made it. What other threads hold locked
// is locked in it for ever, what they change is half changed, and what they were to do is never done. So all locks are taken
// before the process is copied, and given back in both; this waits for nobody who works, only for those who note where they
// are. A core at which nobody worked goes on in the copy with a thread of its own; others refuse there what they are asked.
#include "bindings/c/copies.h"

#include <mutex>
#include <set>

#include "bindings/c/handles.h"
#include "engine/system/process_copies.h"

namespace bouton::c {
namespace {

struct NotedCores {
  std::mutex mutex;
  std::set<Core*> cores;

  static NotedCores& get() {
    static auto* const noted = new NotedCores;  // never destroyed: a process may be copied while it ends
    return *noted;
  }

  NotedCores() {
    call_at_copies(
        [] {
          get().mutex.lock();
          for (Core* const core : get().cores) core->hold();
        },
        [] {
          for (Core* const core : get().cores) core->let_go();
          get().mutex.unlock();
        },
        [] {
          for (Core* const core : get().cores) core->become_copy();
          get().mutex.unlock();
        });
  }
};

}  // namespace

void note(Core& core) {
  NotedCores& noted = NotedCores::get();
  const std::scoped_lock lock(noted.mutex);
  noted.cores.insert(&core);
}

void forget(Core& core) {
  NotedCores& noted = NotedCores::get();
  const std::scoped_lock lock(noted.mutex);
  noted.cores.erase(&core);
}

void Core::hold() {
  rules.hold();
  questions.hold();
  progress_mutex.lock();
  editions_mutex.lock();
}

void Core::let_go() {
  editions_mutex.unlock();
  progress_mutex.unlock();
  questions.let_go();
  rules.let_go();
}

void Core::become_copy() {
  static_cast<void>(background.release());  // its thread is not here, and may have held its lock
  background = std::make_unique<Background>();
  reported = false;
  editions_mutex.unlock();
  progress_mutex.unlock();
  questions.become_copy();
  rules.become_copy();
}

}  // namespace bouton::c
