#!/usr/bin/env bash
# Tests the npm package, as npm installs it into an empty folder, where there is one. scripts/test makes it ready.
#   run.sh TESTS...
set -euo pipefail

skip() { echo "skipped: $1"; exit 77; }

command -v node >/dev/null || skip "there is no node (scripts/setup --web)"
command -v npm >/dev/null || skip "there is no npm (scripts/setup --web)"
tarball=$(compgen -G "$BOUTON_SOURCE/build/packages/bouton-*.tgz" | head -n 1) || skip "the npm package is not made (scripts/package npm)"
export BOUTON_TARBALL=$tarball
BOUTON_CHROMIUM=$(command -v chromium || true)
export BOUTON_CHROMIUM
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# For people what failed is said once more at the end.
node --test --test-concurrency=1 --test-reporter=spec --test-reporter-destination=stdout \
  --test-reporter=tap "--test-reporter-destination=$log" "$@"
# What cannot be run here is skipped by the tests themselves, each with its reason.
if reason=$(grep -m 1 -o '# SKIP .*' "$log"); then skip "${reason#'# SKIP '}"; fi
