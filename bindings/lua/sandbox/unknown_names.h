// What to say to someone who uses a name that rule files do not have, or a value as what it is not.
#pragma once

#include <string>
#include <string_view>

namespace bouton::lua {

/// The end of the message of an error that comes from a name of Lua's that the sandbox leaves out, or that wants the name of a
/// library before it, or other capitals, or from a usual slip: "; rule files run in a sandbox, which has no 'io'". Empty for
/// other messages.
std::string advice_on(std::string_view message);

}  // namespace bouton::lua
