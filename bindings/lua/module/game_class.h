// The classes Game and Sum of the module: questions about positions.
#pragma once

#include <memory>
#include <vector>

#include <lua.hpp>

#include "bindings/lua/host/object.h"
#include "engine/plan/solver.h"
#include "engine/rules/game.h"

namespace bouton::lua {

/// A game, and what has been found out about it.
struct GameObject {
  GameObject(std::shared_ptr<const Game> game, const Budget& budget) : game(std::move(game)), solver({this->game->rules}, budget) {}
  std::shared_ptr<const Game> game;
  Solver solver;
};

/// A disjunctive sum of positions.
struct SumObject {
  std::vector<std::shared_ptr<const Game>> games;
  std::unique_ptr<Solver> solver;
  Sum sum;
};

template <>
inline constexpr const char* kClassName<GameObject> = "bouton.Game";
template <>
inline constexpr const char* kClassName<SumObject> = "bouton.Sum";

/// Makes the classes' metatables. May raise (memory).
void open_game_classes(lua_State* L);

/// bouton.sum{ {game, position}, ... }
int make_sum(lua_State* L);

}  // namespace bouton::lua
