#!/usr/bin/env bash
# steps_test.sh SCRIPTS CASE: what scripts/steps.sh shows of a step. Without arguments, lists the cases.
set -euo pipefail
if [[ $# -lt 2 ]]; then sed -n 's/^case_\([a-z_]*\)().*/\1/p' "$0"; exit; fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export STEPS=$1/steps.sh LOG=$work/log
expect() { if ! "$@"; then echo "expected: $*; exit code $status; it said:"; echo "$said"; exit 1; fi >&2; }
says() { [[ $said == *"$1"* ]]; }
# run SCRIPT: with `logged` at hand; on_terminal: the same, where standard error is a terminal.
run() { status=0; said=$(bash -c ". '$STEPS'; $1" 2>&1) || status=$?; }
on_terminal() { status=0; said=$(TERM=${2:-xterm} script -qec "bash -c '. \"\$STEPS\"; $1'" /dev/null </dev/null) || status=$?; }

case_quiet_where_no_one_looks() {
  run 'logged "$LOG" "building" echo "[1/2] Building"'
  expect [ "$status$said" = 0 ]; expect [ "$(<"$LOG")" = "[1/2] Building" ]
}
case_a_failure_is_short_and_names_the_log() {
  run 'logged "$LOG" "building" bash -c "seq 1000; echo x.cpp:7:1: error: no such thing; seq 1000; exit 3"'
  expect [ "$status" = 3 ]
  expect says "building: failed"; expect says "x.cpp:7:1: error: no such thing"; expect says "the full output: $LOG"
  expect [ "$(wc -l <<<"$said")" -lt 25 ]; expect [ "$(wc -l <"$LOG")" = 2001 ]
}
case_a_failure_without_errors_shows_the_end() {
  run 'logged "$LOG" "building" bash -c "seq 1000; exit 1"'
  expect [ "$status" = 1 ]; expect says "1000"; expect [ "$(wc -l <<<"$said")" -lt 25 ]
}
case_only_its_own_part_of_the_log() {
  run 'echo "error: an old one" >"$LOG"; logged "$LOG" "building" bash -c "echo new; exit 1"'
  expect says new; expect [ "${said/old/}" = "$said" ]
}
case_a_build_on_a_terminal() {
  on_terminal 'logged "$LOG" "building" printf "[1/77] Building\n[77/77] Linking\n"; echo after'
  expect [ "$status" = 0 ]; expect says "building ..."; expect says "building: 1 of 77"; expect says "building: 77 of 77"
  expect says $'\r\033[Kafter'
}
case_nothing_is_redrawn_on_a_dumb_terminal() {
  on_terminal 'logged "$LOG" "building" printf "[1/77] Building\n[77/77] Linking\n"; echo after' dumb
  expect [ "$status" = 0 ]; expect [ "${said//$'\r'/}" = $'building ...\nafter' ]
}
case_an_installation_on_a_terminal() {
  on_terminal 'logged "$LOG" "installing" printf "Get:1 x\n0 upgraded, 12 newly installed, 0 to remove.\nGet:3 http://x y\nSetting up a\nSetting up b\n"'
  expect says "installing: fetched 3 of 12"; expect says "installing: 2 of 12"; expect [ "${said/fetched 1/}" = "$said" ]
}
case_a_failure_on_a_terminal() {
  on_terminal 'logged "$LOG" "building" false; echo "code $?"'
  expect says "building: failed"; expect [ "$status" = 1 ]
}
"case_$2"
