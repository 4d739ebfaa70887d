return game {
  name     = "lasker",
  title    = "Lasker's Nim",
  source   = "Em. Lasker (1931), Brettspiele der Völker",
  text     = "Take any number from a heap, or split it in two without taking; whoever takes the last one wins.",
  position = { "n" },
  moves = function(n)
    for t = 1, n do move.take(n - t) end
    for k = 1, n // 2 do split.split(k, n - k) end
  end,
  heap = { code = "4.3..." },
  example = { 7 },
  known   = { grundy = { { 1, 1 }, { 2, 2 }, { 3, 4 }, { 4, 3 }, { 7, 8 }, { 8, 7 }, { 99, 100 }, { 100, 99 } } },
}
