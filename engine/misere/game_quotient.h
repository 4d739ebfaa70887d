// The misère quotient of a game, with all that is told of it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/budget.h"
#include "engine/base/errors.h"
#include "engine/misere/quotient/genus.h"
#include "engine/misere/quotient/presentation.h"
#include "engine/misere/quotient/pretending_period.h"
#include "engine/misere/quotient/quotient.h"
#include "engine/rules/game.h"
#include "engine/sum/sum_rules.h"
#include "engine/values/outcome.h"

namespace bouton {

struct GameQuotient {
  MisereQuotient quotient;
  Presentation presentation;
  /// The position of each heap that the quotient was asked for: options before what they are options of. In a game of one
  /// coordinate where options are smaller these are the heaps in order.
  std::vector<Position> positions;
  /// Their genera, as far as these are found with little effort.
  std::vector<GenusSolver::Found> genera;
  /// Of the values of heaps from the least on, if it is proved: then the quotient is that of the whole game.
  std::optional<PretendingPeriod> period;
  /// Why the quotient does not reach all positions, if it does not. It is proved for the first quotient.heaps() of them.
  std::optional<LimitError> given_up;
};

/// The quotient of the sums of all heaps to `last`, in a game of one coordinate. Throws RequestError for other games, and
/// if play can go on for ever.
GameQuotient quotient_to(const Game& game, Coordinate last, const Budget& budget);
/// That of all heaps, whatever their size.
struct WholeQuotient {
  std::size_t elements = 0;
  PretendingPeriod period;
};
/// Where the values of heaps 0 to `last`, or of fewer, prove it, in a game of one coordinate whose heaps are 0, 1, 2, ..., and
/// it has no more elements. Throws RequestError if play can go on for ever.
std::optional<WholeQuotient> whole_quotient(const Game& game, Coordinate last, std::size_t most_elements, const Budget& budget);
/// The quotient of the sums of all that can be reached from some positions.
GameQuotient quotient_below(const Game& game, const std::vector<Position>& positions, const Budget& budget);

/// What misère theory knows of a position or a sum.
struct MiserePosition {
  GenusSolver::Found found;
  Outcome outcome = Outcome::P;  ///< under misère play
};

/// Of a sum of positions of `games`, whatever play they name. Throws RequestError if play can go on for ever, LimitError
/// if there are too many positions.
MiserePosition misere_position(const std::vector<std::shared_ptr<const Rules>>& games, const std::vector<SumPart>& parts,
                               const Budget& budget);

}  // namespace bouton
