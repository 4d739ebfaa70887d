// Moves as linear equations and inequalities: the form in which an order of positions can be proved, and in which moves can be
// turned round.
#pragma once

#include <vector>

#include "engine/base/result.h"
#include "engine/linear/inequalities.h"
#include "engine/program/analysis/move_families.h"

namespace bouton {

/// Some options of every position: for all integers that fulfil the system, `to` is an option. The first variables are the
/// position's coordinates, the others what its loops count and what takes a quotient or a remainder apart.
struct MoveSystem {
  int line = 0;
  std::size_t variables = 0;
  std::vector<Affine> zero;     ///< these are 0
  std::vector<Affine> at_most;  ///< these are <= 0
  std::vector<Affine> to;

  /// All of it as inequalities.
  Inequalities inequalities() const;
};

/// The families as such moves; a minimum, an alternative or a list makes several of one. Together they name the same options,
/// perhaps some of them more than once. Refused where something is not linear, or where they become too many.
Result<std::vector<MoveSystem>> move_systems(const MoveFamilies& families);

/// The positions for which the predicate's result is not 0, as those for which all these forms of the coordinates are <= 0.
/// Refused where they are not of this kind.
Result<std::vector<Affine>> linear_predicate(const MoveProgram& predicate);

}  // namespace bouton
