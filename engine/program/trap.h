// Why a program cannot go on at a position. The rule that it stands for raises an error there, which the rule's interpreter
// explains best.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "engine/base/refusal.h"

namespace bouton {

/// Thrown where the values of a MoveProgram's expressions are computed, and caught by the kernel that needs them.
struct Trap {
  enum class Cause : std::uint8_t {
    no_value,      ///< of an expression: a division by 0, or an element that is not in the list
    step_zero,     ///< of a loop
    too_long,      ///< a loop has too many rounds, or the run was stopped
    outside,       ///< an option is not a position of the game
    terminal_draw  ///< a terminal position that neither player has won
  };
  Cause cause = Cause::no_value;
  int line = 0;  ///< of the rule file; 0 where it is not known
};

inline Refusal refusal_of(const Trap& trap) {
  const auto refused = [&](std::string reason) { return Refusal{std::move(reason), trap.line}; };
  switch (trap.cause) {
    case Trap::Cause::no_value: return refused("an expression has no value somewhere (division by 0, or no such element)");
    case Trap::Cause::step_zero: return refused("the step of a loop is 0 somewhere");
    case Trap::Cause::too_long: return refused("a loop takes too long");
    case Trap::Cause::outside: return refused("an option is not a position of the game");
    case Trap::Cause::terminal_draw: return refused("a terminal position is a draw");
  }
  return {};
}

}  // namespace bouton
