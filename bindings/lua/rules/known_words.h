// The words of the rule language and of the libraries, as the lifter knows them.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include <lua.hpp>

#include "bindings/lua/host/state.h"
#include "bindings/lua/language/moves.h"
#include "bindings/lua/lift/executor/lift_context.h"
#include "engine/position/options.h"

namespace bouton::lua {

/// Notes which values of the sandbox are words; before known_word is asked.
void find_words(State& state);

/// See LiftContext::classify.
Known known_word(const MoveSink& sink, lua_State* L, int index);

/// See LiftContext::label.
std::function<std::optional<Label>(std::string_view)> label_numbers(MoveSink& sink);

}  // namespace bouton::lua
