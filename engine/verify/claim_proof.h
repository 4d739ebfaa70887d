// Claims about positions of any size, proved.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "engine/base/budget.h"
#include "engine/rules/game.h"

namespace bouton {

/// What came of the proof of a claim.
struct ClaimProof {
  bool is_proved = false;  ///< for positions of every size
  std::string refusal;     ///< why not, as after "not proved: "; empty where it is
  /// A position for which the claim does not hold.
  std::optional<Position> counterexample;
};

/// Proves a claim that says of each position which outcome or which Grundy value it has, in words of engine/theorem/predicate:
/// as a guess (engine/verify/guess.h), with at most a hundredth of the steps of a usual search for a theorem. `dimensions` is
/// the number of coordinates of the positions, or of piles. May throw RuleError, LimitError, Interrupted.
ClaimProof prove_claim(const Game& game, const GameClaim& claim, std::size_t dimensions, const Budget& budget);

}  // namespace bouton
