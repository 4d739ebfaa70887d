// Games of the tests with a name.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "engine/rules/game.h"

namespace bouton::test {

inline std::shared_ptr<const Game> named_game(std::string name, std::shared_ptr<const Rules> rules) {
  auto game = std::make_shared<Game>();
  game->name = std::move(name);
  game->rules = std::move(rules);
  return game;
}

}  // namespace bouton::test
