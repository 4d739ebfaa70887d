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
# Each that is configured can be built, and tested where its title says that it has the tests.
configured=$(cmake --list-presets=configure | grep -c '^  "')
[[ $(cmake --list-presets=build | grep -c '^  "') == "$configured" ]]
[[ $(cmake --list-presets=test | grep -c '^  "') == $(cmake --list-presets=configure | grep -c 'with the tests\|the tests') ]]
# Without the command nothing asks for what only the command is made of; as a part of something else there are no tests.
mkdir "$work/whole"
printf 'cmake_minimum_required(VERSION 3.25)\nproject(Whole LANGUAGES C CXX)\nset(BOUTON_COMMAND OFF)\nadd_subdirectory(%s bouton)\n' \
  "$BOUTON_SOURCE" >"$work/whole/CMakeLists.txt"
cmake -S "$work/whole" -B "$work/part" -G Ninja -DCMAKE_DISABLE_FIND_PACKAGE_CLI11=ON >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
[[ ! -d $work/part/bouton/tests && ! -d $work/part/bouton/bindings/cli ]]
grep -q '"binaryDir": "${sourceDir}/build/${presetName}"' CMakePresets.json
for guide in README.md docs/embed.md; do
  grep -q 'cmake --preset release' "$guide"
  grep -o 'cmake --install [^ ]*' "$guide" | while read -r line; do [[ $line == 'cmake --install build/release' ]]; done
done
