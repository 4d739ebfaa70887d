// A game as people meet it: rules, with a name, parameters, a position to start from and facts known of it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/base/result.h"
#include "engine/flow/flow_program.h"
#include "engine/position/box.h"
#include "engine/position/integer.h"
#include "engine/rules/rules.h"
#include "engine/values/table.h"

namespace bouton {

/// What a parameter of a game is set to.
struct Parameter {
  /// A function is kept as the text it was given as; empty for the one the rule file has as its default.
  struct Function {
    std::string text;
  };
  using Value = std::variant<Coordinate, std::string, std::vector<Coordinate>, Function>;

  std::string name;
  std::string doc;
  Value value;
  /// Whether the one who loaded the game chose the value; else it is the default.
  bool given = false;
};

/// The value as it would be typed after `-p NAME=`; "(default)" for a function that was not given.
std::string to_string(const Parameter::Value& value);

/// A fact stated with a game, for tests to check.
struct KnownFact {
  enum class Kind { grundy, outcome, remoteness };
  Kind kind = Kind::grundy;
  bool loony = false;  ///< that the position is loony, instead of a Grundy value
  BigPosition position;
  /// A Grundy value or a remoteness; of an outcome, the number of the enumerator.
  Integer expected;
  /// Where the fact is stated: "rules/kayles.lua:12", or empty.
  std::string where;
};

/// Answers about other positions of the game, for a claim that is looked at.
class ClaimValues {
 public:
  virtual ~ClaimValues() = default;
  /// A value of a position that the domain contains, as a cell of a table; nothing where it is not at hand yet: then what the
  /// claim says does not count, and it is asked again.
  struct Cell {
    const Table* table;
    std::uint64_t index;
  };
  virtual std::optional<Cell> value(ValueKind kind, PositionView position) = 0;
  virtual const Rules& rules() const = 0;
};

/// What somebody says of every position of a box, perhaps wrongly.
struct GameClaim {
  std::string words;
  std::string source;               ///< who says it, and where: perhaps empty
  std::optional<Box> box;           ///< the positions that it is about; absent: those of whichever box is verified
  std::optional<Position> failure;  ///< the least position at which it is known to fail; absent where it is to hold
  /// Whether it holds at a position. May throw RuleError, LimitError and Interrupted.
  std::function<bool(PositionView position, ClaimValues& values)> holds;
  /// What it says of positions of so many coordinates, as a program of claims (FlowProgram::is_claim); refused where it is
  /// none. Empty where the claim is not from a rule file. May throw LimitError and Interrupted.
  std::function<Result<FlowProgram>(std::size_t dimensions)> program = {};
  /// The values of parameters that it is claimed for, each as it would be typed; of other parameters the defaults.
  std::vector<std::pair<std::string, std::string>> settings = {};
};

class Random;

/// Options that are not listed: numbered from 0 and made when they are asked for.
class NumberedOptions {
 public:
  virtual ~NumberedOptions() = default;
  virtual std::uint64_t size() const = 0;
  virtual void add(std::uint64_t number, Options& out) const = 0;
  virtual std::string label(std::uint64_t number) const = 0;
  /// The number of the option that leads to a position, as the rule gives it; nothing where none does.
  virtual std::optional<std::uint64_t> find(PositionView to) const = 0;
};

/// A strategy that comes with a game.
struct GamePlayer {
  std::string name;
  /// The number of the option that it takes at `position`, whose options are `options` (at least one). May throw RuleError,
  /// LimitError and Interrupted.
  std::function<std::size_t(PositionView position, const Options& options, Random& random)> choose;
  /// The same where they are too many for a list. May throw RequestError, too.
  std::function<std::uint64_t(PositionView position, const NumberedOptions& options, Random& random)> choose_of_many;
};

/// A game with everything that a front end shows of it. Plain data; `rules` is shared with whoever solves it. Of a game from a
/// rule file, all texts and what `show` returns are plain text (engine/base/plain_text.h).
struct Game {
  std::string name;
  std::string title;
  std::string source;
  std::string description;              ///< the rules in words, perhaps empty
  std::string file;                     ///< the rule file, or empty for a game that is not from a file
  std::vector<std::string> files;       ///< all rule files that were read for it, as paths
  std::optional<std::uint64_t> digest;  ///< of the text of the rule file that was run, for a game that is from one
  std::shared_ptr<const Rules> rules;
  std::vector<Parameter> parameters;
  std::optional<BigPosition> example;
  /// The example where that is several positions, played at once: two or more, the last of which is `example`; else empty.
  std::vector<BigPosition> example_sum;
  /// Where play begins when no position is given; absent where that is the example.
  std::optional<BigPosition> opening;
  std::vector<KnownFact> known;
  std::vector<GameClaim> claims;
  /// How many claims are left out, since they are about other rules: those of the game that a variant was made of, or of the
  /// game under its own convention of play.
  std::size_t claims_left_out = 0;

  /// The same rules on another board or graph, where that is part of the position (CellShape::is_part_of_position): always the
  /// same object as long as anybody has it. Empty elsewhere. May throw what loading throws.
  std::function<std::shared_ptr<const Game>(const CellShape& shape)> on_shape;
  /// The other boards or graphs that facts are known of; each is known on that of its own.
  std::vector<CellShape> known_shapes;

  /// How many numbers `start` takes; absent where every coordinate must be given.
  std::optional<std::size_t> start_arity;
  /// Of a board or a graph that is part of the position: the text of the position that one number stands for, such as "1x7".
  /// Empty elsewhere. May throw RuleError, LimitError and Interrupted.
  std::function<std::string(Coordinate)> start_text;
  /// The same rules where a parameter is that number, whose start is then what the number stands for: always the same object as
  /// long as anybody has it. Empty elsewhere. May throw what loading throws.
  std::function<std::shared_ptr<const Game>(Coordinate)> with_number;
  std::string start_parameter;  ///< that parameter; empty where there is none

  /// The position that fewer numbers stand for. Not checked against the domain.
  std::function<BigPosition(const BigPosition&)> start;
  /// A position to begin at, by chance, where the game has a way of its own to choose one. May throw what players throw.
  std::function<BigPosition(Random&)> random_start;
  /// A position as text for people. Empty: the coordinates joined by commas, named values by their names.
  std::function<std::string(PositionView)> show;
  /// The position that a text of the game's own names, such as `show` returns; nothing where it names none. Not checked against
  /// the domain. Empty: positions are typed as numbers only. May throw RequestError, with the reason, and what rules throw.
  std::function<std::optional<BigPosition>(std::string_view)> read;
  std::vector<GamePlayer> players;
  /// The names of the moves that cost their player a stake, which the winner of the game takes.
  std::vector<std::string> stakes;
};

/// What people call the game: its title, or its name where it has none.
inline const std::string& title_of(const Game& game) { return game.title.empty() ? game.name : game.title; }

/// The games that the components of a sum are positions of, by number.
using Games = std::vector<std::shared_ptr<const Game>>;

/// The rules of each.
std::vector<std::shared_ptr<const Rules>> rules_of(const Games& games);

/// The position that `numbers` name: all coordinates, or as many numbers as `start` takes.
/// Throws RequestError, with the reason, if there is no such position.
BigPosition complete_position(const Game& game, const BigPosition& numbers);
/// The position that `start` makes of as many numbers as it takes. Throws RequestError likewise.
BigPosition started_position(const Game& game, const BigPosition& numbers);

/// Where play begins if no numbers are named: what `start` makes of none, such as a board with nothing on it. Nothing where
/// that is not a position of the game, or has no move. Throws RuleError.
std::optional<BigPosition> playable_start(const Game& game);

/// A position, and the game that it is one of.
struct GamePosition {
  std::shared_ptr<const Game> game;
  BigPosition position;
};

/// Whether one number stands for a position that may be of another board or graph.
inline bool has_numbered_starts(const Game& game) { return game.start_text || game.with_number; }
/// The position that the number stands for, in a game that has such starts. Throws RequestError where there is none, RuleError,
/// and what loading throws.
GamePosition numbered_start(const Game& game, Coordinate number);

/// The game whose position `text` is: `game` itself, or the same rules on another board or graph, where `text` may also be the
/// number of a start. Throws RequestError, and what loading throws.
std::shared_ptr<const Game> game_of_position(const std::shared_ptr<const Game>& game, std::string_view text);

/// Whether the text of a position ends in "!", which says that the player to move must move there; takes that off. A "!" that
/// the game's own texts end in is none.
bool take_obligation(const Game& game, std::string_view& text);

/// The position that `text` names: what the game's own `read` makes of it; else as parse_coordinates. Throws RequestError,
/// quoting `text`, and what `read` throws.
BigPosition parse_position(const Game& game, std::string_view text);

/// The position that `text` names: integers joined by commas, or names of values where an axis has them; as many as `start`
/// takes, or, always where parentheses stand around them, all coordinates. Throws RequestError, quoting `text`.
BigPosition parse_coordinates(const Game& game, std::string_view text);

/// Throws RequestError, quoting the position, if it is outside the domain or not valid.
void check_position(const Game& game, const BigPosition& position);

/// A position as it is typed: its coordinates joined by commas; of a board or a graph, its text (CellShape::text).
std::string position_text(const Game& game, const BigPosition& position);

/// The positions of the game's example, each complete: one, several where it is a sum, none where the game has no example.
/// Throws what complete_position throws.
std::vector<BigPosition> example_positions(const Game& game);
/// The same as text, "29,51" or "3 4 5"; empty where there is none.
std::string example_text(const Game& game);

/// A position as people read it.
std::string show_position(const Game& game, const BigPosition& position);

}  // namespace bouton
