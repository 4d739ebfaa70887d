#!/usr/bin/env bash
# Tests the page in a browser, where there are both. scripts/test makes them ready.
set -euo pipefail

skip() { echo "skipped: $1"; exit 77; }

command -v chromium >/dev/null || skip "there is no chromium (scripts/setup --browser)"
command -v node >/dev/null || skip "there is no node (scripts/setup --web)"
[[ -f $BOUTON_SOURCE/build/web/.built ]] || skip "the page is not built (scripts/web)"
[[ -d $BOUTON_SOURCE/build/web-packages/node_modules/playwright-core ]] || skip "the page's packages are not there (scripts/web)"
BOUTON_CHROMIUM=$(command -v chromium)
export BOUTON_CHROMIUM
# What failed is said once more at the end.
exec node --test --test-concurrency=1 --test-reporter=spec "$BOUTON_SOURCE"/tests/bindings/web/page/*_test.mjs
