#include "bindings/lua/rules/rule_file.h"

#include <fmt/format.h>

#include "bindings/lua/cells/cell_value.h"
#include "bindings/lua/host/keep_top.h"
#include "bindings/lua/sandbox/unknown_names.h"
#include "bindings/lua/terms/term_value.h"
#include "engine/base/errors.h"
#include "engine/base/plain_text.h"

namespace bouton::lua {
namespace {

/// A position of a game whose functions take it as one value.
struct OneValue {
  const Domain& domain;
  PositionView position;
};

/// Arguments: a light userdata with a OneValue, and the function to call with it.
int call_with_value(lua_State* L) {
  const auto* value = static_cast<const OneValue*>(lua_touserdata(L, 1));
  push_one_value(L, value->domain, value->position);
  lua_call(L, 1, LUA_MULTRET);
  return lua_gettop(L) - 1;
}

/// Arguments: a light userdata with a string_view, and the function to call with it.
int call_with_string(lua_State* L) {
  const auto* text = static_cast<const std::string_view*>(lua_touserdata(L, 1));
  lua_pushlstring(L, text->data(), text->size());
  lua_call(L, 1, LUA_MULTRET);
  return lua_gettop(L) - 1;
}

/// "moves" of "nim.lua:5: moves", or "check" of "nim.lua:9: claims: 1.check".
std::string name_of(const Function& function) {
  const std::size_t name = function.title.find_last_of(" .");
  return name == std::string::npos ? function.title : function.title.substr(name + 1);
}

}  // namespace

OptionsLimit options_limit_of(const Limits& limits) {
  if (limits.options < limits.memory) return {limits.options, Limit::memory};
  return {limits.memory, Limit::rule_memory};
}

void check_obligations(const RuleFile& file) {
  if (!file.obliges) return;
  const RuleSpec& spec = file.spec;
  if (spec.is_strip)
    throw RuleError(fmt::format("{}companions: coins are turned by turn(...), which does not oblige (again, entail)",
                                spec.where_companions));
  constexpr const char* kOblige = "moves that oblige (again, entail)";
  if (spec.blocking > 0) throw RuleError(fmt::format("{}blocking: not for {}", spec.where_blocking, kOblige));
  if (spec.play != Play::normal)
    throw RuleError(fmt::format("{}play: {} are for normal play, where whoever cannot move loses", spec.where_play, kOblige));
  const auto where = [&](Rules::Claim claim) { return spec.where[static_cast<std::size_t>(claim)]; };
  if (!spec.closed_form.is_nil())
    throw RuleError(fmt::format("{}closed_form: no formula or theorem knows {}", where(Rules::Claim::closed_form), kOblige));
  if (!spec.heap.is_nil())
    throw RuleError(fmt::format("{}heap: a take-and-break code has no {}", where(Rules::Claim::heap_code), kOblige));
}

/// What a rule's author may have meant, as the end of the message.
std::string RuleFile::advice(std::string_view message) const {
  const CellShape* const shape = spec.domain.shape();
  // Lua calls the field of b[r][c] by how its bytecode has it.
  const auto indexes = [&](std::string_view field) {
    return message.find(fmt::format("attempt to index a nil value (field '{}')", field)) != std::string_view::npos;
  };
  if (shape != nullptr && (indexes("?") || indexes("integer index")))
    return shape->kind == CellShape::Kind::board ? "; the state of a square is b:at(r, c), and b:with(r, c, v) changes it"
                                                 : "; the state of a cell is g:at(v), and g:with(v, state) changes it";
  return advice_on(message);
}

template <class Describe, class Run>
void RuleFile::checked_call(const Function& function, Describe describe, Run run) {
  lua_State* L = state.get();
  state.set_doing(&function.title);
  const int below = lua_gettop(L);
  try {
    lua_checkstack(L, LUA_MINSTACK);
    run(L);
    captures.check(state, function);
  } catch (const RuleError& error) {
    captures.restore(state);
    lua_settop(L, below);
    if (owned_state == nullptr) throw;  // a script's own errors are its own affair
    const std::string message = fmt::format("{}, in {}{}", error.what(), describe(), advice(error.what()));
    if (dynamic_cast<const NestingError*>(&error) != nullptr) throw NestingError(message);
    throw RuleError(message);
  } catch (...) {
    captures.restore(state);
    lua_settop(L, below);
    throw;
  }
}

void RuleFile::call(const Function& function, PositionView position, int results) {
  checked_call(
      function, [&] { return call_text(function, position); },
      [&](lua_State* L) {
        if (takes_one_value(spec.domain)) {
          OneValue value{spec.domain, position};
          lua_pushcfunction(L, &call_with_value);
          lua_pushlightuserdata(L, &value);
          lua_rawgeti(L, LUA_REGISTRYINDEX, function.reference);
          state.call(2, results, call_limit, Limit::call_time);
        } else {
          lua_checkstack(L, static_cast<int>(position.size()) + LUA_MINSTACK);
          lua_rawgeti(L, LUA_REGISTRYINDEX, function.reference);
          for (const Coordinate coordinate : position) lua_pushinteger(L, coordinate);
          state.call(static_cast<int>(position.size()), results, call_limit, Limit::call_time);
        }
      });
}

void RuleFile::call_with_text(const Function& function, std::string_view text) {
  checked_call(
      function, [&] { return fmt::format("{}('{}')", name_of(function), plain_line(text)); },
      [&](lua_State* L) {
        lua_pushcfunction(L, &call_with_string);
        lua_pushlightuserdata(L, &text);
        lua_rawgeti(L, LUA_REGISTRYINDEX, function.reference);
        state.call(2, LUA_MULTRET, call_limit, Limit::call_time);
      });
}

/// "moves(4, 7)", or "moves { 4, 7 }" of a list.
std::string RuleFile::call_text(const Function& function, PositionView position) const {
  std::string text = name_of(function);
  if (const CellShape* const shape = spec.domain.shape()) return fmt::format("{}({})", text, shape->text(position));
  if (spec.domain.is_terms()) return fmt::format("{}({})", text, spec.domain.text(position));
  text += spec.domain.is_piles() ? " { " : "(";
  for (std::size_t i = 0; i < position.size(); ++i) text += fmt::format("{}{}", i > 0 ? ", " : "", position[i]);
  return text + (spec.domain.is_piles() ? " }" : ")");
}

Position RuleFile::returned_position(const Function& function, std::size_t count) {
  lua_State* L = state.get();
  if (spec.domain.shape() != nullptr) {
    CellValue* const value = cell_value(L, -1);
    if (value == nullptr)
      throw RuleError(fmt::format("{} returned {}, expected a position", function.title, luaL_typename(L, -1)));
    Position position;
    for (std::uint32_t cell = 0; cell < value->shape->cells(); ++cell) position.push_back(value->cells()[cell]);
    return position;
  }
  if (spec.domain.is_terms()) {
    term::Code code;
    if (const std::optional<std::string> complaint = read_term(L, -1, code))
      throw RuleError(fmt::format("{} returned a position that {}", function.title, *complaint));
    return Position(PositionView(code));
  }
  const bool piles = spec.domain.is_piles();
  if (piles && !lua_istable(L, -1))
    throw RuleError(fmt::format("{} returned {}, expected a list of piles", function.title, luaL_typename(L, -1)));
  const auto size = piles ? static_cast<int>(lua_rawlen(L, -1)) : static_cast<int>(count);
  Position position;
  for (int i = 1; i <= size; ++i) {
    if (piles) {
      lua_rawgeti(L, -1, i);
    } else {
      lua_pushvalue(L, i - size - 1);
    }
    const bool is_integer = lua_isinteger(L, -1) != 0;
    const char* const type = lua_type(L, -1) == LUA_TNUMBER ? "a float" : luaL_typename(L, -1);
    const Coordinate coordinate = lua_tointeger(L, -1);
    lua_pop(L, 1);
    if (!is_integer) throw RuleError(fmt::format("{} returned {}, positions are made of integers", function.title, type));
    position.push_back(coordinate);
  }
  return position;
}

void RuleFile::interpreted_options(PositionView position, Options& out) {
  const MoveSink::Collecting collecting(sink, spec.domain, spec.valid ? spec.valid->reference : LUA_NOREF, options_limit, out,
                                        obliges);
  lua_State* const L = state.get();
  const KeepTop keep(L);
  call(spec.moves, position, 1);
  if (lua_istable(L, -1))
    throw RuleError(
        fmt::format("{} returned a table; it calls move(...) or split(...) for each option, and returns nothing, in {}",
                    spec.moves.title, call_text(spec.moves, position)));
}

Outcome RuleFile::interpreted_terminal_outcome(PositionView position) {
  lua_State* L = state.get();
  const KeepTop keep(L);
  call(*spec.terminal_play, position, 1);
  const std::string_view answer = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
  if (answer == "normal") return Outcome::P;
  if (answer == "misere") return Outcome::N;
  if (answer == "draw") return Outcome::draw;
  throw RuleError(fmt::format("{} returned {} at {}, expected \"normal\", \"misere\" or \"draw\"", spec.terminal_play->title,
                              answer.empty() ? luaL_typename(L, -1) : fmt::format("'{}'", answer), spec.domain.text(position)));
}

bool RuleFile::interpreted_valid(PositionView position) {
  if (!spec.valid) return true;
  lua_State* L = state.get();
  const KeepTop keep(L);
  call(*spec.valid, position, 1);
  if (!lua_isboolean(L, -1) && !lua_isnil(L, -1))
    throw RuleError(fmt::format("{} returned {} at {}, expected true or false", spec.valid->title, luaL_typename(L, -1),
                                spec.domain.text(position)));
  return lua_toboolean(L, -1) != 0;
}

void RuleFile::replace_by(const Function& function, Position& position) {
  lua_State* L = state.get();
  const KeepTop keep(L);
  const bool one = takes_one_value(spec.domain);
  call(function, position, one ? 1 : static_cast<int>(position.size()));
  Position other = returned_position(function, position.size());
  if (const std::optional<std::string> complaint = spec.domain.complaint(PositionView(other)))
    throw RuleError(fmt::format("{} returned the position {} for {}; it {}", function.title, bouton::to_string(other),
                                bouton::to_string(position), *complaint));
  position = std::move(other);
}

void RuleFile::interpreted_components(PositionView position, Options& out) {
  lua_State* L = state.get();
  const KeepTop keep(L);
  call(*spec.components, position, 1);
  if (!lua_istable(L, -1))
    throw RuleError(fmt::format("{} returned {}, expected a list of positions, in {}", spec.components->title,
                                luaL_typename(L, -1), call_text(*spec.components, position)));
  const auto count = static_cast<lua_Integer>(lua_rawlen(L, -1));
  for (lua_Integer i = 1; i <= count; ++i) {
    lua_rawgeti(L, -1, i);
    out.add(returned_position(*spec.components, 1));
    lua_pop(L, 1);
  }
}

}  // namespace bouton::lua
