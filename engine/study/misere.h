// Misère theory of positions and of games: genera and quotients.
#pragma once

#include <vector>

#include "engine/base/budget.h"
#include "engine/misere/game_quotient.h"
#include "engine/question/question.h"
#include "engine/rules/game.h"

namespace bouton {

/// The genus of a sum, with the games that its components' numbers stand for.
struct GenusOfSum {
  Games games;
  Sum sum;
  MiserePosition value;
};

/// Of a sum of positions of `games`, whatever play they name. Throws RequestError for coordinates beyond 64 bits, and if play
/// can go on for ever; LimitError if there are too many positions; RuleError; Interrupted.
GenusOfSum genus_of(Games games, Sum sum, const Budget& budget);

/// The misère quotient of heaps to `last`, in a game of one coordinate. Throws RequestError for other games, and if play can go
/// on for ever; RuleError; Interrupted.
GameQuotient misere_quotient(const Game& game, Coordinate last, const Budget& budget);
/// The misère quotient of all that can be reached from the components of a sum, all positions of this game. Throws the same;
/// RequestError for coordinates beyond 64 bits.
GameQuotient misere_quotient(const Game& game, const Sum& below, const Budget& budget);

}  // namespace bouton
