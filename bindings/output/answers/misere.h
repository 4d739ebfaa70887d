// Misère quotients and genera, for people and as JSON.
#pragma once

#include <memory>
#include <vector>

#include "bindings/output/formats/json.h"
#include "engine/misere/game_quotient.h"
#include "engine/plan/solver.h"
#include "engine/rules/game.h"

namespace bouton {

/// The genus of a sum, with the games that its components' numbers stand for.
struct GenusAnswer {
  std::vector<std::shared_ptr<const Game>> games;
  Sum sum;
  MiserePosition value;
};

/// Order, generators, relations, P-portion, and a line for every position with its element and genus. `given_up` words why
/// the quotient does not reach all positions; empty where it does.
void write_text(Sink& out, const Game& game, const GameQuotient& quotient, const std::string& given_up);
/// {"game","params","order","generators":[{"name","position"},..],"relations":[[left, right],..],"p_portion":[..],
/// "positions":[{"position","value","genus","misere_grundy","tame"},..],"orders":[..],"proved_for","period","given_up","text"};
/// elements are products such as {"a": 1, "b": 2}.
Json to_json(const Game& game, const GameQuotient& quotient, const std::string& given_up);

void write_text(Sink& out, const GenusAnswer& answer);
/// {"game","position","components","outcome","genus","grundy","misere_grundy","digits","tame"}
Json to_json(const GenusAnswer& answer);

}  // namespace bouton
