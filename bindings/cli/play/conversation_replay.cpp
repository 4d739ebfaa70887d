// Starts by chance; transcripts that are replayed, and the one that is written.
#include <algorithm>

#include <fmt/format.h>

#include "bindings/cli/context/ranges.h"
#include "bindings/cli/play/conversation.h"
#include "bindings/cli/play/typed_move.h"
#include "bindings/output/formats/words.h"
#include "engine/base/errors.h"
#include "engine/play/starts.h"
#include "engine/rules/blocking.h"

namespace bouton::cli {

/// Where --start says that the conversation begins; nothing where it does not say, or no such position was found.
std::optional<BigPosition> Conversation::start_by_chance() {
  const std::optional<std::string>& start = context_.request().start;
  const Sum& sum = session_->position();
  if (!start || *start == "example") return std::nullopt;
  if (sum.size() != 1) {
    if (*start == "random") return std::nullopt;
    throw RequestError("random starts are for one position, not for sums");
  }
  const Component& like = sum[0];
  const Game& game = *games_[like.game];
  if (*start == "random") return random_start(game, like.position, *solver_, like.game, random_);
  return start_within(game, parse_start_ranges(game, *start), random_);
}

void Conversation::next(std::string_view) {
  if (!replaying()) {
    say("No transcript is being replayed, or it is at its end.");
    return;
  }
  // What is said of the players belongs to the game before it or the move after it.
  do replay_line();
  while (replaying() && replay_[next_line_].kind != TranscriptLine::Kind::move &&
         replay_[next_line_].kind != TranscriptLine::Kind::game);
  if (replaying()) return;
  if (session_->over()) announce_result();
  else list_turn(12);
}

/// On a terminal as far as the first position; else all of it.
void Conversation::replay_all() {
  phase_ = Phase::moves;
  human_ = Side::first;
  do next({});
  while (replaying() && !prompt_.interactive());
}

void Conversation::replay_line() {
  const TranscriptLine line = replay_[next_line_++];
  switch (line.kind) {
    case TranscriptLine::Kind::game: replay_game(line); break;
    case TranscriptLine::Kind::first: names_[0] = line.text; break;
    case TranscriptLine::Kind::second: names_[1] = line.text; break;
    case TranscriptLine::Kind::move: replay_move(line); break;
    case TranscriptLine::Kind::forbid: replay_forbidden(line); break;
    case TranscriptLine::Kind::play: {
      const Sum& start = session_->position_before(0);
      if (start.empty() || play_name(play_as_written(*games_[start[0].game]->rules)) == line.text) break;
      throw RequestError(
          fmt::format("{}: the game was played under another convention; start with --play {}", line.where, line.text));
    }
    case TranscriptLine::Kind::sum:
      if (name(context_.request().sum) == line.text) break;
      throw RequestError(
          fmt::format("{}: the positions were played at once in another way; start with --sum {}", line.where, line.text));
    case TranscriptLine::Kind::undo:
      if (line.number > session_->moves_made())
        throw RequestError(
            fmt::format("{}: {} moves cannot be taken back, {} were made", line.where, line.number, session_->moves_made()));
      note_undo(line.number);
      session_->undo(line.number);
      say(fmt::format("{} move{} taken back.", line.number, line.number == 1 ? " is" : "s are"));
      show_position();
      break;
    case TranscriptLine::Kind::result: {
      const std::string_view found = !session_->over()          ? "not yet over"
                                     : !winner()                ? "draw"
                                     : *winner() == Side::first ? "first"
                                                                : "second";
      if (found != line.text)
        throw RequestError(fmt::format("{}: the result is said to be {}; by the moves it is {}", line.where, line.text, found));
    }
  }
}

/// What a line `game` names; its errors begin with the line.
NamedSum Conversation::sum_of_transcript(const TranscriptLine& line, const std::vector<GameRequest>& asked) {
  try {
    return read_sum(context_, asked, Unplaced::opening);
  } catch (const RequestError& error) {
    throw RequestError(fmt::format("{}: {}", line.where, error.what()));
  }
}

void Conversation::replay_game(const TranscriptLine& line) {
  std::vector<GameRequest> asked = games_of(line);
  NamedSum named = sum_of_transcript(line, asked);
  if (const auto& typed = context_.request().games; !typed.empty() && typed[0].name != asked[0].name)
    throw RequestError(fmt::format("{}: this is a game of {}, not of {}", line.where, asked[0].name, typed[0].name));
  requests_ = std::move(named.requests);
  games_ = std::move(named.games);
  session_.emplace(rules_of(games_), named.sum, context_.budget());
  solver_ = std::make_shared<Solver>(rules_of(games_), context_.budget());
  if (machine_) set_opponent(opponent_name_);
  names_ = {};
  for (std::size_t i = next_line_; i < replay_.size() && replay_[i].kind != TranscriptLine::Kind::move; ++i) {
    if (replay_[i].kind == TranscriptLine::Kind::first) names_[0] = replay_[i].text;
    if (replay_[i].kind == TranscriptLine::Kind::second) names_[1] = replay_[i].text;
  }
  noted_ = false;
  note_game();
  show_position();
}

void Conversation::replay_move(const TranscriptLine& line) {
  if (line.number != session_->moves_made() + 1)
    throw RequestError(fmt::format("{}: this is move {}, not {}", line.where, session_->moves_made() + 1, line.number));
  std::vector<MeantMove> meant = moves_typed(line.text, session_->all_moves(), session_->position(), games_);
  if (meant.size() != 1) {
    std::string at;
    for (const Component& component : session_->position())
      at += (at.empty() ? "" : " + ") + bouton::show_position(*games_[component.game], component.position);
    throw RequestError(fmt::format("{}: '{}' {} at {}", line.where, line.text,
                                   meant.empty() ? "is not a move" : "may mean several moves", at));
  }
  const Side mover = session_->to_move();
  session_->play(meant[0].index, std::move(meant[0].to));
  note_last_move();
  const std::size_t last = session_->moves_made() - 1;
  say(fmt::format("Move {}, {}: {}", line.number, name_of(mover),
                  describe(session_->move_made(last), session_->position_before(last))));
  show_position();
}

// The transcript that is written. A game is noted with its first move, since only then it is clear who moves first.

void Conversation::note_game() {
  if (!transcript_ || noted_) return;
  noted_ = true;
  const Sum& start = session_->position_before(0);
  std::vector<GameRequest> components;
  for (const Component& component : named_positions(games_, start).sum) components.push_back(requests_[component.game]);
  std::array<std::string, 2> names = names_;
  for (const Side side : {Side::first, Side::second}) {
    std::string& name = names[side == Side::first ? 0 : 1];
    if (name.empty()) name = opponent_is_human() || side == human_ ? "human" : opponent_name_;
  }
  const std::optional<Play>& play = context_.request().play;
  transcript_->begin(components, games_, start, play ? play_name(*play) : "", names);
  for (std::size_t i = 0; i <= session_->moves_made(); ++i) {
    for (const Move& move : session_->forbidden(i)) transcript_->forbid(move, session_->position_before(i));
    if (i < session_->moves_made()) transcript_->move(i + 1, session_->move_made(i), session_->position_before(i));
  }
}

void Conversation::note_last_move() {
  if (!transcript_) return;
  const std::size_t last = session_->moves_made() - 1;
  if (noted_) transcript_->move(last + 1, session_->move_made(last), session_->position_before(last));
  else note_game();
}

void Conversation::note_result() {
  if (!transcript_ || !session_->over()) return;
  note_game();
  transcript_->result(!winner() ? "draw" : *winner() == Side::first ? "first" : "second");
}

void Conversation::note_undo(std::size_t moves) {
  if (transcript_ && noted_) transcript_->undo(moves);
}

}  // namespace bouton::cli
