#include "bindings/cli/play/conversation.h"
#include "bindings/cli/verbs/verbs.h"

namespace bouton::cli {
namespace {

int play(Context& context) {
  if (context.request().games.empty() && !context.request().replay) context.usage_error("a GAME is missing");
  Conversation(context).run();
  return 0;
}

}  // namespace

Verb play_verb() {
  return {
      .name = "play",
      .usage = "GAME [POS...] [+ GAME POS...]",
      .summary = "play in the terminal against a perfect machine, or a weaker one",
      .help =
          "Plays from POS, from the game's start, or from its example. Who moves first is asked once the start has been\n"
          "seen. A move is typed as its number, as where it leads (4,7), or as its kind and size (horizontal 3); there\n"
          "are hint, why, moves, values, undo, redo, swap, save, load, review, new, rematch and more: 'help' lists them.\n"
          "Works through a pipe as well: then the person moves first unless --first machine, and the end of input ends\n"
          "the game. On a terminal, Ctrl-C gives up the line that is typed or what is being computed, and the game goes on.\n\n"
          "--clock S gives a person S seconds to choose who moves first, which is then asked through a pipe too, and for each\n"
          "move. What is not chosen in time is left to chance.\n\n"
          "--transcript writes the game down while it is played, as a text; --replay plays the moves of such a text, one at "
          "each\n"
          "Enter on a terminal, all of them through a pipe, and goes on from there with two people.\n\n"
          "  bouton play wythoff 7,9          bouton play flip-flop --opponent level:5 --start random\n"
          "  bouton play wythoff --start 5:20,10:30 --transcript game.txt          bouton play --replay game.txt",
      .operands = Operands::games,
      .options = {Option::parameter, Option::play, Option::sum, Option::first, Option::opponent, Option::start, Option::display,
                  Option::stake, Option::clock, Option::replay, Option::transcript, Option::seed, Option::threads,
                  Option::memory, Option::limit, Option::no_lift, Option::no_native, Option::quiet},
      .formats = {},
      .run = play};
}

}  // namespace bouton::cli
