// The tuples of numbers of which a condition holds, as an automaton.
//
// A comparison is a union of conjunctions of linear conditions, whose further numbers are the quotients, digits and whole parts
// that it speaks of; `and`, `or`, `not` are operations on automata, and `exists` leaves a number out of sight.
//
// The whole part of a multiple of alpha = [0; 1, c(0), c(1), ...] comes from the Ostrowski system of c: for a number n, the sum
// of b(j) W(j), let F be the sum of b(j) P(j), where P(0) = 1, P(1) = c(0) and P obeys the recurrence of W. P(j) and W(j) are
// numerators and denominators of the convergents of alpha, so floor(n alpha) is F - 1 where the last digit of n that is not 0
// has an even place, and else F (A. Ostrowski, Bemerkungen zur Theorie der Diophantischen Approximationen, 1922). With p as the
// period of c, W(j + p) = W(p - 1) W(j) + (W(p) - W(p - 1)) P(j): a shift of the digits by p places tells F. Every number of
// the field is a sum of a fraction and a multiple of alpha, so sqrt(d) is where it is in that field.
#pragma once

#include <cstddef>
#include <optional>

#include "engine/automata/automaton.h"
#include "engine/base/result.h"
#include "engine/theorem/predicate/predicate.h"
#include "engine/theorem/statement/formula.h"

namespace bouton {

/// Whether the system can speak of all that the condition says: of binary digits base 2 can, of whole parts of multiples of an
/// irrational number the Ostrowski systems of its field.
bool can_speak_of(const Numeration& system, const Predicate& predicate);
/// A system that can: base 2 where any can. Refused where none can.
Result<Numeration> system_of(const Predicate& predicate);

/// The tuples of the first so many variables, of integers >= 0. Minimised. The system can speak of the condition. Throws
/// AutomatonTooLarge, Interrupted.
Automaton automaton_of(const Predicate& predicate, std::size_t variables, const Numeration& system,
                       AutomataWorkspace& workspace);

/// A condition on the coordinates of a position, and perhaps on numbers behind them, as one on the numbers of a sheet, and on
/// those behind: the other coordinates have the values that they have there.
Predicate on_sheet(const Predicate& predicate, const GameFormula& formula, std::size_t sheet);

}  // namespace bouton
