// How Ctrl-C stops the command: a flag that everything long looks at.
#pragma once

#include <atomic>
#include <filesystem>

namespace bouton {

/// Installs the handlers of SIGINT, SIGTERM and SIGHUP, and ignores SIGPIPE. The first signal sets the flag and makes
/// blocking reads and writes return; the second ends the process at once, after deleting the file of remove_if_killed.
void catch_interrupts();

/// The flag, for Budget::stop and LoaderOptions::stop.
const std::atomic<bool>& interrupted();

/// Throws Interrupted if the flag is set.
void check_interrupt();

/// The exit code that a shell expects of the signal that set the flag: 130 for Ctrl-C.
int interrupt_exit_code();

/// The unfinished file to delete if the process is killed by a second signal; an empty path for none.
/// Paths too long to be kept are not deleted.
void remove_if_killed(const std::filesystem::path& file);

}  // namespace bouton
