// How Ctrl-C stops the command: a flag that everything long looks at.
#pragma once

#include <atomic>
#include <optional>

namespace bouton {

/// Installs the handlers of SIGINT, SIGTERM and SIGHUP, and ignores SIGPIPE. The first signal sets the flag and makes
/// wait_for_input return; what has not ended a quarter of a second later is ended, with interrupt_exit_code(), and the second
/// signal ends the process at once; both after remove_unfinished_files().
void catch_interrupts();

/// For work that has something to save when it is interrupted: the first signal does no more than set the flag.
void let_interrupts_take_long();

/// What is called before a process that did not end by itself is ended, such as to take a line off the terminal. It may do what
/// a signal handler may. Null: nothing.
void call_before_killed(void (*tidy)());

/// For a script, whose prints do not look whether they succeed: the process ends, quietly and with 0, when it writes to a pipe
/// that nobody reads any more.
void end_when_nobody_reads();

/// For a conversation with a person, until the process ends: Ctrl-C sets the flag as often as it is pressed and never ends the
/// process. Whoever holds the conversation catches Interrupted, and goes on if forget_interrupt() says so.
void keep_going_at_ctrl_c();

/// Clears the flag if keep_going_at_ctrl_c() was called and Ctrl-C was all that set it. False if the process is to end.
bool forget_interrupt();

/// The flag, for Budget::stop and LoaderOptions::stop.
const std::atomic<bool>& interrupted();

/// Throws Interrupted if the flag is set.
void check_interrupt();

/// Waits until `file` has something to read, or is at its end. Throws Interrupted as soon as the flag is set. False if
/// `seconds` went by before that; nothing: however long it takes.
bool wait_for_input(int file, std::optional<double> seconds = std::nullopt);

/// Waits so long. Throws Interrupted as soon as the flag is set.
void wait_for_seconds(double seconds);

/// The exit code that a shell expects of the signal that set the flag: 130 for Ctrl-C.
int interrupt_exit_code();

}  // namespace bouton
