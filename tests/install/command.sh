#!/usr/bin/env bash
# The installed command: its rules, its manual page, its completion.
set -euo pipefail
unset BOUTON_RULES
cd /
[[ $("$BOUTON_PREFIX/bin/bouton" solve wythoff 7,9 --format json | grep -o '"grundy":[0-9]*') == '"grundy":14' ]]
"$BOUTON_PREFIX/bin/bouton" games nim --format json | grep -q "/share/bouton/rules/heaps/nim.lua"

if command -v man >/dev/null; then
  man --warnings -l "$BOUTON_PREFIX/share/man/man1/bouton.1" 2>&1 >/dev/null | { ! grep .; }
fi
# The page names every verb.
"$BOUTON_PREFIX/bin/bouton" --help | sed -n 's/^  \([a-z]\+\)\( .*\|$\)/\1/p' | grep -v '^bouton$' | while read -r verb; do
  grep -Eq "^\.(BI|B) $verb( |$)" "$BOUTON_PREFIX/share/man/man1/bouton.1" || { echo "bouton.1 does not name $verb" >&2; exit 1; }
done

# complete WORDS...: what is offered for the last of them
complete_words() {
  COMP_WORDS=("$BOUTON_PREFIX/bin/bouton" "$@")
  COMP_CWORD=$#
  COMPREPLY=()
  _bouton
  echo "${COMPREPLY[*]}"
}
source "$BOUTON_PREFIX/share/bash-completion/completions/bouton"
[[ $(complete_words so) == solve ]]
[[ $(complete_words solve wyth) == wythoff ]]
[[ $(complete_words solve nim 3 + kayl) == kayles ]]
[[ $(complete_words solve nim --all-) == --all-moves ]]
[[ $(complete_words table nim 3 --format cs) == csv ]]
[[ $(complete_words new mine --kind bo) == board ]]
[[ $(complete_words watch mine.lua sol) == solve ]]
[[ $(complete_words table nim 3 --format p) == "png pdf" ]]
[[ $(complete_words table nim 3 --format s) == svg ]]
# All that each verb writes is offered: what it says itself when it is asked for something else.
for verb in solve table positions sequence theorem graph survey; do
  written=$("$BOUTON_PREFIX/bin/bouton" "$verb" --help | tr -s ' \n' ' ' | grep -o 'how the result is written: [a-z, ]* or [a-z]*' |
    sed 's/.*: //; s/,//g; s/ or / /')
  [[ $(complete_words "$verb" nim 3 --format "") == "$written" ]] || { echo "formats of $verb: $written" >&2; exit 1; }
done
[[ $(complete_words solve nim --play m) == misere ]]
