// The functions `show` and `read` of a rule file: positions as texts of the game's own.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "bindings/lua/rules/rule_file.h"

namespace bouton::lua {

/// What show(...) returns, as plain text. Throws RuleError where that is not text.
std::string call_show(RuleFile& file, PositionView position);

/// The position that read(text) returns: the coordinates, or one list of them; nothing where it returns nil. It is not checked
/// against the domain. Throws RequestError where read says what is wrong with the text (nil, and a text), RuleError where it
/// returns something else.
std::optional<BigPosition> call_read(RuleFile& file, std::string_view text);

}  // namespace bouton::lua
