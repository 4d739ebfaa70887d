#include "engine/search/memo.h"

#include <gtest/gtest.h>

namespace bouton {
namespace {

TEST(Memo, KeepsTheBoxAndTheRestApart) {
  const auto account = std::make_shared<MemoryAccount>(Budget{});
  Memo memo(2, Box(Position{0, 0}, Position{3, 3}), account);
  const Memo::Handle inside = memo.insert(Position{2, 1});
  const Memo::Handle outside = memo.insert(Position{4, 1});
  const Memo::Handle shorter = memo.insert(Position{2});
  for (const Memo::Handle handle : {inside, outside, shorter}) EXPECT_FALSE(memo.known(handle));
  memo.set_word(inside, 0, 10);
  memo.set_word(inside, 1, 11);
  memo.set_word(outside, 0, 20);
  memo.set_word(outside, 1, 21);
  EXPECT_EQ(memo.find(Position{2, 1}), inside);
  EXPECT_EQ(memo.find(Position{4, 1}), outside);
  EXPECT_EQ(memo.find(Position{4, 2}), std::nullopt);
  EXPECT_EQ(memo.word(inside, 1), 11U);
  EXPECT_EQ(memo.word(outside, 0), 20U);
  EXPECT_FALSE(memo.known(shorter));
  Position position;
  memo.read(inside, position);
  EXPECT_EQ(position, (Position{2, 1}));
  memo.read(shorter, position);
  EXPECT_EQ(position, Position{2});
}

TEST(Memo, TakesFourBytesACellOfItsBox) {
  const auto account = std::make_shared<MemoryAccount>(Budget{});
  const Memo memo(1, Box(Position{0, 0}, Position{999, 999}), account);
  EXPECT_EQ(account->used(), 4'000'000U);
}

}  // namespace
}  // namespace bouton
