// Games, declared in C++.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <bouton/values.h>

namespace bouton {
inline namespace v1 {

/// What the library's own files see of these classes; no part of the interface.
struct Access;

/// Who has won when the player to move has no option.
enum class Play : std::uint8_t {
  normal,      ///< whoever cannot move loses
  misere,      ///< whoever cannot move wins
  by_position  ///< the last position says: Rules::terminal_outcome
};

/// One coordinate: its name and the values it takes, least and greatest included.
struct Axis {
  std::string name;
  Coordinate least = 0;
  Coordinate greatest = std::numeric_limits<Coordinate>::max();
  /// Names of the values least, least + 1, ...; empty where the values are only numbers.
  std::vector<std::string> value_names = {};
};

/// Which lists of integers are positions. A value: made once, never changed.
class Domain {
 public:
  /// A coordinate for each axis. Throws RequestError where the least value of one is greater than the greatest.
  static Domain fixed(std::vector<Axis> axes);
  /// A list of piles, of any length within the bounds, all on one axis. Throws the same.
  static Domain piles(Axis axis, std::size_t least_length = 0,
                      std::size_t greatest_length = std::numeric_limits<std::size_t>::max());
  /// The squares of a board, row by row, each in a state 0, 1, ...; `states` has a character for each. At most 1024 squares;
  /// throws RequestError for others.
  static Domain board(std::uint32_t rows, std::uint32_t columns, std::string states = ".X");
  /// The vertices or the edges of a graph in states: "cycle 6", "grid 3 4", "edges 1-2 2-3" and what else rule files name
  /// (docs/rule-language.md). Throws RequestError for any other text.
  enum class Cells : std::uint8_t { vertices, edges };
  static Domain graph(std::string_view graph, Cells cells = Cells::vertices, std::string states = ".X");

  bool is_piles() const;
  /// How many coordinates a position has; 0 where it is a list of piles.
  std::size_t dimensions() const;
  /// The axis of a coordinate; in a list of piles all share one.
  Axis axis(std::size_t i) const;
  bool contains(PositionView position) const;
  bool contains(std::initializer_list<Coordinate> position) const {
    return contains(PositionView(position.begin(), position.size()));
  }

 private:
  friend struct Access;
  struct Impl;
  explicit Domain(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}
  std::shared_ptr<const Impl> impl_;
};

/// The kind of a move: 0 has no name, label k is the k-th text of Rules::labels.
using Label = std::uint32_t;
inline constexpr Label kNoLabel = 0;

/// Takes the options of a position. Each function throws RuleError for a position that the domain does not contain or that is
/// not valid, and for a label that there is not.
class Options {
 public:
  void add(PositionView to, Label label = kNoLabel);
  void add(std::initializer_list<Coordinate> to, Label label = kNoLabel) { add(PositionView(to.begin(), to.size()), label); }
  /// A move that leaves the sum of several positions, or of none.
  void split(std::initializer_list<std::initializer_list<Coordinate>> parts, Label label = kNoLabel) {
    for (const std::initializer_list<Coordinate>& part : parts) add_part(PositionView(part.begin(), part.size()));
    end_split(label);
  }
  /// The same, part by part: any number of add_part, then end_split.
  void add_part(PositionView part);
  void end_split(Label label = kNoLabel);

  Options(const Options&) = delete;
  Options& operator=(const Options&) = delete;

 private:
  friend struct Access;
  struct Impl;
  explicit Options(Impl& impl) : impl_(impl) {}
  Impl& impl_;
};

/// The name of a formula that answers for a game, with its arguments: {"nim"}, {"moore", {{"k", 2}}}. The names are those of
/// rule files (docs/rule-language.md), but for those whose arguments are functions.
struct Formula {
  using Argument = std::variant<Integer, std::vector<Integer>, std::string>;
  std::string name;
  std::map<std::string, Argument> arguments = {};
};

/// An impartial game. Implementations are deterministic: the same position always has the same options in the same order.
/// They need not be callable from several threads at once. A position that they are given is one that the domain contains
/// and, but for valid() itself, that is valid. What they throw ends the question and reaches who asked it.
class Rules {
 public:
  Rules() = default;
  virtual ~Rules() = default;
  Rules(const Rules&) = delete;
  Rules& operator=(const Rules&) = delete;

  /// Asked once, when a Game is made of the rules, as are labels(), play() and what they claim.
  virtual Domain domain() const = 0;
  /// Adds every option of `position`, an option perhaps more than once.
  virtual void options(PositionView position, Options& out) const = 0;
  /// The names of the kinds of move.
  virtual std::vector<std::string> labels() const { return {}; }
  virtual Play play() const { return Play::normal; }
  /// The outcome of a position without options; only asked where play() is by_position.
  virtual Outcome terminal_outcome(PositionView position) const;
  /// Whether a position that the domain contains exists in this game.
  virtual bool valid(PositionView /*position*/) const { return true; }
  /// Replaces a position by the representative of all that are the same under a symmetry of the game.
  virtual void normalize(std::vector<Coordinate>& /*position*/) const {}

  // Claims. The first question about a game compares them with the moves of small positions, and throws RuleError where these
  // contradict them; verify() compares as many as it is asked to.

  /// The take-and-break code whose moves these are, such as "0.77" for Kayles: then the values of heaps are found as a
  /// sequence, with its period. Empty: none.
  virtual std::string heap_code() const { return {}; }
  /// The formula that answers: then positions of any size are answered.
  virtual std::optional<Formula> formula() const { return std::nullopt; }
  /// Whether a position is the sum of its components: of the piles of a list, of the connected regions of cells that are not in
  /// the last state.
  virtual bool independent() const { return false; }

  /// Up to how many options the other player forbids before each move (a Muller twist). Who has none left to take has lost
  /// under normal play and won under misere play; play is one of these, and no move splits. Options are different positions, as
  /// the rules give them. There are no Grundy values, and what is claimed of the moves without the twist is left aside.
  virtual std::uint64_t blocking() const { return 0; }
};

/// An option, or what it leaves after a split.
struct Option {
  std::string label;
  std::vector<Position> to;
  friend bool operator==(const Option&, const Option&) = default;
};

/// Random numbers that are the same on every machine. Not for secrets.
class Random {
 public:
  /// Uniform in 0..n - 1; n >= 1.
  std::uint64_t below(std::uint64_t n);
  /// Uniform in [0, 1).
  double real();

  Random(const Random&) = delete;
  Random& operator=(const Random&) = delete;

 private:
  friend struct Access;
  struct Impl;
  explicit Random(Impl& impl) : impl_(impl) {}
  Impl& impl_;
};

/// A way to play that comes with a game: the number of the option that is taken, of at least one.
struct Strategy {
  std::string name;
  std::function<std::size_t(PositionView position, const std::vector<Option>& options, Random& random)> choose;
};

/// What people want to know of a game. Everything may be left out.
struct About {
  std::string name = "game";  ///< in messages
  std::string title = {};
  std::string source = {};
  std::string description = {};
  std::optional<Position> example = {};
  std::function<std::string(PositionView)> show = {};  ///< a position for people
  std::vector<Strategy> players = {};
};

/// Rules with what people want to know of them. Copies share them.
class Game {
 public:
  /// Throws RequestError where the rules say of themselves what cannot be (a code that is none).
  explicit Game(std::shared_ptr<const Rules> rules, About about = {});
  /// A game of rules of a class of the caller's.
  template <std::derived_from<Rules> R, class... Arguments>
  static Game make(Arguments&&... arguments) {
    return Game(std::make_shared<R>(std::forward<Arguments>(arguments)...));
  }

  const About& about() const;
  const Domain& domain() const;
  Play play() const;
  /// Up to how many options the other player forbids before each move: Rules::blocking.
  std::uint64_t blocking() const;
  /// The same game under normal or misère play; by_position stands for what its rules say. Throws RequestError
  /// where it cannot be played so; a compound is played as its games are.
  Game under(Play play) const;

  /// Throws RequestError, quoting the position, if it is outside the domain or not valid.
  void check(const Position& position) const;
  /// The position that a text names: integers or names of values joined by commas, a board or graph as its states. Throws
  /// RequestError, quoting it.
  Position parse(std::string_view text) const;
  /// A position as it is typed, and as people read it (About::show).
  std::string text(const Position& position) const;
  std::string show(const Position& position) const;
  /// The options of a position, in the order of the rules, each once. Throws RequestError, and what rules throw.
  std::vector<Option> options(const Position& position) const;

 private:
  friend struct Access;
  struct Impl;
  Game() = default;
  std::shared_ptr<const Impl> impl_;
};

}  // namespace v1
}  // namespace bouton
