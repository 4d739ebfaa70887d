#!/usr/bin/env bash
# verbs.sh BOUTON RULES: a command that is linked with a Lua that checks how it is called asks every shipped rule everything that calls
# the rule: no check fails, and no answer is a fault of the command. Without a position it asks for the rule's example.
set -euo pipefail
bouton=$(readlink -f "$1")
rules=$(readlink -f "$2")
export BOUTON_CACHE=off BOUTON_RULES=$rules COLUMNS=80

# asked VERB GAME: 0 and 1 are answers, 2 is a question that the verb refuses (a graph of more positions than it draws); whatever a
# signal ends is more.
asked() {
  local code=0 said
  said=$("$bouton" "$@" --quiet 2>&1 >/dev/null) || code=$?
  if [[ $code -gt 2 || $said == *'fault in Bouton'* ]]; then
    printf '%s: ended with %s\n%s\n' "$*" "$code" "$said"
    return 1
  fi
}
export -f asked
export bouton

games=$("$bouton" games --format json | grep -o '"name":"[^"]*"' | cut -d '"' -f 4)
[[ $(wc -l <<<"$games") -gt 100 ]]
for verb in solve explain why verify discover graph; do
  sed "s/^/$verb /" <<<"$games"
done | xargs -P 2 -L 1 bash -c 'asked "$@"' asked
