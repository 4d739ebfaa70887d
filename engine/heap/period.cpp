#include "engine/heap/period.h"

#include <algorithm>
#include <vector>

namespace bouton {
namespace {

/// For every p: the length of the longest common prefix of `word` and `word` from p on (the Z-function).
std::vector<std::size_t> common_prefixes(const std::vector<std::int64_t>& word) {
  std::vector<std::size_t> lengths(word.size(), 0);
  std::size_t left = 0;
  std::size_t right = 0;  // [left, right) is the match that reaches farthest
  for (std::size_t p = 1; p < word.size(); ++p) {
    std::size_t length = p < right ? std::min(right - p, lengths[p - left]) : 0;
    while (p + length < word.size() && word[length] == word[p + length]) ++length;
    lengths[p] = length;
    if (p + length > right) {
      left = p;
      right = p + length;
    }
  }
  return lengths;
}

}  // namespace

std::optional<Period> observe_period(std::span<const std::uint32_t> values) {
  if (values.size() < 2) return std::nullopt;
  // A period with saltus of the values is a period of their differences. Read backwards, a tail with period p is a
  // prefix that matches itself p further on.
  std::vector<std::int64_t> backwards;
  backwards.reserve(values.size() - 1);
  for (std::size_t i = values.size() - 1; i > 0; --i)
    backwards.push_back(static_cast<std::int64_t>(values[i]) - static_cast<std::int64_t>(values[i - 1]));
  const std::vector<std::size_t> matches = common_prefixes(backwards);
  for (std::size_t p = 1; p < backwards.size(); ++p) {
    const std::size_t tail = matches[p] + p;  // differences in the periodic tail
    if (tail < 3 * p || 2 * tail < backwards.size()) continue;
    const std::size_t preperiod = values.size() - 1 - tail;
    const auto saltus = static_cast<std::int64_t>(values[preperiod + p]) - static_cast<std::int64_t>(values[preperiod]);
    return Period{preperiod, p, saltus, false, "", values.size() - 1};
  }
  return std::nullopt;
}

}  // namespace bouton
