#!/usr/bin/env bash
# run.sh [--with MODULE] TESTS...: runs tests of the Python package with a Python that has NumPy and pytest, and MODULE where it is named.
set -euo pipefail
modules='numpy, pytest'
packages='numpy and pytest'
if [[ ${1-} == --with ]]; then
  modules+=", $2"
  packages="numpy, pytest and $2"
  shift 2
fi
for python in python3 /usr/bin/python3; do
  if "$python" -c "import $modules" 2>/dev/null; then
    exec "$python" -W error -m pytest -q -p no:cacheprovider "$@"
  fi
done
echo "skipped: there is no python3 with $packages here (scripts/setup --extras installs it)"
exit 77
