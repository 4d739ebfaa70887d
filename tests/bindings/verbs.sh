#!/usr/bin/env bash
# verbs.sh NATIVE COMMAND...: what verbs.list asks, put to the command of this machine and to one that was built for another system or
# processor, by whatever words that is run: both answer the same, byte by byte, and leave the same files. Lines that hold the words
# of the variable BOUTON_WITHOUT are left out.
set -euo pipefail
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
root=${here%/tests/bindings}
native=$(readlink -f "$1")
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export BOUTON_CACHE=off SOURCE_DATE_EPOCH=86400 COLUMNS=80 WINEDEBUG=${WINEDEBUG:--all}
for side in native other; do
  mkdir "$work/$side"
  cd "$work/$side"
  cp -R "$root/rules" rules
  cp "$root/tests/bench/rules/coprime.lua" .
  cat >mine.lua <<'LUA'
return game {
  title = "Mine", position = { "n" },
  moves = function(n)
    for t = 1, math.min(n, 3) do move.take(n - t) end
    if n % 2 == 0 and n > 0 then split.halve({ n // 2 }, { n // 2 }) end
  end,
}
LUA
  sed 's/Mine/Größe – 大きさ/' mine.lua >Größe.lua
  printf 'return game {\n  position = { "n" },\n  moves = function(n) move(n - 1, 2) end,\n}\n' >wrong.lua
  printf 'return game { position = { "n" }, moves = function(n) while true do local s = ("x"):rep(9) end end }\n' >endless.lua
  printf '3 4 5\n1 2 3\n1 1\nfour\n' >positions
  printf '1\nhint\nmoves\nwhy\n2\nquit\n' >moves
  printf '1 + 1\nbouton.game("wythoff"):grundy(7, 9)\nnothing.here\n' >lines
  cat >script.lua <<'LUA'
#!/usr/bin/env bouton run
local bouton = require "bouton"
print(#arg, ...)
print(bouton.game("wythoff"):grundy(7, 9), 1e15, 2^53, 0.1)
LUA
done

failures=0
total=0
# asked SIDE WORDS...: the output, the messages and the exit code, as files of the folder SIDE.
asked() {
  local side=$1 line=$2 code=0 input=/dev/null
  shift 2
  cd "$work/$side"
  if [[ $line == *' <'* ]]; then input=${line##* <} line=${line%% <*}; fi
  local words
  read -r -a words <<<"$line"
  BOUTON_RULES=rules "$@" "${words[@]}" <"$input" >said 2>complained || code=$?
  # How long it took is not an answer.
  sed -E -i 's/; [0-9.]+ s$/; - s/; s/"seconds":[0-9.e-]+/"seconds":0/g' said
  echo "$code" >code
}
while IFS= read -r line; do
  [[ -n $line && $line != '#'* && ( -z ${BOUTON_WITHOUT-} || $line != *"$BOUTON_WITHOUT"* ) ]] || continue
  total=$((total + 1))
  asked native "$line" "$native"
  asked other "$line" "$@"
  if ! different=$(diff -r "$work/native" "$work/other"); then
    failures=$((failures + 1))
    printf '%s: different\n%s\n' "$line" "$(head -n 12 <<<"$different" | cut -c1-300)"
    rm -rf "$work/other"
    cp -R "$work/native" "$work/other"
  fi
done <"${BOUTON_VERBS:-$here/verbs.list}"
echo "$total questions, $failures of them answered differently"
[[ $failures == 0 ]]
