// Games of local moves for tests, and what the definitions say of them.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include <rapidcheck.h>

#include "engine/position/cell_shape.h"
#include "engine/position/position.h"
#include "engine/rules/local_moves.h"

namespace bouton::test {

/// Cram on a board.
inline LocalMoves cram(std::uint32_t rows, std::uint32_t columns) {
  LocalMoves game{.cells = rows * columns, .states = 2, .rows = rows, .columns = columns, .moves = {}};
  for (std::uint32_t cell = 0; cell < game.cells; ++cell) {
    if (cell % columns + 1 < columns) game.moves.push_back({{{cell, 1, 1}, {cell + 1, 1, 1}}});
    if (cell + columns < game.cells) game.moves.push_back({{{cell, 1, 1}, {cell + columns, 1, 1}}});
  }
  return game;
}

/// Node Kayles: a vertex is taken together with its neighbours.
inline LocalMoves node_kayles(const CellShape& graph) {
  LocalMoves game{.cells = graph.vertices, .states = 2, .moves = {}};
  for (std::uint32_t v = 0; v < graph.vertices; ++v) {
    std::set<std::uint32_t> near;
    for (const auto& [a, b] : graph.edges) {
      if (a == v) near.insert(b);
      if (b == v) near.insert(a);
    }
    LocalMove move;
    for (std::uint32_t w = 0; w < graph.vertices; ++w) {
      if (w == v) move.cells.push_back({w, 1, 1});
      else if (near.contains(w)) move.cells.push_back({w, 3, 1});
    }
    game.moves.push_back(move);
  }
  return game;
}

inline Position empty_cells(std::uint32_t cells) {
  Position position;
  for (std::uint32_t i = 0; i < cells; ++i) position.push_back(0);
  return position;
}
inline Position empty_board(const LocalMoves& game) { return empty_cells(game.cells); }

inline bool applies(const LocalMove& move, PositionView position) {
  for (const LocalMove::Cell& cell : move.cells)
    if ((cell.allowed >> position[cell.cell] & 1) == 0) return false;
  return true;
}

inline Position after(const LocalMove& move, PositionView position) {
  Position result(position);
  for (const LocalMove::Cell& cell : move.cells)
    if (cell.becomes >= 0) result[cell.cell] = cell.becomes;
  return result;
}

/// Values by the definition, remembered.
class LocalTruth {
 public:
  explicit LocalTruth(LocalMoves game) : game_(std::move(game)) {}

  std::uint32_t grundy(const Position& position) {
    if (const auto known = values_.find(position); known != values_.end()) return known->second;
    std::set<std::uint32_t> seen;
    for (const LocalMove& move : game_.moves)
      if (applies(move, position)) seen.insert(grundy(after(move, position)));
    std::uint32_t mex = 0;
    while (seen.contains(mex)) ++mex;
    return values_[position] = mex;
  }
  /// Whether whoever is to move loses under misère play.
  bool misere_P(const Position& position) {
    if (const auto known = misere_.find(position); known != misere_.end()) return known->second;
    bool is_P = false, any = false;
    for (const LocalMove& move : game_.moves) {
      if (!applies(move, position)) continue;
      is_P = any ? is_P : true;
      any = true;
      if (misere_P(after(move, position))) is_P = false;
    }
    return misere_[position] = is_P;
  }
  std::size_t known() const { return values_.size() + misere_.size(); }
  const LocalMoves& game() const { return game_; }

 private:
  LocalMoves game_;
  std::map<Position, std::uint32_t> values_;
  std::map<Position, bool> misere_;
};

/// A local rule of the same kind at every place of a board: patterns of up to three cells, put wherever they fit, perhaps
/// turned and mirrored. States only go up, so that play ends.
inline LocalMoves random_board_rule(std::uint32_t rows, std::uint32_t columns) {
  const auto states = *rc::gen::inRange(2U, 4U);
  LocalMoves game{.cells = rows * columns, .states = states, .rows = rows, .columns = columns, .moves = {}};
  const bool everywhere = *rc::gen::inRange(0, 4) != 0;
  for (int pattern = *rc::gen::inRange(1, 4); pattern > 0; --pattern) {
    struct Part {
      int row, column;
      std::uint32_t allowed;
      std::int32_t becomes;
    };
    std::vector<Part> parts;
    const int shape = *rc::gen::inRange(0, 4);
    const int places[4][3][2] = {
        {{0, 0}, {0, 1}, {0, 2}}, {{0, 0}, {0, 1}, {1, 0}}, {{0, 0}, {1, 0}, {2, 0}}, {{0, 0}, {1, 1}, {0, 1}}};
    const int size = *rc::gen::inRange(1, 4);
    for (int i = 0; i < size; ++i) {
      const std::uint32_t all = (1U << states) - 1;
      const std::uint32_t allowed = i == 0 ? 1U : *rc::gen::inRange(1U, all + 1);
      // Only to a state that is greater than all that are allowed, or equal to the greatest one.
      const std::int32_t greatest = static_cast<std::int32_t>(states) - 1;
      const std::int32_t becomes = i == 0 || *rc::gen::inRange(0, 2) == 0 ? greatest : -1;
      parts.push_back({places[shape][i][0], places[shape][i][1], allowed, becomes});
    }
    for (int turn = 0; turn < (everywhere ? 4 : 1); ++turn)
      for (int r = 0; r < static_cast<int>(rows); ++r)
        for (int c = 0; c < static_cast<int>(columns); ++c) {
          LocalMove move;
          for (const Part& part : parts) {
            const int rotated[4][2] = {
                {part.row, part.column}, {part.column, -part.row}, {-part.row, -part.column}, {-part.column, part.row}};
            const int row = r + rotated[turn][0], column = c + rotated[turn][1];
            if (row < 0 || column < 0 || row >= static_cast<int>(rows) || column >= static_cast<int>(columns)) continue;
            move.cells.push_back(
                {static_cast<std::uint32_t>(row) * columns + static_cast<std::uint32_t>(column), part.allowed, part.becomes});
          }
          std::ranges::sort(move.cells);
          const bool whole = move.cells.size() == parts.size();
          if (whole || (!move.cells.empty() && move.cells[0].becomes >= 0 && *rc::gen::inRange(0, 3) == 0))
            game.moves.push_back(move);
        }
  }
  // A cell that is left as it is and may be anything is not part of a move.
  for (LocalMove& move : game.moves)
    std::erase_if(move.cells,
                  [&](const LocalMove::Cell& cell) { return cell.becomes < 0 && cell.allowed == (1U << states) - 1; });
  return game;
}

inline LocalMoves random_board_rule() {
  const auto rows = *rc::gen::inRange(1U, 4U);
  return random_board_rule(rows, *rc::gen::inRange(2U, 5U));
}

/// The cells of `game`, which is not a board then, as those with the numbers `places` among others, which have no moves.
inline LocalMoves among_others(LocalMoves game, const std::vector<std::uint32_t>& places, std::uint32_t cells) {
  game.cells = cells;
  game.rows = game.columns = 0;
  for (LocalMove& move : game.moves) {
    for (LocalMove::Cell& cell : move.cells) cell.cell = places[cell.cell];
    std::ranges::sort(move.cells);
  }
  return game;
}

inline Position random_cells(const LocalMoves& game) {
  Position position;
  for (std::uint32_t cell = 0; cell < game.cells; ++cell)
    position.push_back(*rc::gen::weightedOneOf<Coordinate>(
        {{3, rc::gen::just<Coordinate>(0)}, {1, rc::gen::inRange<Coordinate>(0, game.states)}}));
  return position;
}

}  // namespace bouton::test
