// A verb of the command, and the table of all of them.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "bindings/cli/arguments.h"
#include "bindings/cli/context.h"
#include "bindings/output/format.h"

namespace bouton::cli {

/// How the words after a verb that are not options are read.
enum class Operands {
  games,     ///< GAME OPERAND... [+ GAME OPERAND...]...
  one_game,  ///< GAME OPERAND...
  words,     ///< as they are
  script     ///< as they are, and nothing after the first of them is an option
};

struct Verb {
  std::string_view name;
  std::string_view usage;    ///< what follows the name: "GAME POS..."
  std::string_view summary;  ///< one line
  std::string_view help;     ///< paragraphs, with an example
  Operands operands;
  std::vector<Option> options;
  std::vector<Format> formats;  ///< the first is what it writes unless asked; empty for a verb that converses
  int (*run)(Context&);         ///< returns the exit code
};

/// All verbs, in the order in which help lists them.
std::span<const Verb> verbs();
/// The verb with this name. Throws RequestError, naming the nearest one.
const Verb& find_verb(std::string_view name);

Verb games_verb();
Verb solve_verb();
Verb table_verb();
Verb positions_verb();
Verb sequence_verb();
Verb graph_verb();
Verb genus_verb();
Verb quotient_verb();
Verb play_verb();
Verb match_verb();
Verb verify_verb();
Verb explain_verb();
Verb new_verb();
Verb run_verb();
Verb repl_verb();

}  // namespace bouton::cli
