#include "bindings/cli/play/conversation.h"

#include <algorithm>
#include <cctype>
#include <random>
#include <utility>

#include <fmt/format.h>

#include "bindings/cli/context/messages.h"
#include "bindings/cli/play/typed_move.h"
#include "bindings/cli/terminal/input.h"
#include "bindings/cli/terminal/terminal.h"
#include "bindings/output/formats/text.h"
#include "bindings/output/formats/words.h"
#include "bindings/output/sink/interrupt.h"
#include "engine/base/errors.h"
#include "engine/base/plain_text.h"
#include "engine/closed_form/wording.h"
#include "engine/plan/claims.h"
#include "engine/system/standard_streams.h"

namespace bouton::cli {
namespace {

constexpr std::size_t kMovesShown = 40;
constexpr std::size_t kMovesShownOnTerminal = 12;
constexpr const char* kAgain = "again? ";

std::string lower(std::string_view text) {
  std::string result;
  for (const unsigned char c : text) result += static_cast<char>(std::tolower(c));
  return result;
}

std::uint64_t seed_of(const Request& request) {
  if (request.seed) return *request.seed;
  std::random_device device;
  return std::uint64_t{device()} << 32 | device();
}

}  // namespace

Conversation::Conversation(Context& context)
    : context_(context),
      prompt_(context.out()),
      clock_(context.request().clock),
      pen_{.colours = terminal_colours(), .utf8 = terminal_width() > 0 && speaks_utf8(), .width = 80},
      random_(seed_of(context.request())) {
  if (terminal_width() > 0) pen_.width = terminal_width();
  const Request& request = context.request();
  pen_.piles = request.as_piles;
  if (request.replay) replay_ = read_transcript(*request.replay, context.budget());
  const std::vector<GameRequest> asked = request.games.empty() ? games_of(replay_[0]) : request.games;
  NamedSum named = request.games.empty() ? sum_of_transcript(replay_[0], asked) : read_sum(context, asked, Unplaced::opening);
  requests_ = std::move(named.requests);
  games_ = std::move(named.games);
  look_at_claims(rules_of(games_), context.budget());
  solver_ = std::make_shared<Solver>(rules_of(games_), context.budget());
  set_opponent(request.opponent.value_or(request.replay ? "human" : "perfect"));
  if (request.certificate) play_by_strategy(*request.certificate);
  session_.emplace(rules_of(games_), named.sum, context.budget());
  if (const auto start = start_by_chance())
    session_.emplace(rules_of(games_), Sum{{named.sum[0].game, *start}}, context.budget());
  if (request.transcript) transcript_.emplace(*request.transcript);
}

void Conversation::run() {
  if (prompt_.interactive()) keep_going_at_ctrl_c();
  introduce();
  if (replaying()) replay_all();
  else begin_asked();
  while (phase_ != Phase::left) {
    try {
      take_turn();
    } catch (const Interrupted&) {
      if (!prompt_.interactive() || !forget_interrupt()) throw;
      give_up();
    }
    if (transcript_ && !transcript_->failure().empty() && !std::exchange(transcript_failed_, true))
      say(fmt::format("{}: the game goes on without a transcript.", transcript_->failure()));
  }
  if (transcript_failed_) throw OutputError(transcript_->failure());
}

/// After Ctrl-C: the game goes on from where it is, and the line or the computation is forgotten.
void Conversation::give_up() {
  say("");
  paused_ = phase_ == Phase::moves && (machine_forbids() || (machine_to_move() && session_->may_forbid() == 0));
  if (paused_) say("I have not moved. Press Enter and I go on thinking; or type undo, opponent random, quit, ...");
}

/// Wrapped for the terminal, for say.
static std::string prose(const std::string& text) {
  std::string lines = wrapped(text, prose_width());
  lines.pop_back();
  return lines;
}

void Conversation::introduce() {
  for (const auto& game : games_)
    say(prose(fmt::format("{}{}{}", game->title, game->description.empty() ? "" : ": ", game->description)));
  say(prose("Type the number of a move, where it leads (4,7) or its kind and size (horizontal 3); 'help' lists the commands."));
  if (const std::optional<double> seconds = context_.request().clock)
    say(prose(fmt::format("You have {} second{} {}for each move; after that, chance chooses.", *seconds,
                          *seconds == 1 ? "" : "s", asks_who_is_first() ? "to choose who moves first, and " : "")));
}

void Conversation::begin(Sum start) {
  Session session(rules_of(games_), std::move(start), context_.budget());
  if (phase_ == Phase::after) settle();
  session_.emplace(std::move(session));
  begin_asked();
}

bool Conversation::asks_who_is_first() const {
  return !opponent_is_human() && !context_.request().first && (prompt_.interactive() || clock_.is_set());
}

/// Shows the start, and finds out who moves first.
void Conversation::begin_asked() {
  noted_ = false;
  ++games_begun_;
  human_ = context_.request().first == Request::First::machine ? Side::second : Side::first;
  show_position();
  phase_ = Phase::moves;
  if (session_->over()) {
    announce_result();
  } else if (asks_who_is_first()) {
    phase_ = Phase::who_is_first;
  } else {
    list_turn(prompt_.interactive() ? kMovesShownOnTerminal : kMovesShown);
  }
}

/// What the person has to choose from: moves to forbid, or to make.
void Conversation::list_turn(std::size_t most) {
  if (session_->may_forbid() > 0) {
    if (!machine_forbids()) list_to_forbid(most);
  } else if (!machine_to_move()) {
    list_moves(most);
  }
}

void Conversation::take_turn() {
  if (phase_ == Phase::moves && !replaying() && machine_forbids() && !paused_) {
    choose_forbidden();
    return;
  }
  if (phase_ == Phase::moves && machine_to_move() && session_->may_forbid() == 0 && !paused_) {
    machine_moves();
    return;
  }
  std::string prompt = "> ";
  if (replaying()) prompt = "Enter for the next move> ";
  else if (phase_ == Phase::who_is_first) prompt = "Do you want to move first? [yes/no] ";
  else if (phase_ == Phase::after) prompt = kAgain;
  else if (session_->may_forbid() > 0 && !opponent_is_human()) prompt = "forbid> ";
  else if (session_->may_forbid() > 0) prompt = session_->to_move() == Side::first ? "second forbids> " : "first forbids> ";
  else if (opponent_is_human()) prompt = session_->to_move() == Side::first ? "first> " : "second> ";
  std::optional<std::string> line;
  try {
    line = asked(prompt);
  } catch (const OutOfTime&) {
    time_is_up();
    return;
  }
  if (!line) {
    if (phase_ != Phase::after || prompt_.interactive()) say("");
    phase_ = Phase::left;
    return;
  }
  paused_ = false;
  try {
    person_answers(*line);
  } catch (const RequestError& error) {
    say(message_of(error));
  } catch (const LimitError& error) {
    say(message_of(error));
  }
  context_.erase_progress();
}

/// The next line, in the time that is left for what has to be decided.
std::optional<std::string> Conversation::asked(const std::string& prompt) {
  if (!is_timed()) return prompt_.ask(prompt, phase_ == Phase::after);
  clock_.wait_for({games_begun_, phase_ == Phase::who_is_first, session_->moves_made()});
  const auto pause = [](MoveClock* clock) { clock->pause(); };
  const std::unique_ptr<MoveClock, decltype(pause)> waited(&clock_, pause);
  return prompt_.ask(prompt, false, clock_.left());
}

bool Conversation::is_timed() const {
  if (!clock_.is_set() || replaying()) return false;
  return phase_ == Phase::who_is_first ||
         (phase_ == Phase::moves && (session_->may_forbid() > 0 ? !machine_forbids() : !machine_to_move()));
}

/// Chance decides in the place of the person.
void Conversation::time_is_up() {
  say("");
  if (phase_ == Phase::who_is_first) {
    const Side person = random_.below(2) == 0 ? Side::first : Side::second;
    say(fmt::format("Your time is up. Chance decides: {} first.", person == Side::first ? "you move" : "I move"));
    now_moves(person);
    return;
  }
  if (session_->may_forbid() > 0) {
    say("Your time is up. Nothing is forbidden.");
    forbid({});
    return;
  }
  const Integer chosen = session_->all_moves().random(random_);
  say(fmt::format("Your time is up. Chance moves for you: {}.", describe(session_->all_moves().move(chosen))));
  make_move(chosen);
}

void Conversation::person_answers(const std::string& line) {
  const std::string_view text = trimmed(line);
  const std::size_t blank = std::min(text.find_first_of(" \t"), text.size());
  const std::string word = lower(text.substr(0, blank));
  if (phase_ == Phase::after && !prompt_.interactive()) {
    // What a pipe types beyond the end of the game, and is not a command, ends the conversation.
    const bool known =
        word == "y" || word == "yes" || std::ranges::any_of(commands(), [&](const Command& c) { return c.name == word; });
    if (!known) {
      phase_ = Phase::left;
      return;
    }
    say(fmt::format("{}{}", kAgain, line));
  }
  for (const Command& command : commands()) {
    if (word != command.name) continue;
    (this->*command.run)(trimmed(text.substr(blank)));
    return;
  }
  if (replaying()) {
    if (text.empty()) next({});
    else say("A transcript is being replayed: Enter or 'next' for its next move, 'new' or 'quit' to leave it.");
    return;
  }
  if (phase_ == Phase::who_is_first && person_decides(lower(text))) return;
  if (phase_ == Phase::after) {
    if (word == "y" || word == "yes") rematch({});
    else if (word == "n" || word == "no") phase_ = Phase::left;
    else if (!text.empty()) say("The game is over: rematch, new, review, undo, save FILE or quit; help lists all commands.");
    return;
  }
  if (phase_ == Phase::who_is_first && text.empty()) {
    now_moves(Side::first);
    return;
  }
  if (phase_ == Phase::moves && session_->may_forbid() > 0 && !machine_forbids()) {
    person_forbids(text);
    return;
  }
  if (phase_ == Phase::moves && (machine_to_move() || machine_forbids())) {  // it was interrupted
    if (!text.empty()) say("It is my move.");
    return;
  }
  if (type_move(text)) return;
  if (phase_ == Phase::who_is_first) say("Please answer yes or no.");
}

/// Whether the line says who moves first.
bool Conversation::person_decides(const std::string& line) {
  if (line == "y" || line == "yes") now_moves(Side::first);
  else if (line == "n" || line == "no") now_moves(Side::second);
  else return false;
  return true;
}

void Conversation::now_moves(Side person) {
  human_ = person;
  phase_ = Phase::moves;
  list_turn(prompt_.interactive() ? kMovesShownOnTerminal : kMovesShown);
}

/// Makes the one move that the text means. True unless it is not the time to move; complaints are said.
bool Conversation::type_move(std::string_view text) {
  if (session_->may_forbid() > 0) return false;  // before that no move is made
  const SumMoves& all = session_->all_moves();
  std::vector<MeantMove> meant = moves_typed(text, all, session_->position(), games_);
  if (meant.size() == 1) {
    if (phase_ == Phase::who_is_first) {
      human_ = Side::first;
      phase_ = Phase::moves;
    }
    make_move(meant[0].index, std::move(meant[0].to));
    return true;
  }
  if (phase_ == Phase::who_is_first) return false;
  if (meant.empty()) {
    say(fmt::format("'{}' is neither a command nor a move: type a number from 1 to {}, or help.", text, brief(all.count())));
    return true;
  }
  say(fmt::format("'{}' may mean several moves:", text));
  for (std::size_t i = 0; i < std::min(meant.size(), kMovesShownOnTerminal); ++i)
    say(fmt::format("  {}  {}", brief(meant[i].index + 1), describe(all.move(meant[i].index))));
  return true;
}

void Conversation::make_move(const Integer& index, std::vector<BigPosition> to) {
  session_->play(index, std::move(to));
  note_last_move();
  if (session_->over()) {
    announce_result();
    return;
  }
  if (machine_to_move() && session_->may_forbid() == 0) return;  // its answer is drawn
  show_position();
  list_turn(prompt_.interactive() ? kMovesShownOnTerminal : kMovesShown);
}

void Conversation::machine_moves() {
  context_.out().flush();  // it may take its time
  Board board(rules_of(games_));
  board.set_up(session_->position(), session_->began_large());
  if (board.may_forbid() > 0) board.forbid(session_->forbidden(session_->moves_made()));
  Integer chosen;
  try {
    chosen = machine_->choose(board, random_);
  } catch (const LimitError& error) {
    context_.erase_progress();
    say(fmt::format("I cannot solve this position ({}), so I move at random.", message_of(error)));
    chosen = session_->all_moves().random(random_);
  }
  context_.erase_progress();
  say(fmt::format("I move {}.", describe(session_->all_moves().move(chosen))));
  make_move(chosen);
}

std::optional<Conversation::Side> Conversation::winner() const {
  if (!session_->over()) return std::nullopt;
  const Outcome result = session_->result();
  if (result == Outcome::draw) return std::nullopt;
  const Side other = session_->to_move() == Side::first ? Side::second : Side::first;
  return result == Outcome::N ? session_->to_move() : other;
}

void Conversation::announce_result() {
  phase_ = Phase::after;
  note_result();
  const bool human_to_move = session_->to_move() == human_;
  const Outcome result = session_->result();
  if (result == Outcome::draw) {
    say("The game is a draw.");
  } else if (opponent_is_human()) {
    say(fmt::format("{} cannot move and {}. {} wins!", name_of(session_->to_move()), result == Outcome::N ? "so wins" : "loses",
                    name_of(*winner())));
  } else if (result == Outcome::P) {
    say(human_to_move ? "You cannot move and lose. I win." : "I cannot move and lose. You win!");
  } else {
    say(human_to_move ? "You cannot move and win!" : "I cannot move and win.");
  }
  if (has_bank()) bank({});
  if (prompt_.interactive()) say("rematch (twice the size), new, review, save FILE, or quit?");
}

// What is shown -------------------------------------------------------------------------------------------------------

void Conversation::say(std::string_view line) { show(folded(plain_lines(line), terminal_width())); }

void Conversation::show(std::string_view line) {
  context_.out().write(line);
  context_.out().write("\n");
}

std::string Conversation::name_of(Side side) const {
  if (const std::string& name = names_[side == Side::first ? 0 : 1]; opponent_is_human() && !name.empty()) return name;
  if (opponent_is_human()) return side == Side::first ? "The first player" : "The second player";
  return side == human_ ? "You" : "I";
}

void Conversation::show_position(const std::vector<Mark>& marks) {
  const Sum& sum = session_->position();
  const std::optional<std::size_t> obliged = obliged_component(sum);
  if (sum.size() == 1) {
    const Game& game = *games_[sum[0].game];
    const std::string text = bouton::show_position(game, sum[0].position);
    if (text.find('\n') == std::string::npos) say(fmt::format("Position: {}", text));
    for (const std::string& line : drawing(game, sum[0].position, pen_, marks)) show(fmt::format("  {}", line));
    return;
  }
  say(sum.empty() ? "Position: nothing is left" : "Position:");
  std::size_t width = 0;
  for (const Component& component : sum) width = std::max(width, games_[component.game]->name.size());
  for (const Component& component : sum) {
    const Game& game = *games_[component.game];
    const bool heap = component.position.size() == 1 && !game.show && game.rules->domain().axis(0).value_names.empty();
    show(fmt::format("  {:<{}} {}", game.name, width,
                     heap ? row_of(component.position[0], pen_, width + 4) : line_of(game, component.position)));
  }
  if (obliged)
    say(fmt::format("The next move must be in {} {}.", games_[sum[*obliged].game]->name,
                    line_of(*games_[sum[*obliged].game], sum[*obliged].position)));
}

std::string Conversation::describe(const Move& move, const Sum& in) const { return line_of(games_, in, move); }

/// Numbers first..last of moves, and what they are.
void Conversation::list_ranges() {
  const SumMoves& all = session_->all_moves();
  std::vector<std::vector<std::string>> rows;
  for (std::size_t i = 0; i < all.parts().size(); ++i) {
    const SumMoves::Part& part = all.parts()[i];
    const std::string in = all.parts().size() > 1 ? fmt::format("in component {}: ", i + 1) : "";
    if (!part.many && !part.listed.empty()) {
      const Integer last = part.first + widen_unsigned(part.listed.size());
      rows.push_back({brief(part.first + 1), "to", brief(last), in + "such as " + describe(part.listed[0])});
    }
    if (!part.many) continue;
    for (const OptionRanges::Range& range : part.many->ranges.ranges(&brief)) {
      const Integer first = part.first + range.first;
      std::string kind = part.many->label({{}, range.label, range.name});
      if (!kind.empty()) kind += " ";
      const bool one = range.count == 1;
      rows.push_back({brief(first + 1), one ? "" : "to", one ? "" : brief(first + range.count),
                      fmt::format("{}{}to {}{}{}", in, kind, range.to, range.loops.empty() ? "" : " for ", range.loops)});
    }
  }
  const std::string table = aligned(rows);
  say(fmt::format("{}{} moves, too many to list one by one:", all.is_exact() ? "" : "up to ", brief(all.count())));
  show(std::string_view(table).substr(0, table.size() - 1));
}

void Conversation::list_moves(std::size_t most) {
  if (!session_->all_moves().is_listed()) {
    say(opponent_is_human() ? fmt::format("{} moves:", name_of(session_->to_move())) : "Your moves:");
    list_ranges();
    return;
  }
  if (show_values_) {
    list_values(most);
    return;
  }
  const std::vector<Move>& all = session_->moves();
  const std::size_t width = std::to_string(all.size()).size();
  say(opponent_is_human() ? fmt::format("{} moves:", name_of(session_->to_move())) : "Your moves:");
  for (std::size_t i = 0; i < std::min(most, all.size()); ++i) say(fmt::format("  {:>{}}  {}", i + 1, width, describe(all[i])));
  if (most < all.size()) say(fmt::format("  and {} more: 'moves' lists all", all.size() - most));
}

/// Every move, whether it wins, and its values, with what Grundy values are called.
std::string Conversation::table_of_values(const std::vector<MoveValue>& all, std::string_view grundy_value) const {
  std::vector<std::vector<std::string>> rows;
  for (const MoveValue& move : all) {
    const Outcome outcome = move.for_opponent();
    rows.push_back({outcome == Outcome::P   ? "+"
                    : outcome == Outcome::N ? "-"
                                            : "=",
                    std::to_string(rows.size() + 1), describe(move.move),
                    outcome == Outcome::P   ? "wins"
                    : outcome == Outcome::N ? "loses"
                                            : "draws"});
    if (move.value.grundy) rows.back().push_back(fmt::format("{} {}", grundy_value, move.value.grundy->text()));
    if (move.value.remoteness) rows.back().push_back(fmt::format("{} to come", *move.value.remoteness));
  }
  return aligned(rows);
}

/// Every move with what it is worth to who makes it.
void Conversation::list_values(std::size_t most) {
  if (!session_->all_moves().is_listed()) {
    list_ranges();
    const Answer answer = solver_->solve(session_->position(), most, {.grundy = Extent::none, .remoteness = Extent::none});
    context_.erase_progress();
    for (const Move& move : answer.winning_moves) show(pen_.coloured(fmt::format("+ {}  wins", describe(move)), "1;31"));
    if (answer.value.outcome == Outcome::P) say("Every move loses.");
    return;
  }
  const std::vector<MoveValue> all = move_values();
  std::string table = table_of_values(all, "Grundy value");
  if (terminal_width() > 0 && display_width(table.substr(0, table.find('\n'))) > terminal_width())
    table = table_of_values(all, "value");
  std::size_t start = 0;
  std::size_t shown = 0, number = 0;
  for (const MoveValue& move : all) {
    const std::size_t end = table.find('\n', start);
    const Outcome outcome = move.for_opponent();
    // The first moves, and all that win.
    const bool is_shown = number++ < most || outcome == Outcome::P;
    shown += is_shown ? 1 : 0;
    if (is_shown)
      show(pen_.coloured(table.substr(start, end - start), outcome == Outcome::P   ? "1;31"
                                                           : outcome == Outcome::N ? "0"
                                                                                   : "35"));
    start = end + 1;
  }
  if (shown < all.size()) say(fmt::format("  and {} more: 'moves' lists all", all.size() - shown));
}

std::vector<MoveValue> Conversation::move_values() {
  std::vector<MoveValue> values = values_left(session_->moves_made());
  context_.erase_progress();
  return values;
}

}  // namespace bouton::cli
