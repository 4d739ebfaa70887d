#!/usr/bin/env bash
# doors.sh ANSWERS QUESTIONS RUNNER...: asks RUNNER, which prints an answer a line, and compares that with the file ANSWERS, what the
# command has answered.
set -euo pipefail
expected=$1 questions=$2
shift 2
[[ -s $expected ]] || { echo "skipped: there is no python3 here to ask the command (scripts/setup --extras installs it)"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$@" "$questions" >"$work/answers" || { code=$?; [[ $code != 77 ]] || cat "$work/answers"; exit "$code"; }
grep -v '^#' "$questions" >"$work/questions"
if ! cmp -s "$expected" "$work/answers"; then
  echo "the answers of the command (<) and of the other (>) differ:" >&2
  diff <(paste "$work/questions" "$expected") <(paste "$work/questions" "$work/answers") >&2
  exit 1
fi
