#include "engine/program/families/progression.h"

#include <algorithm>
#include <utility>

#include "engine/position/integer_division.h"

namespace bouton {
namespace {

Integer ceil_div(const Integer& a, const Integer& b) {
  Integer quotient;
  mpz_cdiv_q(quotient.get_mpz_t(), a.get_mpz_t(), b.get_mpz_t());
  return quotient;
}

/// How many options there are with k[0] < `rounds`, of two steps.
Integer count_before(const Progression& of, const Integer& rounds) {
  return of.steps[1].count * rounds + of.growth * (rounds * (rounds - 1) / 2);
}

/// The k with the sum of k[i] * columns[i] = target; the columns are independent. Nothing if there is none in integers.
std::optional<std::vector<Integer>> solution(const std::vector<const BigPosition*>& columns, const BigPosition& target) {
  const std::size_t rows = target.size(), unknowns = columns.size();
  std::vector<std::vector<mpq_class>> matrix(rows, std::vector<mpq_class>(unknowns + 1));
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t column = 0; column < unknowns; ++column) matrix[row][column] = (*columns[column])[row];
    matrix[row][unknowns] = target[row];
  }
  for (std::size_t column = 0; column < unknowns; ++column) {
    std::size_t pivot = column;
    while (pivot < rows && matrix[pivot][column] == 0) ++pivot;
    if (pivot == rows) return std::nullopt;
    std::swap(matrix[pivot], matrix[column]);
    const mpq_class factor = 1 / matrix[column][column];
    for (mpq_class& entry : matrix[column]) entry *= factor;
    for (std::size_t row = 0; row < rows; ++row) {
      if (row == column || matrix[row][column] == 0) continue;
      const mpq_class times = matrix[row][column];
      for (std::size_t i = column; i <= unknowns; ++i) matrix[row][i] -= times * matrix[column][i];
    }
  }
  std::vector<Integer> k;
  for (std::size_t row = 0; row < rows; ++row) {
    const mpq_class& value = matrix[row][unknowns];
    if (row >= unknowns && value != 0) return std::nullopt;
    if (row >= unknowns) continue;
    if (value.get_den() != 1) return std::nullopt;
    k.push_back(value.get_num());
  }
  return k;
}

BigPosition difference(const BigPosition& a, const BigPosition& b) {
  BigPosition result(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) result[i] = a[i] - b[i];
  return result;
}

/// Options first..last of a progression of one step; nothing of it where there are none.
void add_part(const Progression& whole, const Integer& first, const Integer& last, std::vector<Progression>& parts) {
  if (first > last) return;
  Progression part = whole;
  part.start = whole.option({first});
  part.names = whole.name({first});
  part.steps[0].count = last - first + 1;
  parts.push_back(std::move(part));
}

/// What is left of `later` without its options first..last.
std::vector<Progression> without_part(const Progression& later, const Integer& first, const Integer& last) {
  const Integer end = later.steps[0].count - 1;
  std::vector<Progression> left;
  add_part(later, 0, std::min(end, Integer(first - 1)), left);
  add_part(later, std::max(Integer(0), Integer(last + 1)), end, left);
  return left;
}

/// The two rows have one direction: `ratio` = earlier.by / later.by.
std::optional<std::vector<Progression>> without_row(const Progression& later, const Progression& earlier,
                                                    const mpq_class& ratio) {
  const BigPosition& by = later.steps[0].by;
  const auto axis =
      static_cast<std::size_t>(std::ranges::find_if(by, [](const Integer& one) { return one != 0; }) - by.begin());
  const BigPosition apart = difference(earlier.start, later.start);
  for (std::size_t i = 0; i < by.size(); ++i)
    if (apart[i] * by[axis] != apart[axis] * by[i]) return std::vector{later};  // on parallel lines
  // Option j of `earlier` would be number offset + j * ratio of `later`.
  mpq_class offset(apart[axis], by[axis]);
  offset.canonicalize();
  const mpq_class end = offset + ratio * (earlier.steps[0].count - 1);
  const mpq_class low = std::min(offset, end), high = std::max(offset, end);
  const Integer first = ceil_div(low.get_num(), low.get_den()), last = floor_quotient(high.get_num(), high.get_den());
  if (last < 0 || first >= later.steps[0].count) return std::vector{later};
  // Either each option of `later` in between is one of `earlier` or none is, where the steps of `earlier` are as fine.
  const mpq_class fineness = 1 / ratio;
  if (fineness.get_den() != 1) return std::nullopt;
  const mpq_class place = offset / ratio;
  if (place.get_den() != 1) return std::vector{later};
  return without_part(later, first, last);
}

}  // namespace

Integer Progression::count() const {
  if (growth != 0) return count_before(*this, steps[0].count);
  Integer product = 1;
  for (const Step& step : steps) product *= step.count;
  return product;
}

std::vector<Integer> Progression::at(const Integer& number) const {
  std::vector<Integer> k(steps.size());
  if (growth != 0) {
    Integer low = 0, high = steps[0].count - 1;
    while (low < high) {
      const Integer middle = (low + high + 1) / 2;
      if (count_before(*this, middle) <= number) low = middle;
      else high = middle - 1;
    }
    return {low, number - count_before(*this, low)};
  }
  Integer rest = number;
  for (std::size_t i = steps.size(); i-- > 0;) {
    k[i] = rest % steps[i].count;
    rest /= steps[i].count;
  }
  return k;
}

Integer Progression::number(const std::vector<Integer>& k) const {
  if (growth != 0) return count_before(*this, k[0]) + k[1];
  Integer number = 0;
  for (std::size_t i = 0; i < steps.size(); ++i) number = number * steps[i].count + k[i];
  return number;
}

BigPosition Progression::option(const std::vector<Integer>& k) const {
  BigPosition to = start;
  for (std::size_t i = 0; i < steps.size(); ++i)
    for (std::size_t j = 0; j < to.size(); ++j) to[j] += k[i] * steps[i].by[j];
  return to;
}

BigPosition Progression::name(const std::vector<Integer>& k) const {
  BigPosition values = names;
  for (std::size_t i = 0; i < steps.size(); ++i)
    for (std::size_t j = 0; j < values.size(); ++j) values[j] += k[i] * naming[i][j];
  return values;
}

std::optional<std::vector<Integer>> Progression::find(const BigPosition& to) const {
  if (to.size() != start.size()) return std::nullopt;
  std::vector<const BigPosition*> columns;
  for (const Step& step : steps) columns.push_back(&step.by);
  std::optional<std::vector<Integer>> k = solution(columns, difference(to, start));
  if (!k) return std::nullopt;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Integer count = i == 1 ? Integer(steps[i].count + growth * (*k)[0]) : steps[i].count;
    if ((*k)[i] < 0 || (*k)[i] >= count) return std::nullopt;
  }
  return k;
}

std::vector<BigPosition> Progression::corners() const {
  std::vector<BigPosition> found;
  for (std::size_t corner = 0; corner < std::size_t{1} << steps.size(); ++corner) {
    std::vector<Integer> k(steps.size());
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if ((corner >> i & 1) == 0) continue;
      k[i] = steps[i].count - 1;
      if (i == 1) k[i] += growth * k[0];
    }
    found.push_back(option(k));
  }
  return found;
}

bool are_independent(const std::vector<Progression::Step>& steps) {
  std::vector<std::vector<mpq_class>> rows;
  for (const Progression::Step& step : steps) {
    std::vector<mpq_class> row(step.by.begin(), step.by.end());
    for (const std::vector<mpq_class>& other : rows) {
      const auto lead = std::ranges::find_if(other, [](const mpq_class& one) { return one != 0; }) - other.begin();
      const mpq_class times = row[static_cast<std::size_t>(lead)] / other[static_cast<std::size_t>(lead)];
      for (std::size_t i = 0; i < row.size(); ++i) row[i] -= times * other[i];
    }
    if (std::ranges::all_of(row, [](const mpq_class& one) { return one == 0; })) return false;
    rows.push_back(std::move(row));
  }
  return true;
}

Overlap overlap(const Progression& a, const Progression& b) {
  const std::vector<BigPosition> of_a = a.corners(), of_b = b.corners();
  const auto apart = [&](auto value) {
    const auto greatest = [&](const std::vector<BigPosition>& corners, int sign) {
      Integer most = sign * value(corners[0]);
      for (const BigPosition& corner : corners) most = std::max(most, Integer(sign * value(corner)));
      return most;
    };
    return greatest(of_a, 1) < -greatest(of_b, -1) || greatest(of_b, 1) < -greatest(of_a, -1);
  };
  const std::size_t size = a.start.size();
  for (std::size_t i = 0; i < size; ++i) {
    if (apart([&](const BigPosition& at) { return at[i]; })) return Overlap::none;
    for (std::size_t j = 0; j < i; ++j) {
      if (apart([&](const BigPosition& at) { return Integer(at[i] - at[j]); })) return Overlap::none;
      if (apart([&](const BigPosition& at) { return Integer(at[i] + at[j]); })) return Overlap::none;
    }
  }
  return Overlap::perhaps;
}

std::optional<std::vector<Progression>> without(const Progression& later, const Progression& earlier) {
  if (overlap(later, earlier) == Overlap::none) return std::vector{later};
  if (later.steps.empty()) {
    if (earlier.find(later.start)) return std::vector<Progression>();
    return std::vector{later};
  }
  if (later.steps.size() > 1) return std::nullopt;
  if (earlier.steps.empty()) {
    const std::optional<std::vector<Integer>> k = later.find(earlier.start);
    return k ? without_part(later, (*k)[0], (*k)[0]) : std::vector{later};
  }
  if (earlier.steps.size() > 1) return std::nullopt;
  const BigPosition &by = later.steps[0].by, &other = earlier.steps[0].by;
  if (are_independent({later.steps[0], earlier.steps[0]})) {
    BigPosition back = other;
    for (Integer& one : back) one = -one;
    const auto k = solution({&by, &back}, difference(earlier.start, later.start));
    const bool meet = k && (*k)[0] >= 0 && (*k)[0] < later.steps[0].count && (*k)[1] >= 0 && (*k)[1] < earlier.steps[0].count;
    return meet ? without_part(later, (*k)[0], (*k)[0]) : std::vector{later};
  }
  const auto axis =
      static_cast<std::size_t>(std::ranges::find_if(by, [](const Integer& one) { return one != 0; }) - by.begin());
  mpq_class ratio(other[axis], by[axis]);
  ratio.canonicalize();
  return without_row(later, earlier, ratio);
}

}  // namespace bouton
