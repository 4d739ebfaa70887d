#!/usr/bin/env bash
# answers.sh BOUTON RULES [EMULATOR...] FIRST: what bouton-first, the program FIRST, prints of small boxes of all games in the folder
# RULES is what the command prints, byte for byte; and where it does not answer, it prints nothing and ends with 75.
set -euo pipefail
bouton=$1 rules=$2
shift 2
first=("$@")
boxes=(9 "6 1:5" "4 3 4" "2:3 3 2 2" "0:1 1 0:1 1 1")
if [[ ${#first[@]} -gt 1 ]]; then boxes=(9 "6 1:5"); fi  # another processor is played
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export BOUTON_CACHE=off BOUTON_RULES=$rules
answered=0 left=0 wrong=0

# ask WORDS...: either answers so, or leaves it to the command.
ask() {
  local code=0
  "${first[@]}" "$@" >first 2>errors || code=$?
  case $code in
    0)
      answered=$((answered + 1))
      if ! "$bouton" "$@" >command || ! cmp first command; then echo "differs: $*" >&2; wrong=$((wrong + 1)); fi ;;
    75)
      left=$((left + 1))
      if [[ -s first ]]; then echo "left to the command, and printed: $*" >&2; wrong=$((wrong + 1)); fi ;;
    *) echo "ended with $code: $*" >&2; wrong=$((wrong + 1)) ;;
  esac
  if [[ -s errors ]]; then echo "says something: $*" >&2; cat errors >&2; wrong=$((wrong + 1)); fi
}
is_left() { local before=$left; ask "$@"; if [[ $left -eq $before ]]; then echo "answered: $*" >&2; wrong=$((wrong + 1)); fi; }
is_answered() { local before=$answered; ask "$@"; if [[ $answered -eq $before ]]; then echo "left: $*" >&2; wrong=$((wrong + 1)); fi; }

games_answered=0
for file in "$rules"/*/*.lua; do
  game=$(basename "$file" .lua)
  before=$answered
  for ranges in "${boxes[@]}"; do
    # shellcheck disable=SC2086
    ask table "$game" $ranges
  done
  if [[ $answered -gt $before ]]; then games_answered=$((games_answered + 1)); fi
done

is_answered table wythoff 12 12
is_left table wythoff 300 300              # it would take long
is_left table wythoff 12 12 --value outcome
is_left table wythoff 12
is_left table wythoff 12 x
is_left table no-such-game 3
is_left solve wythoff 3,4
is_left
is_left table

# What is claimed is not asked, and what is wrong is for the command to say. It is that of the moves, too, whose claim is wrong.
cat >claims.lua <<'LUA'
return game {
  position = { "a", "b" }, symmetric = true,
  moves = function(a, b) for t = 1, a do move(a - t, b) end if b > 0 then move(a, b - 1) end end,
}
LUA
if [[ $("${first[@]}" table claims.lua 2 2) != $'a\\b 0 1 2\n  0 0 1 0\n  1 1 0 1\n  2 2 3 2' ]]; then
  "${first[@]}" table claims.lua 2 2 >&2
  wrong=$((wrong + 1))
fi
echo 'return game { position = { "a" }, moves = function(a) mvoe(a - 1) end }' >slip.lua
is_left table slip.lua 5
echo 'return game { position = { "a" }, moves = function(a) move(a - 1) end }' >negative.lua
is_left table negative.lua 5
echo 'return game { position = { "a" }, closed_form = "nimm", moves = function(a) for t = 1, a do move(a - t) end end }' >formula.lua
is_left table formula.lua 5
echo 'return game { position = { "a" }, moves = function(a) move(1 - a) end }' >loop.lua
is_left table loop.lua 0:1
echo 'return game { position = { "a" }, play = "misere", moves = function(a) for t = 1, math.min(a, 3) do move(a - t) end end }' >misere.lua
is_answered table misere.lua 12
echo 'return game { position = { "a" }, moves = function(a) while true do end end }' >endless.lua
is_left table endless.lua 5

echo "$answered answered, of $games_answered games; $left left to the command; $wrong wrong"
[[ $wrong -eq 0 && $games_answered -ge 60 ]]
