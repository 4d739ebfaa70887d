// The checks of the claims of a rule file.
#pragma once

#include "bindings/lua/rules/rule_file.h"
#include "engine/rules/game.h"

namespace bouton::lua {

/// What `check` returns for the coordinates of `position`; during the call the words of claims ask `values`. Throws RuleError
/// where it returns neither true nor false; LimitError, Interrupted.
bool call_check(RuleFile& file, const Function& check, PositionView position, ClaimValues& values);

}  // namespace bouton::lua
