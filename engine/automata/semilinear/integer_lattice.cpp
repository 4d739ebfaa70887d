#include "engine/automata/semilinear/integer_lattice.h"

#include <algorithm>
#include <utility>

#include "engine/position/integer_division.h"

namespace bouton {
namespace {

void take_off(BigPosition& from, const Integer& factor, const BigPosition& row) {
  for (std::size_t i = 0; i < from.size(); ++i) from[i] -= factor * row[i];
}

}  // namespace

std::size_t IntegerLattice::beginning(const BigPosition& row) const {
  std::size_t column = 0;
  while (column < dimensions_ && row[column] == 0) ++column;
  return column;
}

void IntegerLattice::insert(BigPosition vector) {
  for (std::size_t column = 0; column < dimensions_; ++column) {
    if (vector[column] == 0) continue;
    const auto at = std::ranges::find_if(rows_, [&](const BigPosition& row) { return beginning(row) >= column; });
    if (at == rows_.end() || beginning(*at) > column) {
      rows_.insert(at, std::move(vector));
      break;
    }
    while (vector[column] != 0) {  // Euclid's algorithm: the row keeps the greatest common divisor
      take_off(*at, floor_quotient((*at)[column], vector[column]), vector);
      std::swap(*at, vector);
    }
  }
  // Beginnings above 0, and what stands above them reduced: then equal lattices have equal rows.
  for (std::size_t i = rows_.size(); i-- > 0;) {
    if (rows_[i][beginning(rows_[i])] < 0)
      for (Integer& number : rows_[i]) number = -number;
    for (std::size_t below = i + 1; below < rows_.size(); ++below) {
      const std::size_t column = beginning(rows_[below]);
      take_off(rows_[i], floor_quotient(rows_[i][column], rows_[below][column]), rows_[below]);
    }
  }
}

BigPosition IntegerLattice::representative(BigPosition vector) const {
  for (const BigPosition& row : rows_) {
    const std::size_t column = beginning(row);
    take_off(vector, floor_quotient(vector[column], row[column]), row);
  }
  return vector;
}

bool IntegerLattice::contains(BigPosition vector) const {
  return std::ranges::all_of(representative(std::move(vector)), [](const Integer& number) { return number == 0; });
}

std::optional<Integer> IntegerLattice::index() const {
  if (rank() < dimensions_) return std::nullopt;
  Integer product = 1;
  for (const BigPosition& row : rows_) product *= row[beginning(row)];
  return product;
}

IntegerLattice IntegerLattice::times(const Integer& factor) const {
  IntegerLattice result(dimensions_);
  for (BigPosition row : rows_) {
    for (Integer& number : row) number *= factor;
    result.insert(std::move(row));
  }
  return result;
}

/// Adds a vector of which the prime's multiple is in the lattice, if there is one that is not: it is a combination of the rows
/// with coefficients below the prime, divided by it.
bool IntegerLattice::divide_once(int prime) {
  std::vector<int> coefficients(rank(), 0);
  const auto next = [&] {
    for (int& coefficient : coefficients) {
      if (++coefficient < prime) return true;
      coefficient = 0;
    }
    return false;
  };
  while (next()) {
    BigPosition sum(dimensions_, Integer(0));
    for (std::size_t i = 0; i < rank(); ++i)
      for (std::size_t column = 0; column < dimensions_; ++column) sum[column] += coefficients[i] * rows_[i][column];
    const bool is_multiple = std::ranges::all_of(
        sum, [&](const Integer& number) { return mpz_divisible_ui_p(number.get_mpz_t(), static_cast<unsigned>(prime)) != 0; });
    if (!is_multiple) continue;
    for (Integer& number : sum) number /= prime;
    insert(std::move(sum));
    return true;
  }
  return false;
}

void IntegerLattice::saturate(int base) {
  for (const int prime : {2, 3, 5, 7})
    if (base % prime == 0)
      while (divide_once(prime)) {}
}

}  // namespace bouton
