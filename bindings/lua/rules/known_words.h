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

/// The name of a move as the lifter has it: before that of one that obliges stand a zero byte, which no name has, and its kind.
std::string with_kind(MoveKind kind, std::string_view name);
/// The same taken apart.
std::pair<MoveKind, std::string_view> kind_and_name(std::string_view text);

/// What recognises the words of the state's sandbox, with the names that `sink` numbers: see LiftContext::classify. It finds
/// the words before it is returned, so that nobody can ask for one that has not been found. Both must outlive it. Throws
/// LimitError (memory). The words of claims are recognised in their checks alone.
std::function<KnownWord(lua_State*, int)> recogniser_of_words(State& state, const MoveSink& sink, bool in_check = false);

/// See LiftContext::label.
std::function<std::optional<Label>(std::string_view)> label_numbers(MoveSink& sink);

}  // namespace bouton::lua
