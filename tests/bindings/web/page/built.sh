#!/usr/bin/env bash
# Waits until the page and the npm package have been built, where scripts/test is building them: it holds the lock that long. Whether
# that went well is for those to say that test them.
set -euo pipefail
lock=$BOUTON_SOURCE/build/page.lock
[[ ! -e $lock ]] || flock "$lock" true
