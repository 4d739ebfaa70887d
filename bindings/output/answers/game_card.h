// A game with everything that people want to know of it.
#pragma once

#include <string>
#include <string_view>

#include "bindings/output/formats/json.h"
#include "engine/rules/game.h"

namespace bouton {

/// "Grundy value", "outcome", "remoteness"
std::string_view kind_name(KnownFact::Kind kind);
/// What the fact says: a number, or the outcome's name.
std::string expected_text(const KnownFact& fact);

/// What a position of the domain is, in the word that `bouton new --kind` has for it: "heap", "heaps", "piles", "board",
/// "graph" or "value".
std::string_view kind_of(const Domain& domain);
/// What positions of the domain are: a list of axes, {"piles",..} or {"cells",..}.
Json domain_json(const Domain& domain);
/// {"name","title","text","source","file","position","play","start","params":[{"name","value","doc"},..],"example","players":[..],
/// "known":[{"position","kind","value"},..],"claims":[{"claim","source","fails"},..]}; "position" is what domain_json says.
Json to_json(const Game& game);

}  // namespace bouton
