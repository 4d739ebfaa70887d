return game {
  name     = "timber",
  title    = "Timber on a path",
  source   = "R. J. Nowakowski, G. Renault, E. Lamoureux, S. Mellon, T. Miller, The game of Timber!",
  text     = "A row of dominoes, each of which may be toppled one way only: < to the left, > to the right. Topple one, "
          .. "and with it go all that stand on that side. Whoever finds none loses. Lost are the rows in which < and > "
          .. "are brackets that match: as many of 2n dominoes as the n-th Catalan number says.",
  position = value(),
  example  = "<><<>><>>",
  valid = function(row)
    if type(row) ~= "string" then return false end
    for i = 1, #row do
      if row:sub(i, i) ~= "<" and row:sub(i, i) ~= ">" then return false end
    end
    return true
  end,
  moves = function(row)
    for i = 1, #row do
      if row:sub(i, i) == "<" then move.left(row:sub(i + 1)) else move.right(row:sub(1, i - 1)) end
    end
  end,
  show  = function(row) return row == "" and "nothing" or row end,
  parse = function(text)
    if text == "nothing" then return "" end
    for i = 1, #text do
      local c = text:sub(i, i)
      if c ~= "<" and c ~= ">" then return nil, "dominoes are < and >; a row without any is: nothing" end
    end
    return text
  end,
  known = {
    grundy  = { { "", 0 }, { ">", 1 }, { ">>", 2 }, { "<<<", 3 } },
    outcome = {
      { "<>", "P" }, { "><", "N" }, { "<<>>", "P" }, { "<><>", "P" }, { "<>><", "N" }, { "><><", "N" },
      { "<><<>>", "P" }, { "<<><>><>", "P" }, { "<<>>>", "N" },
    },
  },
}
