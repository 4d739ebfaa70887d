#include "engine/values/value_sink.h"

#include <vector>

#include <gtest/gtest.h>

#include "engine/base/errors.h"

namespace bouton {
namespace {

/// Knows cells alone.
class Cells final : public ValueSink {
 public:
  void begin(std::uint32_t) override {}
  void take(std::uint64_t first, std::span<const std::uint32_t> cells) override {
    EXPECT_EQ(first, taken.size());
    taken.insert(taken.end(), cells.begin(), cells.end());
  }
  bool may_begin_again() const override { return forgets; }

  std::vector<std::uint32_t> taken;
  bool forgets = false;
};

/// Every third position is P, every fifth is not valid.
std::uint32_t cell_at(std::uint64_t i) {
  if (i % 5 == 0) return Table::kInvalid;
  return static_cast<std::uint32_t>(i % 3 == 0 ? Outcome::P : Outcome::N);
}

TEST(ValueSink, OutcomesAsBitsAreCells) {
  constexpr std::uint64_t kFirst = 61, kCount = 10'000;
  std::vector<std::uint64_t> p((kFirst + kCount) / 64 + 1), missing(p.size());
  std::vector<std::uint32_t> expected;
  for (std::uint64_t i = 0; i < kCount; ++i) {
    expected.push_back(cell_at(i));
    const std::uint64_t bit = std::uint64_t{1} << ((kFirst + i) % 64);
    if (expected[i] == Table::kInvalid) missing[(kFirst + i) / 64] |= bit;
    if (expected[i] == static_cast<std::uint32_t>(Outcome::P)) p[(kFirst + i) / 64] |= bit;
  }
  const OutcomeBits outcomes{p.data(), kFirst, kCount, missing.data()};
  Cells sink;
  sink.take_outcomes(0, outcomes);
  EXPECT_EQ(sink.taken, expected);

  std::vector<std::uint32_t> some(100);
  outcomes.part(4000, some.size()).write(some);
  EXPECT_EQ(some, std::vector<std::uint32_t>(expected.begin() + 4000, expected.begin() + 4100));
}

TEST(ValueSink, NarrowValuesAreCells) {
  std::vector<std::uint16_t> narrow;
  std::vector<std::uint32_t> expected;
  for (std::uint32_t i = 0; i < 10'000; ++i) {
    expected.push_back(i * 7919 % 0x10000);
    narrow.push_back(static_cast<std::uint16_t>(expected.back()));
  }
  Cells sink;
  sink.take_narrow(0, std::span(narrow).first(9000));
  sink.take_narrow(9000, std::span(narrow).subspan(9000));
  EXPECT_EQ(sink.taken, expected);
}

TEST(ValueSink, RunsAreCells) {
  Cells sink;
  sink.take_run(0, Outcome::N, 5000);
  sink.take_run(5000, Outcome::P, 2);
  sink.take_run(5002, Outcome::N, 0);
  std::vector<std::uint32_t> expected(5000, static_cast<std::uint32_t>(Outcome::N));
  expected.resize(5002, static_cast<std::uint32_t>(Outcome::P));
  EXPECT_EQ(sink.taken, expected);
}

TEST(ValueSink, WhatWasHandedOnIsTakenBackOrAnError) {
  Cells sink;
  EXPECT_EQ(given_up(sink, false, {"no"}).reason, "no");
  EXPECT_THROW((void)given_up(sink, true, {"no"}), LimitError);
  sink.forgets = true;
  EXPECT_EQ(given_up(sink, true, {"no"}).reason, "no");
}

TEST(ValueSink, NothingIsReadWhereNothingIsKept) {
  Cells sink;
  std::vector<std::uint32_t> cells(3);
  EXPECT_THROW(sink.read(0, cells), RequestError);
}

}  // namespace
}  // namespace bouton
