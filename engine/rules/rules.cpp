#include "engine/rules/rules.h"

#include "engine/rules/components.h"

namespace bouton {

std::string_view play_name(Play play) {
  switch (play) {
    case Play::normal: return "normal";
    case Play::misere: return "misere";
    case Play::by_position: return "function";
  }
  return {};
}

Outcome Rules::terminal_outcome(PositionView /*position*/) const { return bouton::terminal_outcome(play()); }

void Rules::components(PositionView position, Options& out) const { components_of(domain(), position, out); }

}  // namespace bouton
