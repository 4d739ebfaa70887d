#include "engine/study/sequence/value_stream.h"

#include <gtest/gtest.h>

#include <atomic>
#include <vector>

#include "engine/base/errors.h"
#include "engine/heap/heap_sequence.h"
#include "tests/temporary_directory.h"

namespace bouton {
namespace {

/// The number of values that differ from what HeapSequence finds, or are missing.
std::uint64_t differences(const char* code, std::uint64_t last) {
  const TakeAndBreak game = TakeAndBreak::parse(code);
  HeapSequence sequence(game);
  sequence.extend(last, Budget());
  std::uint64_t next = 0;
  std::uint64_t wrong = 0;
  Grundy greatest = 0;
  const ValueStream stream{[&](Grundy promised) { greatest = promised; },
                           [&](std::span<const Grundy> values) {
                             for (const Grundy value : values) wrong += next > last || sequence.values()[next++] != value;
                           }};
  stream_values(game, last, stream, Budget());
  EXPECT_LE(sequence.values().greatest() >> 8 != 0, greatest >> 8 != 0) << code;
  return wrong + (last + 1 - next);
}

TEST(ValueStream, HandsOutAllValuesInOrder) {
  EXPECT_EQ(differences("0.77", 1'200'000), 0U);   // by its period
  EXPECT_EQ(differences("0.104", 1'200'000), 0U);  // from a window
  EXPECT_EQ(differences("all-but {1,2}", 3000), 0U);
  EXPECT_EQ(differences("0.77", 0), 0U);
  EXPECT_EQ(differences("0.007", 20'000), 0U);
}

TEST(ValueStream, HandsOutValuesThatAreKeptSlow) { EXPECT_EQ(differences("4.0 unequal", 1'100'000), 0U); }

/// Remembers where the last run was, and ends a run when it has come so far beyond.
class EndedCourse final : public ResumableRun {
 public:
  Begun begun() const override { return begun_; }
  void reached(std::uint64_t done, const std::function<std::string()>& state) override {
    begun_ = {done, state()};
    if (done >= next_) throw Interrupted();
  }
  void go(std::uint64_t heaps) { next_ = begun_.done + heaps; }

 private:
  Begun begun_;
  std::uint64_t next_ = 0;
};

/// The runs that it takes where each ends `heaps` after the one before it; 0 if one hands out other values than HeapSequence.
int runs_of(const char* code, std::uint64_t last, std::uint64_t heaps) {
  const TakeAndBreak game = TakeAndBreak::parse(code);
  HeapSequence sequence(game);
  sequence.extend(last, Budget());
  const test::TemporaryDirectory folder;
  EndedCourse resumable;
  for (int runs = 1;; ++runs) {
    resumable.go(heaps);
    Checkpoint kept(folder / "values");
    std::uint64_t next = resumable.begun().done;
    bool right = true;
    const ValueStream stream{[&](Grundy greatest) { right = right && greatest >= sequence.values().greatest(); },
                             [&](std::span<const Grundy> values) {
                               for (const Grundy value : values)
                                 right = right && next <= last && sequence.values()[next++] == value;
                             },
                             &kept, &resumable};
    try {
      stream_values(game, last, stream, Budget());
      return right && next == last + 1 ? runs : 0;
    } catch (const Interrupted&) {
      if (!right || next != resumable.begun().done) return 0;
    }
  }
}

TEST(ValueStream, GoesOnWhereAnotherRunWasEnded) {
  EXPECT_GT(runs_of("0.77", 2'000'000, 100'000), 10);   // by its period
  EXPECT_GT(runs_of("0.104", 2'000'000, 100'000), 10);  // from a window
  EXPECT_GT(runs_of("0.106", 2'000'000, 1), 15);
  EXPECT_EQ(runs_of("all-but {1,2}", 3000, 100), 1);
}

// They are handed out in the end.
TEST(ValueStream, ValuesThatAreKeptTakeOneRunSlow) { EXPECT_EQ(runs_of("4.0 unequal", 1'100'000, 100'000), 1); }

TEST(ValueStream, RefusesStatesOfOtherRuns) {
  const test::TemporaryDirectory folder;
  Checkpoint kept(folder / "values");
  class Begins final : public ResumableRun {
   public:
    explicit Begins(Begun begun) : begun_(std::move(begun)) {}
    Begun begun() const override { return begun_; }

   private:
    Begun begun_;
  };
  const auto refused = [&](const char* code, ResumableRun::Begun begun) {
    Begins resumable(std::move(begun));
    const ValueStream stream{[](Grundy) {}, [](std::span<const Grundy>) {}, &kept, &resumable};
    EXPECT_THROW(stream_values(TakeAndBreak::parse(code), 2'000'000, stream, Budget()), RequestError) << code;
  };
  EndedCourse ended;
  ended.go(600'000);
  const ValueStream stream{[](Grundy) {}, [](std::span<const Grundy>) {}, &kept, &ended};
  EXPECT_THROW(stream_values(TakeAndBreak::parse("0.104"), 2'000'000, stream, Budget()), Interrupted);
  refused("0.104", {ended.begun().done + 1, ended.begun().state});
  refused("0.104", {ended.begun().done, ended.begun().state + "x"});
  refused("0.104", {ended.begun().done, "short"});
  refused("0.77", ended.begun());
}

// The file may have more values than are asked for; what they are is no matter of the output.
TEST(ValueStream, PromisesNoMoreThanItHandsOut) {
  const TakeAndBreak game = TakeAndBreak::parse("4.0 unequal");
  const test::TemporaryDirectory folder;
  HeapSequence sequence(game);
  sequence.extend(70'000, Budget());
  std::uint64_t last = 0;
  while (sequence.values()[last] < 0x80) ++last;
  write_checkpoint(folder / "values", game, sequence.values());
  Checkpoint kept(folder / "values");
  EndedCourse resumable;
  Grundy promised = 0;
  const ValueStream stream{[&](Grundy greatest) { promised = greatest; }, [](std::span<const Grundy>) {}, &kept, &resumable};
  stream_values(game, last, stream, Budget());
  EXPECT_GE(promised, 0x80U);
  EXPECT_LT(promised, sequence.values().greatest());
}

TEST(ValueStream, IsStopped) {
  std::atomic<bool> stop = false;
  Budget budget;
  budget.stop = &stop;
  std::uint64_t handed_out = 0;
  const ValueStream stream{[](Grundy) {},
                           [&](std::span<const Grundy> values) {
                             handed_out += values.size();
                             stop = handed_out > 2'000'000;
                           }};
  EXPECT_THROW(stream_values(TakeAndBreak::parse("0.106"), 100'000'000, stream, budget), Interrupted);
  EXPECT_LT(handed_out, 2'010'000U);
}

}  // namespace
}  // namespace bouton
