// Games in the terminal: what is typed, and what is answered.
#pragma once

#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bindings/cli/context/context.h"
#include "bindings/cli/context/positions.h"
#include "bindings/cli/play/drawing.h"
#include "bindings/cli/play/move_clock.h"
#include "bindings/cli/play/prompt.h"
#include "bindings/cli/play/record.h"
#include "bindings/cli/play/transcript.h"
#include "engine/base/random.h"
#include "engine/play/player.h"
#include "engine/play/session.h"

namespace bouton::cli {

/// One person and an opponent, who may be a person too, over any number of games. Every command is understood at every
/// prompt; the end of input ends everything. On a terminal, Ctrl-C gives up the line that is typed or what is being computed,
/// and the game goes on.
class Conversation {
 public:
  /// Throws what loading games and finding moves throws.
  explicit Conversation(Context& context);
  /// Until the person leaves. Throws OutputError in the end where the transcript could not be written.
  void run();

 private:
  using Side = Session::Player;
  /// What is being waited for.
  enum class Phase { who_is_first, moves, after, left };

  struct Command {
    std::string_view name, arguments, help;
    void (Conversation::*run)(std::string_view argument);
  };
  static const std::vector<Command>& commands();

  // How the conversation goes.
  void introduce();
  void begin(Sum start);  ///< begins a game at `start`
  void begin_asked();
  bool asks_who_is_first() const;
  void take_turn();
  std::optional<std::string> asked(const std::string& prompt);
  bool is_timed() const;
  void time_is_up();
  void give_up();
  void person_answers(const std::string& line);
  bool person_decides(const std::string& line);
  void machine_moves();
  void list_turn(std::size_t most);

  // Where moves are forbidden before each move (blocking).
  bool machine_forbids() const { return !opponent_is_human() && session_->may_forbid() > 0 && session_->to_move() == human_; }
  void choose_forbidden();
  void person_forbids(std::string_view text);
  std::optional<std::vector<std::size_t>> numbers_typed(std::string_view text);
  void forbid(std::vector<std::size_t> numbers);
  void list_to_forbid(std::size_t most);
  void hint_to_forbid();
  void note_forbidden();
  void replay_forbidden(const TranscriptLine& line);
  std::string described(const std::vector<Move>& moves, const Sum& in) const;
  void review_forbidding(std::size_t move, std::size_t& blunders, std::size_t& of_machine);
  std::vector<MoveValue> values_left(std::size_t move);
  MoveValue best_left(std::size_t move);
  static Outcome best_of(const std::vector<MoveValue>& moves);
  void announce_result();
  void make_move(const Integer& index, std::vector<BigPosition> to = {});
  bool type_move(std::string_view text);
  void now_moves(Side person);

  // Starts by chance, and transcripts that are replayed or written.
  std::optional<BigPosition> start_by_chance();
  NamedSum sum_of_transcript(const TranscriptLine& line, const std::vector<GameRequest>& asked);
  void replay_line();
  void replay_game(const TranscriptLine& line);
  void replay_move(const TranscriptLine& line);
  void replay_all();
  bool replaying() const { return next_line_ < replay_.size(); }
  void note_game();  ///< in the transcript, unless it is there: the game from its start to where it is
  void note_last_move();
  void note_result();
  void note_undo(std::size_t moves);

  // Commands.
  void help(std::string_view);
  void hint(std::string_view);
  void why(std::string_view);
  void undo(std::string_view);
  void redo(std::string_view);
  void moves(std::string_view);
  void values(std::string_view);
  void board(std::string_view);
  void reach(std::string_view);
  void hints(std::string_view);
  void display(std::string_view);
  void next(std::string_view);
  void swap(std::string_view);
  void first(std::string_view);
  void opponent(std::string_view);
  void level(std::string_view);
  void save(std::string_view);
  void load(std::string_view);
  void review(std::string_view);
  void start_anew(std::string_view);
  void begin_elsewhere(const std::vector<std::string>& positions);
  void rematch(std::string_view);
  void bank(std::string_view);
  void quit(std::string_view);

  // What is shown.
  void say(std::string_view line);   ///< as plain text: it may quote what was typed
  void show(std::string_view line);  ///< with its colours
  void say_why(const Sum& sum, std::string_view indent = "");
  void show_position() { show_position(show_hints_ && !machine_to_move() ? squares_in_reach(true) : std::vector<Mark>()); }
  void show_position(const std::vector<Mark>& marks);
  std::vector<Mark> squares_in_reach(bool with_values);
  void list_moves(std::size_t most);
  void list_values(std::size_t most);
  void list_ranges();
  void hint_of_many();
  std::string table_of_values(const std::vector<MoveValue>& all, std::string_view grundy_value) const;
  std::string describe(const Move& move, const Sum& in) const;
  std::string describe(const Move& move) const { return describe(move, session_->position()); }
  std::string name_of(Side side) const;
  std::vector<MoveValue> move_values();
  MoveValue better_move(const Sum& at);

  // The opponent, and the bank.
  void set_opponent(std::string_view name);
  void play_by_strategy(const std::filesystem::path& file);
  bool opponent_is_human() const { return machine_ == nullptr; }
  bool machine_to_move() const { return !opponent_is_human() && session_->to_move() != human_; }
  bool costs_stake(const Move& move, const Sum& in) const;
  bool has_bank() const;
  std::array<std::int64_t, 2> stakes() const;
  std::array<std::int64_t, 2> balance() const;
  void settle() { purses_ = balance(); }
  std::optional<Side> winner() const;

  Context& context_;
  Prompt prompt_;
  MoveClock clock_;
  Pen pen_;
  std::vector<GameRequest> requests_;
  std::vector<std::shared_ptr<const Game>> games_;
  std::shared_ptr<Solver> solver_;
  std::optional<Session> session_;
  std::unique_ptr<Player> machine_;  ///< null where the opponent is a person
  std::string opponent_name_ = "human";
  Random random_;
  Phase phase_ = Phase::moves;
  std::size_t games_begun_ = 0;
  Side human_ = Side::first;
  bool show_values_ = false;
  bool show_hints_ = false;
  bool paused_ = false;                 ///< the machine was interrupted while it thought, and waits for a word
  std::vector<TranscriptLine> replay_;  ///< what is replayed,
  std::size_t next_line_ = 0;           ///< and the line of it that comes next
  std::array<std::string, 2> names_;    ///< of the first and the second player, as a transcript says; perhaps empty
  std::optional<TranscriptWriter> transcript_;
  bool transcript_failed_ = false;               ///< which was said
  bool noted_ = false;                           ///< whether this game is in the transcript
  std::array<std::int64_t, 2> purses_ = {0, 0};  ///< of the person and the opponent, before this game
};

}  // namespace bouton::cli
