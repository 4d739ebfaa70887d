#include "engine/entailing/entailing_nimbers.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "engine/base/errors.h"
#include "engine/entailing/entailing_search.h"
#include "tests/engine/entailing/entailing_play.h"

namespace bouton {
namespace {

RC_GTEST_PROP(EntailingNimbers, AreTheValuesOfTheSearch, ()) {
  const test::ObligingRules rules(test::arbitrary_obliging_graph(16, true));
  const Budget budget;
  const auto account = std::make_shared<MemoryAccount>(budget);
  EntailingSearch search(rules, budget, account);
  EntailingNimbers nimbers(rules, budget, account);
  // The large positions first, so that little is known of those below.
  for (auto node = static_cast<Coordinate>(rules.graph().size()); node-- > 0;) {
    const Position position{node};
    RC_ASSERT(search.find(position) == EntailingSearch::Status::found);
    const NimberSet wins = search.wins(position);
    for (Grundy heap = 0; heap < 8; ++heap) RC_ASSERT(nimbers.obliged_wins(position, Nimber(heap)) == wins.contains(heap));
    RC_ASSERT(nimbers.obliged_wins(position, Nimber::loony()) == wins.is_cofinite());
    RC_ASSERT(nimbers.value(position) == search.known(position));
  }
}

TEST(EntailingNimbers, GiveUpAfterAsManyPositionsAsTheyMay) {
  const test::ObligingRules rules(test::ObligingGraph{{}, {{MoveKind::again, {0}}}, {{MoveKind::ordinary, {1}}}});
  const Budget budget;
  EntailingNimbers nimbers(rules, budget, std::make_shared<MemoryAccount>(budget));
  EXPECT_EQ(nimbers.value(Position{2}, 1), std::nullopt);
  // From 1 every heap of nim but the empty one is won, so that it is 0, and 2 has a move to it.
  EXPECT_EQ(nimbers.value(Position{2}), Nimber(Grundy{1}));
  EXPECT_EQ(nimbers.positions(), 3U);
}

}  // namespace
}  // namespace bouton
