#include "engine/study/misere.h"

#include <utility>

#include "engine/plan/claims.h"
#include "engine/question/parts.h"

namespace bouton {

GenusOfSum genus_of(Games games, Sum sum, const Budget& budget) {
  const std::vector<std::shared_ptr<const Rules>> rules = rules_of(games);
  look_at_claims(rules, budget);
  const MiserePosition value = misere_position(rules, narrow_parts(sum), budget);
  return {std::move(games), std::move(sum), value};
}

GameQuotient misere_quotient(const Game& game, Coordinate last, const Budget& budget) {
  look_at_claims(game.rules, budget);
  return quotient_to(game, last, budget);
}

GameQuotient misere_quotient(const Game& game, const Sum& below, const Budget& budget) {
  std::vector<Position> positions;
  for (SumPart& part : narrow_parts(below)) {
    if (part.game != below.front().game) throw RequestError("a misère quotient takes positions of one game only");
    positions.push_back(std::move(part.position));
  }
  look_at_claims(game.rules, budget);
  return quotient_below(game, positions, budget);
}

}  // namespace bouton
