return game {
  name     = "staircase-nim",
  title    = "Staircase Nim",
  source   = "T. S. Ferguson, Game Theory, part I, section 2.6",
  text     = "Coins on the steps of a staircase, so many on the first, the second, ... Move any number of coins from "
          .. "one step to the one below it; from the first step they go to the ground, where they stay. Whoever "
          .. "cannot move loses. Only the coins on the first, third, fifth, ... step count.",
  position = piles("a"),
  moves = function(a)
    for i = 1, #a do
      for t = 1, a[i] do
        if i == 1 then
          move(a:with(1, a[1] - t))
        else
          move(a:with(i, a[i] - t, i - 1, a[i - 1] + t))
        end
      end
    end
  end,
  example = { 2, 1, 3, 2 },
  known   = { grundy = { { {3}, 3 }, { {0, 2}, 0 }, { {1, 2}, 1 }, { {2, 1, 3}, 1 }, { {2, 1, 2, 3}, 0 } } },
  claims  = {
    { "the value is the nim-sum of the first, third, ... step", source = "Ferguson", box = { 3, 3, 3, 2 },
      check = function(a)
        local sum = 0
        for i = 1, #a, 2 do sum = sum ~ a[i] end
        return grundy(a) == sum
      end },
  },
}
