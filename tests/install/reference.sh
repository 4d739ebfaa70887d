#!/usr/bin/env bash
# The reference: the module's names every function that there is, and both are made without a complaint.
set -euo pipefail
cd "$BOUTON_SOURCE"
documented=$(sed -nE 's/^function ([A-Z][a-z]+:)?([a-z_]+)\(.*/\2/p' docs/module.lua | sort -u)
registered=$(grep -hoE '\{"[a-z_]+", &trampoline' bindings/lua/module/{module,game_class,play_class,table_class}.cpp | sed -E 's/.*"(.*)".*/\1/' | sort -u)
diff <(echo "$documented") <(echo "$registered") || { echo "< is in docs/module.lua, > in bindings/lua/module" >&2; exit 1; }
for program in doxygen ldoc; do
  command -v "$program" >/dev/null || { echo "skipped: there is no $program here (scripts/setup --extras installs it)"; exit 77; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
complaints=$( (cat docs/Doxyfile; echo "OUTPUT_DIRECTORY = $work") | doxygen - 2>&1 >/dev/null)
[[ -z $complaints ]] || { echo "$complaints" | head -20; exit 1; }
grep -q 'bouton_best_move' "$work"/cpp/*bouton_8h.html
grep -rq 'p_positions' --include='class*Solver.html' "$work/cpp"
ldoc -c docs/config.ld -d "$work/lua" docs/module.lua >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
grep -rq 'winning_moves' "$work/lua"
