#include <atomic>
#include <thread>

#include <gtest/gtest.h>

#include "games.h"

namespace {

using namespace cpp_test;  // NOLINT: its games
using bouton::Limit;
using bouton::Outcome;
using bouton::Solver;

TEST(CppLimits, MemoryIsALimit) {
  Solver solver(endless(), {.memory = 1 << 20});
  try {
    solver.outcome({1});
    FAIL() << "a game without an end has an answer";
  } catch (const bouton::LimitError& error) {
    EXPECT_EQ(error.limit(), Limit::memory) << error.what();
  }
  EXPECT_EQ(solver.outcome({0}), Outcome::P);
}

TEST(CppLimits, SecondsAreALimit) {
  Solver solver(endless(), {.seconds = 0.01});
  try {
    solver.outcome({1});
    FAIL() << "a game without an end has an answer";
  } catch (const bouton::LimitError& error) {
    EXPECT_EQ(error.limit(), Limit::seconds) << error.what();
  }
  EXPECT_EQ(solver.outcome({0}), Outcome::P);
}

TEST(CppLimits, ThatCannotBeAreRefused) {
  EXPECT_THROW(Solver(wythoff(), {.seconds = 0.0}), bouton::RequestError);
  EXPECT_THROW(Solver(wythoff(), {.threads = 0}), bouton::RequestError);
  EXPECT_THROW(Solver(wythoff(), {.threads = 5000}), bouton::RequestError);
}

TEST(CppLimits, AQuestionIsCancelledFromWithin) {
  Solver* asked = nullptr;
  Solver solver(endless([&](Coordinate n) {
    if (n == 5000) asked->cancel();
  }));
  asked = &solver;
  EXPECT_THROW(solver.outcome({1}), bouton::Cancelled);
  EXPECT_EQ(solver.outcome({0}), Outcome::P);
}

TEST(CppLimits, AQuestionIsCancelledByAnotherThread) {
  std::atomic<bool> begun = false;
  Solver solver(endless([&](Coordinate) {
    begun = true;
    begun.notify_one();
  }));
  std::thread other([&] {
    begun.wait(false);
    solver.cancel();
  });
  EXPECT_THROW(solver.outcome({1}), bouton::Cancelled);
  other.join();
}

TEST(CppLimits, ACancelThatNobodyWaitsForConcernsNoLaterQuestion) {
  Solver solver(wythoff());
  solver.cancel();
  EXPECT_EQ(solver.outcome({3, 5}), Outcome::P);
}

TEST(CppLimits, RulesDoNotAskBack) {
  Solver* asked = nullptr;
  Solver solver(endless([&](Coordinate n) {
    if (n == 100) asked->outcome({0});
  }));
  asked = &solver;
  EXPECT_THROW(solver.outcome({1}), bouton::RequestError);
}

TEST(CppLimits, ProgressIsToldAndMayEndTheQuestion) {
  Solver solver(wythoff());
  std::uint64_t told = 0;
  solver.on_progress([&](const bouton::Progress& progress) {
    ++told;
    EXPECT_FALSE(progress.doing.empty());
    if (progress.total > 0) {
      EXPECT_LE(progress.done, progress.total);
    }
  });
  solver.table({{0, 0}, {99, 99}}, bouton::ValueKind::grundy);
  EXPECT_GT(told, 0U);
  Solver other(wythoff());
  other.on_progress([](const bouton::Progress&) { throw std::logic_error("enough"); });
  EXPECT_THROW(other.table({{0, 0}, {99, 99}}, bouton::ValueKind::grundy), std::logic_error);
  other.on_progress([&](const bouton::Progress&) { other.cancel(); });
  EXPECT_THROW(other.table({{0, 0}, {99, 99}}, bouton::ValueKind::grundy), bouton::Cancelled);
  other.on_progress({});
  EXPECT_EQ(other.table({{0, 0}, {9, 9}}, bouton::ValueKind::grundy).grundy(12), bouton::Nimber(0));  // 1,2
}

}  // namespace
