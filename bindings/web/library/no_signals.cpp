// What a program has to bring along where the C library has no signals: built by the web's compiler alone.
#include <cerrno>

#include <pthread.h>

/// Limits end Lua by its hook there (lua::Alarm::hook), and nobody calls this.
extern "C" int pthread_kill(pthread_t /*thread*/, int /*signal*/) { return ENOSYS; }
