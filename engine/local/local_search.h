// One large position of a game of local moves (engine/nimbers/nimber_search.h).
#pragma once

#include <memory>
#include <optional>

#include "engine/base/budget.h"
#include "engine/base/memory_account.h"
#include "engine/base/refusal.h"
#include "engine/base/result.h"
#include "engine/nimbers/nimber_search.h"
#include "engine/rules/local_moves.h"
#include "engine/rules/rules.h"

namespace bouton::local {

/// What keeps a game from such a search before its moves are looked at: how play ends, more than 256 cells, or more than four
/// states. Nothing where that is not so.
std::optional<Refusal> beyond_local_search(const LocalMoves& moves, Play play);

/// A search for a game. `play` is normal or misère. Refuses a game that is beyond such a search, and one that structure_of
/// refuses. `budget` must outlive it. Takes up to a half of what the account has left, and all threads.
Result<std::unique_ptr<nimbers::NimberSearch>> local_search(const LocalMoves& moves, Play play, const Budget& budget,
                                                            const std::shared_ptr<MemoryAccount>& account,
                                                            const nimbers::SearchUse& use = {});

}  // namespace bouton::local
