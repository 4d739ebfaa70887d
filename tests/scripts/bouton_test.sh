#!/usr/bin/env bash
# bouton_test.sh SCRIPTS CASE: scripts/bouton in a tree whose builds are played by a stand-in for cmake, which makes programs that say
# which they are. Without a CASE, lists the cases.
set -euo pipefail

work=''
tree() {
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  mkdir -p "$work/bin" "$work/tree/scripts" "$work/tree/engine" "$work/tree/bindings"
  cp "$source/bouton" "$source/steps.sh" "$source/ccache.sh" "$work/tree/scripts/"
  touch "$work/tree/CMakeLists.txt" "$work/tree/CMakePresets.json" "$work/log"
  printf '#!/bin/sh\n' >"$work/tree/scripts/setup"
  cat >"$work/bin/cmake" <<CMAKE
#!/bin/sh
echo "cmake \$*" >>"$work/log"
[ "\$1" = --build ] || exit 0
if [ -e "$work/fails" ]; then echo "x.cpp:1: error: wrong"; exit 1; fi
mkdir -p "\$2/bin"
program=\$(echo "\$4" | tr _ -)
# What bouton-first does is in the file first.
{ echo '#!/bin/sh'; echo 'echo "'\$program' says \$*"'; [ "\$program" != bouton-first ] || cat "$work/first"; } >"\$2/bin/\$program"
[ "\$program" = bouton-first ] || until [ ! -e "$work/is_slow" ]; do sleep 0.05; done
chmod 755 "\$2/bin/\$program"
CMAKE
  echo 'exit 0' >"$work/first"
  chmod 755 "$work/bin/cmake" "$work/tree/scripts/setup"
  # Older than all that is built.
  find "$work/tree" -exec touch -d '1 hour ago' {} +
}
bouton() {
  status=0
  said=$(PATH=$work/bin:$PATH "$work/tree/scripts/bouton" "$@" 2>&1 </dev/null) || status=$?
}
builds() { grep -c "cmake --build .*--target $1\$" "$work/log" || true; }
expect() { if ! "$@"; then echo "expected: $*; exit code $status; it said:"; echo "$said"; cat "$work/log"; exit 1; fi >&2; }

case_a_first_table_does_not_wait_for_the_command() {
  touch "$work/is_slow"
  bouton table wythoff 12 12
  expect [ "$status$said" = '0bouton-first says table wythoff 12 12' ]
  bouton table nim 3
  expect [ "$status$said" = '0bouton-first says table nim 3' ]
  expect [ "$(builds bouton_first)" = 1 ]
  rm "$work/is_slow"
  bouton --build
  expect [ "$status$said" = 0 ]
  bouton table wythoff 12 12
  expect [ "$status$said" = '0bouton says table wythoff 12 12' ]
  expect [ "$(builds bouton)" = 1 ]
}
case_what_it_leaves_is_for_the_command() {
  echo 'exit 75' >"$work/first"
  bouton table nim x
  expect [ "$status" = 0 ]; expect [ "${said##*$'\n'}" = 'bouton says table nim x' ]
  expect [ "$(builds bouton_first)" = 1 ]; expect [ "$(builds bouton)" = 1 ]
}
case_other_questions_are_for_the_command() {
  bouton table nim 3 --value outcome
  expect [ "$status$said" = '0bouton says table nim 3 --value outcome' ]
  bouton solve nim 3
  expect [ "$status$said" = '0bouton says solve nim 3' ]
  expect [ "$(builds bouton_first)" = 0 ]; expect [ "$(builds bouton)" = 1 ]
}
case_once_built_the_command_answers_after_changes_too() {
  bouton solve nim 3
  touch "$work/tree/engine/new.h"
  bouton table nim 3
  expect [ "$status$said" = '0bouton says table nim 3' ]
  expect [ "$(builds bouton_first)" = 0 ]; expect [ "$(builds bouton)" = 2 ]
}
case_a_build_that_fails() {
  touch "$work/fails"
  bouton table nim 3
  expect [ "$status" = 2 ]; expect [ "${said/x.cpp:1: error: wrong/}" != "$said" ]
  bouton solve nim 3
  expect [ "$status" = 2 ]; expect [ "${said/x.cpp:1: error: wrong/}" != "$said" ]
}

if [[ $# -lt 2 ]]; then sed -n 's/^case_\([a-z_]*\)().*/\1/p' "$0"; exit; fi
source=$1
tree
"case_$2"
