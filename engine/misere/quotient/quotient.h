// Misère quotients of heap games.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "engine/base/budget.h"
#include "engine/misere/quotient/cayley_graph.h"
#include "engine/misere/quotient/heap_game.h"

namespace bouton {

/// The misère quotient of all sums of a game's heaps: the finite commutative monoid whose elements are the classes of
/// sums that no sum tells apart, with the pretending function from heaps to elements, and the P-portion, the elements
/// whose sums are misère P-positions. Grown heap by heap, and proved after every heap: it holds for every sum of the heaps
/// so far, of whatever number.
///
/// The candidate after one more heap g is the monoid before times the counts of g, with P-positions found from those of
/// smaller depth, and reduced; find_mistake() either proves it or names a sum of least depth that is wrong. All sums
/// of smaller depth being right, looking one move ahead tells which step of the sum's reduction is false; a count of a
/// heap that tells the two sides of that step apart refines the monoid.
class MisereQuotient {
 public:
  struct Limits {
    std::size_t elements = 4096;     ///< of the quotient
    std::size_t refinements = 1000;  ///< for one heap
  };
  /// The quotient of a game without heaps: one element, an N-position.
  MisereQuotient() : MisereQuotient(Limits{}) {}
  explicit MisereQuotient(Limits limits) : limits_(limits) {}

  /// Grows to the first `heaps` heaps of `game`, whose heaps so far are those of the quotient so far. Throws LimitError if
  /// the quotient grows beyond the limits (it may be infinite), or its tables beyond the memory of the budget with which it
  /// first grew; then it is still the one of the heaps before that.
  void grow(const HeapGame& game, std::size_t heaps, const Budget& budget);

  /// How many heaps it is the quotient of.
  std::size_t heaps() const { return graph_.heaps(); }
  std::size_t size() const { return graph_.size(); }
  const CayleyGraph& graph() const { return graph_; }
  /// The pretending function.
  Element value(Heap heap) const { return graph_.after(0, heap); }
  Element value(const HeapSum& sum) const { return graph_.after(0, sum); }
  Element product(Element a, Element b) const;
  bool is_p(Element element) const { return graph_.is_p(element); }
  /// How large it was after each heap.
  const std::vector<std::size_t>& sizes() const { return sizes_; }

 private:
  void add_heap(const HeapGame& game, const Budget& budget);
  std::optional<Element> value_of_dominating_heap(const HeapGame& game, Heap heap) const;

  Limits limits_;
  CayleyGraph graph_;
  std::vector<HeapSum> least_;  ///< a sum for every element
  std::vector<std::size_t> sizes_;
};

}  // namespace bouton
