// The colours of the cells of a table.
#pragma once

#include <cstdint>

#include "engine/image/colour.h"
#include "engine/rules/rules.h"
#include "engine/values/table.h"

namespace bouton {

/// The greatest finite value of a table; 0 if there is none.
std::uint32_t greatest_value(const Table& table);

/// The colour of a cell in a map of the table. `most`: the greatest finite value of the table.
Colour cell_colour(const Table& table, std::uint64_t index, Play play, std::uint32_t most);

}  // namespace bouton
