// What a rule function of a board or a graph receives: the states of its cells, which it can look at and change in copies.
#pragma once

#include <cstdint>
#include <memory>

#include <lua.hpp>

#include "engine/position/cell_shape.h"
#include "engine/position/position.h"

namespace bouton::lua {

/// Told of every look at a cell of a position that is not known in advance.
class CellReads {
 public:
  virtual ~CellReads() = default;
  /// The state of the cell; a number of CellShape::states. May raise.
  virtual int read(lua_State* L, std::uint32_t cell) = 0;
};

/// The object behind the value. Never changed once it has been pushed.
struct CellValue {
  static constexpr std::uint8_t kUnread = 255;

  const CellShape* shape;  ///< lives as long as the state
  CellReads* reads;        ///< who knows the cells that are kUnread; null where there are none
  std::uint8_t* cells() { return reinterpret_cast<std::uint8_t*>(this + 1); }
};

/// Makes the class, once a state. May raise (memory).
void set_cell_methods(lua_State* L);

/// Keeps a shape for as long as the state lives, since scripts may keep positions of it. May raise (memory).
void keep_shape(lua_State* L, const std::shared_ptr<const CellShape>& shape);

/// Pushes the position of `shape`. May raise (memory).
void push_cells(lua_State* L, const CellShape& shape, PositionView position);
/// Pushes a position whose cells `reads` tells. May raise (memory).
void push_unread_cells(lua_State* L, const CellShape& shape, CellReads& reads);

/// The value at `index` if it is one. Does not raise.
CellValue* cell_value(lua_State* L, int index);

/// Whether the value at `index` is a function that walks through cells: all that it remembers is in its upvalues.
bool is_cell_walk(lua_State* L, int index);

/// The words of the language, lua_CFunctions once wrapped in a trampoline: what `position = board(...)` and `graph(...)` name.
int word_board(lua_State* L);
int word_graph(lua_State* L);

}  // namespace bouton::lua
