#include "engine/rules/components.h"

#include <numeric>
#include <vector>

namespace bouton {
namespace {

/// Cells that belong together, as a forest.
class Regions {
 public:
  explicit Regions(std::size_t cells) : above_(cells) { std::iota(above_.begin(), above_.end(), 0U); }

  std::uint32_t of(std::uint32_t cell) {
    while (above_[cell] != cell) cell = above_[cell] = above_[above_[cell]];
    return cell;
  }
  void join(std::uint32_t a, std::uint32_t b) { above_[of(a)] = of(b); }

 private:
  std::vector<std::uint32_t> above_;
};

/// Joins the cells that touch and are in play.
template <class InPlay>
void join_contacts(const CellShape& shape, InPlay in_play, Regions& regions) {
  const auto touch = [&](std::uint32_t a, std::uint32_t b) {
    if (in_play(a) && in_play(b)) regions.join(a, b);
  };
  switch (shape.kind) {
    case CellShape::Kind::board:
      for (std::uint32_t cell = 0; cell < shape.cells(); ++cell) {
        if ((cell + 1) % shape.columns != 0) touch(cell, cell + 1);
        if (cell + shape.columns < shape.cells()) touch(cell, cell + shape.columns);
      }
      break;
    case CellShape::Kind::vertices:
      for (const auto& [a, b] : shape.edges) touch(a, b);
      break;
    case CellShape::Kind::edges: {
      // All edges at a vertex touch: it suffices to join each with the one before it.
      std::vector<std::uint32_t> last(shape.vertices, shape.cells());
      for (std::uint32_t e = 0; e < shape.cells(); ++e) {
        if (!in_play(e)) continue;
        for (const std::uint32_t v : {shape.edges[e].first, shape.edges[e].second}) {
          if (last[v] != shape.cells()) regions.join(e, last[v]);
          last[v] = e;
        }
      }
      break;
    }
  }
}

void regions_of(const CellShape& shape, PositionView position, Options& out) {
  const auto last = static_cast<Coordinate>(shape.states.size() - 1);
  Regions regions(position.size());
  join_contacts(
      shape, [&](std::uint32_t cell) { return position[cell] != last; }, regions);
  for (std::uint32_t root = 0; root < position.size(); ++root) {
    if (position[root] == last || regions.of(root) != root) continue;
    Position part(position);
    for (std::uint32_t cell = 0; cell < position.size(); ++cell)
      if (regions.of(cell) != root) part[cell] = last;
    out.add(part);
  }
}

}  // namespace

void components_of(const Domain& domain, PositionView position, Options& out) {
  if (domain.shape() != nullptr) return regions_of(*domain.shape(), position, out);
  if (!domain.is_piles() || domain.is_terms()) return out.add(position);
  for (const Coordinate pile : position) out.add(PositionView(&pile, 1));
}

}  // namespace bouton
