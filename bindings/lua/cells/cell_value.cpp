#include "bindings/lua/cells/cell_value.h"

#include <algorithm>
#include <cstring>
#include <new>

#include "bindings/lua/host/object.h"
#include "bindings/lua/host/state.h"
#include "bindings/lua/host/trampoline.h"

namespace bouton::lua {

/// What the registry holds of a shape.
struct KeptShape {
  std::shared_ptr<const CellShape> shape;
};
template <>
inline constexpr const char* kClassName<KeptShape> = "bouton.KeptShape";

namespace {

constexpr const char* kCellsClass = "bouton.cells";

/// Pushes a value with undefined cells.
CellValue* push_value(lua_State* L, const CellShape& shape, CellReads* reads) {
  const std::size_t count = shape.cells();
  State::spend(L, count / 8);
  auto* const value = new (lua_newuserdatauv(L, sizeof(CellValue) + count, 0)) CellValue{&shape, reads};
  luaL_setmetatable(L, kCellsClass);
  return value;
}

CellValue& self(lua_State* L) { return *static_cast<CellValue*>(luaL_checkudata(L, 1, kCellsClass)); }

/// The cell that the arguments from `index` on name, counted from 1; -1 where it lies outside.
std::int64_t cell_at(lua_State* L, const CellShape& shape, int index) {
  const lua_Integer first = luaL_checkinteger(L, index);
  if (!shape.is_board()) return first >= 1 && first <= shape.cells() ? first - 1 : -1;
  const lua_Integer column = luaL_checkinteger(L, index + 1);
  if (first < 1 || first > shape.rows || column < 1 || column > shape.columns) return -1;
  return (first - 1) * shape.columns + column - 1;
}

int coordinates_of(const CellShape& shape) { return shape.is_board() ? 2 : 1; }

/// b:at(row, column), g:at(cell): the state, or nil outside.
int at(lua_State* L) {
  CellValue& value = self(L);
  const std::int64_t cell = cell_at(L, *value.shape, 2);
  if (cell < 0) return 0;
  int state = value.cells()[cell];
  if (state == CellValue::kUnread) state = value.reads->read(L, static_cast<std::uint32_t>(cell));
  lua_pushinteger(L, state);
  return 1;
}

/// b:with(row, column, state, ...), g:with(cell, state, ...): a changed copy.
int with_states(lua_State* L) {
  CellValue& value = self(L);
  const CellShape& shape = *value.shape;
  const int step = coordinates_of(shape) + 1;
  const int arguments = lua_gettop(L) - 1;
  if (arguments < step || arguments % step != 0)
    return luaL_error(L, "with takes %s and a state, perhaps several times", shape.is_board() ? "a row, a column" : "a cell");
  CellValue* const copy = push_value(L, shape, value.reads);
  std::memcpy(copy->cells(), value.cells(), shape.cells());
  for (int i = 2; i < arguments + 2; i += step) {
    const std::int64_t cell = cell_at(L, shape, i);
    if (cell < 0) return luaL_error(L, "with: there is no such cell");
    const lua_Integer state = luaL_checkinteger(L, i + step - 1);
    if (state < 0 || state >= static_cast<lua_Integer>(shape.states.size()))
      return luaL_error(L, "with: there is no state %I, states are 0 to %d", static_cast<LUAI_UACINT>(state),
                        static_cast<int>(shape.states.size()) - 1);
    copy->cells()[cell] = static_cast<std::uint8_t>(state);
  }
  return 1;
}

/// A walk is a function with upvalues: the value, the cell (or row and column), and how many steps were made.
lua_Integer next_step(lua_State* L) {
  const lua_Integer step = lua_tointeger(L, lua_upvalueindex(3));
  lua_pushinteger(L, step + 1);
  lua_replace(L, lua_upvalueindex(3));
  return step;
}

int push_cell(lua_State* L, const CellShape& shape, std::uint32_t cell) {
  if (!shape.is_board()) {
    lua_pushinteger(L, cell + 1);
    return 1;
  }
  lua_pushinteger(L, cell / shape.columns + 1);
  lua_pushinteger(L, cell % shape.columns + 1);
  return 2;
}

const CellShape& walked(lua_State* L) { return *static_cast<CellValue*>(lua_touserdata(L, lua_upvalueindex(1)))->shape; }

/// The next of all cells.
int step_through(lua_State* L) {
  const CellShape& shape = walked(L);
  const lua_Integer step = next_step(L);
  if (step >= shape.cells()) return 0;
  return push_cell(L, shape, static_cast<std::uint32_t>(step));
}

/// The neighbours of a square are above, left, right and below it.
bool neighbour_on_board(const CellShape& shape, std::uint32_t cell, lua_Integer number, std::uint32_t& found) {
  const std::uint32_t row = cell / shape.columns, column = cell % shape.columns;
  switch (number) {
    case 0: found = cell - shape.columns; return row > 0;
    case 1: found = cell - 1; return column > 0;
    case 2: found = cell + 1; return column + 1 < shape.columns;
    default: found = cell + shape.columns; return row + 1 < shape.rows;
  }
}

int step_on_board(lua_State* L, const CellShape& shape, std::uint32_t cell) {
  constexpr lua_Integer kDirections = 4;
  std::uint32_t found = 0;
  while (true) {
    const lua_Integer step = next_step(L);
    if (step >= kDirections) return 0;
    if (neighbour_on_board(shape, cell, step, found)) return push_cell(L, shape, found);
  }
}

/// Vertices with a common edge, or edges with a common vertex.
bool are_neighbours(const CellShape& shape, std::uint32_t a, std::uint32_t b) {
  if (a == b) return false;
  if (shape.kind == CellShape::Kind::vertices) {
    const std::pair<std::uint32_t, std::uint32_t> edge = std::minmax(a, b);
    return std::ranges::find(shape.edges, edge) != shape.edges.end();
  }
  const auto& [a1, a2] = shape.edges[a];
  const auto& [b1, b2] = shape.edges[b];
  return a1 == b1 || a1 == b2 || a2 == b1 || a2 == b2;
}

int step_to_neighbour(lua_State* L) {
  const CellShape& shape = walked(L);
  const auto cell = static_cast<std::uint32_t>(lua_tointeger(L, lua_upvalueindex(2)));
  if (shape.is_board()) return step_on_board(L, shape, cell);
  for (lua_Integer step = next_step(L); step < shape.cells(); step = next_step(L)) {
    State::spend(L, 1 + shape.edges.size() / 16);
    if (are_neighbours(shape, cell, static_cast<std::uint32_t>(step)))
      return push_cell(L, shape, static_cast<std::uint32_t>(step));
  }
  return 0;
}

/// The edges at a vertex, by their numbers.
int step_to_edge(lua_State* L) {
  const CellShape& shape = walked(L);
  const auto vertex = static_cast<std::uint32_t>(lua_tointeger(L, lua_upvalueindex(2)));
  for (lua_Integer step = next_step(L); step < static_cast<lua_Integer>(shape.edges.size()); step = next_step(L)) {
    const auto& [a, b] = shape.edges[static_cast<std::size_t>(step)];
    if (a != vertex && b != vertex) continue;
    lua_pushinteger(L, step + 1);
    return 1;
  }
  return 0;
}

int push_walk(lua_State* L, std::int64_t of, lua_CFunction step) {
  lua_pushvalue(L, 1);
  lua_pushinteger(L, of);
  lua_pushinteger(L, 0);
  lua_pushcclosure(L, step, 3);
  return 1;
}

/// for r, c in b:cells() do
int all_cells(lua_State* L) {
  self(L);
  return push_walk(L, 0, &step_through);
}

/// for r, c in b:neighbours(row, column) do
int neighbours(lua_State* L) {
  const std::int64_t cell = cell_at(L, *self(L).shape, 2);
  if (cell < 0) return luaL_error(L, "neighbours: there is no such cell");
  return push_walk(L, cell, &step_to_neighbour);
}

const CellShape& shape_of_graph(lua_State* L, const char* method) {
  const CellShape& shape = *self(L).shape;
  if (shape.is_board()) luaL_error(L, "%s: a board has no vertices and edges", method);
  return shape;
}

/// for e in g:edges_at(vertex) do
int edges_at(lua_State* L) {
  const CellShape& shape = shape_of_graph(L, "edges_at");
  const lua_Integer vertex = luaL_checkinteger(L, 2);
  if (vertex < 1 || vertex > shape.vertices) return luaL_error(L, "edges_at: there is no such vertex");
  return push_walk(L, vertex - 1, &step_to_edge);
}

/// local v, w = g:ends(edge)
int ends(lua_State* L) {
  const CellShape& shape = shape_of_graph(L, "ends");
  const lua_Integer edge = luaL_checkinteger(L, 2);
  if (edge < 1 || edge > static_cast<lua_Integer>(shape.edges.size())) return luaL_error(L, "ends: there is no such edge");
  const auto& [a, b] = shape.edges[static_cast<std::size_t>(edge - 1)];
  lua_pushinteger(L, a + 1);
  lua_pushinteger(L, b + 1);
  return 2;
}

/// Upvalue: the methods.
int field(lua_State* L) {
  const CellShape& shape = *self(L).shape;
  const std::string_view name = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "";
  if (shape.is_board() && name == "rows") lua_pushinteger(L, shape.rows);
  else if (shape.is_board() && name == "columns") lua_pushinteger(L, shape.columns);
  else if (!shape.is_board() && name == "vertices") lua_pushinteger(L, shape.vertices);
  else if (!shape.is_board() && name == "edges") lua_pushinteger(L, static_cast<lua_Integer>(shape.edges.size()));
  else if (name == "size") lua_pushinteger(L, shape.cells());
  else {
    lua_pushvalue(L, 2);
    lua_rawget(L, lua_upvalueindex(1));
  }
  return 1;
}

int refuse_change(lua_State* L) { return luaL_error(L, "a position cannot be changed; with(...) makes a changed copy"); }

int same_cells(lua_State* L) {
  CellValue* const a = cell_value(L, 1);
  CellValue* const b = cell_value(L, 2);
  if (a == nullptr || b == nullptr || a->shape != b->shape) {
    lua_pushboolean(L, 0);
    return 1;
  }
  if (a->reads != nullptr) return luaL_error(L, "positions are compared as a whole");
  lua_pushboolean(L, std::memcmp(a->cells(), b->cells(), a->shape->cells()) == 0);
  return 1;
}

/// As it would be typed.
int cells_text(lua_State* L) {
  CellValue& value = self(L);
  if (value.reads != nullptr) return luaL_error(L, "positions are shown as a whole");
  State::spend(L, value.shape->cells());
  luaL_Buffer text;
  luaL_buffinit(L, &text);
  value.shape->spell([&](std::uint32_t i) { return value.cells()[i]; },
                     [&](std::string_view piece) { luaL_addlstring(&text, piece.data(), piece.size()); });
  luaL_pushresult(&text);
  return 1;
}

}  // namespace

void set_cell_methods(lua_State* L) {
  static const luaL_Reg kMethods[] = {
      {"at", &at},     {"with", &with_states}, {"cells", &all_cells}, {"neighbours", &neighbours}, {"edges_at", &edges_at},
      {"ends", &ends}, {nullptr, nullptr}};
  luaL_newmetatable(L, kCellsClass);
  lua_newtable(L);
  luaL_setfuncs(L, kMethods, 0);
  lua_pushcclosure(L, &field, 1);
  lua_setfield(L, -2, "__index");
  lua_pushcfunction(L, &refuse_change);
  lua_setfield(L, -2, "__newindex");
  lua_pushcfunction(L, &same_cells);
  lua_setfield(L, -2, "__eq");
  lua_pushcfunction(L, &cells_text);
  lua_setfield(L, -2, "__tostring");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_pop(L, 1);
}

void keep_shape(lua_State* L, const std::shared_ptr<const CellShape>& shape) {
  std::unique_ptr<KeptShape>& place = push_object<KeptShape>(L);
  place = std::make_unique<KeptShape>(KeptShape{shape});
  lua_rawsetp(L, LUA_REGISTRYINDEX, shape.get());
}

void push_cells(lua_State* L, const CellShape& shape, PositionView position) {
  luaL_checkstack(L, 4, "a position");
  CellValue* const value = push_value(L, shape, nullptr);
  for (std::size_t i = 0; i < position.size(); ++i) value->cells()[i] = static_cast<std::uint8_t>(position[i]);
}

void push_unread_cells(lua_State* L, const CellShape& shape, CellReads& reads) {
  luaL_checkstack(L, 4, "a position");
  CellValue* const value = push_value(L, shape, &reads);
  std::memset(value->cells(), CellValue::kUnread, shape.cells());
}

CellValue* cell_value(lua_State* L, int index) { return static_cast<CellValue*>(luaL_testudata(L, index, kCellsClass)); }

bool is_cell_walk(lua_State* L, int index) {
  const lua_CFunction function = lua_tocfunction(L, index);
  return function == &step_through || function == &step_to_neighbour || function == &step_to_edge;
}

/// board(rows, columns [, states [, options]]): a table that the field position reads.
int word_board(lua_State* L) {
  for (int side = 1; side <= 2; ++side)
    if (lua_isinteger(L, side) == 0 && lua_type(L, side) != LUA_TSTRING)
      return luaL_error(
          L,
          "board takes its rows, its columns and perhaps its states: board(4, 5, \".X\"); rows and columns may be "
          "\"any\"");
  if (!lua_isnoneornil(L, 3) && lua_type(L, 3) != LUA_TSTRING)
    return luaL_error(L, "board: the states are a string with a character for each, such as \".X\"");
  lua_settop(L, 3);
  lua_createtable(L, 0, 3);
  lua_pushvalue(L, 1);
  lua_setfield(L, -2, "board_rows");
  lua_pushvalue(L, 2);
  lua_setfield(L, -2, "board_columns");
  lua_pushvalue(L, 3);
  lua_setfield(L, -2, "states");
  return 1;
}

/// graph(text [, states]), graph(text, { states = ".X", cells = "edges" }).
int word_graph(lua_State* L) {
  if (lua_type(L, 1) != LUA_TSTRING)
    return luaL_error(L, "graph takes a text that names one, such as graph(\"path 5\") or graph(\"edges 1-2 2-3 1-3\")");
  if (!lua_isnoneornil(L, 2) && !lua_istable(L, 2))
    return luaL_error(L, "graph: the second argument is a table, such as { states = \".X\", cells = \"edges\" }");
  lua_settop(L, 2);
  lua_createtable(L, 0, 2);
  lua_pushvalue(L, 1);
  lua_setfield(L, -2, "graph");
  lua_pushvalue(L, 2);
  lua_setfield(L, -2, "options");
  return 1;
}

}  // namespace bouton::lua
