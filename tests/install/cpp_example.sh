#!/usr/bin/env bash
# The second host: a game in C++ alone, against the installed engine.
# Takes some 2 s: the example is configured, compiled and linked anew, as by whoever takes it over.
set -euo pipefail
build=$BOUTON_BUILD/tests/install/cpp
rm -rf "$build"
cmake -S "$BOUTON_SOURCE/scripts/examples/cpp" -B "$build" -G Ninja -DCMAKE_PREFIX_PATH="$BOUTON_PREFIX" \
  -DCMAKE_CXX_FLAGS="-Wall -Wextra -Wpedantic -Werror" -DCMAKE_EXPORT_COMPILE_COMMANDS=ON >/dev/null
cmake --build "$build" >/dev/null
grep -q "$BOUTON_PREFIX" "$build/CMakeCache.txt"
# What is behind the interface is linked, and compiled against is the folder alone.
includes=$(grep -oE -- '-(I|isystem) ?[^ ]+' "$build/compile_commands.json" | sort -u)
[[ $includes == *"$BOUTON_PREFIX/include" && $(wc -l <<<"$includes") == 1 ]] || { echo "compiled with $includes" >&2; exit 1; }
output=$("$build/white-knight")
# Each square is the least number that no square a leap away has; said of all of them, by a few lines of awk.
head -8 <<<"$output" | awk '
  { for (y = 0; y < 8; ++y) g[NR - 1, y] = $(y + 1) }
  END {
    split("-2 -2 -1 1", dx); split("-1 1 -2 -2", dy)
    for (x = 0; x < 8; ++x) for (y = 0; y < 8; ++y) {
      delete seen
      for (k = 1; k <= 4; ++k) if ((x + dx[k], y + dy[k]) in g) seen[g[x + dx[k], y + dy[k]]] = 1
      for (mex = 0; mex in seen; ++mex);
      if (x < 6 && y < 6 && mex != g[x, y]) { print "wrong at " x "," y; exit 1 }
    }
  }'
# Values 1 and 3: the second knight moves to a square of value 1.
[[ $(sed -n '9,$p' <<<"$output") == "outcome N, "*"
knight 2 to "* ]]
# find_package takes the versions that the policy says (docs/embed.md): those of this major version that are not older.
takes() {
  cat >"$build/version.cmake" <<EOF
set(PACKAGE_FIND_VERSION $1)
string(REPLACE "." ";" parts $1)
list(GET parts 0 PACKAGE_FIND_VERSION_MAJOR)
list(GET parts 1 PACKAGE_FIND_VERSION_MINOR)
set(CMAKE_SIZEOF_VOID_P "")
include("$BOUTON_PREFIX/$BOUTON_LIBDIR/cmake/Bouton/BoutonConfigVersion.cmake")
message("\${PACKAGE_VERSION_COMPATIBLE}")
EOF
  [[ $(cmake -P "$build/version.cmake" 2>&1) == TRUE ]]
}
version=$(sed -n 's/^project(Bouton VERSION \([0-9.]*\) .*/\1/p' "$BOUTON_SOURCE/CMakeLists.txt")
takes "$version" && takes "${version%.*}" && ! takes 0.99 && ! takes 99.0 || { echo "find_package takes other versions" >&2; exit 1; }
