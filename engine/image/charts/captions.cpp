#include "engine/image/charts/captions.h"

#include <algorithm>

#include <fmt/format.h>

namespace bouton {
namespace {

/// Whether the parameter is one of a player's, which has no part in any value: its text begins with the player's name.
bool is_of_player(const Game& game, const Parameter& parameter) {
  return std::ranges::any_of(game.players, [&](const GamePlayer& player) {
    return parameter.doc.starts_with(player.name) && parameter.doc.substr(player.name.size()).starts_with(":");
  });
}

}  // namespace

std::string_view plural(ValueKind kind) {
  switch (kind) {
    case ValueKind::grundy: return "Grundy values";
    case ValueKind::outcome: return "outcomes";
    case ValueKind::remoteness: return "remotenesses";
    case ValueKind::suspense: return "suspense numbers";
    case ValueKind::longest: return "longest plays";
  }
  return {};
}

std::string meaning(Outcome outcome) {
  switch (outcome) {
    case Outcome::P: return "P: the player to move loses";
    case Outcome::N: return "N: the player to move wins";
    case Outcome::draw: break;
  }
  return "draw";
}

std::string circumstances(const Game& game, const Box& box) {
  std::string text;
  const auto add = [&](std::string_view name, std::string_view value) {
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, value);
  };
  for (const Parameter& parameter : game.parameters)
    if ((!std::holds_alternative<Parameter::Function>(parameter.value) || parameter.given) && !is_of_player(game, parameter))
      add(parameter.name, to_string(parameter.value));
  const Domain& domain = game.rules->domain();
  if (box.dimensions() < 2) return text;
  for (std::size_t i = 0; i < box.dimensions(); ++i) {
    if (box.length(i) > 1) continue;
    const Axis& axis = domain.axis(i);
    const auto offset = static_cast<std::size_t>(box.low()[i] - axis.least);
    add(domain.coordinate_name(i), offset < axis.value_names.size() ? axis.value_names[offset] : std::to_string(box.low()[i]));
  }
  return text;
}

}  // namespace bouton
