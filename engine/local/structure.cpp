// A game of local moves is a set of patterns. Everything here is a statement about that set.
//
// *Ends.* If the states have weights whose sum over the cells falls with every move, play ends. In Clobber a stone may become
// one of the other colour and that a free square, which the next stone moves onto: with weight 1 for stones and 0 for free
// squares the sum falls by one with each move.
//
// *Walls.* A state w is a wall if a cell in it stays in it, and if no move asks for it: at every cell of a move either w is not
// allowed, or everything is. Making a cell that cannot change any more a wall then makes no move possible that was not. In cram
// an occupied square is a wall; in Node Kayles a vertex that is gone.
//
// *Sliding.* A component is a set S of cells with walls around it; its moves are those of the board, restricted to S: the cells
// outside must allow a wall and are dropped. A map f of S onto f(S) makes equal games if it maps the moves restricted to S onto
// those restricted to f(S). If that holds for a rectangle, it holds for every part of it (a restriction can be restricted
// again) and for the composition of maps: so it suffices to look at one step to the right and one step down, at the reflections
// of the whole board, and at the transposition of its largest square. On a 3 x 4 board of cram the move {(1,1), (1,2)} goes one
// to the right to {(1,2), (1,3)}, which is a move: 17 moves, 5 maps.
//
// *Permutations* of cells without a board are found by trying images cell after cell, with a hash of what two cells have to do
// with each other as a filter; each is checked against the moves.
#include "engine/local/structure.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string>

#include <fmt/format.h>

#include "engine/base/checksum.h"
#include "engine/base/little_endian.h"
#include "engine/position/hash.h"

namespace bouton::local {
namespace {

using Cell = LocalMove::Cell;
using Pattern = std::vector<Cell>;
using Patterns = std::vector<Pattern>;
constexpr std::uint32_t kNowhere = ~std::uint32_t{0};

std::uint32_t all_states(const Structure& game) { return (std::uint32_t{1} << game.states) - 1; }

/// Whether the sum over the cells of the weights of their states falls with every move, whatever the cells may have been.
bool falls(const Structure& game, const std::vector<int>& weights) {
  return std::ranges::all_of(game.moves, [&](const LocalMove& move) {
    int change = 0;
    for (const Cell& cell : move.cells) {
      if (cell.becomes < 0) continue;
      int least = static_cast<int>(game.states);
      for (std::uint32_t s = 0; s < game.states; ++s)
        if ((cell.allowed >> s & 1) != 0) least = std::min(least, weights[s]);
      change += weights[static_cast<std::size_t>(cell.becomes)] - least;
    }
    return change < 0;
  });
}

/// Tries all weights less than the number of states, of few states.
bool play_ends(const Structure& game) {
  constexpr std::uint32_t kMostWeighed = 4;
  if (game.states > kMostWeighed) return false;
  std::vector<int> weights(game.states, 0);
  const int most = static_cast<int>(game.states) - 1;
  for (;;) {
    if (falls(game, weights)) return true;
    std::size_t s = 0;
    while (s < weights.size() && weights[s] == most) weights[s++] = 0;
    if (s == weights.size()) return false;
    ++weights[s];
  }
}

bool is_wall(const Structure& game, std::uint32_t state) {
  for (const LocalMove& move : game.moves)
    for (const Cell& cell : move.cells) {
      if ((cell.allowed >> state & 1) == 0) continue;
      if (cell.allowed != all_states(game)) return false;
      if (cell.becomes >= 0 && static_cast<std::uint32_t>(cell.becomes) != state) return false;
    }
  return true;
}

/// Whether no cell that a move changes comes into a state that some move wants and that the cell may not have been in.
bool only_destroys(const Structure& game) {
  // For each cell: the changes from state s to state t, as bits of t by s.
  std::vector<std::vector<std::uint32_t>> changes(game.cells, std::vector<std::uint32_t>(game.states, 0));
  for (const LocalMove& move : game.moves)
    for (const Cell& cell : move.cells)
      if (cell.becomes >= 0)
        for (std::uint32_t s = 0; s < game.states; ++s)
          if ((cell.allowed >> s & 1) != 0) changes[cell.cell][s] |= std::uint32_t{1} << cell.becomes;
  for (const LocalMove& move : game.moves)
    for (const Cell& cell : move.cells)
      for (std::uint32_t s = 0; s < game.states; ++s)
        if ((cell.allowed >> s & 1) == 0 && (changes[cell.cell][s] & cell.allowed) != 0) return false;
  return true;
}

bool is_of_pairs(const Structure& game) {
  if (!game.walled || game.states != 2) return false;
  return std::ranges::all_of(game.moves, [&](const LocalMove& move) {
    std::size_t needs = 0;
    for (const Cell& cell : move.cells) {
      if (cell.becomes != static_cast<std::int32_t>(game.background)) return false;
      if ((cell.allowed >> game.background & 1) == 0) ++needs;
    }
    return needs == 1 || (needs == 2 && move.cells.size() == 2);
  });
}

/// The moves within the cells that have an image, the others being walls, with the images for cells; ascending.
Patterns mapped(const Structure& game, const std::vector<std::uint32_t>& image) {
  Patterns result;
  for (const LocalMove& move : game.moves) {
    Pattern pattern;
    bool possible = true;
    bool changes = false;
    for (const Cell& cell : move.cells) {
      if (image[cell.cell] == kNowhere) {
        possible = possible && (cell.allowed >> game.background & 1) != 0;
        continue;
      }
      changes = changes || cell.becomes >= 0;
      pattern.push_back({image[cell.cell], cell.allowed, cell.becomes});
    }
    if (!possible || !changes) continue;
    std::ranges::sort(pattern);
    result.push_back(std::move(pattern));
  }
  std::ranges::sort(result);
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

/// Whether a partial map of the cells, one to one, maps the moves within its domain onto those within its range.
bool maps_moves(const Structure& game, const std::vector<std::uint32_t>& image) {
  std::vector<std::uint32_t> range(game.cells, kNowhere);
  for (const std::uint32_t to : image)
    if (to != kNowhere) range[to] = to;
  return mapped(game, image) == mapped(game, range);
}

/// The map of a board that `to` states: from row and column to row and column; off the board is nowhere.
template <class To>
std::vector<std::uint32_t> board_map(const Structure& game, To to) {
  std::vector<std::uint32_t> image(game.cells, kNowhere);
  for (std::uint32_t row = 0; row < game.rows; ++row)
    for (std::uint32_t column = 0; column < game.columns; ++column) {
      const auto [r, c] = to(row, column);
      if (r < game.rows && c < game.columns) image[row * game.columns + column] = r * game.columns + c;
    }
  return image;
}

using Place = std::pair<std::uint32_t, std::uint32_t>;

void find_board_maps(Structure& game) {
  const std::uint32_t rows = game.rows, columns = game.columns, square = std::min(rows, columns);
  const auto upside_down = board_map(game, [&](auto r, auto c) { return Place(rows - 1 - r, c); });
  const auto mirrored = board_map(game, [&](auto r, auto c) { return Place(r, columns - 1 - c); });
  const auto transposed =
      board_map(game, [&](auto r, auto c) { return r < square && c < square ? Place(c, r) : Place(rows, 0); });
  const auto down = board_map(game, [](auto r, auto c) { return Place(r + 1, c); });
  const auto right = board_map(game, [](auto r, auto c) { return Place(r, c + 1); });
  game.flips_rows = maps_moves(game, upside_down);
  game.flips_columns = maps_moves(game, mirrored);
  // Without walls a part of the board is not a board of its own.
  game.transposes = (game.walled || rows == columns) && maps_moves(game, transposed);
  game.slides = game.walled && maps_moves(game, down) && maps_moves(game, right);
  const bool turns = game.transposes && rows == columns;
  for (int which = 1; which < 8; ++which) {
    if (((which & 1) != 0 && !game.flips_rows) || ((which & 2) != 0 && !game.flips_columns) || ((which & 4) != 0 && !turns))
      continue;
    std::vector<std::uint32_t> image(game.cells);
    for (std::uint32_t cell = 0; cell < game.cells; ++cell) {
      image[cell] = (which & 4) != 0 ? transposed[cell] : cell;
      if ((which & 1) != 0) image[cell] = upside_down[image[cell]];
      if ((which & 2) != 0) image[cell] = mirrored[image[cell]];
    }
    game.permutations.push_back(std::move(image));
  }
}

/// The search for permutations of cells that are not a board.
class Automorphisms {
 public:
  explicit Automorphisms(Structure& game) : game_(game), image_(game.cells, kNowhere), used_(game.cells, false) {
    relations_.assign(game.cells, std::vector<std::uint64_t>(game.cells, 0));
    for (const LocalMove& move : game.moves) {
      std::vector<std::uint64_t> roles;
      std::uint64_t kind = move.cells.size();
      for (const Cell& cell : move.cells) {
        roles.push_back(mix(cell.allowed * 64 + static_cast<std::uint64_t>(cell.becomes + 1)));
        kind += roles.back();
      }
      for (std::size_t i = 0; i < roles.size(); ++i)
        for (std::size_t j = 0; j < roles.size(); ++j)
          relations_[move.cells[i].cell][move.cells[j].cell] += mix(mix(kind) + 3 * roles[i] + roles[j]);
    }
    for (std::uint32_t cell = 0; cell < game.cells; ++cell) {
      std::vector<std::uint64_t> row = relations_[cell];
      std::ranges::sort(row);
      std::uint64_t colour = relations_[cell][cell];
      for (const std::uint64_t one : row) colour = mix(colour + one);
      colours_.push_back(colour);
    }
  }

  /// All of them; of too many those that leave the first cells where they are, as many of these as it takes: a group, too.
  void find() {
    extend(0);
    if (ended_)
      std::erase_if(game_.permutations, [&](const std::vector<std::uint32_t>& image) {
        for (std::uint32_t cell = 0; cell <= first_moved_ && cell < game_.cells; ++cell)
          if (image[cell] != cell) return true;
        return false;
      });
  }

 private:
  static constexpr std::uint64_t kMostSteps = 200'000;

  void extend(std::uint32_t cell) {
    if (ended_) return;
    if (game_.permutations.size() >= Structure::kMostPermutations || ++steps_ > kMostSteps) {
      // They come in the order of their images: those that leave this cell and all before it in place have all been seen.
      ended_ = true;
      for (first_moved_ = 0; first_moved_ < cell && image_[first_moved_] == first_moved_;) ++first_moved_;
      return;
    }
    if (cell == game_.cells) {
      const bool is_identity = std::ranges::is_sorted(image_);
      if (!is_identity && maps_moves(game_, image_)) game_.permutations.push_back(image_);
      return;
    }
    for (std::uint32_t to = 0; to < game_.cells; ++to) {
      if (used_[to] || colours_[to] != colours_[cell] || !fits(cell, to)) continue;
      used_[to] = true;
      image_[cell] = to;
      extend(cell + 1);
      used_[to] = false;
      image_[cell] = kNowhere;
    }
  }

  bool fits(std::uint32_t cell, std::uint32_t to) const {
    for (std::uint32_t before = 0; before < cell; ++before)
      if (relations_[before][cell] != relations_[image_[before]][to] ||
          relations_[cell][before] != relations_[to][image_[before]])
        return false;
    return true;
  }

  Structure& game_;
  std::vector<std::uint32_t> image_;
  std::vector<bool> used_;
  std::vector<std::vector<std::uint64_t>> relations_;  ///< what two cells have to do with each other, hashed
  std::vector<std::uint64_t> colours_;                 ///< what a cell has to do with all others, hashed
  std::uint64_t steps_ = 0;
  bool ended_ = false;  ///< before all were found
  std::uint32_t first_moved_ = 0;
};

/// A game whose moves are joined as the cells of a shape are: the dominoes of a board; the edges of a graph whose cells are its
/// vertices; the edges at each vertex of one whose cells are its edges.
Structure joined_cells(const CellShape& shape) {
  Structure game;
  game.cells = shape.cells();
  game.states = 2;
  game.background = 1;
  game.walled = true;
  game.rows = shape.is_board() ? shape.rows : 0;
  game.columns = shape.is_board() ? shape.columns : 0;
  const auto add = [&](const std::vector<std::uint32_t>& cells) {
    LocalMove move;
    for (const std::uint32_t cell : cells) move.cells.push_back({cell, 1, 1});
    if (!cells.empty()) game.moves.push_back(std::move(move));
  };
  for (std::uint32_t cell = 0; shape.is_board() && cell < game.cells; ++cell) {
    if (cell % shape.columns + 1 < shape.columns) add({cell, cell + 1});
    if (cell + shape.columns < game.cells) add({cell, cell + shape.columns});
  }
  if (shape.kind == CellShape::Kind::vertices)
    for (const auto& [a, b] : shape.edges) add({a, b});
  for (std::uint32_t vertex = 0; shape.kind == CellShape::Kind::edges && vertex < shape.vertices; ++vertex) {
    std::vector<std::uint32_t> at_vertex;
    for (std::uint32_t edge = 0; edge < shape.edges.size(); ++edge)
      if (shape.edges[edge].first == vertex || shape.edges[edge].second == vertex) at_vertex.push_back(edge);
    add(at_vertex);
  }
  return game;
}

}  // namespace

std::vector<std::vector<std::uint32_t>> symmetries_of(const CellShape& shape) {
  Structure game = joined_cells(shape);
  if (shape.is_board()) find_board_maps(game);
  else Automorphisms(game).find();
  return std::move(game.permutations);
}

std::uint64_t Structure::checksum() const {
  std::string bytes;
  for (const std::uint32_t number : {cells, states, rows, columns}) append_little_endian(bytes, number);
  for (const LocalMove& move : moves) {
    append_little_endian(bytes, static_cast<std::uint32_t>(move.cells.size()));
    for (const LocalMove::Cell& cell : move.cells) {
      append_little_endian(bytes, cell.cell);
      append_little_endian(bytes, cell.allowed);
      append_little_endian(bytes, cell.becomes);
    }
  }
  Checksum checksum;
  checksum.add(bytes);
  return checksum.value();
}

std::string Structure::method() const {
  std::string text = "moves look at a few cells; ";
  text += walled ? "components that can no longer touch are solved apart, by their Grundy values"
                 : "by the Grundy values of whole positions";
  if (slides) text += ", wherever they stand on the board";
  if (!permutations.empty()) text += fmt::format(", up to {} symmetries", permutations.size() + 1);
  const std::uint32_t few = states <= 2 ? 128 : 64;  // for which there are masks of fewer words (local_search.cpp)
  if (cells > few) text += fmt::format("; there are {} cells, of which more than {} take several times as long", cells, few);
  return text;
}

Result<Structure> structure_of(const LocalMoves& moves) {
  Structure game;
  game.cells = moves.cells;
  game.states = moves.states;
  game.rows = moves.rows;
  game.columns = moves.columns;
  std::set<Pattern> seen;
  for (const LocalMove& move : moves.moves)
    if (seen.insert(move.cells).second) game.moves.push_back({move.cells, kNoLabel});
  if (!play_ends(game)) return Refusal{"no weights of the states are seen to fall with every move"};
  for (std::uint32_t state = game.states; state-- > 0 && !game.walled;) {
    game.walled = is_wall(game, state);
    if (game.walled) game.background = state;
  }
  game.destructive = only_destroys(game);
  game.pairs = is_of_pairs(game);
  if (game.rows > 0) find_board_maps(game);
  else Automorphisms(game).find();
  return game;
}

}  // namespace bouton::local
