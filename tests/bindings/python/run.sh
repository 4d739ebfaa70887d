#!/usr/bin/env bash
# run.sh TESTS...: runs tests of the Python package with a Python that has NumPy and pytest.
set -euo pipefail
for python in python3 /usr/bin/python3; do
  if "$python" -c 'import numpy, pytest' 2>/dev/null; then
    exec "$python" -W error -m pytest -q -p no:cacheprovider "$@"
  fi
done
echo "skipped: there is no python3 with numpy and pytest here (scripts/setup --extras installs them)"
exit 77
