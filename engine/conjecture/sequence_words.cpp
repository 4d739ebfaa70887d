#include "engine/conjecture/sequence_words.h"

#include <algorithm>
#include <functional>
#include <optional>

#include <fmt/format.h>

#include "engine/heap/period/period.h"

namespace bouton {
namespace {

/// More values than these are not listed.
constexpr std::size_t kListedValues = 16;
constexpr std::int64_t kGreatestModulus = 40;

bool is_all(std::span<const std::uint32_t> values, std::int64_t first, const std::function<std::int64_t(std::int64_t)>& f) {
  for (std::size_t i = 0; i < values.size(); ++i)
    if (static_cast<std::int64_t>(values[i]) != f(first + static_cast<std::int64_t>(i))) return false;
  return true;
}

std::string listed(std::span<const std::uint32_t> values) {
  std::string text;
  for (std::size_t i = 0; i < std::min(values.size(), kListedValues); ++i)
    text += fmt::format("{}{}", i == 0 ? "" : ", ", values[i]);
  return values.size() > kListedValues ? text + ", ..." : text;
}

}  // namespace

std::string shifted_name(std::string_view name, std::int64_t by) {
  if (by == 0) return std::string(name);
  return fmt::format("{} {} {}", name, by > 0 ? '+' : '-', by > 0 ? by : -by);
}

std::string sequence_words(std::span<const std::uint32_t> values, std::int64_t first, std::string_view name) {
  if (values.empty()) return "";
  const auto at = [&](std::size_t i) { return static_cast<std::int64_t>(values[i]); };
  if (is_all(values, first, [&](std::int64_t) { return at(0); })) return std::to_string(at(0));
  if (values.size() > 2) {
    const std::int64_t slope = at(1) - at(0), constant = at(0) - slope * first;
    if (slope != 0 && is_all(values, first, [&](std::int64_t n) { return slope * n + constant; }))
      return shifted_name(slope == 1 ? std::string(name) : fmt::format("{} {}", slope, name), constant);
  }
  const std::int64_t most = std::min<std::int64_t>(kGreatestModulus, static_cast<std::int64_t>(values.size()) / 3);
  for (std::int64_t m = 2; m <= most; ++m) {
    for (std::int64_t shift = 0; shift < m; ++shift) {
      // (n - shift) mod m, and floor((n - shift) / m) where that is never negative.
      const auto remainder = [&](std::int64_t n) { return ((n - shift) % m + m) % m; };
      const std::string argument = shifted_name(name, -shift);
      const std::string in_parentheses = shift == 0 ? argument : "(" + argument + ")";
      if (is_all(values, first, remainder)) return fmt::format("{} mod {}", in_parentheses, m);
      const auto floor = [&](std::int64_t n) { return (n + shift) / m; };
      if (first + shift >= 0 && is_all(values, first, floor))
        return fmt::format("floor(({}) / {})", shifted_name(name, shift), m);
    }
  }
  std::string text = listed(values);
  if (const std::optional<Period> period = observe_period(values)) {
    text += fmt::format(" with period {}", period->period);
    if (period->saltus != 0) text += fmt::format(" and saltus {}", period->saltus);
    if (period->preperiod > 0 || first != 0)
      text += fmt::format(" from {} on", first + static_cast<std::int64_t>(period->preperiod));
  }
  return text;
}

}  // namespace bouton
