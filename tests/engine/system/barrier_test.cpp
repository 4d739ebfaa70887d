#include "engine/system/barrier.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "engine/system/worker.h"

namespace bouton {
namespace {

TEST(Barrier, LetsAllThreadsGoOnWhenTheLastHasArrived) {
  constexpr unsigned kThreads = 4;
  constexpr int kPhases = 2000;
  std::atomic<int> arrived = 0;
  int completed = 0, wrong = 0;
  Barrier barrier(kThreads, [&] {
    ++completed;
    if (arrived != completed * static_cast<int>(kThreads)) ++wrong;
  });
  std::atomic<int> ahead = 0;
  const auto work = [&] {
    for (int phase = 1; phase <= kPhases; ++phase) {
      ++arrived;
      barrier.arrive_and_wait();
      if (completed < phase) ++ahead;
    }
  };
  {
    std::vector<std::jthread> others;
    while (others.size() + 1 < kThreads) others.emplace_back(work);
    work();
  }
  EXPECT_EQ(completed, kPhases);
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(ahead, 0);
}

TEST(Barrier, DoesNotWaitForThoseThatHaveLeft) {
  int completed = 0;
  Barrier barrier(3, [&] { ++completed; });
  barrier.arrive_and_drop();
  barrier.arrive_and_drop();
  EXPECT_EQ(completed, 0);
  for (int phase = 1; phase <= 3; ++phase) {
    barrier.arrive_and_wait();
    EXPECT_EQ(completed, phase);
  }
}

// Each sleeps until the other one wakes it, so a change that is slept through stops both for ever.
TEST(Barrier, NoChangeIsSleptThrough) {
  constexpr std::uint32_t kTurns = 20000;
  std::atomic<std::uint32_t> turn = 0;
  const auto play = [&](std::uint32_t mine) {
    for (std::uint32_t now = turn; now < kTurns; now = turn) {
      if (now % 2 != mine) {
        sleep_while(turn, now);
      } else {
        ++turn;
        wake_all(turn);
      }
    }
  };
  std::jthread other(play, 1);
  play(0);
  other.join();
  EXPECT_EQ(turn, kTurns);
}

TEST(Worker, DoesOnePieceAfterAnother) {
  Worker worker;
  int done = 0;
  for (int piece = 0; piece < 2000; ++piece) {
    worker.start([&] { ++done; });
    if (piece % 100 == 0) std::this_thread::sleep_for(std::chrono::microseconds(500));
    worker.wait();
  }
  EXPECT_EQ(done, 2000);
}

}  // namespace
}  // namespace bouton
