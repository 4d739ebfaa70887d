#!/usr/bin/env bash
# Every file is laid out as .clang-format says.
set -euo pipefail
cd "$BOUTON_SOURCE"
if ! command -v clang-format >/dev/null; then
  echo "skipped: there is no clang-format"
  exit 77
fi
find engine bindings tests scripts/examples \( -name '*.cpp' -o -name '*.h' \) -print0 |
  xargs -0 -P 2 -n 40 clang-format --dry-run -Werror
