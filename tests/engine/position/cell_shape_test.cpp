#include "engine/position/cell_shape.h"

#include <algorithm>
#include <numeric>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "engine/base/errors.h"

namespace bouton {
namespace {

CellShape board_of(std::uint32_t rows, std::uint32_t columns, const std::string& states = ".X") {
  return {.kind = CellShape::Kind::board, .states = states, .rows = rows, .columns = columns, .graph = {}};
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
  for (const char* wrong : {"", "wheel 5", "path", "path x", "path 0", "cycle 2", "edges 1-1", "edges 1-2 1-2",
                            "edges 1-2 2-3 2-1", "edges 2: 1-3", "tree 2", "random 3 4 1"})
    EXPECT_THROW(graph_named(wrong), RequestError) << wrong;
}

/// How many edges each vertex has.
std::vector<std::uint32_t> degrees_of(const CellShape& graph) {
  std::vector<std::uint32_t> degrees(graph.vertices, 0);
  for (const auto& [a, b] : graph.edges) {
    ++degrees[a];
    ++degrees[b];
  }
  return degrees;
}
std::uint32_t with_degree(const CellShape& graph, std::uint32_t degree) {
  return static_cast<std::uint32_t>(std::ranges::count(degrees_of(graph), degree));
}
std::uint32_t parts_of(const CellShape& graph) {
  std::vector<std::uint32_t> part(graph.vertices);
  std::iota(part.begin(), part.end(), 0U);
  for (const auto& [a, b] : graph.edges) {
    const std::uint32_t from = part[a], to = part[b];
    std::ranges::replace(part, from, to);
  }
  return static_cast<std::uint32_t>(std::set<std::uint32_t>(part.begin(), part.end()).size());
}

TEST(CellShape, GraphsHaveTheVerticesAndEdgesThatTheirNamesMean) {
  for (std::uint32_t n = 1; n <= 12; ++n) {
    const CellShape path = graph_named(fmt::format("path {}", n)), complete = graph_named(fmt::format("complete {}", n)),
                    star = graph_named(fmt::format("star {}", n));
    EXPECT_EQ(path.edges.size(), n - 1);
    EXPECT_EQ(parts_of(path), 1U);
    EXPECT_EQ(with_degree(path, 1), n == 1 ? 0U : 2U);
    EXPECT_EQ(complete.edges.size(), n * (n - 1) / 2);
    EXPECT_EQ(with_degree(complete, n - 1), n);
    EXPECT_EQ(star.vertices, n + 1);
    EXPECT_EQ(degrees_of(star)[0], n);
    EXPECT_EQ(parts_of(star), 1U);
    if (n >= 3) {
      const CellShape cycle = graph_named(fmt::format("cycle {}", n));
      EXPECT_EQ(with_degree(cycle, 2), n);
      EXPECT_EQ(parts_of(cycle), 1U);
    }
    for (std::uint32_t m = 1; m <= 5; ++m) {
      const CellShape grid = graph_named(fmt::format("grid {} {}", n, m));
      EXPECT_EQ(grid.vertices, n * m);
      EXPECT_EQ(grid.edges.size(), n * (m - 1) + m * (n - 1));
      EXPECT_EQ(parts_of(grid), 1U);
      if (n > 1 && m > 1) {
        EXPECT_EQ(with_degree(grid, 2), 4U);
      }
      const CellShape bipartite = graph_named(fmt::format("bipartite {} {}", n, m));
      EXPECT_EQ(bipartite.edges.size(), n * m);
      for (const auto& [a, b] : bipartite.edges) EXPECT_TRUE(a < n && b >= n);
    }
  }
}

TEST(CellShape, TreesAndRandomGraphsAreGraphs) {
  EXPECT_TRUE(rc::check("trees are connected, and random edges are different", [] {
    std::string tree = "tree";
    const auto count = *rc::gen::inRange(0U, 20U);
    for (std::uint32_t i = 1; i <= count; ++i) tree += fmt::format(" {}", *rc::gen::inRange(1U, i + 1));
    const CellShape graph = graph_named(tree);
    RC_ASSERT(graph.vertices == count + 1);
    RC_ASSERT(graph.edges.size() == count);
    RC_ASSERT(parts_of(graph) == 1U);
    const auto vertices = *rc::gen::inRange(1U, 12U), edges = *rc::gen::inRange(0U, vertices * (vertices - 1) / 2 + 1);
    const CellShape random = graph_named(fmt::format("random {} {} {}", vertices, edges, *rc::gen::inRange(0, 1000)));
    RC_ASSERT(random.edges.size() == edges);
    for (const auto& [a, b] : random.edges) RC_ASSERT(a < b && b < vertices);
    RC_ASSERT(std::set(random.edges.begin(), random.edges.end()).size() == edges);
    // By its edges it is the same graph.
    std::string written = fmt::format("edges {}:", vertices);
    for (const auto& [a, b] : random.edges) written += fmt::format(" {}-{}", b + 1, a + 1);
    RC_ASSERT(graph_named(written).edges == random.edges);
    RC_ASSERT(graph_named(written).vertices == vertices);
  }));
}

/// A board or a graph of some cells, in up to four states.
CellShape random_shape() {
  const std::string states = std::string(".XO#").substr(0, *rc::gen::inRange<std::size_t>(2, 5));
  if (*rc::gen::arbitrary<bool>()) return board_of(*rc::gen::inRange(1U, 6U), *rc::gen::inRange(1U, 40U), states);
  CellShape graph = graph_named(fmt::format("random 7 {} {}", *rc::gen::inRange(1, 20), *rc::gen::inRange(0, 99)));
  graph.states = states;
  if (*rc::gen::arbitrary<bool>()) graph.kind = CellShape::Kind::edges;
  graph.any_graph = *rc::gen::arbitrary<bool>();
  return graph;
}

TEST(CellShape, NamesAndTextsAreReadAsTheyWereWritten) {
  EXPECT_TRUE(rc::check("cells and positions", [] {
    const CellShape shape = random_shape();
    std::set<std::string> names;
    for (std::uint32_t cell = 0; cell < shape.cells(); ++cell) {
      const std::string name = shape.cell_name(cell);
      RC_ASSERT(shape.cell_named(name) == cell);
      names.insert(name);
    }
    RC_ASSERT(names.size() == shape.cells());
    RC_ASSERT(!shape.cell_named("0"));
    RC_ASSERT(!shape.cell_named(""));
    Position position;
    for (std::uint32_t cell = 0; cell < shape.cells(); ++cell)
      position.push_back(*rc::gen::inRange<Coordinate>(0, static_cast<Coordinate>(shape.states.size())));
    const std::string text = shape.text(position);
    RC_ASSERT(shape.position(text) == position);
    RC_ASSERT(!shape.position(text + "."));
    RC_ASSERT(!shape.position(text.substr(0, text.size() - 1) + "?"));
    if (shape.cells() > 1) RC_ASSERT(!shape.position(text.substr(0, text.size() - 1)));
    // Wherever the shape is part of the position it is read from it.
    CellShape any = shape;
    if (shape.is_board()) {
      any.any_rows = *rc::gen::arbitrary<bool>();
      any.any_columns = !any.any_rows || *rc::gen::arbitrary<bool>();
      if (any.any_rows) any.rows = 0;
      if (any.any_columns) any.columns = 0;
    } else {
      any.any_graph = true;
      any.vertices = 0;
      any.edges.clear();
      any.graph.clear();
    }
    CellShape named = shape;
    named.any_graph = any.any_graph;
    const auto found = any.shape_of(named.text(position));
    RC_ASSERT(found.has_value());
    RC_ASSERT(found->cells() == shape.cells());
    RC_ASSERT(found->edges == shape.edges);
    RC_ASSERT(found->rows == shape.rows);
    RC_ASSERT(found->columns == shape.columns);
    RC_ASSERT(found->position(named.text(position)) == position);
  }));
}

TEST(CellShape, OfGraphsMayBeNamedWithoutStates) {
  CellShape graph = graph_named("cycle  5");
  EXPECT_EQ(graph.graph, "cycle 5");
  graph.any_graph = true;
  EXPECT_EQ(graph.position("cycle 5"), graph.empty());
  EXPECT_EQ(graph.position("cycle   5 =..X.."), (Position{0, 0, 1, 0, 0}));
  EXPECT_EQ(graph.position("..X.."), (Position{0, 0, 1, 0, 0}));
  EXPECT_EQ(graph.position("cycle 6"), std::nullopt);
  EXPECT_EQ(graph.position("cycle 6 = ......"), std::nullopt);
  EXPECT_EQ(graph.shape_of("cycle 6 = .....X")->vertices, 6U);
  EXPECT_EQ(graph.shape_of("cycle 6")->edges.size(), 6U);
  EXPECT_EQ(graph.shape_of("......"), std::nullopt);
  EXPECT_EQ(graph.shape_of("cycle 6 = ....."), std::nullopt);
  EXPECT_THROW((void)graph.shape_of("wheel 6 = ......"), RequestError);
}

TEST(CellShape, OfEmptyBoardsMayBeNamedByTheirSize) {
  CellShape board = board_of(3, 4);
  EXPECT_EQ(board.position("3x4"), board.empty());
  for (const char* const text : {"4x3", "3x", "x4", "3x4x", "3 x 4", "-3x4", "03x5", "12", "3X4"})
    EXPECT_EQ(board.position(text), std::nullopt) << text;
  board.any_rows = board.any_columns = true;
  board.rows = board.columns = 0;
  EXPECT_EQ(board.shape_of("5x8")->rows, 5U);
  EXPECT_EQ(board.shape_of("5x8")->columns, 8U);
  EXPECT_EQ(board.shape_of("5x8")->position("5x8"), board.shape_of("5x8")->empty());
  for (const char* const text : {"0x8", "5x0", "33x32", "1025x1", "99999999999999x1", "5x8/5x8"})
    EXPECT_FALSE(board.shape_of(text)) << text;
  board.any_rows = false;
  board.rows = 2;
  EXPECT_EQ(board.shape_of("2x7")->columns, 7U);
  EXPECT_FALSE(board.shape_of("3x7"));
  // What is made of states is a row of them.
  CellShape digits = board_of(1, 3);
  digits.states = "x13";
  EXPECT_EQ(digits.position("1x3"), (Position{1, 0, 2}));
}

TEST(CellShape, HasNoMoreCellsThanItMay) {
  EXPECT_EQ(graph_named("path 1024").vertices, 1024U);
  EXPECT_THROW(graph_named("path 1025"), RequestError);
  EXPECT_THROW(graph_named("grid 33 33"), RequestError);
  EXPECT_EQ(graph_named("complete 45").edges.size(), 990U);
  EXPECT_THROW(graph_named("complete 46"), RequestError);
  EXPECT_THROW(graph_named("path 99999999999999999999"), RequestError);
  CellShape board = board_of(1, 1);
  board.any_rows = board.any_columns = true;
  EXPECT_TRUE(board.shape_of(std::string(1024, '.')));
  EXPECT_FALSE(board.shape_of(std::string(1025, '.')));
  EXPECT_FALSE(board.shape_of(""));
  EXPECT_FALSE(board.shape_of("../."));
}

}  // namespace
}  // namespace bouton
