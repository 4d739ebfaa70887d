// The number of piles after the game, of the verbs that are about one number of them.
#pragma once

#include <cstddef>

#include "bindings/cli/context/context.h"

namespace bouton::cli {

/// How many coordinates the positions have that a theorem is to be about. Throws RequestError where the operands do not say.
std::size_t dimensions_of_theorem(const Context& context, const Game& game);

}  // namespace bouton::cli
