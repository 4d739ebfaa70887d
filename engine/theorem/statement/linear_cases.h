// A rule function as finitely many cases, each a conjunction of linear conditions.
//
// The function is executed on sums of variables instead of numbers. Where it branches, both ways are followed, each with what
// it takes for granted; a loop over a range becomes a variable of its own, since all of its rounds are alike, or is run round
// by round where the range is a short one of constants. What is kept is exact for the integers, without end: 64-bit numbers
// that wrap around are not what a case is about. Whatever is not of this kind is refused.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/automata/linear.h"
#include "engine/base/result.h"
#include "engine/program/analysis/affine.h"
#include "engine/program/move_program.h"

namespace bouton {

/// Coefficients and constants beyond this are refused: automata for them would be too large, and arithmetic on those below it
/// does not leave 64 bits.
inline constexpr std::int64_t kGreatestLinearNumber = std::int64_t{1} << 30;
/// Whether no coefficient and no constant is beyond it, either way.
inline bool is_small(const Affine& form) { return form.is_within(kGreatestLinearNumber, kGreatestLinearNumber); }

/// `form` is 0, or at most 0. The atoms of the form are numbers of variables, each of which is an integer >= 0.
struct LinearCondition {
  Affine form;
  Relation relation = Relation::at_most;
};

/// Each binary digit of the variable `result` is `truth` of those of the variables a and b: bit 2 a + b of it, of which bit 0
/// is 0.
struct BitCondition {
  std::size_t a = 0, b = 0, result = 0;
  std::uint8_t truth = 0;
};

/// Conditions on variables, all to hold. The first variables are known ones, such as coordinates; there are values of the
/// others.
struct LinearSet {
  std::size_t variables = 0;
  std::vector<LinearCondition> conditions;
  std::vector<BitCondition> bits = {};
};

/// One way through a function. The first variables are the coordinates that it was asked about; for each further one that fits
/// the conditions the way is gone once.
struct LinearCase : LinearSet {
  int line = 0;  ///< of the rule file, where the way ends
};

/// An option that a way names.
struct LinearOption : LinearCase {
  Label label = kNoLabel;
  std::vector<Affine> to;
  /// Of two options of one position, the one whose list of numbers is lexicographically first is named first.
  std::vector<Affine> order;
};

/// What a way of a function with one result returns.
struct LinearResult : LinearCase {
  Affine value;
};

/// A way that cannot be followed: the rule raises an error there, or does what depends on numbers of 64 bits. Whoever uses the
/// other cases has to show that no position goes this way.
struct LinearObstacle : LinearCase {
  std::string reason;
};

struct LinearCases {
  std::vector<LinearOption> options;
  std::vector<LinearResult> results;
  std::vector<LinearObstacle> obstacles;
};

/// The cases of the program, where each coordinate is the sum `coordinates` has for it, of variables 0 .. variables - 1.
/// Refused, with the line: products of variables, loops that are left early after a number of rounds that is not constant,
/// splits, values carried from round to round, shifts by what varies, and functions with too many cases.
Result<LinearCases> linear_cases(const MoveProgram& program, const std::vector<Affine>& coordinates, std::size_t variables);

/// Adds a condition to others that are to hold with it; those that say no more than others are left out. False where all of
/// them are seen not to hold together.
bool add_condition(std::vector<LinearCondition>& conditions, LinearCondition condition);

}  // namespace bouton
