// From a Lua function to a MoveProgram.
//
// The function's bytecode is walked symbolically: what is known before it runs (captured values, globals, which are
// frozen after loading) is computed, what depends on the position becomes expressions, guards and loops. What does
// not fit is refused as a value, and the function is interpreted instead.
//
// A program traps exactly where the function raises an error, in code without effect too; whoever runs one lets the interpreter
// say what is wrong. So a rule has the same errors in both forms. Of several positions with errors, any may be the one
// reported. What takes long is no error: a program skips loops in which nothing happens, though their rounds count towards
// RunLimits.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <lua.hpp>

#include "engine/program/move_program.h"

namespace bouton::lua {

/// Why a function was not lifted.
struct Refusal {
  std::string construct;  ///< "a float (math.floor(x / y) is written x // y)"
  std::string function;   ///< the name of the function that has it: "moves"
  int line = 0;           ///< in the rule file; 0 where unknown
  friend bool operator==(const Refusal&, const Refusal&) = default;
};

/// "moves, line 8: a float (math.floor(x / y) is written x // y)"
std::string to_string(const Refusal& refusal);

/// Words of the rule language and library functions that the lifter understands.
// clang-format off
enum class Word : std::uint8_t {
  none,
  move, split,  ///< the words themselves, or their forms with a label
  math_abs, math_ceil, math_floor, math_fmod, math_max, math_min, math_tointeger, math_type, math_ult,
  ipairs, pairs, assert_, error, type, tonumber, unpack, table_insert, table_remove,
  with, without, insert  ///< methods of piles; the lifter finds them by itself
};
// clang-format on

/// What a Lua value is, for the lifter.
struct Known {
  Word word = Word::none;
  std::string label = {};  ///< of move.NAME and split.NAME: NAME; of the words themselves empty
};

/// Positions with a coordinate beyond this, either way, are not run natively: arithmetic on smaller ones that counts
/// a few of them together does not wrap around.
inline constexpr std::int64_t kGreatestLiftedCoordinate = std::int64_t{1} << 60;

/// Least and greatest value of a coordinate, both included.
struct CoordinateRange {
  std::int64_t least = -kGreatestLiftedCoordinate;
  std::int64_t greatest = kGreatestLiftedCoordinate;
  bool is_any_size = false;  ///< nothing is known: not even that it is within 64 bits
};

/// What the lifter must know of the game and of the Lua state.
struct LiftContext {
  std::size_t dimensions = 0;
  /// Whether the function takes one list of `dimensions` piles, else `dimensions` integers.
  bool piles = false;
  std::vector<std::string> coordinate_names;  ///< one a coordinate; for piles "a[1]", "a[2]", ...
  /// One a coordinate, or empty where nothing is known. The program is right only inside.
  std::vector<CoordinateRange> ranges;
  std::string function_name = "moves";  ///< for refusals
  /// Recognises the value at a stack index, by identity; leaves the stack as it was and raises no error.
  std::function<Known(lua_State*, int)> classify;
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

/// The program of the rule function at `function_index`, a `moves`. Enters Lua through protected calls only and
/// leaves the stack as it was.
/// Requires that everything the function captured, and its globals, are frozen. A few hundred microseconds for a rule
/// of ordinary size. The work is bounded by counts, of instructions walked, conditions kept apart and expressions written,
/// never by time: a function that takes more is refused.
std::variant<MoveProgram, Refusal> lift_moves(lua_State* L, int function_index, const LiftContext& context);

/// The same for a function with results: `valid`, `normalize`, `start`, `play`, take-away's f. It must name no options.
std::variant<MoveProgram, Refusal> lift_function(lua_State* L, int function_index, Results results, const LiftContext& context);

}  // namespace bouton::lua
