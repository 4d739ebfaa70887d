// Coin-turning games of a rule file: the strips of a product, and the rules of either.
#pragma once

#include <memory>

#include "bindings/lua/host/limits.h"
#include "bindings/lua/rules/lua_rules.h"
#include "bindings/lua/rules/rule_file.h"
#include "engine/rules/rules.h"

namespace bouton::lua {

/// Makes a rule file, in the same state, of each strip that the spec of `file` is a product of. Their functions are frozen.
/// `spent` is what loading has taken of its `limit` so far. Throws RuleError where their moves oblige.
void make_strips(RuleFile& file, Seconds limit, Seconds spent);

/// The rules that a file states: those of its functions, or a product of the strips.
std::shared_ptr<const Rules> rules_of(const std::shared_ptr<RuleFile>& file, Lift lift);

}  // namespace bouton::lua
