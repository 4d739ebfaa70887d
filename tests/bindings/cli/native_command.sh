#!/usr/bin/env bash
# native_command.sh COMMAND...: the command, by whatever words it is run, answers for a rule by machine code, from its interpreter
# of control flow and by calls of Lua, and says the same.
set -euo pipefail
rule=$(readlink -f "$(dirname "${BASH_SOURCE[0]}")/../../bench/rules/coprime.lua")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
"$@" explain "$rule" 60 60 --value grundy --method table:native --format json >plan
# The plan says it where the interpreter runs the form.
if ! grep -q '"kernel":"native"' plan || grep -q interpreter plan; then
  echo "no machine code is planned:"
  cat plan
  exit 1
fi
for value in grundy outcome remoteness; do
  "$@" table "$rule" 60 60 --value "$value" --format csv --no-lift >expected
  for way in '' --no-native; do
    "$@" table "$rule" 60 60 --value "$value" --format csv --method table:native $way >given
    cmp given expected
  done
done
