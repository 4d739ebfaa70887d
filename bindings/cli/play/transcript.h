// Games as people write them down: a text that grows while the game is played, and can be played again.
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bindings/cli/arguments/request.h"
#include "engine/base/budget.h"
#include "engine/plan/solver.h"

namespace bouton::cli {

/// One line of a transcript. A transcript is a text of lines:
///   # ...                      nothing
///   game wythoff 29,51         a game begins: GAME POS... [+ GAME POS...], with -p NAME=VALUE as on a command line; words may
///                              stand in '...'
///   play misere                under this convention, which must be the one that it is replayed under
///   sum selective              as this compound, likewise
///   first Hugo                 who moves first, and
///   second Cora                who moves second; for people
///   1. horizontal to 23,51     the moves, numbered from 1, as people type them: kind, where it leads, or both
///   2. 1: take 3               a move in component 1 of a sum
///   forbid to 1,2              where moves are forbidden (blocking), a line for each that is, before the move that is made
///   undo 2                     so many moves were taken back
///   result first               who won: first, second or draw
/// A file may hold several games, one after the other.
struct TranscriptLine {
  enum class Kind { game, play, sum, first, second, forbid, move, undo, result };
  Kind kind;
  std::size_t number = 0;  ///< of a move, counted from 1; how many moves are taken back
  std::string text;        ///< what follows the word
  std::string where;       ///< "FILE:LINE"
};

/// The lines of a file. Throws RequestError, beginning with file and line, where one makes no sense; LimitError, Interrupted.
std::vector<TranscriptLine> read_transcript(const std::filesystem::path& file, const Budget& budget);
/// What a line `game` names. Throws RequestError.
std::vector<GameRequest> games_of(const TranscriptLine& line);

/// Writes a transcript as the game goes: each line is in the file before the next move. What the file held before stays until
/// there is a game to write.
class TranscriptWriter {
 public:
  /// Throws OutputError where the file cannot be opened.
  explicit TranscriptWriter(std::filesystem::path file);
  /// Why the transcript ends where a line could not be written; else empty.
  const std::string& failure() const { return failure_; }

  /// `components` are requests without positions, those of `start`, or of the compound that it is, in order, and `games` what
  /// its components' numbers stand for. `play` is empty unless it was asked for.
  void begin(std::span<const GameRequest> components, std::span<const std::shared_ptr<const Game>> games, const Sum& start,
             std::string_view play, const std::array<std::string, 2>& names);
  /// Move number `number`, from 1, of the sum `in`.
  void move(std::size_t number, const Move& move, const Sum& in);
  /// A move of the sum `in` that is forbidden.
  void forbid(const Move& move, const Sum& in);
  void undo(std::size_t moves);
  /// "first", "second" or "draw".
  void result(std::string_view result);

 private:
  void line(std::string_view text);
  std::string move_text(const Move& move, const Sum& in) const;
  static std::string position_text(const Game& of, const BigPosition& position);

  std::vector<std::shared_ptr<const Game>> games_;
  std::filesystem::path file_;
  std::ofstream out_;  ///< open from the first line on
  std::string failure_;
  bool empty_ = true;
};

}  // namespace bouton::cli
