// The strategies of a rule file.
#pragma once

#include <cstddef>

#include "bindings/lua/rules/rule_file.h"
#include "engine/base/random.h"

namespace bouton::lua {

/// The number (from 0) of the option that `player` takes: what its function returns for the position, a list of coordinates,
/// and the options, a list of { label = NAME or nil, to = coordinates, or a list of positions after a split }. During the call
/// the function may use floating-point math and `random`. Throws RuleError where it returns no such number; LimitError,
/// Interrupted.
std::size_t call_player(RuleFile& file, const Function& player, PositionView position, const Options& options, Random& random);

/// The position that random_start returns; it may use what players use. Throws RuleError where that is none of the game's, and
/// as above.
BigPosition call_random_start(RuleFile& file, Random& random);

}  // namespace bouton::lua
