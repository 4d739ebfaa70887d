// Words that every form uses, with those of the engine for positions and moves.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/rules/rules.h"
#include "engine/values/outcome.h"
#include "engine/why/words.h"

namespace bouton {

/// "misère: whoever cannot move wins"; who wins at the end.
std::string_view play_text(Play play);
/// "before each move the other player forbids up to 2 options"; empty where nothing is forbidden.
std::string blocking_text(const Rules& rules);

/// "P", "N" or "draw".
std::string_view outcome_name(Outcome outcome);

/// The games' names joined by " + ".
std::string game_names(const Games& games);

/// A command line as a shell reads it: words in quotes where they need them.
std::string shell_line(std::string_view verb, const std::vector<std::string>& words);

}  // namespace bouton
