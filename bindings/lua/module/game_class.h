// The classes Game and Sum of the module: questions about positions.
#pragma once

#include <memory>
#include <vector>

#include <lua.hpp>

#include "bindings/lua/host/object.h"
#include "engine/plan/solver.h"
#include "engine/rules/game.h"

namespace bouton::lua {

/// Whether a solver is being asked. While it calls a rule function, that function cannot ask it another question.
class QuestionGuard {
 public:
  /// The time of one question: the solver is being asked as long as this lives. Throws RequestError if it is already.
  class Lock {
   public:
    explicit Lock(QuestionGuard& guard);
    ~Lock() { guard_.is_locked_ = false; }
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

   private:
    QuestionGuard& guard_;
  };

 private:
  bool is_locked_ = false;
};

/// A game, and what has been found out about it.
struct GameObject {
  GameObject(std::shared_ptr<const Game> game, const Budget& budget)
      : game(std::move(game)), solver({this->game->rules}, budget), budget_(budget) {}
  std::shared_ptr<const Game> game;
  Solver solver;
  QuestionGuard guard;

  /// The object of the game that the position at `index`, if there is one, belongs to: this one, or the one of the same rules
  /// on another board or graph. Throws what game_of_position throws.
  GameObject& of_position(lua_State* L, int index);

 private:
  const Budget& budget_;
  std::vector<std::unique_ptr<GameObject>> others_;  ///< on other boards or graphs
};

/// A disjunctive sum of positions, or one position of another compound of several (play_as).
struct SumObject {
  std::vector<std::shared_ptr<const Game>> games;
  std::unique_ptr<Solver> solver;
  Sum sum;
  QuestionGuard guard;
};

// Where the object and the arguments of a method stand once the userdata that keeps the results is at the bottom of the stack.
inline constexpr int kObject = 2;
inline constexpr int kFirstArgument = 3;

template <>
inline constexpr const char* kClassName<GameObject> = "bouton.Game";
template <>
inline constexpr const char* kClassName<SumObject> = "bouton.Sum";

/// Makes the classes' metatables. May raise (memory).
void open_game_classes(lua_State* L);

/// bouton.sum({ {game, position}, ... } [, way])
int make_sum(lua_State* L);

}  // namespace bouton::lua
