#!/usr/bin/env bash
# The installed headers are those that were chosen, and each compiles on its own, with nothing but the folder that holds them.
# Takes some 5 s: each of them, and all together, is read by every compiler with what it includes of the standard library.
set -euo pipefail
include=$BOUTON_PREFIX/include
chosen='bouton.h
bouton/bouton.h
bouton/errors.h
bouton/game.h
bouton/heaps.h
bouton/limits.h
bouton/play.h
bouton/solver.h
bouton/study.h
bouton/values.h
bouton/version.h'
diff <(echo "$chosen") <(cd "$include" && find . -type f | sed 's,^\./,,' | LC_ALL=C sort) ||
  { echo "< was chosen, > is installed" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
warnings="-Wall -Wextra -Wpedantic -Werror"
for header in $chosen; do
  echo "#include <$header>" >"$work/${header//\//_}.cpp"
done
{ sed 's/.*/#include <&>/' <<<"$chosen"; echo 'static_assert(bouton::kInterfaceVersion == 1);'; } >"$work/all.cpp"
mkdir "$work/include"
cp -r "$include"/. "$work/include"
for compiler in "${CXX:-c++}" clang++-16; do  # one that can read this standard library
  command -v "$compiler" >/dev/null || continue
  # shellcheck disable=SC2086
  printf '%s\n' "$work"/*.cpp | xargs -P 2 -n 1 "$compiler" -std=c++20 -fsyntax-only $warnings -I "$work/include"
done
# shellcheck disable=SC2086
echo '#include <bouton.h>' | "${CC:-cc}" -x c -std=c99 -fsyntax-only $warnings -I "$include" -
# All that they declare is in the namespace of the version, and the library defines it there.
for header in "$include"/bouton/*.h; do
  [[ $header == */bouton/bouton.h ]] || grep -q '^inline namespace v1 {$' "$header" || { echo "$header has no version" >&2; exit 1; }
done
nm -C "$BOUTON_PREFIX/$BOUTON_LIBDIR/libbouton_cpp.a" 2>/dev/null >"$work/symbols"
grep -q ' T bouton::v1::Solver::solve(' "$work/symbols"
