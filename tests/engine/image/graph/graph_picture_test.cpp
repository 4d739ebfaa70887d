#include "engine/image/graph/graph_picture.h"

#include <gtest/gtest.h>

#include <rapidcheck.h>
#include <rapidcheck/gtest.h>
#include <map>

#include "engine/base/errors.h"
#include "engine/image/graph/layered_layout.h"
#include "engine/image/palette.h"

namespace bouton {
namespace {

/// Nim with one heap: from each number to each smaller one.
DrawnGraph heap(std::size_t n) {
  DrawnGraph graph{.title = "a heap", .nodes = {}, .edges = {}};
  for (std::size_t i = 0; i <= n; ++i)
    graph.nodes.push_back({std::to_string(n - i), std::to_string(n - i), i == n ? Outcome::P : Outcome::N});
  for (std::size_t from = 0; from <= n; ++from)
    for (std::size_t to = from + 1; to <= n; ++to) graph.edges.push_back({from, to, to == n ? "all" : "some"});
  return graph;
}

std::map<std::size_t, std::size_t> column_of(const Columns& columns) {
  std::map<std::size_t, std::size_t> found;
  for (std::size_t c = 0; c < columns.size(); ++c)
    for (const std::size_t node : columns[c]) found[node] = c;
  return found;
}

TEST(LayeredLayout, ColumnsOfTheLongestWayAndOfTheShortest) {
  const Successors successors = {{1, 2, 3}, {2}, {3}, {}};
  EXPECT_EQ(columns_by_longest_way(successors), (Columns{{0}, {1}, {2}, {3}}));
  EXPECT_EQ(columns_by_distance(successors), (Columns{{0}, {1, 2, 3}}));
  EXPECT_FALSE(columns_by_longest_way({{1}, {0}}));
  EXPECT_EQ(columns_by_distance({{1}, {0}, {}}), (Columns{{0}, {1}, {2}}));
}

RC_GTEST_PROP(LayeredLayout, EdgesWithoutACircleLeadToTheRight, ()) {
  const auto count = *rc::gen::inRange<std::size_t>(1, 12);
  Successors successors(count);
  for (std::size_t from = 0; from < count; ++from)
    for (std::size_t to = from + 1; to < count; ++to)
      if (*rc::gen::arbitrary<bool>()) successors[from].push_back(to);
  const auto columns = columns_by_longest_way(successors);
  RC_ASSERT(columns.has_value());
  const auto column = column_of(*columns);
  const LayeredLayout layout = layered_layout(successors, *columns);
  RC_ASSERT(layout.places.size() == count);
  for (std::size_t from = 0; from < count; ++from) {
    RC_ASSERT(layout.places[from].column == column.at(from));
    for (const std::size_t to : successors[from]) RC_ASSERT(column.at(from) < column.at(to));
    for (std::size_t other = 0; other < from; ++other)
      RC_ASSERT(layout.places[other].column != layout.places[from].column ||
                layout.places[other].row != layout.places[from].row);
  }
}

void expect_inside(const Picture& picture, double x, double y) {
  EXPECT_TRUE(x >= 0 && x <= static_cast<double>(picture.width)) << x;
  EXPECT_TRUE(y >= 0 && y <= static_cast<double>(picture.height)) << y;
}

TEST(GraphPicture, EverythingIsInside) {
  DrawnGraph loops = heap(3);
  loops.edges.push_back({3, 0, "back"});
  loops.edges.push_back({2, 2, "stay"});
  for (const DrawnGraph& graph : {heap(0), heap(5), loops}) {
    const Picture picture = graph_picture(graph);
    std::size_t lost = 0, texts = 0;
    for (const Shape& shape : picture.shapes) {
      if (const auto* const line = std::get_if<shape::Line>(&shape)) {
        expect_inside(picture, line->x0, line->y0);
        expect_inside(picture, line->x1, line->y1);
      }
      if (const auto* const box = std::get_if<shape::Rectangle>(&shape)) {
        expect_inside(picture, box->x, box->y);
        expect_inside(picture, box->x + box->width, box->y + box->height);
        if (box->fill == palette::kPosition_P) ++lost;
      }
      if (const auto* const text = std::get_if<shape::Text>(&shape)) {
        expect_inside(picture, text->x, text->y);
        ++texts;
      }
    }
    EXPECT_EQ(lost, 1U);
    std::map<std::string, int> labels;
    for (const DrawnGraph::Edge& edge : graph.edges) ++labels[edge.label];
    EXPECT_EQ(texts, 1 + 2 * graph.nodes.size() + (labels.size() > 1 ? labels.size() : 0));
  }
}

TEST(GraphPicture, OfTooManyPositionsIsRefused) {
  DrawnGraph graph;
  EXPECT_THROW(graph_picture(graph), RequestError);
  graph.nodes.resize(kMostDrawnNodes);
  EXPECT_GT(graph_picture(graph).height, 0U);
  graph.nodes.emplace_back();
  EXPECT_THROW(graph_picture(graph), RequestError);
}

}  // namespace
}  // namespace bouton
