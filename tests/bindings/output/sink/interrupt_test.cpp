#include "bindings/output/sink/interrupt.h"

#include <csignal>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/errors.h"

namespace bouton {
namespace {

/// How a process of its own ends that runs `work`: its exit code, or -1 if a signal ended it.
template <class Work>
int ends(Work work) {
  const pid_t child = fork();
  if (child == 0) {
    catch_interrupts();
    work();
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// Neither of them would ever end.
TEST(Interrupt, EndsWhatNeverLooksAtTheFlag) {
  EXPECT_EQ(ends([] {
              raise(SIGINT);
              for (;;) pause();
            }),
            130);
  EXPECT_EQ(ends([] {
              raise(SIGTERM);
              for (volatile int i = 0;;) i = i + 1;
            }),
            143);
}

TEST(Interrupt, LeavesWhatLooksAtTheFlagToEndItself) {
  EXPECT_EQ(ends([] {
              raise(SIGINT);
              try {
                check_interrupt();
              } catch (const Interrupted&) {
                _exit(7);
              }
            }),
            7);
}

TEST(Interrupt, ASecondSignalEndsWhatMayTakeLong) {
  EXPECT_EQ(ends([] {
              let_interrupts_take_long();
              raise(SIGINT);
              if (!interrupted()) _exit(8);
              raise(SIGINT);
            }),
            -1);
}

}  // namespace
}  // namespace bouton
