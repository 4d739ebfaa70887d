// What a program has to bring along where the C library lacks it: built by the web's compiler alone. Nobody calls these there.
#include <cerrno>

#include <pthread.h>
#include <sys/prctl.h>

extern "C" {

/// Limits end Lua by its hook (lua::Alarm::hook).
int pthread_kill(pthread_t /*thread*/, int /*signal*/) { return ENOSYS; }

/// There are no processes that a farm could have started.
int prctl(int /*option*/, ...) {
  errno = ENOSYS;
  return -1;
}
}
