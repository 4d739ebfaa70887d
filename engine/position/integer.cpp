#include "engine/position/integer.h"

namespace bouton {

std::optional<Integer> parse_integer(std::string_view text) {
  std::string_view digits = text;
  if (!digits.empty() && (digits.front() == '-' || digits.front() == '+')) digits.remove_prefix(1);
  if (digits.empty() || digits.find_first_not_of("0123456789") != std::string_view::npos) return std::nullopt;
  Integer value(std::string(digits), 10);
  if (text.front() == '-') value = -value;
  return value;
}

static_assert(sizeof(long) == sizeof(Coordinate), "GMP's native integers are the coordinates");

std::optional<Coordinate> narrow(const Integer& value) {
  if (!value.fits_slong_p()) return std::nullopt;
  return value.get_si();
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

Integer widen(Coordinate value) { return Integer(static_cast<long>(value)); }

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
