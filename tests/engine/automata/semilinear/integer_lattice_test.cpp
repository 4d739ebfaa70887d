#include "engine/automata/semilinear/integer_lattice.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace bouton {
namespace {

IntegerLattice lattice_of(const std::vector<std::vector<int>>& vectors, std::size_t dimensions) {
  IntegerLattice lattice(dimensions);
  for (const std::vector<int>& vector : vectors) lattice.insert(BigPosition(vector.begin(), vector.end()));
  return lattice;
}

TEST(IntegerLattices, HaveTheCombinationsOfTheirVectors) {
  const IntegerLattice lattice = lattice_of({{2, 4}, {0, 6}}, 2);
  EXPECT_TRUE(lattice.contains({4, 2}));
  EXPECT_FALSE(lattice.contains({2, 2}));
  EXPECT_FALSE(lattice.contains({1, 2}));
  EXPECT_EQ(lattice.index(), Integer(12));
  EXPECT_EQ(lattice.representative({-1, 0}), (BigPosition{1, 4}));
  const IntegerLattice line = lattice_of({{2, -4, 6}, {3, -6, 9}}, 3);
  EXPECT_EQ(line.rank(), 1U);
  EXPECT_EQ(line.index(), std::nullopt);
  EXPECT_EQ(line.basis()[0], (BigPosition{1, -2, 3}));
  EXPECT_FALSE(line.contains({1, -2, 2}));
}

TEST(IntegerLattices, OfTheSameVectorsAreEqual) {
  EXPECT_EQ(lattice_of({{1, 2}, {3, 4}}, 2), lattice_of({{4, 6}, {3, 4}, {1, 2}}, 2));
  EXPECT_NE(lattice_of({{1, 2}, {3, 4}}, 2), lattice_of({{1, 2}, {3, 5}}, 2));
  EXPECT_EQ(lattice_of({{1, 2}, {0, 3}}, 2).times(4), lattice_of({{4, 8}, {0, 12}}, 2));
}

TEST(IntegerLattices, AreSaturatedByABase) {
  IntegerLattice lattice = lattice_of({{12, 0}, {2, 4}}, 2);
  lattice.saturate(2);
  EXPECT_EQ(lattice, lattice_of({{3, 0}, {1, 2}, {6, 3}}, 2));
  EXPECT_EQ(lattice.index(), Integer(3));
  IntegerLattice by_ten = lattice_of({{60}}, 1);
  by_ten.saturate(10);
  EXPECT_EQ(by_ten.index(), Integer(3));
}

/// Small combinations are there, their representative is 0, and vectors of a coset have one representative.
RC_GTEST_PROP(GeneratedIntegerLattices, HaveOneRepresentativeOfACoset, ()) {
  const auto number = rc::gen::inRange(-6, 7);
  const auto dimensions = *rc::gen::inRange<std::size_t>(1, 4);
  const auto vectors =
      *rc::gen::container<std::vector<std::vector<int>>>(3, rc::gen::container<std::vector<int>>(dimensions, number));
  const IntegerLattice lattice = lattice_of(vectors, dimensions);
  const auto factors = *rc::gen::container<std::vector<int>>(3, number);
  const auto from = *rc::gen::container<std::vector<int>>(dimensions, number);
  BigPosition sum(dimensions, Integer(0)), moved(from.begin(), from.end());
  for (std::size_t v = 0; v < vectors.size(); ++v)
    for (std::size_t i = 0; i < dimensions; ++i) {
      sum[i] += factors[v] * vectors[v][i];
      moved[i] += factors[v] * vectors[v][i];
    }
  RC_ASSERT(lattice.contains(sum));
  RC_ASSERT(lattice.representative(moved) == lattice.representative(BigPosition(from.begin(), from.end())));
  // A vector is in the lattice exactly where adding it changes nothing.
  IntegerLattice more = lattice;
  more.insert(BigPosition(from.begin(), from.end()));
  RC_ASSERT(lattice.contains(BigPosition(from.begin(), from.end())) == (more == lattice));
}

}  // namespace
}  // namespace bouton
