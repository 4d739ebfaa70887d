// Where the marks of an axis stand.
#pragma once

#include <cstdint>
#include <vector>

namespace bouton {

/// Round numbers from `low` to `high` (low <= high), in steps of 1, 2 or 5 times a power of ten: as small a step as gives at
/// most `most` of them (most >= 1), or the one number nearest to the middle where no step does.
std::vector<std::int64_t> ticks(std::int64_t low, std::int64_t high, std::size_t most);

}  // namespace bouton
