// A loaded rule file as the engine's Game.
#pragma once

#include <memory>
#include <string>

#include "bindings/lua/rules/lua_rules.h"
#include "engine/rules/game.h"

namespace bouton::lua {

/// The game that `file` states; it shares the file. `path` is the file as messages show it, or empty. Throws RuleError
/// if the example is not a position of the game.
std::shared_ptr<Game> game_of_file(const std::shared_ptr<RuleFile>& file, const std::string& path, Lift lift);

}  // namespace bouton::lua
