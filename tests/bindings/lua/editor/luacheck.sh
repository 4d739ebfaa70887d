#!/usr/bin/env bash
# luacheck.sh SOURCE: with the file that `bouton new` writes, luacheck finds fault with a name that rule files do not see, and with none
# in the rule files that there are.
set -euo pipefail
command -v luacheck >/dev/null || { echo "skipped: there is no luacheck here (scripts/setup --extras installs it)"; exit 77; }
config=$1/bindings/lua/editor/luacheckrc
luacheck --no-color --config "$config" --only 1 --formatter plain "$1"/rules
status=0
said=$(echo 'local x = math.random(6) return game { moves = function(n) mvoe(n - x) end }' |
  luacheck --no-color --config "$config" --only 1 --formatter plain -) || status=$?
[[ $status == 1 && $said == *"'mvoe'"* && $said == *"'random'"* ]] || { echo "$said" >&2; exit 1; }
