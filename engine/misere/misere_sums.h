// Sums under misère play, through the misère quotient of their components.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "engine/base/budget.h"
#include "engine/misere/position_heaps.h"
#include "engine/misere/quotient/quotient.h"
#include "engine/sum/sum_rules.h"
#include "engine/values/outcome.h"

namespace bouton {

/// Grows one quotient for all positions that sums were asked about, of all games together, as far as it goes.
class MisereSums {
 public:
  /// `budget` must outlive this object.
  MisereSums(std::vector<std::shared_ptr<const Rules>> games, const Budget& budget);

  /// The misère outcome of a sum, whatever play the games name. Nothing if play below a component can go on for ever or
  /// has too many positions, or if the quotient was not found within a moderate effort (some are infinite). O(components)
  /// once the quotient has grown to them. May throw what the rules throw, and Interrupted.
  std::optional<Outcome> outcome(const std::vector<SumPart>& parts);

 private:
  const Budget& budget_;
  PositionHeaps heaps_;
  MisereQuotient quotient_;
  bool grows_ = true;  ///< false once the quotient was given up
};

}  // namespace bouton
