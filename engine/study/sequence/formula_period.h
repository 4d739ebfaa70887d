// Periods that the formula of a game proves.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "engine/base/budget.h"
#include "engine/heap/period/period.h"
#include "engine/rules/game.h"
#include "engine/values/table.h"

namespace bouton {

/// The period of the values of `kind` along coordinate `axis`, counted from its least value, the others as in `at`; nothing
/// where the rules name no formula that proves one by so many of the first positions. Throws what the formula throws.
std::optional<Period> formula_period(const Game& game, const BigPosition& at, std::size_t axis, ValueKind kind,
                                     const Budget& budget, std::uint64_t most = std::uint64_t{1} << 20);

/// The position that `start` gives for the least number, where it takes one and adds the same to each (as far as a thousand of
/// them show); else nothing.
std::optional<BigPosition> start_of_row(const Game& game);

/// The period of the started heaps of a game whose `start` takes one number, from the least one on, if the formula proves one.
std::optional<Period> started_period(const Game& game, ValueKind kind, const Budget& budget,
                                     std::uint64_t most = std::uint64_t{1} << 20);

/// The same of a sequence of them (heap_sequence).
std::optional<Period> started_period(const Game& game, const Table& sequence, const Budget& budget);

/// The period of a row (row_sequence): proved by the formula, else observed. Nothing if it shows none.
std::optional<Period> row_period(const Game& game, const std::map<std::size_t, Coordinate>& fixed, const Table& row,
                                 const Budget& budget);

}  // namespace bouton
