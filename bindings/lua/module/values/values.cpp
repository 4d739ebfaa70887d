#include "bindings/lua/module/values/values.h"

#include <fmt/format.h>

#include "bindings/lua/host/push_list.h"
#include "bindings/lua/host/text_at.h"
#include "bindings/lua/integer/integer_class.h"
#include "bindings/lua/terms/term_value.h"
#include "engine/base/errors.h"

namespace bouton::lua {
namespace {

/// The value at `index` as it would be typed in a position.
std::string number_text(lua_State* L, int index) {
  switch (lua_type(L, index)) {
    case LUA_TNUMBER:
      if (lua_isinteger(L, index) != 0) return std::to_string(lua_tointeger(L, index));
      return fmt::format("{}", lua_tonumber(L, index));
    case LUA_TSTRING: return std::string(text_at(L, index));
    case LUA_TUSERDATA:
      if (const std::optional<Integer> value = integer_at(L, index)) return value->get_str();
      [[fallthrough]];
    default: throw RequestError(fmt::format("a coordinate is {}, expected an integer", luaL_typename(L, index)));
  }
}

void append(std::string& text, const std::string& number) {
  if (!text.empty()) text += ',';
  text += number;
}

Coordinate bound(lua_State* L, int index) {
  if (lua_isinteger(L, index) == 0)
    throw RequestError(fmt::format("a bound of a box is {}, expected an integer", luaL_typename(L, index)));
  return lua_tointeger(L, index);
}

}  // namespace

BigPosition read_position_arguments(lua_State* L, const Game& game, int first) {
  const int last = lua_gettop(L);
  if (game.rules->domain().is_terms() && last == first) return read_position(L, game, first);
  if (last == first && (lua_istable(L, first) || lua_type(L, first) == LUA_TSTRING)) return read_position(L, game, first);
  std::string text;
  for (int i = first; i <= last; ++i) append(text, number_text(L, i));
  return parse_coordinates(game, text);
}

/// The value at `index` as a position; of a game that reads texts a string is such a text.
static BigPosition read_term_position(lua_State* L, const Game& game, int index) {
  if (game.read && lua_type(L, index) == LUA_TSTRING) return parse_position(game, text_at(L, index));
  if (game.start_arity == std::size_t{1} && lua_isinteger(L, index) != 0)
    return started_position(game, {widen(lua_tointeger(L, index))});
  term::Code code;
  if (const std::optional<std::string> complaint = read_term(L, index, code))
    throw RequestError(fmt::format("the position {}", *complaint));
  const BigPosition position = widen(PositionView(code));
  check_position(game, position);
  return position;
}

BigPosition read_position(lua_State* L, const Game& game, int index) {
  if (game.rules->domain().is_terms()) return read_term_position(L, game, index);
  if (lua_type(L, index) == LUA_TSTRING) return parse_position(game, text_at(L, index));
  if (!lua_istable(L, index)) throw RequestError(fmt::format("a position is {}, expected a list", luaL_typename(L, index)));
  std::string text;
  const auto size = static_cast<lua_Integer>(lua_rawlen(L, index));
  for (lua_Integer i = 1; i <= size; ++i) {
    lua_rawgeti(L, index, i);
    const std::string number = number_text(L, -1);
    lua_pop(L, 1);
    append(text, number);
  }
  return parse_coordinates(game, text);
}

std::pair<Position, Position> read_corners(lua_State* L, const Game& game, int index) {
  const Domain& domain = game.rules->domain();
  if (domain.is_terms())
    throw RequestError(fmt::format("the positions of {} are values of any form: there is no box of them", game.name));
  if (!lua_istable(L, index)) throw RequestError("a box is a list of bounds, such as { 20, 20 } or { { 1, 20 }, 5 }");
  const std::size_t size = lua_rawlen(L, index);
  if (!domain.has_length(size))
    throw RequestError(fmt::format("the box has {} ranges, but {} has the coordinates {}", size, game.name, domain.names()));
  Position low;
  Position high;
  for (std::size_t i = 0; i < size; ++i) {
    lua_rawgeti(L, index, static_cast<lua_Integer>(i) + 1);
    if (lua_istable(L, -1)) {
      lua_rawgeti(L, -1, 1);
      lua_rawgeti(L, -2, 2);
      low.push_back(bound(L, -2));
      high.push_back(bound(L, -1));
      lua_pop(L, 3);
    } else {
      low.push_back(domain.axis(i).least);
      high.push_back(bound(L, -1));
      lua_pop(L, 1);
    }
    if (low[i] < domain.axis(i).least || high[i] > domain.axis(i).greatest)
      throw RequestError(fmt::format("the range {}:{} leaves the values of {}", low[i], high[i], domain.coordinate_name(i)));
  }
  return {low, high};
}

Box read_box(lua_State* L, const Game& game, int index) {
  const auto [low, high] = read_corners(L, game, index);
  return Box(low, high);
}

std::uint64_t read_count(lua_State* L, int index, const char* what) {
  if (lua_isinteger(L, index) == 0 || lua_tointeger(L, index) < 0)
    throw RequestError(fmt::format("{} is {}, expected an integer >= 0", what, luaL_typename(L, index)));
  return static_cast<std::uint64_t>(lua_tointeger(L, index));
}

ValueKind read_value_kind(lua_State* L, int index, const Game& game) {
  if (lua_isnoneornil(L, index)) return game.rules->play() == Play::normal ? ValueKind::grundy : ValueKind::outcome;
  const std::string_view text = lua_type(L, index) == LUA_TSTRING ? text_at(L, index) : "";
  for (const ValueKind kind :
       {ValueKind::grundy, ValueKind::outcome, ValueKind::remoteness, ValueKind::suspense, ValueKind::longest})
    if (text == name(kind)) return kind;
  throw RequestError(
      fmt::format("'{}' is not a kind of value; they are grundy, outcome, remoteness, suspense and longest", text));
}

void push_narrow_integer(lua_State* L, const Integer& value) {
  if (const std::optional<Coordinate> narrowed = narrow(value)) {
    lua_pushinteger(L, *narrowed);
  } else {
    push_integer(L, value);
  }
}

namespace {

void push_integer_list(lua_State* L, const std::vector<Integer>& integers) {
  luaL_checkstack(L, 6, "a position");
  push_list(L, integers, [L](const Integer& integer) { push_narrow_integer(L, integer); });
}

}  // namespace

void push_position(lua_State* L, const Game& game, const BigPosition& position) {
  const CellShape* const shape = game.rules->domain().shape();
  if (game.rules->domain().is_terms()) {
    Position code;
    for (const Integer& item : position) code.push_back(narrow(item).value());
    push_term(L, code);
    return;
  }
  if (shape == nullptr) {
    push_integer_list(L, position);
    return;
  }
  luaL_Buffer text;
  luaL_buffinit(L, &text);
  shape->spell([&](std::uint32_t i) { return position[i].get_si(); },
               [&](std::string_view piece) { luaL_addlstring(&text, piece.data(), piece.size()); });
  luaL_pushresult(&text);
}

void push_nimber(lua_State* L, const Nimber& nimber) {
  if (nimber.is_finite()) {
    push_narrow_integer(L, nimber.value());
    return;
  }
  if (nimber.is_loony()) {
    lua_pushliteral(L, "loony");
    return;
  }
  lua_createtable(L, 0, 1);
  push_integer_list(L, nimber.among());
  lua_setfield(L, -2, "infinity");
}

void push_outcome(lua_State* L, Outcome outcome) {
  lua_pushstring(L, outcome == Outcome::P ? "P" : outcome == Outcome::N ? "N" : "draw");
}

void push_move(lua_State* L, const Game& game, const Move& move) {
  luaL_checkstack(L, 8, "a move");
  lua_createtable(L, 0, 4);
  lua_pushinteger(L, static_cast<lua_Integer>(move.component) + 1);
  lua_setfield(L, -2, "component");
  if (!move.label.empty()) {
    lua_pushlstring(L, move.label.data(), move.label.size());
    lua_setfield(L, -2, "label");
  }
  if (move.kind != MoveKind::ordinary) {
    lua_pushstring(L, move.kind == MoveKind::again ? "again" : "entail");
    lua_setfield(L, -2, "kind");
  }
  push_list(L, move.to, [&](const BigPosition& position) { push_position(L, game, position); });
  lua_setfield(L, -2, "to");
}

}  // namespace bouton::lua
