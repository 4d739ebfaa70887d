// What `verify` compared, as JSON.
#pragma once

#include <vector>

#include "bindings/output/formats/json.h"
#include "engine/position/box.h"
#include "engine/rules/game.h"
#include "engine/verify/verify.h"

namespace bouton {

/// Whether no comparison found a difference.
bool all_same(const std::vector<Check>& checks);
/// Whether something was compared with something.
bool something_compared(const std::vector<Check>& checks);

/// {"game","low","high","same","checks":[{"check","compared","unit","skipped","difference"},..]}
Json to_json(const Game& game, const Box& box, const std::vector<Check>& checks);

}  // namespace bouton
