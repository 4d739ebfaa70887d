// Threads that take no signals.
#pragma once

#include <pthread.h>
#include <signal.h>

namespace bouton {

/// While one of these lives, the thread that made it takes no signals, and threads that it starts never do: they inherit the
/// mask of their parent, and the host's signals are for the host's threads.
class AllSignalsBlocked {
 public:
  AllSignalsBlocked() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~AllSignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  AllSignalsBlocked(const AllSignalsBlocked&) = delete;
  AllSignalsBlocked& operator=(const AllSignalsBlocked&) = delete;

 private:
  sigset_t before_;
};

}  // namespace bouton
