// Boxes of heads of generated products, beside the listed moves of each head.
#include "engine/closed_form/heaps/board_of_heads.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <memory>

#include "engine/rules/coin_turning.h"
#include "engine/values/nim_product.h"
#include "tests/engine/games.h"

namespace bouton {
namespace {

/// Of each place the sets of coins to its left, bit i for place i, that a move turns along.
using Companions = std::vector<std::vector<std::uint32_t>>;

constexpr Coordinate kPlacesOfStrip = 6;

Companions arbitrary_companions() {
  Companions companions(static_cast<std::size_t>(kPlacesOfStrip));
  for (std::size_t place = 0; place < companions.size(); ++place)
    companions[place] = *rc::gen::resize(
        rc::kNominalSize, rc::gen::container<std::vector<std::uint32_t>>(static_cast<std::size_t>(*rc::gen::inRange(0, 5)),
                                                                         rc::gen::inRange<std::uint32_t>(0, 1U << place)));
  return companions;
}

std::shared_ptr<const Rules> strip_with(const Companions& companions) {
  return test::make_game(test::one_heap(), [companions](PositionView at, Options& out) {
    Label label = 0;
    for (const std::uint32_t set : companions[static_cast<std::size_t>(at[0])]) {
      for (Coordinate place = 0; place < at[0]; ++place)
        if ((set >> place & 1) != 0) out.add_part(Position{place});
      out.end_split(label);
      label = 1 - label;
    }
  });
}

RC_GTEST_PROP(BoardOfHeads, CountsTheListedMoves, ()) {
  const auto strips = static_cast<std::size_t>(*rc::gen::inRange(2, 4));
  std::vector<std::shared_ptr<const Rules>> rules;
  std::vector<Axis> axes;
  std::vector<std::unique_ptr<StripValues>> values;
  std::vector<StripValues::Heads> heads;
  Position low, high;
  for (std::size_t i = 0; i < strips; ++i) {
    rules.push_back(strip_with(arbitrary_companions()));
    axes.push_back({.name = std::string(1, static_cast<char>('x' + i))});
    values.push_back(std::make_unique<StripValues>(rules.back(), nullptr, Budget{}));
    low.push_back(*rc::gen::inRange<Coordinate>(0, kPlacesOfStrip));
    high.push_back(*rc::gen::inRange<Coordinate>(low[i], kPlacesOfStrip));
    heads.push_back(*values.back()->heads(widen(low[i]), widen(high[i])));
  }
  const CoinProduct product(rules, {.domain = Domain::fixed(axes)});
  const auto value_of = [&](PositionView at) {
    std::uint64_t value = 1;
    for (std::size_t i = 0; i < strips; ++i) value = nim_product(value, *narrow_unsigned(*values[i]->value(widen(at[i]))));
    return value;
  };
  std::uint64_t sum = 0;
  std::map<std::uint64_t, Integer> changes;
  const Box box(low, high);
  Position at = box.low();
  for (std::uint64_t index = 0; index < box.size(); ++index, box.next(at)) {
    sum ^= value_of(at);
    Options listed;
    product.options(at, listed);
    const Options options = listed.unique();
    for (std::size_t i = 0; i < options.size(); ++i) {
      std::uint64_t change = value_of(at);
      for (std::size_t part = 0; part < options[i].size(); ++part) change ^= value_of(options[i][part]);
      changes[change] += 1;
    }
  }
  const BoardOfHeads board(heads, Budget{});
  RC_ASSERT(board.value() == sum);
  for (std::uint64_t change = 1; change < 300; ++change) {
    Integer all = 0;
    for (const auto& [kind, moves] : board.moves_that_change(change)) all += moves;
    RC_ASSERT(all == changes[change]);
  }
}

TEST(BoardOfHeads, KindsAreThoseOfTheFirstStrip) {
  StripValues::Heads rows{1, {{"one", {{1, 3}, {2, 5}}}, {"two", {{2, 7}}}}}, columns{3, {{"", {{1, 2}, {3, 11}}}}};
  const BoardOfHeads board({rows, columns}, Budget{});
  EXPECT_EQ(board.value(), 3U);
  // 2 times 3 is 1, and so is 1 times 1.
  EXPECT_EQ(board.moves_that_change(1), (std::map<std::string, Integer>{{"one", 3 * 2 + 5 * 11}, {"two", 77}}));
  EXPECT_EQ(BoardOfHeads({rows}, Budget{}).moves_that_change(2), (std::map<std::string, Integer>{{"one", 5}, {"two", 7}}));
}

}  // namespace
}  // namespace bouton
