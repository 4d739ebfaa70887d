// The components of a position whose game says that it is a sum.
#pragma once

#include "engine/position/domain.h"
#include "engine/position/options.h"
#include "engine/position/position.h"

namespace bouton {

/// Adds the components of `position` to `out`, each as an option of one position. In a piles game: each pile as a list of its
/// own. On a board: the regions of squares that are not in the last state, where squares that share a side belong together; on
/// a graph in the same way its vertices, where an edge joins two, or its edges, where they share a vertex. A component has its
/// own region as it is, and all other cells in the last state. Other positions are their only component. O(coordinates) for
/// each component.
void components_of(const Domain& domain, PositionView position, Options& out);

}  // namespace bouton
