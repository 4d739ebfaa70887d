// Linear inequalities over integers, and what is left of them when variables are eliminated.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/linear/linear_form.h"
#include "engine/position/box.h"

namespace bouton {

/// Whether the numbers are so small that the form of coordinates below 2^40 has a value of 64 bits.
inline bool fits(const Affine& form) { return form.is_within(std::int64_t{1} << 58, std::int64_t{1} << 16); }

/// A system of inequalities, each a form that is <= 0. Fourier and Motzkin's elimination: exact over the rationals, so that a
/// system without a solution there has none in integers.
class Inequalities {
 public:
  /// Of forms with the same coefficients the strongest is kept.
  void add(const Affine& form);
  /// That the form is 0.
  void add_zero(const Affine& form);
  /// That variable i is coordinate i of a position of the box.
  void add_sides(const Box& box);
  const std::vector<Affine>& forms() const { return forms_; }
  /// Whether some inequality is false whatever the variables are.
  bool impossible() const { return impossible_; }

  /// What holds of the other variables; nothing where that takes more than some hundred inequalities.
  std::optional<Inequalities> without(std::size_t variable) const;
  /// Whether an integer value of the variable exists wherever the others fulfil without(variable).
  bool projects_exactly(std::size_t variable) const;
  void substitute(std::size_t variable, const Affine& by);

 private:
  std::vector<Affine> forms_;
  bool impossible_ = false;
};

/// Whether it is shown that no integers fulfil the system. O(inequalities^2) a variable, bounded.
bool has_no_solution(const Inequalities& system);
/// Whether it is shown that the form is <= 0 wherever the system holds. The same cost.
bool implies(const Inequalities& system, const Affine& form);

}  // namespace bouton
