#!/usr/bin/env bash
# games_test.sh SOURCE BOUTON: docs/games.md is what scripts/games.lua makes of the rule files.
# Takes some 10 s: every rule file is loaded and explained, and of each game of one coordinate all values up to 400 are found.
set -euo pipefail
made=$(BOUTON_CACHE=off BOUTON_RULES=$1/rules "$2" run "$1/scripts/games.lua")
diff "$1/docs/games.md" - <<<"$made" || {
  echo "docs/games.md is out of date: bouton run scripts/games.lua > games.md, and put that in its place" >&2
  exit 1
}
