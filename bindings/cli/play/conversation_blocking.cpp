// Games in which moves are forbidden before each move: the step of the player who does not move.
#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "bindings/cli/context/messages.h"
#include "bindings/cli/play/conversation.h"
#include "bindings/cli/play/typed_move.h"
#include "engine/base/errors.h"
#include "engine/play/perfect.h"
#include "engine/rules/blocking.h"

namespace bouton::cli {
namespace {

/// The parts of a line: between semicolons; of numbers alone, between blanks.
std::vector<std::string_view> parts_of(std::string_view text) {
  const bool numbers = std::ranges::all_of(
      text, [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0 || c == ' ' || c == '\t'; });
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(numbers ? " \t" : ";"), text.size());
    if (const std::string_view part = trimmed(text.substr(0, end)); !part.empty()) parts.push_back(part);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

}  // namespace

std::string Conversation::described(const std::vector<Move>& moves, const Sum& in) const {
  std::string text;
  for (const Move& move : moves) text += (text.empty() ? "" : "; ") + describe(move, in);
  return text.empty() ? "nothing" : text;
}

/// The machine forbids.
void Conversation::choose_forbidden() {
  context_.out().flush();  // it may take its time
  std::vector<std::size_t> numbers;
  try {
    Board board(rules_of(games_));
    board.set_up(session_->position(), session_->began_large());
    if (board.may_forbid() > 0) numbers = machine_->forbid(board, random_);
  } catch (const LimitError& error) {
    context_.erase_progress();
    say(fmt::format("I cannot solve this position ({}), so I forbid nothing.", message_of(error)));
  }
  context_.erase_progress();
  forbid(std::move(numbers));
}

/// The numbers of the moves that a line means; nothing, and that is said, where it is not clear.
std::optional<std::vector<std::size_t>> Conversation::numbers_typed(std::string_view text) {
  std::vector<std::size_t> numbers;
  if (text == "none") return numbers;
  for (const std::string_view part : parts_of(text)) {
    const std::vector<MeantMove> meant = moves_typed(part, session_->all_moves(), session_->position(), games_);
    if (meant.size() != 1) {
      say(fmt::format("'{}' {}: type numbers of moves (1 3), or moves with ; between them; Enter forbids none.", part,
                      meant.empty() ? "is neither a command nor a move" : "may mean several moves"));
      return std::nullopt;
    }
    numbers.push_back(meant[0].index.get_ui());
  }
  return numbers;
}

void Conversation::person_forbids(std::string_view text) {
  if (std::optional<std::vector<std::size_t>> numbers = numbers_typed(text)) forbid(*std::move(numbers));
}

/// For whoever does not move.
void Conversation::forbid(std::vector<std::size_t> numbers) {
  const Side mover = session_->to_move();
  const Side forbidder = mover == Side::first ? Side::second : Side::first;
  session_->forbid(std::move(numbers));
  note_forbidden();
  const std::vector<Move>& forbidden = session_->forbidden(session_->moves_made());
  const std::string name = name_of(forbidder);
  say(fmt::format("{} forbid{} {}.", name, name == "I" || name == "You" ? "" : "s",
                  described(forbidden, session_->position())));
  if (session_->over()) announce_result();
  else if (!machine_to_move()) list_turn(prompt_.interactive() ? 12 : 40);
}

/// The moves of the one who is to move, for the other one.
void Conversation::list_to_forbid(std::size_t most) {
  const std::vector<Move>& all = session_->moves();
  const std::size_t width = std::to_string(all.size()).size();
  const std::uint64_t may = std::min<std::uint64_t>(session_->may_forbid(), all.size());
  if (opponent_is_human())
    say(fmt::format("{} is to move. Before that, {} may forbid up to {} of:", name_of(session_->to_move()),
                    name_of(session_->to_move() == Side::first ? Side::second : Side::first), may));
  else say(fmt::format("It is my move. Before that, you may forbid up to {} of:", may));
  for (std::size_t i = 0; i < std::min(most, all.size()); ++i) say(fmt::format("  {:>{}}  {}", i + 1, width, describe(all[i])));
  if (most < all.size()) say(fmt::format("  and {} more: 'moves' lists all", all.size() - most));
}

void Conversation::hint_to_forbid() {
  const std::vector<MoveValue> all = move_values();
  const Rules& rules = *games_[session_->position()[0].game]->rules;
  std::vector<Move> forbidden;
  for (const std::size_t number : best_to_forbid(all, session_->may_forbid(), play_as_written(rules)))
    forbidden.push_back(all[number].move);
  const Outcome outcome = solver_->outcome(session_->position());
  context_.erase_progress();
  say(fmt::format("Forbid {}: {}.", described(forbidden, session_->position()),
                  outcome == Outcome::P   ? "then whoever moves loses"
                  : outcome == Outcome::N ? "whatever is forbidden, whoever moves wins"
                                          : "it holds the draw"));
}

void Conversation::note_forbidden() {
  if (!transcript_) return;
  const std::size_t made = session_->moves_made();
  if (!noted_) return note_game();
  for (const Move& move : session_->forbidden(made)) transcript_->forbid(move, session_->position());
}

/// This line and those after it that forbid moves of the same position.
void Conversation::replay_forbidden(const TranscriptLine& line) {
  std::vector<TranscriptLine> lines = {line};
  while (replaying() && replay_[next_line_].kind == TranscriptLine::Kind::forbid) lines.push_back(replay_[next_line_++]);
  std::vector<std::size_t> numbers;
  for (const TranscriptLine& one : lines) {
    const std::vector<MeantMove> meant = moves_typed(one.text, session_->all_moves(), session_->position(), games_);
    if (meant.size() != 1)
      throw RequestError(
          fmt::format("{}: '{}' {}", one.where, one.text, meant.empty() ? "is not a move" : "may mean several moves"));
    numbers.push_back(meant[0].index.get_ui());
  }
  try {
    session_->forbid(std::move(numbers));
  } catch (const RequestError& error) {
    throw RequestError(fmt::format("{}: {}", line.where, error.what()));
  }
  note_forbidden();
  say(fmt::format("{} may not move {}.", name_of(session_->to_move()),
                  described(session_->forbidden(session_->moves_made()), session_->position())));
}

/// The moves that are left at the position before move number `move`, with what they are worth.
std::vector<MoveValue> Conversation::values_left(std::size_t move) {
  std::vector<MoveValue> values = solver_->moves(session_->position_before(move));
  const std::vector<Move>& forbidden = session_->forbidden(move);
  std::erase_if(values, [&](const MoveValue& value) {
    return std::ranges::find(forbidden, value.move.to, &Move::to) != forbidden.end();
  });
  return values;
}

/// What the best of some moves leads to, for whoever makes it; of none, that the position is lost.
Outcome Conversation::best_of(const std::vector<MoveValue>& moves) {
  const auto leads_to = [&](Outcome outcome) {
    return std::ranges::any_of(moves, [&](const MoveValue& move) { return move.for_opponent() == outcome; });
  };
  return leads_to(Outcome::P) ? Outcome::N : leads_to(Outcome::draw) ? Outcome::draw : Outcome::P;
}

MoveValue Conversation::best_left(std::size_t move) {
  const std::vector<MoveValue> values = values_left(move);
  return values[perfect_move(values)];
}

/// Whether what was forbidden before move number `move` gave something away.
void Conversation::review_forbidding(std::size_t move, std::size_t& blunders, std::size_t& of_machine) {
  const Sum& at = session_->position_before(move);
  if (move == session_->moves_made() && (session_->may_forbid() > 0 || !session_->over())) return;
  const std::vector<MoveValue> all = solver_->moves(at);
  if (all.empty()) return;
  const Rules& rules = *games_[at[0].game]->rules;
  const std::vector<MoveValue> left = values_left(move);
  const Outcome could = solver_->outcome(at);
  const Outcome did = left.empty() ? terminal_outcome(play_as_written(rules)) : best_of(left);
  const bool gave_win = could == Outcome::P && did != Outcome::P;
  const bool gave_draw = could == Outcome::draw && did == Outcome::N;
  if (!gave_win && !gave_draw) return;
  const Side side = session_->mover(move) == Side::first ? Side::second : Side::first;
  ++(opponent_is_human() || side == human_ ? blunders : of_machine);
  std::vector<Move> better;
  for (const std::size_t number : best_to_forbid(all, rules.blocking(), play_as_written(rules)))
    better.push_back(all[number].move);
  say(fmt::format("Before move {}, {}: forbidding {} gave away the {}; better was {}.", move + 1,
                  opponent_is_human() ? name_of(side)
                  : side == human_    ? "you"
                                      : "I",
                  described(session_->forbidden(move), at), gave_win ? "win" : "draw", described(better, at)));
}

}  // namespace bouton::cli
