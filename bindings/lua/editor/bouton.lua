---@meta

-- The words of Bouton's rule language, for the Lua language server. `bouton new` writes a .luarc.json that names the folder of this
-- file; docs/rule-language.md explains the words with examples.

---A position in a game of piles: a list that does not change. `#a` is its length, `a[i]` an entry.
---@class bouton.Piles
---@field [integer] integer
---@operator len: integer
local Piles = {}

---A copy whose entry `i` is `value`; more pairs may follow, and of two for the same entry the later counts.
---@param i integer
---@param value integer
---@param ... integer
---@return bouton.Piles
function Piles:with(i, value, ...) end

---A copy without entry `i`.
---@param i integer
---@return bouton.Piles
function Piles:without(i) end

---A copy with `value` in front of what was entry `i`.
---@param i integer
---@param value integer
---@return bouton.Piles
function Piles:insert(i, value) end

---A position of a board or a graph. Cells are counted from 1: of a board by row and column, of a graph by one number.
---@class bouton.Cells
---@field rows integer of a board
---@field columns integer of a board
---@field vertices integer of a graph
---@field edges integer of a graph: how many there are
---@field size integer how many cells there are
local Cells = {}

---The state of a cell, from 0; nil outside.
---@param ... integer a row and a column, or the number of a cell
---@return integer?
function Cells:at(...) end

---A copy with other states in some cells.
---@param ... integer a row, a column and a state (of a graph a cell and a state), perhaps several times
---@return bouton.Cells
function Cells:with(...) end

---For a loop through all cells: for r, c in b:cells() do.
---@return fun(): integer, integer
function Cells:cells() end

---For a loop through the cells beside one: squares that share a side, vertices with a common edge, edges with a common vertex.
---@param ... integer a row and a column, or the number of a cell
---@return fun(): integer, integer
function Cells:neighbours(...) end

---For a loop through the edges at a vertex of a graph.
---@param vertex integer
---@return fun(): integer
function Cells:edges_at(vertex) end

---The two vertices of an edge of a graph.
---@param edge integer
---@return integer, integer
function Cells:ends(edge) end

---A position as `split` takes it: the number of a game of one coordinate, else a list or the cells of a board or a graph.
---@alias bouton.Position integer | integer[] | bouton.Piles | bouton.Cells

---A coordinate: its name, or a table with its name and its bounds.
---@alias bouton.Coordinate string | { [1]: string, min?: integer, max?: integer, values?: string[] }

---What `piles` returns, for `position`.
---@class bouton.PilesForm

---What `board` and `graph` return, for `position`.
---@class bouton.CellsForm

---What `value` returns, for `position`.
---@class bouton.ValueForm

---An option as a player sees it: `label` is the kind of the move, `to` the coordinates that it leads to.
---@alias bouton.Option { label: string?, to: integer[] }

---Facts that `bouton verify` checks: each is a position and its value.
---@class bouton.Known
---@field grundy? { [1]: bouton.Position, [2]: integer | "loony" }[] Grundy values
---@field outcome? { [1]: bouton.Position, [2]: "P" | "N" | "draw" }[] who wins: N the player to move, P the other
---@field remoteness? { [1]: bouton.Position, [2]: integer }[] how many moves are still played under best play

---A claim about every position, which `bouton verify` looks at: `[1]` is the sentence.
---@class bouton.Claim
---@field [1] string the sentence
---@field check fun(...): boolean whether it holds at a position; sees outcome, grundy, remoteness and options
---@field source? string who claims it
---@field box? (integer | integer[])[] a greatest value, or { least, greatest }, for each coordinate
---@field fails? integer[] the least position at which it is known to fail
---@field params? table<string, integer | string | integer[]> the values of parameters that it is claimed for

---The fields of a game. Only `position` and `moves` are needed, and of a game of coins `companions`, `runs` or `product` instead.
---@class bouton.Game
---@field name? string the game's name; the file's unless it is given
---@field title? string a line for people
---@field source? string where the game comes from
---@field text? string the rules in words
---@field language? 1 the version of this language that the file was written for
---@field position? bouton.Coordinate[] | bouton.PilesForm | bouton.CellsForm | bouton.ValueForm the coordinates, each an integer >= 0 unless it says otherwise; or piles(...), board(...), graph(...), value()
---@field moves? fun(...) calls move(...) once for each option, and split(...) for one that leaves several games; again(...), again_split(...) and entail(...) for moves that oblige
---@field companions? fun(n: integer) of coins in a row, calls turn(...) once for each set of coins that may be turned along with the one at n
---@field runs? fun(k: integer): integer? of coins in a row, the k-th number of neighbours that a move may turn, each more than the one before; nil after the last
---@field product? bouton.Game[] of coins on a board, the games of coins in a row whose moves make a move together
---@field play? "normal" | "misere" | fun(...): "normal" | "misere" | "draw" who wins at the end: in normal play whoever cannot move loses, in misère play wins; a function is asked about the last position
---@field blocking? integer up to how many options the other player forbids before each move; 0: none
---@field start? string | fun(...): any the position that a person gives by fewer numbers; on a board or a graph also the text of one, or the name of the parameter that a number is
---@field valid? fun(...): boolean which positions exist
---@field independent? boolean positions are sums of their components: of each number of a list, of each region of a board
---@field components? fun(value: any): any[] the parts of a position of any form, which is their sum
---@field symmetric? true | string | string[] | string[][] | { board?: boolean, graph?: boolean, states?: string } the coordinates that may be permuted: all, or those named; of cells "board" or "graph", and states that may be exchanged
---@field normalize? fun(...): integer, ... one representative of all positions that are the same
---@field same_value? fun(...): integer, ... a position with the same Grundy value, which need not be the same in anything else
---@field closed_form? string | table the name of a formula of the engine's, with its arguments if it takes some (`bouton games --closed-forms` lists the names)
---@field heap? { code: string } | table a take-and-break code, such as { code = "0.77" }
---@field example? integer[] | integer[][] | integer a position to start from, or several for a sum
---@field known? bouton.Known facts that `bouton verify` checks
---@field show? fun(...): string a position as text for people
---@field parse? fun(text: string): any read, as games of values of any form call it
---@field read? fun(text: string): integer | integer[] | nil, ... the position that a text names, such as show returns: its coordinates or a list of them; nil, and perhaps what is wrong, for any other text
---@field players? table<string, fun(position: integer[], options: bouton.Option[]): integer> strategies of the game's own: each returns the number of an option
---@field claims? bouton.Claim[] sentences about every position, which `bouton verify` looks at
---@field opening? integer[] | integer where play in the terminal begins
---@field random_start? fun(): integer, ... a position by chance, to begin with; it may use random(n)
---@field stakes? string[] names of moves that cost a stake, which the winner of a game in the terminal takes

---What a rule file returns: `return game { ... }`.
---@param fields bouton.Game
---@return bouton.Game
function game(fields) end

---The game of another rule file with some fields changed; its field `params` sets parameters of the other.
---@param name string
---@param fields? bouton.Game | { params?: table<string, any> }
---@return bouton.Game
function variant(name, fields) end

---What the rule file `name.lua` beside this one returns.
---@param name string
---@return any
function include(name) end

---A parameter of the file, which `-p NAME=VALUE` sets: an integer, a text, a list of integers, or a function.
---@generic T
---@param name string
---@param default T
---@param doc? string what it is for
---@return T
function param(name, default, doc) end

---For `position`: a list of any length. `min` and `max` bound its entries, `length` how many there are.
---@param name string
---@param options? { min?: integer, max?: integer, length?: { min?: integer, max?: integer } }
---@return bouton.PilesForm
function piles(name, options) end

---For `position`: the squares of a board, each in a state that has a character.
---@param rows integer | "any" any: positions say how many, and the game needs an example
---@param columns integer | "any"
---@param states? string ".X" where it is left out
---@return bouton.CellsForm
function board(rows, columns, states) end

---For `position`: any value of integers, strings and lists, as the rule likes it.
---@return bouton.ValueForm
function value() end

---For `position`: the vertices or the edges of a graph such as "cycle 7", "grid 3 4" or "edges 1-2 2-3", each in a state.
---@param graph string "any": each position names its graph, and the game needs an example
---@param options? { states?: string, cells?: "vertices" | "edges" }
---@return bouton.CellsForm
function graph(graph, options) end

---@class bouton.Move
---@field [string] fun(...: integer | integer[] | bouton.Piles | bouton.Cells) the same for a kind of move with this name: move.take(n - 1)
---@overload fun(...: integer | integer[] | bouton.Piles | bouton.Cells)

---An option: the coordinates of the position that it leads to; in a game of piles the list.
---@type bouton.Move
move = nil

---@class bouton.Split
---@field [string] fun(...: bouton.Position) the same for a kind of move with this name: split.cut(a, b)
---@overload fun(...: bouton.Position)

---An option that leaves several games side by side: a position for each.
---@type bouton.Split
split = nil

---A move of a game of coins: the places of the coins that are turned along with the rightmost one.
---@param ... integer
function turn(...) end

---An option after which the same player moves again, anywhere (a complimenting move): the coordinates, as for `move`.
---@type bouton.Move
again = nil

---An option that leaves several games side by side, after which the same player moves again: a position for each, as for `split`.
---@type bouton.Split
again_split = nil

---An option after which the opponent must answer in this component of a sum (an entailing move): the coordinates, as for `move`.
---@type bouton.Move
entail = nil

---For players only: a whole number from 1 to n, or without n a number from 0 to below 1. The match seeds it.
---@overload fun(): number
---@param n integer
---@return integer
function random(n) end

---For checks of claims only: who wins at a position, any one, by its coordinates or as a list.
---@param ... integer | integer[] | bouton.Piles
---@return "P" | "N" | "draw"
function outcome(...) end

---For checks of claims only: the Grundy value of a position; nil where it is infinite, "loony" where it is that.
---@param ... integer | integer[] | bouton.Piles
---@return integer | "loony" | nil
function grundy(...) end

---For checks of claims only: how many moves are still played under best play; nil for a draw.
---@param ... integer | integer[] | bouton.Piles
---@return integer?
function remoteness(...) end

---For checks of claims only: the options of a position.
---@param ... integer | integer[] | bouton.Piles
---@return bouton.Option[]
function options(...) end
