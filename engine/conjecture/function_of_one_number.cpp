// Whether positions of which one number is the same have the same value.
#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/conjecture/kinds.h"
#include "engine/conjecture/sequence_words.h"

namespace bouton {
namespace {

using Numbers = std::vector<std::int64_t>;

std::int64_t sum_of(const Numbers& numbers) {
  std::int64_t sum = 0;
  for (const std::int64_t number : numbers) sum += number;
  return sum;
}

std::int64_t nim_sum_of(const Numbers& numbers) {
  std::int64_t sum = 0;
  for (const std::int64_t number : numbers) sum ^= number;
  return sum;
}

/// The number, what it is called in a sentence, and of how many coordinates it makes sense.
struct OneNumber {
  std::string_view words;
  std::int64_t (*of)(const Numbers&);
  std::size_t most_coordinates;
};

constexpr OneNumber kNumbers[] = {
    {"the nim-sum of {}", nim_sum_of, 8},
    {"the sum of {}", sum_of, 8},
    {"the difference of {}", [](const Numbers& n) { return n[0] < n[1] ? n[1] - n[0] : n[0] - n[1]; }, 2},
    {"the least of {}", [](const Numbers& n) { return *std::ranges::min_element(n); }, 8},
    {"the greatest of {}", [](const Numbers& n) { return *std::ranges::max_element(n); }, 8},
};

std::optional<Conjecture> one_number_conjecture(const TableEvidence& evidence, const OneNumber& number) {
  const ValueGrid& grid = evidence.square;
  std::map<std::int64_t, std::uint32_t> values;
  std::optional<ConjectureCheck> check = checked(grid, evidence.low, [&](const std::vector<std::size_t>& indices) {
    Numbers numbers;
    for (std::size_t i = 0; i < indices.size(); ++i) numbers.push_back(evidence.low[i] + static_cast<std::int64_t>(indices[i]));
    return values.try_emplace(number.of(numbers), grid.at(indices)).first->second == grid.at(indices);
  });
  if (!check) return std::nullopt;
  std::vector<std::uint32_t> sequence;
  for (const auto& [argument, value] : values) {
    if (argument != values.begin()->first + static_cast<std::int64_t>(sequence.size())) break;  // the rest has gaps
    sequence.push_back(value);
  }
  const std::string name = fmt::format(fmt::runtime(number.words), fmt::join(evidence.names, ", "));
  const std::string function = sequence_words(sequence, values.begin()->first, "n");
  std::string statement =
      evidence.grundy
          ? (function == "n" ? fmt::format("the Grundy value is {}", name)
                             : fmt::format("the Grundy value depends on {} alone: where that is n, it is {}", name, function))
          : fmt::format("the outcome depends on {} alone: where that is n = {}, ..., it is P for 0 and N for 1 in {}", name,
                        values.begin()->first, function);
  return Conjecture{
      {}, std::move(statement), static_cast<Coordinate>(grid.lengths[0] / 2) - 1 + evidence.low[0], *std::move(check)};
}

}  // namespace

std::vector<Conjecture> function_of_one_number(const TableEvidence& evidence) {
  const ValueGrid& grid = evidence.square;
  if (grid.empty() || grid.lengths.size() < 2 || !grid.complete()) return {};
  if (std::set<std::uint32_t>(grid.values.begin(), grid.values.end()).size() < 2) return {};
  for (const OneNumber& number : kNumbers) {
    if (grid.lengths.size() > number.most_coordinates) continue;
    if (std::optional<Conjecture> found = one_number_conjecture(evidence, number)) return {*std::move(found)};
  }
  return {};
}

}  // namespace bouton
