// Which values a table or a sequence holds.
#pragma once

#include "bindings/cli/context/context.h"
#include "bindings/cli/terminal/terminal.h"
#include "bindings/output/formats/words.h"
#include "engine/rules/game.h"
#include "engine/values/table.h"

namespace bouton::cli {

/// What --value says; else Grundy values under normal play, outcomes under any other.
inline ValueKind value_kind(const Context& context, const Game& game) {
  if (context.request().value) return *context.request().value;
  return game.rules->play() == Play::normal ? ValueKind::grundy : ValueKind::outcome;
}

/// What text results are written for.
inline Page page_of(const Context& context, const Game& game) {
  if (!context.on_terminal()) return {};
  return {terminal_width(), terminal_colours(), game.rules->play()};
}

/// Says above a text result under which convention of play it was asked for, if it was asked for under one.
inline void write_play(Context& context) {
  if (context.format() == Format::text && context.request().play)
    context.out().print("play {}\n", play_text(*context.request().play));
}

/// Throws RequestError if a picture is asked for that a terminal would show as rubbish, or that `check` refuses.
template <class Check>
void check_picture(const Context& context, Check check) {
  if (!is_picture(context.format())) {
    if (!context.request().style.is_usual()) context.usage_error("--title, --size and --theme are for pictures");
    return;
  }
  if (context.on_terminal()) context.usage_error("a picture goes to a file (-o) or a pipe, not to the terminal");
  check();
}
inline void check_picture(const Context& context) {
  check_picture(context, [] {});
}

}  // namespace bouton::cli
