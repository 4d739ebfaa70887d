#include "engine/play/strategy.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "engine/base/errors.h"
#include "tests/engine/theorem/generated_rules.h"

namespace bouton {
namespace {

constexpr Coordinate kBound = 9;

/// A strategy of a generated rule holds, and is the same when it was written and read. A forged one is refused; where it is
/// not, it is right all the same.
RC_GTEST_PROP(GeneratedStrategies, HoldAndForgedOnesDoNot, ()) {
  test::Draw draw(*rc::gen::container<std::vector<std::uint16_t>>(60, rc::gen::inRange<std::uint16_t>(0, 5040)));
  test::RuleGenerator generator(draw, 2, kBound, false);
  const std::shared_ptr<const Rules> rules = generator.rules();
  const Position least = generator.least();
  const Position high = {least[0] + kBound, least[1] + kBound};
  const test::PlainPositions plain(*rules, least, high);
  const auto is_lost = [&](const PositionSum& sum) { return sum.size() == 1 && plain.value(sum[0]) == 0; };
  const Position start = {least[0] + draw.below(kBound), least[1] + draw.below(kBound)};
  if (plain.value(start) < 0) RC_DISCARD("no position");
  const Budget budget;
  Solver solver({rules}, budget);
  Strategy strategy{"generated", {{"a", "1"}}, "", rules->play(), {start}, {}};
  strategy.lost = winning_strategy(*rules, solver, strategy.start, budget);
  const auto complaint = [&](const Strategy& one) { return refuted(one, *rules, budget).value_or(""); };
  RC_ASSERT(complaint(strategy) == "");
  RC_ASSERT(std::ranges::all_of(strategy.lost, is_lost));
  RC_ASSERT((std::ranges::find(strategy.lost, strategy.start) != strategy.lost.end()) == is_lost(strategy.start));
  const Strategy again = parse_strategy(to_text(strategy), "text");
  RC_ASSERT(again.lost == strategy.lost && again.start == strategy.start && again.settings == strategy.settings);

  if (strategy.lost.empty()) return;

  // Other positions in place of one.
  for (int i = 0; i < 8; ++i) {
    Strategy forged = strategy;
    const auto at = static_cast<std::size_t>(draw.below(static_cast<std::int64_t>(forged.lost.size())));
    const Position other = {least[0] + draw.below(kBound), least[1] + draw.below(kBound)};
    if (plain.value(other) < 0) continue;
    forged.lost[at] = {other};
    if (!is_lost(forged.lost[at])) RC_ASSERT(complaint(forged) != "");
  }
  // What is won called lost.
  if (!is_lost(strategy.start)) {
    Strategy forged = strategy;
    forged.lost.push_back(forged.start);
    RC_ASSERT(complaint(forged) != "");
  }
  // Left out, or in another order: what still holds is right.
  Strategy fewer = strategy;
  fewer.lost.erase(fewer.lost.begin() + draw.below(static_cast<std::int64_t>(fewer.lost.size())));
  Strategy backwards = strategy;
  std::ranges::reverse(backwards.lost);
  for (const Strategy& changed : {fewer, backwards})
    if (complaint(changed).empty()) {
      RC_ASSERT(std::ranges::all_of(changed.lost, is_lost));
    }
  if (strategy.lost.size() > 1 && complaint(backwards).empty()) {
    // Then no position of the list needs another.
    for (const PositionSum& lost : strategy.lost) RC_ASSERT(is_lost(lost));
  }
}

TEST(Strategies, AreReadWithComplaints) {
  const Strategy strategy{"nim", {}, "", Play::normal, {{1}, {1}}, {{{0}, {0}}, {{1}, {1}}}};
  const std::string text = to_text(strategy);
  EXPECT_TRUE(is_strategy(text));
  EXPECT_EQ(parse_strategy(text, "file").lost, strategy.lost);
  std::size_t refused = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string changed = text;
    changed[i] = changed[i] == '1' ? '2' : '1';
    try {
      (void)parse_strategy(changed, "file");
    } catch (const RequestError&) {
      ++refused;
    }
  }
  EXPECT_EQ(refused, text.size());
  EXPECT_THROW((void)parse_strategy("bouton strategy 1\n", "file"), RequestError);
}

}  // namespace
}  // namespace bouton
