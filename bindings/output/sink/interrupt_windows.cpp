// The same for Windows, where a thread of the system's says that Ctrl-C was pressed, the window is closed, or the session ends.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <thread>

#include <windows.h>

#include "bindings/output/sink/interrupt.h"
#include "engine/base/errors.h"
#include "engine/system/standard_streams.h"
#include "engine/system/whole_file.h"
#include "engine/system/windows/input_reader.h"

namespace bouton {
namespace {

/// The numbers that other systems have for what asks a process to end: their shells tell it by these.
constexpr int kCtrlC = 2, kTerminate = 15;

std::atomic<bool> stop{false};
std::atomic<int> caught{kCtrlC};
std::atomic<bool> keeps_going{false};
std::atomic<bool> may_take_long{false};
std::atomic<void (*)()> before_killed{nullptr};

/// Set for as long as the flag is.
HANDLE wake = nullptr;

/// What looks at the flag ends sooner. Freeing or clearing gigabytes, and whatever else does not look, is not waited for.
constexpr std::chrono::milliseconds kGrace(250);

[[noreturn]] void end_now() {
  remove_unfinished_files();
  if (const auto tidy = before_killed.load()) tidy();
  write_stream(Stream::error, "bouton: interrupted\n");
  TerminateProcess(GetCurrentProcess(), static_cast<UINT>(interrupt_exit_code()));
  std::abort();
}

BOOL WINAPI handle(DWORD event) {
  const int signal = event == CTRL_C_EVENT ? kCtrlC : kTerminate;
  const bool pending = stop;
  const bool only_ctrl_c = keeps_going && caught == kCtrlC;
  if (pending && signal == kCtrlC && keeps_going) return TRUE;
  if (pending && !only_ctrl_c) end_now();
  caught = signal;
  stop = true;
  SetEvent(wake);
  if (!(keeps_going && signal == kCtrlC) && !may_take_long)
    std::thread([] {
      std::this_thread::sleep_for(kGrace);
      end_now();
    }).detach();
  // Of a window that is closed the process is ended when this returns.
  if (event != CTRL_C_EVENT && event != CTRL_BREAK_EVENT) Sleep(INFINITE);
  return TRUE;
}

}  // namespace

void catch_interrupts() {
  if (wake != nullptr) return;
  wake = CreateEventW(nullptr, TRUE, FALSE, nullptr);
  SetConsoleCtrlHandler(&handle, TRUE);
}

void let_interrupts_take_long() { may_take_long = true; }

const std::atomic<bool>& interrupted() { return stop; }

void check_interrupt() {
  if (stop.load(std::memory_order_relaxed)) throw Interrupted();
}

void call_before_killed(void (*tidy)()) { before_killed = tidy; }

/// Here a print that fails is no more than that: no signal ends the process.
void end_when_nobody_reads() {}

void keep_going_at_ctrl_c() { keeps_going = true; }

bool forget_interrupt() {
  if (!keeps_going || caught != kCtrlC) return false;
  stop = false;
  ResetEvent(wake);
  return true;
}

bool wait_for_input(int /*file: standard input*/, std::optional<double> seconds) {
  constexpr double kAnHour = 3600;
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds.value_or(0));
  while (true) {
    check_interrupt();
    const HANDLE events[] = {begin_to_read_input(), wake};
    const double left = std::chrono::duration<double>(end - std::chrono::steady_clock::now()).count();
    const double wait = std::clamp(left, 0.0, kAnHour);
    const DWORD ready = WaitForMultipleObjects(wake == nullptr ? 1 : 2, events, FALSE,
                                               seconds ? static_cast<DWORD>(1000 * wait) + 1 : INFINITE);
    check_interrupt();
    if (ready == WAIT_OBJECT_0) return true;
    if (seconds && left <= 0) return false;
  }
}

void wait_for_seconds(double seconds) {
  const auto milliseconds = static_cast<DWORD>(1000 * seconds);
  if (wake == nullptr) Sleep(milliseconds);
  else WaitForSingleObject(wake, milliseconds);
  check_interrupt();
}

int interrupt_exit_code() { return 128 + caught; }

}  // namespace bouton
