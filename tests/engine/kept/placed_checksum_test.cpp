#include "engine/kept/placed_checksum.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace bouton {
namespace {

std::uint64_t placed(std::uint64_t offset, std::string_view bytes) {
  PlacedChecksum checksum;
  checksum.add(offset, bytes);
  return checksum.value();
}

TEST(PlacedChecksum, IsThatOfItsPiecesInWhateverOrder) {
  std::mt19937 random(1);
  std::string bytes(1000, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random());
  for (int round = 0; round < 100; ++round) {
    std::vector<std::size_t> cuts = {0, bytes.size()};
    for (int i = 0; i < 20; ++i) cuts.push_back(random() % bytes.size());
    std::ranges::sort(cuts);
    std::vector<std::size_t> order(cuts.size() - 1);
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::shuffle(order, random);
    PlacedChecksum parts[2];
    for (const std::size_t i : order)
      parts[random() % 2].add(3 + cuts[i], std::string_view(bytes).substr(cuts[i], cuts[i + 1] - cuts[i]));
    parts[0].add(parts[1]);
    EXPECT_EQ(parts[0].value(), placed(3, bytes));
  }
}

TEST(PlacedChecksum, ChangesWithEveryByteAndEveryPlace) {
  const std::string bytes = "the quick brown fox";
  std::set<std::uint64_t> seen = {placed(0, bytes)};
  for (std::size_t i = 0; i < bytes.size(); ++i)
    for (int other = 0; other < 256; ++other) {
      std::string changed = bytes;
      changed[i] = static_cast<char>(other);
      if (changed == bytes) continue;
      EXPECT_TRUE(seen.insert(placed(0, changed)).second) << i << " " << other;
    }
  for (std::uint64_t offset = 1; offset < 100; ++offset) EXPECT_TRUE(seen.insert(placed(offset, bytes)).second) << offset;
  std::string exchanged = bytes;
  std::swap(exchanged[0], exchanged[4]);
  EXPECT_TRUE(seen.insert(placed(0, exchanged)).second);
}

}  // namespace
}  // namespace bouton
