// What is known of a verb of the command.
#pragma once

#include <string_view>
#include <vector>

#include "bindings/cli/arguments/arguments.h"
#include "bindings/output/formats/format.h"

namespace bouton::cli {

class Context;

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
  /// Whether its output is written by several runs where a checkpoint is kept.
  bool output_goes_on = false;
};

}  // namespace bouton::cli
