// The verbs of the command: each is a file of this folder, and a line of the table below.
#pragma once

#include <span>
#include <string_view>

#include "bindings/cli/arguments/verb.h"
#include "bindings/cli/context/context.h"

namespace bouton::cli {

// clang-format off
/// In the order in which help lists them.
#define BOUTON_VERBS(VERB) \
  VERB(games) \
  VERB(solve) \
  VERB(why) \
  VERB(table) \
  VERB(positions) \
  VERB(sequence) \
  VERB(graph) \
  VERB(genus) \
  VERB(quotient) \
  VERB(play) \
  VERB(match) \
  VERB(theorem) \
  VERB(discover) \
  VERB(survey) \
  VERB(verify) \
  VERB(explain) \
  VERB(report) \
  VERB(new) \
  VERB(watch) \
  VERB(share) \
  VERB(redo) \
  VERB(run) \
  VERB(repl)
// clang-format on

// `Verb solve_verb();` and so on, each defined in the file of its name.
#define BOUTON_DECLARE_VERB(name) Verb name##_verb();
BOUTON_VERBS(BOUTON_DECLARE_VERB)
#undef BOUTON_DECLARE_VERB

/// All verbs.
std::span<const Verb> verbs();
/// The verb with this name. Throws RequestError, naming the nearest one.
const Verb& find_verb(std::string_view name);

}  // namespace bouton::cli
