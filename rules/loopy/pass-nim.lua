return game {
  name      = "pass-nim",
  title     = "Nim with a pass",
  source    = "A loopy game after C. A. B. Smith (1966), Graphs and composite games, J. Combin. Theory 1:51-81",
  text      = "Two heaps. Take any number from one heap, or pass, which is allowed as often as one likes while "
           .. "neither heap is empty; whoever cannot move loses.",
  position  = { "a", "b" },
  symmetric = true,
  moves = function(a, b)
    for t = 1, a do move.a(a - t, b) end
    for t = 1, b do move.b(a, b - t) end
    if a > 0 and b > 0 then move.pass(a, b) end
  end,
  example = { 2, 3 },
  known = {
    grundy  = { { {0, 5}, 5 } },
    outcome = { { {0, 0}, "P" }, { {0, 5}, "N" }, { {1, 1}, "draw" }, { {2, 3}, "draw" } },
  },
}
