#!/usr/bin/env bash
# The checks of .clang-tidy find nothing: in the room that all others stand on, or with BOUTON_LONG_TESTS=1 in every file.
# Version 16, since 14 cannot read the ranges of this standard library.
set -euo pipefail
if ! command -v clang-tidy-16 >/dev/null; then
  echo "skipped: there is no clang-tidy-16"
  exit 77
fi
# All files in the units that they are built in; of the one room its files. Precompiled headers are the other compiler's.
units=OFF rooms=/engine/base/
[[ -z ${BOUTON_LONG_TESTS-} ]] || units=ON rooms=.
cmake -S "$BOUTON_SOURCE" -B "$BOUTON_TIDY" -G Ninja -DCMAKE_BUILD_TYPE=Release "-DCMAKE_UNITY_BUILD=$units" -DBOUTON_TESTS=OFF \
  -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON -DCMAKE_EXPORT_COMPILE_COMMANDS=ON >/dev/null
sed -n 's/^ *"file": "\(.*\)",\?$/\1/p' "$BOUTON_TIDY/compile_commands.json" | grep -E "$rooms" | sort -u >"$BOUTON_TIDY/files"
[[ -s $BOUTON_TIDY/files ]] || { echo "no file was found for '$rooms'"; exit 1; }
xargs -a "$BOUTON_TIDY/files" -n 1 -P 2 clang-tidy-16 -p "$BOUTON_TIDY" --quiet
