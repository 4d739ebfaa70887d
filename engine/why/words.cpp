#include "engine/why/words.h"

#include <fmt/format.h>

namespace bouton {

std::string line_of(const Game& game, const BigPosition& position) {
  std::string text = show_position(game, position);
  if (text.find('\n') == std::string::npos) return text;
  return position_text(game, position);
}

std::string line_of(const Game& game, const std::vector<BigPosition>& positions) {
  if (positions.empty()) return "nothing";
  std::string text;
  for (const BigPosition& position : positions) text += (text.empty() ? "" : " + ") + line_of(game, position);
  return text;
}

std::string line_of(const Games& games, const Sum& sum) {
  std::string text;
  for (std::size_t i = 0; i < sum.size(); ++i) {
    const Game& game = *games[sum[i].game];
    const bool same_game = i > 0 && sum[i].game == sum[i - 1].game;
    if (i > 0) text += same_game ? " " : " + ";
    if (!same_game) text += game.name + " ";
    text += line_of(game, sum[i].position);
    if (sum[i].obliged) text += "!";
  }
  return text;
}

std::string name_of(const Move& move) {
  std::string text(name(move.kind));
  if (!text.empty() && !move.label.empty()) text += " ";
  return text + move.label;
}

std::string line_of(const Games& games, const Sum& sum, const Move& move) {
  const Component& component = sum[move.component];
  const Game& game = *games[component.game];
  std::string text;
  if (sum.size() > 1) text = fmt::format("in {} {}: ", game.name, line_of(game, component.position));
  if (const std::string name = name_of(move); !name.empty()) text += name + " ";
  return text + "to " + line_of(game, move.to);
}

}  // namespace bouton
