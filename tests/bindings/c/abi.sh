#!/usr/bin/env bash
# abi.sh HEADER LIBRARY: the library exports exactly what the header declares.
set -euo pipefail
declared=$(${CC:-cc} -E -P "$1" -DBOUTON_BUILDING | tr '\n' ' ' | grep -o '__attribute__((visibility("default")))[^(]*(' |
  sed -E 's/.*[ *](bouton_[a-z_]+) *\($/\1/' | sort)
exported=$(nm -D --defined-only "$2" | awk '$2 != "A" { sub(/@.*/, "", $3); print $3 }' | sort)
[[ -n $declared ]]
if ! diff <(echo "$declared") <(echo "$exported"); then
  echo "abi.sh: < is declared in $1, > is exported by $2" >&2
  exit 1
fi
# Whoever embeds it brings a Lua of his own: none is taken from outside.
if nm -D --undefined-only "$2" | grep -E ' luaL?_'; then
  echo "abi.sh: $2 takes Lua from outside" >&2
  exit 1
fi
echo "$(echo "$declared" | wc -l) symbols"
