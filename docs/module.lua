--- The Lua module `bouton`: what scripts see, in `bouton run`, in the REPL and in the stock interpreter.
--
-- The functions are written in C++ (bindings/lua/module); this file says what they take and return, for LDoc, and is checked by the
-- tests to name them all. Whatever is wrong raises an error that begins with file and line. Positions are coordinates as
-- arguments, `g:grundy(3, 5)`, or one list, `g:grundy { 3, 5 }`; a coordinate is an integer, an integer of any size, or the name of a
-- value.
-- @module bouton

--- The game of a rule file, or one that a script declares.
-- @param game the name of a game, the path of a rule file, or a table with the fields of a game (docs/rule-language.md), whose
-- functions see `move` and `split` besides the script's own globals
-- @param[opt] parameters values by name: `{ m = 5, set = { 1, 2 }, f = "3*x" }`
-- @treturn Game
function game(game, parameters) end

--- The names of all games.
-- @treturn {string,...}
function games() end

--- An integer of any size, with arithmetic and comparison.
-- @param value an integer, or a text with one
function int(value) end

--- The nim product of two numbers, as the values of products of coin-turning games need it: the least number that is none of
-- a' b ~ a b' ~ a' b' with a' < a and b' < b, where ~ is the nim-sum, which `a ~ b` is.
-- @param a an integer from 0 to 2^65536
-- @param b likewise
-- @return an integer
function nim_product(a, b) end

--- Several positions that are played at once: their disjunctive sum, or another compound.
-- @param components a list of `{ game, position }`
-- @string[opt="disjunctive"] way how they are played: "disjunctive", "diminished-disjunctive", "conjunctive", "continued-conjunctive",
-- "selective", "shortened-selective", "ordinal" or "sequential" (docs/command.md#several-games-at-once)
-- @treturn Sum
function sum(components, way) end

--- `position` of a game of lists of piles: `position = bouton.piles("a", { min = 1 })`.
-- @string name
-- @param[opt] options `{ min =, max =, length = { min =, max = } }`
function piles(name, options) end

--- `position` of a game on a board: `position = bouton.board(4, 5, ".X")`.
-- @param rows a number, or "any": then positions say how many, and the game needs an example
-- @param columns likewise
-- @string[opt] states a character for each
function board(rows, columns, states) end

--- `position` of a game whose positions are any values of integers, strings and lists: `position = bouton.value()`.
-- @treturn table
function value() end

--- `position` of a game on a graph: `position = bouton.graph("cycle 7", { cells = "edges", states = "|." })`.
-- @string graph "path 5", "cycle 7", "grid 3 4", "complete 4", "bipartite 2 3", "star 5", "tree 1 1 2", "random 8 12 1", "edges 1-2 2-3"; or "any"
-- @param[opt] options `{ cells = "vertices" or "edges", states = }`
function graph(graph, options) end

--- Calls `f(value, number)` for each value of a list, on as many processes as `--threads` says, or on the ranks of `bouton-mpi`,
-- and returns the list of results. Each process has a copy of the script as it is at the call: what `f` changes is seen by nobody
-- else. Results are nil, booleans, numbers, strings and tables of these. An error names its item.
-- @param list
-- @param f a function of a value and its number
-- @string[opt] journal a file that keeps the results, so that a run that was killed goes on where it was; it is refused with other items, and
-- with another function: one whose code, or what it captured, or a global variable that it names, is another (docs/scaling.md)
-- @return the list of results
function parallel(list, f, journal) end

--- A picture of functions of the script's own: shades on a map, curves and dots, on their own or over a table.
-- @string path of a .png, a .svg or a .pdf
-- @param plot `{ title =, subtitle =, x = { name, low, high }, y = { name, low, high }, over = a Table of two coordinates (which are
-- then x and y), shade = function(x, y) of whole numbers that returns a number, "P", "N", "draw" or nil, shade_name =, curves = {
-- { name, function(x) return y end }, ... } }`. A curve may have `along = "y"` (then its function is one of y, and returns x), `dots =
-- true` (a dot for each whole number) and a range `from =, to =`. Without y, the range is that of the curves.
function plot(path, plot) end

--- Ways to the Wythoff pairs: `a(n)`, `newton(n [, steps])`, `sieve(count)`, `recurrence(count)`; the pairs and the steps to them,
-- `pairs(count)`, `sieve_steps(count)`, `recurrence_steps(count)`; where a number stands among them, `place(number)`, and how the
-- direct algorithm reads a position, `read(S, L)`. bindings/lua/module/wythoff_functions.h says what each returns.
-- @table wythoff

--- Schwenk's sequence of a take-away game, `bouton.game("take-away", { f = "3*x" })`: `sequence(game, n)` is the list of its terms up
-- to n, each `{ H =, added =, m = }` (H is the term before it and the m-th, which is `added`; the first has H alone); `sum(game, n)`
-- is the list of the terms whose sum is n, the greatest first: its length is |n|, its last entry the least winning take. Both raise
-- where f decreases, or is not known not to, below n.
-- @table take_away

--- The value of a position that whoever is to move wins whatever stands beside: "loony".
-- @table LOONY

--- A game, and what has been found out about it.
-- @type Game

--- The Grundy value: an integer, `{ infinity = { ... } }` where play may go on for ever, `bouton.LOONY` ("loony") where moves oblige and
-- whoever is to move wins whatever stands beside, nil where no way knows it.
function Game:grundy(...) end
--- "P", "N" or "draw".
function Game:outcome(...) end
--- How many moves are still played under best play; nil for a draw.
function Game:remoteness(...) end
--- The number of moves when the winner delays and the loser hastens; nil for a draw. Raises where play can go on for ever.
function Game:suspense(...) end
--- The most moves that both players can make together; nil where play need not end.
function Game:longest(...) end
--- The moves that win, each `{ component =, label =, to = { position, ... } }`; `to` has several positions after a split.
function Game:winning_moves(...) end
--- In a game with `blocking`: what the player who does not move must forbid, in the same form; of an N-position, where nothing avails,
-- an empty list. nil in other games.
function Game:to_forbid(...) end
--- Up to how many options the other player forbids before each move; 0 where none.
function Game:blocking() end
--- Why it is won or lost, ending in a winning move: a text, a line for each sentence.
function Game:why(...) end
--- All moves, in the same form.
function Game:options(...) end
--- The values of a box.
-- @param box a list of greatest values, or `{ least, greatest }`
-- @string[opt] kind "grundy", "outcome", "remoteness", "suspense" or "longest"
-- @treturn Table
function Game:table(box, kind) end
--- The P-positions of a box, in order.
-- @param box as of table
function Game:positions(box) end
--- What the outcomes of a few positions imply, by the moves of a box alone: a Table of outcomes, nil where nothing is known, and
-- how many are known; or nil and a position that would be both P and N.
-- @param box as of table
-- @param given a list such as `{ { { 100, 1 }, "N" }, { { 101, 1 }, "N" } }`
function Game:implied(box, given) end
--- The values of heaps up to `last`.
-- @int last
-- @string[opt] kind as of table
-- @treturn Sequence
function Game:sequence(last, kind) end
--- What comes of the claims that the game makes: a list of `{ words =, source =, checked =, counterexample =, holds =, as_stated =,
-- proved = }`; the counterexample is the least position at which a claim fails, nil where it holds; `as_stated` says whether it fails just
-- where the claim says that it does, `proved` whether it is proved for positions of every size.
-- @param[opt] box as of table: where claims without a box of their own are looked at
function Game:claims(box) end
--- Which way answers which question, why, and at what cost: a text.
function Game:explain() end
--- The misère quotient: of heaps up to `last` in a game of one coordinate, else of all that can be reached from a position.
-- @return a table as `bouton quotient --format json` writes it
function Game:quotient(...) end
--- Genus, misère Grundy value and misère outcome of a position: a table as `bouton genus --format json` writes it.
function Game:genus(...) end
--- Compares every way to answer with the reference: a table with `same` and a list of `checks`.
-- @param[opt] box as of table
function Game:verify(box) end
--- The P-positions of every size, proved from the rule, or how far it was looked: a table as `bouton theorem --format json` writes it;
-- tostring gives its sentence.
-- @int[opt] piles how many there are, in a game of piles
-- @param[opt] value a Grundy value, or "all"
-- @int[opt] steps how far the search goes
-- @string[opt] guess a condition on the coordinates that is proved, or refuted, in place of the search
function Game:theorem(piles, value, steps, guess) end
--- How many P-positions a box has, without a list of them: `{ count =, total =, by =, ... }`, as `bouton positions --count` writes it.
-- @param box as of table
-- @param[opt] options `{ total = "S + L", heaps = 9, multisets = true, mod = 1000007 }`, each left out where it is not wanted
function Game:count(box, options) end
--- A theorem, a proved period, and conjectures from tables: a table as `bouton discover --format json` writes it.
-- @int[opt] piles as of theorem
-- @int[opt] further how many times as far as usual tables go, 1 to 64
function Game:discover(piles, further) end
--- The positions below one, and the moves: `{ nodes = { { position =, outcome =, .. }, .. }, edges = { { from =, to =, label = }, .. } }`,
-- where `from` and `to` are indices of `nodes`; the first is the position itself.
function Game:graph(...) end
--- Two players against each other, each moving first in every other game.
-- @param request `{ players = { "perfect", "random" }, games = 1000, seed = 1 }`
-- @param[opt] ... the position to start from, else the game's example
-- @return a table as `bouton match --format json` writes it
function Game:match(request, ...) end
--- A game to be played, from a position or from the game's example.
-- @treturn Play
function Game:play(...) end
--- The game's name.
function Game:name() end
--- Its title.
function Game:title() end
--- Where it comes from.
function Game:source() end

--- A disjunctive sum, or another compound.
-- @type Sum

--- As of a game.
function Sum:grundy() end
--- As of a game.
function Sum:outcome() end
--- As of a game; nil, too, for sums that are too large to be searched.
function Sum:remoteness() end
--- As of a game.
function Sum:suspense() end
--- As of a game. Raises where moves oblige.
function Sum:longest() end
--- As of a game; `component` counts from 1. In a compound other than the disjunctive sum a move is `{ parts = { { component =, label =,
-- to = position }, ... } }`.
function Sum:winning_moves() end
--- As of a game.
function Sum:why() end

--- As of a game.
function Sum:genus() end
--- As of a game; nodes are sums.
function Sum:graph() end

--- A game that is being played.
-- @type Play

--- The positions side by side, each a list of coordinates: one, unless a move has split it.
function Play:position() end
--- The moves that there are, as of `Game:options`.
function Play:moves() end
--- Makes a move.
-- @int number its place among `moves()`
function Play:move(number) end
--- Takes moves back.
-- @int[opt=1] count
function Play:undo(count) end
--- The number of the move that a player would make; nil where there is none.
-- @string[opt="perfect"] player "perfect", "random", "level:3", or one of the rule file's
-- @int[opt] seed of all its chance
function Play:choose(player, seed) end
--- Up to how many moves the player who is not to move may forbid now: 0 once that is done, and in games without `blocking`.
function Play:may_forbid() end
--- Forbids moves: from then on they are not among `moves()`. A move that is made before is made with nothing forbidden.
-- @param numbers a list of their places among `moves()`
function Play:forbid(numbers) end
--- The moves that are forbidden now, as of `Game:options`.
function Play:forbidden() end
--- A list of the numbers of the moves that a player would forbid, for `forbid`.
-- @string[opt="perfect"] player
-- @int[opt] seed of all its chance
function Play:choose_forbidden(player, seed) end
--- "first" or "second".
function Play:to_move() end
--- "first", "second" or "draw"; nil while there are moves.
function Play:winner() end

--- The values of a box: `t[3][5]`.
-- @type Table

--- Writes it; the ending of the path sets the form.
-- @string path
function Table:save(path) end
--- The least coordinates.
function Table:low() end
--- The greatest coordinates.
function Table:high() end

--- Values of heaps: `s[n]`, from `s:low()` to `#s`.
-- @type Sequence

--- Writes it.
-- @string path
function Sequence:save(path) end
--- The least heap.
function Sequence:low() end
--- All values, as a list.
function Sequence:values() end
--- nil, or `{ preperiod =, period =, saltus =, proved =, checked_to = }`.
function Sequence:period() end
