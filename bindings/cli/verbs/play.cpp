#include <algorithm>
#include <cctype>
#include <charconv>

#include <fmt/format.h>
#include <unistd.h>

#include "bindings/output/solution.h"
#include "bindings/output/text.h"
#include "bindings/cli/input.h"
#include "bindings/cli/positions.h"
#include "bindings/cli/verbs/verb.h"
#include "engine/errors.h"
#include "engine/play/perfect.h"
#include "engine/play/session.h"

namespace bouton::cli {
namespace {

constexpr std::size_t kMovesShown = 40;

constexpr std::string_view kHelp =
    "Type the number of a move, or\n"
    "  hint   the best move\n"
    "  moves  all moves\n"
    "  undo   take back your last move\n"
    "  help   this text\n"
    "  quit   leave the game\n";

std::string lower(std::string_view text) {
  std::string result;
  for (const unsigned char c : text)
    if (std::isspace(c) == 0) result += static_cast<char>(std::tolower(c));
  return result;
}

/// One game between a person and the machine, in lines of text.
class Match {
 public:
  Match(Context& context, NamedSum named)
      : context_(context),
        games_(std::move(named.games)),
        session_(rules_of(games_), named.sum),
        solver_(rules_of(games_), context.budget()) {}

  void run() {
    introduce();
    show_position();
    human_ = ask_who_starts();
    while (!left_ && !session_.over()) {
      if (session_.to_move() == human_) human_turn();
      else machine_turn();
    }
    if (left_) say("");
    else announce_result();
  }

 private:
  using Player = Session::Player;

  void say(std::string_view line) {
    context_.out().write(line);
    context_.out().write("\n");
  }
  /// The answer to a prompt; at the end of input the game is left.
  std::optional<std::string> ask(std::string_view prompt) {
    context_.out().write(prompt);
    context_.out().flush();
    std::optional<std::string> line = lines_.next();
    if (!line) left_ = true;
    else if (isatty(STDIN_FILENO) != 1) say(*line);  // so that what a pipe typed can be read in the output
    return line;
  }

  void introduce() {
    for (const auto& game : games_)
      say(fmt::format("{}{}{}", game->title, game->description.empty() ? "" : ": ", game->description));
    context_.out().write(kHelp);
  }

  std::string text_of(const std::vector<BigPosition>& positions, const Game& game) const {
    std::string text;
    for (const BigPosition& position : positions) text += (text.empty() ? "" : " + ") + line_of(game, position);
    return positions.empty() ? "nothing" : text;
  }

  void show_position() {
    const Sum& sum = session_.position();
    if (sum.size() == 1) {
      const std::string text = bouton::show_position(*games_[sum[0].game], sum[0].position);
      say(text.find('\n') == std::string::npos ? "Position: " + text : text);
      return;
    }
    say(sum.empty() ? "Position: nothing is left" : "Position:");
    for (const Component& component : sum)
      say(fmt::format("  {} {}", games_[component.game]->name, line_of(*games_[component.game], component.position)));
  }

  std::string describe(const Move& move) const {
    const Component& component = session_.position()[move.component];
    const Game& game = *games_[component.game];
    std::string text;
    if (session_.position().size() > 1) text = fmt::format("in {} {}: ", game.name, line_of(game, component.position));
    if (!move.label.empty()) text += move.label + " ";
    return text + "to " + text_of(move.to, game);
  }

  void list_moves(std::size_t most) {
    const std::vector<Move>& moves = session_.moves();
    const std::size_t width = std::to_string(moves.size()).size();
    for (std::size_t i = 0; i < std::min(most, moves.size()); ++i)
      say(fmt::format("  {:>{}}  {}", i + 1, width, describe(moves[i])));
    if (most < moves.size()) say(fmt::format("  and {} more: 'moves' lists all", moves.size() - most));
  }

  Player ask_who_starts() {
    const bool asks = !context_.request().first && isatty(STDIN_FILENO) == 1;
    while (asks) {
      const std::optional<std::string> line = ask("Do you want to move first? [yes/no] ");
      if (!line) break;
      const std::string answer = lower(*line);
      if (answer.empty() || answer == "y" || answer == "yes") return Player::first;
      if (answer == "n" || answer == "no") return Player::second;
      if (answer == "q" || answer == "quit") {
        left_ = true;
        break;
      }
      say("Please answer yes or no.");
    }
    return context_.request().first == Request::First::machine ? Player::second : Player::first;
  }

  void human_turn() {
    say("Your moves:");
    list_moves(kMovesShown);
    const std::size_t before = session_.moves_made();
    while (!left_ && session_.moves_made() == before) {
      const std::optional<std::string> line = ask("> ");
      if (line) obey(lower(*line));
    }
  }

  void obey(const std::string& command) {
    if (command == "quit" || command == "q" || command == "exit") left_ = true;
    else if (command == "help" || command == "?") context_.out().write(kHelp);
    else if (command == "hint") give_hint();
    else if (command == "moves") list_moves(session_.moves().size());
    else if (command == "undo") take_back();
    else make_move(command);
  }

  void make_move(const std::string& text) {
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const std::size_t count = session_.moves().size();
    if (error != std::errc() || end != text.data() + text.size() || number < 1 || number > count) {
      say(fmt::format("'{}' is neither a command nor a move: type a number from 1 to {}, or help.", text, count));
      return;
    }
    session_.play(number - 1);
    if (!session_.over()) show_position();
  }

  /// Takes back the person's last move and what the machine answered.
  void take_back() {
    if (session_.moves_made() < 2) {
      say("You have not moved yet.");
      return;
    }
    session_.undo(2);
    show_position();
  }

  std::vector<MoveValue> values() {
    std::vector<MoveValue> values = solver_.moves(session_.position());
    context_.erase_progress();
    return values;
  }

  void give_hint() {
    const std::vector<MoveValue> moves = values();
    const std::size_t best = perfect_move(moves);
    const Value& value = moves[best].value;
    const std::string_view promise = value.outcome == Outcome::P   ? "it wins"
                                     : value.outcome == Outcome::N ? "every move loses, this one as late as can be"
                                                                   : "it holds the draw";
    say(fmt::format("Move {}, {}: {}{}.", best + 1, describe(moves[best].move), promise,
                    value.remoteness ? fmt::format(", {} more to come", *value.remoteness) : ""));
  }

  void machine_turn() {
    const std::size_t best = perfect_move(values());
    say(fmt::format("I move {}.", describe(session_.moves()[best])));
    session_.play(best);
    if (!session_.over()) show_position();
  }

  void announce_result() {
    const bool human_to_move = session_.to_move() == human_;
    switch (session_.result()) {
      case Outcome::draw: say("The game is a draw."); return;
      case Outcome::P: say(human_to_move ? "You cannot move and lose. I win." : "I cannot move and lose. You win!"); return;
      case Outcome::N: say(human_to_move ? "You cannot move and win!" : "I cannot move and win."); return;
    }
  }

  Context& context_;
  std::vector<std::shared_ptr<const Game>> games_;
  Session session_;
  Solver solver_;
  LineReader lines_;
  Player human_ = Player::first;
  bool left_ = false;
};

int play(Context& context) {
  if (context.request().games.empty()) context.usage_error("a GAME is missing");
  Match(context, read_sum(context, context.request().games, true)).run();
  return 0;
}

}  // namespace

Verb play_verb() {
  return {.name = "play",
          .usage = "GAME [POS...] [+ GAME POS...]",
          .summary = "play in the terminal against a perfect machine",
          .help = "Plays from POS, from the game's start, or from its example. You move by typing the number of a move;\n"
                  "'help' lists what else there is. Works through a pipe as well; the end of input ends the game.\n\n"
                  "  bouton play wythoff 7,9 --first machine",
          .operands = Operands::games,
          .options = {Option::parameter, Option::play, Option::first, Option::threads, Option::memory, Option::limit,
                      Option::no_lift, Option::quiet},
          .formats = {},
          .run = play};
}

}  // namespace bouton::cli
