#include "engine/why/mirror_reason.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "engine/play/sum_moves.h"
#include "engine/why/proof.h"
#include "engine/why/words.h"

namespace bouton {
namespace {

/// "a1 with d4, b1 with c4, ...": the coordinates that change places.
std::string pairs_of(const Domain& domain, const std::vector<std::uint32_t>& image) {
  constexpr std::size_t kShown = 4;
  std::string text;
  std::size_t number = 0;
  const auto name = [&](std::uint32_t i) { return domain.shape() ? domain.shape()->cell_name(i) : domain.coordinate_name(i); };
  for (std::uint32_t i = 0; i < image.size(); ++i)
    if (i < image[i] && ++number <= kShown)
      text += fmt::format("{}{} with {}", text.empty() ? "" : ", ", name(i), name(image[i]));
  return number > kShown ? text + ", ..." : text;
}

std::string_view a_cell_of(const CellShape& shape) {
  switch (shape.kind) {
    case CellShape::Kind::board: return "a square";
    case CellShape::Kind::vertices: return "a vertex";
    case CellShape::Kind::edges: break;
  }
  return "an edge";
}

/// "Answer down a1-a2 by down d4-d3." Nothing where the first move is no example.
std::string example(const Games& games, const Sum& lost, const std::vector<std::uint32_t>& image, const Budget& budget) {
  const std::optional<SumMoves> moves = moves_from(games, lost, budget);
  if (!moves || moves->empty()) return {};
  const Move move = moves->move(0);
  if (move.to.size() != 1) return {};
  BigPosition answered = move.to[0];
  for (std::size_t i = 0; i < image.size(); ++i)
    if (move.to[0][i] != lost[0].position[i]) answered[image[i]] = move.to[0][i];
  const Sum next = {{lost[0].game, move.to[0]}};
  const std::optional<SumMoves> replies = moves_from(games, next, budget);
  const std::optional<Integer> number = replies ? replies->number_of(0, {answered}) : std::nullopt;
  if (!number) return {};
  return fmt::format(" Answer {} by {}, for example.", line_of(games, lost, move),
                     line_of(games, next, replies->move(*number)));
}

/// After the first move that can be made such a position, which `chosen` is then.
Result<Mirroring> after_some_move(const Games& games, const Sum& sum, Mirrors& mirrors, const Budget& budget,
                                  std::optional<Move>& chosen) {
  constexpr std::uint64_t kMostMoves = 5000;
  const Refusal none{"no move leads to such a position"};
  const std::optional<SumMoves> moves = moves_from(games, sum, budget);
  if (!moves || moves->count() > widen_unsigned(kMostMoves)) return none;
  for (Integer number = 0; number < moves->count(); ++number) {
    const Move move = moves->move(number);
    if (move.to.size() != 1) continue;
    Result<Mirroring> mirroring = mirrors.of(move.to[0]);
    if (!mirroring) continue;
    chosen = move;
    return mirroring;
  }
  return none;
}

}  // namespace

bool add_mirror_reason(const Games& games, const Sum& sum, bool move_is_said, const Budget& budget, Reason& reason) {
  const Game& game = *games[sum[0].game];
  const Domain& domain = game.rules->domain();
  Mirrors mirrors(game.rules);
  Result<Mirroring> mirroring = Refusal{};
  if (reason.value.outcome == Outcome::P) mirroring = mirrors.of(sum[0].position);
  else if (reason.move && move_is_said && reason.move->to.size() == 1) mirroring = mirrors.of(reason.move->to[0]);
  else if (reason.move && !move_is_said) mirroring = after_some_move(games, sum, mirrors, budget, reason.move);
  if (!mirroring) return false;
  const Sum lost = reason.move ? Sum{{sum[0].game, reason.move->to[0]}} : sum;
  if (!has_moves(games, lost, budget)) return false;
  const std::string pairs = pairs_of(domain, mirroring->image);
  std::string text = reason.move ? fmt::format("After {} ", line_of(games, sum, *reason.move)) : "Here ";
  if (const CellShape* const shape = domain.shape()) {
    text += fmt::format(
        "the {} is its own image under {} ({}), and no move that can come to be made changes {} that its image "
        "looks at. So mirror: answer each move by its image.",
        shape->is_board() ? "board" : "graph", mirroring->symmetry, pairs, a_cell_of(*shape));
  } else {
    text += fmt::format(
        "the numbers that can change are equal in pairs ({}). Each move makes one number smaller, whatever the "
        "others are, and both of a pair have the same moves. So mirror: whatever the other player does in one, "
        "do the same in the one like it.",
        pairs);
  }
  text += " There is always such an answer, and the last move is yours." + example(games, lost, mirroring->image, budget);
  if (!mirroring->claim.empty()) text += fmt::format(" This rests on {}, which is claimed and not proved.", mirroring->claim);
  reason.paragraphs.push_back({std::move(text)});
  reason.mirroring = *std::move(mirroring);
  return true;
}

}  // namespace bouton
