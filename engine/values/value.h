// What is known of a position or a sum.
#pragma once

#include <optional>

#include "engine/values/nimber.h"
#include "engine/values/outcome.h"

namespace bouton {

/// What is known of a sum. An absent field is not known, or does not exist.
struct Value {
  Outcome outcome = Outcome::P;
  std::optional<Nimber> grundy;          ///< only under normal play
  std::optional<Remoteness> remoteness;  ///< absent for a draw
};

}  // namespace bouton
