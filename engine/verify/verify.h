// Every way to an answer against the reference, on one game.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/budget.h"
#include "engine/position/box.h"
#include "engine/rules/game.h"

namespace bouton {

/// One comparison of two ways to the same answers.
struct Check {
  std::string name;  ///< what is compared with what: "table against single positions"
  std::uint64_t compared = 0;
  std::string unit;                       ///< what was counted: "values"
  std::string skipped;                    ///< why nothing was compared; empty if something was
  std::optional<std::string> difference;  ///< the first one found, beginning with the position

  /// Where it is about a claim of the game's own (its words are then the name): what came of it. A claim that fails where it is
  /// known to is not a difference.
  struct Verdict {
    std::string source;
    std::optional<Position> counterexample;  ///< the least of the box: of least sum, and first in its order among these
    bool is_proved = false;                  ///< for positions of every size
    std::string not_proved = {};             ///< why not; empty where nobody tried
    std::optional<Position> beyond = {};     ///< a position outside of the box where it does not hold
  };
  std::optional<Verdict> verdict = {};
};

/// The box to verify a game in where nobody named one: some thousand positions; fewer where very many lie below them, and
/// some tens where each takes the search of many sums.
Box verification_box(const Game& game, const Budget& budget);

/// Looks at a claim of the game at every position of its box, or else of `box`, by the values that the rules alone give.
/// Throws as verify does.
Check check_claim(const Game& game, const GameClaim& claim, const Box& box, const Budget& budget);

/// Makes every comparison there is, in `box` where it is about positions, then looks at the game's claims, and hands each on
/// to `done` as it ends; a difference ends its comparison, and the others go on. The reference asks the rules without any
/// symmetry. Throws RuleError, LimitError (at once, where a table of the box does not fit the memory) and Interrupted.
std::vector<Check> verify(const Game& game, const Box& box, const Budget& budget,
                          const std::function<void(const Check&)>& done = {});

/// How many comparisons and claims verify() goes through, and one of them alone, counted from 0: for workers that share them.
/// Throw as verify() does.
std::size_t count_checks(const Game& game, const Budget& budget);
Check verify_one(const Game& game, const Box& box, const Budget& budget, std::size_t number);

}  // namespace bouton
