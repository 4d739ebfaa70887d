// What the command says of the engine's errors: the engine knows no options of a command line.
#pragma once

#include <string>
#include <string_view>

#include "engine/base/errors.h"

namespace bouton::cli {

/// The option that raises the limit: "raise the limit with --memory SIZE". Empty where none does.
std::string_view remedy(Limit limit);

/// The message of `error`, with the option that mends it where there is one.
std::string message_of(const Error& error);

}  // namespace bouton::cli
