// A move, as a player of some strength chooses it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "engine/plan/solver.h"

namespace bouton::c {

inline constexpr int kPerfect = 10;

/// A move and, where it was looked at, the value of the position that it leads to.
struct ChosenMove {
  Move move;
  std::optional<Value> value;
};

/// By chance with level 0, without a mistake with kPerfect, between them either with probability level / kPerfect. `rules` are
/// those of `solver`. Nothing where there is no move. Throws what solvers throw; RequestError if only a loss is left and the
/// coordinates are beyond 64 bits.
std::optional<ChosenMove> best_move(Solver& solver, const std::vector<std::shared_ptr<const Rules>>& rules, const Sum& sum,
                                    int level, std::uint64_t seed);

}  // namespace bouton::c
