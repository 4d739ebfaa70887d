// The classes Game and Sum of the module: questions about positions.
#pragma once

#include <memory>
#include <vector>

#include <lua.hpp>

#include "bindings/lua/host/object.h"
#include "engine/plan/solver.h"
#include "engine/rules/game.h"

namespace bouton::lua {

/// Who is being asked. A solver that asks a rule function cannot begin with another question that this function asks it.
class Asked {
 public:
  /// As long as one of these lives. Throws RequestError where there is one already.
  class Now {
   public:
    explicit Now(Asked& asked);
    ~Now() { asked_.now_ = false; }
    Now(const Now&) = delete;
    Now& operator=(const Now&) = delete;

   private:
    Asked& asked_;
  };

 private:
  bool now_ = false;
};

/// A game, and what has been found out about it.
struct GameObject {
  GameObject(std::shared_ptr<const Game> game, const Budget& budget)
      : game(std::move(game)), solver({this->game->rules}, budget) {}
  std::shared_ptr<const Game> game;
  Solver solver;
  Asked asked;
};

/// A disjunctive sum of positions.
struct SumObject {
  std::vector<std::shared_ptr<const Game>> games;
  std::unique_ptr<Solver> solver;
  Sum sum;
  Asked asked;
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
