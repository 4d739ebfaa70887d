// Misère quotients and genera, for people and as JSON.
#pragma once

#include <string>

#include "bindings/output/formats/json.h"
#include "engine/study/misere.h"

namespace bouton {

/// Order, generators, relations, P-portion, and a line for every position with its element and genus. `given_up` words why
/// the quotient does not reach all positions; empty where it does.
void write_text(Sink& out, const Game& game, const GameQuotient& quotient, const std::string& given_up);
/// {"game","params","order","generators":[{"name","position"},..],"relations":[[left, right],..],"p_portion":[..],
/// "positions":[{"position","value","genus","misere_grundy","tame"},..],"orders":[..],"proved_for","period","given_up","text"};
/// elements are products such as {"a": 1, "b": 2}.
Json to_json(const Game& game, const GameQuotient& quotient, const std::string& given_up);

void write_text(Sink& out, const GenusOfSum& answer);
/// {"game","position","components","outcome","genus","grundy","misere_grundy","digits","tame"}
Json to_json(const GenusOfSum& answer);

}  // namespace bouton
