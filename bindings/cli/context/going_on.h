// Outputs that several runs of the command write: --checkpoint with -o.
#pragma once

#include <memory>
#include <string_view>

#include "bindings/cli/context/context.h"
#include "bindings/output/streams/continued.h"
#include "engine/kept/work.h"
#include "engine/position/box.h"
#include "engine/rules/game.h"

namespace bouton::cli {

/// Adds which limits and ways of looking at rules were asked for: with others more, or less, may be found out.
void add_limits(Work& work, const Request& request);
/// Which work a checkpoint is of: a box of `game` that is written by the verb `verb`, which says `what` of it beside. Throws as
/// add_game.
Work work_of_box(Context& context, std::string_view verb, std::string_view what, const Game& game, const Box& box);
/// What --checkpoint asks for, of that work; null where it was not given.
/// `from_the_beginning` is as in Continued. Throws as Continued.
std::unique_ptr<Continued> going_on(Context& context, std::string_view verb, std::string_view what, const Game& game,
                                    const Box& box, bool from_the_beginning = false);

}  // namespace bouton::cli
