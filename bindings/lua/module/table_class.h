// The classes Table, Row and Sequence of the module: values of many positions.
#pragma once

#include <memory>

#include <lua.hpp>

#include "bindings/lua/host/object.h"
#include "engine/rules/game.h"
#include "engine/values/table.h"

namespace bouton::lua {

/// A box of values. t[3][5] is the value of the position (3, 5); a table of one dimension is indexed once.
struct TableObject {
  std::shared_ptr<const Game> game;
  std::shared_ptr<const Table> table;
};

/// The values of heaps, s[n] from s:low() on.
struct SequenceObject {
  std::shared_ptr<const Game> game;
  std::shared_ptr<const Table> table;
};

template <>
inline constexpr const char* kClassName<TableObject> = "bouton.Table";
template <>
inline constexpr const char* kClassName<SequenceObject> = "bouton.Sequence";

/// Makes the classes' metatables. May raise (memory).
void open_table_classes(lua_State* L);

}  // namespace bouton::lua
