#include "engine/system/thread_alarm.h"

#include <atomic>
#include <cstdint>
#include <thread>

#include <gtest/gtest.h>

#include "tests/extent.h"

namespace bouton {
namespace {

std::atomic<int> rung{0};
std::atomic<void*> subject_rung{nullptr};

void take(void* subject) {
  subject_rung = subject;
  ++rung;
}

/// A thread that works at `subject` until `stop` is set.
struct Working {
  explicit Working(void* subject)
      : thread([this, subject] {
          set_alarm_subject(subject);
          name = this_thread_name();
          ready = true;
          while (!stop) ++work;
          EXPECT_EQ(set_alarm_subject(nullptr), subject);
        }) {
    while (!ready) std::this_thread::yield();
  }
  ~Working() {
    stop = true;
    thread.join();
  }
  std::atomic<bool> ready{false}, stop{false};
  std::atomic<ThreadName> name{};
  std::atomic<std::uint64_t> work{0};
  std::thread thread;
};

TEST(ThreadAlarm, TellsTheSubjectOfTheThreadThatIsRung) {
  if (test::kKeepsSignalsBack) GTEST_SKIP() << test::kSignalsAreKeptBack;
  install_thread_alarm(&take);
  int first = 0, second = 0;
  Working one(&first), other(&second);
  for (int round = 0; round < 100; ++round) {
    Working& of = round % 2 == 0 ? one : other;
    const int before = rung;
    ring(of.name);
    while (rung == before) std::this_thread::yield();
    EXPECT_EQ(subject_rung, round % 2 == 0 ? &first : &second);
    const std::uint64_t done = of.work;
    while (of.work == done) std::this_thread::yield();  // it goes on
  }
}

TEST(ThreadAlarm, PassesOverThreadsWithoutSubject) {
  if (test::kKeepsSignalsBack) GTEST_SKIP() << test::kSignalsAreKeptBack;
  install_thread_alarm(&take);
  int subject = 0;
  Working idle(nullptr), busy(&subject);
  const int before = rung;
  ring(idle.name);
  ring(busy.name);
  while (rung == before) std::this_thread::yield();
  EXPECT_EQ(rung, before + 1);
  EXPECT_EQ(subject_rung, &subject);
}

}  // namespace
}  // namespace bouton
