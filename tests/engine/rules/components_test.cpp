#include "engine/rules/components.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace bouton {
namespace {

std::multiset<std::string> parts(const CellShape& shape, const std::string& text) {
  const Domain domain = Domain::cells(shape);
  Options out;
  components_of(domain, *shape.position(text), out);
  std::multiset<std::string> texts;
  for (std::size_t i = 0; i < out.size(); ++i) texts.insert(shape.text(out[i][0]));
  return texts;
}

CellShape board(std::uint32_t rows, std::uint32_t columns, const char* states) {
  CellShape shape;
  shape.rows = rows;
  shape.columns = columns;
  shape.states = states;
  return shape;
}

TEST(Components, OfABoardAreRegionsOfWhatIsNotInTheLastState) {
  EXPECT_EQ(parts(board(2, 3, ".X"), ".X./.X."), (std::multiset<std::string>{".XX/.XX", "XX./XX."}));
  EXPECT_EQ(parts(board(2, 3, ".oX"), "o.X/XX."), (std::multiset<std::string>{"o.X/XXX", "XXX/XX."}));
  EXPECT_EQ(parts(board(2, 2, ".X"), ".X/X."), (std::multiset<std::string>{".X/XX", "XX/X."}));
  EXPECT_TRUE(parts(board(1, 2, ".X"), "XX").empty());
}

TEST(Components, OfAGraphAreItsPieces) {
  CellShape path = graph_named("path 5");
  path.kind = CellShape::Kind::vertices;
  path.states = ".X";
  EXPECT_EQ(parts(path, "..X.X"), (std::multiset<std::string>{"..XXX", "XXX.X"}));
  // Edges 1-2, 1-3, 1-4, 4-5: the star at 1 hangs together, and 4-5 by 1-4 alone.
  CellShape tree = graph_named("tree 1 1 1 4");
  tree.kind = CellShape::Kind::edges;
  tree.states = "|.";
  EXPECT_EQ(parts(tree, "||||"), std::multiset<std::string>{"||||"});
  EXPECT_EQ(parts(tree, "||.|"), (std::multiset<std::string>{"||..", "...|"}));
}

TEST(Components, OfAListAreItsNumbers) {
  Options out;
  components_of(Domain::piles({.name = "a"}), Position{3, 0, 5}, out);
  ASSERT_EQ(out.size(), 3U);
  EXPECT_EQ(Position(out[2][0]), Position{5});
}

/// Every cell that is in play is in one component, as it is; components do not touch.
RC_GTEST_PROP(Components, ShareOutTheCells, ()) {
  CellShape shape = board(*rc::gen::inRange(1U, 6U), *rc::gen::inRange(1U, 6U), ".oX");
  if (*rc::gen::arbitrary<bool>()) {
    const auto vertices = *rc::gen::inRange(2U, 9U);
    shape = graph_named("random " + std::to_string(vertices) + " " + std::to_string(*rc::gen::inRange(1U, vertices)) + " " +
                        std::to_string(*rc::gen::inRange(0, 99)));
    shape.kind = *rc::gen::element(CellShape::Kind::vertices, CellShape::Kind::edges);
    shape.states = ".oX";
  }
  const auto states = *rc::gen::container<std::vector<Coordinate>>(shape.cells(), rc::gen::inRange<Coordinate>(0, 3));
  const Domain domain = Domain::cells(shape);
  Options out;
  components_of(domain, Position(states), out);
  std::vector<int> in(states.size(), 0);
  for (std::size_t part = 0; part < out.size(); ++part) {
    Options again;
    components_of(domain, out[part][0], again);
    RC_ASSERT(again.size() == 1U);
    RC_ASSERT(Position(again[0][0]) == Position(out[part][0]));
    for (std::size_t cell = 0; cell < states.size(); ++cell) {
      if (out[part][0][cell] == 2) continue;
      RC_ASSERT(out[part][0][cell] == states[cell]);
      ++in[cell];
    }
  }
  for (std::size_t cell = 0; cell < states.size(); ++cell) RC_ASSERT(in[cell] == (states[cell] == 2 ? 0 : 1));
}

}  // namespace
}  // namespace bouton
