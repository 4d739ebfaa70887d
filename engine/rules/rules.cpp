#include "engine/rules/rules.h"

namespace bouton {

Outcome Rules::terminal_outcome(PositionView /*position*/) const { return bouton::terminal_outcome(play()); }

}  // namespace bouton
