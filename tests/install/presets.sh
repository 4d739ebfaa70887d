#!/usr/bin/env bash
# The presets do what their titles say, and the guide installs from where the one that it names builds.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$BOUTON_SOURCE"
cmake --list-presets=all >"$work/presets"
grep -q '^  "release" .*without tests' "$work/presets"
cmake --preset release -B "$work/release" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
grep -q '^BOUTON_TESTS:[A-Z]*=OFF$' "$work/release/CMakeCache.txt"
grep -q '^CMAKE_BUILD_TYPE:[A-Z]*=Release$' "$work/release/CMakeCache.txt"
[[ ! -d $work/release/tests ]]
grep -q '"binaryDir": "${sourceDir}/build/${presetName}"' CMakePresets.json
for guide in README.md docs/embed.md; do
  grep -q 'cmake --preset release' "$guide"
  grep -o 'cmake --install [^ ]*' "$guide" | while read -r line; do [[ $line == 'cmake --install build/release' ]]; done
done
