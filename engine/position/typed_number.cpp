#include "engine/position/typed_number.h"

#include <algorithm>
#include <cctype>
#include <string>

#include "engine/position/powers_and_roots.h"

namespace bouton {
namespace {

constexpr unsigned long kMostDigits = 1'000'000;

/// Digits with single underscores between them.
std::optional<Integer> digits(std::string_view text) {
  std::string plain;
  char before = '_';
  for (const char c : text) {
    if (c == '_' ? before == '_' : std::isdigit(static_cast<unsigned char>(c)) == 0) return std::nullopt;
    if (c != '_') plain += c;
    before = c;
  }
  if (before == '_') return std::nullopt;
  return Integer(plain, 10);
}

std::optional<Integer> typed_power(const Integer& base, const Integer& exponent) {
  if (base > 1 && exponent > kMostDigits) return std::nullopt;
  if (base <= 1) return exponent == 0 ? Integer(1) : base;
  const std::optional<std::uint64_t> times = narrow_unsigned(exponent);
  if (!times || mpz_sizeinbase(base.get_mpz_t(), 2) * *times > 4 * kMostDigits) return std::nullopt;
  return power(base, *times);
}

}  // namespace

std::optional<Integer> parse_number(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  const std::size_t sign = text.find_first_of("eE^");
  const std::optional<Integer> first = digits(text.substr(0, sign));
  if (!first) return std::nullopt;
  std::optional<Integer> value = first;
  if (sign != std::string_view::npos) {
    const std::optional<Integer> exponent = digits(text.substr(sign + 1));
    if (!exponent) return std::nullopt;
    value = typed_power(text[sign] == '^' ? *first : Integer(10), *exponent);
    if (value && text[sign] != '^') *value *= *first;
  }
  if (value && negative) *value = -*value;
  return value;
}

}  // namespace bouton
