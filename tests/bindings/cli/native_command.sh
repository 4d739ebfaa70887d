#!/usr/bin/env bash
# native_command.sh COMMAND...: the command, by whatever words it is run, answers for a rule by machine code, from its interpreter
# of control flow and by calls of Lua, and says the same.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >rule.lua <<'END'
local function gcd(x, y)
  while y ~= 0 do x, y = y, x % y end
  return x
end
return game {
  name = "coprime",
  position = { "a", "b" },
  moves = function(a, b)
    for t = 1, a do if gcd(t, b) == 1 then move(a - t, b) end end
    for t = 1, b do if gcd(t, a) == 1 then move(a, b - t) end end
  end,
}
END

"$@" explain rule.lua 60 60 --value grundy --method table:native --format json >plan
# The plan says it where the interpreter runs the form.
if ! grep -q '"kernel":"native"' plan || grep -q interpreter plan; then
  echo "no machine code is planned:"
  cat plan
  exit 1
fi
for value in grundy outcome remoteness; do
  "$@" table rule.lua 60 60 --value "$value" --format csv --no-lift >expected
  for way in '' --no-native; do
    "$@" table rule.lua 60 60 --value "$value" --format csv --method table:native $way >given
    cmp given expected
  done
done
