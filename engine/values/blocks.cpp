#include "engine/values/blocks.h"

namespace bouton {

void BlockSink::take_outcomes(std::uint64_t first, const std::uint64_t* bits, std::uint64_t bit, std::uint64_t count) {
  visit_outcome_cells(bits, bit, count, [&](std::span<const std::uint32_t> cells) {
    take(first, cells);
    first += cells.size();
  });
}

void BlockSink::read(std::uint64_t, std::span<std::uint32_t>) {}

void BlockSink::keep_states(std::uint64_t, std::string) {}

}  // namespace bouton
