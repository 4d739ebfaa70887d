#include "engine/position/cell_shape.h"

#include <gtest/gtest.h>

#include "engine/base/errors.h"

namespace bouton {
namespace {

CellShape board_of(std::uint32_t rows, std::uint32_t columns, const std::string& states = ".X") {
  return {.kind = CellShape::Kind::board, .states = states, .rows = rows, .columns = columns};
}

TEST(CellShape, WritesABoardRowByRowAndReadsItAgain) {
  const CellShape board = board_of(2, 3, ".XO");
  const Position position{0, 1, 2, 1, 0, 0};
  EXPECT_EQ(board.text(position), ".XO/X..");
  EXPECT_EQ(board.position(".XO/X.."), position);
  EXPECT_EQ(board.position(".XOX.."), position);
  EXPECT_EQ(board.position(".XO/X."), std::nullopt);
  EXPECT_EQ(board.position(".X/OX/.."), std::nullopt);
  EXPECT_EQ(board.position(".XO/X.?"), std::nullopt);
  EXPECT_EQ(board.position(".XO/X../"), std::nullopt);
}

TEST(CellShape, NamesTheSquaresOfABoardByColumnAndRow) {
  const CellShape board = board_of(3, 30);
  EXPECT_EQ(board.cell_name(0), "a1");
  EXPECT_EQ(board.cell_name(31), "b2");
  EXPECT_EQ(board.cell_name(26), "aa1");
  EXPECT_EQ(board.cell_named("B2"), 31U);
  EXPECT_EQ(board.cell_named("a4"), std::nullopt);
}

TEST(CellShape, NamesGraphs) {
  EXPECT_EQ(graph_named("path 5").edges.size(), 4U);
  EXPECT_EQ(graph_named("cycle 5").edges.size(), 5U);
  EXPECT_EQ(graph_named("grid 3 4").edges.size(), 17U);
  EXPECT_EQ(graph_named("complete 5").edges.size(), 10U);
  EXPECT_EQ(graph_named("star 5").edges.size(), 5U);
  EXPECT_EQ(graph_named("bipartite 2 3").edges.size(), 6U);
  EXPECT_EQ(graph_named("random 8 12 1").edges, graph_named("random 8 12 1").edges);
  EXPECT_EQ(graph_named("random 8 12 1").edges.size(), 12U);
  const std::vector<std::pair<std::uint32_t, std::uint32_t>> tree = {{0, 1}, {0, 2}, {1, 3}};
  EXPECT_EQ(graph_named("tree 1 1 2").edges, tree);
  EXPECT_EQ(graph_named("edges 4: 2-1, 1-3 2-4").edges, tree);
  EXPECT_EQ(graph_named("edges 6: 1-2").vertices, 6U);
  for (const char* wrong :
       {"", "wheel 5", "path", "path x", "path 0", "cycle 2", "edges 1-1", "edges 2: 1-3", "tree 2", "random 3 4 1"})
    EXPECT_THROW(graph_named(wrong), RequestError) << wrong;
}

}  // namespace
}  // namespace bouton
