// Which values a table or a sequence holds.
#pragma once

#include "bindings/cli/context.h"
#include "engine/rules/game.h"
#include "engine/table/table.h"

namespace bouton::cli {

/// What --value says; else Grundy values under normal play, outcomes under any other.
inline ValueKind value_kind(const Context& context, const Game& game) {
  if (context.request().value) return *context.request().value;
  return game.rules->play() == Play::normal ? ValueKind::grundy : ValueKind::outcome;
}

}  // namespace bouton::cli
