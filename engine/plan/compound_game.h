// Several positions that are played at once as one position of one game, and back.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/budget.h"
#include "engine/question/answer.h"
#include "engine/question/question.h"
#include "engine/rules/game.h"
#include "engine/sum/compound.h"

namespace bouton {

/// `sum`, of positions of `games`, played as `compound` says: one position of a game whose rules are CompoundRules, which
/// people read and type as the positions of its components with " | " between them. The two lists are replaced, unless the
/// compound is disjunctive. What the rules remember counts against `budget`. Throws RequestError as CompoundRules does, and
/// where a coordinate is beyond 64 bits, the player to move is obliged, or there is no position.
void play_as(Compound compound, Games& games, Sum& sum, const Budget& budget);

/// The positions of a sum as people named them: those of the components, where it is one position of a compound.
struct NamedPositions {
  Games games;  ///< each once
  Sum sum;
  Compound compound = Compound::disjunctive;
};
NamedPositions named_positions(const Games& games, const Sum& sum);

/// The game of each component of a game that play_as has made; empty for all others.
const Games& components_of(const Game& game);

/// The compound that the one position of a sum is of; disjunctive for all others.
Compound compound_of(const Games& games, const Sum& sum);

/// What a move of a compound does in one of its components, counted from 0.
struct MovePart {
  std::size_t component = 0;
  std::string label;  ///< empty for a move without a name
  BigPosition to;
};
/// Of a move in `sum`, a position of a compound: in one component or in several, in their order.
std::vector<MovePart> parts_of(const Games& games, const Sum& sum, const Move& move);

}  // namespace bouton
