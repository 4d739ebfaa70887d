-- The figures of "Nimrod", drawn anew: the chart of outcomes, its bottom row, the squares that a proof goes through, the
-- curve at which the sectors end, and the function G.
--
--   bouton run scripts/reproduce/nimrod-figures.lua [FOLDER]
--
-- With a folder the pictures are put there, as .png and .svg.

local bouton = require "bouton"
local folder = arg[1]
local nimrod = bouton.game("nimrod")

local function draw(name, plot)
  for _, ending in ipairs { ".png", ".svg" } do
    if folder then bouton.plot(folder .. "/" .. name .. ending, plot) end
  end
  if folder then print(("%s/%s.png, .svg: %s"):format(folder, name, plot.subtitle)) end
end

-- The chart: grey where the player to move wins, here light; the sectors, and below them the core.
local chart = nimrod:table({ 400, 60 }, "outcome")
draw("chart", { over = chart, subtitle = "who wins at (p, r)" })
draw("row", { over = nimrod:table({ { 1, 50 }, { 1, 1 } }, "outcome"), subtitle = "the row r = 1" })
local row = {}
for p = 1, 43 do row[p] = chart[p][1] == "P" and "_" or "#" end
print("r = 1, p = 1 to 43, _ lost: " .. table.concat(row))

-- Equation (5): where the sectors A and B drift apart.
local function breakdown(r) return r * r / 2 + r / 4 - 1.5 end
draw("breakdown", {
  over = chart, subtitle = "equation (5): where the sectors end",
  curves = { { "p = r^2/2 + r/4 - 3/2", breakdown, along = "y" } },
})
print(("equation (5) at r = 2, 6, 10, 14: p = %g, %g, %g, %g"):format(breakdown(2), breakdown(6), breakdown(10), breakdown(14)))

-- G with constants that follow the sectors outwards; great values are light.
local function G(p, r) return math.cos((-math.pi / 2 * r + math.pi * p) / r) end
draw("G", { x = { "p", 0, 400 }, y = { "r", 1, 60 }, title = "G(r, p) = cos((ar + bp) / (cr + d))", shade = G, shade_name = "G",
            subtitle = "a = -pi/2, b = pi, c = 1, d = 0: a plot that resembles the chart" })
draw("G-over-outcomes", { over = chart, shade = G, shade_name = "G", subtitle = "G, drawn over the outcomes" })

--- Prints what is known: # won, _ lost, . unknown.
local function show(title, known, low, high, top)
  print(title)
  for r = top, 1, -1 do
    local squares = {}
    for p = low, high do squares[#squares + 1] = known[p][r] == "N" and "#" or known[p][r] == "P" and "_" or "." end
    print(("%3d %s"):format(r, table.concat(squares)))
  end
end

-- The squares of the proof of proposition 1, part 2, with a = 100: what the two won ones imply, and the moves alone.
local known, count = nimrod:implied({ { 90, 110 }, 5 }, { { { 100, 1 }, "N" }, { { 101, 1 }, "N" } })
show(("won (100,1) and (101,1): %d squares known, p = 94 to 104"):format(count), known, 94, 104, 4)
draw("hypothesis", { over = known, title = "Nimrod: what two won starts in a row imply", subtitle = "(100,1) and (101,1) are won" })
known, count = nimrod:implied({ { 88, 116 }, 6 }, { { { 100, 1 }, "P" }, { { 102, 3 }, "P" } })
show(("lost (100,1) and (102,3): %d squares known, p = 90 to 114"):format(count), known, 90, 114, 6)
draw("thirty", { over = known, title = "Nimrod: what two squares imply", subtitle = ("lost (100,1) and (102,3): %d squares are known"):format(count) })
local _, impossible = nimrod:implied({ { 80, 120 }, 8 }, { { { 100, 1 }, "P" }, { { 101, 1 }, "P" } })
print(("lost (100,1) and (101,1) cannot be: (%d,%d) would be both"):format(impossible[1], impossible[2]))
