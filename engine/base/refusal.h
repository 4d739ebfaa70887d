// Why there is no answer, or a way of solving does not apply.
#pragma once

#include <string>

namespace bouton {

struct Refusal {
  /// For people, without a full stop: "the loop's bound depends on an assigned variable", "f decreases: f(7) = 3".
  std::string reason = {};
  int line = 0;  ///< of the rule file; 0 where no line is to blame
};

}  // namespace bouton
