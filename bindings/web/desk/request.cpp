#include "bindings/web/desk/request.h"

#include <fmt/format.h>

#include "engine/base/errors.h"

namespace bouton::web {
namespace {

Coordinate coordinate_of(const Json& value, const char* name) {
  std::optional<Integer> number;
  if (value.is_number_unsigned()) number = widen_unsigned(value.get<std::uint64_t>());
  else if (value.is_number_integer()) number = widen(value.get<Coordinate>());
  else if (value.is_string()) number = parse_integer(value.get<std::string>());
  const std::optional<Coordinate> narrowed = number ? narrow(*number) : std::nullopt;
  if (!narrowed) throw RequestError(fmt::format("'{}' is not an integer of 64 bits", name));
  return *narrowed;
}

Position corner(const Json& request, const char* name) {
  const Json& list = member(request, name);
  if (!list.is_array()) throw RequestError(fmt::format("'{}' is not a list", name));
  Position position;
  for (const Json& value : list) position.push_back(coordinate_of(value, name));
  return position;
}

}  // namespace

const Json& member(const Json& object, const char* name) {
  if (!object.is_object() || !object.contains(name)) throw RequestError(fmt::format("the request has no '{}'", name));
  return object[name];
}

std::string text_in(const Json& object, const char* name) {
  const Json& value = member(object, name);
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number()) return value.dump();
  throw RequestError(fmt::format("'{}' is not text", name));
}

std::optional<std::string> optional_text_in(const Json& object, const char* name) {
  if (!object.is_object() || !object.contains(name) || object[name].is_null()) return std::nullopt;
  return text_in(object, name);
}

Coordinate integer_in(const Json& object, const char* name) { return coordinate_of(member(object, name), name); }

Coordinate integer_in(const Json& object, const char* name, Coordinate otherwise) {
  return object.contains(name) && !object[name].is_null() ? integer_in(object, name) : otherwise;
}

std::size_t count_in(const Json& object, const char* name, std::size_t otherwise) {
  if (!object.contains(name) || object[name].is_null()) return otherwise;
  const Coordinate count = integer_in(object, name);
  if (count < 0) throw RequestError(fmt::format("'{}' is {}, less than 0", name, count));
  return static_cast<std::size_t>(count);
}

ValueKind kind_in(const Json& request, const Game& game) {
  const std::optional<std::string> wanted = optional_text_in(request, "value");
  if (!wanted) return game.rules->play() == Play::normal ? ValueKind::grundy : ValueKind::outcome;
  for (const ValueKind kind :
       {ValueKind::grundy, ValueKind::outcome, ValueKind::remoteness, ValueKind::suspense, ValueKind::longest})
    if (*wanted == name(kind)) return kind;
  throw RequestError(fmt::format("'{}' is not a kind of value", *wanted));
}

std::pair<Position, Position> corners_in(const Json& request, const Game& game) {
  const Domain& domain = game.rules->domain();
  const Position high = corner(request, "high");
  if (!domain.has_length(high.size()))
    throw RequestError(fmt::format("{} has no positions of {} coordinates", game.name, high.size()));
  Position low;
  if (request.contains("low")) low = corner(request, "low");
  else
    for (std::size_t i = 0; i < high.size(); ++i) low.push_back(domain.axis(i).least);
  if (low.size() != high.size()) throw RequestError("'low' and 'high' must have the same length");
  for (std::size_t i = 0; i < high.size(); ++i)
    if (low[i] > high[i] || low[i] < domain.axis(i).least || high[i] > domain.axis(i).greatest)
      throw RequestError(
          fmt::format("{} has no positions with {} from {} to {}", game.name, domain.coordinate_name(i), low[i], high[i]));
  return {std::move(low), high};
}

Box box_in(const Json& request, const Game& game) {
  const auto [low, high] = corners_in(request, game);
  return Box(low, high);
}

}  // namespace bouton::web
