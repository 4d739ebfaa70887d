// Threads that take no signals of the host's.
#pragma once

#ifndef _WIN32
#include <pthread.h>
#include <signal.h>
#endif

namespace bouton {

/// While one of these lives, the thread that made it takes no signals that are sent to the process as a whole (by a terminal, a
/// timer, kill), and threads that it starts never do: they inherit the mask of their parent, and the host's signals are for the
/// host's threads. Nor is such a thread ended by what its own writing may raise. Signals that one thread sends another stay
/// open: a host's runtime may stop threads by them, as Mono and .NET do to collect garbage, and would wait for ever. Windows
/// has no signals.
class HostSignalsBlocked {
 public:
#ifdef _WIN32
  HostSignalsBlocked() {}
  ~HostSignalsBlocked() {}
#else
  HostSignalsBlocked() {
    sigset_t blocked;
    sigemptyset(&blocked);
    for (const int signal : {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGCHLD, SIGCONT,
                             SIGTSTP, SIGTTIN, SIGTTOU, SIGURG, SIGIO, SIGWINCH, SIGPIPE, SIGXFSZ})
      sigaddset(&blocked, signal);
    pthread_sigmask(SIG_BLOCK, &blocked, &before_);
  }
  ~HostSignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
#endif
  HostSignalsBlocked(const HostSignalsBlocked&) = delete;
  HostSignalsBlocked& operator=(const HostSignalsBlocked&) = delete;

#ifndef _WIN32
 private:
  sigset_t before_;
#endif
};

/// While one of these lives, what this thread writes beyond the size that files may have (ulimit -f) is an error of the write
/// (EFBIG), and no signal, which would end the process: for what a library writes in a thread of its host's.
class FileSizeSignalBlocked {
 public:
#ifdef _WIN32
  FileSizeSignalBlocked() {}
  ~FileSizeSignalBlocked() {}
#else
  FileSizeSignalBlocked() {
    sigemptyset(&signal_);
    sigaddset(&signal_, SIGXFSZ);
    was_pending_ = is_pending();
    pthread_sigmask(SIG_BLOCK, &signal_, &before_);
  }
  ~FileSizeSignalBlocked() {
    if (int taken = 0; !was_pending_ && is_pending()) sigwait(&signal_, &taken);
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
#endif
  FileSizeSignalBlocked(const FileSizeSignalBlocked&) = delete;
  FileSizeSignalBlocked& operator=(const FileSizeSignalBlocked&) = delete;

#ifndef _WIN32
 private:
  static bool is_pending() {
    sigset_t pending;
    return sigpending(&pending) == 0 && sigismember(&pending, SIGXFSZ) == 1;
  }
  sigset_t signal_, before_;
  bool was_pending_ = false;
#endif
};

/// From now on what the process writes beyond the size that files may have is an error of the write wherever it writes: for
/// programs, whose processes are their own.
inline void ignore_file_size_signal() {
#ifndef _WIN32
  ::signal(SIGXFSZ, SIG_IGN);
#endif
}

}  // namespace bouton
