// Small boards whose positions do not fall into components: all positions below, in one array.
//
// Where cells have two states and every move leads from one of them to the other, the cells that can still change are bits, a
// move adds bits, and the positions below are the numbers above. The values of all of them come from the greatest down, a byte
// each: of a block of 64 numbers those moves are tried whose tests on the higher bits hold. That takes as long as it takes,
// 2^cells positions times their moves; a search that is lucky is faster, one that is not far slower.
#pragma once

#include <memory>

#include "engine/base/budget.h"
#include "engine/base/memory_account.h"
#include "engine/local/structure.h"
#include "engine/nimbers/nimber_search.h"
#include "engine/rules/rules.h"

namespace bouton::local {

/// `search`, which is given up for the array where it looks at more positions than it has time for; itself where components are
/// solved apart (Structure::walled), where the game is not one of such moves or has more than 26 cells, or where there is no
/// memory. `play` is normal or misère. `budget` must outlive it.
std::unique_ptr<nimbers::NimberSearch> with_dense_array(std::unique_ptr<nimbers::NimberSearch> search,
                                                        const Structure& structure, Play play, const Budget& budget,
                                                        const std::shared_ptr<MemoryAccount>& account);

}  // namespace bouton::local
