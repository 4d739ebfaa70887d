#include "engine/entailing/nimber_set.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

namespace bouton {
namespace {

TEST(NimberSet, IsFiniteOrLacksFinitelyMany) {
  const NimberSet few({0, 1, 3}, false), most({0, 2}, true);
  EXPECT_TRUE(few.contains(Grundy{3}));
  EXPECT_FALSE(few.contains(Grundy{2}));
  EXPECT_EQ(few.mex(), Grundy{2});
  EXPECT_FALSE(most.contains(Grundy{2}));
  EXPECT_TRUE(most.contains(Integer("1000000000000000000000")));
  EXPECT_FALSE(few.contains(Integer("1000000000000000000000")));
  EXPECT_EQ(most.mex(), Grundy{0});
  EXPECT_EQ(NimberSet({}, true).mex(), std::nullopt);
  EXPECT_TRUE(NimberSet({}, true).holds_all());
}

/// Unions against sets of the numbers below a bound, beyond which all numbers are alike.
RC_GTEST_PROP(NimberUnion, IsTheUnionOfWhatWasAdded, ()) {
  constexpr Grundy kBound = 12;
  const auto below = [](std::size_t end) { return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange<std::size_t>(0, end)); };
  NimberUnion built;
  std::set<Grundy> truth;
  bool beyond = false;
  for (std::size_t i = below(6); i > 0; --i) {
    const auto number = static_cast<Grundy>(below(kBound));
    std::vector<Grundy> listed;
    for (Grundy n = 0; n < kBound; ++n)
      if (below(3) == 0) listed.push_back(n);
    switch (below(4)) {
      case 0:
        built.add(number);
        truth.insert(number);
        break;
      case 1:
        built.add_all_but(number);
        for (Grundy n = 0; n < kBound; ++n)
          if (n != number) truth.insert(n);
        beyond = true;
        break;
      case 2:
        built.add_complement(NimberSet(listed, false));
        for (Grundy n = 0; n < kBound; ++n)
          if (std::ranges::find(listed, n) == listed.end()) truth.insert(n);
        beyond = true;
        break;
      default: built.add_complement(NimberSet(listed, true)); truth.insert(listed.begin(), listed.end());
    }
  }
  const NimberSet found = built.take();
  RC_ASSERT(found.is_cofinite() == beyond);
  for (Grundy n = 0; n < kBound; ++n) RC_ASSERT(found.contains(n) == truth.contains(n));
  RC_ASSERT(found.contains(kBound) == beyond);
}

}  // namespace
}  // namespace bouton
