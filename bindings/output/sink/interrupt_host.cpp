// The same for WebAssembly, where signals come to the JavaScript that runs the program, its host, and the program asks for
// them: Module.host is that of bindings/web/command/host.cjs. Without one, no signal ever comes.
#include <csignal>

#include <emscripten.h>

#include "bindings/output/sink/interrupt.h"
#include "engine/base/errors.h"
#include "engine/base/signals.h"

namespace bouton {
namespace {

// clang-format off
/// The number of the signal that came since the last call, 0 where none did.
EM_JS(int, host_take_signal, (), { return Module.host ? Module.host.takeSignal() : 0; });
/// Returns 1 as soon as standard input has something to read or is at its end, -1 at a signal, 0 after so many milliseconds
/// (negative: never).
EM_JS(int, host_wait_for_input, (double milliseconds), {
  return Module.host ? Module.host.waitForInput(milliseconds) : 1;
});
/// Returns after so many milliseconds, or at a signal.
EM_JS(void, host_sleep, (double milliseconds), { if (Module.host) Module.host.sleep(milliseconds); });
/// What the host is to do at signals: "long", "conversation" or "quiet".
EM_JS(void, host_set_manner, (const char* manner), { if (Module.host) Module.host.setManner(UTF8ToString(manner)); });
// clang-format on

std::atomic<bool> stop{false};
int caught = SIGINT;
bool keeps_going = false;

void look() {
  const int signal = host_take_signal();
  if (signal == 0) return;
  caught = signal;
  stop = true;
}

}  // namespace

void catch_interrupts() { signal_look = &look; }

void let_interrupts_take_long() { host_set_manner("long"); }

const std::atomic<bool>& interrupted() { return stop; }

void check_interrupt() {
  look();
  if (stop) throw Interrupted();
}

/// The host does what is needed: it takes a line off the terminal itself.
void call_before_killed(void (* /*tidy*/)()) {}

void end_when_nobody_reads() { host_set_manner("quiet"); }

void keep_going_at_ctrl_c() {
  keeps_going = true;
  host_set_manner("conversation");
}

bool forget_interrupt() {
  if (!keeps_going) return false;
  look();
  stop = caught != SIGINT;
  return !stop;
}

bool wait_for_input(int /*file: standard input*/, std::optional<double> seconds) {
  check_interrupt();
  const int ready = host_wait_for_input(seconds ? 1000 * *seconds : -1);
  check_interrupt();
  return ready != 0;
}

void wait_for_seconds(double seconds) {
  host_sleep(1000 * seconds);
  check_interrupt();
}

int interrupt_exit_code() { return 128 + caught; }

}  // namespace bouton
