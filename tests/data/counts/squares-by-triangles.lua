-- Discs on a board. Turn a rectangle whose width is a square and whose height is triangular; its upper right disc must be white.
local squares = game { runs = function(k) return k * k end }
local triangles = game { runs = function(k) return k * (k + 1) // 2 end }

return game { product = { squares, triangles } }
