// Where theorems for answers come from.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "engine/base/result.h"
#include "engine/closed_form/closed_form.h"
#include "engine/rules/rules.h"

namespace bouton {

/// A theorem as a closed form, and whether it was kept from an earlier run.
struct FoundTheorem {
  std::unique_ptr<ClosedForm> form;
  bool kept = false;
};

/// Where theorems come from. Both throw RuleError, LimitError and Interrupted.
struct TheoremSource {
  /// The theorem that an earlier run has kept about the positions of a game with so many coordinates, proved again; null where
  /// none is kept; refused where the rules have no statement, so that there cannot be one. Takes one proof.
  std::function<Result<std::unique_ptr<FoundTheorem>>(const Rules& rules, std::size_t dimensions)> kept;
  /// Looks for one, with about so many seconds' worth of counted work; infinity: as much as a question is worth.
  std::function<Result<std::unique_ptr<FoundTheorem>>(const Rules& rules, std::size_t dimensions, double seconds)> find;
};

}  // namespace bouton
