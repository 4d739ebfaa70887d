#include "bindings/lua/module/table_class.h"

#include <algorithm>
#include <array>

#include "bindings/lua/host/push_list.h"
#include "bindings/lua/host/text_at.h"
#include "bindings/lua/module/shown_text.h"
#include "bindings/lua/module/values/values.h"
#include "bindings/output/values/excerpt.h"
#include "engine/study/sequence/heap_run.h"

namespace bouton::lua {
namespace {

/// Pushes the value of a cell: an integer, "P"/"N"/"draw", { infinity = ... }, or nil where there is none.
void push_cell(lua_State* L, const Table& table, std::uint64_t index) {
  if (!table.valid(index)) {
    lua_pushnil(L);
  } else if (table.kind == ValueKind::outcome) {
    push_outcome(L, table.outcome(index));
  } else if (table.cells[index] != Table::kInfinite) {
    lua_pushinteger(L, table.cells[index]);
  } else if (table.kind == ValueKind::grundy) {
    push_nimber(L, table.loopy.at(index));
  } else {
    lua_pushnil(L);
  }
}

/// Part of a table: the positions that begin with some coordinates. These are all that the userdata holds; its user value is
/// the table's object. So it needs no finalizer, and Lua knows how much it takes: a script that reads t[x][y] for long makes
/// many.
constexpr const char* kRow = "bouton.Row";

/// Pushes the row of the table whose object is at `owner` in which positions begin with these coordinates. May raise (memory).
void push_row(lua_State* L, int owner, PositionView prefix, Coordinate coordinate) {
  auto* const coordinates = static_cast<Coordinate*>(lua_newuserdatauv(L, (prefix.size() + 1) * sizeof(Coordinate), 1));
  *std::ranges::copy(prefix, coordinates).out = coordinate;
  lua_pushvalue(L, owner);
  lua_setiuservalue(L, -2, 1);
  luaL_setmetatable(L, kRow);
}

/// The row at index 1, and pushes the object of its table. Throws RequestError where something else is there, and where that
/// table has been collected.
struct RowAt {
  explicit RowAt(lua_State* L) {
    const auto* const coordinates = static_cast<const Coordinate*>(luaL_testudata(L, 1, kRow));
    if (coordinates == nullptr) throw RequestError(fmt::format("expected a Row, found {}", luaL_typename(L, 1)));
    prefix = PositionView(coordinates, lua_rawlen(L, 1) / sizeof(Coordinate));
    lua_getiuservalue(L, 1, 1);
    owner = lua_gettop(L);
    table = object_at<TableObject>(L, owner).table.get();
  }

  PositionView prefix;
  int owner = 0;  ///< index of the table's object
  const Table* table = nullptr;
};

/// Pushes what stands at `coordinate` below `prefix` in the table whose object is at `owner`: a value, a Row, or nil outside of
/// the box.
int push_entry(lua_State* L, int owner, const Table& table, PositionView prefix, Coordinate coordinate) {
  const Box& box = table.box;
  const std::size_t axis = prefix.size();
  if (axis >= box.dimensions() || coordinate < box.low()[axis] || coordinate > box.high()[axis]) {
    lua_pushnil(L);
    return 1;
  }
  if (axis + 1 < box.dimensions()) {
    push_row(L, owner, prefix, coordinate);
    return 1;
  }
  std::uint64_t index = static_cast<std::uint64_t>(coordinate - box.low()[axis]) * box.stride(axis);
  for (std::size_t i = 0; i < axis; ++i) index += static_cast<std::uint64_t>(prefix[i] - box.low()[i]) * box.stride(i);
  push_cell(L, table, index);
  return 1;
}

/// __index of a table or a sequence: an integer is a coordinate, anything else a method.
template <class T>
int index_object(lua_State* L) {
  if (lua_isinteger(L, 2) == 0) {
    lua_pushvalue(L, 2);
    lua_rawget(L, lua_upvalueindex(1));
    return 1;
  }
  return push_entry(L, 1, *object_at<T>(L, 1).table, {}, lua_tointeger(L, 2));
}

int index_row(lua_State* L) {
  if (lua_isinteger(L, 2) == 0) return 0;
  const RowAt row(L);
  return push_entry(L, row.owner, *row.table, row.prefix, lua_tointeger(L, 2));
}

template <class T>
int save(lua_State* L) {
  T& object = object_at<T>(L, 1);
  if (lua_type(L, 2) != LUA_TSTRING) throw RequestError("save takes the path of a file");
  save_values({.game = *object.game, .table = *object.table, .is_sequence = std::is_same_v<T, SequenceObject>}, path_at(L, 2));
  return 0;
}

/// As the command prints it, cut where it is long.
template <class T>
int describe(lua_State* L) {
  return push_shown(L, [L] {
    T& object = object_at<T>(L, 1);
    constexpr bool kIsSequence = std::is_same_v<T, SequenceObject>;
    std::string text = excerpt({.game = *object.game, .table = *object.table, .page = Page(80), .is_sequence = kIsSequence});
    while (text.ends_with('\n')) text.pop_back();
    return text;
  });
}

/// The coordinates that the row's positions begin with, and the range of those that it is indexed with: bouton.row(3, 0:20).
int describe_row(lua_State* L) {
  return push_shown(L, [L] {
    const RowAt row(L);
    const Box& box = row.table->box;
    std::string text = fmt::format("bouton.row({}", bouton::to_string(row.prefix));
    for (std::size_t i = row.prefix.size(); i < box.dimensions(); ++i)
      text += fmt::format(", {}:{}", box.low()[i], box.high()[i]);
    return text + ")";
  });
}

template <const Position& (Box::*corner)() const>
int push_corner(lua_State* L) {
  const Position& position = (object_at<TableObject>(L, 1).table->box.*corner)();
  push_integers(L, position);
  return 1;
}

int sequence_low(lua_State* L) {
  lua_pushinteger(L, object_at<SequenceObject>(L, 1).table->box.low()[0]);
  return 1;
}

/// #s: the last index, so that s[#s] is the last value.
int sequence_length(lua_State* L) {
  lua_pushinteger(L, object_at<SequenceObject>(L, 1).table->box.high()[0]);
  return 1;
}

int sequence_values(lua_State* L) {
  const Table& table = *object_at<SequenceObject>(L, 1).table;
  lua_createtable(L, static_cast<int>(table.cells.size()), 0);
  for (std::size_t i = 0; i < table.cells.size(); ++i) {
    push_cell(L, table, i);
    lua_rawseti(L, -2, static_cast<lua_Integer>(i) + 1);
  }
  return 1;
}

/// nil, or { preperiod, period, saltus, proved, theorem, checked_to }.
int sequence_period(lua_State* L) {
  const Table& table = *object_at<SequenceObject>(L, 1).table;
  std::uint64_t preperiod = 0;
  std::uint64_t period = 0;
  std::int64_t saltus = 0;
  bool proved = false;
  std::uint64_t checked_to = 0;
  std::array<char, 64> theorem{};  // no string: pushing one may raise
  {
    const std::optional<Period> found = period_of(*object_at<SequenceObject>(L, 1).game, table, Budget());
    if (!found) return 0;
    preperiod = found->preperiod;
    period = found->period;
    saltus = found->saltus;
    proved = found->proved;
    checked_to = found->checked_to;
    found->theorem.copy(theorem.data(), theorem.size() - 1);
  }
  const lua_Integer low = table.box.low()[0];
  lua_createtable(L, 0, 6);
  if (theorem[0] != 0) {
    lua_pushstring(L, theorem.data());
    lua_setfield(L, -2, "theorem");
  }
  lua_pushinteger(L, low + static_cast<lua_Integer>(preperiod));
  lua_setfield(L, -2, "preperiod");
  lua_pushinteger(L, static_cast<lua_Integer>(period));
  lua_setfield(L, -2, "period");
  lua_pushinteger(L, saltus);
  lua_setfield(L, -2, "saltus");
  lua_pushboolean(L, proved ? 1 : 0);
  lua_setfield(L, -2, "proved");
  lua_pushinteger(L, low + static_cast<lua_Integer>(checked_to));
  lua_setfield(L, -2, "checked_to");
  return 1;
}

template <class T>
void set_class(lua_State* L, const luaL_Reg* methods) {
  set_methods<T>(L, methods);
  luaL_getmetatable(L, kClassName<T>);
  lua_getfield(L, -1, "__index");
  lua_pushcclosure(L, &trampoline<index_object<T>>, 1);
  lua_setfield(L, -2, "__index");
  lua_pop(L, 1);
}

void set_row_class(lua_State* L) {
  luaL_newmetatable(L, kRow);
  lua_pushcfunction(L, &trampoline<index_row>);
  lua_setfield(L, -2, "__index");
  lua_pushcfunction(L, &trampoline<describe_row>);
  lua_setfield(L, -2, "__tostring");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_pop(L, 1);
}

}  // namespace

void open_table_classes(lua_State* L) {
  static const luaL_Reg kTable[] = {{"save", &trampoline<save<TableObject>>},
                                    {"low", &trampoline<push_corner<&Box::low>>},
                                    {"high", &trampoline<push_corner<&Box::high>>},
                                    {nullptr, nullptr}};
  static const luaL_Reg kSequence[] = {{"save", &trampoline<save<SequenceObject>>},
                                       {"low", &trampoline<sequence_low>},
                                       {"values", &trampoline<sequence_values>},
                                       {"period", &trampoline<sequence_period>},
                                       {nullptr, nullptr}};
  set_class<TableObject>(L, kTable);
  set_row_class(L);
  set_class<SequenceObject>(L, kSequence);
  set_metamethod<SequenceObject>(L, "__len", &trampoline<sequence_length>);
  set_metamethod<TableObject>(L, "__tostring", &trampoline<describe<TableObject>>);
  set_metamethod<SequenceObject>(L, "__tostring", &trampoline<describe<SequenceObject>>);
}

}  // namespace bouton::lua
