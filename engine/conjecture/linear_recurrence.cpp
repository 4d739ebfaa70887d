// The heaps h(1) < h(2) < ... that are P-positions as a sequence that obeys h(i) = c1 h(i-1) + ... + cr h(i-r) + c, with whole
// coefficients. For each order from the least, and each place to begin, the coefficients are those that the first equations
// have, solved exactly; they must be whole and fit all the others of the first part. Sequences that do not grow by some factor
// are left to periods. Schwenk's take-away games have such sequences, with h(i) = h(i-1) + h(i-r) in the end.
#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <gmpxx.h>

#include "engine/conjecture/kinds.h"
#include "engine/conjecture/rational_equations.h"
#include "engine/position/integer.h"

namespace bouton {
namespace {

constexpr std::size_t kGreatestOrder = 8;
constexpr std::size_t kFewestTerms = 8;
constexpr std::size_t kFewestTermsLeft = 3;
constexpr std::size_t kEquationsToSpare = 4;

struct Recursion {
  std::size_t order = 0;
  bool has_constant = false;
  std::size_t first = 0;                ///< it holds for the terms from this one on
  std::vector<mpz_class> coefficients;  ///< the constant last, if there is one

  mpz_class next(const std::vector<Coordinate>& terms, std::size_t i) const {
    mpz_class sum = has_constant ? coefficients.back() : mpz_class(0);
    for (std::size_t j = 0; j < order; ++j) sum += coefficients[j] * widen(terms[i - 1 - j]);
    return sum;
  }
  bool holds_at(const std::vector<Coordinate>& terms, std::size_t i) const { return next(terms, i) == widen(terms[i]); }
  std::string words() const {
    std::string text = "h(i) =";
    for (std::size_t j = 0; j < coefficients.size(); ++j) {
      const mpz_class& c = coefficients[j];
      if (c == 0) continue;
      const bool is_constant = j == order;
      text += text.back() == '=' ? (c < 0 ? " -" : " ") : (c < 0 ? " - " : " + ");
      const mpz_class size = abs(c);
      if (is_constant || size != 1) text += size.get_str() + (is_constant ? "" : " ");
      if (!is_constant) text += fmt::format("h(i-{})", j + 1);
    }
    return text;
  }
};

std::optional<Recursion> recursion_from(const std::vector<Coordinate>& terms, std::size_t end, std::size_t order,
                                        bool has_constant, std::size_t first) {
  const std::size_t unknowns = order + (has_constant ? 1 : 0);
  // More equations than unknowns, so that a fit is not an accident.
  if (first < order || first + unknowns + kEquationsToSpare > end) return std::nullopt;
  RationalEquations equations(unknowns);
  for (std::size_t i = first; i < first + unknowns; ++i) {
    std::vector<mpq_class> row;
    for (std::size_t j = 0; j < order; ++j) row.emplace_back(widen(terms[i - 1 - j]));
    if (has_constant) row.emplace_back(1);
    row.emplace_back(widen(terms[i]));
    equations.add(std::move(row));
  }
  if (!equations.complete()) return std::nullopt;
  Recursion recursion{order, has_constant, first, {}};
  for (const mpq_class& value : equations.solution()) {
    if (value.get_den() != 1) return std::nullopt;
    recursion.coefficients.push_back(value.get_num());
  }
  for (std::size_t i = first; i < end; ++i)
    if (!recursion.holds_at(terms, i)) return std::nullopt;
  return recursion;
}

/// The one of the least order that begins earliest among the first `end` terms.
std::optional<Recursion> recursion_of(const std::vector<Coordinate>& terms, std::size_t end) {
  for (std::size_t order = 1; order <= kGreatestOrder; ++order)
    for (const bool has_constant : {false, true})
      for (std::size_t first = order; first + order + kEquationsToSpare <= end; ++first)
        if (std::optional<Recursion> found = recursion_from(terms, end, order, has_constant, first)) return found;
  return std::nullopt;
}

}  // namespace

std::vector<Conjecture> linear_recurrence(const TableEvidence& evidence) {
  std::vector<Coordinate> heaps;
  for (std::size_t n = 1; n < evidence.line.size(); ++n)
    if (evidence.line[n] == 0) heaps.push_back(static_cast<Coordinate>(n));
  const std::size_t end = heaps.size() * 2 / 3;
  if (end < kFewestTerms || heaps.size() < end + kFewestTermsLeft || heaps.back() < 8 * heaps[heaps.size() / 2]) return {};
  const std::optional<Recursion> found = recursion_of(heaps, end);
  if (!found) return {};
  Conjecture conjecture;
  conjecture.statement =
      fmt::format("the heaps h(1) = {}, h(2) = {}, h(3) = {}, ... that are P-positions obey {} from h({}) = {} on", heaps[0],
                  heaps[1], heaps[2], found->words(), found->first + 1, heaps[found->first]);
  conjecture.found_to = heaps[end - 1];
  conjecture.check.holds_to = static_cast<Coordinate>(evidence.line.size()) - 1;
  conjecture.check.positions = heaps.size() - end;
  for (std::size_t i = end; i < heaps.size(); ++i) {
    if (found->holds_at(heaps, i)) continue;
    conjecture.check.holds_to = heaps[i] - 1;
    conjecture.check.failure = Position{heaps[i]};
    break;
  }
  return {std::move(conjecture)};
}

}  // namespace bouton
