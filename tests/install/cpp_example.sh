#!/usr/bin/env bash
# The second host: a game in C++ alone, against the installed engine.
set -euo pipefail
build=$BOUTON_BUILD/tests/install/cpp
rm -rf "$build"
cmake -S "$BOUTON_SOURCE/scripts/examples/cpp" -B "$build" -G Ninja -DCMAKE_PREFIX_PATH="$BOUTON_PREFIX" \
  -DCMAKE_CXX_FLAGS="-Wall -Wextra -Wpedantic -Werror" >/dev/null
cmake --build "$build" >/dev/null
grep -q "$BOUTON_PREFIX" "$build/CMakeCache.txt"
output=$("$build/white-knight")
# The published table of the White Knight begins so.
[[ $(head -4 <<<"$output") == "0 0 1 1 0 0 1 1
0 0 2 1 0 0 1 1
1 2 2 2 3 2 2 2
1 1 2 1 4 3 2 3" ]] || { echo "$output"; exit 1; }
# Each move it calls winning leads to a sum of value 0: the values stand in the table.
grep -q '^outcome' <<<"$output"
