#!/usr/bin/env bash
# mutations_test.sh SCRIPTS CASE: what tests/mutations/mutations.py writes, and says of a program. Without arguments, lists the cases.
set -euo pipefail
if [[ $# -lt 2 ]]; then sed -n 's/^case_\([a-z_]*\)().*/\1/p' "$0"; exit; fi
command -v python3 >/dev/null || { echo "skipped: there is no python3"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$1/../tests/mutations/mutations.py" "$work"
mkdir -p "$work/engine/room"
cat >"$work/engine/room/a.cpp" <<'SOURCE'
#include "engine/room/a.h"
int f(int x) {
  if (x < 3) x += 1;
  return x;
}
SOURCE
cat >"$work/a.list" <<'LIST'
# A comment.
== engine/room/a.cpp
if (`x < 3`) x
=> x <= 3
`return x;`
=> return -x;
if (`x < 3`) x
=> x < 4
LIST
mutations() { status=0; said=$(python3 "$work/mutations.py" "$@" 2>&1) || status=$?; }
expect() { if ! "$@"; then echo "expected: $*; exit code $status; it said:"; echo "$said"; exit 1; fi >&2; }
says() { [[ $said == *"$1"* ]]; }

case_writes_all_mutations_into_one_copy() {
  mutations write "$work" "$work/copy"
  expect [ "$status$said" = 0 ]
  said=$(<"$work/copy/engine/room/a.cpp")
  expect says 'if ((::bouton::mutations::is_on(3) ? (x < 4) : ((::bouton::mutations::is_on(1) ? (x <= 3) : (x < 3))))) x += 1;'
  expect says '{ if (::bouton::mutations::is_on(2)) { return -x; } else { return x; } }'
  expect [ ! -e "$work/copy/engine/room/a.h" ]
}
case_an_entry_that_fits_no_more_is_named() {
  sed -i 's/return x/return 2 * x/' "$work/engine/room/a.cpp"
  mutations write "$work" "$work/copy"
  expect [ "$status" = 1 ]
  expect says 'a.list:5: `return x;` does not occur in engine/room/a.cpp'
  sed -i 's/return 2 \* x/if (x < 3) x = return x;/' "$work/engine/room/a.cpp"
  mutations write "$work" "$work/copy"
  expect says 'a.list:3: `if (x < 3) x` occurs 2 times in engine/room/a.cpp'
}
case_a_header_that_others_see_is_refused() {
  mkdir "$work/engine/other"
  echo 'int x;' >"$work/engine/room/a.h"
  echo '#include "engine/room/a.h"' >"$work/engine/other/b.h"
  echo '#include "engine/other/b.h"' >"$work/engine/other/c.cpp"
  printf '== engine/room/a.h\n`int x;`\n=> int y;\n' >"$work/b.list"
  mutations write "$work" "$work/copy"
  expect [ "$status" = 1 ]; expect says 'engine/room/a.h is seen by engine/other/c.cpp, which is not compiled again'
}
# A program whose tests are A, which passes the places 1 and 3 and fails with 1, and B, which passes 3 and does not end with it.
program() {
  cat >"$work/program" <<'PROGRAM'
#!/bin/sh
if [ -n "$BOUTON_MUTATIONS_PASSED" ]; then 
  [ "$GTEST_SHARD_INDEX" = 1 ] && printf 'S.B 9 3\n' >"$BOUTON_MUTATIONS_PASSED" || printf 'S.A 1 1 3\n' >"$BOUTON_MUTATIONS_PASSED"
  exit 0
fi
case "$BOUTON_MUTATION $*" in
  "1 "*S.A*) exit 1 ;;
  "3 "*S.B*) [ -n "$NO_LOOP" ] || while :; do :; done ;;
esac
PROGRAM
  chmod +x "$work/program"
}
case_survivors_are_shown() {
  program
  NO_LOOP=1 mutations run "$work" "$work/program"
  expect [ "$status" = 1 ]
  expect says 'engine/room/a.cpp:4: no test passes it'
  expect says '  - return x;'; expect says '  + return -x;'
  expect says 'engine/room/a.cpp:3: survives 2 tests that pass it'
  expect says '3 mutations, 1 killed, 2 survived'
}
case_what_does_not_end_is_killed() {
  program
  printf '~~ It never returns.\n' >>"$work/a.list"
  mutations run "$work" "$work/program"
  expect says '3 mutations, 2 killed, 1 survived'
  expect says 'a.list:7: a test notices what is proved to change nothing'
}

"case_$2"
