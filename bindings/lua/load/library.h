// The games of the rule folders, for whoever compares games with them.
#pragma once

#include "bindings/lua/load/loader.h"
#include "engine/study/discovery/disguise.h"

namespace bouton::lua {

/// The games that list_games names, each of which is loaded when it is asked for, with its parameters as they are.
Library library_of(LoaderOptions options);

}  // namespace bouton::lua
