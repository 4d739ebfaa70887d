// Linear inequalities over integers, and what is left of them when variables are eliminated.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/position/box.h"

namespace bouton {

/// constant + the sum of coefficient * variable; variables are numbered from 0.
class LinearSum {
 public:
  LinearSum() = default;
  explicit LinearSum(std::int64_t constant) : constant_(constant) {}
  static LinearSum variable(std::size_t number);

  std::int64_t constant() const { return constant_; }
  std::int64_t operator[](std::size_t variable) const { return variable < of_.size() ? of_[variable] : 0; }
  /// One more than the greatest variable that has a coefficient.
  std::size_t size() const { return of_.size(); }
  bool is_constant() const { return of_.empty(); }

  /// this + factor * other. Numbers that leave 62 bits saturate, and fits() is false from then on.
  LinearSum plus(const LinearSum& other, std::int64_t factor = 1) const;
  /// With `by` in place of the variable.
  LinearSum substituted(std::size_t variable, const LinearSum& by) const;
  /// With every variable's number raised.
  LinearSum shifted(std::size_t by) const;
  /// The strongest inequality form <= 0 that says the same of integers: coefficients without a common factor.
  LinearSum tightened() const;
  /// Whether the numbers are so small that the form of coordinates below 2^40 has a value of 64 bits.
  bool fits() const;
  bool same_coefficients(const LinearSum& other) const { return of_ == other.of_; }

 private:
  void trim();

  std::int64_t constant_ = 0;
  std::vector<std::int64_t> of_;
};

/// A system of inequalities, each a form that is <= 0. Fourier and Motzkin's elimination: exact over the rationals, so that a
/// system without a solution there has none in integers.
class Inequalities {
 public:
  /// Of forms with the same coefficients the strongest is kept.
  void add(const LinearSum& form);
  /// That the form is 0.
  void add_zero(const LinearSum& form);
  /// That variable i is coordinate i of a position of the box.
  void add_sides(const Box& box);
  const std::vector<LinearSum>& forms() const { return forms_; }
  /// Whether some inequality is false whatever the variables are.
  bool impossible() const { return impossible_; }

  /// What holds of the other variables; nothing where that takes more than some hundred inequalities.
  std::optional<Inequalities> without(std::size_t variable) const;
  /// Whether an integer value of the variable exists wherever the others fulfil without(variable).
  bool projects_exactly(std::size_t variable) const;
  void substitute(std::size_t variable, const LinearSum& by);

 private:
  std::vector<LinearSum> forms_;
  bool impossible_ = false;
};

/// Whether it is shown that no integers fulfil the system. O(inequalities^2) a variable, bounded.
bool has_no_solution(const Inequalities& system);
/// Whether it is shown that the form is <= 0 wherever the system holds. The same cost.
bool implies(const Inequalities& system, const LinearSum& form);

}  // namespace bouton
