// G(a, b, ...) = f(a) xor g(b) xor ..., where f(a) = G(a, least, ...) and so on: the values along the axes are taken, all
// others are compared.
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "engine/conjecture/kinds.h"
#include "engine/conjecture/sequence_words.h"

namespace bouton {
namespace {

/// The values along each axis; those of all axes but the first with the value at the corner taken off.
std::vector<std::vector<std::uint32_t>> along_axes(const ValueGrid& grid) {
  std::vector<std::vector<std::uint32_t>> functions;
  for (std::size_t axis = 0; axis < grid.lengths.size(); ++axis) {
    functions.emplace_back();
    std::vector<std::size_t> indices(grid.lengths.size(), 0);
    const std::uint32_t corner = axis == 0 ? 0 : grid.values[0];
    for (indices[axis] = 0; indices[axis] < grid.lengths[axis]; ++indices[axis])
      functions.back().push_back(grid.at(indices) ^ corner);
  }
  return functions;
}

}  // namespace

std::vector<Conjecture> nim_sum_of_functions(const TableEvidence& evidence) {
  const ValueGrid& grid = evidence.square;
  if (grid.empty() || grid.lengths.size() < 2 || !evidence.grundy || !grid.complete()) return {};
  if (std::set<std::uint32_t>(grid.values.begin(), grid.values.end()).size() < 2) return {};
  const std::vector<std::vector<std::uint32_t>> functions = along_axes(grid);
  std::optional<ConjectureCheck> check = checked(grid, evidence.low, [&](const std::vector<std::size_t>& indices) {
    std::uint32_t sum = 0;
    for (std::size_t axis = 0; axis < indices.size(); ++axis) sum ^= functions[axis][indices[axis]];
    return sum == grid.at(indices);
  });
  if (!check) return {};
  std::string statement = "the Grundy value is the nim-sum of";
  bool any = false;
  for (std::size_t axis = 0; axis < functions.size(); ++axis) {
    const std::string words = sequence_words(functions[axis], evidence.low[axis], evidence.names[axis]);
    if (words == "0") continue;
    const bool is_formula = words.find(", ") == words.npos;
    statement += fmt::format("{} {}{}", any ? "," : "", is_formula ? "" : fmt::format("f({}) = ", evidence.names[axis]), words);
    any = true;
  }
  return {{{}, std::move(statement), static_cast<Coordinate>(grid.lengths[0] / 2) - 1 + evidence.low[0], *std::move(check)}};
}

}  // namespace bouton
