#include "engine/heap/code/horizon.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <numeric>
#include <optional>
#include <ranges>
#include <utility>
#include <vector>

namespace bouton {
namespace {

constexpr double kMostSubsets = 3e6;
constexpr std::int64_t kMostModulus = 1 << 15;
/// Coefficients and divisors of forms up to here keep the solutions for loop variables below 2^63, where a move leaves
/// several heaps.
constexpr std::int64_t kMostOfSeveral = 256;
/// Coefficients up to here keep determinants of m + 1 rows below 2^63, for m = 1, 2, 3.
constexpr std::array<std::int64_t, 1 + kMostHeapsLeft> kMostEntry = {0, 1 << 29, 1 << 19, 1 << 14};

/// Coefficients of n, x1, x2, x3.
using Normal = std::array<std::int64_t, 1 + kMostHeapsLeft>;
using Minor = std::array<std::int64_t, kMostHeapsLeft>;  ///< a row of coefficients of x1, x2, x3, or of loop variables
using Minors = std::array<Minor, kMostHeapsLeft>;

std::int64_t determinant(const Minors& rows, std::size_t size) {
  switch (size) {
    case 0: return 1;
    case 1: return rows[0][0];
    case 2: return rows[0][0] * rows[1][1] - rows[0][1] * rows[1][0];
    default:
      return rows[0][0] * (rows[1][1] * rows[2][2] - rows[1][2] * rows[2][1]) -
             rows[0][1] * (rows[1][0] * rows[2][2] - rows[1][2] * rows[2][0]) +
             rows[0][2] * (rows[1][0] * rows[2][1] - rows[1][1] * rows[2][0]);
  }
}

/// What multiplies entry (row, column) in the determinant.
std::int64_t cofactor(const Minors& rows, std::size_t size, std::size_t row, std::size_t column) {
  Minors rest = {};
  for (std::size_t i = 0, to = 0; i < size; ++i) {
    if (i == row) continue;
    for (std::size_t j = 0, at = 0; j < size; ++j)
      if (j != column) rest[to][at++] = rows[i][j];
    ++to;
  }
  const std::int64_t value = determinant(rest, size - 1);
  return (row + column) % 2 == 0 ? value : -value;
}

/// Collects the thresholds of n and x, and their moduli.
class Arrangement {
 public:
  Arrangement(const LinearMoves& moves, std::size_t heaps) : moves_(moves), heaps_(heaps) { moduli_.fill(1); }

  std::optional<Refusal> add(std::uint64_t places, std::uint64_t least) {
    const auto most_places = static_cast<std::int64_t>(places) + 2;
    Normal sum = {1};
    for (std::size_t i = 1; i <= heaps_; ++i) {
      Normal size = {};
      size[i] = 1;
      add_row(size, 2);
      for (std::size_t j = 1; j < i; ++j) {
        Normal order = size;
        order[j] = -1;
        add_row(order, 2);
      }
      sum[i] = -1;
    }
    add_row(sum, most_places);
    add_row({1}, most_places + static_cast<std::int64_t>(least));
    need_modulus(0, moves_.moduli[0]);
    for (const LinearMoves::Option& option : moves_.options)
      if (std::optional<Refusal> refusal = add_option(option)) return refusal;
    if (!simple_) return Refusal{"the sizes are not simple enough"};
    return std::nullopt;
  }

  const std::map<Normal, std::int64_t>& rows() const { return rows_; }
  const Normal& moduli() const { return moduli_; }

 private:
  /// In every order in which its parts can be among x1, x2, ...
  std::optional<Refusal> add_option(const LinearMoves::Option& option) {
    const std::size_t loops = option.loops.size();
    const std::optional<std::vector<std::size_t>> basis = basis_of(option);
    if (!basis) return Refusal{"a loop over sizes names the same move more than once"};
    Minors matrix = {};
    for (std::size_t i = 0; i < loops; ++i)
      for (std::size_t j = 0; j < loops; ++j) matrix[i][j] = option.parts[(*basis)[i]].of(1 + j);
    std::array<std::size_t, kMostHeapsLeft> place = {0, 1, 2};
    do {
      const std::vector<LinearPiece> variables = solved(option, *basis, matrix, place);
      for (std::size_t j = 0; j < loops; ++j)
        for (const auto& [number, coefficient] : variables[j].least.terms) {
          const std::int64_t whole = variables[j].divisor * moves_.moduli[1 + option.loops[j]];
          need_modulus(number, whole / std::gcd(whole, coefficient));
        }
      for (const LinearMoves::Threshold& threshold : moves_.thresholds)
        if (std::ranges::equal(threshold.loops, option.loops | std::views::take(threshold.loops.size())))
          add_form(threshold.form, variables, 0);
      for (std::size_t part = 0; part < option.parts.size(); ++part) add_form(option.parts[part], variables, 1 + place[part]);
    } while (std::ranges::next_permutation(place.begin(), place.begin() + static_cast<std::ptrdiff_t>(heaps_)).found);
    return std::nullopt;
  }

  /// Parts that determine the loop variables; nothing if there are none.
  static std::optional<std::vector<std::size_t>> basis_of(const LinearMoves::Option& option) {
    const std::size_t loops = option.loops.size();
    for (std::uint32_t chosen = 0; chosen < 1U << option.parts.size(); ++chosen) {
      std::vector<std::size_t> basis;
      for (std::size_t part = 0; part < option.parts.size(); ++part)
        if ((chosen >> part & 1) != 0) basis.push_back(part);
      if (basis.size() != loops) continue;
      Minors matrix = {};
      for (std::size_t i = 0; i < loops; ++i)
        for (std::size_t j = 0; j < loops; ++j) matrix[i][j] = option.parts[basis[i]].of(1 + j);
      if (determinant(matrix, loops) != 0) return basis;
    }
    return std::nullopt;
  }

  /// The loop variables as forms of n, x1, x2, x3, where part p is x[1 + place[p]].
  static std::vector<LinearPiece> solved(const LinearMoves::Option& option, const std::vector<std::size_t>& basis,
                                         const Minors& matrix, const std::array<std::size_t, kMostHeapsLeft>& place) {
    const std::size_t loops = option.loops.size();
    const std::int64_t whole = determinant(matrix, loops);
    const std::int64_t sign = whole < 0 ? -1 : 1;
    std::vector<LinearPiece> variables;
    for (std::size_t j = 0; j < loops; ++j) {
      LinearPiece variable{{}, 0, sign * whole};
      for (std::size_t i = 0; i < loops; ++i) {
        const LinearPiece& part = option.parts[basis[i]];
        const std::int64_t factor = sign * cofactor(matrix, loops, i, j);
        const Affine in_n =
            Affine::of_constant(factor < 0 ? part.low() : part.high()) + scaled(Affine::of_variable(0), part.of(0));
        const Affine known = scaled(Affine::of_variable(1 + place[basis[i]]), part.divisor) - in_n;
        variable.least = variable.least + scaled(known, factor);
        variable.spread += std::abs(factor) * part.spread;
      }
      variables.push_back(variable);
    }
    return variables;
  }

  /// Where `form` changes its sign; with `minus` > 0, where it is x[minus].
  void add_form(const LinearPiece& form, const std::vector<LinearPiece>& variables, std::size_t minus) {
    // One more each way: what is less than 0 above the line is at most -1 there.
    std::int64_t divisor = 1;
    for (const LinearPiece& variable : variables) divisor = std::lcm(divisor, variable.divisor);
    Normal normal = {form.of(0) * divisor};
    std::int64_t low = (form.low() - 1) * divisor;
    std::int64_t high = (form.high() + 1) * divisor;
    if (minus > 0) normal[minus] -= form.divisor * divisor;
    for (std::size_t j = 0; j < variables.size(); ++j) {
      const LinearPiece& variable = variables[j];
      const std::int64_t factor = form.of(1 + j) * (divisor / variable.divisor);
      for (std::size_t i = 0; i < normal.size(); ++i) normal[i] += factor * variable.of(i);
      low += factor * (factor < 0 ? variable.high() : variable.low());
      high += factor * (factor < 0 ? variable.low() : variable.high());
    }
    add_row(normal, std::max(std::abs(low), std::abs(high)));
  }

  /// normal . (n, x) + c is 0 for some c up to `most`, either way.
  void add_row(Normal normal, std::int64_t most) {
    std::int64_t common = 0;
    for (const std::int64_t entry : normal) common = std::gcd(common, entry);
    if (common == 0) return;
    if (*std::ranges::find_if(normal, [](std::int64_t entry) { return entry != 0; }) < 0) common = -common;
    for (std::int64_t& entry : normal) {
      entry /= common;
      simple_ = simple_ && std::abs(entry) <= kMostEntry[heaps_];
    }
    std::int64_t& now = rows_[normal];
    now = std::max(now, most / std::abs(common) + 1);
  }

  void need_modulus(std::size_t coordinate, std::int64_t modulus) {
    std::int64_t& now = moduli_[coordinate];
    now = std::lcm(now, modulus);
    if (now > kMostModulus) {
      now = 1;
      simple_ = false;
    }
  }

  const LinearMoves& moves_;
  std::size_t heaps_;
  std::map<Normal, std::int64_t> rows_;
  Normal moduli_ = {};
  bool simple_ = true;
};

/// The greatest n of the vertices and of the steps along edges, over all choices of rows.
class Extremes {
 public:
  Extremes(const Arrangement& arrangement, std::size_t heaps) : moduli_(arrangement.moduli()), heaps_(heaps) {
    for (const auto& [normal, most] : arrangement.rows()) rows_.emplace_back(normal, static_cast<double>(most));
  }

  double subsets() const {
    double count = 1;
    for (std::size_t i = 0; i <= heaps_; ++i) count *= static_cast<double>(rows_.size() - i) / static_cast<double>(i + 1);
    return count;
  }

  double horizon() {
    choose(0);
    return vertex_ + static_cast<double>(heaps_ + 1) * step_ + 1;
  }

 private:
  void choose(std::size_t from) {
    if (chosen_.size() == heaps_) look_at_edge();
    if (chosen_.size() == heaps_ + 1) return look_at_vertex();
    for (std::size_t row = from; row < rows_.size(); ++row) {
      chosen_.push_back(row);
      choose(row + 1);
      chosen_.pop_back();
    }
  }

  /// The minor of the chosen rows but one, without one column.
  std::int64_t minor(std::size_t left_out, std::size_t column) const {
    Minors matrix = {};
    for (std::size_t i = 0, to = 0; i < chosen_.size(); ++i) {
      if (i == left_out) continue;
      for (std::size_t j = 0, at = 0; j <= heaps_; ++j)
        if (j != column) matrix[to][at++] = rows_[chosen_[i]].first[j];
      ++to;
    }
    return determinant(matrix, heaps_);
  }

  void look_at_edge() {
    Normal direction = {};
    std::int64_t common = 0;
    for (std::size_t column = 0; column <= heaps_; ++column) {
      direction[column] = minor(heaps_, column);
      common = std::gcd(common, direction[column]);
    }
    if (direction[0] == 0) return;
    std::int64_t steps = 1;
    for (std::size_t column = 0; column <= heaps_; ++column)
      steps = std::lcm(steps, moduli_[column] / std::gcd(moduli_[column], direction[column] / common));
    step_ = std::max(step_, std::abs(static_cast<double>(direction[0] / common)) * static_cast<double>(steps));
  }

  void look_at_vertex() {
    std::int64_t whole = 0;
    double n = 0;
    for (std::size_t row = 0; row <= heaps_; ++row) {
      const std::int64_t without = minor(row, 0);
      whole += (row % 2 == 0 ? 1 : -1) * rows_[chosen_[row]].first[0] * without;
      n += rows_[chosen_[row]].second * std::abs(static_cast<double>(without));
    }
    if (whole != 0) vertex_ = std::max(vertex_, n / std::abs(static_cast<double>(whole)));
  }

  Normal moduli_;
  std::size_t heaps_;
  std::vector<std::pair<Normal, double>> rows_;
  std::vector<std::size_t> chosen_;
  double vertex_ = 0;
  double step_ = 0;
};

bool is_small(const LinearPiece& form) {
  return form.divisor <= kMostOfSeveral && form.least.is_within(kUnbounded, kMostOfSeveral);
}

}  // namespace

Result<std::uint64_t> horizon(const LinearMoves& moves, std::uint64_t places, std::uint64_t least) {
  std::size_t heaps = 1;
  bool small_parts = true;
  for (const LinearMoves::Option& option : moves.options) {
    heaps = std::max(heaps, option.parts.size());
    small_parts = small_parts && std::ranges::all_of(option.parts, is_small);
  }
  if (heaps > kMostHeapsLeft) return Refusal{"a move leaves more than three heaps"};
  if (heaps > 1 && !(small_parts && std::ranges::all_of(moves.thresholds, is_small, &LinearMoves::Threshold::form)))
    return Refusal{"the sizes are not simple enough"};
  Arrangement arrangement(moves, heaps);
  if (std::optional<Refusal> refusal = arrangement.add(places, least)) return *std::move(refusal);
  Extremes extremes(arrangement, heaps);
  if (extremes.subsets() > kMostSubsets) return Refusal{"too many cases"};
  const double found = std::ceil(extremes.horizon());
  if (found > 1e9) return Refusal{"the constants are too large"};
  return static_cast<std::uint64_t>(found);
}

}  // namespace bouton
