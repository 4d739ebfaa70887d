// All that is found out about a game's positions of every size: what is proved, and what the tables suggest.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/budget.h"
#include "engine/base/result.h"
#include "engine/conjecture/conjecture.h"
#include "engine/heap/period/period.h"
#include "engine/plan/theorems.h"
#include "engine/rules/game.h"

namespace bouton {

struct Discovery {
  TheoremReport theorem;
  std::optional<Period> period;  ///< of the Grundy values of heaps: proved
  struct Part {
    std::string where;  ///< "goal = normal": the coordinates of few values that these are about; empty where there are none
    std::vector<Conjecture> conjectures;
  };
  std::vector<Part> parts;
  std::string not_looked_at;  ///< why there are no tables for conjectures, where they took too much; else empty
  double seconds = 0;         ///< what all of it took
};

/// How many coordinates a theorem about the game is about: those of the game, or so many piles. Refused where the game has no
/// such positions.
Result<std::size_t> theorem_dimensions(const Domain& domain, std::optional<std::size_t> piles);

/// Looks for a theorem about the positions of so many coordinates, for a proved period, and for conjectures in tables that no
/// formula or claim of the rules takes part in. Throws RuleError, LimitError, Interrupted; a limit
/// that tables for conjectures meet is an answer.
Discovery discover(const Game& game, std::size_t dimensions, const Budget& budget);

}  // namespace bouton
