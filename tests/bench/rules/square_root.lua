local function root(n)
  local r = 0
  while (r + 1) * (r + 1) <= n do r = r + 1 end
  return r
end

return game {
  name = "square-root",
  position = { "a", "b" },
  moves = function(a, b)
    for t = 1, root(a) do move(a - t, b) end
    for t = 1, root(b) do move(a, b - t) end
  end,
}
