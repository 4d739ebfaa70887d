#include "bindings/c/best_move.h"

#include "engine/base/errors.h"
#include "engine/play/board.h"
#include "engine/play/player.h"

namespace bouton::c {
namespace {

/// The sum with 64-bit coordinates, if they suffice.
std::optional<std::vector<SumPart>> parts_of_64_bits(const Sum& sum) {
  std::vector<SumPart> parts;
  for (const Component& component : sum) {
    std::optional<Position> position = narrow(component.position);
    if (!position) return std::nullopt;
    parts.push_back({component.game, std::move(*position)});
  }
  return parts;
}

}  // namespace

std::optional<Move> chosen_move(const std::vector<std::shared_ptr<const Game>>& games, std::shared_ptr<Solver> solver,
                                const Sum& sum, std::string_view player, std::uint64_t seed) {
  const std::unique_ptr<Player> chooser = make_player(player, games, {}, solver);
  const std::optional<std::vector<SumPart>> parts = parts_of_64_bits(sum);
  if (!parts) {
    Answer answer = solver->solve(sum, 1);
    if (!answer.winning_moves.empty()) return std::move(answer.winning_moves.front());
    throw RequestError("no move wins, and the moves of a position beyond 64 bits cannot be listed");
  }
  Board board(rules_of(games));
  board.set_up(*parts);
  if (board.over()) return std::nullopt;
  Random random(seed);
  const auto [component, number] = board.place(chooser->choose(board, random));
  const Options::Option option = board.options(component)[number];
  Move move{component, std::string(board.rules(component).label_name(option.label())), {}};
  for (std::size_t part = 0; part < option.size(); ++part) move.to.push_back(widen(option[part]));
  return move;
}

}  // namespace bouton::c
