// What it takes to list the options of a position, as all methods do for its winning moves.
#pragma once

#include <optional>

#include "engine/position/position.h"
#include "engine/question/question.h"
#include "engine/rules/rules.h"

namespace bouton {

/// What the options of a position are found by.
struct OptionCount {
  double options = 0, rounds = 0;  ///< rounds of the loops of the moves
};

/// By the control flow of the moves: counted where there are few, else estimated from two smaller positions in the same
/// direction. Nothing where the moves are not known as control flow, or raise an error. Some 100 microseconds.
std::optional<OptionCount> count_options(const Rules& rules, PositionView position);

/// About how many options a position of the domain has, as far as that is known without making them; 0 where it is not.
/// A walk through the program of the moves; where there may be many, some 100 microseconds. Of a product of strips of coins an
/// option counts for as many as it turns coins.
double known_options(const Rules& rules, PositionView position);

/// The seconds of costs.h for the options of a position and a look at each.
double seconds_of_options(const Rules& rules, PositionView position);

/// The same for a question that asks for the winning moves of a component with coordinates of 64 bits; 0 for others.
double seconds_of_winning_moves(const Question& question, const Rules& rules);

}  // namespace bouton
