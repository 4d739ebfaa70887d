// Whether a value stays the same where a coordinate grows by m, from some number on. Looked for among the first half of the
// numbers of every coordinate: the least m, and for it the least number from which on it is so.
#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/conjecture/kinds.h"

namespace bouton {
namespace {

using Indices = std::vector<std::size_t>;

/// Whether the value is that of the position with one coordinate smaller by m, for every coordinate for which there is one
/// whose indices are at least `from`.
bool recurs_at(const ValueGrid& grid, const Indices& indices, std::size_t m, std::size_t from) {
  if (std::ranges::any_of(indices, [&](std::size_t index) { return index < from; })) return true;
  for (std::size_t i = 0; i < indices.size(); ++i) {
    if (indices[i] < from + m) continue;
    Indices before = indices;
    before[i] -= m;
    if (grid.at(before) != grid.at(indices)) return false;
  }
  return true;
}

/// The least index from which on it is so among the first half; at most `most`.
std::optional<std::size_t> start_of(const ValueGrid& grid, std::size_t m, std::size_t most) {
  Indices indices(grid.lengths.size(), 0);
  std::size_t from = 0;
  while (true) {
    while (!recurs_at(grid, indices, m, from))
      if (++from > most) return std::nullopt;
    std::size_t i = indices.size();
    while (i-- > 0) {
      if (++indices[i] < grid.lengths[i] / 2) break;
      indices[i] = 0;
    }
    if (i == static_cast<std::size_t>(-1)) return from;
  }
}

/// The value as a remainder of a sum of multiples of the coordinates, where it is one; else nothing.
std::string sum_words(const TableEvidence& evidence, std::size_t m) {
  const ValueGrid& grid = evidence.square;
  const auto modulus = static_cast<std::int64_t>(m);
  std::vector<std::int64_t> multiples;
  for (std::size_t i = 0; i < grid.lengths.size(); ++i) {
    Indices one(grid.lengths.size(), 0);
    one[i] = 1;
    multiples.push_back(((static_cast<std::int64_t>(grid.at(one)) - grid.values[0]) % modulus + modulus) % modulus);
  }
  const auto fits = [&](const Indices& indices) {
    std::int64_t sum = grid.values[0];
    for (std::size_t i = 0; i < indices.size(); ++i) sum += multiples[i] * static_cast<std::int64_t>(indices[i]);
    return static_cast<std::int64_t>(grid.at(indices)) == sum % modulus;
  };
  if (!checked(grid, evidence.low, fits)) return "";
  std::int64_t constant = grid.values[0];
  std::string text;
  for (std::size_t i = 0; i < multiples.size(); ++i) {
    constant -= multiples[i] * evidence.low[i];
    if (multiples[i] == 0) continue;
    text += (text.empty() ? "" : " + ") + (multiples[i] == 1 ? "" : std::to_string(multiples[i]) + " ") + evidence.names[i];
  }
  constant = (constant % modulus + modulus) % modulus;
  if (constant != 0) text += fmt::format(" + {}", constant);
  return fmt::format("({}) mod {}", text, m);
}

}  // namespace

std::vector<Conjecture> function_of_remainders(const TableEvidence& evidence) {
  constexpr std::size_t kGreatestModulus = 24;
  const ValueGrid& grid = evidence.square;
  if (grid.empty() || grid.lengths.size() < 2 || !grid.complete()) return {};
  const std::size_t half = grid.lengths[0] / 2;
  for (std::size_t m = 1; m <= std::min(kGreatestModulus, half / 3); ++m) {
    const std::optional<std::size_t> from = start_of(grid, m, half / 4);
    if (!from) continue;
    std::optional<ConjectureCheck> check =
        checked(grid, evidence.low, [&](const Indices& indices) { return recurs_at(grid, indices, m, *from); });
    if (!check) continue;
    const std::string_view what = evidence.grundy ? "the Grundy value" : "the outcome";
    const std::string words = *from == 0 && evidence.grundy && m > 1 ? sum_words(evidence, m) : "";
    std::string statement =
        !words.empty() ? fmt::format("{} is {}", what, words)
        : m == 1       ? fmt::format("{} is the same everywhere", what)
                 : fmt::format("{} depends on the remainders mod {} of {} alone", what, m, fmt::join(evidence.names, ", "));
    if (*from > 0)
      statement += fmt::format(", where no number is below {}",
                               static_cast<Coordinate>(*from) + *std::ranges::max_element(evidence.low));
    return {{{}, std::move(statement), static_cast<Coordinate>(half) - 1 + evidence.low[0], *std::move(check)}};
  }
  return {};
}

}  // namespace bouton
