#include "bindings/output/interrupt.h"

#include <climits>
#include <csignal>
#include <cstring>

#include <unistd.h>

#include "engine/errors.h"

namespace bouton {
namespace {

std::atomic<bool> stop{false};
std::atomic<int> caught{SIGINT};

// A signal handler can only read plain memory: the path is copied here, and `unfinished_set` says that it is whole.
char unfinished[PATH_MAX];
std::atomic<bool> unfinished_set{false};

void handle(int signal) {
  if (!stop.exchange(true)) {
    caught = signal;
    return;
  }
  if (unfinished_set) unlink(unfinished);
  std::signal(signal, SIG_DFL);
  raise(signal);
}

}  // namespace

void catch_interrupts() {
  struct sigaction action = {};
  action.sa_handler = handle;  // without SA_RESTART: a blocked read or write must come back
  sigemptyset(&action.sa_mask);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before = {};
    sigaction(signal, nullptr, &before);
    if (before.sa_handler != SIG_IGN) sigaction(signal, &action, nullptr);  // nohup and background jobs stay so
  }
  std::signal(SIGPIPE, SIG_IGN);
}

const std::atomic<bool>& interrupted() { return stop; }

void check_interrupt() {
  if (stop.load(std::memory_order_relaxed)) throw Interrupted();
}

int interrupt_exit_code() { return 128 + caught; }

void remove_if_killed(const std::filesystem::path& file) {
  unfinished_set = false;
  const std::string& name = file.native();
  if (name.empty() || name.size() >= sizeof unfinished) return;
  std::memcpy(unfinished, name.c_str(), name.size() + 1);
  unfinished_set = true;
}

}  // namespace bouton
