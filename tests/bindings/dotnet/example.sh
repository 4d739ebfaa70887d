#!/usr/bin/env bash
# example.sh RUN: the game in scripts/examples/csharp, played: a perfect player does not let 5,7 go once it was given away, and is
# beaten from there by one who takes its hints.
set -euo pipefail
code=0
played=$(printf '1\nhint\nquit\n' | "$1" wythoff --start 3,5) || code=$?
[[ $code != 77 ]] || { echo "$played"; exit 77; }
[[ $code == 0 && $played == *"Wythoff's Nim: "* && $played == *"The computer: "* ]] || { echo "$played" >&2; exit 1; }
# Where the computer has left a P-position, every hint loses.
lost=$(yes 1 | "$1" wythoff --start 3,5 || true)
[[ $lost == *"The computer wins."* ]] || { echo "$lost" >&2; exit 1; }
# Sentences, and what may be typed.
[[ $(printf 'why\nnothing\n' | "$1" wythoff --start 5,7) == *"A winning move: diagonal to 3,5"*"a number from 1 to 17, hint, why, or quit"* ]]
[[ $(printf '3\n' | "$1" wythoff --start 1,1) == *"You win." ]]
[[ $("$1" wythoff --game wytoff 2>&1 || true) == "there is no game 'wytoff'; did you mean 'wythoff'?" ]]
