// What the module finds out about a game beyond the values of its positions: misère quotients and genera, the comparison of the
// ways to answer, move graphs, and matches.
#pragma once

#include <functional>

#include <lua.hpp>

#include "bindings/output/formats/json.h"

namespace bouton::lua {

/// Answers with the table that `find` makes; only there may anything own memory. For a lua_CFunction once wrapped in a
/// trampoline.
int push_study(lua_State* L, const std::function<Json()>& find);

/// Methods of Game, each a lua_CFunction once wrapped in a trampoline. Their answers are tables as the command's JSON has them,
/// but that nodes of graphs are numbered from 1.
int quotient_of_game(lua_State* L);  ///< g:quotient(LAST), g:quotient(POSITION)
int genus_of_position(lua_State* L);
int verify_game(lua_State* L);  ///< g:verify([BOX])
int graph_of_position(lua_State* L);
int match_of_game(lua_State* L);  ///< g:match({ players = { A, B }, games =, seed = }, POSITION)

/// The same of Sum.
int genus_of_sum(lua_State* L);
int graph_of_sum(lua_State* L);

/// Makes the metatable of the answers. May raise (memory).
void open_studies(lua_State* L);

}  // namespace bouton::lua
