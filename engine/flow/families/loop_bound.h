// How far a loop counts: the condition of another round as a greatest value of the loop's variable.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/flow/families/linear_values.h"

namespace bouton {

/// A variable that counts up, `step` >= 1 a round, from `first`.
struct CountingVariable {
  Slot slot = 0;
  ExpressionId first = 0;
  std::int64_t step = 1;
};

/// The values of the variable for which a condition holds, among those that it takes: all, none, or those up to `last`.
struct LoopBound {
  enum class Kind : std::uint8_t { all, none, last };
  Kind kind = Kind::all;
  ExpressionId last = 0;
  bool again = false;  ///< whether it may hold again beyond the value behind the last: t ~= n
};

/// Where rounds go on while `condition` holds, and `assumed` holds before the first: the bound up to which it does. Nothing
/// where no such bound is seen.
std::optional<LoopBound> loop_bound(LinearValues& values, ExpressionId condition, const CountingVariable& variable,
                                    Condition assumed);

}  // namespace bouton
