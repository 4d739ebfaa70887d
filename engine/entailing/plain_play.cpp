#include "engine/entailing/plain_play.h"

#include <algorithm>

namespace bouton {

std::optional<Outcome> PlainPlay::outcome(PositionView position, Grundy heap, bool obliged) {
  try {
    return wins({{Position(position)}, heap, obliged}, 0) ? Outcome::N : Outcome::P;
  } catch (const TooMany&) {
    return std::nullopt;
  }
}

bool PlainPlay::wins(State state, unsigned depth) {
  constexpr unsigned kDeepest = 2000;
  std::sort(state.components.begin() + (state.obliged ? 1 : 0), state.components.end());
  if (const auto known = known_.find(state); known != known_.end()) return known->second;
  if (known_.size() >= most_sums_ || depth > kDeepest) throw TooMany();
  budget_.check_stop();
  bool result = false;
  for (Grundy rest = 0; rest < state.heap && !result && !state.obliged; ++rest)
    result = !wins({state.components, rest, false}, depth + 1);
  for (std::size_t i = 0; i < (state.obliged ? 1 : state.components.size()) && !result; ++i) {
    Options options;
    rules_->options(state.components[i], options);
    for (std::size_t k = 0; k < options.size() && !result; ++k) result = wins_by_option(state, i, options[k], depth);
  }
  known_.emplace(std::move(state), result);
  return result;
}

bool PlainPlay::wins_by_option(const State& state, std::size_t component, const Options::Option& option, unsigned depth) {
  State next{{}, state.heap, option.kind() == MoveKind::entail};
  for (std::size_t part = 0; part < option.size(); ++part) next.components.emplace_back(option[part]);
  for (std::size_t i = 0; i < state.components.size(); ++i)
    if (i != component) next.components.push_back(state.components[i]);
  const bool wins = this->wins(std::move(next), depth + 1);
  return option.kind() == MoveKind::again ? wins : !wins;
}

}  // namespace bouton
