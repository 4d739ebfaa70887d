// Linear forms: a constant, and multiples of variables. What becomes of their numbers where these are large is a parameter of
// the type.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "engine/linear/saturating.h"
#include "engine/program/integer_arithmetic.h"

namespace bouton {

/// 64 bits that wrap around, as the numbers of rules do: true of any values of the variables.
struct Wrapping {
  using Number = std::int64_t;
  static Number add(Number a, Number b) { return wrapping_add(a, b); }
  static Number multiply(Number a, Number b) { return wrapping_mul(a, b); }
};

/// 64 bits that saturate: a form whose numbers have come to an end bounds nothing.
struct Saturating {
  using Number = std::int64_t;
  static Number add(Number a, Number b) { return saturating_add(a, b); }
  static Number multiply(Number a, Number b) { return saturating_mul(a, b); }
};

/// constant + the sum of coefficient * variable. What a variable is, its number says to whoever makes the form. Arithmetic
/// takes as many steps as there are terms.
template <class Arithmetic>
struct LinearForm {
  using Number = typename Arithmetic::Number;
  using Variable = std::uint32_t;
  using Term = std::pair<Variable, Number>;

  Number constant = 0;
  std::vector<Term> terms = {};  ///< by variable, ascending; no coefficient is 0

  static LinearForm of_constant(Number constant) { return {.constant = std::move(constant), .terms = {}}; }
  static LinearForm of_variable(std::size_t variable) {
    return {.constant = 0, .terms = {{static_cast<Variable>(variable), 1}}};
  }

  bool is_constant() const { return terms.empty(); }
  /// One more than the greatest variable that has a coefficient.
  std::size_t size() const { return terms.empty() ? 0 : terms.back().first + std::size_t{1}; }
  Number coefficient(std::size_t variable) const {
    const auto term = std::ranges::lower_bound(terms, variable, {}, &Term::first);
    return term != terms.end() && term->first == variable ? term->second : Number(0);
  }
  /// Whether no number is beyond these, either way.
  bool is_within(const Number& most_constant, const Number& most_coefficient) const {
    const auto fits = [](const Number& number, const Number& most) { return number <= most && number >= -most; };
    return fits(constant, most_constant) &&
           std::ranges::all_of(terms, [&](const Term& term) { return fits(term.second, most_coefficient); });
  }

  friend bool operator==(const LinearForm&, const LinearForm&) = default;

  friend LinearForm operator+(const LinearForm& a, const LinearForm& b) { return add(a, b); }
  friend LinearForm operator-(const LinearForm& a, const LinearForm& b) { return add(a, b, -1); }
};

/// a + factor * b
template <class Arithmetic>
LinearForm<Arithmetic> add(const LinearForm<Arithmetic>& a, const LinearForm<Arithmetic>& b,
                           const typename Arithmetic::Number& factor = 1) {
  LinearForm<Arithmetic> sum{Arithmetic::add(a.constant, Arithmetic::multiply(b.constant, factor))};
  auto own = a.terms.begin();
  for (const auto& [variable, coefficient] : b.terms) {
    for (; own != a.terms.end() && own->first < variable; ++own) sum.terms.push_back(*own);
    auto more = Arithmetic::multiply(coefficient, factor);
    if (own != a.terms.end() && own->first == variable) more = Arithmetic::add((own++)->second, more);
    if (more != 0) sum.terms.emplace_back(variable, std::move(more));
  }
  sum.terms.insert(sum.terms.end(), own, a.terms.end());
  return sum;
}

template <class Arithmetic>
LinearForm<Arithmetic> scaled(const LinearForm<Arithmetic>& form, const typename Arithmetic::Number& factor) {
  return add({}, form, factor);
}

template <class Arithmetic>
LinearForm<Arithmetic> negated(const LinearForm<Arithmetic>& form) {
  return scaled(form, -1);
}

template <class Arithmetic>
LinearForm<Arithmetic> plus_constant(LinearForm<Arithmetic> form, const typename Arithmetic::Number& constant) {
  form.constant = Arithmetic::add(form.constant, constant);
  return form;
}

/// With `by` in place of the variable.
template <class Arithmetic>
LinearForm<Arithmetic> substituted(const LinearForm<Arithmetic>& form, std::size_t variable, const LinearForm<Arithmetic>& by) {
  const auto factor = form.coefficient(variable);
  if (factor == 0) return form;
  LinearForm<Arithmetic> rest = form;
  std::erase_if(rest.terms, [&](const auto& term) { return term.first == variable; });
  return add(rest, by, factor);
}

/// A form that says something of integers that do not wrap around.
using Affine = LinearForm<Saturating>;

/// With every variable's number raised.
inline Affine shifted(Affine form, std::size_t by) {
  for (auto& term : form.terms) term.first += static_cast<Affine::Variable>(by);
  return form;
}

/// The strongest inequality form <= 0 that says the same of integers: coefficients without a common factor.
inline Affine tightened(Affine form) {
  std::int64_t divisor = 0;
  for (const auto& term : form.terms) divisor = std::gcd(divisor, term.second);
  if (divisor <= 1) return form;
  for (auto& term : form.terms) term.second /= divisor;
  form.constant = -floor_div(-form.constant, divisor);
  return form;
}

}  // namespace bouton
