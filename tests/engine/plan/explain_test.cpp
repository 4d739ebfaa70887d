#include "engine/plan/explain.h"

#include <set>

#include <gtest/gtest.h>

#include "tests/engine/games.h"

namespace bouton {
namespace {

TEST(Explain, NamesAMethodThatDeclinesOnce) {
  Game game;
  game.name = game.title = "nim";
  game.rules = test::nim();
  // Play lasts longer than a search by nimbers goes deep; and there are no cells for the other search of that name.
  const Explanation explanation = explain(game, {2500}, std::nullopt, Budget());
  bool any = false;
  for (const Explanation::Answer& answer : explanation.answers) {
    std::set<Method> methods;
    for (const Declined& declined : answer.declined) {
      EXPECT_TRUE(methods.insert(declined.method).second)
          << answer.question << ": " << name(declined.method) << ": " << declined.reason;
      any = any || declined.reason == "play may last for more than 2000 moves";
    }
  }
  EXPECT_TRUE(any);
}

}  // namespace
}  // namespace bouton
