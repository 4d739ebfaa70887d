// The search for rules whose options cost much to list: it looks at as few positions as it can.
#pragma once

#include <memory>

#include "engine/base/budget.h"
#include "engine/base/memory_account.h"
#include "engine/nimbers/nimber_search.h"
#include "engine/rules/rules.h"

namespace bouton::nimbers {

/// A search as that of search_of_rules, for normal and misère play, that asks the rules once for the options of a position and
/// remembers them, some four bytes for each, until the end: LimitError where the account does not suffice. It keeps a
/// file (proof_file.h) where a text states the rules (engine/rules/stated.h).
/// `components`: whether positions are taken apart as the rules say; not under misère play. `budget` must outlive it. One
/// thread.
std::unique_ptr<NimberSearch> proof_search(std::shared_ptr<const Rules> rules, bool components, const Budget& budget,
                                           const std::shared_ptr<MemoryAccount>& account);

}  // namespace bouton::nimbers
