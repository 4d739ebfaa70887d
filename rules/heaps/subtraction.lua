local set = param("set", { 1, 2, 3 }, "the numbers that may be taken")

for i = 1, #set do assert(set[i] >= 1, "set must hold numbers from 1 on") end

return game {
  name     = "subtraction",
  title    = "Subtraction game",
  source   = "E. R. Berlekamp, J. H. Conway, R. K. Guy (1982), Winning Ways, ch. 4",
  text     = "One heap. Take a number that is in the set; whoever cannot move loses.",
  position = { "n" },
  moves = function(n)
    for i = 1, #set do
      if set[i] <= n then move(n - set[i]) end
    end
  end,
  closed_form = { "subtraction", set = set },
  example = { 21 },
  known   = { grundy = { { 0, 0 }, { 1, 1 }, { 3, 3 }, { 4, 0 }, { 21, 1 }, { 1000, 0 } } },
}
