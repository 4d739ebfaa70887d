// What `explain` found.
#pragma once

#include "bindings/output/formats/json.h"
#include "bindings/output/sink/output.h"
#include "engine/base/errors.h"
#include "engine/plan/explain.h"
#include "engine/rules/game.h"

namespace bouton {

/// Which way answers which question about the game, prose in lines of at most `width` columns (0: as long as it takes).
/// `remedy` says how a limit is raised; null: it is not said.
void write_text(Sink& out, const Game& game, const Explanation& explanation, Remedy remedy = nullptr, std::size_t width = 0);
/// {"game","findings":[..],"program":[..],"shape","questions":[{"question","method","kernel","reason","seconds","bytes","work",
/// "measured":null|{"seconds","bytes","by"},"then":[{"method","kernel"},..],"declined":[{"method","reason"},..]},..],"advice":[..]};
/// with "stopped" beside "measured" where a limit was met.
Json to_json(const Game& game, const Explanation& explanation, Remedy remedy);

}  // namespace bouton
