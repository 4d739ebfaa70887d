// Random games on boards and graphs: as rule files, and as what their rules mean, cell by cell, without any of the engine.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "engine/position/cell_shape.h"
#include "engine/rules/rules.h"
#include "tests/engine/games.h"

namespace bouton::lua {

/// A set of states, a bit each.
using States = unsigned;

/// A move made at a cell: where it may be made, and what it changes.
struct CellMove {
  enum class Count : std::uint8_t { any, none, some, one, even };
  enum class Change : std::uint8_t { alone, with_near, with_one };

  States from = 1;                ///< of the cell
  Count count = Count::any;       ///< how many of the cells near it are in `counted`
  States counted = 0;             ///<
  Change change = Change::alone;  ///< the cell alone; with all near it that are in `near`; with any one of them
  States near = 0;
  int becomes = 1, near_becomes = 1;
  int parity = -1;  ///< 0 or 1: so many cells of all, modulo 2, are in the last state; -1: however many
};

/// Which cells are near a cell.
enum class Near : std::uint8_t { sides, diagonals, right, graph };

struct RandomCellGame {
  CellShape shape;
  std::string position;  ///< as the rule file says it
  Near near = Near::sides;
  bool symmetric = false, independent = false, loopy = false;
  std::string example = {};  ///< where the board or the graph is part of the position; else empty
  Play play = Play::normal;
  int never_two = -1;  ///< positions with two cells near each other in this state do not exist; -1: all exist
  std::vector<CellMove> moves;

  int states() const { return static_cast<int>(shape.states.size()); }

  // --- what the rules mean ---

  /// The cells near each cell.
  std::vector<std::vector<std::size_t>> neighbours() const {
    std::vector<std::vector<std::size_t>> near_cells(shape.cells());
    for (std::size_t a = 0; a < near_cells.size(); ++a)
      for (std::size_t b = 0; b < near_cells.size(); ++b)
        if (a != b && is_near(a, b)) near_cells[a].push_back(b);
    return near_cells;
  }
  bool exists(PositionView cells) const {
    if (never_two < 0) return true;
    const auto near_cells = neighbours();
    for (std::size_t a = 0; a < cells.size(); ++a)
      for (const std::size_t b : near_cells[a])
        if (cells[a] == never_two && cells[b] == never_two) return false;
    return true;
  }
  std::vector<Position> options(PositionView cells) const {
    const auto near_cells = neighbours();
    std::vector<Position> found;
    const auto name = [&](const Position& to) {
      if (exists(to)) found.push_back(to);
    };
    for (const CellMove& move : moves)
      for (std::size_t cell = 0; cell < cells.size(); ++cell) {
        if (!may_be_made(move, cells, cell, near_cells[cell])) continue;
        Position to(cells);
        to[cell] = move.becomes;
        if (move.change == CellMove::Change::alone) name(to);
        for (const std::size_t other : near_cells[cell]) {
          if (move.change == CellMove::Change::alone || !has(move.near, cells[other])) continue;
          Position with(to);
          with[other] = move.near_becomes;
          if (move.change == CellMove::Change::with_one) name(with);
          else to = with;
        }
        if (move.change == CellMove::Change::with_near) name(to);
      }
    return found;
  }

  // --- the rule file ---

  std::string text() const {
    const bool board = near != Near::graph;
    const std::string cell = board ? "r, c" : "e", other = board ? "r2, c2" : "f";
    std::string out;
    if (near == Near::diagonals) out += "local diagonals = { { -1, -1 }, { -1, 1 }, { 1, -1 }, { 1, 1 } }\n";
    if (never_two >= 0) {
      out += fmt::format("local function ok(b)\n  for {} in b:cells() do\n    if b:at({}) == {} then\n", cell, cell, never_two);
      out += with_each_near("      ", fmt::format("if b:at({}) == {} then return false end", other, never_two));
      out += "    end\n  end\n  return true\nend\n";
    }
    out += "return game {\n  name = 'g', title = 'G', position = " + position + ",\n";
    if (symmetric) out += fmt::format("  symmetric = '{}',\n", board ? "board" : "graph");
    if (independent) out += "  independent = true,\n";
    if (never_two >= 0) out += "  valid = ok,\n";
    if (!example.empty()) out += fmt::format("  example = '{}',\n", example);
    if (play == Play::misere) out += "  play = 'misere',\n";
    out += "  moves = function(b)\n";
    if (never_two >= 0) out += "    local function try(x) if ok(x) then move(x) end end\n";
    for (const CellMove& move : moves) out += text_of(move, cell, other);
    out += "  end,\n}\n";
    return out;
  }

 private:
  static bool has(States set, Coordinate state) { return (set >> state & 1U) != 0; }

  bool is_near(std::size_t a, std::size_t b) const {
    if (near != Near::graph) {
      const auto row = [&](std::size_t cell) { return static_cast<int>(cell / shape.columns); };
      const auto column = [&](std::size_t cell) { return static_cast<int>(cell % shape.columns); };
      const int down = row(b) - row(a), right = column(b) - column(a);
      if (near == Near::right) return down == 0 && right == 1;
      return near == Near::sides ? down * down + right * right == 1 : down * down == 1 && right * right == 1;
    }
    if (shape.kind == CellShape::Kind::edges) {
      const auto [p, q] = shape.edges[a];
      const auto [r, s] = shape.edges[b];
      return p == r || p == s || q == r || q == s;
    }
    for (const auto& [p, q] : shape.edges)
      if ((p == a && q == b) || (p == b && q == a)) return true;
    return false;
  }
  bool may_be_made(const CellMove& move, PositionView cells, std::size_t cell, const std::vector<std::size_t>& near_it) const {
    if (!has(move.from, cells[cell])) return false;
    int counted = 0, last = 0;
    for (const std::size_t other : near_it) counted += has(move.counted, cells[other]) ? 1 : 0;
    for (const Coordinate state : cells) last += state == states() - 1 ? 1 : 0;
    if (move.parity >= 0 && last % 2 != move.parity) return false;
    switch (move.count) {
      case CellMove::Count::any: return true;
      case CellMove::Count::none: return counted == 0;
      case CellMove::Count::some: return counted > 0;
      case CellMove::Count::one: return counted == 1;
      case CellMove::Count::even: return counted % 2 == 0;
    }
    return false;
  }

  /// "s == 0 or s == 2"
  static std::string is_in(const std::string& value, States set) {
    std::vector<std::string> tests;
    for (int state = 0; state < 8; ++state)
      if (has(set, state)) tests.push_back(fmt::format("{} == {}", value, state));
    return tests.empty() ? "false" : fmt::format("({})", fmt::join(tests, " or "));
  }
  /// A loop over the cells near the cell.
  std::string with_each_near(const std::string& indent, const std::string& body) const {
    switch (near) {
      case Near::sides: return indent + "for r2, c2 in b:neighbours(r, c) do " + body + " end\n";
      case Near::diagonals:
        return indent + "for _, d in ipairs(diagonals) do\n" + indent + "  local r2, c2 = r + d[1], c + d[2]\n" + indent +
               "  if b:at(r2, c2) then " + body + " end\n" + indent + "end\n";
      case Near::right: return indent + "if b:at(r, c + 1) then local r2, c2 = r, c + 1 " + body + " end\n";
      case Near::graph: break;
    }
    if (shape.kind == CellShape::Kind::vertices) return indent + "for f in b:neighbours(e) do " + body + " end\n";
    return indent + "local v, w = b:ends(e)\n" + indent + "for f in b:edges_at(v) do if f ~= e then " + body + " end end\n" +
           indent + "for f in b:edges_at(w) do if f ~= e then " + body + " end end\n";
  }
  std::string text_of(const CellMove& move, const std::string& cell, const std::string& other) const {
    const std::string word = never_two >= 0 ? "try" : "move";
    std::string out;
    if (move.parity >= 0)
      out += fmt::format("    local last = 0\n    for {0} in b:cells() do if b:at({0}) == {1} then last = last + 1 end end\n",
                         cell, states() - 1);
    out += fmt::format("    for {} in b:cells() do\n      local s = b:at({})\n", cell, cell);
    out += fmt::format("      if {}{} then\n", is_in("s", move.from),
                       move.parity >= 0 ? fmt::format(" and last % 2 == {}", move.parity) : "");
    static const char* const kTests[] = {"true", "n == 0", "n > 0", "n == 1", "n % 2 == 0"};
    if (move.count != CellMove::Count::any) {
      out += "        local n = 0\n";
      out += with_each_near("        ", fmt::format("if {} then n = n + 1 end", is_in("b:at(" + other + ")", move.counted)));
    }
    out += fmt::format("        if {} then\n", kTests[static_cast<std::size_t>(move.count)]);
    const std::string is_near = is_in("b:at(" + other + ")", move.near);
    switch (move.change) {
      case CellMove::Change::alone: out += fmt::format("          {}(b:with({}, {}))\n", word, cell, move.becomes); break;
      case CellMove::Change::with_one:
        out += with_each_near("          ", fmt::format("if {} then {}(b:with({}, {}, {}, {})) end", is_near, word, cell,
                                                        move.becomes, other, move.near_becomes));
        break;
      case CellMove::Change::with_near:
        out += fmt::format("          local x = b:with({}, {})\n", cell, move.becomes);
        out +=
            with_each_near("          ", fmt::format("if {} then x = x:with({}, {}) end", is_near, other, move.near_becomes));
        out += fmt::format("          {}(x)\n", word);
        break;
    }
    return out + "        end\n      end\n    end\n";
  }
};

/// Most games end: states only go up.
class RandomCellGameWriter {
 public:
  enum class Size : std::uint8_t {
    few_positions,  ///< about a thousand at most
    many_cells      ///< up to 24 cells, up to four moves; all of them end
  };
  explicit RandomCellGameWriter(std::mt19937_64& random, Size size = Size::few_positions) : random_(random), size_(size) {}

  RandomCellGame make() {
    const int states = one_in(3) ? 2 : 3;
    game_ = {};
    if (one_in(2)) board(states);
    else graph(states);
    game_.loopy = size_ == Size::few_positions && one_in(10);
    game_.independent = game_.near != Near::diagonals && !game_.loopy && one_in(3);
    game_.play = one_in(4) ? Play::misere : Play::normal;
    if (!game_.independent && one_in(5)) game_.never_two = 1 + below(states - 1);
    for (int i = 1 + below(size_ == Size::few_positions ? 3 : 4); i > 0; --i) game_.moves.push_back(move(states));
    return game_;
  }

 private:
  int below(int n) { return static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }
  bool one_in(int n) { return below(n) == 0; }

  void board(int states) {
    static constexpr std::pair<std::uint32_t, std::uint32_t> kOfTwo[] = {{3, 3}, {2, 4}, {1, 8}, {4, 2}, {2, 2}, {5, 1}};
    static constexpr std::pair<std::uint32_t, std::uint32_t> kOfThree[] = {{2, 3}, {3, 2}, {1, 6}, {2, 2}, {6, 1}, {1, 4}};
    static constexpr std::pair<std::uint32_t, std::uint32_t> kMany[] = {{4, 6}, {5, 4}, {3, 8}, {2, 12}, {1, 24}, {4, 4}};
    const auto [rows, columns] = size_ == Size::many_cells ? kMany[below(6)]
                                 : states == 2             ? kOfTwo[below(6)]
                                                           : kOfThree[below(6)];
    const std::string letters = states == 2 ? ".X" : ".oX";
    game_.shape = {.kind = CellShape::Kind::board, .states = letters, .rows = rows, .columns = columns, .graph = {}};
    game_.position = fmt::format("board({}, {}, '{}')", rows, columns, letters);
    if (one_in(4)) {
      game_.example = game_.shape.text(game_.shape.empty());
      game_.position = fmt::format("board({}, 'any', '{}')", one_in(2) ? "'any'" : std::to_string(rows), letters);
    }
    game_.near = one_in(4) ? Near::diagonals : one_in(4) ? Near::right : Near::sides;
    game_.symmetric = game_.near != Near::right && !one_in(3);
  }
  void graph(int states) {
    const bool edges = one_in(3);
    const int most = size_ == Size::many_cells ? 24 : states == 2 ? 8 : 6;
    std::string name;
    for (std::uint32_t cells = 0; cells == 0 || cells > static_cast<std::uint32_t>(most);) {
      name = size_ == Size::many_cells ? name_of_many() : graph_name();
      game_.shape = graph_named(name);
      if (edges) game_.shape.kind = CellShape::Kind::edges;
      cells = game_.shape.cells();
    }
    game_.shape.states = states == 2 ? "|." : "|:.";
    if (one_in(4)) {
      game_.example = name;
      name = "any";
    }
    game_.position =
        fmt::format("graph('{}', {{ {}states = '{}' }})", name, edges ? "cells = 'edges', " : "", game_.shape.states);
    game_.near = Near::graph;
    game_.symmetric = !one_in(3);
  }
  std::string graph_name() {
    switch (below(9)) {
      case 0: return fmt::format("path {}", 2 + below(7));
      case 1: return fmt::format("cycle {}", 3 + below(6));
      case 2: return fmt::format("star {}", 2 + below(5));
      case 3: return fmt::format("grid 2 {}", 2 + below(3));
      case 4: return fmt::format("complete {}", 3 + below(3));
      case 5: return fmt::format("bipartite {} {}", 1 + below(2), 2 + below(2));
      case 6: return "tree 1 1 2 2";
      case 7: return fmt::format("random {} {} {}", 5 + below(2), 5 + below(3), below(100));
      default: return "edges 6: 1-2 2-3 1-3 4-5";
    }
  }

  std::string name_of_many() {
    switch (below(6)) {
      case 0: return fmt::format("path {}", 16 + below(9));
      case 1: return fmt::format("cycle {}", 16 + below(9));
      case 2: return fmt::format("grid {} {}", 2 + below(3), 4 + below(3));
      case 3: return fmt::format("bipartite {} {}", 2 + below(4), 3 + below(5));
      case 4: return fmt::format("complete {}", 5 + below(4));
      default: return fmt::format("random {} {} {}", 12 + below(9), 12 + below(13), below(100));
    }
  }

  /// A set that is not empty. The last state belongs to none where regions are apart behind it.
  States some_states(int states) {
    const int most = game_.independent ? states - 1 : states;
    return 1U + static_cast<States>(below((1 << most) - 1));
  }
  /// A state above all of a set, or any.
  int above(States set, int states) {
    int greatest = 0;
    for (int state = 0; state < states; ++state)
      if ((set >> state & 1U) != 0) greatest = state;
    if (game_.loopy) return below(states);
    return greatest + 1 + below(states - greatest - 1);
  }
  CellMove move(int states) {
    CellMove move;
    // Not the last state: nothing is above it.
    const States all_but_last = (1U << (states - 1)) - 1;
    do move.from = some_states(states);
    while (!game_.loopy && (move.from & ~all_but_last) != 0);
    move.becomes = above(move.from, states);
    move.count = static_cast<CellMove::Count>(below(5));
    move.counted = some_states(states);
    move.change = static_cast<CellMove::Change>(below(3));
    do move.near = some_states(states);
    while (!game_.loopy && (move.near & ~all_but_last) != 0);
    move.near_becomes = above(move.near, states);
    if (!game_.independent && one_in(8)) move.parity = below(2);
    return move;
  }

  std::mt19937_64& random_;
  Size size_;
  RandomCellGame game_;
};

inline RandomCellGame random_cell_game(std::mt19937_64& random) { return RandomCellGameWriter(random).make(); }

}  // namespace bouton::lua
