// What the lifter must know of the game and of the Lua state.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <lua.hpp>

#include "engine/position/cell_shape.h"
#include "engine/program/construction/facts.h"
#include "engine/program/move_program.h"

namespace bouton::lua {

/// Words of the rule language and library functions that the lifter understands.
// clang-format off
enum class Word : std::uint8_t {
  none,
  move, split,  ///< the words themselves, or their forms with a label
  math_abs, math_ceil, math_floor, math_fmod, math_max, math_min, math_tointeger, math_type, math_ult,
  ipairs, pairs, assert_, error, type, tonumber, unpack, table_insert, table_remove, table_sort,
  outcome, grundy,  ///< words of the checks of claims, and known in these alone
  with, without, insert,  ///< methods of piles; the lifter finds them by itself
  cell_at, cell_with, all_cells, cell_neighbours, edges_at, ends,  ///< methods of boards and graphs, likewise
  next_cell, next_neighbour, next_edge  ///< what the loops over cells(), neighbours() and edges_at() call
};
// clang-format on

/// What a Lua value is, for the lifter: a word, or Word::none.
struct KnownWord {
  Word word = Word::none;
  /// Of move.NAME and split.NAME: NAME; of the words themselves empty. Of words that oblige, which are move or split for the
  /// lifter, with their kind before it (bindings/lua/rules/known_words.h).
  std::string label = {};

  /// Whether it is a word for options that may be given a name.
  bool is_unnamed_option() const {
    return (word == Word::move || word == Word::split) && (label.empty() || (label.size() == 2 && label[0] == '\0'));
  }
};

/// What the lifter must know of the game and of the Lua state.
struct LiftContext {
  std::size_t dimensions = 0;
  /// Whether the function takes one list of `dimensions` piles, else `dimensions` integers.
  bool piles = false;
  /// Where it takes a board or a graph: which; else null.
  const CellShape* shape = nullptr;
  std::vector<std::string> coordinate_names;  ///< one per coordinate; for piles "a[1]", "a[2]", ...
  /// One per coordinate, or empty where nothing is known. The program is right only inside of them.
  std::vector<CoordinateRange> ranges;
  std::string function_name = "moves";  ///< for refusals
  bool is_check = false;                ///< whether the function is the check of a claim, which returns a truth value
  /// Recognises the value at a stack index, by identity. Leaves the stack as it was and raises no error.
  std::function<KnownWord(lua_State*, int)> classify;
  /// The number of a label, nothing where it can be none; called for every label that the function uses.
  std::function<std::optional<Label>(std::string_view)> label;
};

/// What a lifted function returns.
enum class Results : std::uint8_t {
  none,      ///< moves: it names options, and what it returns is ignored
  integers,  ///< any number of integers, or one list of them
  truth,     ///< whether its first result is true: 0 or 1 (nil and no result are false; no other values)
  outcome    ///< "normal", "misere", "draw": 0, 1, 2
};

}  // namespace bouton::lua
