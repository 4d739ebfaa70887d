// The strategies of a rule file.
#pragma once

#include <cstddef>

#include "bindings/lua/rules/rule_file.h"
#include "engine/base/random.h"

namespace bouton::lua {

/// The number (from 0) of the option that `player` takes: what its function returns for the position, a list of coordinates,
/// and the options, a list of { label = NAME or nil, to = coordinates, or a list of positions after a split }. It may also
/// return where it moves, a list of coordinates: then it is the first option that leads there. During the call the function may
/// use floating-point math and `random`. Throws RuleError where it returns no such thing; LimitError, Interrupted.
std::size_t call_player(RuleFile& file, const Function& player, PositionView position, const Options& options, Random& random);
/// The same with options that are made as they are asked for: a table with a length and indices that has no entries of its own.
/// After the call it is of no use.
std::uint64_t call_player(RuleFile& file, const Function& player, PositionView position, const NumberedOptions& options,
                          Random& random);

/// The position that random_start returns; it may use what players use. Throws RuleError where that is none of the game's, and
/// as above.
BigPosition call_random_start(RuleFile& file, Random& random);

}  // namespace bouton::lua
