#include "engine/nimbers/value_table.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <atomic>
#include <map>
#include <thread>
#include <vector>

namespace bouton::nimbers {
namespace {

std::shared_ptr<MemoryAccount> account() {
  static const Budget budget;
  return std::make_shared<MemoryAccount>(budget);
}

TEST(Knowledge, GoesIntoOneWordAndOut) {
  EXPECT_EQ(Knowledge{}.packed(), 0U);
  Knowledge zero{.value = 0, .cost = 0};
  EXPECT_NE(zero.packed(), 0U);
  EXPECT_EQ(Knowledge::unpacked(zero.packed()), zero);
  const Knowledge much{.excluded = 0x80000001U, .value = 65534, .least = 255, .cost = 63};
  EXPECT_EQ(Knowledge::unpacked(much.packed()), much);
}

TEST(PackedDistance, IsThatOfOneHeapRoundedDown) {
  EXPECT_EQ(PackedDistance().with(0), std::nullopt);
  const PackedDistance small(3, {.win = 17, .lose = 4000});
  EXPECT_EQ(small.with(3), (Distance{17, 4000}));
  EXPECT_EQ(small.with(2), std::nullopt);
  EXPECT_EQ(PackedDistance(255, {}).with(255), std::nullopt);
  EXPECT_EQ(PackedDistance(254, {}).with(254), Distance());
}

RC_GTEST_PROP(PackedDistance, LosesLessThanAMillionth, (std::uint32_t heap)) {
  const auto number = [] { return *rc::gen::inRange<std::uint64_t>(1, Distance::kFar) >> *rc::gen::inRange(0, 58); };
  const Distance distance{number(), number()};
  const std::optional<Distance> found = PackedDistance(heap % 255, distance).with(heap % 255);
  RC_ASSERT(found.has_value());
  for (const auto& [is, was] : {std::pair{found->win, distance.win}, std::pair{found->lose, distance.lose}}) {
    RC_ASSERT(is <= was);
    RC_ASSERT(was - is <= was / 1'000'000);
  }
}

/// What the table says of a key was said of it, whatever it forgets.
template <int N>
void compare_with_map() {
  using Key = typename ValueTable<N>::Key;
  const bool is_small = *rc::gen::arbitrary<bool>();
  ValueTable<N> table(is_small ? 1 : std::size_t{1} << 22, *rc::gen::arbitrary<bool>(), account());
  std::map<Key, Knowledge> said;
  const int count = *rc::gen::inRange(0, 2000);
  const std::uint64_t seed = *rc::gen::arbitrary<std::uint64_t>();
  for (int i = 0; i < count; ++i) {
    const std::uint64_t number = mix(seed + static_cast<std::uint64_t>(i));
    Key key{};
    key[number % N] = number / 8 % 1000;  // zero among them
    Knowledge knowledge{.cost = static_cast<std::uint8_t>(1 + number % 7)};
    if (number / 16 % 2 == 0) knowledge.value = static_cast<std::uint16_t>(key[number % N] % 9);
    else knowledge.exclude(static_cast<std::uint32_t>(9 + key[number % N] % 5));
    const Distance distance{number / 32 % 1000 + 1, key[number % N] + 1};
    table.add(key, knowledge, PackedDistance(2, distance));
    said[key].merge(knowledge);
    if (const auto far = table.find_with_distance(key); far && !far->knowledge.known())
      RC_ASSERT(far->distance.with(2) == distance);
    const auto found = table.find(key);
    RC_ASSERT(found.has_value());
    RC_ASSERT((found->excluded & knowledge.excluded) == knowledge.excluded);
    RC_ASSERT(!knowledge.known() || found->value == knowledge.value);
  }
  std::size_t visited = 0;
  table.each([&](const Key& key, const Knowledge& knowledge) {
    ++visited;
    RC_ASSERT(said.contains(key));
    RC_ASSERT(!knowledge.known() || knowledge.value == said[key].value);
    RC_ASSERT((knowledge.excluded & ~said[key].excluded) == 0U);
  });
  RC_ASSERT(is_small || visited >= said.size() * 8 / 10);
}
RC_GTEST_PROP(ValueTable, SaysWhatItWasTold, ()) { compare_with_map<1>(); }
RC_GTEST_PROP(ValueTable, SaysWhatItWasToldOfLongKeys, ()) { compare_with_map<3>(); }

TEST(ValueTable, GrowsAndForgetsLittle) {
  ValueTable<1> table(std::size_t{1} << 24, false, account());
  constexpr std::uint64_t kMany = 300'000;
  for (std::uint64_t i = 0; i < kMany; ++i) table.add({i}, {.value = static_cast<std::uint16_t>(i % 7), .cost = 1});
  std::uint64_t known = 0;
  for (std::uint64_t i = 0; i < kMany; ++i)
    if (const auto found = table.find({i})) {
      ++known;
      ASSERT_EQ(found->value, i % 7);
    }
  EXPECT_GT(known, kMany * 8 / 10);
}

TEST(ValueTable, CountsWhatItHas) {
  ValueTable<1> table(std::size_t{1} << 22, false, account());
  EXPECT_EQ(table.stored(), 0U);
  for (int round = 0; round < 2; ++round)
    for (std::uint64_t i = 0; i < 100; ++i) table.add({i}, {.value = 1, .cost = 1});
  EXPECT_EQ(table.stored(), 100U);
}

/// Several threads write and read the same keys while the table doubles again and again.
template <int N>
void write_and_read_at_once() {
  ValueTable<N> table(std::size_t{1} << 22, true, account());
  std::atomic<std::uint64_t> wrong = 0;
  const auto run = [&](std::uint64_t number) {
    for (std::uint64_t i = 0; i < 200'000; ++i) {
      typename ValueTable<N>::Key key{};
      key[N - 1] = mix(i * 2 + number % 2) % 50'000;
      key[0] += N > 1 ? 1 : 0;
      const auto right = static_cast<std::uint16_t>(mix(key[N - 1]) % 11);
      if (const auto found = table.find(key); found && found->known() && found->value != right) ++wrong;
      table.add(key, {.value = right, .cost = static_cast<std::uint8_t>(1 + i % 5)});
    }
  };
  {
    std::vector<std::jthread> threads;
    for (std::uint64_t number = 0; number < 3; ++number) threads.emplace_back(run, number);
  }
  EXPECT_EQ(wrong, 0U);
}
TEST(ValueTable, IsRightWhileSeveralWrite) { write_and_read_at_once<1>(); }
TEST(ValueTable, IsRightWhileSeveralWriteLongKeys) { write_and_read_at_once<2>(); }

}  // namespace
}  // namespace bouton::nimbers
