// Games on boards and graphs against plain recursion with bit masks, which knows nothing of the rule files.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tests/rules/game_under_test.h"

namespace bouton {
namespace {

using Mask = std::uint64_t;

/// Values by their definition; a position is any number, and `options` lists those of one.
class ByDefinition {
 public:
  using Listing = std::function<void(Mask, std::vector<Mask>&)>;
  explicit ByDefinition(Listing options) : options_(std::move(options)) {}

  unsigned value(Mask position) {
    if (const auto known = values_.find(position); known != values_.end()) return known->second;
    std::vector<Mask> options;
    options_(position, options);
    std::set<unsigned> seen;
    for (const Mask option : options) seen.insert(value(option));
    unsigned mex = 0;
    while (seen.contains(mex)) ++mex;
    return values_[position] = mex;
  }
  /// Under misère play.
  bool wins_misere(Mask position) {
    if (const auto known = wins_.find(position); known != wins_.end()) return known->second;
    std::vector<Mask> options;
    options_(position, options);
    bool wins = options.empty();
    for (const Mask option : options) wins = wins || !wins_misere(option);
    return wins_[position] = wins;
  }

 private:
  Listing options_;
  std::unordered_map<Mask, unsigned> values_;
  std::unordered_map<Mask, bool> wins_;
};

Position nothing(std::size_t cells) { return Position(std::vector<Coordinate>(cells, 0)); }

/// Games in which a move takes all of one of some sets of cells that are free.
ByDefinition placing(std::vector<Mask> shapes) {
  return ByDefinition([shapes = std::move(shapes)](Mask taken, std::vector<Mask>& options) {
    for (const Mask shape : shapes)
      if ((taken & shape) == 0) options.push_back(taken | shape);
  });
}

lua::Settings of_size(int rows, int columns) { return {{"rows", std::to_string(rows)}, {"columns", std::to_string(columns)}}; }

/// The trominoes of a board: sets of three cells that fit a square of two by two, or a line.
std::vector<Mask> trominoes(int rows, int columns, bool straight, bool bent) {
  std::vector<Mask> shapes;
  const int cells = rows * columns;
  for (int i = 0; i < cells; ++i)
    for (int j = i + 1; j < cells; ++j)
      for (int k = j + 1; k < cells; ++k) {
        const auto [top, bottom] = std::minmax({i / columns, j / columns, k / columns});
        const auto [left, right] = std::minmax({i % columns, j % columns, k % columns});
        const int height = bottom - top, width = right - left;
        const bool line = (height == 2 && width == 0) || (height == 0 && width == 2);
        if ((line && straight) || (height == 1 && width == 1 && bent))
          shapes.push_back(Mask{1} << i | Mask{1} << j | Mask{1} << k);
      }
  return shapes;
}

TEST(Trominoes, HaveTheValuesOfPlainRecursion) {
  for (const char* const kind : {"straight", "bent", "both"})
    for (int rows = 1; rows <= 4; ++rows)
      for (int columns = rows; rows * columns <= 16; ++columns) {
        lua::Settings settings = of_size(rows, columns);
        settings.emplace_back("kind", kind);
        const std::string which = kind;
        ByDefinition truth = placing(trominoes(rows, columns, which != "bent", which != "straight"));
        GameUnderTest game("trominoes", settings);
        EXPECT_EQ(game.grundy(nothing(static_cast<std::size_t>(rows * columns))), truth.value(0))
            << kind << " " << rows << "x" << columns;
      }
}

TEST(Trominoes, OfARowAreAnOctalGame) {
  GameUnderTest octal("octal", {{"code", "0.007"}});
  for (int n = 1; n <= 40; ++n) {
    GameUnderTest row("trominoes", of_size(1, n));
    EXPECT_EQ(row.grundy(nothing(static_cast<std::size_t>(n))), octal.grundy(Position{n})) << n;
  }
}

/// Pairs of neighbouring cells.
std::vector<std::pair<int, int>> pairs_of(int rows, int columns) {
  std::vector<std::pair<int, int>> pairs;
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c) {
      if (c + 1 < columns) pairs.emplace_back(r * columns + c, r * columns + c + 1);
      if (r + 1 < rows) pairs.emplace_back(r * columns + c, (r + 1) * columns + c);
    }
  return pairs;
}

/// Two bits a cell: 0 free, 1 and 2 stones.
unsigned state_of(Mask position, int cell) { return static_cast<unsigned>(position >> (2 * cell) & 3); }
Mask with_state(Mask position, int cell, unsigned state) {
  return (position & ~(Mask{3} << (2 * cell))) | Mask{state} << (2 * cell);
}
Position of_states(Mask position, int cells) {
  Position result;
  for (int cell = 0; cell < cells; ++cell) result.push_back(state_of(position, cell));
  return result;
}

ByDefinition clobber(int rows, int columns) {
  return ByDefinition([pairs = pairs_of(rows, columns)](Mask position, std::vector<Mask>& options) {
    for (const auto& [a, b] : pairs)
      for (const auto& [from, to] : {std::pair(a, b), std::pair(b, a)})
        if (const unsigned stone = state_of(position, from); stone != 0 && state_of(position, to) == 3 - stone)
          options.push_back(with_state(with_state(position, from, 0), to, stone));
  });
}

TEST(Clobber, HasTheValuesOfPlainRecursion) {
  // All positions of small boards, and the full boards of larger ones, with the colours in turn.
  for (const auto& [rows, columns] : {std::pair(2, 3), std::pair(1, 7)}) {
    const int cells = rows * columns;
    ByDefinition truth = clobber(rows, columns);
    GameUnderTest game("clobber", of_size(rows, columns));
    const Table values = game.grundy_values(nothing(static_cast<std::size_t>(cells)),
                                            Position(std::vector<Coordinate>(static_cast<std::size_t>(cells), 2)));
    for (std::size_t i = 0; i < values.cells.size(); ++i) {
      const Position position = values.box.position(i);
      Mask mask = 0;
      for (int cell = 0; cell < cells; ++cell)
        mask = with_state(mask, cell, static_cast<unsigned>(position[static_cast<std::size_t>(cell)]));
      ASSERT_EQ(values.cells[i], truth.value(mask)) << to_string(position);
    }
  }
  for (const auto& [rows, columns] : {std::pair(3, 3), std::pair(2, 6), std::pair(3, 4), std::pair(1, 14), std::pair(2, 7)}) {
    const int cells = rows * columns;
    Mask full = 0;
    for (int cell = 0; cell < cells; ++cell) full = with_state(full, cell, (cell / columns + cell % columns) % 2 == 0 ? 1 : 2);
    ByDefinition truth = clobber(rows, columns);
    GameUnderTest game("clobber", of_size(rows, columns));
    EXPECT_EQ(game.grundy(of_states(full, cells)), truth.value(full)) << rows << "x" << columns;
  }
}

ByDefinition colouring(int rows, int columns, bool same_is_forbidden) {
  return ByDefinition([=, pairs = pairs_of(rows, columns)](Mask position, std::vector<Mask>& options) {
    for (int cell = 0; cell < rows * columns; ++cell) {
      if (state_of(position, cell) != 0) continue;
      for (const unsigned colour : {1U, 2U}) {
        const unsigned forbidden = same_is_forbidden ? colour : 3 - colour;
        const bool free = std::ranges::none_of(pairs, [&](const auto& pair) {
          return (pair.first == cell && state_of(position, pair.second) == forbidden) ||
                 (pair.second == cell && state_of(position, pair.first) == forbidden);
        });
        if (free) options.push_back(with_state(position, cell, colour));
      }
    }
  });
}

std::string grid(int rows, int columns) { return "grid " + std::to_string(rows) + " " + std::to_string(columns); }

TEST(Colourings, OfGridsHaveTheValuesOfPlainRecursion) {
  for (const bool is_col : {true, false})
    for (const auto& [rows, columns] : {std::pair(2, 3), std::pair(3, 3), std::pair(2, 5), std::pair(3, 4)}) {
      ByDefinition truth = colouring(rows, columns, is_col);
      GameUnderTest game(is_col ? "impartial-col" : "impartial-snort", {{"graph", grid(rows, columns)}});
      EXPECT_EQ(game.grundy(nothing(static_cast<std::size_t>(rows * columns))), truth.value(0)) << rows << "x" << columns;
    }
}

TEST(Kayles, OfGridsHasTheValuesOfPlainRecursion) {
  for (const auto& [rows, columns] : {std::pair(2, 4), std::pair(3, 3), std::pair(3, 4), std::pair(3, 5), std::pair(4, 4)}) {
    const int cells = rows * columns;
    std::vector<Mask> arcs;
    std::vector<Mask> around(static_cast<std::size_t>(cells));
    for (int cell = 0; cell < cells; ++cell) around[static_cast<std::size_t>(cell)] = Mask{1} << cell;
    for (const auto& [a, b] : pairs_of(rows, columns)) {
      arcs.push_back(Mask{1} << a | Mask{1} << b);
      around[static_cast<std::size_t>(a)] |= Mask{1} << b;
      around[static_cast<std::size_t>(b)] |= Mask{1} << a;
    }
    ByDefinition of_arcs = placing(arcs);
    ByDefinition of_nodes([&](Mask taken, std::vector<Mask>& options) {
      for (int cell = 0; cell < cells; ++cell)
        if ((taken >> cell & 1) == 0) options.push_back(taken | around[static_cast<std::size_t>(cell)]);
    });
    const Position start = nothing(static_cast<std::size_t>(cells));
    GameUnderTest arc("arc-kayles", {{"graph", grid(rows, columns)}}), node("node-kayles", {{"graph", grid(rows, columns)}});
    EXPECT_EQ(arc.grundy(start), of_arcs.value(0)) << rows << "x" << columns;
    EXPECT_EQ(node.grundy(start), of_nodes.value(0)) << rows << "x" << columns;
  }
}

TEST(Geography, OfGridsHasTheValuesOfPlainRecursion) {
  for (const auto& [rows, columns] : {std::pair(2, 3), std::pair(3, 3), std::pair(3, 4), std::pair(4, 4)}) {
    const int cells = rows * columns;
    const auto pairs = pairs_of(rows, columns);
    // The vertices that have been visited, and above them the token's, counted from 1.
    ByDefinition truth([&](Mask position, std::vector<Mask>& options) {
      const int token = static_cast<int>(position >> cells) - 1;
      const Mask visited = position & ((Mask{1} << cells) - 1);
      const auto go = [&](int to) {
        if ((visited >> to & 1) == 0) options.push_back(visited | Mask{1} << to | static_cast<Mask>(to + 1) << cells);
      };
      for (int cell = 0; cell < cells && token < 0; ++cell) go(cell);
      for (const auto& [a, b] : pairs) {
        if (a == token) go(b);
        if (b == token) go(a);
      }
    });
    GameUnderTest game("geography", {{"graph", grid(rows, columns)}});
    EXPECT_EQ(game.grundy(nothing(static_cast<std::size_t>(cells))), truth.value(0)) << rows << "x" << columns;
  }
}

bool has_line(Mask crosses, int rows, int columns) {
  const auto at = [&](int r, int c) {
    return r >= 0 && c >= 0 && r < rows && c < columns && (crosses >> (r * columns + c) & 1) != 0;
  };
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c)
      for (const auto& [down, right] : {std::pair(0, 1), std::pair(1, 0), std::pair(1, 1), std::pair(1, -1)})
        if (at(r, c) && at(r + down, c + right) && at(r + 2 * down, c + 2 * right)) return true;
  return false;
}

void place_crosses(Mask crosses, int rows, int columns, std::vector<Mask>& options) {
  if (has_line(crosses, rows, columns)) return;
  for (int cell = 0; cell < rows * columns; ++cell)
    if ((crosses >> cell & 1) == 0) options.push_back(crosses | Mask{1} << cell);
}

TEST(Notakto, OfOneBoardHasTheOutcomesOfPlainRecursion) {
  for (const auto& [rows, columns] : {std::pair(3, 3), std::pair(3, 4), std::pair(4, 4)}) {
    ByDefinition truth([&](Mask crosses, std::vector<Mask>& options) { place_crosses(crosses, rows, columns, options); });
    GameUnderTest game("notakto", of_size(rows, columns));
    EXPECT_EQ(game.outcome(nothing(static_cast<std::size_t>(rows * columns))) == Outcome::N, truth.wins_misere(0))
        << rows << "x" << columns;
  }
}

/// Up to so many boards of 3 x 3 at once: a position is the boards that are still in play, each as the least of its images,
/// in order, in nine bits each below a leading 1.
class ManyBoards {
 public:
  bool wins(std::vector<Mask> boards) {
    std::erase_if(boards, [](Mask board) { return has_line(board, 3, 3) || board == 0x1FF; });
    for (Mask& board : boards) board = least_image(board);
    std::ranges::sort(boards);
    if (boards.empty()) return true;
    Mask code = 1;
    for (const Mask board : boards) code = code << 9 | board;
    if (const auto known = wins_.find(code); known != wins_.end()) return known->second;
    bool found = false;
    for (std::size_t i = 0; i < boards.size() && !found; ++i) {
      if (i > 0 && boards[i] == boards[i - 1]) continue;
      for (int cell = 0; cell < 9 && !found; ++cell) {
        if ((boards[i] >> cell & 1) != 0) continue;
        std::vector<Mask> after = boards;
        after[i] |= Mask{1} << cell;
        found = !wins(std::move(after));
      }
    }
    return wins_[code] = found;
  }

 private:
  static Mask least_image(Mask board) {
    Mask least = board;
    for (int turn = 0; turn < 8; ++turn) {
      Mask image = 0;
      for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 3; ++c)
          if ((board >> (3 * r + c) & 1) != 0) image |= Mask{1} << (turn % 2 == 0 ? 3 * c + r : 3 * c + 2 - r);
      board = image;
      least = std::min(least, board);
    }
    return least;
  }
  std::unordered_map<Mask, bool> wins_;
};

// Takes some 5 s: plain recursion goes through the sums of up to four boards one by one, whatever the boards are worth.
TEST(Notakto, OfSeveralBoardsHasTheOutcomesOfPlainRecursion) {
  ManyBoards truth;
  const auto game = GameUnderTest::load("notakto", of_size(3, 3));
  for (std::size_t boards = 1; boards <= 4; ++boards) {
    Solver solver({game->rules}, Budget());
    const Sum sum(boards, {0, widen(nothing(9))});
    EXPECT_EQ(solver.outcome(sum) == Outcome::N, truth.wins(std::vector<Mask>(boards, 0))) << boards;
  }
}

}  // namespace
}  // namespace bouton
