// Whether play ends, for every position of a game: without that, a set that fits the statement need not be the P-positions.
#pragma once

#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/position/position.h"
#include "engine/theorem/statement/clause.h"

namespace bouton {

/// A clause, and the positions of its sheet that exist, in base 2.
struct EndingClause {
  const Clause* clause;
  const Automaton* valid;
};

/// A proof that play ends, in words ("S + L decreases", "said increases"), or a refusal where none is found. Sums of multiples
/// of the coordinates are tried, negative ones only of those that are `bounded`, which have a greatest value: so each sum has a
/// least one; then, of two coordinates, their distance, the greater, the lesser, and how much one is greater. One that no move
/// increases settles the moves that decrease it, and another one the rest (a lexicographic order of numbers that are bounded
/// below has no infinite descent). `fixed` and `tracks` are as in GameFormula.
Result<std::string> why_play_ends(std::vector<EndingClause> clauses, const std::vector<std::vector<Coordinate>>& fixed,
                                  const std::vector<std::size_t>& tracks, const std::vector<bool>& bounded,
                                  const std::vector<std::string>& names, AutomataWorkspace& workspace);

}  // namespace bouton
