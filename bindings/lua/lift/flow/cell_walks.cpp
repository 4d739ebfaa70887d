#include "bindings/lua/lift/flow/cell_walks.h"

#include <algorithm>

namespace bouton::lua {
namespace {

CellWalks board_walks(const CellShape& shape) {
  CellWalks walks;
  const auto rows = static_cast<std::int64_t>(shape.rows), columns = static_cast<std::int64_t>(shape.columns);
  constexpr std::int64_t kDown[] = {-1, 0, 0, 1}, kRight[] = {0, -1, 1, 0};
  for (std::int64_t row = 1; row <= rows; ++row)
    for (std::int64_t column = 1; column <= columns; ++column) {
      walks.starts.push_back(static_cast<std::int64_t>(walks.first.size()));
      for (int direction = 0; direction < 4; ++direction) {
        const std::int64_t r = row + kDown[direction], c = column + kRight[direction];
        if (r < 1 || r > rows || c < 1 || c > columns) continue;
        walks.first.push_back(r);
        walks.second.push_back(c);
      }
      walks.first.push_back(0);
      walks.second.push_back(0);
    }
  return walks;
}

CellWalks in_a_row(std::vector<std::vector<std::int64_t>> lists) {
  CellWalks walks;
  for (std::vector<std::int64_t>& list : lists) {
    std::ranges::sort(list);
    list.erase(std::ranges::unique(list).begin(), list.end());
    walks.starts.push_back(static_cast<std::int64_t>(walks.first.size()));
    walks.first.insert(walks.first.end(), list.begin(), list.end());
    walks.first.push_back(0);
  }
  return walks;
}

/// By vertex.
std::vector<std::vector<std::int64_t>> edges_by_vertex(const CellShape& shape) {
  std::vector<std::vector<std::int64_t>> edges(shape.vertices);
  for (std::size_t e = 0; e < shape.edges.size(); ++e)
    for (const std::uint32_t end : {shape.edges[e].first, shape.edges[e].second})
      edges[end].push_back(static_cast<std::int64_t>(e) + 1);
  return edges;
}

}  // namespace

CellWalks neighbour_walks(const CellShape& shape) {
  if (shape.is_board()) return board_walks(shape);
  std::vector<std::vector<std::int64_t>> near(shape.cells());
  if (shape.kind == CellShape::Kind::vertices) {
    for (const auto& [a, b] : shape.edges) {
      near[a].push_back(b + 1);
      near[b].push_back(a + 1);
    }
    return in_a_row(std::move(near));
  }
  const std::vector<std::vector<std::int64_t>> at = edges_by_vertex(shape);
  for (std::size_t e = 0; e < shape.edges.size(); ++e) {
    for (const std::uint32_t end : {shape.edges[e].first, shape.edges[e].second})
      near[e].insert(near[e].end(), at[end].begin(), at[end].end());
    std::erase(near[e], static_cast<std::int64_t>(e) + 1);
  }
  return in_a_row(std::move(near));
}

CellWalks edge_walks(const CellShape& shape) { return in_a_row(edges_by_vertex(shape)); }

}  // namespace bouton::lua
