// What moves that oblige, and options that are forbidden, have no part in.
#pragma once

#include <string_view>

#include "engine/rules/rules.h"

namespace bouton {

/// Throws RequestError where moves of the rules oblige (Rules::obliges), for whoever takes all moves for ordinary ones: "`what`
/// are for games without moves that oblige (again, entail)"; and likewise where options are forbidden (Rules::blocking).
void refuse_obligations(const Rules& rules, std::string_view what);

}  // namespace bouton
