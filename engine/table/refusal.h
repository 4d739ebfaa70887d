// Why a way of solving does not apply.
#pragma once

#include <string>

namespace bouton {

struct Refusal {
  std::string reason;  ///< a phrase for people: "the loop's bound depends on an assigned variable"
  int line = 0;        ///< of the rule file; 0 where no line is to blame
};

}  // namespace bouton
