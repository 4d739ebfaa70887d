// Rule files to start from, one for each kind of position.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace bouton::cli {

struct Template {
  std::string_view kind;        ///< "heap"
  std::string_view what;        ///< what a position is, as a phrase
  std::string_view first_line;  ///< what to try first: the words of a command, with {0} for the file
  std::string_view text;        ///< with @NAME@ for the name of the game
};

/// All kinds; the first is the one that is meant where nobody says.
std::span<const Template> rule_templates();

/// The rule file of the game `name`.
std::string rule_file(const Template& chosen, std::string_view name);

}  // namespace bouton::cli
