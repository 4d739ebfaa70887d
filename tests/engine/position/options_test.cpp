#include "engine/position/options.h"

#include <gtest/gtest.h>

namespace bouton {
namespace {

Position part(const Options& options, std::size_t option, std::size_t part) { return Position(options[option][part]); }

TEST(Options, KeepPositionsAndSplitsInOrder) {
  Options options;
  options.add(Position{1, 2}, 7);
  options.add_part(Position{3});
  options.add_part(Position{});
  options.end_split();
  options.end_split(9);
  ASSERT_EQ(options.size(), 3U);
  EXPECT_TRUE(options.has_split());
  EXPECT_EQ(options[0].size(), 1U);
  EXPECT_EQ(options[0].label(), 7U);
  EXPECT_EQ(part(options, 0, 0), (Position{1, 2}));
  EXPECT_EQ(options[1].size(), 2U);
  EXPECT_EQ(part(options, 1, 0), Position{3});
  EXPECT_EQ(part(options, 1, 1), Position{});
  EXPECT_EQ(options[2].size(), 0U);
  EXPECT_EQ(options[2].label(), 9U);
}

/// Seven options of so many coordinates, of which some are equal, in rows; and one by one.
void fill_rows(Options& options, std::size_t size) {
  const std::span<std::int64_t> room = options.room_for_rows(size, 7);
  ASSERT_GE(room.size(), 7 * (size + 1));
  std::int64_t* at = room.data();
  for (std::int64_t i = 0; i < 7; ++i) {
    // The upper half of the first word says how many coordinates follow, and is nothing to the list.
    *at++ = static_cast<std::int64_t>(size) << 32 | (i % 3);
    for (std::size_t k = 0; k < size; ++k) *at++ = 10 * (i % 5) - static_cast<Coordinate>(k);
  }
  options.set_rows(size, 7);
}
void fill_one_by_one(Options& options, std::size_t size) {
  for (std::int64_t i = 0; i < 7; ++i) {
    Position to;
    for (std::size_t k = 0; k < size; ++k) to.push_back(10 * (i % 5) - static_cast<Coordinate>(k));
    options.add(to, static_cast<Label>(i % 3));
  }
}

void expect_same(const Options& found, const Options& expected) {
  ASSERT_EQ(found.size(), expected.size());
  EXPECT_EQ(found.empty(), expected.empty());
  EXPECT_EQ(found.part_count(), expected.part_count());
  EXPECT_EQ(found.word_count(), expected.word_count());
  EXPECT_EQ(found.has_split(), expected.has_split());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i].label(), expected[i].label());
    ASSERT_EQ(found[i].size(), expected[i].size());
    for (std::size_t part = 0; part < found[i].size(); ++part) EXPECT_EQ(Position(found[i][part]), Position(expected[i][part]));
  }
  for (std::size_t i = 0; i < found.part_count(); ++i) EXPECT_EQ(Position(found.part(i)), Position(expected.part(i)));
}

TEST(Options, RowsAreOptionsWithTheirLabels) {
  // One list is filled again and again: with more in a row, with fewer, and with none.
  Options rows;
  for (const std::size_t size : {2, 5, 0, 1, 3}) {
    SCOPED_TRACE(size);
    Options one_by_one;
    fill_one_by_one(one_by_one, size);
    rows.clear();
    fill_rows(rows, size);
    expect_same(rows, one_by_one);
    expect_same(rows.unique(), one_by_one.unique());
    const Options copy = rows;
    expect_same(copy, one_by_one);
  }
  rows.clear();
  rows.room_for_rows(2, 3);
  rows.set_rows(2, 0);
  expect_same(rows, Options());
}

TEST(Options, RowsTakeOtherOptionsAfterThem) {
  using Add = void (*)(Options&);
  const Add adds[] = {
      [](Options& options) {
        options.add(Position{4, 5, 6}, 8);
      },
      [](Options& options) { options.end_split(3); },
      [](Options& options) { *options.add_many(1, 1, 2) = 9; },
      [](Options& options) {
        options.add_part(Position{1});
        options.add_part(Position{2});
        options.end_split();
      },
      [](Options& options) {
        options.abandon_split();
        options.add(Position{1, 1});
        options.add_part(Position{7});
        options.abandon_split();
      },
  };
  for (const Add add : adds) {
    Options rows, one_by_one;
    fill_rows(rows, 2);
    fill_one_by_one(one_by_one, 2);
    for (int time = 0; time < 2; ++time) {
      add(rows);
      add(one_by_one);
      expect_same(rows, one_by_one);
    }
    rows.clear();
    add(rows);
    one_by_one.clear();
    add(one_by_one);
    expect_same(rows, one_by_one);
  }
}

TEST(Options, ForgetAnAbandonedSplit) {
  Options options;
  options.add(Position{1});
  options.add_part(Position{2});
  options.add_part(Position{3});
  options.abandon_split();
  options.add(Position{4});
  ASSERT_EQ(options.size(), 2U);
  EXPECT_FALSE(options.has_split());
  EXPECT_EQ(part(options, 1, 0), Position{4});
}

TEST(Options, WhatTheyTakeIsCharged) {
  Budget budget;
  budget.memory = 10'000;
  const auto account = std::make_shared<MemoryAccount>(budget);
  {
    Options options(account);
    const auto fill = [&](std::size_t count) {
      for (std::size_t i = 0; i < count; ++i) options.add(Position{1, 2});
    };
    fill(50);
    EXPECT_GE(account->used(), options.memory());
    EXPECT_THROW(fill(1000), LimitError);
    options.clear();
    EXPECT_THROW(options.add_many(1000, 2, kNoLabel), LimitError);
    options.clear();
    EXPECT_THROW(options.room_for_rows(2, 1000), LimitError);
    options.clear();
    fill(20);
    EXPECT_EQ(options.size(), 20U);
    EXPECT_LE(options.unique().size(), 1U);
  }
  EXPECT_EQ(account->used(), 0U);
}

TEST(Options, TheListWithoutRepetitionsIsChargedToo) {
  Budget budget;
  budget.memory = 100'000;
  const auto account = std::make_shared<MemoryAccount>(budget);
  Options options(account);
  for (Coordinate i = 0; i < 500; ++i) options.add(Position{i});
  EXPECT_EQ(options.unique().size(), 500U);
  const Reservation others(account, account->limit() - account->used() - 5000);
  EXPECT_THROW(static_cast<void>(options.unique()), LimitError);
}

TEST(Options, UniqueKeepsTheFirstOfEqualOnes) {
  Options options;
  options.add(Position{1}, 1);
  options.add(Position{2}, 2);
  options.add(Position{1}, 3);
  options.add_part(Position{1});
  options.add_part(Position{2});
  options.end_split(4);
  options.add(Position{1, 2}, 5);
  const Options unique = options.unique();
  ASSERT_EQ(unique.size(), 4U);
  EXPECT_EQ(unique[0].label(), 1U);
  EXPECT_EQ(unique[1].label(), 2U);
  EXPECT_EQ(unique[2].label(), 4U);
  EXPECT_EQ(unique[3].label(), 5U);
}

}  // namespace
}  // namespace bouton
