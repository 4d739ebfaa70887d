// What a solver answers.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "engine/position/integer.h"
#include "engine/position/options.h"
#include "engine/question/proposal.h"
#include "engine/values/table.h"
#include "engine/values/value.h"

namespace bouton {

/// A move in a sum: what replaces component `component`, as the rule gave it; several positions after a split.
struct Move {
  std::size_t component = 0;
  std::string label;  ///< empty for a move without a name
  std::vector<BigPosition> to;
  MoveKind kind = MoveKind::ordinary;
};

/// About how many bytes a position that a Move leads to takes, with all that is written of it.
std::size_t bytes_of_position_in_move(std::size_t coordinates);
/// About how many a Move takes that is made of this option, or leads to these positions.
std::size_t bytes_of_move(const Options::Option& option);
std::size_t bytes_of_move(const std::vector<BigPosition>& to);

/// Moves that lead to positions of a wanted value.
struct MovesToValue {
  struct To {
    std::string label;
    std::vector<BigPosition> position;
  };
  std::vector<To> moves;
  bool complete = true;       ///< whether these are all
  bool lacks_memory = false;  ///< whether memory has no room for the others
};

/// A move, and the value of the whole sum that it leads to, for whoever moves there.
struct MoveValue {
  Move move;
  Value value;
  /// The outcome of the sum as it is for the opponent, P where the move wins: of an `again` the other one, as its player moves
  /// on.
  Outcome for_opponent() const {
    if (move.kind != MoveKind::again || value.outcome == Outcome::draw) return value.outcome;
    return value.outcome == Outcome::N ? Outcome::P : Outcome::N;
  }
};

/// A method whose estimate was wrong: it was run first, and yielded to the next.
struct Fallback {
  Method from = Method::search;
  std::string why;  ///< "it looked at 20,000 positions without an end"
};

struct Answer {
  Value value;
  std::vector<Move> winning_moves;  ///< component by component, in the rule's order, each option once
  bool winning_moves_complete = true;
  /// Whether there are fewer than were asked for, and perhaps not all: finding the others takes too long, or nothing tells
  /// them.
  bool winning_moves_given_up = false;
  /// The same, since memory has no room for the others.
  bool winning_moves_lack_memory = false;
  /// Where options are forbidden (Rules::blocking): what the player who does not move must forbid, in the rule's order. Of a
  /// P-position the options that are not N, of a draw those that are P; empty where nothing avails. Nothing of other games, and
  /// where the method that answered does not tell it.
  std::optional<std::vector<Move>> forbid = {};
  std::vector<ValueKind> left_out;  ///< values that there are, but would have taken too long beside the outcome
  std::string
      solver;  ///< the method that found the outcome, as name(Method) has it; of a sum perhaps several, joined by " and "
  std::vector<Method> methods;      ///< the same as values
  std::vector<Fallback> fallbacks;  ///< methods that were run before, and did not come to an end
  std::string theorem;              ///< of a closed form: what it rests on; else empty
  std::string claim;  ///< what rule files claim, nobody has proved, and the answer rests on: AnsweringMethod::claim
};

}  // namespace bouton
