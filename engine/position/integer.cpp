#include "engine/position/integer.h"

#include <limits>

namespace bouton {

std::optional<Integer> parse_integer(std::string_view text) {
  std::string_view digits = text;
  if (!digits.empty() && (digits.front() == '-' || digits.front() == '+')) digits.remove_prefix(1);
  if (digits.empty() || digits.find_first_not_of("0123456789") != std::string_view::npos) return std::nullopt;
  Integer value(std::string(digits), 10);
  if (text.front() == '-') value = -value;
  return value;
}

namespace {

constexpr bool kLongIsCoordinate = sizeof(long) == sizeof(Coordinate);

}  // namespace

std::optional<std::uint64_t> narrow_unsigned(const Integer& value) {
  if constexpr (kLongIsCoordinate) {
    if (!value.fits_ulong_p()) return std::nullopt;
    return value.get_ui();
  } else {
    if (value < 0 || mpz_sizeinbase(value.get_mpz_t(), 2) > 64) return std::nullopt;
    std::uint64_t bits = 0;
    mpz_export(&bits, nullptr, -1, sizeof bits, 0, 0, value.get_mpz_t());
    return bits;
  }
}

std::optional<Coordinate> narrow(const Integer& value) {
  if constexpr (kLongIsCoordinate) {
    if (!value.fits_slong_p()) return std::nullopt;
    return value.get_si();
  } else {
    // Of a negative number n the bits of -1 - n are those of a coordinate that is not negative.
    const bool negative = value < 0;
    const std::optional<std::uint64_t> bits = narrow_unsigned(negative ? Integer(-1 - value) : value);
    if (!bits || *bits > static_cast<std::uint64_t>(std::numeric_limits<Coordinate>::max())) return std::nullopt;
    const auto magnitude = static_cast<Coordinate>(*bits);
    return negative ? -1 - magnitude : magnitude;
  }
}

std::optional<Position> narrow(const BigPosition& position) {
  Position result;
  for (const Integer& value : position) {
    const std::optional<Coordinate> coordinate = narrow(value);
    if (!coordinate) return std::nullopt;
    result.push_back(*coordinate);
  }
  return result;
}

Integer widen_unsigned(std::uint64_t value) {
  if constexpr (kLongIsCoordinate) return Integer(static_cast<unsigned long>(value));
  Integer wide;
  mpz_import(wide.get_mpz_t(), 1, -1, sizeof value, 0, 0, &value);
  return wide;
}

Integer widen(Coordinate value) {
  if constexpr (kLongIsCoordinate) return Integer(static_cast<long>(value));
  return value >= 0 ? widen_unsigned(static_cast<std::uint64_t>(value))
                    : Integer(-1 - widen_unsigned(static_cast<std::uint64_t>(-1 - value)));
}

BigPosition widen(PositionView position) {
  BigPosition result;
  result.reserve(position.size());
  for (const Coordinate coordinate : position) result.push_back(widen(coordinate));
  return result;
}

std::string to_string(const BigPosition& position) {
  std::string text;
  for (const Integer& value : position) {
    if (!text.empty()) text += ',';
    text += value.get_str();
  }
  return text;
}

}  // namespace bouton
