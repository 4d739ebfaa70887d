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
# Who cuts off a coin moves again.
again=$(printf '1\n1\n1\n1\n' | "$1" wythoff --game nimstring --start 'cycle 3 = |||')
[[ $again == *"(and you move again)"* || $again == *", and moves again"* ]] || { echo "$again" >&2; exit 1; }
# Before each move the other player forbids up to one: of 3,5 the computer forbids the only move that wins, and then forbidding is mine.
forbidden=$(printf '1\nhint\n1 2\n1\nquit\n' | "$1" wythoff --game blocking-nim --start 3,5)
[[ $forbidden == *"The computer forbids: "*"forbid> "*"up to 1 different numbers from 1 to "*"The computer: "*"The computer forbids"* ]] || { echo "$forbidden" >&2; exit 1; }
# With one heap of 1, nobody gets past a forbidding player.
[[ $("$1" wythoff --game blocking-nim --start 1 </dev/null) == *"The computer forbids: to 0"*"The computer wins." ]]
# What is wrong is said, with code 2.
for wrong in '--level 11' '--level much' '--seed -1' '--levels 3' '--level' '--start x'; do
  code=0
  # shellcheck disable=SC2086
  "$1" wythoff $wrong </dev/null >/dev/null 2>&1 || code=$?
  [[ $code == 2 ]] || { echo "$wrong: ended with $code, not with 2" >&2; exit 1; }
done
