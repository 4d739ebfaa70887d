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

TEST(Options, RowsOfWordsAreOptionsWithTheirLabels) {
  for (std::size_t size = 0; size <= 5; ++size) {
    SCOPED_TRACE(size);
    Options one_by_one, at_once;
    std::vector<std::int64_t> rows;
    for (std::int64_t i = 0; i < 7; ++i) {
      // The upper half of the first word says how many coordinates follow, and is nothing to the list.
      rows.push_back(static_cast<std::int64_t>(size) << 32 | (i % 3));
      std::vector<Coordinate> to;
      for (std::size_t k = 0; k < size; ++k) to.push_back(10 * i - static_cast<Coordinate>(k));
      rows.insert(rows.end(), to.begin(), to.end());
      one_by_one.add(PositionView(to), static_cast<Label>(i % 3));
    }
    at_once.add_rows(rows.data(), 3, size);
    at_once.add_rows(rows.data() + 3 * (size + 1), 4, size);
    ASSERT_EQ(at_once.size(), one_by_one.size());
    for (std::size_t i = 0; i < at_once.size(); ++i) {
      EXPECT_EQ(at_once[i].label(), one_by_one[i].label());
      ASSERT_EQ(at_once[i].size(), 1U);
      EXPECT_EQ(Position(at_once[i][0]), Position(one_by_one[i][0]));
    }
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
