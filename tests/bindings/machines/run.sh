#!/usr/bin/env bash
# run.sh NATIVE COMMAND...: the command built for another kind of processor, run by whatever words that takes: the verbs beside those of
# NATIVE, the command of this machine, but for what takes machine code; files that one of them begins and the other goes on with, to the
# bytes of one that a single machine wrote; proofs of one that the other checks.
set -euo pipefail
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
root=${here%/tests/bindings/machines}
native=$(readlink -f "$1")
shift
other=("$@")
export BOUTON_CACHE=off BOUTON_RULES=$root/rules SOURCE_DATE_EPOCH=86400
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
check() {
  local name=$1 code
  shift
  mkdir -p "$work/one" "$work/two"
  set +e
  (set -e; cd "$work"; "$@") >"$work/log" 2>&1
  code=$?
  set -e
  if [[ $code == 0 ]]; then echo "passed: $name"; else
    echo "failed: $name"
    cat "$work/log"
    failed=$((failed + 1))
  fi
  rm -rf "$work"/*
}
other() { "${other[@]}" "$@"; }

# Begun with FEW by one and gone on with to MANY by the other, each way.
goes_on() {
  local few=$1 many=$2 first second
  shift 2
  (set -e; cd one; "$native" "$@" "$few" --checkpoint file >/dev/null; "$native" "$@" "$many" --checkpoint file --format csv >said)
  for first in "$native" other; do
    if [[ $first == other ]]; then second=$native; else second=other; fi
    rm -rf two/*
    (set -e; cd two; "$first" "$@" "$few" --checkpoint file >/dev/null; "$second" "$@" "$many" --checkpoint file --format csv >said)
    diff -r one two || return 1
  done
}

# What a search has found so far: the other answers from it, without a search.
searched() {
  local board=$1
  "$native" solve cram "$board" --value grundy --checkpoint one/file --format csv >one/said
  other solve cram "$board" --value grundy --checkpoint two/file --format csv >two/said
  cmp one/said two/said
  other solve cram "$board" --value grundy --checkpoint one/file --format csv | cmp - one/said
  "$native" solve cram "$board" --value grundy --checkpoint two/file --format csv | cmp - one/said
}

proofs() {
  "$native" theorem wythoff --certificate one/wythoff >/dev/null
  other theorem wythoff --certificate two/wythoff >/dev/null
  "$native" sequence kayles 2000 --period --certificate one/kayles >/dev/null
  other sequence kayles 2000 --period --certificate two/kayles >/dev/null
  diff -r one two
  for proof in one/*; do other verify --certificate "$proof"; done
}

check "the verbs" env BOUTON_WITHOUT='--method table:native' "$root/tests/bindings/verbs.sh" "$native" "${other[@]}"
check "a sequence" goes_on 20000 60000 sequence dawsons-chess
check "a sequence with a saltus" goes_on 2000 9000 sequence octal -p code=0.0307
check "what a search has found" searched ...../...../...../.....
check "proofs" proofs
[[ $failed == 0 ]]
