// Numbers as people type them.
#pragma once

#include <optional>
#include <string_view>

#include "engine/position/integer.h"

namespace bouton {

/// What parse_integer reads, and 1_000_000, 1e6 (3e6, whole numbers only) and 10^6. Nothing for anything else, and for a power
/// of more than a million digits.
std::optional<Integer> parse_number(std::string_view text);

}  // namespace bouton
