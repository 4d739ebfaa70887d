#include "engine/linear/inequalities.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <utility>

namespace bouton {
namespace {

/// A system that grows beyond this while variables are eliminated is given up.
constexpr std::size_t kMostInequalities = 300;

}  // namespace

void Inequalities::add(const Affine& form) {
  const Affine tight = tightened(form);
  if (tight.is_constant()) {
    impossible_ = impossible_ || tight.constant > 0;
    return;
  }
  for (Affine& known : forms_)
    if (known.terms == tight.terms) {
      if (tight.constant > known.constant) known = tight;
      return;
    }
  forms_.push_back(tight);
}

void Inequalities::add_zero(const Affine& form) {
  add(form);
  add(negated(form));
}

void Inequalities::add_sides(const Box& box) {
  for (std::size_t i = 0; i < box.dimensions(); ++i) {
    const Affine coordinate = Affine::of_variable(i);
    add(Affine::of_constant(box.low()[i]) - coordinate);
    add(plus_constant(coordinate, -box.high()[i]));
  }
}

std::optional<Inequalities> Inequalities::without(std::size_t variable) const {
  Inequalities rest;
  rest.impossible_ = impossible_;
  for (const Affine& form : forms_)
    if (form.coefficient(variable) == 0) rest.add(form);
  for (const Affine& above : forms_) {
    const std::int64_t of_above = above.coefficient(variable);
    if (of_above <= 0) continue;
    for (const Affine& below : forms_) {
      const std::int64_t of_below = below.coefficient(variable);
      if (of_below >= 0) continue;
      const std::int64_t common = std::gcd(of_above, of_below);
      const Affine sum = scaled(above, -of_below / common) + scaled(below, of_above / common);
      if (!fits(sum)) return std::nullopt;
      rest.add(sum);
      if (rest.forms_.size() > kMostInequalities) return std::nullopt;
    }
  }
  return rest;
}

bool Inequalities::projects_exactly(std::size_t variable) const {
  return std::ranges::all_of(forms_, [&](const Affine& form) { return std::abs(form.coefficient(variable)) <= 1; });
}

void Inequalities::substitute(std::size_t variable, const Affine& by) {
  Inequalities changed;
  changed.impossible_ = impossible_;
  for (const Affine& form : forms_) changed.add(substituted(form, variable, by));
  *this = std::move(changed);
}

bool has_no_solution(const Inequalities& system) {
  Inequalities left = system;
  while (!left.impossible()) {
    // The variable that leaves the fewest inequalities.
    std::optional<std::size_t> best;
    std::size_t least = 0;
    std::size_t variables = 0;
    for (const Affine& form : left.forms()) variables = std::max(variables, form.size());
    for (std::size_t v = 0; v < variables; ++v) {
      const auto above = std::ranges::count_if(left.forms(), [&](const Affine& form) { return form.coefficient(v) > 0; });
      const auto below = std::ranges::count_if(left.forms(), [&](const Affine& form) { return form.coefficient(v) < 0; });
      const auto pairs = static_cast<std::size_t>(above * below);
      if (above + below > 0 && (!best || pairs < least)) {
        best = v;
        least = pairs;
      }
    }
    if (!best) return false;
    std::optional<Inequalities> next = left.without(*best);
    if (!next) return false;
    left = *std::move(next);
  }
  return true;
}

bool implies(const Inequalities& system, const Affine& form) {
  Inequalities contrary = system;
  contrary.add(Affine::of_constant(1) - form);  // form >= 1
  return has_no_solution(contrary);
}

}  // namespace bouton
