#!/usr/bin/env bash
# The Python package, with nothing set but where the prefix is.
set -euo pipefail
unset BOUTON_RULES BOUTON_LIBRARY LD_LIBRARY_PATH
cd /
export PYTHONPATH=$BOUTON_PREFIX/lib/python3/dist-packages PYTHONDONTWRITEBYTECODE=1
[[ -f $PYTHONPATH/bouton/py.typed ]]
for python in python3 /usr/bin/python3; do
  "$python" -c 'import numpy' 2>/dev/null || continue
  [[ $("$python" -c 'import bouton; print(bouton.game("wythoff").table(2, 2).tolist())') == "[[0, 1, 2], [1, 2, 0], [2, 0, 1]]" ]]
  exit 0
done
echo "skipped: there is no python3 with numpy here (scripts/setup --extras installs it)"
exit 77
