#include "bindings/output/sink/interrupt.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>

#include <poll.h>
#include <sys/time.h>
#include <unistd.h>

#include "engine/base/errors.h"
#include "engine/system/blocked_signals.h"
#include "engine/system/processes.h"
#include "engine/system/whole_file.h"

namespace bouton {
namespace {

std::atomic<bool> stop{false};
std::atomic<int> caught{SIGINT};
std::atomic<bool> keeps_going{false};

// The handler writes a byte for each signal that sets the flag: a signal between a look at the flag and a wait ends the wait,
// on whatever thread it was handled.
int wake_reader = -1, wake_writer = -1;

/// What looks at the flag ends sooner. Freeing or clearing gigabytes, and whatever else does not look, is not waited for.
constexpr long kGraceMicroseconds = 250'000;
std::atomic<bool> may_take_long{false};

void begin_grace() {
  if (may_take_long) return;
  itimerval grace = {};
  grace.it_value.tv_usec = kGraceMicroseconds;
  setitimer(ITIMER_REAL, &grace, nullptr);
}

std::atomic<void (*)()> before_killed{nullptr};

void tidy_up() {
  remove_unfinished_files();
  if (const auto tidy = before_killed.load()) tidy();
}

/// The grace is over.
void end_now(int) {
  constexpr char kMessage[] = "bouton: interrupted\n";
  tidy_up();
  if (write(STDERR_FILENO, kMessage, sizeof kMessage - 1) < 0) {
    // Nobody is there to read it.
  }
  _exit(interrupt_exit_code());
}

void handle(int signal) {
  const int error = errno;
  const bool pending = stop;
  const bool only_ctrl_c = keeps_going && caught == SIGINT;
  if (pending && signal == SIGINT && keeps_going) return;
  if (pending && !only_ctrl_c) {
    tidy_up();
    std::signal(signal, SIG_DFL);
    raise(signal);
  }
  caught = signal;
  stop = true;
  if (!(keeps_going && signal == SIGINT)) begin_grace();
  if (wake_writer >= 0 && write(wake_writer, "", 1) < 0) {
    // Full: then it wakes as it is.
  }
  errno = error;
}

}  // namespace

void catch_interrupts() {
  std::array<int, 2> ends{};
  if (wake_writer < 0 && make_pipe(ends)) {
    wake_reader = ends[0];
    wake_writer = ends[1];
  }
  struct sigaction action = {};
  action.sa_handler = handle;  // without SA_RESTART: a blocked read or write must come back
  sigemptyset(&action.sa_mask);
  // SIGXCPU: the seconds of processor time that a shell allows (ulimit -t) are over, and some are left to keep what was found.
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGXCPU}) {
    struct sigaction before = {};
    sigaction(signal, nullptr, &before);
    if (before.sa_handler != SIG_IGN) sigaction(signal, &action, nullptr);  // nohup and background jobs stay so
  }
  action.sa_handler = end_now;
  sigaction(SIGALRM, &action, nullptr);
  // What cannot be written is an error where it is written: nobody reads it, or a file would be larger than a shell allows
  // (ulimit -f).
  std::signal(SIGPIPE, SIG_IGN);
  ignore_file_size_signal();
}

void let_interrupts_take_long() { may_take_long = true; }

const std::atomic<bool>& interrupted() { return stop; }

void check_interrupt() {
  if (stop.load(std::memory_order_relaxed)) throw Interrupted();
}

void call_before_killed(void (*tidy)()) { before_killed = tidy; }

void end_when_nobody_reads() {
  std::signal(SIGPIPE, [](int) {
    tidy_up();
    _exit(0);
  });
}

void keep_going_at_ctrl_c() { keeps_going = true; }

bool forget_interrupt() {
  if (!keeps_going) return false;
  stop = false;
  if (caught != SIGINT) {  // perhaps since a moment ago
    stop = true;
    return false;
  }
  char bytes[64];
  while (wake_reader >= 0 && read(wake_reader, bytes, sizeof bytes) > 0) {}
  return true;
}

bool wait_for_input(int file, std::optional<double> seconds) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begun = Clock::now();
  const auto milliseconds_left = [&] {
    if (!seconds) return -1;
    const double left = *seconds - std::chrono::duration<double>(Clock::now() - begun).count();
    return static_cast<int>(std::clamp(std::ceil(1000 * left), 0.0, 3.6e6));  // an hour at most at a time
  };
  pollfd files[2] = {{file, POLLIN, 0}, {wake_reader, POLLIN, 0}};
  while (true) {
    check_interrupt();
    files[0].revents = files[1].revents = 0;
    const int wait = milliseconds_left();
    const int ready = poll(files, 2, wait);
    if (ready < 0 ? errno != EINTR : files[0].revents != 0) break;
    if (ready == 0 && milliseconds_left() == 0) return false;
  }
  check_interrupt();  // a signal that came before the end of the input counts
  return true;
}

void wait_for_seconds(double seconds) {
  constexpr int kNoFile = -1;
  wait_for_input(kNoFile, seconds);
}

int interrupt_exit_code() { return 128 + caught; }

}  // namespace bouton
