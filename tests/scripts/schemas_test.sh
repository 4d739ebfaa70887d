#!/usr/bin/env bash
# The JSON of every verb against its schema: schemas_test.sh BOUTON SCHEMAS.
set -euo pipefail
unset BOUTON_RULES
for python in python3 /usr/bin/python3; do
  command -v "$python" >/dev/null && "$python" -c 'import jsonschema' 2>/dev/null || continue
  exec "$python" "${BASH_SOURCE[0]%/*}/schemas.py" "$1" "$2"
done
echo "skipped: there is no python3 with jsonschema here (scripts/setup --extras installs it)"
exit 77
