// Numbers, positions and what they are worth.
#pragma once

#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bouton {
inline namespace v1 {

/// One number of a position, as rules see it: the size of a heap, a limit, a name's index.
using Coordinate = std::int64_t;

/// Coordinates that somebody else owns. Valid only as long as the owner does not change.
using PositionView = std::span<const Coordinate>;

/// An integer of any size: 64 bits, or its decimal digits. Made to be handed over and compared, not to be calculated with.
class Integer {
 public:
  Integer() = default;
  template <std::integral T>
  requires(!std::same_as<T, bool> && sizeof(T) <= sizeof(std::int64_t)) Integer(T value) {  // NOLINT: a number is one
    if (std::in_range<std::int64_t>(value)) small_ = static_cast<std::int64_t>(value);
    else digits_ = std::to_string(value);
  }
  /// The number that `text` spells in decimal, with an optional sign. Throws RequestError.
  static Integer parse(std::string_view text);

  /// The number, where it fits 64 bits.
  std::optional<std::int64_t> narrow() const {
    if (digits_.empty()) return small_;
    return std::nullopt;
  }
  /// In decimal.
  std::string text() const { return digits_.empty() ? std::to_string(small_) : digits_; }

  friend bool operator==(const Integer& a, const Integer& b) = default;
  friend std::strong_ordering operator<=>(const Integer& a, const Integer& b);

 private:
  std::int64_t small_ = 0;
  std::string digits_;  ///< of a number beyond 64 bits; else empty
};

/// A position whose coordinates may be of any size.
class Position {
 public:
  Position() = default;
  Position(std::initializer_list<Integer> coordinates) : coordinates_(coordinates) {}
  explicit Position(std::vector<Integer> coordinates) : coordinates_(std::move(coordinates)) {}
  explicit Position(PositionView coordinates) : coordinates_(coordinates.begin(), coordinates.end()) {}

  std::size_t size() const { return coordinates_.size(); }
  bool empty() const { return coordinates_.empty(); }
  void push_back(Integer coordinate) { coordinates_.push_back(std::move(coordinate)); }
  Integer& operator[](std::size_t i) { return coordinates_[i]; }
  const Integer& operator[](std::size_t i) const { return coordinates_[i]; }
  auto begin() const { return coordinates_.begin(); }
  auto end() const { return coordinates_.end(); }
  /// As rules see it, where all coordinates fit 64 bits.
  std::optional<std::vector<Coordinate>> narrow() const;
  /// The coordinates joined by commas: "3,5".
  std::string text() const;

  friend bool operator==(const Position& a, const Position& b) = default;
  friend auto operator<=>(const Position& a, const Position& b) = default;

 private:
  std::vector<Integer> coordinates_;
};

/// One position of a disjunctive sum: of game number `game` among those of the solver that is asked.
struct Component {
  std::size_t game = 0;
  Position position = {};
  bool obliged = false;  ///< whether the player to move must move here: in one component of a sum at most
  friend bool operator==(const Component&, const Component&) = default;
};

/// A disjunctive sum. The empty sum has no move.
class Sum {
 public:
  Sum() = default;
  Sum(std::initializer_list<Component> components) : components_(components) {}
  Sum(Position position) : components_{{0, std::move(position)}} {}  // NOLINT: one of the first game
  explicit Sum(std::vector<Component> components) : components_(std::move(components)) {}

  std::size_t size() const { return components_.size(); }
  bool empty() const { return components_.empty(); }
  void push_back(Component component) { components_.push_back(std::move(component)); }
  const Component& operator[](std::size_t i) const { return components_[i]; }
  auto begin() const { return components_.begin(); }
  auto end() const { return components_.end(); }
  friend bool operator==(const Sum&, const Sum&) = default;

 private:
  std::vector<Component> components_;
};

/// A box of positions: coordinate i from low[i] to high[i], both included. Its positions are in order, the last coordinate
/// fastest.
struct Box {
  std::vector<Coordinate> low, high;
};

/// The outcome under best play.
enum class Outcome : std::uint8_t {
  P,    ///< the previous player wins: the player to move loses
  N,    ///< the next player wins: the player to move wins
  draw  ///< neither can force a win
};

/// 'P', 'N' or 'D'.
constexpr char letter(Outcome outcome) { return outcome == Outcome::P ? 'P' : outcome == Outcome::N ? 'N' : 'D'; }

enum class ValueKind : std::uint8_t { grundy, outcome, remoteness, suspense, longest };

/// A Grundy value: the nimber *n, or, where play can go on for ever, infinity with the finite values among the options:
/// infinity(0,2) (C. A. B. Smith, 1966); or loony, which moves that oblige may be: whoever is to move wins, whatever stands
/// beside (Winning Ways, chapter 12).
class Nimber {
 public:
  Nimber() = default;
  Nimber(Integer value) : value_(std::move(value)) {}  // NOLINT: a number is a nimber
  template <std::integral T>
  Nimber(T value) : value_(value) {}  // NOLINT: likewise
  /// Infinity; `among` are ascending, each once.
  static Nimber infinity(std::vector<Integer> among);
  static Nimber loony();

  bool is_finite() const { return finite_; }
  bool is_loony() const { return loony_; }
  /// Of a finite one.
  const Integer& value() const { return value_; }
  /// Of infinity: the finite values of its options, ascending, each once.
  const std::vector<Integer>& among() const { return among_; }
  /// "3", "infinity(0,2)" or "loony".
  std::string text() const;
  friend bool operator==(const Nimber&, const Nimber&) = default;

 private:
  bool finite_ = true;
  Integer value_;
  std::vector<Integer> among_;
  bool loony_ = false;
};

/// What is known of a position or a sum. An absent field is not known, or does not exist.
struct Value {
  Outcome outcome = Outcome::P;
  std::optional<Nimber> grundy = {};  ///< only under normal play
  /// How many moves are still played when the winner hastens and the loser delays; absent for a draw.
  std::optional<std::uint64_t> remoteness = {};
};

/// Who moves after a move: after an ordinary one the opponent, anywhere; after `again` the same player, anywhere; after
/// `entail` the opponent, in the component that was moved to.
enum class MoveKind : std::uint8_t { ordinary, again, entail };

/// How several games are played at once (Conway, On Numbers and Games, chapters 14 and 15; of sequential compounds Stromquist
/// and Ullman, 1993). A component has ended when no move is left in it.
enum class Compound : std::uint8_t {
  disjunctive,             ///< a move in one component; it ends when all have ended
  diminished_disjunctive,  ///< a move in one component; it ends as soon as one has ended
  conjunctive,             ///< a move in every component; it ends as soon as one has ended
  continued_conjunctive,   ///< a move in every component that has not ended; it ends when all have ended
  selective,               ///< a move in one component or in several; it ends when all have ended
  shortened_selective,     ///< a move in one component or in several; it ends as soon as one has ended
  ordinal,                 ///< a move in one component, which does away with those behind it; it ends when all have ended
  sequential               ///< a move in the first component that has not ended; it ends when all have ended
};

/// What a move of a compound does in one of its components, counted from 0.
struct MovePart {
  std::size_t component = 0;
  std::string label = {};  ///< empty for a move without a name
  Position to = {};
  friend bool operator==(const MovePart&, const MovePart&) = default;
};

/// A move in a sum: what replaces component `component`; several positions, or none, after a split.
struct Move {
  std::size_t component = 0;
  std::string label = {};  ///< the kind of move; empty where it has no name
  std::vector<Position> to = {};
  MoveKind kind = MoveKind::ordinary;
  friend bool operator==(const Move&, const Move&) = default;
};

/// A move, and the value of the whole sum that it leads to, for whoever moves there: an `again` wins with outcome N, any other
/// move with outcome P.
struct MoveValue {
  Move move;
  Value value;
};

}  // namespace v1
}  // namespace bouton
