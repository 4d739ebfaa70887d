--- phi by Newton's method from 1.618: as exact as a float is after three steps, which does for all heaps below
--- 60 million.
local function phi_after(steps)
  local x = 1.618
  for _ = 1, steps do x = (x * x + 1) / (2 * x - 1) end
  return x
end

--- How many steps were published as enough for a difference of m. They are not: the first m that goes wrong is 233.
local function published_steps(m)
  if m <= 1000 then return 0 end
  return math.ceil(math.log(math.log(m, 10) / 3, 2))
end

--- Where "Cora" moves from the heaps S <= L: B. Verkhovsky (2010), section 17.
local function cora(S, L, phi)
  local m = L - S
  local a = math.floor(m * phi)
  if S == a then return S, L - random(2) end  -- lost: little is taken, and the opponent has to find the win
  if S > a then return a, a + m end
  local k = math.ceil(S / phi)
  if math.floor(k * phi) == S then return S, S + k end  -- S is a_k
  local i = math.ceil(S / (phi + 1))                    -- so S is b_i
  return math.floor(i * phi), S
end

--- The heaps x and y in the order in which a move leads to them, the first kind of move that does.
local function reached(from, x, y)
  local S, L = from[1], from[2]
  if y == L and x < S then return { x, y } end
  if x == L and y < S then return { y, x } end
  if x == S and y < L then return { x, y } end
  if y == S and x < L then return { y, x } end
  if S - x == L - y and x < S then return { x, y } end
  if S - y == L - x and y < S then return { y, x } end
end

--- A player that finds phi by steps(m) Newton steps and moves where `cora` says.
local function player(steps, is_stuck)
  return function(position)
    local S, L = math.min(position[1], position[2]), math.max(position[1], position[2])
    if is_stuck(S, L) then return 1 end
    return reached(position, cora(S, L, phi_after(steps(L - S))))
  end
end

return game {
  name      = "wythoff",
  title     = "Wythoff's Nim",
  source    = "W. A. Wythoff (1907), A modification of the game of Nim, Nieuw Archief voor Wiskunde 7:199-202",
  text      = "Two heaps. Take any number from one heap, or the same number from both; "
           .. "whoever takes the last one wins.",
  position  = { "S", "L" },
  symmetric = true,
  moves = function(S, L)
    for t = 1, S do move.horizontal(S - t, L) end
    for t = 1, L do move.vertical(S, L - t) end
    for t = 1, math.min(S, L) do move.diagonal(S - t, L - t) end
  end,
  closed_form = "wythoff",
  players = {
    cora = player(function() return 4 end, function() return false end),
    -- As published, with what is wrong with it: too few steps, and at (1,2) no move, so that any will do.
    ["published-cora"] = player(published_steps, function(S, L) return S == 1 and L == 2 end),
  },
  example = { 29, 51 },
  opening = { 7, 9 },
  -- By chance with e S <= L: in P-positions L is less than e S (B. Verkhovsky (2010), section 17, remark 3).
  random_start = function()
    local S = random(14)
    local least = math.ceil(math.exp(1) * S)
    return S, least + random(41 - least) - 1
  end,
  known = {
    grundy = {
      { {0, 7}, 7 }, { {1, 1}, 2 }, { {1, 2}, 0 }, { {2, 2}, 1 }, { {3, 3}, 6 }, { {3, 5}, 0 }, { {7, 9}, 14 },
      { {60, 60}, 87 },
    },
    outcome = { { {5, 7}, "N" }, { {4, 7}, "P" }, { {11, 18}, "P" }, { {19, 26}, "N" } },
    remoteness = { { {5, 5}, 1 }, { {1, 2}, 2 }, { {4, 7}, 6 }, { {29, 51}, 37 } },
  },
}
