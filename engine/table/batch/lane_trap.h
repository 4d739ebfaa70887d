// The signal that a rule did something that only the interpreter can report well.
#pragma once

namespace bouton {

/// Thrown inside the kernels when a program divides by 0, indexes past a list, names an option outside the domain, or loops on
/// and on.
struct LaneTrap {
  int line = 0;
};

}  // namespace bouton
