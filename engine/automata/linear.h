// Linear relations between numbers, as automata whose letters are sums of digits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/automata/numeration.h"
#include "engine/automata/transitions.h"
#include "engine/automata/workspace.h"

namespace bouton {

enum class Relation : std::uint8_t { equal, at_most };

/// The sum of coefficient * number, plus a constant, is 0, or is at most 0.
struct LinearRelation {
  std::vector<std::int64_t> coefficients;  ///< one a number
  std::int64_t constant = 0;
  Relation relation = Relation::at_most;
};

/// Reads the sums of coefficient * digit, most significant first, and keeps what was read as a Numeration::Prefix; where the
/// sign of the whole is decided it goes to one of two last states. The words of the single numbers are not looked at, nor
/// whether there are as many letters as the system asks for.
class LinearAutomaton {
 public:
  /// `sums` are the sums that may be read, in any order, each once. Minimised. Throws AutomatonTooLarge.
  LinearAutomaton(const Numeration& system, const LinearRelation& relation, const std::vector<std::int64_t>& sums,
                  AutomataWorkspace& workspace);

  /// Its letters are the numbers of the sums.
  const Transitions& transitions() const { return transitions_; }

 private:
  Transitions transitions_;
};

}  // namespace bouton
