// The signal that a rule did something that only the interpreter can report well.
#pragma once

namespace bouton {

/// Thrown inside the kernels when a program divides by 0, indexes past a list, or names an option outside the domain.
struct LaneTrap {
  int line = 0;
};

}  // namespace bouton
