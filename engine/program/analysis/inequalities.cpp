#include "engine/program/analysis/inequalities.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "engine/program/analysis/interval.h"
#include "engine/program/integer_arithmetic.h"

namespace bouton {
namespace {

/// A system that grows beyond this while variables are eliminated is given up.
constexpr std::size_t kMostInequalities = 300;
constexpr std::int64_t kMostCoefficient = std::int64_t{1} << 16;
constexpr std::int64_t kMostConstant = std::int64_t{1} << 58;

}  // namespace

LinearSum LinearSum::variable(std::size_t number) {
  LinearSum form;
  form.of_.assign(number + 1, 0);
  form.of_[number] = 1;
  return form;
}

LinearSum LinearSum::plus(const LinearSum& other, std::int64_t factor) const {
  LinearSum sum = *this;
  sum.of_.resize(std::max(of_.size(), other.of_.size()));
  for (std::size_t i = 0; i < other.of_.size(); ++i)
    sum.of_[i] = saturating_add(sum.of_[i], saturating_mul(other.of_[i], factor));
  sum.constant_ = saturating_add(sum.constant_, saturating_mul(other.constant_, factor));
  sum.trim();
  return sum;
}

LinearSum LinearSum::substituted(std::size_t variable, const LinearSum& by) const {
  const std::int64_t factor = (*this)[variable];
  if (factor == 0) return *this;
  LinearSum rest = *this;
  rest.of_[variable] = 0;
  return rest.plus(by, factor);
}

LinearSum LinearSum::shifted(std::size_t by) const {
  LinearSum form = *this;
  if (!of_.empty()) form.of_.insert(form.of_.begin(), by, 0);
  return form;
}

LinearSum LinearSum::tightened() const {
  std::int64_t factor = 0;
  for (const std::int64_t coefficient : of_) factor = std::gcd(factor, coefficient);
  LinearSum form = *this;
  if (factor <= 1) return form;
  for (std::int64_t& coefficient : form.of_) coefficient /= factor;
  form.constant_ = -floor_div(-constant_, factor);
  return form;
}

bool LinearSum::fits() const {
  return std::abs(constant_) <= kMostConstant &&
         std::ranges::all_of(of_, [](std::int64_t coefficient) { return std::abs(coefficient) <= kMostCoefficient; });
}

void LinearSum::trim() {
  while (!of_.empty() && of_.back() == 0) of_.pop_back();
}

void Inequalities::add(const LinearSum& form) {
  const LinearSum tight = form.tightened();
  if (tight.is_constant()) {
    impossible_ = impossible_ || tight.constant() > 0;
    return;
  }
  for (LinearSum& known : forms_)
    if (known.same_coefficients(tight)) {
      if (tight.constant() > known.constant()) known = tight;
      return;
    }
  forms_.push_back(tight);
}

void Inequalities::add_zero(const LinearSum& form) {
  add(form);
  add(LinearSum().plus(form, -1));
}

void Inequalities::add_sides(const Box& box) {
  for (std::size_t i = 0; i < box.dimensions(); ++i) {
    const LinearSum coordinate = LinearSum::variable(i);
    add(LinearSum(box.low()[i]).plus(coordinate, -1));
    add(LinearSum(-box.high()[i]).plus(coordinate));
  }
}

std::optional<Inequalities> Inequalities::without(std::size_t variable) const {
  Inequalities rest;
  rest.impossible_ = impossible_;
  for (const LinearSum& form : forms_)
    if (form[variable] == 0) rest.add(form);
  for (const LinearSum& above : forms_) {
    if (above[variable] <= 0) continue;
    for (const LinearSum& below : forms_) {
      if (below[variable] >= 0) continue;
      const std::int64_t common = std::gcd(above[variable], below[variable]);
      const LinearSum sum = LinearSum().plus(above, -below[variable] / common).plus(below, above[variable] / common);
      if (!sum.fits()) return std::nullopt;
      rest.add(sum);
      if (rest.forms_.size() > kMostInequalities) return std::nullopt;
    }
  }
  return rest;
}

bool Inequalities::projects_exactly(std::size_t variable) const {
  return std::ranges::all_of(forms_, [&](const LinearSum& form) { return std::abs(form[variable]) <= 1; });
}

void Inequalities::substitute(std::size_t variable, const LinearSum& by) {
  Inequalities changed;
  changed.impossible_ = impossible_;
  for (const LinearSum& form : forms_) changed.add(form.substituted(variable, by));
  *this = std::move(changed);
}

bool has_no_solution(const Inequalities& system) {
  Inequalities left = system;
  while (!left.impossible()) {
    // The variable that leaves the fewest inequalities.
    std::optional<std::size_t> best;
    std::size_t least = 0;
    std::size_t variables = 0;
    for (const LinearSum& form : left.forms()) variables = std::max(variables, form.size());
    for (std::size_t v = 0; v < variables; ++v) {
      const auto above = std::ranges::count_if(left.forms(), [&](const LinearSum& form) { return form[v] > 0; });
      const auto below = std::ranges::count_if(left.forms(), [&](const LinearSum& form) { return form[v] < 0; });
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

bool implies(const Inequalities& system, const LinearSum& form) {
  Inequalities contrary = system;
  contrary.add(LinearSum(1).plus(form, -1));  // form >= 1
  return has_no_solution(contrary);
}

}  // namespace bouton
