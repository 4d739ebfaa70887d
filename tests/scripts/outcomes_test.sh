#!/usr/bin/env bash
# outcomes_test.sh SCRIPTS: the tests that ctest skips are named with their reasons, those that fail with what they printed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/CMakeLists.txt" <<'LISTS'
cmake_minimum_required(VERSION 3.25)
project(Skipping NONE)
enable_testing()
add_test(NAME passes COMMAND sh -c "echo skipped: not at all")
add_test(NAME program COMMAND sh -c "echo before; echo 'skipped: there is no love here'; exit 77")
set_tests_properties(program PROPERTIES SKIP_RETURN_CODE 77)
add_test(NAME "Suite.Test/0  # GetParam() = (1)" COMMAND sh -c "printf '/x/y_test.cpp:12: Skipped\nnothing is lifted\n\n[  SKIPPED ] a\n'")
set_tests_properties("Suite.Test/0  # GetParam() = (1)" PROPERTIES SKIP_REGULAR_EXPRESSION "\\[  SKIPPED \\]")
add_test(NAME silent COMMAND sh -c "exit 77")
set_tests_properties(silent PROPERTIES SKIP_RETURN_CODE 77)
add_test(NAME disabled COMMAND true)
set_tests_properties(disabled PROPERTIES DISABLED TRUE)
LISTS
cmake -G Ninja -S "$work" -B "$work/build" >/dev/null
ctest --test-dir "$work/build" >"$work/output" 2>&1
. "$1/outcomes.sh"
skipped_tests "$work/output" "$work/build/Testing/Temporary/LastTest.log" >"$work/skipped"
diff - "$work/skipped" <<'EXPECTED'
program: there is no love here
Suite.Test/0  # GetParam() = (1): nothing is lifted
silent: it does not say why (Skipped)
disabled: it does not say why (Disabled)
EXPECTED

cat >>"$work/CMakeLists.txt" <<'LISTS'
add_test(NAME fails COMMAND sh -c "seq 100; echo but 1 was expected; exit 1")
add_test(NAME "Suite.Fails/0  # GetParam() = (1)" COMMAND sh -c "echo wrong; exit 2")
LISTS
cmake -G Ninja -S "$work" -B "$work/build" >/dev/null
ctest --test-dir "$work/build" --output-on-failure -j2 >"$work/output" 2>&1 && exit 1
failed_tests "$work/output" "$work/build/Testing/Temporary/LastTest.log" 3 >"$work/failed"
diff - "$work/failed" <<'EXPECTED'
fails: Failed
  99
  100
  but 1 was expected
Suite.Fails/0  # GetParam() = (1): Failed
  wrong
EXPECTED
