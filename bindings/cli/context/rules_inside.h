// Rule files that are part of the program, for one that is a single file (scripts/package linux).
#pragma once

#include "bindings/lua/language/sources.h"

namespace bouton::cli {

/// Texts of the games that come with Bouton, by name; empty, as at first, where they stand in a directory. Who begins the
/// command may set it before that; then no installed directory is looked at, and a file in a directory of BOUTON_RULES still
/// comes first.
lua::Sources& rules_inside();

}  // namespace bouton::cli
