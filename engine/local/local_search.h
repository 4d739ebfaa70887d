// One large position of a game of local moves (engine/nimbers/nimber_search.h).
#pragma once

#include <memory>

#include "engine/base/budget.h"
#include "engine/base/memory_account.h"
#include "engine/base/result.h"
#include "engine/nimbers/nimber_search.h"
#include "engine/rules/local_moves.h"
#include "engine/rules/rules.h"

namespace bouton::local {

/// A search for a game. `play` is normal or misère. Refuses a game that structure_of refuses, one of more than 256 cells, and
/// one of more than four states. `budget` must outlive it. Takes up to a half of what the account has left, and all threads.
Result<std::unique_ptr<nimbers::NimberSearch>> local_search(const LocalMoves& moves, Play play, const Budget& budget,
                                                            const std::shared_ptr<MemoryAccount>& account,
                                                            const nimbers::SearchUse& use = {});

}  // namespace bouton::local
