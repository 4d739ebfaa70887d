// Lattices: groups of integer vectors, by a basis in echelon form.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "engine/position/integer.h"

namespace bouton {

/// The integer combinations of some vectors of the same length, 1 to some ten. A value.
class IntegerLattice {
 public:
  /// The vector 0 alone.
  explicit IntegerLattice(std::size_t dimensions) : dimensions_(dimensions) {}

  std::size_t dimensions() const { return dimensions_; }
  std::size_t rank() const { return rows_.size(); }
  /// As many vectors as the rank; each has its first coordinate that is not 0 further right than the one before, and above 0.
  const std::vector<BigPosition>& basis() const { return rows_; }

  /// Adds a vector, and all that it makes with the others. O(rank * dimensions) divisions for each quotient of Euclid's
  /// algorithm.
  void insert(BigPosition vector);
  bool contains(BigPosition vector) const;
  /// Adds every vector of which a multiple by a power of `base` is in the lattice; 2 <= base <= 10.
  void saturate(int base);
  /// The vectors of the lattice, times the factor > 0.
  IntegerLattice times(const Integer& factor) const;

  /// The one vector of the coset that every vector of it has for its representative: of each column in which a row of the basis
  /// begins, the coordinate is at least 0 and below the beginning of that row.
  BigPosition representative(BigPosition vector) const;
  /// How many cosets there are; nothing where they are infinitely many.
  std::optional<Integer> index() const;

  friend bool operator==(const IntegerLattice&, const IntegerLattice&) = default;

 private:
  std::size_t beginning(const BigPosition& row) const;
  bool divide_once(int prime);

  std::size_t dimensions_;
  std::vector<BigPosition> rows_;
};

}  // namespace bouton
