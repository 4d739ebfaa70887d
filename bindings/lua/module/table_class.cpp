#include "bindings/lua/module/table_class.h"

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

/// Pushes what stands at `coordinate` below `prefix`: a value, a Row, or nil outside of the box.
int push_entry(lua_State* L, const std::shared_ptr<const Table>& table, PositionView prefix, Coordinate coordinate) {
  const Box& box = table->box;
  const std::size_t axis = prefix.size();
  if (axis >= box.dimensions() || coordinate < box.low()[axis] || coordinate > box.high()[axis]) {
    lua_pushnil(L);
    return 1;
  }
  if (axis + 1 < box.dimensions()) {
    std::unique_ptr<RowObject>& place = push_object<RowObject>(L);
    place = std::make_unique<RowObject>(RowObject{table, Position(prefix)});
    place->prefix.push_back(coordinate);
    return 1;
  }
  std::uint64_t index = static_cast<std::uint64_t>(coordinate - box.low()[axis]) * box.stride(axis);
  for (std::size_t i = 0; i < axis; ++i) index += static_cast<std::uint64_t>(prefix[i] - box.low()[i]) * box.stride(i);
  push_cell(L, *table, index);
  return 1;
}

/// __index: an integer is a coordinate, anything else a method.
template <class T>
int index_object(lua_State* L) {
  if (lua_isinteger(L, 2) == 0) {
    lua_pushvalue(L, 2);
    lua_rawget(L, lua_upvalueindex(1));
    return 1;
  }
  T& object = object_at<T>(L, 1);
  if constexpr (std::is_same_v<T, RowObject>) {
    return push_entry(L, object.table, object.prefix, lua_tointeger(L, 2));
  } else {
    return push_entry(L, object.table, {}, lua_tointeger(L, 2));
  }
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
    const RowObject& row = object_at<RowObject>(L, 1);
    const Box& box = row.table->box;
    std::string text = fmt::format("bouton.row({}", to_string(row.prefix));
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

}  // namespace

void open_table_classes(lua_State* L) {
  static const luaL_Reg kTable[] = {{"save", &trampoline<save<TableObject>>},
                                    {"low", &trampoline<push_corner<&Box::low>>},
                                    {"high", &trampoline<push_corner<&Box::high>>},
                                    {nullptr, nullptr}};
  static const luaL_Reg kRow[] = {{nullptr, nullptr}};
  static const luaL_Reg kSequence[] = {{"save", &trampoline<save<SequenceObject>>},
                                       {"low", &trampoline<sequence_low>},
                                       {"values", &trampoline<sequence_values>},
                                       {"period", &trampoline<sequence_period>},
                                       {nullptr, nullptr}};
  set_class<TableObject>(L, kTable);
  set_class<RowObject>(L, kRow);
  set_class<SequenceObject>(L, kSequence);
  set_metamethod<SequenceObject>(L, "__len", &trampoline<sequence_length>);
  set_metamethod<TableObject>(L, "__tostring", &trampoline<describe<TableObject>>);
  set_metamethod<RowObject>(L, "__tostring", &trampoline<describe_row>);
  set_metamethod<SequenceObject>(L, "__tostring", &trampoline<describe<SequenceObject>>);
}

}  // namespace bouton::lua
