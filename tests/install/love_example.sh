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

# The server writes its number once it can be used; should it end before, there is none. LÖVE opens the display and closes it
# before it opens its window: -noreset keeps the server from beginning anew between the two, when it would refuse the second.
open_display() {
  rm -f "$work/display"
  mkfifo "$work/display"
  Xvfb -displayfd 3 -screen 0 1024x768x24 -nolisten tcp -noreset 3>"$work/display" 2>"$work/xvfb.log" &
  display_server=$!
  read -r display <"$work/display"
}

# Plays on a display of its own; fails where it got no window.
play() {
  open_display || return 1
  mkdir -p "$work/data"
  status=0
  DISPLAY=:$display XDG_DATA_HOME=$work/data XDG_RUNTIME_DIR=$work LIBGL_ALWAYS_SOFTWARE=1 BOUTON_LOVE_TEST=$work/log \
    love "$BOUTON_SOURCE/scripts/examples/love" >"$work/out" 2>&1 || status=$?
  ! grep -qi "could not \(initialize\|create\).*\(window\|opengl\|video\)\|Could not set window mode" "$work/out"
}

# A display can be taken by another test between two looks, so a refusal is believed at the third time.
for attempt in 1 2 3; do
  if play; then break; fi
  cat "$work/xvfb.log" "$work/out" 2>/dev/null || true
  kill "$display_server" 2>/dev/null || true
  if [[ $attempt == 3 ]]; then echo "skipped: LÖVE finds no OpenGL here"; exit 77; fi
done
if [[ $status -ne 0 || $(tail -1 "$work/log") != done ]]; then
  cat "$work/out" "$work/log"
  exit 1
fi
if [[ -n ${BOUTON_PICTURES:-} ]]; then cp "$work"/data/love/bouton-love/*.png "$BOUTON_PICTURES"; fi
[[ $(find "$work/data" -name '*.png' | wc -l) == 8 ]]

LUA_CPATH=$BOUTON_PREFIX/$BOUTON_LIBDIR/lua/5.4/?.so lua5.4 "$BOUTON_SOURCE/tests/install/love_states.lua" "$work/log" ||
  { cat "$work/log"; exit 1; }
