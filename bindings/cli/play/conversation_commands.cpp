#include <algorithm>
#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "bindings/cli/context/positions.h"
#include "bindings/cli/context/ranges.h"
#include "bindings/cli/play/conversation.h"
#include "bindings/cli/play/typed_move.h"
#include "bindings/cli/terminal/terminal.h"
#include "bindings/output/answers/reason.h"
#include "bindings/output/formats/text.h"
#include "bindings/output/formats/words.h"
#include "engine/base/errors.h"
#include "engine/closed_form/wording.h"
#include "engine/play/perfect.h"
#include "engine/play/starts.h"
#include "engine/play/strategy.h"
#include "engine/rules/blocking.h"
#include "engine/system/certificate_text.h"
#include "engine/why/blocking_reason.h"

namespace bouton::cli {
namespace {

/// Of more moves than can be listed, so many that win are.
constexpr std::size_t kMovesOfMany = 40;

bool is_on(std::string_view argument) { return argument == "on" || argument == "yes"; }

}  // namespace

const std::vector<Conversation::Command>& Conversation::commands() {
  static const std::vector<Command> kCommands = {
      {"hint", "", "show a best move", &Conversation::hint},
      {"why", "[MOVE]", "say why the position is won or lost, or what a move is worth", &Conversation::why},
      {"moves", "", "list all moves with their values: + wins, - loses, = draws", &Conversation::moves},
      {"values", "on|off", "show values with the moves of every turn", &Conversation::values},
      {"undo", "", "take back your last move", &Conversation::undo},
      {"redo", "", "make a move again that you took back", &Conversation::redo},
      {"board", "", "draw the position again", &Conversation::board},
      {"reach", "", "draw it with the squares that a move leads to", &Conversation::reach},
      {"hints", "on|off", "mark the squares within reach on every board: *, or + where the move wins", &Conversation::hints},
      {"display", "board|piles", "show two heaps as a queen's board, or as rows of counters", &Conversation::display},
      {"next", "", "make the next move of the transcript", &Conversation::next},
      {"swap", "", "change sides", &Conversation::swap},
      {"first", "human|machine", "choose who moves first, before the first move", &Conversation::first},
      {"opponent", "NAME", "perfect, random, level:1 to level:10, human, or one of the game's own", &Conversation::opponent},
      {"level", "1..10", "the same as opponent level:K", &Conversation::level},
      {"save", "FILE", "write the game to a file", &Conversation::save},
      {"load", "FILE", "continue a game from a file", &Conversation::load},
      {"review", "", "name each blunder, and a better move", &Conversation::review},
      {"new", "[POS|random]", "begin again: from POS, from the start, or from a random position that can be won",
       &Conversation::start_anew},
      {"rematch", "", "begin a new game of twice the size", &Conversation::rematch},
      {"bank", "", "show what moves have put into the bank, and who won it", &Conversation::bank},
      {"help", "", "this text", &Conversation::help},
      {"quit", "", "leave the game", &Conversation::quit},
      {"?", "", "", &Conversation::help},
      {"q", "", "", &Conversation::quit},
      {"exit", "", "", &Conversation::quit},
  };
  return kCommands;
}

void Conversation::help(std::string_view) {
  std::string moves = wrapped(
      "Type a move as its number, as where it leads (4,7 or 3+4), as its kind and size (horizontal 3), as how many it takes "
      "(take 3), or on a board as the squares that it changes (b2 or a1-a2); in component 2 of a sum: 2: take 3. The other "
      "commands are:",
      prose_width());
  moves.pop_back();  // the end of the line, which say writes
  say(moves);
  std::size_t width = 0;
  for (const Command& command : commands()) width = std::max(width, command.name.size() + 1 + command.arguments.size());
  for (const Command& command : commands())
    if (!command.help.empty())
      say(fmt::format("  {:<{}}  {}",
                      fmt::format("{}{}{}", command.name, command.arguments.empty() ? "" : " ", command.arguments), width,
                      command.help));
}

void Conversation::quit(std::string_view) { phase_ = Phase::left; }

void Conversation::hint(std::string_view) {
  if (session_->over()) {
    say("The game is over.");
    return;
  }
  if (session_->may_forbid() > 0) {
    hint_to_forbid();
    return;
  }
  if (!session_->all_moves().is_listed()) {
    hint_of_many();
    return;
  }
  const std::vector<MoveValue> all = move_values();
  const std::size_t best = hardest_move(*solver_, session_->position(), all);
  const Value& value = all[best].value;
  const Outcome outcome = all[best].for_opponent();
  const std::string_view promise = outcome == Outcome::P   ? "it wins"
                                   : outcome == Outcome::N ? "every move loses; this one holds out longest"
                                                           : "it holds the draw";
  say(fmt::format("Move {}, {}: {}{}.", best + 1, describe(all[best].move), promise,
                  value.remoteness ? fmt::format(", {} more to come", *value.remoteness) : ""));
}

void Conversation::hint_of_many() {
  const SumMoves& moves = session_->all_moves();
  const FoundMove best = find_move(*solver_, session_->position(), moves);
  context_.erase_progress();
  say(fmt::format("Move {}, {}: {}.", brief(best.number + 1), describe(moves.move(best.number)),
                  best.outcome == Outcome::P   ? "it wins"
                  : best.outcome == Outcome::N ? "every move loses"
                                               : "it holds the draw"));
}

void Conversation::say_why(const Sum& sum, std::string_view indent) {
  const Reason reason = bouton::why(games_, sum, *solver_, context_.budget());
  context_.erase_progress();
  const std::string text = text_of(reason, prose_width(), indent);
  say(std::string_view(text).substr(0, text.size() - 1));
}

void Conversation::why(std::string_view argument) {
  if (argument.empty()) {
    say_why(session_->position());
    return;
  }
  const std::vector<MeantMove> meant = moves_typed(argument, session_->all_moves(), session_->position(), games_);
  if (meant.size() != 1) {
    say(fmt::format("'{}' {}.", argument, meant.empty() ? "is not a move" : "may mean several moves; give its number"));
    return;
  }
  const Move move = session_->all_moves().move(meant[0].index);
  const Sum next = after(session_->position(), move);
  const Answer answer = solver_->solve(next);
  if (move.kind == MoveKind::again)
    say(fmt::format("{}: whoever makes it moves again, and {} then.", describe(move),
                    answer.value.outcome == Outcome::N ? "wins" : "loses"));
  else
    say(fmt::format("{}: {}.", describe(move),
                    answer.value.outcome == Outcome::P   ? "it wins, since the opponent must then move in"
                    : answer.value.outcome == Outcome::N ? "it loses, since the opponent then wins"
                                                         : "it draws"));
  if (move.kind != MoveKind::again && answer.value.outcome == Outcome::N && !answer.winning_moves.empty())
    say(fmt::format("The answer to it: {}.", describe(answer.winning_moves.front(), next)));
  say_why(next, "  ");
}

void Conversation::moves(std::string_view) {
  if (session_->over()) say("No move is left.");
  else if (session_->all_moves().is_listed()) list_values(session_->moves().size());
  else list_values(kMovesOfMany);
}

void Conversation::values(std::string_view argument) {
  if (!argument.empty() && argument != "off" && !is_on(argument)) {
    say("values on, or values off.");
    return;
  }
  show_values_ = argument.empty() ? !show_values_ : is_on(argument);
  say(show_values_ ? "Values are shown with the moves." : "Values are not shown.");
}

void Conversation::board(std::string_view) { show_position(); }

void Conversation::reach(std::string_view) {
  const Sum& sum = session_->position();
  if (sum.size() != 1 || !is_board(*games_[sum[0].game])) {
    say("This game has no board.");
    return;
  }
  show_position(squares_in_reach(show_values_));
}

/// The squares that a move leads to: each a *; with values, how the move ends where they are asked for with every turn, and
/// which of them win where only hints are.
std::vector<Mark> Conversation::squares_in_reach(bool with_values) {
  std::vector<Mark> marks;
  const Sum& sum = session_->position();
  if (sum.size() != 1 || !is_board(*games_[sum[0].game]) || !session_->all_moves().is_listed()) return marks;
  std::vector<MoveValue> known;
  if (with_values) known = move_values();
  for (std::size_t i = 0; i < session_->moves().size(); ++i) {
    const Move& move = session_->moves()[i];
    const std::optional<Position> to = move.to.size() == 1 ? narrow(move.to[0]) : std::nullopt;
    if (!to) continue;
    const char sign = known.empty()                           ? '*'
                      : known[i].for_opponent() == Outcome::P ? '+'
                      : !show_values_                         ? '*'
                      : known[i].for_opponent() == Outcome::N ? '-'
                                                              : '=';
    marks.push_back({(*to)[0], (*to)[1], sign});
  }
  return marks;
}

void Conversation::hints(std::string_view argument) {
  if (!argument.empty() && argument != "off" && !is_on(argument)) {
    say("hints on, or hints off.");
    return;
  }
  show_hints_ = argument.empty() ? !show_hints_ : is_on(argument);
  show_position();
}

void Conversation::display(std::string_view argument) {
  if (argument != "board" && argument != "piles") {
    say("display board, or display piles.");
    return;
  }
  pen_.piles = argument == "piles";
  show_position();
}

/// Takes back the person's last move and what was answered; with two people, the last move.
void Conversation::undo(std::string_view) {
  const Side last = session_->moves_made() == 0 ? human_ : session_->mover(session_->moves_made() - 1);
  const std::optional<std::size_t> count = session_->moves_since_last_of(opponent_is_human() ? last : human_);
  if (!count) {
    say("You have not moved yet.");
    return;
  }
  note_undo(*count);
  session_->undo(*count);
  phase_ = Phase::moves;
  show_position();
  list_turn(12);
}

void Conversation::redo(std::string_view) {
  if (session_->moves_undone() == 0) {
    say("Nothing was taken back.");
    return;
  }
  do {
    session_->redo(1);
    note_last_move();
  } while (session_->moves_undone() > 0 && machine_to_move());
  if (session_->over()) {
    announce_result();
    return;
  }
  show_position();
  list_turn(12);
}

void Conversation::swap(std::string_view) {
  if (opponent_is_human()) {
    say("People play both sides.");
    return;
  }
  human_ = human_ == Side::first ? Side::second : Side::first;
  say(fmt::format("You now play the side that {} first.", human_ == Side::first ? "moved" : "did not move"));
  if (phase_ == Phase::who_is_first) phase_ = Phase::moves;
  if (phase_ == Phase::moves) list_turn(12);
}

void Conversation::first(std::string_view argument) {
  const bool machine = argument == "machine";
  if (!machine && argument != "human" && argument != "me") {
    say("first human, or first machine.");
    return;
  }
  if (session_->moves_made() > 0) {
    say("The game has begun; swap changes sides.");
    return;
  }
  if (phase_ == Phase::after) return;
  now_moves(machine ? Side::second : Side::first);
}

void Conversation::set_opponent(std::string_view name) {
  if (name == "human") {
    machine_.reset();
    opponent_name_ = "human";
    return;
  }
  machine_ = make_player(name, games_, context_.budget(), solver_);
  opponent_name_ = machine_->name();
}

void Conversation::play_by_strategy(const std::filesystem::path& file) {
  const std::string text = read_certificate_text(file, context_.budget(), Pipes::read);
  if (!is_strategy(text))
    throw RequestError(fmt::format("{}: this is no strategy (bouton solve --certificate)", file.string()));
  const Strategy strategy = parse_strategy(text, file.string());
  if (strategy.game != requests_[0].name) throw RequestError(fmt::format("{}: it is of {}", file.string(), strategy.game));
  machine_ = strategy_player(strategy);
  opponent_name_ = machine_->name();
}

void Conversation::opponent(std::string_view argument) {
  if (argument.empty()) {
    say(fmt::format("The opponent is {}; you can choose human, {}.", opponent_name_, player_names(games_)));
    return;
  }
  set_opponent(argument);
  if (opponent_is_human() && phase_ == Phase::who_is_first) phase_ = Phase::moves;
  if (machine_ && opponent_name_.starts_with("level:"))
    say(fmt::format("Your opponent is {}: perfect at {} moves of 10, random at the others.", opponent_name_,
                    opponent_name_.substr(6)));
  else say(fmt::format("Your opponent is {}.", opponent_is_human() ? "another person" : opponent_name_));
}

void Conversation::level(std::string_view argument) {
  if (argument.empty()) opponent({});
  else opponent(fmt::format("level:{}", argument));
}

void Conversation::save(std::string_view argument) {
  if (argument.empty()) {
    say("save FILE: the name of a file is missing.");
    return;
  }
  Record record;
  record.games = requests_;
  NamedPositions named = named_positions(games_, session_->position_before(0));
  record.sum = named.compound;
  record.start = std::move(named.sum);
  record.play = play_name(
      play_as_written(*games_[record.start.empty() || record.sum != Compound::disjunctive ? 0 : record.start[0].game]->rules));
  for (std::size_t i = 0; i < session_->moves_made(); ++i) record.moves.push_back(session_->move_made(i));
  if (has_blocking(games_, session_->position_before(0)))
    for (std::size_t i = 0; i <= session_->moves_made(); ++i)
      record.forbidden.push_back(
          i == session_->moves_made() && session_->may_forbid() > 0 ? std::nullopt : std::optional(session_->forbidden(i)));
  record.human_first = human_ == Side::first;
  record.opponent = opponent_name_;
  record.bank = purses_;
  write_record(std::string(argument), record);
  say(fmt::format("The game is in {}.", argument));
}

void Conversation::load(std::string_view argument) {
  if (argument.empty()) {
    say("load FILE: the name of a file is missing.");
    return;
  }
  const Record record = read_record(std::string(argument), context_.budget());
  std::vector<std::shared_ptr<const Game>> games;
  for (const GameRequest& request : record.games) games.push_back(context_.load(request));
  for (const Component& component : record.start) {
    check_position(*games[component.game], component.position);
    if (play_name(play_as_written(*games[component.game]->rules)) != record.play)
      throw RequestError(fmt::format("the game was played under another convention; start with --play {}", record.play));
  }
  if (record.sum != context_.request().sum)
    throw RequestError(fmt::format("the positions were played at once in another way; start with --sum {}", name(record.sum)));
  Sum start = record.start;
  play_as(record.sum, games, start, context_.budget());
  Session session(rules_of(games), std::move(start));
  const auto forbid = [&](std::size_t at) {
    if (at >= record.forbidden.size() || !record.forbidden[at] || session.may_forbid() == 0) return;
    std::vector<std::size_t> numbers;
    for (const Move& move : *record.forbidden[at]) {
      const std::optional<MeantMove> found = move_to(move, session.all_moves(), session.position(), games);
      if (!found) throw RequestError(fmt::format("{}: what is forbidden before move {} is not a move", argument, at + 1));
      numbers.push_back(found->index.get_ui());
    }
    session.forbid(std::move(numbers));
  };
  for (const Move& move : record.moves) {
    forbid(session.moves_made());
    std::optional<MeantMove> found = move_to(move, session.all_moves(), session.position(), games);
    if (!found) throw RequestError(fmt::format("{}: move {} is not allowed", argument, session.moves_made() + 1));
    session.play(found->index, std::move(found->to));
  }
  forbid(session.moves_made());
  requests_ = record.games;
  games_ = std::move(games);
  solver_ = std::make_shared<Solver>(rules_of(games_), context_.budget());
  session_.emplace(std::move(session));
  purses_ = record.bank;
  replay_.clear();
  next_line_ = 0;
  names_ = {};
  human_ = record.human_first ? Side::first : Side::second;
  set_opponent(record.opponent);
  phase_ = Phase::moves;
  noted_ = false;
  ++games_begun_;
  note_game();
  say(fmt::format("{} move{} made.", session_->moves_made(), session_->moves_made() == 1 ? " was" : "s were"));
  show_position();
  if (session_->over()) announce_result();
  else list_turn(12);
}

/// The move that was to be made, of a position that was not lost.
MoveValue Conversation::better_move(const Sum& at) {
  Session session(rules_of(games_), at, context_.budget());
  if (!session.all_moves().is_listed()) {
    const FoundMove found = find_move(*solver_, at, session.all_moves());
    return {session.all_moves().move(found.number), {found.outcome, {}, {}}};
  }
  const std::vector<MoveValue> all = solver_->moves(at);
  return all[perfect_move(all)];
}

void Conversation::review(std::string_view) {
  std::size_t blunders = 0, of_machine = 0;  // of the person, of both where two people play
  for (std::size_t i = 0; i <= session_->moves_made(); ++i) {
    const Sum& before = session_->position_before(i);
    const bool blocks = has_blocking(games_, before);
    if (blocks) review_forbidding(i, blunders, of_machine);
    if (i == session_->moves_made()) break;
    const Outcome could = blocks ? best_of(values_left(i)) : solver_->outcome(before);
    const Outcome did =
        MoveValue{session_->move_made(i), {solver_->outcome(session_->position_before(i + 1)), {}, {}}}.for_opponent();
    const bool gave_win = could == Outcome::N && did != Outcome::P;
    const bool gave_draw = could == Outcome::draw && did == Outcome::N;
    if (!gave_win && !gave_draw) continue;
    const Side side = session_->mover(i);
    ++(opponent_is_human() || side == human_ ? blunders : of_machine);
    const MoveValue better = blocks ? best_left(i) : better_move(before);
    say(fmt::format("Move {}, {}: {} gave away the {}; better was {}{}.", i + 1,
                    opponent_is_human() ? name_of(side)
                    : side == human_    ? "yours"
                                        : "mine",
                    describe(session_->move_made(i), before), gave_win ? "win" : "draw", describe(better.move, before),
                    better.value.remoteness ? fmt::format(" ({} more to come)", *better.value.remoteness) : ""));
  }
  context_.erase_progress();
  const auto counted = [](std::size_t count) { return fmt::format("{} mistake{}", count, count == 1 ? "" : "s"); };
  const std::size_t moves = session_->moves_made();
  if (moves == 0) {
    say("No move has been made.");
  } else if (blunders + of_machine == 0) {
    say("Nobody made a mistake.");
  } else if (opponent_is_human()) {
    say(fmt::format("{} in {} moves.", counted(blunders), moves));
  } else {
    std::size_t yours = 0;
    for (std::size_t i = 0; i < moves; ++i) yours += session_->mover(i) == human_ ? 1 : 0;
    say(fmt::format("You made {} in {} move{}{}.", blunders == 0 ? "no mistake" : counted(blunders), yours,
                    yours == 1 ? "" : "s", of_machine == 0 ? "" : fmt::format("; I made {}", counted(of_machine))));
  }
}

void Conversation::start_anew(std::string_view argument) {
  replay_.clear();
  next_line_ = 0;
  const Sum& start = session_->position_before(0);
  if (argument.empty()) {
    begin(start);
    return;
  }
  if (argument == "random") {
    if (start.size() != 1) throw RequestError("random starts are for one position, not for sums");
    const Component like = start[0];
    const auto found = random_start(*games_[like.game], like.position, *solver_, like.game, random_);
    if (!found) throw RequestError("no position of this size was found that the first player wins");
    begin({{like.game, *found}});
    return;
  }
  std::vector<std::string> positions;
  const CellShape* const shape = games_[0]->rules->domain().shape();
  const bool one = (shape != nullptr && !shape->is_board()) || !components_of(*games_[0]).empty();
  if (one) positions.emplace_back(std::exchange(argument, {}));  // graphs have blanks
  while (!argument.empty()) {
    const std::size_t blank = std::min(argument.find(' '), argument.size());
    if (blank > 0) positions.emplace_back(argument.substr(0, blank));
    argument.remove_prefix(std::min(blank + 1, argument.size()));
  }
  if (games_[0]->on_shape) return begin_elsewhere(positions);
  Sum sum;
  for (std::string_view text : positions) {
    const bool obliged = take_obligation(*games_[0], text);
    sum.push_back({0, parse_position(*games_[0], text), obliged});
  }
  begin(std::move(sum));
}

/// A new game on the boards or graphs that are named.
void Conversation::begin_elsewhere(const std::vector<std::string>& positions) {
  NamedSum named = read_sum(context_, {{requests_[0].name, requests_[0].settings, positions}}, Unplaced::nowhere);
  requests_ = std::move(named.requests);
  games_ = std::move(named.games);
  solver_ = std::make_shared<Solver>(rules_of(games_), context_.budget());
  if (machine_) set_opponent(opponent_name_);
  begin(std::move(named.sum));
}

void Conversation::rematch(std::string_view) {
  Sum start = session_->position_before(0);
  for (Component& component : start) component.position = doubled(*games_[component.game], component.position);
  begin(std::move(start));
}

// The bank: moves that the rule names cost one stake each, and who wins the game takes what is in it.

bool Conversation::costs_stake(const Move& move, const Sum& in) const {
  const std::vector<std::string>& stakes = games_[in[move.component].game]->stakes;
  return std::ranges::find(stakes, move.label) != stakes.end();
}

bool Conversation::has_bank() const {
  return purses_ != std::array<std::int64_t, 2>{0, 0} || stakes() != std::array<std::int64_t, 2>{0, 0} ||
         std::ranges::any_of(session_->moves(), [&](const Move& move) { return costs_stake(move, session_->position()); });
}

/// What the person and the opponent have put into the bank in this game.
std::array<std::int64_t, 2> Conversation::stakes() const {
  std::array<std::int64_t, 2> stakes = {0, 0};
  for (std::size_t i = 0; i < session_->moves_made(); ++i)
    if (costs_stake(session_->move_made(i), session_->position_before(i)))
      stakes[session_->mover(i) == human_ ? 0 : 1] += static_cast<std::int64_t>(context_.request().stake);
  return stakes;
}

/// The purses after this game, or as they are now while it goes on. A draw gives the stakes back.
std::array<std::int64_t, 2> Conversation::balance() const {
  std::array<std::int64_t, 2> purses = purses_;
  const std::array<std::int64_t, 2> paid = stakes();
  const std::optional<Side> won = winner();
  if (session_->over() && !won) return purses;
  for (std::size_t i = 0; i < 2; ++i) purses[i] -= paid[i];
  if (won) purses[*won == human_ ? 0 : 1] += paid[0] + paid[1];
  return purses;
}

void Conversation::bank(std::string_view) {
  const std::array<std::int64_t, 2> paid = stakes();
  const std::array<std::int64_t, 2> purses = balance();
  const bool people = opponent_is_human();
  const std::string_view you = people ? "the first player" : "you", other = people ? "the second player" : "I";
  say(fmt::format("Bank: {} in it{}; {} {}{:+}, {} {}{:+}.", session_->over() ? 0 : paid[0] + paid[1],
                  session_->over() && paid[0] + paid[1] > 0 ? fmt::format(" ({} won)", paid[0] + paid[1]) : "", you,
                  people ? "has " : "have ", purses[0], other, people ? "has " : "have ", purses[1]));
}

}  // namespace bouton::cli
