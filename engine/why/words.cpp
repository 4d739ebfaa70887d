#include "engine/why/words.h"

#include <cstdint>

#include <fmt/format.h>

namespace bouton {
namespace {

/// The squares of a board that a move changes, "b2" or "a1-a2", those that become empty first; with the new state where there
/// is one square, and states beside empty and full. Empty where positions are not boards, or more than a few squares change.
std::string squares_changed(const Game& game, const BigPosition& from, const std::vector<BigPosition>& to) {
  constexpr std::size_t kMost = 4;
  const CellShape* const shape = game.rules->domain().shape();
  if (shape == nullptr || !shape->is_board() || game.show || to.size() != 1 || to[0].size() != from.size()) return {};
  std::vector<std::uint32_t> changed;
  for (const bool emptied : {true, false})
    for (std::uint32_t cell = 0; cell < from.size(); ++cell)
      if (from[cell] != to[0][cell] && (to[0][cell] == 0) == emptied) changed.push_back(cell);
  if (changed.empty() || changed.size() > kMost) return {};
  // With more states than empty and full two moves may change the same squares.
  const bool one_goes = changed.size() == 2 && to[0][changed[0]] == 0 && to[0][changed[1]] != 0;
  if (shape->states.size() > 2 && changed.size() > 1 && !one_goes) return {};
  std::string text;
  for (const std::uint32_t cell : changed) text += (text.empty() ? "" : "-") + shape->cell_name(cell);
  if (changed.size() == 1 && shape->states.size() > 2) text += fmt::format("={}", shape->states[to[0][changed[0]].get_ui()]);
  return text;
}

}  // namespace

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
  if (const NamedPositions named = named_positions(games, sum); named.compound != Compound::disjunctive)
    return fmt::format("{}, {}", line_of(named.games, named.sum), name(named.compound));
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

std::string line_of(const Games& games, const Sum& sum, const MovePart& part) {
  const NamedPositions named = named_positions(games, sum);
  const Move move{part.component, part.label, {part.to}};
  return line_of(named.games, named.sum, move);
}

std::string line_of(const Games& games, const Sum& sum, const Move& move) {
  if (compound_of(games, sum) != Compound::disjunctive) {
    std::string text;
    for (const MovePart& part : parts_of(games, sum, move)) text += (text.empty() ? "" : " and ") + line_of(games, sum, part);
    return text;
  }
  const Component& component = sum[move.component];
  const Game& game = *games[component.game];
  std::string text;
  if (sum.size() > 1) text = fmt::format("in {} {}: ", game.name, line_of(game, component.position));
  if (const std::string name = name_of(move); !name.empty()) text += name + " ";
  if (const std::string squares = squares_changed(game, component.position, move.to); !squares.empty()) return text + squares;
  return text + "to " + line_of(game, move.to);
}

}  // namespace bouton
