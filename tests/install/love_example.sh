#!/usr/bin/env bash
# The game for LÖVE, on the installed library: plays itself by clicks on a display that nobody sees. The states that it
# writes down are compared with what the command says of them. BOUTON_PICTURES: a directory for its screenshots.
set -euo pipefail
for program in love Xvfb; do
  command -v "$program" >/dev/null || { echo "skipped: there is no $program here (scripts/setup --extras installs it)"; exit 77; }
done
unset BOUTON_RULES
work=$(mktemp -d)
cleanup() {
  [[ -z ${display_server:-} ]] || kill "$display_server" 2>/dev/null || true
  rm -rf "$work"
}
trap cleanup EXIT

Xvfb -displayfd 3 -screen 0 1024x768x24 -nolisten tcp 3>"$work/display" 2>"$work/xvfb.log" &
display_server=$!
for _ in $(seq 100); do [[ -s $work/display ]] && break; sleep 0.1; done
[[ -s $work/display ]] || { echo "skipped: no display could be started"; cat "$work/xvfb.log"; exit 77; }

export DISPLAY=:$(<"$work/display") XDG_DATA_HOME=$work/data XDG_RUNTIME_DIR=$work LIBGL_ALWAYS_SOFTWARE=1
mkdir -p "$work/data"
status=0
BOUTON_LOVE_TEST=$work/log timeout 240 love "$BOUTON_SOURCE/scripts/examples/love" >"$work/out" 2>&1 || status=$?
if grep -qi "could not \(initialize\|create\).*\(window\|opengl\|video\)\|Could not set window mode" "$work/out"; then
  echo "skipped: LÖVE finds no OpenGL here"; exit 77
fi
if [[ $status -ne 0 || $(tail -1 "$work/log") != done ]]; then
  cat "$work/out" "$work/log"
  exit 1
fi
if [[ -n ${BOUTON_PICTURES:-} ]]; then cp "$work"/data/love/bouton-love/*.png "$BOUTON_PICTURES"; fi
[[ $(find "$work/data" -name '*.png' | wc -l) == 8 ]]

# The states, judged by the command: `solve GAME -` answers a line of JSON for each.
bouton=$BOUTON_PREFIX/bin/bouton
for game in wythoff take-away; do
  grep -E "^(start|person|machine) $game " "$work/log" >"$work/states"
  awk '{ print $3 }' "$work/states" >"$work/positions"
  "$bouton" solve "$game" - --all-moves <"$work/positions" >"$work/answers"
  python3 - "$game" "$work" <<'PYTHON' || { cat "$work/log"; exit 1; }
import json, sys
game, work = sys.argv[1:]
states = [line.split() for line in open(f"{work}/states")]
answers = [json.loads(line) for line in open(f"{work}/answers")]
assert len(states) == len(answers) > 4
moves = 0
for (event, _, position, turn), answer, following in zip(states, answers, states[1:] + [None]):
    assert answer["position"] == [[int(c) for c in position.split(",")]], answer
    if following is None or following[2] == position: continue
    moves += 1
    to = [int(c) for c in following[2].split(",")]
    winning = [move["to"][0] for move in answer["winning_moves"]]
    # The person plays perfectly, by the hints: from a position that is won, the next one is lost.
    if turn == "person" and answer["outcome"] == "N": assert to in winning, (position, to)
    if answer["outcome"] == "P": assert not winning
assert moves > 2, moves
# Whoever moves first from a won position and follows the hints has won.
log = open(f"{work}/log").read().split("start " + game)[1].split("start ")[0]
if answers[0]["outcome"] == "N": assert "winner person" in log, log
PYTHON
done
# Some cells of the maps: 4, 2 ... are what the tables say.
[[ $(grep '^map wythoff' "$work/log") == "map wythoff $("$bouton" solve wythoff - <<<$'1,2\n5,4\n13,12' | grep -o '"grundy":[0-9]*' | cut -d: -f2 | xargs)" ]]
[[ $(grep '^map take-away' "$work/log") == "map take-away $("$bouton" solve take-away - <<<$'1,2\n5,4\n13,12' | grep -o '"outcome":"[PN]"' | sed 's/.*"P"/0/; s/.*"N"/1/' | xargs)" ]]
