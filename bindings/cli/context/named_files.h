// The files that a command names: none that it writes is another of them.
#pragma once

#include "bindings/cli/arguments/request.h"
#include "bindings/cli/arguments/verb.h"
#include "engine/rules/game.h"

namespace bouton::cli {

/// Throws RequestError where a file that the command writes is named a second time, by whatever path, to be written or read.
/// Devices and pipes may be named twice.
void check_files_apart(const Verb& verb, const Request& request);
/// Throws RequestError where the command writes one of the rule files that the game was read from.
void check_rules_apart(const Verb& verb, const Request& request, const Game& game);

}  // namespace bouton::cli
