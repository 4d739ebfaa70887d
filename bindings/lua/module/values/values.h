// Positions, values and moves between Lua and the engine.
#pragma once

#include <string>
#include <vector>

#include <lua.hpp>

#include "engine/plan/solver.h"
#include "engine/rules/game.h"

namespace bouton::lua {

// Reading. These do not raise; they throw RequestError.

/// The position that the arguments first..top name, or the list or text that is the only one of them.
BigPosition read_position_arguments(lua_State* L, const Game& game, int first);
/// The position that the list or the text at `index` names.
BigPosition read_position(lua_State* L, const Game& game, int index);
/// The corners of the box that the list at `index` names: entries are a greatest value or { least, greatest }.
std::pair<Position, Position> read_corners(lua_State* L, const Game& game, int index);
/// The same. Throws RequestError where a range is empty, or there are more than 2^63 positions.
Box read_box(lua_State* L, const Game& game, int index);
/// An integer >= 0 at `index`; `what` names it in the message.
std::uint64_t read_count(lua_State* L, int index, const char* what);
/// The value kind named at `index`, or the one that fits the game's play where there is none.
ValueKind read_value_kind(lua_State* L, int index, const Game& game);

// Pushing. These may raise (memory); what they push from must be owned by something on the Lua stack.

/// A Lua integer, or an integer of any size where that has not enough bits.
void push_narrow_integer(lua_State* L, const Integer& value);
/// A list of integers; of a board or a graph, its text.
void push_position(lua_State* L, const Game& game, const BigPosition& position);
/// An integer, or for infinity the table { infinity = { ... } }.
void push_nimber(lua_State* L, const Nimber& nimber);
void push_outcome(lua_State* L, Outcome outcome);
/// A move in that game: { component = i (counted from 1), label = name or nil, to = { position, ... } }
void push_move(lua_State* L, const Game& game, const Move& move);

}  // namespace bouton::lua
