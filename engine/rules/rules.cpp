#include "engine/rules/rules.h"

#include "engine/rules/components.h"

namespace bouton {

Outcome Rules::terminal_outcome(PositionView /*position*/) const { return bouton::terminal_outcome(play()); }

void Rules::components(PositionView position, Options& out) const { components_of(domain(), position, out); }

}  // namespace bouton
