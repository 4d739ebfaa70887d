// What moves that oblige have no part in.
#pragma once

#include <string_view>

#include "engine/rules/rules.h"

namespace bouton {

/// Throws RequestError where moves of the rules oblige (Rules::obliges), for whoever takes all moves for ordinary ones: "`what`
/// are for games without moves that oblige (again, entail)".
void refuse_obligations(const Rules& rules, std::string_view what);

}  // namespace bouton
