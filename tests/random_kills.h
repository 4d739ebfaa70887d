// Work that is killed at any of the changes that it makes to files, and gone on with.
//
// What a killed process leaves behind depends on the last system call that it made, not on the moment. So a process is not left
// alone for some time and then killed: it is followed (ptrace), and killed as it is about to make one of the calls that change
// a file, which one is chosen by chance. How fast or how busy the machine is makes no difference.
#pragma once

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <random>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/extent.h"

namespace bouton::test {

/// How often work is killed: a hundred times in the long tests.
inline int kills_or(int usual) { return static_cast<int>(test::cases(usual, 100)); }

/// Whether the system call changes what a process finds that comes later.
inline bool changes_a_file(std::uint64_t call, const std::uint64_t* arguments) {
  switch (call) {
    case SYS_write:
    case SYS_writev:
    case SYS_pwrite64:
    case SYS_pwritev:
    case SYS_ftruncate:
    case SYS_fallocate:
    case SYS_fsync:
    case SYS_fdatasync:
    case SYS_linkat:
    case SYS_unlinkat:
#ifdef SYS_unlink
    case SYS_unlink:
    case SYS_rename:
    case SYS_link:
#endif
#ifdef SYS_renameat
    case SYS_renameat:
#endif
    case SYS_renameat2: return true;
    case SYS_openat: return (arguments[2] & (O_CREAT | O_TRUNC | __O_TMPFILE)) != 0;
#ifdef SYS_open
    case SYS_open: return (arguments[1] & (O_CREAT | O_TRUNC | __O_TMPFILE)) != 0;
#endif
    default: return false;
  }
}

/// How work that was followed ended.
struct Ending {
  int status;             ///< as waitpid has it
  std::uint64_t changes;  ///< that were made, or the number of the one that was not
};

/// Runs `work()` in a process of its own, and kills it, with all its threads, as it is about to make change number `last`,
/// counted from 1; 0: never.
template <class Work>
Ending run_until_change(std::uint64_t last, const Work& work) {
  const pid_t child = fork();
  if (child == 0) {
    setenv("LSAN_OPTIONS", "detect_leaks=0", 1);  // it would have to follow the process itself
    ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
    raise(SIGSTOP);
    try {
      work();
    } catch (...) {
      _exit(1);
    }
    _exit(0);
  }
  Ending ending{0, 0};
  const auto go_on = [](pid_t thread, int signal) { ptrace(PTRACE_SYSCALL, thread, nullptr, signal); };
  bool begun = false;
  while (true) {
    int status = 0;
    const pid_t thread = waitpid(-1, &status, __WALL);
    if (thread < 0 && errno == EINTR) continue;
    if (thread < 0 || (thread == child && !WIFSTOPPED(status))) {
      ending.status = status;
      return ending;
    }
    if (!WIFSTOPPED(status)) continue;
    if (!begun) {
      constexpr long kOptions = PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL | PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC;
      ptrace(PTRACE_SETOPTIONS, child, nullptr, kOptions);
      begun = true;
      go_on(child, 0);
      continue;
    }
    const int signal = WSTOPSIG(status);
    if (signal != (SIGTRAP | 0x80)) {  // a thread that begins, another program in this process, or a signal
      const bool is_own = (status >> 16) != 0 || signal == SIGSTOP || signal == SIGTRAP;
      go_on(thread, is_own ? 0 : signal);
      continue;
    }
    __ptrace_syscall_info call = {};
    ptrace(PTRACE_GET_SYSCALL_INFO, thread, sizeof call, &call);
    const std::uint64_t* const arguments = reinterpret_cast<const std::uint64_t*>(call.entry.args);
    if (call.op == PTRACE_SYSCALL_INFO_ENTRY && changes_a_file(call.entry.nr, arguments) && ++ending.changes == last)
      kill(child, SIGKILL);
    else go_on(thread, 0);
  }
}

/// Runs `work()` in a process of its own and kills that before a change by chance; over and over, until `kills` of them were
/// killed. Calls `whole()` after each that came to its end first, as the first one does, by which the changes are counted.
/// Afterwards the work must begin anew.
template <class Work, class Whole>
void kill_at_random(int kills, const Work& work, const Whole& whole) {
  std::mt19937 random(2718);
  std::uint64_t changes = 0;
  int killed = 0;
  for (int round = 0; killed < kills && round <= 100 * kills; ++round) {
    const std::uint64_t last = changes == 0 ? 0 : std::uniform_int_distribution<std::uint64_t>(1, changes)(random);
    const Ending ending = run_until_change(last, work);
    if (WIFSIGNALED(ending.status)) {
      ++killed;
      continue;
    }
    ASSERT_TRUE(WIFEXITED(ending.status));
    ASSERT_EQ(WEXITSTATUS(ending.status), 0) << "after " << killed << " kills";
    if (changes == 0) changes = ending.changes;
    ASSERT_GT(changes, 0U) << "work that changes no file, or that cannot be followed";
    whole();
    if (testing::Test::HasFatalFailure()) return;
  }
  EXPECT_EQ(killed, kills);
}

}  // namespace bouton::test
