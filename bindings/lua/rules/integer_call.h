// Rule functions on integers of any size.
#pragma once

#include <span>
#include <vector>

#include "bindings/lua/rules/rule_file.h"
#include "engine/position/integer.h"

namespace bouton::lua {

/// What `function` returns for `arguments`; a truth value as 0 or 1.
///
/// Lua integers wrap around, and integers of any size are never == to them. So the function is called twice: with all
/// numbers as integers of any size, and with the small ones as Lua's. Only if both agree is the answer believed; else
/// RequestError says that the function cannot be followed. Throws RuleError where it returns something else.
std::vector<Integer> call_on_integers(RuleFile& file, const Function& function, std::span<const Integer> arguments);

}  // namespace bouton::lua
