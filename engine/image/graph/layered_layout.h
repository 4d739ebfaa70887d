// Where the nodes of a graph stand on paper: in columns, each in an order that lets few edges cross.
//
// Within a column nodes are put in the order of the means of their neighbours' places, column after column, forwards and
// backwards, as long as that lessens the crossings between neighbouring columns (Sugiyama, Tagawa and Toda 1981).
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace bouton {

/// For each node the nodes that edges lead to; one may be named several times.
using Successors = std::vector<std::vector<std::size_t>>;
/// The nodes of each column, from the left; each node stands in one.
using Columns = std::vector<std::vector<std::size_t>>;

/// A node's column, counted from the left, and its place in it, from the top: a multiple of 1/2, since columns are centred.
struct NodePlace {
  std::size_t column = 0;
  double row = 0;
};

struct LayeredLayout {
  std::vector<NodePlace> places;  ///< by node
  std::size_t columns = 0;
  std::size_t rows = 0;  ///< of the longest column
};

/// Columns by the number of edges from node 0, which there must be; nodes that are not reached stand in a column after the
/// last. O(edges).
Columns columns_by_distance(const Successors& successors);

/// Columns by the longest way from a node that no edge leads to, so that each edge leads to the right; none if edges lead in a
/// circle. O(edges).
std::optional<Columns> columns_by_longest_way(const Successors& successors);

/// O(edges^2) a sweep between two columns, a few sweeps.
LayeredLayout layered_layout(const Successors& successors, const Columns& columns);

}  // namespace bouton
