// Threads that take no signals.
#pragma once

#ifndef _WIN32
#include <pthread.h>
#include <signal.h>
#endif

namespace bouton {

/// While one of these lives, the thread that made it takes no signals, and threads that it starts never do: they inherit the
/// mask of their parent, and the host's signals are for the host's threads. Windows has no signals.
class AllSignalsBlocked {
 public:
#ifdef _WIN32
  AllSignalsBlocked() {}
  ~AllSignalsBlocked() {}
#else
  AllSignalsBlocked() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~AllSignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
#endif
  AllSignalsBlocked(const AllSignalsBlocked&) = delete;
  AllSignalsBlocked& operator=(const AllSignalsBlocked&) = delete;

#ifndef _WIN32
 private:
  sigset_t before_;
#endif
};

}  // namespace bouton
