#include "bindings/cli/templates/templates.h"

namespace bouton::cli {
namespace {

constexpr std::string_view kHeap = R"lua(-- The rules of @NAME@. Change them to those of your own game.

-- A number that people may change: bouton solve @NAME@.lua -p most=4
local most = param("most", 3, "how many a player may take at once")

return game {
  name     = "@NAME@",  -- what the command calls the game
  title    = "@NAME@",  -- what people call it
  -- The rules in words.
  text     = "One heap. Take from 1 to 3 of it; whoever takes the last one wins.",

  -- The numbers that make up a position. Each is 0 or more, unless { "n", min = 1, max = 99 } says otherwise.
  position = { "n" },

  -- Every move: call move(...) with the numbers of the position that it leads to. move.NAME(...) gives it a name;
  -- split(a, b) leaves two separate games.
  moves = function(n)
    for t = 1, math.min(most, n) do  -- t is how many are taken
      move.take(n - t)               -- what is left
    end
  end,

  -- Whoever cannot move loses. With play = "misere", whoever cannot move wins.
  play = "normal",

  -- A position to start from, and facts that `bouton verify` checks.
  example = { 10 },
  known = { grundy = { { 0, 0 }, { 5, 1 } } },  -- of 0 the Grundy value is 0, of 5 it is 1
}
)lua";

constexpr std::string_view kHeaps = R"lua(-- The rules of @NAME@. Change them to those of your own game.

-- A number that people may change: bouton solve @NAME@.lua -p most=4
local most = param("most", 3, "how many a player may take of one heap at once")

return game {
  name      = "@NAME@",  -- what the command calls the game
  title     = "@NAME@",  -- what people call it
  -- The rules in words.
  text      = "Two heaps. Take from 1 to 3 of one heap, or one of each; whoever takes the last one wins.",

  -- The numbers that make up a position, as many as the game needs. Each is 0 or more.
  position  = { "a", "b" },
  -- (3, 5) and (5, 3) mean the same. Leave this out where they do not.
  symmetric = true,

  -- Every move: call move(...) with all the numbers of the position that it leads to. move.NAME(...) gives it a name.
  moves = function(a, b)
    for t = 1, math.min(most, a) do  -- t is how many are taken of the first heap
      move.first(a - t, b)           -- the second heap stays as it is
    end
    for t = 1, math.min(most, b) do  -- the same of the second heap
      move.second(a, b - t)
    end
    if a > 0 and b > 0 then          -- a move that needs something of both
      move.both(a - 1, b - 1)
    end
  end,

  -- Whoever cannot move loses. With play = "misere", whoever cannot move wins.
  play = "normal",

  -- A position to start from, and facts that `bouton verify` checks.
  example = { 5, 7 },
  known = { outcome = { { { 0, 0 }, "P" }, { { 1, 1 }, "N" }, { { 1, 2 }, "P" } } },  -- P: whoever moves there loses
}
)lua";

constexpr std::string_view kPiles = R"lua(-- The rules of @NAME@. Change them to those of your own game.

-- A number that people may change: bouton solve @NAME@.lua -p most=4
local most = param("most", 3, "how many a player may take of one pile at once")

return game {
  name      = "@NAME@",  -- what the command calls the game
  title     = "@NAME@",  -- what people call it
  -- The rules in words.
  text      = "Piles. Take from 1 to 3 of one pile; whoever takes the last one wins.",

  -- A list of piles, as many as a position names: 3,4,5 are three. piles("a", { min = 1 }) has none that are empty.
  position  = piles("a"),
  -- The order of the piles does not matter. Leave this out where it does.
  symmetric = true,

  -- Every move: call move(...) with the list that it leads to. a:with(i, v) is the list with v for pile i,
  -- a:without(i) has one pile less, and a:insert(i, v) one more.
  moves = function(a)
    for i = 1, #a do                      -- i is the number of a pile, #a how many there are
      for t = 1, math.min(most, a[i]) do  -- t is how many are taken of it
        move.take(a:with(i, a[i] - t))
      end
    end
  end,

  -- Whoever cannot move loses. With play = "misere", whoever cannot move wins.
  play = "normal",

  -- A position to start from, and facts that `bouton verify` checks.
  example = { 3, 4, 5 },
  known = { grundy = { { { 0 }, 0 }, { { 5 }, 1 }, { { 1, 2, 3 }, 0 } } },
}
)lua";

constexpr std::string_view kBoard = R"lua(-- The rules of @NAME@. Change them to those of your own game.

-- Numbers that people may change: bouton solve @NAME@.lua -p rows=5 -p columns=5
local rows    = param("rows", 3, "rows of the board")
local columns = param("columns", 4, "columns of the board")

return game {
  name      = "@NAME@",  -- what the command calls the game
  title     = "@NAME@",  -- what people call it
  -- The rules in words.
  text      = "Put a stone on a free square that shares no side with a stone; whoever cannot put one loses.",

  -- A board of squares that are "." (state 0, as at the start) or "X" (state 1). ".XO" would have states 0, 1 and 2.
  position  = board(rows, columns, ".X"),
  -- Boards that are turned or mirrored mean the same. Leave this out where they do not.
  symmetric = "board",

  -- Every move: call move(...) with the board that it leads to. b:at(r, c) is the state of a square, nil outside;
  -- b:with(r, c, state) is the board with another state there.
  moves = function(b)
    for r, c in b:cells() do  -- all squares, row by row
      local free = b:at(r, c) == 0
      local near = b:at(r - 1, c) == 1 or b:at(r + 1, c) == 1 or b:at(r, c - 1) == 1 or b:at(r, c + 1) == 1
      if free and not near then
        move(b:with(r, c, 1))
      end
    end
  end,

  -- Whoever cannot move loses. With play = "misere", whoever cannot move wins.
  play = "normal",

  -- Facts that `bouton verify` checks. A position is the rows of the board, with / between them.
  known = { outcome = { { "X.X./.X.X/X.X.", "P" }, { "X.X./.X.X/X...", "N" } } },  -- P: whoever moves there loses
}
)lua";

constexpr std::string_view kGraph = R"lua(-- The rules of @NAME@. Change them to those of your own game.

-- The graph is part of the position: bouton solve @NAME@.lua "path 7", "cycle 6", "grid 3 3" or "tree 1 1 2"
return game {
  name      = "@NAME@",  -- what the command calls the game
  title     = "@NAME@",  -- what people call it
  -- The rules in words.
  text      = "Mark a vertex that has no marked neighbour; whoever cannot mark one loses.",

  -- A graph with vertices that are "." (state 0, as at the start) or "X" (state 1). "any": a position names its graph.
  position  = graph("any", { states = ".X" }),
  -- Positions that only number the vertices otherwise mean the same.
  symmetric = "graph",

  -- Every move: call move(...) with the graph that it leads to. g:at(v) is the state of a vertex, and
  -- g:with(v, state) the graph with another state there.
  moves = function(g)
    for v in g:cells() do             -- all vertices
      local free = g:at(v) == 0
      for w in g:neighbours(v) do     -- those that an edge joins with v
        if g:at(w) == 1 then free = false end
      end
      if free then
        move(g:with(v, 1))
      end
    end
  end,

  -- Whoever cannot move loses. With play = "misere", whoever cannot move wins.
  play = "normal",

  -- A position to start from, and facts that `bouton verify` checks: of that graph, a character for each vertex.
  example = "path 7",
  known = { outcome = { { "X.X.X.X", "P" }, { "X.X.X..", "N" } } },  -- P: whoever moves there loses
}
)lua";

constexpr std::string_view kValue = R"lua(-- The rules of @NAME@. Change them to those of your own game.

return game {
  name      = "@NAME@",  -- what the command calls the game
  title     = "@NAME@",  -- what people call it
  -- The rules in words.
  text      = "A row of letters. Take two equal letters that stand side by side; whoever finds no such pair loses.",

  -- Any integer, string, or list of these and of lists. Here it is a string.
  position  = value(),

  -- Every move: call move(...) with the value that it leads to. split(v, w) leaves two separate games.
  moves = function(row)
    for i = 1, #row - 1 do                           -- #row is how long it is
      if row:sub(i, i) == row:sub(i + 1, i + 1) then  -- letter i and the next one
        move(row:sub(1, i - 1) .. row:sub(i + 2))     -- what is left closes up
      end
    end
  end,

  -- The value that stands for all that mean the same: here a row may be read from either end.
  normalize = function(row)
    local back = row:reverse()
    return back < row and back or row
  end,

  -- How people see and type a position. Without these it is typed as in Lua: "abba", 7 or {1,2}.
  show  = function(row) return row end,
  parse = function(text) return text end,

  -- Whoever cannot move loses. With play = "misere", whoever cannot move wins.
  play = "normal",

  -- A position to start from, and facts that `bouton verify` checks.
  example = "abbaacca",
  known = { outcome = { { "ab", "P" }, { "aa", "N" }, { "abba", "P" } } },  -- P: whoever moves there loses
}
)lua";

constexpr std::string_view kCoins = R"lua(-- The rules of @NAME@. Change them to those of your own game.

-- A number that people may change: bouton table @NAME@.lua 20 -p reach=3
local reach = param("reach", 4, "within how many neighbouring places the turned coins must lie")

return game {
  name    = "@NAME@",  -- what the command calls the game
  title   = "@NAME@",  -- what people call it
  -- The rules in words.
  text    = "Coins in a row, heads or tails. Turn one coin, or two with at most two others between them; the rightmost must go "
         .. "from heads to tails. Whoever cannot move loses.",

  -- n is the place of the rightmost coin that is turned; the places are 0, 1, 2, ... Call turn(...) once for each set of
  -- coins that may be turned along with it, all of them to its left; turn() turns that coin alone. A row is the sum of its
  -- heads, so a position n is a row with one head, at place n; 2 5 7 has three.
  companions = function(n)
    turn()
    for other = math.max(0, n - reach + 1), n - 1 do  -- the place of a second coin
      turn(other)
    end
  end,

  -- A position to start from, and facts that `bouton verify` checks.
  example = { { 2 }, { 5 }, { 7 } },
  known = { grundy = { { 0, 1 }, { 1, 2 }, { 3, 4 } } },  -- a head at place 0 has the Grundy value 1
}

-- Coins on a board: a move turns the coins where a row that one move turns meets a column that another move turns.
-- Give the game above a name with `local strip = game { ... }` in place of `return game { ... }`, and end the file with
--   return game { product = { strip, strip }, symmetric = true, example = { 4, 6 } }
)lua";

constexpr Template kTemplates[] = {
    {"heap", "one heap, or one number", "table {0} 20", kHeap},
    {"heaps", "some heaps or numbers, a fixed number of them", "table {0} 12 12", kHeaps},
    {"piles", "a list of piles, any number of them", "solve {0} 3,4,5", kPiles},
    {"board", "a board of squares", "solve {0}", kBoard},
    {"graph", "a graph with marks on its vertices", "solve {0}", kGraph},
    {"value", "a text, a list or any other value", "solve {0}", kValue},
    {"coins", "coins in a row or on a board, which are turned", "table {0} 20", kCoins},
};

}  // namespace

std::span<const Template> rule_templates() { return kTemplates; }

std::string rule_file(const Template& chosen, std::string_view name) {
  constexpr std::string_view kName = "@NAME@";
  std::string text(chosen.text);
  for (std::size_t at = 0; (at = text.find(kName, at)) != std::string::npos; at += name.size())
    text.replace(at, kName.size(), name);
  return text;
}

}  // namespace bouton::cli
