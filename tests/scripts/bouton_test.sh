#!/usr/bin/env bash
# bouton_test.sh SCRIPTS CASE: scripts/bouton in a tree whose build is played by a stand-in for cmake, which makes a program that says
# what it was asked. Without a CASE, lists the cases.
set -euo pipefail

work=''
tree() {
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  mkdir -p "$work/bin" "$work/tree/scripts" "$work/tree/engine" "$work/tree/bindings"
  cp "$source/bouton" "$source/steps.sh" "$source/ccache.sh" "$work/tree/scripts/"
  touch "$work/tree/CMakeLists.txt" "$work/tree/CMakePresets.json" "$work/log"
  printf '#!/bin/sh\necho setup >>"%s"\n' "$work/log" >"$work/tree/scripts/setup"
  cat >"$work/bin/cmake" <<CMAKE
#!/bin/sh
echo "cmake \$*" >>"$work/log"
[ "\$1" = --build ] || exit 0
if [ -e "$work/fails" ]; then echo "x.cpp:1: error: wrong"; exit 1; fi
until [ ! -e "$work/is_slow" ]; do sleep 0.05; done
mkdir -p "\$2/bin"
{ echo '#!/bin/sh'; echo 'echo "bouton says \$*"'; } >"\$2/bin/\$4"
chmod 755 "\$2/bin/\$4"
CMAKE
  chmod 755 "$work/bin/cmake" "$work/tree/scripts/setup"
  # Older than all that is built.
  find "$work/tree" -exec touch -d '1 hour ago' {} +
}
bouton() {
  status=0
  said=$(PATH=$work/bin:$PATH "$work/tree/scripts/bouton" "$@" 2>&1 </dev/null) || status=$?
}
builds() { grep -c "cmake --build .*--target bouton\$" "$work/log" || true; }
expect() { if ! "$@"; then echo "expected: $*; exit code $status; it said:"; echo "$said"; cat "$work/log"; exit 1; fi >&2; }

case_the_first_use_sets_up_builds_and_runs() {
  bouton table wythoff 12 12
  expect [ "$status$said" = '0bouton says table wythoff 12 12' ]
  expect [ "$(head -n 1 "$work/log")" = setup ]
  bouton solve nim 3
  expect [ "$status$said" = '0bouton says solve nim 3' ]
  expect [ "$(builds)" = 1 ]
}
case_what_is_built_alone_is_not_run() {
  bouton --build
  expect [ "$status$said" = 0 ]
  expect [ "$(builds)" = 1 ]
}
case_changed_sources_are_built_again() {
  bouton solve nim 3
  touch "$work/tree/engine/new.h"
  bouton solve nim 3
  expect [ "$status$said" = '0bouton says solve nim 3' ]
  expect [ "$(builds)" = 2 ]
}
case_two_at_once_build_once() {
  touch "$work/is_slow"
  PATH=$work/bin:$PATH "$work/tree/scripts/bouton" solve nim 1 >"$work/other" 2>&1 </dev/null &
  until [ "$(builds)" = 1 ]; do sleep 0.05; done
  PATH=$work/bin:$PATH "$work/tree/scripts/bouton" solve nim 2 >"$work/another" 2>&1 </dev/null &
  rm "$work/is_slow"
  wait
  bouton solve nim 3
  expect [ "$(cat "$work/other" "$work/another")$said" = $'bouton says solve nim 1\nbouton says solve nim 2bouton says solve nim 3' ]
  expect [ "$(builds)" = 1 ]
}
case_a_build_that_fails() {
  touch "$work/fails"
  bouton table nim 3
  expect [ "$status" = 2 ]; expect [ "${said/x.cpp:1: error: wrong/}" != "$said" ]
  rm "$work/fails"
  bouton solve nim 3
  expect [ "$status$said" = '0bouton says solve nim 3' ]
}

if [[ $# -lt 2 ]]; then sed -n 's/^case_\([a-z_0-9]*\)().*/\1/p' "$0"; exit; fi
source=$1
tree
"case_$2"
