#!/usr/bin/env bash
# The installed headers: each compiles on its own, and of the engine's kernels there are none.
set -euo pipefail
include=$BOUTON_PREFIX/include
mapfile -t headers < <(cd "$include/bouton" && find engine -name '*.h' | sort)
[[ ${#headers[@]} -ge 9 && ${#headers[@]} -le 70 ]] || { echo "${#headers[@]} headers are installed" >&2; exit 1; }
for private in engine/table engine/search engine/system engine/image; do
  [[ ! -e $include/bouton/$private ]] || { echo "$private is installed" >&2; exit 1; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for header in "${headers[@]}"; do
  echo "#include <$header>" >"$work/${header//\//_}.cpp"
done
flags=$(pkg-config --cflags gmpxx fmt)
# shellcheck disable=SC2086
printf '%s\n' "$work"/*.cpp |
  xargs -P 2 -n 1 "${CXX:-c++}" -std=c++20 -fsyntax-only -Wall -Wextra -Wpedantic -Werror -I "$include/bouton" $flags
echo '#include <bouton.h>' >"$work/bouton.c"
"${CC:-cc}" -std=c99 -fsyntax-only -Wall -Wextra -Wpedantic -Werror -I "$include" "$work/bouton.c"
