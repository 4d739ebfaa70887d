#!/usr/bin/env bash
# The game for LÖVE, on the installed library: plays itself by clicks on a display that nobody sees. The states that it
# writes down are compared with what the module for Lua says of them. BOUTON_PICTURES: a directory for its screenshots.
set -euo pipefail
for program in love Xvfb lua5.4; do
  command -v "$program" >/dev/null || { echo "skipped: there is no $program here (scripts/setup --extras installs it)"; exit 77; }
done
unset BOUTON_RULES
work=$(mktemp -d)
cleanup() {
  [[ -z ${display_server:-} ]] || kill "$display_server" 2>/dev/null || true
  rm -rf "$work"
}
trap cleanup EXIT

# It writes its number once it can be used; should it end before, there is none.
mkfifo "$work/display"
Xvfb -displayfd 3 -screen 0 1024x768x24 -nolisten tcp 3>"$work/display" 2>"$work/xvfb.log" &
display_server=$!
read -r display <"$work/display" || { echo "skipped: no display could be started"; cat "$work/xvfb.log"; exit 77; }

export DISPLAY=:$display XDG_DATA_HOME=$work/data XDG_RUNTIME_DIR=$work LIBGL_ALWAYS_SOFTWARE=1
mkdir -p "$work/data"
status=0
BOUTON_LOVE_TEST=$work/log love "$BOUTON_SOURCE/scripts/examples/love" >"$work/out" 2>&1 || status=$?
if grep -qi "could not \(initialize\|create\).*\(window\|opengl\|video\)\|Could not set window mode" "$work/out"; then
  echo "skipped: LÖVE finds no OpenGL here"; exit 77
fi
if [[ $status -ne 0 || $(tail -1 "$work/log") != done ]]; then
  cat "$work/out" "$work/log"
  exit 1
fi
if [[ -n ${BOUTON_PICTURES:-} ]]; then cp "$work"/data/love/bouton-love/*.png "$BOUTON_PICTURES"; fi
[[ $(find "$work/data" -name '*.png' | wc -l) == 8 ]]

LUA_CPATH=$BOUTON_PREFIX/$BOUTON_LIBDIR/lua/5.4/?.so lua5.4 "$BOUTON_SOURCE/tests/install/love_states.lua" "$work/log" ||
  { cat "$work/log"; exit 1; }
