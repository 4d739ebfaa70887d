// Sets of positions as boxes, beside plain sets of positions.
#include "engine/flow/steps/position_boxes.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "engine/position/box.h"

namespace bouton {
namespace {

using Pairs = std::set<std::pair<std::int64_t, std::int64_t>>;

Pairs pairs_of(const PositionBoxes& set) {
  Pairs pairs;
  for (const PositionBoxes::Part& part : set.parts())
    for (std::int64_t a = part.low[0]; a <= part.high[0]; ++a)
      for (std::int64_t b = part.low[1]; b <= part.high[1]; ++b) pairs.emplace(a, b);
  return pairs;
}

RC_GTEST_PROP(PositionBoxes, TakeWhatLiesBetweenAndHoldAllThatIsAdded, ()) {
  PositionBoxes set(Box({0, 0}, {7, 9}));
  Pairs expected = pairs_of(set);
  std::vector<std::pair<PositionBoxes, Pairs>> taken;
  const int cuts = *rc::gen::inRange(1, 7);
  for (int i = 0; i < cuts; ++i) {
    const auto coordinate = *rc::gen::inRange<std::size_t>(0, 2);
    const auto low = *rc::gen::inRange<std::int64_t>(-1, 10), high = *rc::gen::inRange<std::int64_t>(-1, 10);
    Pairs inside;
    for (const auto& pair : expected) {
      const std::int64_t c = coordinate == 0 ? pair.first : pair.second;
      if (c >= low && c <= high) inside.insert(pair);
    }
    for (const auto& pair : inside) expected.erase(pair);
    PositionBoxes piece = set.take(coordinate, low, high);
    RC_ASSERT(pairs_of(piece) == inside);
    RC_ASSERT(pairs_of(set) == expected);
    taken.emplace_back(std::move(piece), std::move(inside));
  }
  // Few boxes are kept as they are.
  for (const auto& [piece, inside] : taken) {
    set.add(piece);
    expected.insert(inside.begin(), inside.end());
    RC_ASSERT(set.parts().size() > 10 || pairs_of(set) == expected);
  }
}

TEST(PositionBoxes, AreOneBoxWhereTheyFillIt) {
  PositionBoxes left(Box({0, 0}, {9, 9}));
  PositionBoxes all(2);
  for (std::int64_t t = 0; t < 10; ++t) {
    all.add(left.take(0, t, t));
    all.add(left.take(1, t, t));
    EXPECT_LE(all.parts().size(), 2U);
  }
  EXPECT_TRUE(left.empty());
  ASSERT_EQ(all.parts().size(), 1U);
  EXPECT_EQ(pairs_of(all).size(), 100U);
}

TEST(PositionBoxes, OfManyBoxesAreTheBoxAroundThem) {
  PositionBoxes all(2);
  for (std::int64_t t = 0; t < 40; ++t) all.add(PositionBoxes(Box({2 * t, 2 * t}, {2 * t, 2 * t})));
  EXPECT_LE(all.parts().size(), 13U);
  const Pairs pairs = pairs_of(all);
  for (std::int64_t t = 0; t < 40; ++t) EXPECT_TRUE(pairs.contains({2 * t, 2 * t}));
}

}  // namespace
}  // namespace bouton
