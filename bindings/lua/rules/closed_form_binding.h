// The field closed_form of a rule file, for the engine.
#pragma once

#include <optional>
#include <vector>

#include "bindings/lua/rules/rule_file.h"
#include "engine/rules/closed_form_binding.h"

namespace bouton::lua {

/// What the field closed_form of `file` says; nothing where it is left out. The functions among the arguments call
/// back into the file, which must outlive the binding. Throws RuleError for arguments of no use.
std::optional<ClosedFormBinding> bind_closed_form(RuleFile& file);

/// The functions that the field names.
std::vector<Function> functions_of_closed_form(const RuleSpec& spec);

}  // namespace bouton::lua
