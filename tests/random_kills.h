// Work that is killed at any moment, and gone on with.
#pragma once

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <random>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace bouton::test {

/// How often work is killed: a hundred times in the long tests.
inline int kills_or(int usual) { return std::getenv("BOUTON_LONG_TESTS") != nullptr ? 100 : usual; }

/// Runs `work()` in a process of its own and kills that after a random while of at most `longest`; over and over, until
/// `kills` of them were killed. Calls `whole()` after each that came to its end first. What comes out must not depend on the
/// moments, which are others on each machine.
template <class Work, class Whole>
void kill_at_random(int kills, std::chrono::microseconds longest, const Work& work, const Whole& whole) {
  std::mt19937 random(2718);
  std::uniform_int_distribution<useconds_t> moment(0, static_cast<useconds_t>(longest.count()));
  int killed = 0;
  for (int round = 0; killed < kills && round < 100 * kills; ++round) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      try {
        work();
      } catch (...) {
        _exit(1);
      }
      _exit(0);
    }
    usleep(moment(random));
    kill(child, SIGKILL);
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    if (WIFSIGNALED(status)) {
      ++killed;
      continue;
    }
    ASSERT_EQ(WEXITSTATUS(status), 0) << "after " << killed << " kills";
    whole();
    if (testing::Test::HasFatalFailure()) return;
  }
  EXPECT_EQ(killed, kills);
}

}  // namespace bouton::test
