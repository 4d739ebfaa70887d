// A set of positions that somebody guesses, proved or refuted.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>

#include "engine/automata/automaton.h"
#include "engine/base/budget.h"
#include "engine/plan/theorems.h"
#include "engine/question/answer.h"
#include "engine/rules/game.h"
#include "engine/theorem/predicate/predicate.h"

namespace bouton {

/// The guess: which positions are P, or have one Grundy value; or, as a condition that speaks of the value too, which value
/// each has.
struct Guess {
  std::string text;  ///< for people
  /// A condition on the coordinates in their order, and perhaps on the value behind them; or the tuples of the coordinates.
  std::variant<Predicate, Automaton> set;
  /// A condition on the coordinates that all other positions have to meet besides, of a guess about outcomes; absent: true.
  std::optional<Predicate> of_others = {};
  bool is_compared = false;  ///< with small positions by whoever guesses: they are not looked at first then
};

/// What is called what in a condition about so many coordinates, in this order.
std::vector<std::string> names_in_guess(const Game& game, std::size_t dimensions, bool of_values);

struct GuessAnswer {
  std::string guess;
  /// With the guess as its theorem where it is proved; else the refusal says why it is not decided, or that it is wrong.
  TheoremReport report;
  /// A position where it is wrong.
  struct Counterexample {
    Position position;
    bool least =
        true;  ///< whether there is none with a lesser sum of coordinates, or an equal one and lexicographically before
    bool guessed = false;      ///< whether it is of the set by the guess
    Value value;               ///< its outcome, and its Grundy value where that is what the guess is about
    std::optional<Move> move;  ///< to a position that is of the set in truth, where one shows that this is not
  };
  std::optional<Counterexample> counterexample;
  Coordinate checked_to = 0;  ///< it holds of positions of numbers to this, where it is not wrong
};

/// Compares the guess with small positions, which are solved, and then proves it for all, or finds where it fails.
/// request.greatest_value is the Grundy value that it is about; kAllValues: the set is one of tuples of a position and its
/// value. Of a value above 0 the positions of lesser values must be found as a theorem first. A theorem of usual cost is kept
/// for later runs. Throws RequestError where there are no such values, RuleError, LimitError, Interrupted.
GuessAnswer answer_guess(const Game& game, const Guess& guess, const TheoremRequest& request, const Budget& budget);

}  // namespace bouton
