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
          "Plays from POS, from the game's start, or from its example. Bouton shows the start, then asks who moves first.\n"
          "Type a move as its number, as the position that it leads to (4,7), or as its kind and size (horizontal 3). You can\n"
          "also type hint, why, moves, values, undo, redo, swap, save, load, review, new, rematch and more; help lists them.\n"
          "Play works through a pipe too: then the person moves first unless you say --first machine, and the end of input\n"
          "ends the game. On a terminal, Ctrl-C drops the line that you are typing or stops a computation; the game goes "
          "on.\n\n"
          "--clock S gives a person S seconds to choose who moves first (asked through a pipe too) and for each move. After\n"
          "that, chance chooses.\n\n"
          "--certificate FILE plays against the strategy in FILE (bouton solve --certificate).\n\n"
          "--transcript FILE records the game as text while you play. --replay FILE plays the moves of such a text, one for\n"
          "each Enter on a terminal and all of them through a pipe, and then goes on with two people.\n\n"
          "  bouton play wythoff 7,9          bouton play flip-flop --opponent level:5 --start random\n"
          "  bouton play wythoff --start 5:20,10:30 --transcript game.txt          bouton play --replay game.txt",
      .operands = Operands::games,
      .options = {Option::parameter, Option::play, Option::sum, Option::first, Option::opponent, Option::start, Option::display,
                  Option::stake, Option::clock, Option::replay, Option::transcript, Option::certificate, Option::seed,
                  Option::threads, Option::memory, Option::limit, Option::no_lift, Option::no_native, Option::quiet},
      .formats = {},
      .run = play};
}

}  // namespace bouton::cli
