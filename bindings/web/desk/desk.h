// What a page has asked for: rule files in memory, the games made of them, and solvers that remember what they found.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bindings/lua/load/loader.h"
#include "bindings/output/formats/json.h"
#include "engine/base/budget.h"
#include "engine/plan/solver.h"
#include "engine/rules/game.h"
#include "engine/why/words.h"

namespace bouton::web {

/// How much may be used. A page has one address space of at most 4 GiB, and shares it with nobody.
struct DeskLimits {
  std::size_t memory = std::size_t{512} << 20;      ///< bytes for one question
  std::size_t lua_memory = std::size_t{128} << 20;  ///< bytes that the rules of one game may hold
  double seconds = 3;                               ///< for loading a rule file, and for one call of its functions
};

/// A sum, with the games that its components name.
struct NamedSum {
  Games games;
  Sum sum;
};

/// One thread. Nothing here is changed by an error.
class Desk {
 public:
  explicit Desk(const DeskLimits& limits = {}) : limits_(limits) {}

  const DeskLimits& limits() const { return limits_; }
  /// Forgets all games and what was found out about them.
  void set_limits(const DeskLimits& limits);

  /// Puts a rule file under a name, in the place of one that has it.
  void put_source(const std::string& name, std::string text);
  std::vector<std::string> names() const;

  /// The game that {"name", "text"?, "settings"?: {NAME: VALUE}, "play"?: "normal"|"misere"} describes; "text" is a rule file
  /// that is not among the sources. Of the last few, each is loaded once. Throws what load_game throws.
  std::shared_ptr<const Game> game(const Json& description);
  /// The "settings" of such a description.
  static lua::Settings settings(const Json& description);
  /// A game that is loaded anew, and not kept. Throws what load_game throws.
  std::shared_ptr<const Game> load(const std::string& name, const lua::Settings& settings) const;
  /// [{"game": DESCRIPTION, "position": TEXT?}, ..]; without a text it is where play begins. Of a compound {"way": NAME,
  /// "components": [..]}: then it is one position of one game (play_as).
  NamedSum sum(const Json& asked);

  /// The solver for these games, with what it found when it was asked before.
  const std::shared_ptr<Solver>& solver(const Games& games);
  Budget budget() const;
  /// Hears of long work now and then; null: nobody does.
  void set_progress(std::function<void(const Progress&)> progress) { progress_ = std::move(progress); }

 private:
  NamedSum disjunctive_sum(const Json& components);
  struct Loaded {
    std::string key;
    std::shared_ptr<const Game> game;
  };
  struct Solving {
    Games games;
    std::shared_ptr<Solver> solver;
  };

  lua::LoaderOptions options() const;
  std::shared_ptr<const Game> remembered(const std::string& key, const std::function<std::shared_ptr<const Game>()>& load);
  std::shared_ptr<const Game> game_at(const Json& description, const std::string& position);

  DeskLimits limits_;
  lua::Sources sources_;
  std::deque<Loaded> loaded_;  ///< the latest first
  std::deque<Solving> solvers_;
  std::function<void(const Progress&)> progress_;
};

}  // namespace bouton::web
