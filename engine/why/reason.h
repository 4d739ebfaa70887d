// Why a position is won, lost or drawn, for people who know its rules.
//
// A reason names who wins, the theorem or the way by which that is known, and what a person can check: the theorem at work
// (engine/closed_form), the Grundy values of the components of a sum, the sequence of a game of one heap; where there is
// nothing of that kind, a proof one level deep, of the P-position that is reached: each move from there and its answer. It
// ends in a winning move, or in why every move fails.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/budget.h"
#include "engine/method/solvers/mirrors.h"
#include "engine/plan/solver.h"
#include "engine/why/words.h"

namespace bouton {

struct Reason {
  /// Prose, or rows of cells that stand below each other.
  struct Paragraph {
    std::string prose;
    std::vector<std::vector<std::string>> table = {};
  };

  Value value;
  std::vector<Paragraph> paragraphs;
  /// The winning move that the paragraphs end in; nothing where no move wins.
  std::optional<Move> move;
  /// Of one position: how its moves are answered, or those after `move` where there is one, if images of moves do that.
  std::optional<Mirroring> mirroring = {};
  /// Where options are forbidden: Answer::forbid.
  std::optional<std::vector<Move>> forbid = {};
};

/// The reason for the outcome of `sum`, of `games`, which `solver` was made for. `budget` bounds what is looked at besides.
/// Cost: that of Solver::solve, and of as many more positions as a page has lines. Throws as Solver does.
Reason why(const Games& games, const Sum& sum, Solver& solver, const Budget& budget);

}  // namespace bouton
