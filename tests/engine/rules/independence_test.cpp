#include "engine/rules/independence.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "tests/engine/games.h"

namespace bouton {
namespace {

CellShape board(std::uint32_t rows, std::uint32_t columns) {
  CellShape shape;
  shape.rows = rows;
  shape.columns = columns;
  return shape;
}

/// Fill an empty square; with `few` only while fewer squares than that are filled, but for those in the first row.
test::GamePointer filling(const CellShape& shape, std::size_t few = ~std::size_t{0}) {
  return test::make_game(Domain::cells(shape), [=](PositionView p, Options& out) {
    const auto filled = static_cast<std::size_t>(std::ranges::count(p, 1));
    for (std::size_t cell = 0; cell < p.size(); ++cell) {
      if (p[cell] != 0 || (filled >= few && cell >= shape.columns)) continue;
      Position to(p);
      to[cell] = 1;
      out.add(to);
    }
  });
}

MoveWork enough() { return {.spent = 0, .most = 1'000'000}; }

TEST(Independence, IsSeenInTheMovesOfOnePosition) {
  const CellShape shape = board(3, 4);
  MoveWork work = enough();
  EXPECT_TRUE(moves_of_components(*filling(shape), *shape.position("..X./.X../X..X"), work));
  EXPECT_GT(work.spent, 0U);
  // Five are filled here, and more where a component is alone.
  EXPECT_FALSE(moves_of_components(*filling(shape, 7), *shape.position("..X./.X../XX.X"), work));
  EXPECT_TRUE(moves_of_components(*filling(shape, 20), *shape.position("..X./.X../XX.X"), work));
}

TEST(Independence, OfListsIsSeenAlso) {
  MoveWork work = enough();
  EXPECT_TRUE(moves_of_components(*test::piles_nim(), Position{3, 0, 5}, work));
  const test::GamePointer of_length = test::make_game(test::heaps(), [](PositionView p, Options& out) {
    for (std::size_t i = 0; i < p.size(); ++i)
      for (Coordinate take = 1; take <= std::min<Coordinate>(p[i], 2 + static_cast<Coordinate>(p.size())); ++take) {
        Position to(p);
        to[i] -= take;
        out.add(to);
      }
  });
  EXPECT_TRUE(moves_of_components(*of_length, Position{3, 2}, work));
  EXPECT_FALSE(moves_of_components(*of_length, Position{3, 4}, work));
}

TEST(Independence, TakesAMoveForASplitIntoTheSame) {
  // Removing the middle of three leaves two parts: as a position with two components, and as a sum of two positions.
  const auto game = [](bool split) {
    return test::make_game(test::heaps(), [split](PositionView p, Options& out) {
      for (std::size_t i = 0; i < p.size(); ++i) {
        if (p[i] != 3) continue;
        Position rest;
        for (std::size_t j = 0; j < p.size(); ++j)
          if (j != i) rest.push_back(p[j]);
        if (split) {
          for (const Coordinate other : rest) out.add_part(Position{other});
          out.add_part(Position{1});
          out.add_part(Position{1});
          out.end_split();
          continue;
        }
        rest.push_back(1);
        rest.push_back(1);
        out.add(rest);
      }
    });
  };
  for (const bool split : {false, true}) {
    MoveWork work = enough();
    EXPECT_TRUE(moves_of_components(*game(split), Position{3, 2, 3}, work)) << split;
  }
}

TEST(Independence, IsNotDeniedWhereTheWorkIsSpent) {
  const CellShape shape = board(3, 4);
  MoveWork work{.spent = 0, .most = 10};
  EXPECT_TRUE(moves_of_components(*filling(shape, 7), *shape.position("..X./.X../XX.X"), work));
  EXPECT_FALSE(work.left());
}

TEST(RandomPosition, IsInTheDomainAndHasComponents) {
  CellShape shape = board(4, 5);
  shape.states = ".oX";
  const Domain domains[] = {Domain::cells(shape), Domain::piles({.name = "a"}),
                            Domain::piles({.name = "a", .least = 1, .greatest = 9}, 2, 3)};
  Random random(7);
  for (const Domain& domain : domains) {
    std::set<std::size_t> in_play;
    for (int i = 0; i < 300; ++i) {
      const Position position = random_position(domain, random);
      ASSERT_TRUE(domain.contains(position)) << to_string(position);
      in_play.insert(static_cast<std::size_t>(std::ranges::count_if(position, [](Coordinate c) { return c < 2; })));
    }
    EXPECT_GT(in_play.size(), 2U);
  }
}

}  // namespace
}  // namespace bouton
