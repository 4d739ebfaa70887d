// Linear equations over the rationals, solved exactly.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include <gmpxx.h>

namespace bouton {

/// Equations one after another, each brought to the form in which the unknowns of those before are gone (Gauss and Jordan).
class RationalEquations {
 public:
  explicit RationalEquations(std::size_t unknowns) : unknowns_(unknowns) {}

  /// Adds one: a coefficient for each unknown, and the right side last. One that says no more than those before is left out,
  /// and so is one that contradicts them. O(unknowns^2).
  void add(std::vector<mpq_class> row) {
    for (const auto& [pivot, other] : rows_) eliminate(row, other, pivot);
    const auto pivot = static_cast<std::size_t>(
        std::find_if(row.begin(), row.end() - 1, [](const mpq_class& c) { return c != 0; }) - row.begin());
    if (pivot == unknowns_) return;
    const mpq_class lead = row[pivot];
    for (mpq_class& c : row) c /= lead;
    for (auto& other : rows_) eliminate(other.second, row, pivot);
    rows_.emplace_back(pivot, std::move(row));
  }
  /// Whether they have one solution.
  bool complete() const { return rows_.size() == unknowns_; }
  /// Of equations that are complete: the unknowns in their order.
  std::vector<mpq_class> solution() const {
    std::vector<mpq_class> values(unknowns_);
    for (const auto& [pivot, row] : rows_) values[pivot] = row.back();
    return values;
  }

 private:
  static void eliminate(std::vector<mpq_class>& row, const std::vector<mpq_class>& by, std::size_t pivot) {
    const mpq_class factor = row[pivot];
    if (factor == 0) return;
    for (std::size_t i = 0; i < row.size(); ++i) row[i] -= factor * by[i];
  }

  std::size_t unknowns_;
  std::vector<std::pair<std::size_t, std::vector<mpq_class>>> rows_;  ///< with the unknown that each tells
};

}  // namespace bouton
