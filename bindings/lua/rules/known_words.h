// The words of the rule language and of the libraries, as the lifter knows them.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <lua.hpp>

#include "bindings/lua/host/state.h"
#include "bindings/lua/language/moves.h"
#include "bindings/lua/lift/executor/lift_context.h"
#include "engine/position/options.h"

namespace bouton::lua {

/// Notes which values of the sandbox are words; before known_word is asked.
void find_words(State& state);

/// The name of a move as the lifter has it: before that of one that obliges stand a zero byte, which no name has, and its kind.
std::string with_kind(MoveKind kind, std::string_view name);
/// The same taken apart.
std::pair<MoveKind, std::string_view> kind_and_name(std::string_view text);

/// See LiftContext::classify.
Known known_word(const MoveSink& sink, lua_State* L, int index);

/// See LiftContext::label.
std::function<std::optional<Label>(std::string_view)> label_numbers(MoveSink& sink);

}  // namespace bouton::lua
